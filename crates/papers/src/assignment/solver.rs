//! The solver that answers: exact, with a cache.

use ninefold_core::Player;

use super::board::Board;
use super::cells::{Cells, Wide};
use super::error::SolveError;
use super::game::Game;
use super::memory::Memory;
use super::search::{Position, Search, Workspace};
use ninefold_solve::mnk::{Budget, Question, solve};

/// The node limit of one query before [`Solver::solve`] gives up: some minutes to an hour. No board
/// is rejected for its size alone; a large one with few empty cells left is easy.
pub const POSITION_LIMIT: u64 = 1_000_000_000;

/// Exact values of positions of any size, cached between queries.
///
/// Boards up to 64 cells are searched in one machine word, up to 128 in two, larger ones in six.
/// Each of the three caches takes at most 96 MiB, and little unless it is needed.
///
/// ```
/// use ninefold_core::Player;
/// use ninefold_papers::assignment::{Board, Solver};
///
/// let mut solver = Solver::new();
/// let board = Board::empty(4, 3, 3).expect("a size in range");
/// assert_eq!(solver.solve(&board, Player::FIRST)?, 1);
/// # Ok::<(), ninefold_papers::assignment::SolveError>(())
/// ```
pub struct Solver {
    narrow: Width<u64>,
    middle: Width<u128>,
    wide: Width<Wide>,
    limit: u64,
    positions: u64,
}

impl Solver {
    /// A solver with an empty cache that gives up after [`POSITION_LIMIT`].
    pub fn new() -> Solver {
        Solver::with_limit(POSITION_LIMIT)
    }

    /// A solver that gives up a query after this many nodes.
    pub fn with_limit(limit: u64) -> Solver {
        let (narrow, middle, wide) = (Width::new(), Width::new(), Width::new());
        Solver { narrow, middle, wide, limit, positions: 0 }
    }

    /// The value of a position with best play: 1 if the first player wins, −1 if the second does, 0
    /// for a tie; for either active player, whether or not the numbers of stones fit.
    ///
    /// Returns an error if both players have a line, or if the search is too long.
    pub fn solve(&mut self, board: &Board, active: Player) -> Result<i8, SolveError> {
        let limit = self.limit;
        let (value, positions) = match board.cells().len() {
            ..=64 => match self.narrow.solve(board, active, limit.min(QUICK)) {
                Err(error @ SolveError::TooLarge { .. }) if limit > QUICK => {
                    proved(board, active, limit).ok_or(error)
                }
                quick => quick,
            },
            65..=128 => self.middle.solve(board, active, limit),
            _ => self.wide.solve(board, active, limit),
        }?;
        self.positions += positions;
        Ok(value)
    }

    /// The total number of nodes for all answered queries.
    pub fn positions(&self) -> u64 {
        self.positions
    }
}

impl Default for Solver {
    fn default() -> Solver {
        Solver::new()
    }
}

/// The node limit before proof-number search takes over: alpha-beta answers easy queries faster,
/// proofs reach further.
const QUICK: u64 = 2_000_000;

/// The value for the first player by proof-number search, and its number of nodes.
fn proved(board: &Board, active: Player, limit: u64) -> Option<(i8, u64)> {
    let question = Question {
        rows: board.rows(),
        columns: board.columns(),
        k: board.k(),
        board: board.cells(),
        mover: active,
    };
    let budget = Budget { nodes: Some(limit), memory: 64 << 20, ..Budget::default() };
    let found = solve(&question, &budget, &mut |_| {}).ok()?;
    let sign = if active == Player::FIRST { 1 } else { -1 };
    Some((sign * found.value?, found.nodes))
}

/// The data for all boards with one type of cell sets.
struct Width<C> {
    /// The most recent games, last one first.
    games: Vec<Game<C>>,
    memory: Memory<C>,
    work: Option<Workspace<C>>,
}

/// The number of games whose lines are cached.
const GAMES: usize = 32;

impl<C: Cells> Width<C> {
    fn new() -> Width<C> {
        Width { games: Vec::new(), memory: Memory::new(), work: None }
    }

    /// The value for the first player, and the number of nodes.
    fn solve(
        &mut self,
        board: &Board,
        active: Player,
        limit: u64,
    ) -> Result<(i8, u64), SolveError> {
        self.bring_to_front(board);
        let game = &self.games[0];
        let [empty, first, second] = sets::<C>(board);
        match (game.has_line(first), game.has_line(second)) {
            (true, true) => return Err(SolveError::BothHaveLines { k: board.k() }),
            (true, false) => return Ok((1, 0)),
            (false, true) => return Ok((-1, 0)),
            (false, false) => {}
        }
        let (own, other, sign) = match active {
            Player::FIRST => (first, second, 1),
            _ => (second, first, -1),
        };
        let position = Position { own: own.or(empty), other: other.or(empty) };
        let work = self.work.get_or_insert_with(Workspace::new);
        let mut search = Search::new(game, &mut self.memory, work, limit);
        match search.solve(position) {
            Ok(value) => Ok((sign * value, search.nodes())),
            Err(_) => Err(SolveError::TooLarge {
                rows: board.rows(),
                columns: board.columns(),
                k: board.k(),
                empty: empty.count(),
                limit,
            }),
        }
    }

    fn bring_to_front(&mut self, board: &Board) {
        match self.games.iter().position(|game| game.is_of(board)) {
            Some(0) => {}
            Some(index) => self.games[..=index].rotate_right(1),
            None => {
                self.games.truncate(GAMES - 1);
                self.games.insert(0, Game::of(board));
            }
        }
    }
}

/// The empty cells and the stones of each player.
fn sets<C: Cells>(board: &Board) -> [C; 3] {
    let mut sets = [C::EMPTY; 3];
    for (cell, &stone) in board.cells().iter().enumerate() {
        let set = &mut sets[usize::from(stone)];
        *set = set.or(C::single(cell));
    }
    sets
}
