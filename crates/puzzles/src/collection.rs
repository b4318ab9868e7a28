//! The built-in puzzles.

use std::sync::OnceLock;

use ninefold_session::games;

use crate::Puzzle;

/// All built-in puzzles, from the modules of their games.
pub struct Collection {
    puzzles: Vec<Numbered>,
}

/// A puzzle of the collection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Numbered {
    /// The game's family and the puzzle's number in the family's file, from 1: `morris-17`. New puzzles are
    /// appended, so an id never changes.
    pub id: String,
    /// The puzzle.
    pub puzzle: Puzzle,
}

impl std::ops::Deref for Numbered {
    type Target = Puzzle;

    fn deref(&self) -> &Puzzle {
        &self.puzzle
    }
}

impl Collection {
    /// The built-in collection. Invalid lines are skipped; a test checks that there are none.
    pub fn shipped() -> &'static Collection {
        static SHIPPED: OnceLock<Collection> = OnceLock::new();
        SHIPPED.get_or_init(|| {
            let games = games();
            let of_family = |info: &'static ninefold_core::FamilyInfo| {
                let lines = info.puzzles.lines().enumerate();
                lines.filter_map(move |(index, line)| {
                    let id = format!("{}-{}", info.id, index + 1);
                    Some(Numbered { id, puzzle: line.parse().ok()? })
                })
            };
            Collection { puzzles: games.families().flat_map(of_family).collect() }
        })
    }

    /// All puzzles, game by game.
    pub fn all(&self) -> &[Numbered] {
        &self.puzzles
    }

    /// The puzzles of a family of games: `morris`.
    pub fn of<'a>(&'a self, family: &'a str) -> impl Iterator<Item = &'a Numbered> {
        let family_of = |puzzle: &Numbered| puzzle.game.split(':').next().map(str::to_owned);
        self.puzzles.iter().filter(move |puzzle| family_of(puzzle).as_deref() == Some(family))
    }

    /// The puzzle with this id.
    pub fn get(&self, id: &str) -> Option<&Numbered> {
        self.puzzles.iter().find(|puzzle| puzzle.id == id)
    }

    /// The puzzle of a day, counted from any first day: a different one every day until all have been used.
    ///
    /// ```
    /// use ninefold_puzzles::Collection;
    ///
    /// let puzzles = Collection::shipped();
    /// assert_ne!(puzzles.of_day(20_000), puzzles.of_day(20_001));
    /// ```
    pub fn of_day(&self, day: u64) -> Option<&Numbered> {
        let count = self.puzzles.len() as u64;
        // A step coprime to the number of puzzles visits all of them, alternating between games.
        let step = (count * 5 / 13 + 1..).find(|&step| greatest_divisor(step, count) <= 1)?;
        let place = day.checked_rem(count)? * step % count;
        self.puzzles.get(place as usize)
    }
}

/// The greatest common divisor; 1 if `b` is 0.
fn greatest_divisor(a: u64, b: u64) -> u64 {
    match b {
        0 => 1,
        _ if a.is_multiple_of(b) => b,
        _ => greatest_divisor(b, a % b),
    }
}
