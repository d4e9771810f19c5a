//! [`CpuTime`]: what criterion measures here.

use std::time::Duration;

use cpu_time::ThreadTime;
use criterion::measurement::{Measurement, ValueFormatter, WallTime};

/// The time that the processor spends on the measured thread. Other programs on the machine take
/// wall time away; of this they only take what shared caches and clock speeds cost.
pub(crate) struct CpuTime(WallTime);

impl CpuTime {
    /// The measurement.
    pub(crate) const fn new() -> Self {
        // Numbers are told as for wall time.
        Self(WallTime)
    }
}

impl Measurement for CpuTime {
    type Intermediate = ThreadTime;
    type Value = Duration;

    fn start(&self) -> ThreadTime {
        ThreadTime::now()
    }

    fn end(&self, begin: ThreadTime) -> Duration {
        begin.elapsed()
    }

    fn add(&self, one: &Duration, other: &Duration) -> Duration {
        *one + *other
    }

    fn zero(&self) -> Duration {
        Duration::ZERO
    }

    fn to_f64(&self, value: &Duration) -> f64 {
        self.0.to_f64(value)
    }

    fn formatter(&self) -> &dyn ValueFormatter {
        self.0.formatter()
    }
}
