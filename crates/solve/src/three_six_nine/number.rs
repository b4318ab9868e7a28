//! The number types of values: one byte if every value fits, two otherwise.

/// A small signed number. Sums and differences wrap; the user ensures that true values do not.
pub(super) trait Number: Copy + Ord + Default + Send + Sync + Into<i32> + 'static {
    /// The smallest.
    const LOWEST: Self;
    /// The largest.
    const HIGHEST: Self;

    /// Converts `value`, clamped to the range.
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
