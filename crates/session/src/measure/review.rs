//! Checks review marks against exact tables.

use std::path::PathBuf;

use ninefold_core::{Host, Path, View};
use ninefold_search::StopFlag;
use serde::Serialize;

use super::played::{self, Seats};
use super::truth::check_tables;
use super::{MeasureError, Truth};
use crate::best::GameContext;
use crate::review::{self, Mistake, ReviewRequest};

/// The settings of a measurement.
#[derive(Clone, Debug)]
pub struct ReviewCheckRequest {
    /// The game's specification.
    pub game: String,
    /// The folder of the exact tables.
    pub data: PathBuf,
    /// Whether players and reviewer may use the tables too.
    pub tables_open: bool,
    /// The minimum number of moves to review, in whole games.
    pub moves: usize,
    /// The players.
    pub seats: Seats,
    /// The reviewer's nodes for each move.
    pub nodes: u64,
    /// The random seed.
    pub seed: u64,
    /// Lets another thread stop it.
    pub stop: StopFlag,
}

/// Marks and exact results in one phase of the game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct PhaseMarks {
    /// The name of the phase.
    pub phase: String,
    /// The number of reviewed moves.
    pub moves: usize,
    /// How many of them were judged by a proof.
    pub proved: usize,
    /// How many lose value by the tables.
    pub losing: usize,
    /// How many were marked as mistakes or blunders.
    pub marked: usize,
    /// How many were marked and do lose value.
    pub right: usize,
}

/// How reliable the marks are.
#[derive(Clone, PartialEq, Debug, Default, Serialize)]
pub struct ReviewCheck {
    /// The number of reviewed games.
    pub games: u64,
    /// By phase, in order of appearance.
    pub phases: Vec<PhaseMarks>,
    /// The reviewer's loss of every move, and whether it loses value: for tuning the thresholds.
    #[serde(skip)]
    pub losses: Vec<(String, f32, bool)>,
}

impl ReviewCheck {
    /// All phases together.
    pub fn all(&self) -> PhaseMarks {
        let mut all = PhaseMarks { phase: "all".into(), ..PhaseMarks::default() };
        for phase in &self.phases {
            all.moves += phase.moves;
            all.proved += phase.proved;
            all.losing += phase.losing;
            all.marked += phase.marked;
            all.right += phase.right;
        }
        all
    }
}

/// Plays games, reviews them, and compares the marks with the tables. Reports progress after every
/// game.
pub fn check_reviews(
    request: &ReviewCheckRequest,
    watch: &mut dyn FnMut(usize),
) -> Result<ReviewCheck, MeasureError> {
    check_tables(&request.game, &request.data, &request.stop)?;
    let mut check = ReviewCheck::default();
    while check.all().moves < request.moves && !request.stop.is_raised() {
        let registry = ninefold_games::registry::<OneGame<'_>>();
        let one = OneGame { request, number: check.games, check: &mut check };
        registry.open(&request.game, one)??;
        check.games += 1;
        watch(check.all().moves);
    }
    Ok(check)
}

struct OneGame<'a> {
    request: &'a ReviewCheckRequest,
    number: u64,
    check: &'a mut ReviewCheck,
}

impl Host for OneGame<'_> {
    type Output = Result<(), MeasureError>;

    fn receive<G: View>(self, game: G, spec: String) -> Self::Output {
        let OneGame { request, number, check } = self;
        let data = request.tables_open.then_some(request.data.as_path());
        let context = GameContext::new(&spec, data);
        let (seats, stop) = (&request.seats, request.stop.clone());
        let Some(played) = played::game(&game, context, seats, request.seed, number, &stop) else {
            return Ok(());
        };
        let review = ReviewRequest { nodes: request.nodes, stop: stop.clone(), kept: None };
        let review = review::review(&played, context, &review, &mut |_| {});
        let mut truth = Truth::new(&game, &spec, &request.data, &stop);
        let mut path = Path::new(game.clone(), *played.origin());
        for (reviewed, &mv) in review.plies.iter().zip(played.played()) {
            let Some(loses) = truth.loses(&path, mv)? else {
                path.play(mv);
                continue;
            };
            let marked = matches!(reviewed.mark, Some(Mistake::Mistake | Mistake::Blunder));
            let name = game.scene(path.state()).phase;
            let index = check.phases.iter().position(|phase| phase.phase == name);
            let index = index.unwrap_or_else(|| {
                check.phases.push(PhaseMarks { phase: name.clone(), ..PhaseMarks::default() });
                check.phases.len() - 1
            });
            let phase = &mut check.phases[index];
            phase.moves += 1;
            phase.proved += usize::from(reviewed.exact_loss);
            phase.losing += usize::from(loses);
            phase.marked += usize::from(marked);
            phase.right += usize::from(marked && loses);
            check.losses.push((name, reviewed.loss, loses));
            path.play(mv);
        }
        Ok(())
    }
}
