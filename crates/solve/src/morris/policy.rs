//! Perfect play, and among drawn moves the one that asks most of the opponent.

use ninefold_core::{Game, Player};
use ninefold_games::morris::{Morris, Move, State};

use super::file::TableError;
use super::placing::LAYERS;
use super::subspace::Subspace;
use super::tables::{Tables, Value, Verdict, in_hand};

/// A move and what is known of it.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Choice {
    /// The move.
    pub mv: Move,
    /// The verdict for the side that plays it.
    pub verdict: Verdict,
    /// For a draw: how likely an opponent who moves at random among what he sees goes wrong soon.
    pub trouble: f64,
}

/// How many drawn moves are looked at more deeply.
const LOOKED_AT: usize = 5;
/// The weight of a mistake two turns later.
const LATER: f64 = 0.6;
/// The weight of the balance of the subspace a move leads to.
const BALANCE: f64 = 0.25;

impl Tables {
    /// The best move; nothing when the game is over or no table covers it.
    ///
    /// A win is never let go and a draw never lost. With distances a win is the shortest and a loss the longest there
    /// is; without them a win prefers captures, which cannot be undone, and so makes progress only where captures
    /// come by themselves. Among draws the move counts after which the opponent has the largest share of losing
    /// replies, now and after his safe replies and our next move; then how favourable the numbers of men are, by the
    /// share of won and lost positions with these numbers. Positions that `seen` knows come last.
    pub fn best_move(
        &self,
        state: &State,
        seen: &dyn Fn(&State) -> bool,
    ) -> Result<Option<Choice>, TableError> {
        let Some(moves) = self.moves(state)? else { return Ok(None) };
        let Some(value) = moves.iter().map(|(_, verdict)| verdict.value).max() else {
            return Ok(None);
        };
        let best: Vec<(Move, Verdict)> =
            moves.into_iter().filter(|(_, verdict)| verdict.value == value).collect();
        let game = Morris::default();
        let after = |mv: Move| {
            let mut next = *state;
            game.play(&mut next, mv);
            next
        };
        // Replies in layers that are far from a kept one take too long to judge for a move in a game.
        let placed = LAYERS - in_hand(state).min(LAYERS);
        let looks_at_replies = !(12..=13).contains(&placed);
        let looks_deeper = placed == LAYERS || placed <= 8;
        let mut ranked = Vec::with_capacity(best.len());
        for (mv, verdict) in best {
            let rank = match (value, verdict.plies) {
                (Value::Win, Some(plies)) => -f64::from(plies),
                (Value::Loss, Some(plies)) => f64::from(plies),
                (Value::Win, None) => {
                    let captures = if mv.taken().is_some() { 1000.0 } else { 0.0 };
                    let new = if seen(&after(mv)) { 0.0 } else { 100.0 };
                    let mut replies = Vec::new();
                    game.moves(&after(mv), &mut replies);
                    captures + new - replies.len() as f64
                }
                (Value::Loss | Value::Draw, _) if !looks_at_replies => 0.0,
                (Value::Loss | Value::Draw, _) => {
                    let (replies, wrong) = self.replies(&after(mv))?;
                    wrong as f64 / replies.max(1) as f64
                }
            };
            ranked.push(Choice { mv, verdict, trouble: rank });
        }
        // A stable order: the first of equals stays first.
        ranked.sort_by(|one, other| other.trouble.total_cmp(&one.trouble));
        if value == Value::Draw {
            let deeper = if looks_deeper { LOOKED_AT } else { 0 };
            for choice in ranked.iter_mut().take(deeper) {
                choice.trouble += LATER * self.later_trouble(&after(choice.mv))?;
            }
            for choice in &mut ranked {
                let next = after(choice.mv);
                choice.trouble += BALANCE * self.balance(&next, state.to_move());
                if seen(&next) {
                    choice.trouble -= 10.0;
                }
            }
            ranked.sort_by(|one, other| other.trouble.total_cmp(&one.trouble));
        }
        Ok(ranked.first().copied())
    }

    /// How many replies there are, and how many of them are worse than the best.
    fn replies(&self, state: &State) -> Result<(usize, usize), TableError> {
        let moves = self.moves(state)?.unwrap_or_default();
        let best = moves.iter().map(|(_, verdict)| verdict.value).max();
        let wrong = moves.iter().filter(|(_, verdict)| Some(verdict.value) < best).count();
        Ok((moves.len(), wrong))
    }

    /// The mean, over the opponent's safe replies, of the trouble our best next move makes.
    fn later_trouble(&self, state: &State) -> Result<f64, TableError> {
        let game = Morris::default();
        let replies = self.moves(state)?.unwrap_or_default();
        let (mut sum, mut count) = (0.0, 0);
        for (reply, _) in replies.iter().filter(|(_, verdict)| verdict.value == Value::Draw) {
            let mut next = *state;
            game.play(&mut next, *reply);
            let moves = self.moves(&next)?.unwrap_or_default();
            let mut most = 0.0_f64;
            for (mv, _) in moves.iter().filter(|(_, verdict)| verdict.value == Value::Draw) {
                let mut then = next;
                game.play(&mut then, *mv);
                let (all, wrong) = self.replies(&then)?;
                most = most.max(wrong as f64 / all.max(1) as f64);
            }
            sum += most;
            count += 1;
        }
        Ok(sum / f64::from(count.max(1)))
    }

    /// How much more often positions with these numbers of men are won than lost by `player`, −1 to 1.
    fn balance(&self, state: &State, player: Player) -> f64 {
        let mover = state.to_move();
        let (own, other) = (state.men_left(mover), state.men_left(mover.other()));
        let published = Subspace::published();
        let space = published.iter().find(|space| (space.own, space.other) == (own, other));
        let lead = space.map_or(0.0, |space| {
            (space.wins as f64 - space.losses as f64) / space.positions as f64
        });
        if mover == player { lead } else { -lead }
    }
}
