//! A judgement in the orientation of the query, and its values.

use ninefold_core::{Evaluator, Outcome, Path, Values, View};
use ninefold_search::{Line, Report};
use ninefold_solve::{Caveat, InTime, Source, Unit};

use super::Proof;
use super::findings::{Judgement, Searched};
use super::orientation::Orientation;
use super::proof::points_ahead;
use crate::best;
use crate::values::{MoveValue, MoveValues, letter};
use crate::win_share;

/// What is known about a position, as seen by the query.
#[derive(Clone, Debug)]
pub(crate) struct Known<M> {
    /// The move to play and its continuation; empty once the game is over.
    pub(crate) line: Vec<M>,
    /// The value for each player in the unit of its source, including points so far.
    pub(crate) values: Values,
    /// Each player's expected share of the point.
    pub(crate) share: Vec<f32>,
    /// The number of turns in which the player to move wins, or loses if negative, if that is
    /// certain.
    pub(crate) decided: Option<i32>,
    /// Whether move and value are proved.
    pub(crate) exact: bool,
    /// Whether all that is proved is that the player to move loses, whatever the move.
    pub(crate) is_lost: bool,
    /// A caveat for the reader.
    pub(crate) caveat: Option<Caveat>,
    /// The same of what is proved of moves.
    pub(crate) caveat_of_moves: Option<Caveat>,
    /// How sure it is that draw rules leave a proved value as it is.
    pub(crate) in_time: InTime,
    /// The search depth.
    pub(crate) depth: u32,
    /// The nodes searched for values.
    pub(crate) nodes: u64,
    /// The nodes searched to choose among moves that are even by a table, and the allowance for it.
    pub(crate) choosing: u64,
    pub(crate) choosing_allowed: u64,
    /// What is known about moves, in the promised order: all of them if every move was requested.
    pub(crate) moves: Vec<Verdict<M>>,
    /// The source of a proved value, and its unit.
    pub(crate) source: Source,
    pub(crate) unit: Unit,
    /// The proved value for the player to move, and the plies to the end with best play.
    pub(crate) value: Option<i32>,
    pub(crate) plies: Option<u32>,
}

/// What is known about a move.
#[derive(Clone, Debug)]
pub(crate) struct Verdict<M> {
    pub(crate) mv: M,
    /// Its value for its player: proved in the proof's unit, otherwise in the evaluator's.
    pub(crate) value: i32,
    /// Won, drawn or lost, if that is proved: the sign of the final lead.
    pub(crate) result: Option<i32>,
    /// The plies to the end with best play, this one included, if known.
    pub(crate) plies: Option<u32>,
    /// Each player's share of the point.
    pub(crate) shares: Vec<f32>,
    /// The expected share of the point for its player.
    pub(crate) share: f32,
    /// The depth of the search that judged it.
    pub(crate) depth: Option<u32>,
    /// Whether no better move is known.
    pub(crate) is_best: bool,
}

/// Each player's expected share of the point, from a search value of the position at the end of a
/// path.
pub(crate) fn share_of<G: View>(
    path: &Path<G>,
    evaluator: &dyn Evaluator<G>,
    line: &Line<G::Move>,
) -> Vec<f32> {
    let game = path.game();
    match line.decided {
        Some(turns) => win_share::certain(game, game.to_move(path.state()), turns),
        None => win_share::estimated(path, evaluator, &line.values, line.depth),
    }
}

impl<M> Verdict<M> {
    /// Whether it is proved by more than a search.
    pub(crate) fn is_proved(&self) -> bool {
        self.result.is_some() && self.depth.is_none()
    }

    /// Its rank among others of its unit: higher is better, with quick wins before slow ones and
    /// slow losses before quick ones.
    pub(crate) fn rank(&self) -> (i32, i64) {
        (self.value, -i64::from(self.value.signum()) * i64::from(self.plies.unwrap_or_default()))
    }
}

impl<M: Copy + PartialEq> Known<M> {
    /// Whether nothing is left to search: every legal move is proved.
    pub(crate) fn proves_every_move<G: View<Move = M>>(&self, path: &Path<G>) -> bool {
        self.exact && !self.moves.is_empty() && self.moves.len() == super::count(path)
    }

    /// What is proved about the first move of a line.
    pub(crate) fn of_line(&self, line: &[M]) -> Option<&Verdict<M>> {
        let first = line.first()?;
        self.moves.iter().find(|verdict| verdict.mv == *first && verdict.is_proved())
    }

    /// A finished game.
    pub(super) fn over<G: View<Move = M>>(path: &Path<G>, outcome: &Outcome) -> Known<M> {
        Known {
            line: Vec::new(),
            values: crate::thinker::values_here(path),
            share: win_share::final_parts(outcome.payoffs.seats(path.game().players())),
            decided: None,
            exact: true,
            is_lost: false,
            caveat: None,
            caveat_of_moves: None,
            in_time: InTime::Certain,
            depth: 0,
            nodes: 0,
            choosing: 0,
            choosing_allowed: 0,
            moves: Vec::new(),
            source: Source::Proof,
            unit: Unit::Result,
            value: None,
            plies: None,
        }
    }

    /// A judgement in the orientation of the path.
    pub(super) fn new<G: View<Move = M>>(
        path: &Path<G>,
        orientation: &Orientation<G>,
        judgement: &Judgement<M>,
        evaluator: &dyn Evaluator<G>,
    ) -> Known<M> {
        let teller = Teller { path, orientation, judgement, evaluator };
        let mut moves = Vec::new();
        path.moves(&mut moves);
        let verdicts = moves.into_iter().filter_map(|mv| teller.verdict(mv)).collect();
        let Judgement { proof, proof_nodes, head, each, .. } = judgement;
        let nodes = proof_nodes + head.nodes + each.nodes;
        let known = match proof {
            Some(proof) if proof.chooses() => teller.proved(proof),
            Some(proof) => teller.lost(proof, head),
            None => teller.estimated(head),
        };
        Known { moves: verdicts, nodes, ..known }
    }

    /// The values of all moves in the form for front ends.
    pub(crate) fn move_values<G: View<Move = M>>(self, path: &Path<G>) -> MoveValues {
        let game = path.game();
        let exact = self.exact && self.moves.iter().all(|verdict| verdict.result.is_some());
        let (source, unit) = match exact {
            true => (self.source, self.unit),
            false => (Source::Search, Unit::Estimate),
        };
        let told = |verdict: &Verdict<M>| MoveValue {
            text: game.move_text(verdict.mv),
            value: match (exact, verdict.depth, verdict.result) {
                // Next to estimates, proved results are expressed in their unit.
                (false, None, Some(result)) => CERTAIN * result,
                _ => verdict.value,
            },
            letter: verdict.result.map(letter),
            plies: verdict.plies,
            share: Some(verdict.share),
            depth: verdict.depth,
            shares: (game.players() > 2).then(|| verdict.shares.clone()),
        };
        let moves: Vec<MoveValue> = self.moves.iter().map(told).collect();
        let best = self.moves.iter().filter(|verdict| verdict.is_best);
        let several = game.players() > 2 && !moves.is_empty();
        let caveat = self.caveat.or(self.caveat_of_moves);
        let caveat = caveat.or_else(|| several.then_some(Caveat::AgainstAll));
        MoveValues {
            exact,
            source,
            unit,
            note: caveat.as_ref().map(Caveat::to_string),
            caveat: caveat.as_ref().map(Caveat::phrase),
            player: None,
            value: match exact {
                true => self.value,
                false => moves.iter().map(|mv| mv.value).max(),
            },
            plies: self.plies,
            share: self.share,
            best: best.map(|verdict| game.move_text(verdict.mv)).collect(),
            moves,
            depth: (!exact).then_some(self.depth),
            nodes: self.nodes,
        }
    }
}

/// The value of a proved win next to estimates: more than any estimate.
const CERTAIN: i32 = 1_000_000_000;

/// An engine's report about every move, in the form for front ends.
pub(crate) fn estimates<G: View>(
    path: &Path<G>,
    evaluator: &dyn Evaluator<G>,
    report: &Report<G::Move>,
) -> MoveValues {
    let mut judgement = Judgement::default();
    judgement.each = Searched::of(report.clone(), report.nodes);
    judgement.head = judgement.each.clone();
    judgement.head.nodes = 0;
    let orientation = Orientation::of(path);
    let there = |line: &Line<G::Move>| Line {
        moves: line.moves.iter().map(|&mv| orientation.there(mv)).collect(),
        ..*line
    };
    for searched in [&mut judgement.head, &mut judgement.each] {
        searched.lines = searched.lines.iter().map(there).collect();
    }
    Known::new(path, &orientation, &judgement, evaluator).move_values(path)
}

/// Converts a judgement to the orientation of the query.
struct Teller<'a, G: View> {
    path: &'a Path<G>,
    orientation: &'a Orientation<G>,
    judgement: &'a Judgement<G::Move>,
    evaluator: &'a dyn Evaluator<G>,
}

impl<G: View> Teller<'_, G> {
    fn mover(&self) -> usize {
        self.path.game().to_move(self.path.state()).index()
    }

    fn lead(&self, unit: Unit) -> i32 {
        points_ahead(self.path, unit)
    }

    fn certain(&self, result: i32) -> Vec<f32> {
        let game = self.path.game();
        win_share::certain(game, game.to_move(self.path.state()), result)
    }

    /// A proof's caveat, with its move in the orientation of the query.
    fn caveat_back(&self, proof: &Proof<G::Move>) -> Option<Caveat> {
        match (&proof.caveat, proof.line.first()) {
            (Some(Caveat::Assured { points, .. }), Some(&mv)) => {
                let by = self.path.game().move_text(self.orientation.back(mv));
                Some(Caveat::Assured { points: *points, by })
            }
            (caveat, _) => caveat.clone(),
        }
    }

    fn proved(&self, proof: &Proof<G::Move>) -> Known<G::Move> {
        let value = proof.value.or(proof.sure).unwrap_or_default();
        // A countdown may end the game before the distance does.
        let known = proof.plies.zip(proof.value).filter(|_| proof.caveat.is_none());
        let decided = known.map(|(plies, value)| value.signum() * plies as i32);
        // A table knows values but no line: a search then chooses one of its even moves.
        let chosen = self.judgement.chosen();
        let line = chosen.map_or_else(|| proof.line.clone(), |choice| vec![choice.mv]);
        Known {
            line: self.orientation.line_back(&line),
            values: best::values(self.path, value),
            share: self.certain(value + self.lead(proof.unit)),
            decided: decided.filter(|&turns| turns != 0),
            exact: proof.value.is_some(),
            is_lost: false,
            caveat: self.caveat_back(proof),
            caveat_of_moves: proof.caveat_of_moves.clone(),
            in_time: proof.in_time,
            depth: proof.line.len() as u32,
            nodes: 0,
            choosing: chosen.map_or(0, |choice| choice.nodes),
            choosing_allowed: chosen.map_or(0, |choice| choice.allowed),
            moves: Vec::new(),
            source: proof.source,
            unit: proof.unit,
            value: proof.value,
            plies: proof.plies,
        }
    }

    /// Every move loses against best play; a search decides which to play.
    fn lost(&self, proof: &Proof<G::Move>, head: &Searched<G::Move>) -> Known<G::Move> {
        Known {
            share: self.certain(-1),
            caveat: proof.caveat.clone(),
            is_lost: true,
            ..self.estimated(head)
        }
    }

    fn estimated(&self, head: &Searched<G::Move>) -> Known<G::Move> {
        let best = head.lines.first();
        Known {
            line: best.map_or(Vec::new(), |line| self.orientation.line_back(&line.moves)),
            values: best.map_or(Values::default(), |line| line.values),
            share: match best {
                Some(line) => share_of(self.path, self.evaluator, line),
                None => self.certain(0),
            },
            decided: best.and_then(|line| line.decided),
            exact: false,
            is_lost: false,
            caveat: None,
            caveat_of_moves: None,
            in_time: InTime::Certain,
            depth: head.depth,
            nodes: 0,
            choosing: 0,
            choosing_allowed: 0,
            moves: Vec::new(),
            source: Source::Search,
            unit: Unit::Estimate,
            value: None,
            plies: None,
        }
    }

    /// What is known about a move.
    fn verdict(&self, mv: G::Move) -> Option<Verdict<G::Move>> {
        let images = self.orientation.images_there(mv);
        let Judgement { proof, head, each, .. } = self.judgement;
        if let Some(proof) = proof
            && let Some(proved) = images.iter().find_map(|&image| proof.of(image))
        {
            let result = (proved.value + self.lead(proof.unit)).signum();
            let shares = self.certain(result);
            return Some(Verdict {
                mv,
                value: proved.value,
                result: Some(result),
                plies: proved.plies,
                share: shares[self.mover()],
                shares,
                depth: None,
                is_best: proof.value == Some(proved.value),
            });
        }
        let begins = |line: &[G::Move]| line.first().is_some_and(|first| images.contains(first));
        let assured = proof.as_ref().filter(|proof| begins(&proof.line));
        if let Some(proof) = assured {
            let value = proof.value.or(proof.sure)?;
            let result = (value + self.lead(proof.unit)).signum();
            let shares = self.certain(result);
            let result = Some(result);
            return Some(Verdict {
                mv,
                value,
                result,
                plies: None,
                share: shares[self.mover()],
                shares,
                depth: None,
                is_best: true,
            });
        }
        let is = |line: &&Line<G::Move>| begins(&line.moves);
        let may_be_best = proof.as_ref().is_none_or(|proof| !proof.chooses());
        let best = head.lines.first();
        if let Some(line) = head.lines.iter().find(is) {
            let equal =
                best.is_some_and(|best| best.values[self.mover()] == line.values[self.mover()]);
            return Some(self.searched(mv, line, head.depth, may_be_best && equal));
        }
        let line = self.beside_the_head(each.lines.iter().find(is)?);
        let worth = |line: &Line<G::Move>| line.values[self.mover()];
        let wins = |line: &Line<G::Move>| line.decided.is_some_and(|turns| turns > 0);
        let is_best = may_be_best
            && wins(&line)
            && best.is_some_and(|best| wins(best) && worth(best) == worth(&line));
        match head.lines.last() {
            // The head, which is at least as deep, found it no better than the last of its lines;
            // if that one loses for certain, so does this one.
            Some(worst) if worth(&line) > worth(worst) => {
                let values = best::values_for(self.path.game(), self.mover(), worth(worst));
                let decided = worst.decided.filter(|&turns| turns < 0);
                let held = Line { values, decided, ..line };
                Some(self.searched(mv, &held, each.depth, false))
            }
            _ => Some(self.searched(mv, &line, each.depth, is_best)),
        }
    }

    /// Adjusts a line of another depth to the depth of the head, correcting for the advantage of
    /// making the last move: only then are the two comparable.
    fn beside_the_head(&self, line: &Line<G::Move>) -> Line<G::Move> {
        let depth = self.judgement.head.depth;
        match line.decided {
            Some(_) => line.clone(),
            None => {
                let (path, evaluator) = (self.path, self.evaluator);
                let values = win_share::moved(path, evaluator, &line.values, line.depth, depth);
                Line { values, depth, ..line.clone() }
            }
        }
    }

    fn searched(
        &self,
        mv: G::Move,
        line: &Line<G::Move>,
        depth: u32,
        is_best: bool,
    ) -> Verdict<G::Move> {
        let is_lost = self.judgement.proof.as_ref().is_some_and(|proof| !proof.chooses());
        let shares = match is_lost {
            true => self.certain(-1),
            false => share_of(self.path, self.evaluator, line),
        };
        Verdict {
            mv,
            value: line.values[self.mover()],
            result: if is_lost { Some(-1) } else { line.decided.map(i32::signum) },
            plies: line.decided.map(i32::unsigned_abs),
            share: shares[self.mover()],
            shares,
            depth: Some(depth),
            is_best,
        }
    }
}
