//! [`Score`]: a number for the middle game and one for the endgame.

use std::ops::{Add, AddAssign, Mul, Neg, Sub, SubAssign};

/// Two numbers that an evaluation mixes by how many men are left.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Score {
    /// What counts with all men on the board.
    pub middlegame: i32,
    /// What counts with hardly any.
    pub endgame: i32,
}

impl Score {
    /// Nothing.
    pub const ZERO: Self = Self::new(0, 0);

    /// The two numbers.
    pub const fn new(middlegame: i32, endgame: i32) -> Self {
        Self { middlegame, endgame }
    }

    /// The mixture with `phase` parts of `whole` of the middle game, rounded towards zero.
    pub const fn mixed(self, phase: i32, whole: i32) -> i32 {
        (self.middlegame * phase + self.endgame * (whole - phase)) / whole
    }
}

impl Add for Score {
    type Output = Self;
    #[inline(always)]
    fn add(self, other: Self) -> Self {
        Self::new(self.middlegame + other.middlegame, self.endgame + other.endgame)
    }
}

impl Sub for Score {
    type Output = Self;
    #[inline(always)]
    fn sub(self, other: Self) -> Self {
        Self::new(self.middlegame - other.middlegame, self.endgame - other.endgame)
    }
}

impl AddAssign for Score {
    #[inline(always)]
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl SubAssign for Score {
    #[inline(always)]
    fn sub_assign(&mut self, other: Self) {
        *self = *self - other;
    }
}

impl Mul<i32> for Score {
    type Output = Self;
    #[inline(always)]
    fn mul(self, times: i32) -> Self {
        Self::new(self.middlegame * times, self.endgame * times)
    }
}

impl Neg for Score {
    type Output = Self;
    #[inline(always)]
    fn neg(self) -> Self {
        Self::new(-self.middlegame, -self.endgame)
    }
}
