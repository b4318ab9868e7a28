//! The random number generator of the project.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

use crate::mix;

/// Xoshiro256++ seeded from 64 bits. The same seed gives the same choices on every machine and in every version,
/// because the reduction to a range is part of this crate.
///
/// ```
/// use ninefold_core::Random;
///
/// let mut random = Random::new(7);
/// let mut again = Random::new(7);
/// assert_eq!(random.below(100), again.below(100));
/// ```
#[derive(Clone, Debug)]
pub struct Random(Xoshiro256PlusPlus);

impl Random {
    /// Creates the generator of this seed.
    pub fn new(seed: u64) -> Random {
        Random(Xoshiro256PlusPlus::seed_from_u64(seed))
    }

    /// Creates the generator of stream `index` of a seed, for example one per game of a run.
    pub fn stream(seed: u64, index: u64) -> Random {
        Random::new(mix(seed ^ mix(index)))
    }

    /// A number below `bound`, which must not be 0.
    ///
    /// Multiply-shift: the bias is below `bound / 2^64`.
    pub fn below(&mut self, bound: usize) -> usize {
        debug_assert!(bound > 0);
        ((u128::from(self.0.next_u64()) * bound as u128) >> 64) as usize
    }

    /// A random element of a non-empty slice.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}
