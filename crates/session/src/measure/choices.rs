//! Compares the choices of several players in the same position with the proved values of all
//! moves.

use std::path::PathBuf;

use ninefold_core::{Host, Path, Random, View, mix};
use ninefold_search::{Limits, StopFlag};
use serde::{Deserialize, Serialize};

use super::MeasureError;
use super::played::{self, Seats};
use crate::PlayerSpec;
use crate::best::GameContext;
use crate::judgement::{Effort, Judge};
use crate::thinker::Thinker;

/// The positions to use, and the players to compare.
#[derive(Clone, Debug)]
pub struct ChoicesRequest {
    /// The game's specification.
    pub game: String,
    /// The folder of finished tables, for the exact values; the players do not use them.
    pub data: Option<PathBuf>,
    /// The players.
    pub players: Vec<PlayerSpec>,
    /// The phase of the positions; any if `None`.
    pub phase: Option<String>,
    /// The random seed.
    pub seed: u64,
    /// Lets another thread stop it.
    pub stop: StopFlag,
}

/// The choices in a position in which some moves are worse than the best.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Choices {
    /// The position.
    pub position: String,
    /// The number of moves, and how many of them are best.
    pub moves: [usize; 2],
    /// What each player's move gives away: 1 for a win turned into a draw or a draw into a loss, 2
    /// for a win turned into a loss; or points.
    pub lost: Vec<i32>,
}

/// The number of games to try for one position.
const TRIES: u64 = 200;
/// Positions come from games between these levels, which make mistakes of every kind.
const LEVELS: (i64, i64) = (1, 4);

/// The choices in the position with this number, from games between weak levels; `None` if stopped.
pub fn choices(request: &ChoicesRequest, number: u64) -> Result<Option<Choices>, MeasureError> {
    let registry = ninefold_games::registry::<OnePosition<'_>>();
    registry.open(&request.game, OnePosition { request, number })?
}

struct OnePosition<'a> {
    request: &'a ChoicesRequest,
    number: u64,
}

impl Host for OnePosition<'_> {
    type Output = Result<Option<Choices>, MeasureError>;

    fn receive<G: View>(self, game: G, spec: String) -> Self::Output {
        let OnePosition { request, number } = self;
        let effort = Effort { stop: request.stop.clone(), ..Effort::default() };
        let context = GameContext::new(&spec, request.data.as_deref());
        let mut truth = Judge::new(&game, context, &effort);
        for attempt in 0..TRIES {
            let drawn = number * TRIES + attempt;
            let Some(path) = self.drawn(&game, &spec, drawn) else {
                if request.stop.is_raised() {
                    return Ok(None);
                }
                continue;
            };
            let Some(exact) = truth.every_proved_move(&path) else { continue };
            let most = exact.moves.iter().map(|verdict| verdict.value).max().unwrap_or_default();
            let best = exact.moves.iter().filter(|verdict| verdict.value == most).count();
            if best == exact.moves.len() {
                continue;
            }
            let mut lost = Vec::new();
            for player in &request.players {
                let Some(chosen) = chosen(&game, &spec, player, &path, drawn, &request.stop)?
                else {
                    return Ok(None);
                };
                let own = exact.moves.iter().find(|verdict| verdict.mv == chosen);
                lost.push(own.map_or(0, |own| most - own.value));
            }
            let position = game.position_text(path.state());
            return Ok(Some(Choices { position, moves: [exact.moves.len(), best], lost }));
        }
        Err(MeasureError::Missing(format!(
            "no position of {spec}{} is known in which a move can be wrong; morris needs its tables: ninefold tables build morris --full",
            request.phase.as_ref().map_or(String::new(), |phase| format!(" ({phase})"))
        )))
    }
}

impl OnePosition<'_> {
    /// A position of the game with this number, in the requested phase.
    fn drawn<G: View>(&self, game: &G, spec: &str, number: u64) -> Option<Path<G>> {
        let OnePosition { request, .. } = self;
        let seats = Seats::Levels(LEVELS.0, LEVELS.1);
        let context = GameContext::new(spec, None);
        let played = played::game(game, context, &seats, request.seed, number, &request.stop)?;
        let mut path = Path::new(game.clone(), *played.origin());
        let mut fitting = Vec::new();
        for (ply, &mv) in played.played().iter().enumerate() {
            let phase = game.scene(path.state()).phase;
            if request.phase.as_ref().is_none_or(|wanted| *wanted == phase) {
                fitting.push(ply);
            }
            path.play(mv);
        }
        if fitting.is_empty() {
            return None;
        }
        let ply = Random::stream(mix(request.seed ^ mix(number)), 9).pick(&fitting);
        let mut path = Path::new(game.clone(), *played.origin());
        played.played()[..ply].iter().for_each(|&mv| path.play(mv));
        Some(path)
    }
}

fn chosen<G: View>(
    game: &G,
    spec: &str,
    player: &PlayerSpec,
    path: &Path<G>,
    seed: u64,
    stop: &StopFlag,
) -> Result<Option<G::Move>, MeasureError> {
    let wrong = |problem: String| MeasureError::Missing(problem);
    let seat = game.to_move(path.state()).index();
    let context = GameContext::new(spec, None);
    let thinker = player.thinker(game, context, seed, seat);
    let thinker: Option<Box<dyn Thinker<G>>> =
        thinker.map_err(|problem| wrong(problem.to_string()))?;
    let mut thinker =
        thinker.ok_or_else(|| wrong(format!("{player} is not a player that thinks")))?;
    Ok(thinker.choose(path, Limits::default(), stop))
}
