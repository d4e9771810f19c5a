//! [`Instructions`]: which instructions of the processor the kernels may use.

/// Which instructions of the processor the kernels may use, beyond those the program is built for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instructions {
    /// None.
    Portable,
    /// Vectors with funnel shifts and bit counts.
    Avx512(Avx512),
}

impl Instructions {
    /// The best that this processor has.
    pub fn best() -> Self {
        Avx512::detect().map_or(Self::Portable, Self::Avx512)
    }
}

/// Proof that the processor has AVX-512 with the extensions that the kernels use: VL, BW, DQ, VBMI2
/// and VPOPCNTDQ.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Avx512(());

impl Avx512 {
    /// Asks the processor.
    pub fn detect() -> Option<Self> {
        #[cfg(target_arch = "x86_64")]
        {
            let available = is_x86_feature_detected!("avx512f")
                && is_x86_feature_detected!("avx512vl")
                && is_x86_feature_detected!("avx512bw")
                && is_x86_feature_detected!("avx512dq")
                && is_x86_feature_detected!("avx512vbmi2")
                && is_x86_feature_detected!("avx512vpopcntdq");
            available.then_some(Self(()))
        }
        #[cfg(not(target_arch = "x86_64"))]
        None
    }
}
