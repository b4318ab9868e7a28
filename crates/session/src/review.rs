//! Reviews a whole game: what each move gave away.

use std::sync::Arc;

use ninefold_core::{Path, Phrase, View};
use ninefold_search::StopFlag;
use ninefold_solve::{Caveat, InTime, solver};
use serde::{Deserialize, Serialize};

use crate::best::GameContext;
use crate::judgement::{Effort, Judge, Judgements, Known, Verdict};
use crate::level::scaled_nodes;
use crate::values::Unit;
use crate::view::line_shown;

/// How much to search.
#[derive(Clone, Debug)]
pub struct ReviewRequest {
    /// The nodes for each move of the game.
    pub nodes: u64,
    /// Lets another thread stop it.
    pub stop: StopFlag,
    /// The judgement cache.
    pub kept: Option<Arc<Judgements>>,
}

/// The default number of nodes for each move.
pub const USUAL_REVIEW_NODES: u64 = 200_000;

/// A game with a judgement of every move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Review {
    /// Every move.
    pub plies: Vec<ReviewedPly>,
    /// Each player's expected share of the point at the end of the reviewed part.
    pub share: Vec<f32>,
    /// Every player, in seat order.
    pub players: Vec<ReviewedPlayer>,
}

/// A move and what it gave away.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ReviewedPly {
    /// Its number, from 1.
    pub ply: usize,
    /// The number of its player.
    pub player: usize,
    /// The move.
    #[serde(rename = "move")]
    pub text: String,
    /// Each player's expected share of the point before it.
    pub share: Vec<f32>,
    /// Whether that is proved.
    pub exact: bool,
    /// The depth of the search behind the estimate.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// A caveat for the reader.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    /// The same in parts, for translation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caveat: Option<Phrase>,
    /// The best move.
    pub best: String,
    /// The continuation after the best move.
    pub line: Vec<String>,
    /// The best move and its continuation as shown in a move list, where the plain texts omit what
    /// moved where.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub shown: Vec<String>,
    /// The share of the point the move gave away.
    pub loss: f32,
    /// The points the move gave away, if known, in a game counted in points.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub points: Option<i32>,
    /// Whether the loss is proved.
    #[serde(default)]
    pub exact_loss: bool,
    /// The mark of a bad move.
    pub mark: Option<Mistake>,
    /// The plies to the end after the best move, that one included, if the game is decided and they
    /// are known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies: Option<u32>,
    /// Whether it was the only one of several legal moves that kept the proved result.
    #[serde(default, skip_serializing_if = "is_false")]
    pub only: bool,
    /// A few other moves that keep the proved result.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub others: Vec<String>,
}

fn is_false(is: &bool) -> bool {
    !is
}

/// How bad a move is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Mistake {
    /// A small loss.
    Inaccuracy,
    /// A loss that matters.
    Mistake,
    /// A loss that turns the game.
    Blunder,
}

/// A player's statistics for the game.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct ReviewedPlayer {
    /// How many inaccuracies.
    pub inaccuracies: u32,
    /// How many mistakes.
    pub mistakes: u32,
    /// How many blunders.
    pub blunders: u32,
    /// One minus the average share of the point given away.
    pub accuracy: f32,
}

/// The smallest loss for each mark, worst first.
const MARKS: [(f32, Mistake); 3] =
    [(0.35, Mistake::Blunder), (0.24, Mistake::Mistake), (0.10, Mistake::Inaccuracy)];
/// Estimated losses from this on are checked by a second search with this multiple of the nodes;
/// fewer in games with many moves, where each node takes longer.
const DOUBTFUL: f32 = 0.02;
const SECOND_LOOK: u64 = 8;
/// The maximum number of equally good moves to list.
const OTHERS: usize = 4;
/// The longest game whose review is cached: a move takes half a kilobyte.
const LONGEST_KEPT: usize = 300;
/// The maximum reported length of the best line.
const LONGEST_LINE: usize = 8;

/// Reviews every position of a path from the first, reporting progress after each. If stopped, it
/// returns the part reviewed so far. A complete review is cached with the judgements: later queries
/// get the same one, even if single positions have been searched deeper meanwhile, until more
/// tables exist.
pub(crate) fn review<G: View>(
    path: &Path<G>,
    context: GameContext<'_>,
    request: &ReviewRequest,
    watch: &mut dyn FnMut(usize),
) -> Review {
    let kept = request.kept.as_ref().filter(|_| path.played().len() <= LONGEST_KEPT);
    let Some(kept) = kept else { return review_anew(path, context, request, watch) };
    let key = key(path, context, request.nodes);
    if let Some(told) = kept.get::<Review>(&key) {
        return Review::clone(&told);
    }
    let review = review_anew(path, context, request, watch);
    if request.stop.is_raised() {
        return review;
    }
    // Of two simultaneous queries both get the result that came first.
    Review::clone(&kept.keep(key, review, |review, first| *review = first.clone()))
}

/// The cache key: everything a review depends on.
fn key<G: View>(path: &Path<G>, context: GameContext<'_>, nodes: u64) -> String {
    let game = path.game();
    let origin = game.position_text(path.origin());
    let moves: Vec<String> = path.played().iter().map(|&mv| game.move_text(mv)).collect();
    let tables = context.data.zip(solver(context.spec).ok());
    let tables = tables.map_or_else(String::new, |(data, solver)| solver.tables_in(data));
    format!("review {nodes} {tables} {} {origin} {}", context.spec, moves.join(" "))
}

fn review_anew<G: View>(
    path: &Path<G>,
    context: GameContext<'_>,
    request: &ReviewRequest,
    watch: &mut dyn FnMut(usize),
) -> Review {
    let game = path.game();
    let effort = Effort {
        nodes: Some(request.nodes),
        stop: request.stop.clone(),
        kept: request.kept.clone(),
        ..Effort::default()
    };
    let mut judge = Judge::new(game, context, &effort);
    let closer = scaled_nodes(game, SECOND_LOOK * request.nodes).max(request.nodes);
    let closer = Effort { nodes: Some(closer), ..effort.clone() };
    let mut second = Judge::new(game, context, &closer);
    let mut walk = Path::new(game.clone(), *path.origin());
    let mut plies = Vec::new();
    for (index, &mv) in path.played().iter().enumerate() {
        let mover = game.to_move(walk.state());
        let (mut known, mut lost) = look(&mut judge, &walk, mv);
        if lost.is_estimated && lost.share >= DOUBTFUL {
            (known, lost) = look(&mut second, &walk, mv);
        }
        let Loss { share: loss, points, exact, .. } = lost;
        if request.stop.is_raised() {
            break;
        }
        let legal = walk.legal_moves().len();
        let keeping = keeping(&known, legal);
        let best = known.line.first().copied();
        let others = keeping.iter().filter(|&&other| Some(other) != best).take(OTHERS);
        let others: Vec<G::Move> = others.copied().collect();
        let line = &known.line[..known.line.len().min(LONGEST_LINE)];
        let shown = line_shown(game, walk.state(), line);
        let line: Vec<String> = line.iter().map(|&mv| game.move_text(mv)).collect();
        plies.push(ReviewedPly {
            ply: index + 1,
            player: mover.number(),
            text: game.move_text(mv),
            share: known.share,
            exact: known.exact,
            depth: (!known.exact).then_some(known.depth),
            note: known.caveat.as_ref().map(Caveat::to_string),
            caveat: known.caveat.as_ref().map(Caveat::phrase),
            best: line.first().cloned().unwrap_or_default(),
            line,
            shown,
            loss,
            points,
            exact_loss: exact,
            mark: None,
            plies: known.plies.filter(|_| known.exact),
            only: keeping[..] == [mv] && legal > 1,
            others: others.iter().map(|&mv| game.move_text(mv)).collect(),
        });
        walk.play(mv);
        watch(index + 1);
    }
    let end = judge.best(&walk);
    let told = |ply: &ReviewedPly| (ply.share.clone(), ply.proof());
    let last = (end.share.clone(), Proof::of(end.exact, end.caveat.is_some()));
    let afters: Vec<_> = plies.iter().skip(1).map(told).chain([last]).collect();
    for (ply, (after, proof)) in plies.iter_mut().zip(afters) {
        ply.agree(after[ply.player - 1], proof);
    }
    let players = (1..=game.players()).map(|player| tally(&plies, player)).collect();
    Review { share: end.share, players, plies }
}

/// How surely a position's chances are known.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Proof {
    None,
    /// With something that a reader must know, such as that draw rules are left out.
    Limited,
    /// As the game is played.
    Whole,
}

impl Proof {
    fn of(exact: bool, has_caveat: bool) -> Proof {
        match (exact, has_caveat) {
            (false, _) => Proof::None,
            (true, true) => Proof::Limited,
            (true, false) => Proof::Whole,
        }
    }
}

impl ReviewedPly {
    fn proof(&self) -> Proof {
        Proof::of(self.exact, self.caveat.is_some())
    }

    /// Sets what is said of a loss beside what is known of the position after the move, and marks it. Between two positions that are
    /// proved the step is the loss. Otherwise a move after which its player is known to win gave nothing away, and no estimate is
    /// larger than the step in the chances that a reader sees.
    fn agree(&mut self, after: f32, proof: Proof) {
        let step = (self.share[self.player - 1] - after).max(0.0);
        if self.proof() == Proof::Whole && proof == Proof::Whole {
            (self.loss, self.exact_loss) = (step, true);
        } else if !self.exact_loss {
            self.loss = self.loss.min(step);
            self.exact_loss = proof != Proof::None && after == 1.0;
        }
        self.mark = mark(self.loss);
    }
}

/// Every move that keeps the proved result of a position; empty if not all moves are proved.
fn keeping<M: Copy>(known: &Known<M>, legal: usize) -> Vec<M> {
    let proved = |verdict: &&Verdict<M>| verdict.result.is_some() && verdict.depth.is_none();
    let all = known.exact && known.moves.iter().filter(proved).count() == legal;
    let kept = known.moves.iter().filter(|verdict| all && verdict.is_best);
    kept.map(|verdict| verdict.mv).collect()
}

/// What is known about the position at the end of a path, and what a move gives away there.
fn look<G: View>(judge: &mut Judge<'_, G>, path: &Path<G>, mv: G::Move) -> (Known<G::Move>, Loss) {
    let known = judge.best_with_proofs(path);
    let loss = loss(judge, path, &known, mv);
    (known, loss)
}

/// What a move gave away.
struct Loss {
    /// The loss in the player's expected share of the point.
    share: f32,
    /// The loss in points, if known, in a game counted in points.
    points: Option<i32>,
    /// Whether it is proved.
    exact: bool,
    /// Whether a search found it, which finds more with more positions.
    is_estimated: bool,
}

impl Loss {
    fn proved(share: f32) -> Loss {
        Loss { share, points: None, exact: true, is_estimated: false }
    }

    fn estimated(share: f32) -> Loss {
        Loss { share, points: None, exact: false, is_estimated: true }
    }
}

/// The loss of a move, comparing like with like: two proved values, or two estimates by the same
/// search.
fn loss<G: View>(
    judge: &mut Judge<'_, G>,
    path: &Path<G>,
    known: &Known<G::Move>,
    mv: G::Move,
) -> Loss {
    if known.is_lost {
        return Loss::proved(0.0);
    }
    let proved = known.moves.iter().find(|verdict| verdict.mv == mv && verdict.depth.is_none());
    if let Some(verdict) = proved.filter(|verdict| verdict.result.is_some() && known.exact) {
        let points = known.value.filter(|_| known.unit == Unit::Points);
        let points = points.map(|best| best - verdict.value);
        return Loss { points, ..proved_loss(judge, path, known, verdict) };
    }
    if known.line.first() == Some(&mv) && !known.exact {
        return Loss::estimated(0.0);
    }
    Loss::estimated(estimated_loss(judge, path, mv))
}

/// What a move gives away by a search under the rules that are played.
fn estimated_loss<G: View>(judge: &mut Judge<'_, G>, path: &Path<G>, mv: G::Move) -> f32 {
    judge.played(path, mv).map_or(0.0, |played| played.best - played.share)
}

/// What a move gave away between two proved values. Where these leave draw rules out, a win that comes too late is a draw for either
/// side. Then only what is left of the difference for certain is told as proved. Otherwise it is what is likely, and where nobody can tell
/// what a search under the draw rules finds.
fn proved_loss<G: View>(
    judge: &mut Judge<'_, G>,
    path: &Path<G>,
    known: &Known<G::Move>,
    verdict: &Verdict<G::Move>,
) -> Loss {
    let game = path.game();
    let mover = game.to_move(path.state()).index();
    let (best, draw) = (known.share[mover], 1.0 / game.players() as f32);
    let whole = (best - verdict.share).max(0.0);
    let is_drawn = best == draw && verdict.share == draw;
    if game.horizon(path.state()) == u32::MAX || is_drawn {
        return Loss::proved(whole);
    }
    let mut after = path.clone();
    after.play(verdict.mv);
    let next = judge.proved_moves(&after);
    let (played, in_time) = match next.exact {
        true => (next.share[mover], next.in_time),
        false => (verdict.share, InTime::Open),
    };
    let range = |share: f32, in_time: InTime| match in_time {
        InTime::Certain => [share, share],
        _ => [share.min(draw), share.max(draw)],
    };
    let ([low, high], [least, most]) = (range(best, known.in_time), range(played, in_time));
    let (at_least, at_most) = ((low - most).max(0.0), (high - least).max(0.0));
    if at_least == at_most || best == played {
        return Loss::proved(at_least);
    }
    if known.in_time.min(in_time) >= InTime::Likely {
        return Loss { exact: false, ..Loss::proved((best - played).max(0.0)) };
    }
    let found = estimated_loss(judge, path, verdict.mv).clamp(at_least, at_most);
    let likely = |share: f32, in_time: InTime| match in_time {
        InTime::Open => None,
        InTime::Unlikely => Some(draw),
        InTime::Likely | InTime::Certain => Some(share),
    };
    let likely = likely(best, known.in_time).zip(likely(played, in_time));
    Loss::estimated(match likely {
        // What is unlikely is believed if the search sees the end.
        Some((best, played)) if found < draw => (best - played).max(0.0),
        _ => found,
    })
}

/// The mark for a loss, if any.
fn mark(loss: f32) -> Option<Mistake> {
    MARKS.iter().find(|(least, _)| loss >= *least).map(|&(_, mark)| mark)
}

fn tally(plies: &[ReviewedPly], player: usize) -> ReviewedPlayer {
    let own: Vec<&ReviewedPly> = plies.iter().filter(|ply| ply.player == player).collect();
    let marked = |wanted| own.iter().filter(|ply| ply.mark == Some(wanted)).count() as u32;
    let given_away: f32 = own.iter().map(|ply| ply.loss).sum();
    ReviewedPlayer {
        inaccuracies: marked(Mistake::Inaccuracy),
        mistakes: marked(Mistake::Mistake),
        blunders: marked(Mistake::Blunder),
        accuracy: 1.0 - given_away / own.len().max(1) as f32,
    }
}
