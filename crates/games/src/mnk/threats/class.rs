//! What a stone on an empty cell would make of one of the four lines through it.

use std::sync::OnceLock;

/// What a stone makes of a line, by how many more stones the most advanced window of K cells then needs.
///
/// The names are those of gomoku, where K is 5; for another K a "four" is K − 1 stones, and so on.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(super) enum Class {
    /// No window through the cell can be completed any more.
    Dead,
    /// Four or more stones are missing.
    Far,
    /// Three are missing.
    Two,
    /// Three are missing, and two of them could make an [`OpenFour`](Class::OpenFour).
    OpenTwo,
    /// Two are missing.
    Three,
    /// Two are missing, and one of them could make an [`OpenFour`](Class::OpenFour).
    OpenThree,
    /// One is missing, on one cell.
    Four,
    /// One is missing, on either of two cells: it cannot be blocked.
    OpenFour,
    /// A line: the game is won.
    Five,
}

/// A class, and how much room there is to extend it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(super) enum Kind {
    /// [`Class::Dead`].
    Dead,
    /// [`Class::Far`] with one or two windows, …
    FarNarrow,
    /// … with some of them blocked, …
    Far,
    /// … with all of them.
    FarWide,
    /// [`Class::Two`] in one window, …
    TwoNarrow,
    /// … in several.
    Two,
    /// [`Class::OpenTwo`] with at most two cells for an open three, …
    OpenTwoNarrow,
    /// … with three, …
    OpenTwo,
    /// … with more.
    OpenTwoWide,
    /// [`Class::Three`] in one window, …
    ThreeNarrow,
    /// … in several.
    Three,
    /// [`Class::OpenThree`] with one cell for an open four, …
    OpenThreeNarrow,
    /// … with several.
    OpenThree,
    /// [`Class::Four`].
    Four,
    /// [`Class::OpenFour`].
    OpenFour,
    /// [`Class::Five`].
    Five,
}

/// The number of kinds.
pub const KINDS: usize = 16;

impl Kind {
    /// All kinds, the weakest first.
    pub(super) const ALL: [Kind; KINDS] = [
        Kind::Dead,
        Kind::FarNarrow,
        Kind::Far,
        Kind::FarWide,
        Kind::TwoNarrow,
        Kind::Two,
        Kind::OpenTwoNarrow,
        Kind::OpenTwo,
        Kind::OpenTwoWide,
        Kind::ThreeNarrow,
        Kind::Three,
        Kind::OpenThreeNarrow,
        Kind::OpenThree,
        Kind::Four,
        Kind::OpenFour,
        Kind::Five,
    ];

    /// The class without the room.
    pub(super) fn class(self) -> Class {
        match self {
            Kind::Dead => Class::Dead,
            Kind::FarNarrow | Kind::Far | Kind::FarWide => Class::Far,
            Kind::TwoNarrow | Kind::Two => Class::Two,
            Kind::OpenTwoNarrow | Kind::OpenTwo | Kind::OpenTwoWide => Class::OpenTwo,
            Kind::ThreeNarrow | Kind::Three => Class::Three,
            Kind::OpenThreeNarrow | Kind::OpenThree => Class::OpenThree,
            Kind::Four => Class::Four,
            Kind::OpenFour => Class::OpenFour,
            Kind::Five => Class::Five,
        }
    }
}

/// What a player sees along a line from an empty cell: the K − 1 cells on either side, as far as a window through
/// the cell can reach.
///
/// ```text
///  K = 3:   bit  0 1 2 3 4     own    1 0 0 1 0    stones of the player
///           line x . ? x o     taken  0 0 0 0 1    stones of the other, and what is off the board
/// ```
#[derive(Clone, Copy, Debug)]
pub(super) struct Outlook {
    pub(super) own: u64,
    pub(super) taken: u64,
}

/// The windows of `k` cells in an outlook, all through its middle, that are not blocked.
fn windows(k: usize, taken: u64) -> impl Iterator<Item = u64> {
    (0..k).map(move |shift| ((1 << k) - 1) << shift).filter(move |window| window & taken == 0)
}

impl Outlook {
    /// The class of the player's stone on the middle cell.
    pub(super) fn class(mut self, k: usize) -> Class {
        self.own |= 1 << (k - 1);
        let missing = windows(k, self.taken).map(|window| (window & !self.own).count_ones()).min();
        let Some(missing) = missing else { return Class::Dead };
        match (missing, missing <= 3 && self.opens(k, missing)) {
            (0, _) => Class::Five,
            (1, open) => {
                if open {
                    Class::OpenFour
                } else {
                    Class::Four
                }
            }
            (2, open) => {
                if open {
                    Class::OpenThree
                } else {
                    Class::Three
                }
            }
            (3, open) => {
                if open {
                    Class::OpenTwo
                } else {
                    Class::Two
                }
            }
            _ => Class::Far,
        }
    }

    /// The kind of the player's stone on the middle cell.
    pub(super) fn kind(self, k: usize) -> Kind {
        let filled = Outlook { own: self.own | 1 << (k - 1), ..self };
        let free = || windows(k, self.taken);
        let missing = |most| free().filter(|w| (w & !filled.own).count_ones() <= most).count();
        // The number of cells that improve it to the next open class.
        let ways = |missing: u32| {
            let open = |bit: &u64| Outlook { own: filled.own | bit, ..self }.opens(k, missing - 1);
            bits(filled.missing(k, missing)).filter(open).count()
        };
        match self.class(k) {
            Class::Dead => Kind::Dead,
            Class::Far => match free().count() {
                0..3 => Kind::FarNarrow,
                windows if windows < k => Kind::Far,
                _ => Kind::FarWide,
            },
            Class::Two if missing(3) > 1 => Kind::Two,
            Class::Two => Kind::TwoNarrow,
            Class::OpenTwo => match ways(3) {
                0..3 => Kind::OpenTwoNarrow,
                3 => Kind::OpenTwo,
                _ => Kind::OpenTwoWide,
            },
            Class::Three if missing(2) > 1 => Kind::Three,
            Class::Three => Kind::ThreeNarrow,
            Class::OpenThree if ways(2) > 1 => Kind::OpenThree,
            Class::OpenThree => Kind::OpenThreeNarrow,
            Class::Four => Kind::Four,
            Class::OpenFour => Kind::OpenFour,
            Class::Five => Kind::Five,
        }
    }

    /// Whether `missing − 1` more stones could create two windows that lack one cell each, on different cells.
    fn opens(self, k: usize, missing: u32) -> bool {
        let useful = self.missing(k, missing);
        match missing {
            0 => true,
            1 => useful.count_ones() > 1,
            _ => bits(useful)
                .any(|bit| Outlook { own: self.own | bit, ..self }.opens(k, missing - 1)),
        }
    }

    /// The empty cells of the windows with at most `most` stones missing.
    fn missing(self, k: usize, most: u32) -> u64 {
        let gaps = windows(k, self.taken).map(|window| window & !self.own);
        gaps.filter(|gap| gap.count_ones() <= most).fold(0, |all, gap| all | gap)
    }

    /// The empty cells that can share a window with the middle one: nothing between them is taken.
    #[inline]
    pub(super) fn reach(self, k: usize) -> u64 {
        let middle = 1 << (k - 1);
        let before = self.taken & (middle - 1);
        let after = self.taken & !(2 * middle - 1);
        let first = u64::BITS - before.leading_zeros();
        let last = after.trailing_zeros().min(2 * k as u32 - 1);
        ((1 << last) - (1 << first)) & !(self.own | middle)
    }

    /// The cells on which a four made on the middle cell rests: the empty cells, including the middle, of the
    /// windows in which one more is missing.
    pub(super) fn gaps_of_four(self, k: usize) -> u64 {
        self.missing(k, 2)
    }
}

/// The single bits of a word.
fn bits(mut word: u64) -> impl Iterator<Item = u64> {
    std::iter::from_fn(move || {
        let lowest = word & word.wrapping_neg();
        word ^= lowest;
        (lowest != 0).then_some(lowest)
    })
}

/// The largest K with a lookup table of kinds.
const LARGEST_TABLE: usize = 6;

/// The kinds of all outlooks for one K, from a table if it is small enough.
#[derive(Clone, Copy, Debug)]
pub(super) struct Kinds {
    k: usize,
    /// Indexed by the own stones, with the taken cells above them, both without the middle cell.
    table: Option<&'static [Kind]>,
}

impl Kinds {
    /// The kinds for K; tables are created once.
    pub(super) fn new(k: usize) -> Kinds {
        static TABLES: [OnceLock<Vec<Kind>>; LARGEST_TABLE + 1] =
            [const { OnceLock::new() }; LARGEST_TABLE + 1];
        let table = TABLES.get(k).map(|table| &**table.get_or_init(|| all_kinds(k)));
        Kinds { k, table }
    }

    /// The kind of a stone on the middle cell.
    #[inline]
    pub(super) fn of(self, outlook: Outlook) -> Kind {
        match self.table {
            Some(table) => table[index(self.k, outlook)],
            None => outlook.kind(self.k),
        }
    }
}

#[inline]
fn index(k: usize, outlook: Outlook) -> usize {
    let below = (1 << (k - 1)) - 1;
    let folded = |word: u64| word & below | word >> 1 & !below;
    (folded(outlook.own) | folded(outlook.taken) << (2 * k - 2)) as usize
}

fn all_kinds(k: usize) -> Vec<Kind> {
    let side = 2 * k - 2;
    let mut kinds = vec![Kind::Dead; 1 << (2 * side)];
    let below = (1 << (k - 1)) - 1;
    let unfolded = |word: u64| word & below | (word & !below) << 1;
    for own in 0..1_u64 << side {
        let free = !own & ((1 << side) - 1);
        // Every set of cells without stones of the player.
        let mut taken = free;
        loop {
            let outlook = Outlook { own: unfolded(own), taken: unfolded(taken) };
            kinds[index(k, outlook)] = outlook.kind(k);
            if taken == 0 {
                break;
            }
            taken = (taken - 1) & free;
        }
    }
    kinds
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The class of a stone on `?`, where `x` are own stones and `o` and the ends are taken.
    fn class(line: &str) -> Class {
        const K: usize = 5;
        let middle = line.find('?').expect("a cell to judge") as isize;
        let mut outlook = Outlook { own: 0, taken: 0 };
        for bit in 0..2 * K as isize - 1 {
            let at = usize::try_from(middle + bit + 1 - K as isize).ok();
            match at.and_then(|at| line.as_bytes().get(at)) {
                Some(b'x') => outlook.own |= 1 << bit,
                Some(b'.' | b'?') => {}
                _ => outlook.taken |= 1 << bit,
            }
        }
        let looked_up = Kinds::new(K).of(outlook);
        assert_eq!(looked_up, outlook.kind(K), "{line}");
        assert_eq!(looked_up.class(), outlook.class(K), "{line}");
        looked_up.class()
    }

    #[test]
    fn lines_of_gomoku_have_their_names() {
        for (line, wanted) in [
            ("xxxx?", Class::Five),
            ("oxx?xxxo", Class::Five),
            (".xx?x.", Class::OpenFour),
            (".xxx?.", Class::OpenFour),
            ("x.xx?.x", Class::OpenFour),
            ("xx.x?.xx", Class::OpenFour),
            ("oxxx?.", Class::Four),
            (".xxx?o", Class::Four),
            ("oxx?.xo", Class::Four),
            ("..xx?..", Class::OpenThree),
            ("o.xx?..", Class::OpenThree),
            (".x.x?.", Class::OpenThree),
            ("o.xx?.o", Class::Three),
            ("oxx?..", Class::Three),
            ("x..?xo", Class::Three),
            ("..x?...", Class::OpenTwo),
            (".x..?.", Class::OpenTwo),
            ("ox?...", Class::Two),
            ("o.x?..o", Class::Two),
            ("....?....", Class::Far),
            ("o...?o", Class::Dead),
            ("xxxo?oxxx", Class::Dead),
        ] {
            assert_eq!(class(line), wanted, "{line}");
            let mirrored: String = line.chars().rev().collect();
            assert_eq!(class(&mirrored), wanted, "{mirrored}");
        }
    }

    #[test]
    fn one_in_a_row_is_a_line_at_once_and_two_need_a_neighbour() {
        assert_eq!(Kinds::new(1).of(Outlook { own: 0, taken: 0 }).class(), Class::Five);
        let pair = Kinds::new(2);
        assert_eq!(pair.of(Outlook { own: 0b001, taken: 0b100 }).class(), Class::Five);
        assert_eq!(pair.of(Outlook { own: 0, taken: 0 }).class(), Class::OpenFour);
        assert_eq!(pair.of(Outlook { own: 0, taken: 0b100 }).class(), Class::Four);
        assert_eq!(pair.of(Outlook { own: 0, taken: 0b101 }).class(), Class::Dead);
    }
}
