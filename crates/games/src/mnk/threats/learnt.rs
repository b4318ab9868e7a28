//! Learnt weights for gomoku: the worth of each combination of four kinds on a cell, and of each set of threats on
//! the board.
//!
//! The numbers come from `cargo run --release -p ninefold-search --example learn_gomoku` and are stored in
//! `learnt.bin`. A value of 1000 makes the player to move e times as likely to win, according to searches of 5,000
//! positions. An appeal of 1000 more makes a cell e times as likely to be the one that these searches choose.

use ninefold_core::{Odds, Player, Rules};

use super::super::{Cell, Mnk, State};
use super::board_threats::{BoardThreats, Plan};
pub use super::class::KINDS;
use super::class::Kind;
use super::instant_wins::Duty;
use super::shape::{Shapes, Threat, WEIGHTS, Weights, Worth};

/// The number of combinations of four kinds, ignoring order.
pub const COMBINATIONS: usize = KINDS * (KINDS + 1) * (KINDS + 2) * (KINDS + 3) / 24;
/// The number of different sets of threats.
pub const MARKS: usize = 1 << 10;
/// The number of learnt values: for each combination its worth to the player to move and to the opponent, and its
/// appeal as a place for the next stone, own and opposing; and the worth of each set of threats.
pub const NUMBERS: usize = 4 * COMBINATIONS + MARKS;

/// The index of a combination.
fn combination(kinds: [Kind; 4]) -> usize {
    let mut kinds = kinds.map(|kind| kind as usize);
    kinds.sort_unstable();
    let [d, c, b, a] = kinds;
    a * (a + 1) * (a + 2) * (a + 3) / 24 + b * (b + 1) * (b + 2) / 6 + c * (c + 1) / 2 + d
}

/// The kinds of each combination, by index.
pub fn kinds_of_combinations() -> Vec<[usize; 4]> {
    let mut all = vec![[0; 4]; COMBINATIONS];
    for a in 0..KINDS {
        for b in 0..=a {
            for c in 0..=b {
                for d in 0..=c {
                    let kinds = [a, b, c, d];
                    all[combination(kinds.map(|kind| Kind::ALL[kind]))] = kinds;
                }
            }
        }
    }
    all
}

/// All learnt values, two bytes each, as written by the example `learn_gomoku`.
static LEARNT: &[u8; 2 * NUMBERS] = include_bytes!("learnt.bin");

fn number(index: usize) -> i16 {
    i16::from_le_bytes([LEARNT[2 * index], LEARNT[2 * index + 1]])
}

/// Whether the learnt values apply to a game: five in a row on the gomoku board or a larger one.
pub fn holds<const W: usize>(game: &Mnk<W>) -> bool {
    game.k() == 5 && game.rows().min(game.columns()) >= 15
}

/// Shapes with the learnt worth of their combinations.
pub(super) fn shapes() -> Shapes {
    Shapes::new(|kinds| {
        let of = |part: usize| number(part * COMBINATIONS + combination(kinds));
        Worth { judged: [of(0), of(1)], appeal: [of(2), of(3)] }
    })
}

/// The learnt worth of sets of threats.
pub(super) fn marks() -> Vec<i16> {
    (4 * COMBINATIONS..NUMBERS).map(number).collect()
}

/// Fitted to the results of 2,100 games between levels 3 and 8 and to searches of 31,300 of their positions, with
/// 5,000, 20,000 and 200,000 positions each (on this board a ninth of them): `ninefold measure calibration gomoku
/// --samples FILE` with `--seed 911` and `912` (`--games 700 --positions 26000`), `--seed 921 --games 200
/// --positions 6000 --nodes 200000` and `--seed 922 --games 500 --positions 20000 --nodes 5000`. The last-move term
/// is that of full-width searches; selective ones need less of it.
pub(super) const ODDS: Odds =
    Odds { scale: 1925, tempo: 175, last_move: 240, growth: 12, doubt: 9 };

impl<const W: usize> BoardThreats<'_, W> {
    /// The set of threats on the board, as a number below [`MARKS`].
    pub(super) fn mark(&self, mover: usize) -> usize {
        const SEEN: [(bool, Threat); 10] = [
            (true, Threat::FourThree),
            (true, Threat::Four),
            (true, Threat::DoubleThree),
            (true, Threat::Three),
            (false, Threat::Five),
            (false, Threat::Double),
            (false, Threat::FourThree),
            (false, Threat::Four),
            (false, Threat::DoubleThree),
            (false, Threat::Three),
        ];
        let mut mark = 0;
        for (bit, (own, threat)) in SEEN.into_iter().enumerate() {
            let player = if own { mover } else { 1 - mover };
            mark |= usize::from(self.count_of(player, threat) > 0) << bit;
        }
        mark
    }
}

/// The features of a position for learning.
pub struct Seen {
    /// For each empty cell, its combinations for the player to move and for the opponent.
    pub cells: Vec<(Cell, [u16; 2])>,
    /// The set of threats.
    pub mark: u16,
    /// Whether a win or a loss is visible without search.
    pub decided: bool,
    /// Whether no immediate reply is needed.
    pub calm: bool,
}

/// Extracts features from positions.
pub struct Look(Plan);

impl Look {
    /// Creates an extractor for this game.
    pub fn new<const W: usize>(game: &Mnk<W>) -> Look {
        Look(Plan::new(game, Shapes::weighed(&Weights([[0; WEIGHTS]; 2])), Vec::new()))
    }

    /// The features of a position.
    pub fn at<const W: usize>(&self, game: &Mnk<W>, state: &State<W>) -> Seen {
        let board = BoardThreats::new(&self.0, game, state);
        let mover = game.to_move(state);
        let mut cells = Vec::new();
        board.each_prospect(mover.index(), |cell, kinds| {
            cells.push((Cell(cell as u16), [combination(kinds) as u16, 0]));
        });
        let mut index = 0;
        board.each_prospect(Player::other(mover).index(), |_, kinds| {
            cells[index].1[1] = combination(kinds) as u16;
            index += 1;
        });
        let won = board.instant_win(mover.index()).is_some();
        let duty = board.duty(mover.index());
        Seen {
            cells,
            mark: board.mark(mover.index()) as u16,
            decided: won || duty == Duty::Hopeless,
            calm: duty == Duty::Free && board.count_of(1 - mover.index(), Threat::Double) == 0,
        }
    }
}
