//! The numbers that values are kept in: one byte where every value fits, two otherwise.

/// A small signed number. Sums and differences wrap; whoever keeps values in it sees to it that true ones
/// do not.
pub(super) trait Number: Copy + Ord + Default + Send + Sync + Into<i32> + 'static {
    /// The smallest.
    const LOWEST: Self;
    /// The largest.
    const HIGHEST: Self;

    /// The number nearest to `value`.
    fn of(value: i32) -> Self;
    fn plus(self, other: Self) -> Self;
    fn minus(self, other: Self) -> Self;
}

macro_rules! number {
    ($($kind:ty),*) => {$(
        impl Number for $kind {
            const LOWEST: Self = Self::MIN;
            const HIGHEST: Self = Self::MAX;

            fn of(value: i32) -> Self {
                value.clamp(Self::MIN.into(), Self::MAX.into()) as Self
            }

            #[inline(always)]
            fn plus(self, other: Self) -> Self {
                self.wrapping_add(other)
            }

            #[inline(always)]
            fn minus(self, other: Self) -> Self {
                self.wrapping_sub(other)
            }
        }
    )*};
}

number!(i8, i16);
