//! The Maker–Breaker game: can one side complete a line if the other only tries to prevent it?

mod cells;
mod children;
mod front;
mod grid;
mod jobs;
mod kept;
mod lanes;
mod names;
mod news;
mod options;
mod pairing;
mod search;
mod sight;
mod strategy;
mod table;
mod threads;
mod words;

use cells::Set;
use grid::Grid;
pub use jobs::Reply;
pub use kept::{KeptTree, LeafSolver, TreeError, TreeNews};
use search::Search;
pub use sight::BreakerCuts;
use strategy::Writer;
pub(super) use strategy::{Answer, Hold, Unwritten};

/// The Maker–Breaker game on one board; its table is kept between questions.
pub(super) struct Breaker {
    search: Search,
}

/// The winner and the zone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct MakerBreaker {
    /// Whether Maker completes a line.
    pub maker_wins: bool,
    /// Empty cells, bit c for cell c row by row: the loser loses even with all other empty cells.
    pub zone: u128,
}

impl Breaker {
    /// Creates the game on a board; `None` if the board has no cell or more than 128, or K is 0.
    pub fn new(size: [usize; 3], cuts: BreakerCuts, memory: usize) -> Option<Breaker> {
        let grid = Grid::new(size[0], size[1], size[2])?;
        Some(Breaker { search: Search::new(grid, cuts, memory) })
    }

    /// The number of positions searched.
    pub fn looks(&self) -> u64 {
        self.search.looks()
    }

    /// Whether these stones fill a window.
    pub fn has_line(&self, stones: Set) -> bool {
        self.search.eye.grid.has_line(stones)
    }

    /// The winner from a position in which Maker has no line; `None` if the search was stopped first.
    ///
    /// `watch` is called with the number of positions searched and the numbers of Maker and Breaker, and returns
    /// whether to stop.
    pub fn ask(
        &mut self,
        [makers, breakers]: [Set; 2],
        maker_moves: bool,
        watch: &mut dyn FnMut(u64, [u32; 2]) -> bool,
    ) -> Option<MakerBreaker> {
        self.search.committed = makers | breakers == 0;
        let position = self.search.position(makers, breakers);
        let found = self.search.ask(position, maker_moves, &mut |looks, numbers| {
            watch(looks, [numbers.maker, numbers.breaker])
        });
        found.map(|(maker_wins, zone)| MakerBreaker { maker_wins, zone })
    }

    /// Like [`ask`](Breaker::ask) on several threads.
    pub fn ask_threads(
        &mut self,
        stones: [Set; 2],
        maker_moves: bool,
        threads: usize,
        watch: &mut dyn FnMut(u64, [u32; 2]) -> bool,
    ) -> Option<MakerBreaker> {
        if threads < 2 {
            return self.ask(stones, maker_moves, watch);
        }
        let watch =
            &mut |looks, numbers: table::Numbers| watch(looks, [numbers.maker, numbers.breaker]);
        let found = threads::ask_threads(&mut self.search, stones, maker_moves, threads, watch);
        found.map(|(maker_wins, zone)| MakerBreaker { maker_wins, zone })
    }

    /// Writes Breaker's strategy from a position that Breaker wins, and returns the number of nodes.
    pub fn write(
        &mut self,
        stones: [Set; 2],
        maker_moves: bool,
        out: &mut dyn std::io::Write,
        watch: &mut dyn FnMut(u64, [u32; 2]) -> bool,
    ) -> Result<u64, Unwritten> {
        let watch =
            &mut |looks, numbers: table::Numbers| watch(looks, [numbers.maker, numbers.breaker]);
        strategy::write(&mut self.search, stones, maker_moves, out, watch)
    }

    /// How Breaker holds a position that Breaker wins.
    pub fn hold(
        &mut self,
        stones: [Set; 2],
        maker_moves: bool,
        watch: &mut dyn FnMut(u64, [u32; 2]) -> bool,
    ) -> Result<Hold, Unwritten> {
        let position = self.search.position(stones[0], stones[1]);
        let watch =
            &mut |looks, numbers: table::Numbers| watch(looks, [numbers.maker, numbers.breaker]);
        let nowhere = &mut std::io::sink();
        Writer::new(&mut self.search, stones, nowhere, watch).hold(&position, maker_moves)
    }

    /// The winner, without any search.
    pub fn recall(&mut self, [makers, breakers]: [Set; 2], maker_moves: bool) -> Option<bool> {
        let position = self.search.position(makers, breakers);
        self.search.recall(position, maker_moves)
    }
}

/// The winner of the Maker–Breaker game from a position in which Maker has no line; `None` if the board has no cell
/// or more than 128, or K is 0.
///
/// The sets have bit c for cell c, row by row. The answer does not depend on the cuts.
///
/// ```
/// use ninefold_solve::mnk::{BreakerCuts, maker_breaker};
///
/// // Tic-tac-toe is a draw, but a player who only tries to prevent a line fails.
/// let found = maker_breaker([3, 3, 3], [0, 0], true, BreakerCuts::ALL, 1 << 20).unwrap();
/// assert!(found.maker_wins);
/// let found = maker_breaker([6, 6, 5], [0, 0], true, BreakerCuts::ALL, 1 << 20).unwrap();
/// assert!(!found.maker_wins);
/// ```
pub fn maker_breaker(
    size: [usize; 3],
    stones: [u128; 2],
    maker_moves: bool,
    cuts: BreakerCuts,
    memory: usize,
) -> Option<MakerBreaker> {
    Breaker::new(size, cuts, memory)?.ask(stones, maker_moves, &mut |_, _| false)
}
