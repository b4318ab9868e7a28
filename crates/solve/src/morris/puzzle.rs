//! Positions with exactly one winning move.

use ninefold_core::{Player, Random, Rules};
use ninefold_games::morris::{Morris, Move, State};

use super::file::TableError;
use super::sample::random_position;
use super::tables::{Tables, Value};

/// A position to solve.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The position.
    pub state: State,
    /// The one move that wins.
    pub solution: Move,
    /// How many plies the win takes, if distances are known.
    pub plies: Option<u32>,
    /// From 1, easy, to 5: by the length of the win, or without distances by how many winning moves
    /// in a row are the only ones.
    pub level: u32,
}

/// The levels of puzzles.
pub const PUZZLE_LEVELS: std::ops::RangeInclusive<u32> = 1..=5;

/// The longest win, in plies, of each level but the last.
const LENGTHS: [u32; 4] = [3, 9, 19, 39];
/// The fewest moves among which one must be found.
const FEWEST_MOVES: usize = 4;
/// Random positions to look at before giving up.
const ATTEMPTS: u32 = 2_000_000;

/// The first puzzle of a seed, of a level if one is given; nothing if none is found.
pub fn puzzle(
    tables: &Tables,
    seed: u64,
    level: Option<u32>,
) -> Result<Option<Puzzle>, TableError> {
    let mut random = Random::new(seed);
    for _ in 0..ATTEMPTS {
        let men = [0; 2].map(|_| 3 + random.below(tables.men() as usize - 2) as u32);
        let mover = Player::new(random.below(2));
        let state = random_position(&mut random, men, 18, mover);
        if tables.value(&state)? != Some(Value::Win) {
            continue;
        }
        let Some(solution) = only_win(tables, &state)? else { continue };
        let plies = tables.probe(&state)?.and_then(|verdict| verdict.plies);
        let graded = match plies {
            Some(plies) => 1 + LENGTHS.iter().filter(|&&length| plies > length).count() as u32,
            None => only_wins_in_a_row(tables, state, solution, *PUZZLE_LEVELS.end())?,
        };
        if level.is_none_or(|level| level == graded) {
            return Ok(Some(Puzzle { state, solution, plies, level: graded }));
        }
    }
    Ok(None)
}

/// The winning move, if there is exactly one among enough moves.
fn only_win(tables: &Tables, state: &State) -> Result<Option<Move>, TableError> {
    let moves = tables.moves(state)?.unwrap_or_default();
    if moves.len() < FEWEST_MOVES {
        return Ok(None);
    }
    let mut wins = moves.iter().filter(|(_, verdict)| verdict.value == Value::Win);
    Ok(match (wins.next(), wins.next()) {
        (Some((mv, _)), None) => Some(*mv),
        _ => None,
    })
}

/// How many only moves follow each other if the loser always makes it so, up to the highest level.
fn only_wins_in_a_row(
    tables: &Tables,
    mut state: State,
    solution: Move,
    most: u32,
) -> Result<u32, TableError> {
    if most == 1 {
        return Ok(1);
    }
    let game = Morris::default();
    game.play(&mut state, solution);
    let mut replies = Vec::new();
    game.moves(&state, &mut replies);
    let mut longest = 0;
    for reply in replies {
        let mut after = state;
        game.play(&mut after, reply);
        if let Some(only) = only_win(tables, &after)? {
            longest = longest.max(only_wins_in_a_row(tables, after, only, most - 1)?);
        }
        if longest == most - 1 {
            break;
        }
    }
    Ok(1 + longest)
}
