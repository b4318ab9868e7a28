//! Counts how often a player gives value away, by exact tables that the player does not see.

use std::path::PathBuf;

use ninefold_core::{Host, Path, View};
use ninefold_search::StopFlag;
use serde::Serialize;

use super::played::{self, Seats, seated};
use super::truth::check_tables;
use super::{MeasureError, Truth};
use crate::PlayerSpec;
use crate::best::GameContext;

/// The settings of a measurement.
#[derive(Clone, Debug)]
pub struct MistakesRequest {
    /// The game's specification.
    pub game: String,
    /// The folder of the exact tables; the players do not use them.
    pub data: PathBuf,
    /// The player whose moves are checked.
    pub player: PlayerSpec,
    /// The player on the other seats.
    pub opponent: PlayerSpec,
    /// The number of games to play.
    pub games: u64,
    /// The seed of the openings.
    pub seed: u64,
    /// Lets another thread stop it.
    pub stop: StopFlag,
}

/// The moves of one phase of the game.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct PhaseMistakes {
    /// The name of the phase.
    pub phase: String,
    /// The number of moves.
    pub moves: usize,
    /// The number of mistakes: a win became a draw or a loss, or a draw a loss.
    pub mistakes: usize,
    /// The number of these moves that lay outside the book that comes with the program.
    pub beyond_book: usize,
    /// The number of mistakes among those.
    pub mistakes_beyond_book: usize,
}

/// The result of counting mistakes.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize)]
pub struct Mistakes {
    /// The number of games played to their end.
    pub games: u64,
    /// By phase, in order of appearance.
    pub phases: Vec<PhaseMistakes>,
}

/// Plays games and counts the moves of one player that give value away. Reports progress after
/// every game.
pub fn count_mistakes(
    request: &MistakesRequest,
    watch: &mut dyn FnMut(u64),
) -> Result<Mistakes, MeasureError> {
    check_tables(&request.game, &request.data, &request.stop)?;
    let mut found = Mistakes::default();
    for number in 0..request.games {
        if request.stop.is_raised() {
            break;
        }
        let registry = ninefold_games::registry::<OneGame<'_>>();
        registry.open(&request.game, OneGame { request, number, found: &mut found })??;
        watch(number + 1);
    }
    Ok(found)
}

struct OneGame<'a> {
    request: &'a MistakesRequest,
    number: u64,
    found: &'a mut Mistakes,
}

impl Host for OneGame<'_> {
    type Output = Result<(), MeasureError>;

    fn receive<G: View>(self, game: G, spec: String) -> Self::Output {
        let OneGame { request, number, found } = self;
        let mut players = vec![request.opponent.clone(); game.players()];
        players[0] = request.player.clone();
        let all = players.len();
        let context = GameContext::new(&spec, None);
        let seats = Seats::Players(players);
        let played = played::game(&game, context, &seats, request.seed, number, &request.stop);
        let Some(played) = played else { return Ok(()) };
        found.games += 1;
        let mut truth = Truth::new(&game, &spec, &request.data, &request.stop);
        let mut path = Path::new(game.clone(), *played.origin());
        for (ply, &mv) in played.played().iter().enumerate() {
            let seat = game.to_move(path.state()).index();
            if ply >= played::OPENING as usize && seated(number, seat, all) == 0 {
                let Some(loses) = truth.loses(&path, mv)? else {
                    path.play(mv);
                    continue;
                };
                let beyond = !truth.is_known_by_heart(&path);
                let phase = found.phase(game.scene(path.state()).phase);
                phase.moves += 1;
                phase.mistakes += usize::from(loses);
                phase.beyond_book += usize::from(beyond);
                phase.mistakes_beyond_book += usize::from(loses && beyond);
            }
            path.play(mv);
        }
        Ok(())
    }
}

impl Mistakes {
    fn phase(&mut self, name: String) -> &mut PhaseMistakes {
        let index = self.phases.iter().position(|phase| phase.phase == name);
        let index = index.unwrap_or_else(|| {
            self.phases.push(PhaseMistakes { phase: name, ..PhaseMistakes::default() });
            self.phases.len() - 1
        });
        &mut self.phases[index]
    }
}
