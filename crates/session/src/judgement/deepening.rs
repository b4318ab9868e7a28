//! Decides how deep to search when only completed depths count.

/// The growth factor of a depth relative to all depths before it, at least and at most:
/// measurements so far predict it no better.
const GROWTH: std::ops::RangeInclusive<f64> = 1.4..=4.0;
/// A depth is begun if it is likely to end within this multiple of the allowed nodes. Some searches
/// then take more than allowed and some less; the average is about right.
const BEYOND: f64 = 1.4;

/// Decides when an iterative deepening search stops, so that it takes about as many nodes as
/// allowed and wastes none: a depth is begun only if the growth so far suggests it will finish in
/// time. The decision rests on node counts alone, so the same search always ends at the same depth.
pub(super) struct Deepening {
    allowed: u64,
    /// The nodes searched at the end of each depth.
    finished: Vec<u64>,
}

impl Deepening {
    /// For a search of this many nodes.
    pub(super) fn within(allowed: u64) -> Deepening {
        Deepening { allowed, finished: Vec::new() }
    }

    /// Whether to stop after a depth that ended with this many nodes in total.
    pub(super) fn is_enough(&mut self, nodes: u64) -> bool {
        self.finished.push(nodes);
        nodes as f64 * self.growth() > BEYOND * self.allowed as f64
    }

    /// The expected growth factor of the total for the next depth. Odd and even depths differ, so
    /// the estimate uses the last two.
    fn growth(&self) -> f64 {
        let ratio = |before: u64, now: u64| now as f64 / before.max(1) as f64;
        let growth = match self.finished[..] {
            [.., before, _, now] => ratio(before, now).sqrt(),
            [before, now] => ratio(before, now),
            _ => *GROWTH.end(),
        };
        growth.clamp(*GROWTH.start(), *GROWTH.end())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The final node count of a search whose depths grow by this factor, starting from `first`.
    fn ends_with(first: f64, growth: f64, allowed: u64) -> u64 {
        let mut deepening = Deepening::within(allowed);
        let depths = (0..200).map(|depth| (first * growth.powi(depth)) as u64);
        depths.into_iter().find(|&nodes| deepening.is_enough(nodes)).unwrap()
    }

    /// Whatever the growth, a search takes about its allowance on average, and never much more.
    #[test]
    fn a_search_takes_what_it_may_on_average() {
        for growth in [1.5, 2.0, 3.0] {
            let part = |first: u32| {
                let nodes = ends_with(f64::from(first), growth, 100_000);
                nodes as f64 / 100_000.0
            };
            let parts: Vec<f64> = (20..200).map(part).collect();
            let mean = parts.iter().sum::<f64>() / parts.len() as f64;
            assert!((0.75..=1.25).contains(&mean), "{mean} at {growth}");
            assert!(parts.iter().all(|&part| part < 1.5), "{parts:?}");
        }
    }

    /// Cheap odd depths and expensive even ones must not be extrapolated from each other.
    #[test]
    fn depths_that_take_turns_are_looked_at_in_pairs() {
        let mut deepening = Deepening::within(10_000);
        let ended = [100, 110, 900, 1_000, 8_100].map(|nodes| deepening.is_enough(nodes));
        assert_eq!(ended, [false, false, false, false, true]);
    }

    /// Even the smallest allowance completes one depth.
    #[test]
    fn the_first_depth_is_always_told() {
        assert!(Deepening::within(1).is_enough(24));
    }
}
