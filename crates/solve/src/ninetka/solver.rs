//! Solves two-player positions of 9tka: who wins, by how many sections, and by which moves.

use std::time::Duration;

use ninefold_core::{Player, Rules, StopFlag, mix};
use ninefold_games::ninetka::{Ninetka, Slot, State};

use super::Budget;
use super::lanes::SECTION_COUNT;
use super::position::Position;
use super::search::{Meter, Search, Stopped};
use super::static_bounds::StaticBounds;
use super::table::Table;

/// What to compute besides the winner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Wanted {
    /// The result of every move.
    pub every_move: bool,
    /// The margin in sections at the end; best play then maximises sections.
    pub margin: bool,
}

/// The result of the solver.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Solution {
    /// Whether the player to move wins; `None` if it was not proved.
    pub wins: Option<bool>,
    /// The sections of the player to move minus those of the opponent, if requested and proved.
    pub margin: Option<i32>,
    /// Moves with whether they win: all of them if requested or if all lose, otherwise at least one that wins.
    pub moves: Vec<(Slot, bool)>,
    /// Best play as far as it is known.
    pub line: Vec<Slot>,
    /// The number of positions searched.
    pub nodes: u64,
    /// The time taken.
    pub elapsed: Duration,
}

/// Solves a position of the movement phase for two players.
///
/// ```
/// use ninefold_core::Notation;
/// use ninefold_games::ninetka::Ninetka;
/// use ninefold_solve::ninetka::{Budget, Wanted, solve};
///
/// let game = Ninetka::new(2);
/// let text = "00000100120/00000000011/00120000501/20150510000/00150222000/00000111000/\
///             10000050510/00000002221/00150055200/22012020002/02202001000 1";
/// let state = game.parse_position(text)?;
/// let solution = solve(&game, &state, &Budget::default(), Wanted::default(), &mut |_, _| {});
/// assert_eq!(solution.wins, Some(true));
/// # Ok::<(), ninefold_core::PositionError>(())
/// ```
pub fn solve(
    game: &Ninetka,
    state: &State,
    budget: &Budget,
    wanted: Wanted,
    watch: &mut dyn FnMut(u64, Duration),
) -> Solution {
    let meter = Meter::new(budget);
    let table = Table::new(budget.memory.min(enough(game, state)));
    let mut solver = Solver { game, table: &table, meter: &meter, budget, watch };
    let (mut wins, mut margin, mut moves, mut line) = (None, None, Vec::new(), Vec::new());
    // Results proved before the budget ran out are kept.
    let _ = solver.answer(state, wanted, &mut wins, &mut margin, &mut moves, &mut line);
    Solution { wins, margin, moves, line, nodes: meter.nodes(), elapsed: meter.elapsed() }
}

/// The size of a table that is large enough for the rest of a game.
fn enough(game: &Ninetka, state: &State) -> usize {
    match game.most_turns(state) {
        0..=20 => 1 << 20,
        21..=24 => 4 << 20,
        25..=28 => 16 << 20,
        29..=32 => 64 << 20,
        _ => usize::MAX,
    }
}

struct Solver<'a> {
    game: &'a Ninetka,
    table: &'a Table,
    meter: &'a Meter<'a>,
    budget: &'a Budget,
    watch: &'a mut dyn FnMut(u64, Duration),
}

impl Solver<'_> {
    fn answer(
        &mut self,
        state: &State,
        wanted: Wanted,
        wins: &mut Option<bool>,
        margin: &mut Option<i32>,
        moves: &mut Vec<(Slot, bool)>,
        line: &mut Vec<Slot>,
    ) -> Result<(), Stopped> {
        let mover = self.game.to_move(state);
        let won = self.wins(state, mover)?;
        *wins = Some(won);
        let even = even(mover);
        let mut goal = match won {
            true => Goal { keep: Some(even), hold: None },
            false => Goal { keep: None, hold: Some(even) },
        };
        if wanted.margin {
            let sections = self.margin(state, mover, won)?;
            *margin = Some(sections);
            goal = Goal { keep: Some(sections), hold: Some(sections + 1) };
        }
        for (slot, after) in children(self.game, state) {
            moves.push((slot, won && self.wins(&after, mover)?));
            if won && !wanted.every_move && moves.last().is_some_and(|&(_, wins)| wins) {
                break;
            }
        }
        let mut now = *state;
        while let Some(slot) = self.best(&now, mover, goal)? {
            line.push(slot);
            self.game.play(&mut now, slot);
        }
        Ok(())
    }

    /// The first move with which `player` or the opponent reaches its goal; otherwise the one that looks best.
    fn best(&mut self, state: &State, player: Player, goal: Goal) -> Result<Option<Slot>, Stopped> {
        let children = children(self.game, state);
        let mover = self.game.to_move(state);
        let (own, wanted) = if mover == player { (true, goal.keep) } else { (false, goal.hold) };
        if let Some(lead) = wanted {
            for &(slot, after) in &children {
                if self.leads(&after, player, lead)? == own {
                    return Ok(Some(slot));
                }
            }
        }
        let guess = |(_, after): &&(Slot, State)| {
            let guess = StaticBounds::at(&Position::new(self.game, after)).guess;
            if mover == Player::FIRST { guess } else { -guess }
        };
        Ok(children.iter().max_by_key(guess).map(|&(slot, _)| slot))
    }

    /// Whether a player wins with best play by both.
    fn wins(&mut self, state: &State, player: Player) -> Result<bool, Stopped> {
        self.leads(state, player, even(player))
    }

    /// Whether a player ends at least `lead` sections ahead with best play by both.
    fn leads(&mut self, state: &State, player: Player, lead: i32) -> Result<bool, Stopped> {
        let position = Position::new(self.game, state);
        Ok(match player == Player::FIRST {
            true => self.ask(&position, lead)?,
            false => !self.ask(&position, 1 - lead)?,
        })
    }

    /// The sections of a player minus those of the opponent, given whether the player wins.
    fn margin(&mut self, state: &State, player: Player, won: bool) -> Result<i32, Stopped> {
        let most = SECTION_COUNT as i32;
        let (mut least, mut most) =
            if won { (even(player), most) } else { (-most, even(player) - 1) };
        while least < most {
            // The closest results are the most likely.
            let next = if won { least + 1 } else { most };
            match self.leads(state, player, next)? {
                true => least = next,
                false => most = next - 1,
            }
        }
        Ok(least)
    }

    /// Runs the search on all threads; the first answer counts.
    fn ask(&mut self, position: &Position, lead: i32) -> Result<bool, Stopped> {
        let (table, meter) = (self.table, self.meter);
        let answered = &StopFlag::default();
        let reaches = |mut search: Search<'_>| {
            let found = search.reaches(position, lead);
            if found.is_ok() {
                answered.raise();
            }
            found
        };
        let mut tell = |nodes, elapsed| (self.watch)(nodes, elapsed);
        std::thread::scope(|scope| {
            let run = &reaches;
            let other = |thread| {
                scope.spawn(move || run(Search::new(table, meter, answered, mix(thread) | 1, None)))
            };
            let others: Vec<_> = (1..self.budget.threads as u64).map(other).collect();
            let own = reaches(Search::new(table, meter, answered, 0, Some(&mut tell)));
            let mut found = others.into_iter().filter_map(|other| other.join().ok()?.ok());
            own.or_else(|stopped| found.next().ok_or(stopped))
        })
    }
}

/// The moves of a position and the position after each.
pub(super) fn children(game: &Ninetka, state: &State) -> Vec<(Slot, State)> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let after = |slot| {
        let mut after = *state;
        game.play(&mut after, slot);
        (slot, after)
    };
    moves.into_iter().map(after).collect()
}

/// The number of sections a player must be ahead to win: with equal sections the second player wins.
fn even(player: Player) -> i32 {
    if player == Player::FIRST { 1 } else { 0 }
}

/// The goals of the two sides, as sections of the player in question minus those of the opponent.
#[derive(Clone, Copy, Debug)]
struct Goal {
    /// The player aims for at least this.
    keep: Option<i32>,
    /// The opponent aims to keep the player below this.
    hold: Option<i32>,
}
