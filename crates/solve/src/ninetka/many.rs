//! Solves games of three and four players to the end.
//!
//! With more than two players, values depend on what a player does who cannot win. Here the rule is that of the
//! Max^N search: each player plays for its own win, and among moves that are equal for a player the first in
//! generation order is chosen. In addition, a win is *forced* if the player has it whatever the others do.

use std::collections::HashMap;
use std::time::Duration;

use ninefold_core::{Player, Rules};
use ninefold_games::ninetka::{Ninetka, SECTIONS, Slot, State};

use super::Budget;
use super::lanes::LANES;
use super::search::{Meter, Stopped};
use super::solver::children;

/// The solution for more than two players.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ManySolution {
    /// The winner under the rule; `None` if it was not determined.
    pub winner: Option<Player>,
    /// Every move with the winner after it.
    pub moves: Vec<(Slot, Player)>,
    /// A move with which the player to move wins whatever the others do.
    pub forced: Option<Slot>,
    /// Play under the rule to the end.
    pub line: Vec<Slot>,
    /// The number of positions searched.
    pub nodes: u64,
    /// The time taken.
    pub elapsed: Duration,
}

/// The maximum number of movable counters in a position that is attempted.
pub const MOST_MOVABLE: u32 = 20;

/// Solves a position of the movement phase for any number of players.
pub fn solve_many(
    game: &Ninetka,
    state: &State,
    budget: &Budget,
    watch: &mut dyn FnMut(u64, Duration),
) -> ManySolution {
    let meter = Meter::new(budget);
    let most = budget.memory / BYTES_AN_ENTRY;
    let tables = (HashMap::new(), HashMap::new());
    let mut solver =
        Solver { game, meter: &meter, winners: tables.0, forces: tables.1, most, watch };
    let mut found = ManySolution {
        winner: None,
        moves: Vec::new(),
        forced: None,
        line: Vec::new(),
        nodes: 0,
        elapsed: Duration::ZERO,
    };
    // Results found before the budget ran out are kept.
    let _ = solver.answer(state, &mut found);
    ManySolution { nodes: meter.nodes(), elapsed: meter.elapsed(), ..found }
}

/// The approximate size of an entry in a map that is half full.
const BYTES_AN_ENTRY: usize = 40;
/// The number of positions between two progress reports.
const BETWEEN_SIGNS: u64 = 1 << 16;

struct Solver<'a> {
    game: &'a Ninetka,
    meter: &'a Meter<'a>,
    /// By position: the winner under the rule.
    winners: HashMap<u64, Player>,
    /// By position and player: whether that player can force a win.
    forces: HashMap<(u64, Player), bool>,
    /// The maximum number of entries of both maps together.
    most: usize,
    watch: &'a mut dyn FnMut(u64, Duration),
}

impl Solver<'_> {
    fn answer(&mut self, state: &State, found: &mut ManySolution) -> Result<(), Stopped> {
        let mover = self.game.to_move(state);
        let children = children(self.game, state);
        for &(slot, after) in &children {
            if self.forces(&after, mover)? {
                found.forced = Some(slot);
                break;
            }
        }
        let mut moves = Vec::new();
        for (slot, after) in children {
            moves.push((slot, self.winner(&after)?));
        }
        found.moves = moves;
        found.winner = Some(self.winner(state)?);
        let mut now = *state;
        while let Some(slot) = self.choice(&now)? {
            found.line.push(slot);
            self.game.play(&mut now, slot);
        }
        Ok(())
    }

    /// The move under the rule.
    fn choice(&mut self, state: &State) -> Result<Option<Slot>, Stopped> {
        let mover = self.game.to_move(state);
        let children = children(self.game, state);
        for &(slot, after) in &children {
            if self.winner(&after)? == mover {
                return Ok(Some(slot));
            }
        }
        Ok(children.first().map(|&(slot, _)| slot))
    }

    /// The winner under the rule.
    fn winner(&mut self, state: &State) -> Result<Player, Stopped> {
        if let Some(winner) = Chances::of(self.game, state).winner(self.game) {
            return Ok(winner);
        }
        let key = self.game.key(state);
        if let Some(&winner) = self.winners.get(&key) {
            return Ok(winner);
        }
        self.count()?;
        let mover = self.game.to_move(state);
        let mut first = None;
        for (_, after) in children(self.game, state) {
            let winner = self.winner(&after)?;
            if winner == mover {
                first = Some(winner);
                break;
            }
            first = first.or(Some(winner));
        }
        // Some player can move, otherwise the winner would be certain.
        let winner = first.unwrap_or(mover);
        if self.has_room() {
            self.winners.insert(key, winner);
        }
        Ok(winner)
    }

    /// Whether a player wins whatever the others do.
    fn forces(&mut self, state: &State, player: Player) -> Result<bool, Stopped> {
        let chances = Chances::of(self.game, state);
        if let Some(winner) = chances.winner(self.game) {
            return Ok(winner == player);
        }
        if !chances.can_win(self.game, player) {
            return Ok(false);
        }
        let key = (self.game.key(state), player);
        if let Some(&forces) = self.forces.get(&key) {
            return Ok(forces);
        }
        self.count()?;
        let own = self.game.to_move(state) == player;
        let mut forces = !own;
        for (_, after) in children(self.game, state) {
            if self.forces(&after, player)? == own {
                forces = own;
                break;
            }
        }
        if self.has_room() {
            self.forces.insert(key, forces);
        }
        Ok(forces)
    }

    fn has_room(&self) -> bool {
        self.winners.len() + self.forces.len() < self.most
    }

    fn count(&mut self) -> Result<(), Stopped> {
        let nodes = self.meter.count()?;
        if nodes.is_multiple_of(BETWEEN_SIGNS) {
            (self.watch)(nodes, self.meter.elapsed());
        }
        Ok(())
    }
}

/// The minimum and maximum number of sections of each player.
struct Chances {
    least: [u32; 4],
    most: [u32; 4],
}

impl Chances {
    fn of(game: &Ninetka, state: &State) -> Chances {
        let mut reach = [[0; 4]; SECTIONS.len()];
        for player in Player::all(game.players()) {
            for slot in Slot::each(state.movable(player)) {
                let ((i, j), (r, c)) = (slot.place(), game.destination(state, slot).place());
                let length = i.abs_diff(r) + j.abs_diff(c);
                for &section in &LANES[slot.index()].sections[..length.div_ceil(3)] {
                    reach[usize::from(section)][player.index()] += 1;
                }
            }
        }
        let mut chances = Chances { least: [0; 4], most: [0; 4] };
        for (section, squares) in SECTIONS.iter().enumerate() {
            let counters = |player: Player| (state.counters(player) & squares).count_ones();
            for player in Player::all(game.players()) {
                let others = || Player::all(game.players()).filter(|&other| other != player);
                let own = counters(player);
                let future = |other: Player| counters(other) + reach[section][other.index()];
                chances.least[player.index()] +=
                    u32::from(others().all(|other| own > future(other)));
                let most = future(player);
                chances.most[player.index()] +=
                    u32::from(others().all(|other| most > counters(other)));
            }
        }
        chances
    }

    /// Whether one player's sections beat another's: more, or equally many in a later seat.
    fn beats(&self, least: u32, player: Player, other: Player) -> bool {
        let most = self.most[other.index()];
        least > most || least == most && player > other
    }

    /// The player who wins whatever happens.
    fn winner(&self, game: &Ninetka) -> Option<Player> {
        Player::all(game.players()).find(|&player| {
            let mut others = Player::all(game.players()).filter(|&other| other != player);
            others.all(|other| self.beats(self.least[player.index()], player, other))
        })
    }

    /// Whether a player could still win in the best case.
    fn can_win(&self, game: &Ninetka, player: Player) -> bool {
        let most = self.most[player.index()];
        let mut others = Player::all(game.players()).filter(|&other| other != player);
        others.all(|other| {
            let least = self.least[other.index()];
            most > least || most == least && player > other
        })
    }
}
