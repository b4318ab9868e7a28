//! The probability model: the chances of a win and of a loss by the context of a position.
//!
//! The context is the shape of the board, and how often positions of the same row with all men but one in common
//! have been won or lost so far. Each space has its own probabilities. Contexts that are rare, or behave like
//! others with the same row statistics, use a common probability.

use super::coder::Chance;
use super::shape::SHAPES;

/// The number of grades of frequency; see [`grade`].
pub(super) const GRADES: usize = 12;
/// The number of probabilities per shape: a win and, if it is no win, a loss, by grade.
pub(super) const PER_SHAPE: usize = 2 * GRADES;
/// The number of contexts.
const ALL: usize = SHAPES * PER_SHAPE;
/// The number of bits that a separate probability must save per space, which is about its storage cost.
const WORTH: u64 = 13;

/// The number of probability levels; the odds grow by about 43 per cent from one to the next.
const LEVELS: usize = 64;

/// The probability of each level.
static CHANCES: [Chance; LEVELS] = {
    const LOWER: [Chance; LEVELS / 2] = [
        1, 1, 2, 2, 3, 5, 7, 10, 14, 20, 29, 41, 59, 84, 120, 172, 246, 352, 504, 720, 1027, 1462,
        2076, 2935, 4127, 5758, 7951, 10827, 14482, 18943, 24130, 29827,
    ];
    let mut chances = [0; LEVELS];
    let mut level = 0;
    while level < LEVELS / 2 {
        chances[level] = LOWER[level];
        chances[LEVELS - 1 - level] = LOWER[level].wrapping_neg();
        level += 1;
    }
    chances
};

/// The cost of a yes at each level, and of a no at the mirrored one, in units of 1/65536 bit. They are integers, so
/// that the same book is made on every machine.
static ROOM: [u64; LEVELS] = {
    let mut room = [0; LEVELS];
    let mut level = 0;
    while level < LEVELS {
        room[level] = (16 << 16) - logarithm(CHANCES[level] as u64);
        level += 1;
    }
    room
};

/// The binary logarithm of a number from 1 to 65535 in units of 1/65536, rounded down.
const fn logarithm(number: u64) -> u64 {
    let whole = number.ilog2() as u64;
    // From 1 to below 2, with 31 fractional bits; squared 16 times.
    let mut rest = number << (31 - whole);
    let mut found = whole;
    let mut bit = 0;
    while bit < 16 {
        rest = (rest * rest) >> 31;
        found <<= 1;
        if rest >> 32 != 0 {
            found |= 1;
            rest >>= 1;
        }
        bit += 1;
    }
    found
}

/// Grades the frequency `came / times`: never, below 3 %, 10 %, 25 %, 50 %, 75 %, 90 %, 97 %, more, and always;
/// then never or always in fewer than eight cases, and no cases at all.
#[inline(always)]
pub(super) fn grade(came: u32, times: u32) -> usize {
    const FEW: u32 = 8;
    if times == 0 {
        return 11;
    }
    if came == 0 || came == times {
        return if times < FEW {
            10
        } else if came == 0 {
            0
        } else {
            9
        };
    }
    let percent = came * 100 / times;
    1 + [3, 10, 25, 50, 75, 90, 97].iter().filter(|&&bound| percent >= bound).count()
}

/// The context of a position; each field is less than [`SHAPES`] or [`GRADES`].
#[derive(Clone, Copy, Debug)]
pub(super) struct Circumstances {
    pub(super) shape: usize,
    /// How often similar positions were won.
    pub(super) won: usize,
    /// How often similar positions that were not won were lost.
    pub(super) lost: usize,
}

impl Circumstances {
    /// The number of the question whether the position is won.
    fn win(self) -> usize {
        self.shape * PER_SHAPE + self.won
    }

    /// The number of the question whether it is lost, given that it is not won.
    fn loss(self) -> usize {
        self.shape * PER_SHAPE + GRADES + self.lost
    }
}

/// The numbers of no and yes answers for each question.
pub(super) struct Counts(Vec<[u32; 2]>);

impl Counts {
    pub(super) fn new() -> Counts {
        Counts(vec![[0; 2]; ALL])
    }

    /// Counts a position; `value` is 0 for a loss, 1 for a draw and 2 for a win.
    pub(super) fn add(&mut self, circumstances: Circumstances, value: u8) {
        self.0[circumstances.win()][usize::from(value == 2)] += 1;
        if value != 2 {
            self.0[circumstances.loss()][usize::from(value == 0)] += 1;
        }
    }

    /// Returns the probabilities with the smallest total size.
    pub(super) fn chances(&self) -> Written {
        let mut sums = [[0; 2]; PER_SHAPE];
        for (question, counts) in self.0.iter().enumerate() {
            let sum: &mut [u32; 2] = &mut sums[question % PER_SHAPE];
            sum[0] += counts[0];
            sum[1] += counts[1];
        }
        let common = sums.map(best_level);
        let mut own = Vec::new();
        let asked = self.0.iter().enumerate().filter(|(_, counts)| **counts != [0; 2]);
        for (question, &counts) in asked {
            let level = best_level(counts);
            let saved = room(common[question % PER_SHAPE], counts) - room(level, counts);
            if saved > WORTH << 16 {
                own.push((question as u32, level));
            }
        }
        Written { common, own }
    }
}

/// The size of answers at a level.
fn room(level: u8, [no, yes]: [u32; 2]) -> u64 {
    let level = usize::from(level);
    u64::from(yes) * ROOM[level] + u64::from(no) * ROOM[LEVELS - 1 - level]
}

/// The level with the smallest size of the answers; the first on ties.
fn best_level(counts: [u32; 2]) -> u8 {
    (0..LEVELS as u8).min_by_key(|&level| room(level, counts)).unwrap_or(0)
}

/// The probabilities of a space in stored form.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Written {
    /// The common levels, by question and grade.
    pub(super) common: [u8; PER_SHAPE],
    /// The questions with their own probability, in ascending order, and its level.
    pub(super) own: Vec<(u32, u8)>,
}

impl Written {
    /// Whether all numbers are in range; others indicate damage.
    pub(super) fn is_sound(&self) -> bool {
        let levels = self.common.iter().chain(self.own.iter().map(|(_, level)| level));
        let ascends = self.own.windows(2).all(|pair| pair[0].0 < pair[1].0);
        let known = self.own.last().is_none_or(|&(question, _)| (question as usize) < ALL);
        levels.into_iter().all(|&level| usize::from(level) < LEVELS) && ascends && known
    }
}

/// The probabilities of a space, ready for lookup.
pub(super) struct Chances {
    /// For each shape the index of its probabilities; the common ones have index 0.
    numbers: Vec<u16>,
    levels: Vec<[u8; PER_SHAPE]>,
}

impl Chances {
    pub(super) fn new(written: &Written) -> Chances {
        let mut numbers = vec![0; if written.own.is_empty() { 0 } else { SHAPES }];
        let mut levels = vec![written.common];
        for &(question, level) in &written.own {
            let (shape, part) = (question as usize / PER_SHAPE, question as usize % PER_SHAPE);
            if numbers[shape] == 0 {
                numbers[shape] = levels.len() as u16;
                levels.push(written.common);
            }
            levels[usize::from(numbers[shape])][part] = level;
        }
        Chances { numbers, levels }
    }

    /// The probability of a win, and of a loss if it is no win.
    #[inline(always)]
    pub(super) fn of(&self, circumstances: Circumstances) -> [Chance; 2] {
        let number = self.numbers.get(circumstances.shape).copied().unwrap_or(0);
        let levels = &self.levels[usize::from(number)];
        let chance = |part: usize| CHANCES[usize::from(levels[part])];
        [chance(circumstances.won), chance(GRADES + circumstances.lost)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn logarithms_of_whole_numbers() {
        for number in 1..65536_u64 {
            let exact = (number as f64).log2() * 65536.0;
            let found = logarithm(number) as f64;
            assert!(found <= exact + 0.01 && found > exact - 2.0, "{number}: {found} {exact}");
        }
    }

    #[test]
    fn the_level_is_that_of_the_frequency() {
        assert_eq!(CHANCES[usize::from(best_level([0, 100_000]))], 65535);
        assert_eq!(CHANCES[usize::from(best_level([100_000, 0]))], 1);
        let half = CHANCES[usize::from(best_level([1000, 1000]))];
        assert!((29_000..36_600).contains(&half), "{half}");
        assert!(CHANCES.is_sorted());
    }

    #[test]
    fn grades_ascend() {
        let grades = [0, 2, 5, 20, 40, 60, 80, 95, 98, 100].map(|came| grade(came, 100));
        assert_eq!(grades, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        assert_eq!([grade(0, 7), grade(7, 7), grade(0, 0)], [10, 10, 11]);
    }
}
