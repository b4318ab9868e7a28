//! Playing one game.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use ninefold_core::{Agent, Fault, Game, MAX_PLAYERS, Path, Payoffs, Player, StopFlag};

use crate::clock::Clocks;
use crate::{TimeControl, Trouble};

/// Ends games early when their result is certain.
pub trait Adjudicator<G: Game>: Sync {
    /// The payoffs, once they are certain. Called before every move.
    fn judge(&self, path: &Path<G>) -> Option<Ruling>;
}

/// The decision of an adjudicator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ruling {
    /// The payoffs.
    pub payoffs: Payoffs,
    /// Why they are certain, in a few words.
    pub why: String,
}

/// When a game ends, apart from its rules.
pub struct Ends<'a, G: Game> {
    /// The number of moves, including the opening, after which the game counts as a draw.
    pub plies: u32,
    /// An adjudicator that may end the game earlier.
    pub adjudicator: Option<&'a dyn Adjudicator<G>>,
    /// Whether to record the time of every move; with a clock it always is recorded.
    pub timed: bool,
    /// The time that everybody has for the game, and what a move adds.
    pub clock: Option<TimeControl>,
}

/// A finished or truncated game.
#[derive(Clone, Debug)]
pub struct PlayedGame<G: Game> {
    /// The game, including its opening.
    pub path: Path<G>,
    /// Each seat's share of the one point of the game.
    pub points: [f64; MAX_PLAYERS],
    /// The rule that ended it, or one of the constants of [`PlayedGame`].
    pub reason: Cow<'static, str>,
    /// What went wrong if a player lost by a fault, or why the result was certain.
    pub note: Option<String>,
    /// The player who lost by a fault.
    pub fault: Option<Player>,
    /// The kind of the fault, and the output of the player.
    pub trouble: Option<Trouble>,
    /// The seat and the time in microseconds of every move after the opening, if recorded or if there was a clock.
    pub times: Vec<(u8, u32)>,
}

impl<G: Game> PlayedGame<G> {
    /// The reason of a game that exceeded the limit and counts as a draw.
    pub const CUT_OFF: &'static str = "ply_limit";
    /// The reason of a game that an adjudicator ended.
    pub const ADJUDICATED: &'static str = "adjudicated";
    /// The reason of a game in which a player made no legal move, or none in time.
    pub const FORFEIT: &'static str = FORFEIT;
}

pub(crate) const FORFEIT: &str = "forfeit";

/// Plays from the end of `path` to the end of the game. The players with the highest payoff share the point. A
/// player who makes no legal move although there is one loses, as does one that needs more time than its clock has
/// left, and the others share the point. Returns `None` when halted: an unfinished game has no result.
pub fn play_game<G: Game>(
    mut path: Path<G>,
    agents: &mut [Box<dyn Agent<G>>],
    ends: &Ends<'_, G>,
    stop: &StopFlag,
) -> Option<PlayedGame<G>> {
    let players = path.game().players();
    let mut times = Vec::new();
    let mut clocks = ends.clock.map(|control| Clocks::new(control, players));
    let timed = ends.timed || clocks.is_some();
    while (path.played().len() as u32) < ends.plies {
        let Some(player) = path.to_move() else { break };
        if stop.is_raised() {
            return None;
        }
        if let Some(ruling) = ends.adjudicator.and_then(|adjudicator| adjudicator.judge(&path)) {
            let (points, reason) =
                (shares(ruling.payoffs, players), PlayedGame::<G>::ADJUDICATED.into());
            return Some(PlayedGame {
                path,
                points,
                reason,
                note: Some(ruling.why),
                fault: None,
                trouble: None,
                times,
            });
        }
        if let Some(clocks) = &clocks {
            agents[player.index()].hear_clock(clocks.left());
        }
        let (chosen, used) = ask(&mut *agents[player.index()], &path, timed);
        times.extend(used.map(|used| {
            let micros = used.as_micros().min(u32::MAX.into()) as u32;
            (player.index() as u8, micros)
        }));
        let in_time = |mv| match clocks.as_mut().zip(used) {
            Some((clocks, used)) => clocks.charge(player.index(), used).map(|()| mv).map_err(late),
            None => Ok(mv),
        };
        let mv = match chosen.and_then(in_time) {
            Ok(mv) => mv,
            Err(Fault { kind, why, said }) => {
                return Some(PlayedGame {
                    path,
                    points: forfeit_points(player, players),
                    reason: PlayedGame::<G>::FORFEIT.into(),
                    note: Some(format!("seat {player}: {why}")),
                    fault: Some(player),
                    trouble: Some(Trouble { kind: kind.to_owned(), said }),
                    times,
                });
            }
        };
        path.play(mv);
    }
    let outcome = path.outcome();
    let reason = outcome.map_or(PlayedGame::<G>::CUT_OFF, |outcome| outcome.reason);
    let payoffs = outcome.map(|outcome| outcome.payoffs).unwrap_or_default();
    Some(PlayedGame {
        path,
        points: shares(payoffs, players),
        reason: reason.into(),
        note: None,
        fault: None,
        trouble: None,
        times,
    })
}

/// What a player chooses, or why nothing, and how long it thought, if that is to be taken.
fn ask<G: Game>(
    agent: &mut dyn Agent<G>,
    path: &Path<G>,
    timed: bool,
) -> (Result<G::Move, Fault>, Option<Duration>) {
    let start = timed.then(Instant::now);
    let chosen = agent.choose(path);
    let used = start.map(|start| agent.thought_for().unwrap_or_else(|| start.elapsed()));
    let fault = || {
        let (why, said) = ("gave no move".to_owned(), String::new());
        agent.fault_in_full().unwrap_or(Fault { kind: Fault::OTHER, why, said })
    };
    (chosen.ok_or_else(fault), used)
}

/// The fault of whoever used more time than its clock had left.
fn late(why: String) -> Fault {
    Fault { kind: Fault::GAME_TIME, why, said: String::new() }
}

/// The one point when this player forfeits: shared by the others.
pub(crate) fn forfeit_points(loser: Player, players: usize) -> [f64; MAX_PLAYERS] {
    let mut points = [0.0; MAX_PLAYERS];
    for other in Player::all(players).filter(|other| *other != loser) {
        points[other.index()] = 1.0 / (players - 1) as f64;
    }
    points
}

/// The one point, shared by the players with the highest payoff.
pub(crate) fn shares(payoffs: Payoffs, players: usize) -> [f64; MAX_PLAYERS] {
    let most = Player::all(players).map(|player| payoffs.of(player)).max();
    let winners: Vec<Player> =
        Player::all(players).filter(|&player| Some(payoffs.of(player)) == most).collect();
    let mut points = [0.0; MAX_PLAYERS];
    for winner in &winners {
        points[winner.index()] = 1.0 / winners.len() as f64;
    }
    points
}
