//! How deep a search may look that speaks only of depths it has finished.

/// How many times as much as all depths before it a depth costs with all of them, at least and at most: what was seen so
/// far foretells it no better.
const GROWTH: std::ops::RangeInclusive<f64> = 1.4..=4.0;
/// A depth is begun if it is likely to end within so many times the positions that are allowed. Some searches then take
/// more than that and some less; on average it is about what is allowed.
const BEYOND: f64 = 1.4;

/// Tells a search that deepens when to stop, so that it takes about as many positions as it is allowed and none of them in
/// vain: a depth is begun only if it is likely to be finished in time, as far as the growth from depth to depth tells.
/// Counts of positions decide alone, so the same search always ends at the same depth.
pub(super) struct Deepening {
    allowed: u64,
    /// The positions looked at when each depth was finished.
    finished: Vec<u64>,
}

impl Deepening {
    /// For a search that is allowed so many positions.
    pub(super) fn within(allowed: u64) -> Deepening {
        Deepening { allowed, finished: Vec::new() }
    }

    /// Whether no other depth is to be begun after one that ended with so many positions in all.
    pub(super) fn is_enough(&mut self, nodes: u64) -> bool {
        self.finished.push(nodes);
        nodes as f64 * self.growth() > BEYOND * self.allowed as f64
    }

    /// How many times as many positions the next depth is likely to end with. Odd and even depths differ, so two are looked back.
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

    /// With how many positions a search ends whose depths grow by this factor from this many on.
    fn ends_with(first: f64, growth: f64, allowed: u64) -> u64 {
        let mut deepening = Deepening::within(allowed);
        let depths = (0..200).map(|depth| (first * growth.powi(depth)) as u64);
        depths.into_iter().find(|&nodes| deepening.is_enough(nodes)).unwrap()
    }

    /// Whatever the growth, a search takes about what it may on average, and never much more.
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

    /// Odd depths that cost nothing and even ones that cost much are not taken for what comes next.
    #[test]
    fn depths_that_take_turns_are_looked_at_in_pairs() {
        let mut deepening = Deepening::within(10_000);
        let ended = [100, 110, 900, 1_000, 8_100].map(|nodes| deepening.is_enough(nodes));
        assert_eq!(ended, [false, false, false, false, true]);
    }

    /// A search that is allowed hardly anything finishes one depth.
    #[test]
    fn the_first_depth_is_always_told() {
        assert!(Deepening::within(1).is_enough(24));
    }
}
