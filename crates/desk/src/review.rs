//! A whole game looked at again: what each move gave away.

use ninefold_core::{Path, Playable};
use ninefold_search::{Engine, EngineOptions, Limits, StopFlag};
use serde::{Deserialize, Serialize};

use crate::best::{Best, BestAgent, Venue, strongest_evaluator};
use crate::share;
use crate::view::line_shown;

/// How hard to look.
#[derive(Clone, Debug)]
pub struct ReviewRequest {
    /// The positions looked at for each move of the game.
    pub nodes: u64,
    /// A flag with which another thread ends it.
    pub stop: StopFlag,
}

/// A game with a judgement of every move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Review {
    /// Every move.
    pub plies: Vec<ReviewedPly>,
    /// Each player's expected part of the point at the end of what was reviewed.
    pub share: Vec<f32>,
    /// Every player, in seat order.
    pub players: Vec<ReviewedPlayer>,
}

/// A move and what it gave away.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ReviewedPly {
    /// Its number, from 1.
    pub ply: usize,
    /// The number of whoever played it.
    pub player: usize,
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// Each player's expected part of the point before it.
    pub share: Vec<f32>,
    /// Whether that is proved.
    pub exact: bool,
    /// What a reader must know about it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The best move there.
    pub best: String,
    /// What follows the best move.
    pub line: Vec<String>,
    /// The best move and what follows as a list of moves shows them, where texts leave out what went where.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shown: Vec<String>,
    /// The part of the point that the move gave away.
    pub loss: f32,
    /// How bad that is, if it is.
    pub mark: Option<Mistake>,
}

/// How bad a move is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mistake {
    /// A little was given away.
    Inaccuracy,
    /// Enough to matter.
    Mistake,
    /// Enough to turn the game.
    Blunder,
}

/// A player's game in numbers.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ReviewedPlayer {
    /// How many inaccuracies.
    pub inaccuracies: u32,
    /// How many mistakes.
    pub mistakes: u32,
    /// How many blunders.
    pub blunders: u32,
    /// One less the part of the point given away on average.
    pub accuracy: f32,
}

/// From which loss on a move is one of these, the worst first.
const MARKS: [(f32, Mistake); 3] =
    [(0.30, Mistake::Blunder), (0.15, Mistake::Mistake), (0.07, Mistake::Inaccuracy)];
/// How much of the best line is told.
const LONGEST_LINE: usize = 8;

/// What is thought of a position.
struct Judged<M> {
    share: Vec<f32>,
    exact: bool,
    note: Option<String>,
    line: Vec<M>,
}

/// Looks at every position of a path, from the first, telling after each how many are done. If it is
/// stopped, what was reviewed so far comes back.
pub(crate) fn review<G: Playable>(
    path: &Path<G>,
    venue: Venue<'_>,
    request: &ReviewRequest,
    watch: &mut dyn FnMut(usize),
) -> Review {
    let game = path.game();
    let mut walk = Path::new(game.clone(), *path.origin());
    let mut critic = Critic::new(game, venue, request);
    let mut before = critic.judge(&walk);
    let mut plies = Vec::new();
    let mut losses = vec![Vec::new(); game.players()];
    for (index, &mv) in path.played().iter().enumerate() {
        let mover = game.to_move(walk.state());
        let longest = before.line.len().min(LONGEST_LINE);
        let shown = line_shown(game, walk.state(), &before.line[..longest]);
        walk.play(mv);
        let after = critic.judge(&walk);
        if request.stop.is_raised() {
            break;
        }
        let played_best = before.line.first() == Some(&mv);
        let part = |judged: &Judged<G::Move>| judged.share[mover.index()];
        let loss = if played_best { 0.0 } else { (part(&before) - part(&after)).max(0.0) };
        losses[mover.index()].push(loss);
        let line: Vec<String> =
            before.line.iter().take(LONGEST_LINE).map(|&mv| game.move_text(mv)).collect();
        plies.push(ReviewedPly {
            ply: index + 1,
            player: mover.number(),
            text: game.move_text(mv),
            share: before.share,
            exact: before.exact,
            note: before.note,
            best: line.first().cloned().unwrap_or_default(),
            line,
            shown,
            loss,
            mark: mark(loss),
        });
        before = after;
        watch(index + 1);
    }
    Review { share: before.share, players: losses.iter().map(|of| tally(of)).collect(), plies }
}

/// How bad a loss is, if it is.
fn mark(loss: f32) -> Option<Mistake> {
    MARKS.iter().find(|(least, _)| loss >= *least).map(|&(_, mark)| mark)
}

fn tally(losses: &[f32]) -> ReviewedPlayer {
    let marked = |wanted| losses.iter().filter(|&&loss| mark(loss) == Some(wanted)).count() as u32;
    let given_away: f32 = losses.iter().sum();
    ReviewedPlayer {
        inaccuracies: marked(Mistake::Inaccuracy),
        mistakes: marked(Mistake::Mistake),
        blunders: marked(Mistake::Blunder),
        accuracy: 1.0 - given_away / losses.len().max(1) as f32,
    }
}

/// Whoever judges positions.
struct Critic<'a, G: Playable> {
    judge: Judge<G>,
    request: &'a ReviewRequest,
}

/// Between two the strongest player; among more a search for the best line of each move, which is what everybody
/// plays for himself, and the scale of its evaluator.
enum Judge<G: Playable> {
    Best(BestAgent<G>),
    Engine(Engine<G>, i32),
}

impl<'a, G: Playable> Critic<'a, G> {
    fn new(game: &G, venue: Venue<'_>, request: &'a ReviewRequest) -> Critic<'a, G> {
        let limits = Limits { nodes: Some(request.nodes), ..Limits::default() };
        let options = EngineOptions::default();
        let judge = if game.players() > 2 {
            let evaluator = strongest_evaluator(game);
            let scale = evaluator.scale();
            Judge::Engine(Engine::new(evaluator, options), scale)
        } else {
            Judge::Best(BestAgent::new(game, venue, limits, options))
        };
        Critic { judge, request }
    }

    fn judge(&mut self, path: &Path<G>) -> Judged<G::Move> {
        let game = path.game();
        if let Some(outcome) = path.outcome() {
            let share = share::final_parts(outcome.payoffs.seats(game.players()));
            return Judged { share, exact: true, note: None, line: Vec::new() };
        }
        let stop = self.request.stop.clone();
        match &mut self.judge {
            Judge::Best(best) => {
                let Best { found, share, exact, note, .. } = best.find(path, stop);
                Judged { share, exact, note, line: found.line }
            }
            Judge::Engine(engine, scale) => {
                let mut moves = Vec::new();
                path.moves(&mut moves);
                let limits = Limits { nodes: Some(self.request.nodes), ..Limits::default() };
                let report = engine.think(path, limits, moves.len().max(2), stop, &mut |_| {});
                let (values, line) = match report.lines.into_iter().next() {
                    Some(line) => (line.values, line.moves),
                    None => Default::default(),
                };
                let share = share::estimated(game, *scale, &values);
                Judged { share, exact: false, note: None, line }
            }
        }
    }
}
