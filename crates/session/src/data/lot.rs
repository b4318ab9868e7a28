//! Numbers drawn by lot, each once, without a list of them.

use ninefold_core::mix;

/// How often the halves of a number are exchanged.
const ROUNDS: usize = 6;

/// The numbers below a limit in an order drawn by a seed.
///
/// The number at a place is the place itself, sent through a Feistel network: the lower half of its bits becomes the upper one, and
/// the upper one, changed by a hash of the lower and of a key, the lower. Whatever the hash says, that permutes the numbers of
/// so many bits. A number that is not below the limit goes through again until it is, so that what is left permutes those that are.
pub(super) struct Lot {
    limit: u64,
    /// The bits of half a number.
    half: u32,
    keys: [u64; ROUNDS],
}

impl Lot {
    /// The numbers below this limit, at least one of them.
    pub(super) fn new(limit: u64, seed: u64) -> Lot {
        let bits = limit.saturating_sub(1).checked_ilog2().map_or(1, |highest| highest + 1);
        let keys = std::array::from_fn(|round| mix(mix(seed) ^ round as u64));
        Lot { limit, half: bits.div_ceil(2), keys }
    }

    /// The number at a place; nothing beyond the last.
    pub(super) fn at(&self, place: u64) -> Option<u64> {
        let mut number = self.through((place < self.limit).then_some(place)?);
        while number >= self.limit {
            number = self.through(number);
        }
        Some(number)
    }

    fn through(&self, number: u64) -> u64 {
        let mask = (1 << self.half) - 1;
        let halves = (number >> self.half, number & mask);
        let (upper, lower) = self
            .keys
            .iter()
            .fold(halves, |(upper, lower), key| (lower, upper ^ mix(key ^ lower) & mask));
        upper << self.half | lower
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_drawn_once() {
        for limit in [1, 2, 3, 4, 5, 16, 17, 1000, 4520] {
            for seed in 0..3 {
                let lot = Lot::new(limit, seed);
                let mut drawn: Vec<u64> =
                    (0..limit).map(|place| lot.at(place).expect("a place")).collect();
                assert_eq!(lot.at(limit), None);
                drawn.sort_unstable();
                assert!(drawn.into_iter().eq(0..limit), "{limit} {seed}");
            }
        }
    }

    /// Of two hundred numbers about half come from either half of all, and about a tenth from the last tenth: four standard
    /// deviations are allowed.
    #[test]
    fn they_come_from_everywhere() {
        for seed in 0..20 {
            let lot = Lot::new(4520, seed);
            let drawn: Vec<u64> = (0..200).filter_map(|place| lot.at(place)).collect();
            let beyond = |part: u64| drawn.iter().filter(|&&number| number >= part).count();
            assert!((72..=128).contains(&beyond(2260)), "{seed}: {}", beyond(2260));
            assert!((4..=36).contains(&beyond(4068)), "{seed}: {}", beyond(4068));
        }
    }
}
