//! The 3-6-9 solver with text as input and output.

use std::time::{Duration, Instant};

use ninefold_core::{Arguments, Family, Notation, Rules, Value};
use ninefold_games::three_six_nine::{Cell, State, ThreeSixNine, ThreeSixNineFamily};

use crate::cpu::Cpu;
use crate::{Caveat, ExactAnswer, ExactError, Request, SolveProgress, Solver, Unit};

use super::book::{Book, MOST_STONES, POINTS};
use super::canonical::SIDE;
use super::solver::{Unsolved, first_best, solve};
use super::whole::{WHOLE_BOARD_BYTES, WholeError, whole_board};
use super::{Assured, assured, held};

/// Solves 3-6-9 with the book and with tables of subsets.
pub struct ThreeSixNineSolver;

impl Solver for ThreeSixNineSolver {
    fn family(&self) -> &'static str {
        ThreeSixNineFamily::INFO.id
    }

    fn solve(
        &self,
        request: &Request,
        watch: &mut dyn FnMut(SolveProgress),
    ) -> Result<ExactAnswer, ExactError> {
        if request.margin {
            let what = "a margin beside the points";
            return Err(ExactError::Missing { what, game: request.game.clone() });
        }
        let asked = Asked::read(request)?;
        let few_stones =
            asked.is_of_the_book() && asked.state.stones().count_ones() as usize <= MOST_STONES;
        match (few_stones, request.anew) {
            (true, true) => asked.whole(request, watch),
            (true, false) => match asked.by_book(Book::own()) {
                Some(exact) => Ok(exact),
                None => Ok(asked.by_table(request, watch)),
            },
            (false, _) => Ok(asked.by_table(request, watch)),
        }
    }

    fn usual_memory(&self) -> usize {
        256 << 20
    }

    /// As many as 28 empty cells need.
    fn judged_nodes(&self) -> u64 {
        1 << 22
    }

    fn unit(&self) -> Unit {
        Unit::Points
    }
}

/// A parsed request.
struct Asked {
    game: ThreeSixNine,
    points: [u16; 3],
    state: State,
    start: Instant,
}

impl Asked {
    fn read(request: &Request) -> Result<Asked, ExactError> {
        let refused = |error: &dyn std::fmt::Display| ExactError::Refused(error.to_string());
        let parameters = request.game.split_once(':').map_or("", |(_, parameters)| parameters);
        let arguments = Arguments::parse(ThreeSixNineFamily::INFO.parameters, parameters)
            .map_err(|error| refused(&error))?;
        let points = match arguments.value("points") {
            Value::Numbers(points) => std::array::from_fn(|index| points[index] as u16),
            _ => POINTS,
        };
        let game = ThreeSixNine::new(arguments.number("size") as usize, points);
        let state = game.parse_position(&request.position).map_err(|error| refused(&error))?;
        Ok(Asked { game, points, state, start: Instant::now() })
    }

    fn is_of_the_book(&self) -> bool {
        self.game.size() == SIDE && self.points == POINTS
    }

    fn text(&self, cell: Cell) -> String {
        self.game.move_text(cell)
    }

    /// Reports progress, but not every millisecond.
    fn now_and_then(&self, watch: &mut dyn FnMut(SolveProgress)) -> impl FnMut(u64) {
        let mut last = Duration::ZERO;
        move |nodes| {
            let elapsed = self.start.elapsed();
            if elapsed > last + BETWEEN_SIGNS {
                last = elapsed;
                watch(SolveProgress { nodes, elapsed });
            }
        }
    }

    /// Moves with their values, and best play as far as the same source knows it.
    fn told(&self, value: i32, moves: &[(Cell, i32)], line: &[Cell], nodes: u64) -> ExactAnswer {
        ExactAnswer {
            value: Some(value),
            moves: moves.iter().map(|&(cell, value)| (self.text(cell), value)).collect(),
            line: line.iter().map(|&cell| self.text(cell)).collect(),
            nodes,
            elapsed: self.start.elapsed(),
            ..ExactAnswer::unknown()
        }
    }

    /// The answer from a book, if it knows the position and all its moves.
    fn by_book(&self, book: Option<&Book>) -> Option<ExactAnswer> {
        let (book, stones) = (book?, self.state.stones());
        let moves = book.moves(stones)?;
        let (mut line, mut now, mut known) = (Vec::new(), stones, Some(moves.clone()));
        while let Some((cell, _)) = known.as_deref().and_then(first_best) {
            line.push(cell);
            now |= 1 << self.game.move_index(cell);
            known = book.moves(now);
        }
        Some(self.told(book.value(stones)?, &moves, &line, 1 + moves.len() as u64))
    }

    /// The answer from a table of all subsets of the empty cells.
    fn by_table(&self, request: &Request, watch: &mut dyn FnMut(SolveProgress)) -> ExactAnswer {
        let mut tell = self.now_and_then(watch);
        let stones = self.state.stones();
        match solve(&self.game, stones, &request.budget, &mut tell) {
            Ok(found) => self.told(found.value, &found.moves, &found.line, found.subsets),
            Err(problem) => self.unsolved(problem),
        }
    }

    /// Why there is no value, and what is certain without one.
    fn unsolved(&self, problem: Unsolved) -> ExactAnswer {
        let sure = assured(&self.game, self.state.stones());
        let at_most = held(&self.game, self.state.stones());
        let caveat = match (sure, at_most) {
            (_, Some(at_most @ ..0)) => Some(Caveat::Held { points: -at_most }),
            (Some(Assured { cell, at_least }), _) => {
                Some(Caveat::Assured { points: at_least, by: self.text(cell) })
            }
            (None, _) => None,
        };
        let empty = self.game.most_turns(&self.state);
        let missing = match problem {
            Unsolved::Memory(bytes) if bytes <= LARGEST_TABLE => Some(format!(
                "{empty} empty cells take a table of {0} MB; allow it with --memory {0}M",
                bytes >> 20
            )),
            Unsolved::Memory(_) => {
                Some(format!("{empty} empty cells are too many for a table of all subsets"))
            }
            Unsolved::Spent => None,
        };
        let missing = missing.map(|missing| match &caveat {
            Some(caveat) => format!("{missing}; {caveat}"),
            None => missing,
        });
        ExactAnswer {
            line: sure.iter().map(|sure| self.text(sure.cell)).collect(),
            at_least: sure.map(|sure| sure.at_least),
            at_most,
            caveat,
            missing,
            elapsed: self.start.elapsed(),
            ..ExactAnswer::unknown()
        }
    }

    /// The position by recomputing the whole board, and whether the book agrees.
    fn whole(
        &self,
        request: &Request,
        watch: &mut dyn FnMut(SolveProgress),
    ) -> Result<ExactAnswer, ExactError> {
        let budget = &request.budget;
        if (budget.memory as u64) < WHOLE_BOARD_BYTES {
            return Err(ExactError::Refused(format!(
                "the whole board takes {:.1} GB in two layers, allowed are {:.1} GB",
                WHOLE_BOARD_BYTES as f64 / 1e9,
                budget.memory as f64 / 1e9
            )));
        }
        let mut tell = self.now_and_then(watch);
        let board = match whole_board(budget.threads, Cpu::detect(), &budget.stop, &mut tell) {
            Ok(board) => board,
            Err(WholeError::Stopped) => return Ok(ExactAnswer::unknown()),
            Err(WholeError::Asymmetric) => {
                return Err(ExactError::Refused("images of one set have different values".into()));
            }
        };
        if Book::own() != Some(&board.book) {
            let missing = Some("the book differs from the values computed anew".to_owned());
            return Ok(ExactAnswer { missing, ..ExactAnswer::unknown() });
        }
        let classes: usize = (0..=MOST_STONES).map(|stones| board.book.sets(stones)).sum();
        let exact = self.by_book(Some(&board.book)).unwrap_or_else(ExactAnswer::unknown);
        Ok(ExactAnswer {
            caveat: Some(Caveat::ComputedAnew { classes, stones: MOST_STONES as u32 }),
            nodes: board.sets,
            elapsed: self.start.elapsed(),
            ..exact
        })
    }
}

/// The minimum time between two progress reports.
const BETWEEN_SIGNS: Duration = Duration::from_millis(100);
/// The largest table that is suggested, in bytes.
const LARGEST_TABLE: u128 = 64 << 30;
