//! Leagues as shown on pages.

use std::sync::Arc;

use ninefold_session::SessionView;
use serde::Serialize;
use serde_json::{Value, json};

use super::cup::{CupKind, Meeting};
use super::game::FinishedGame;
use super::standing::{CurvePoint, Rated, Tally};
use super::{Cup, Entrant, EntrantKind, LeagueHandle, ListedLeague, LiveLeague};
use crate::app::{App, now};
use crate::identity::Caller;
use crate::listed::Listed;
use crate::live::{GameHandle, GameMeta};
use crate::problem::Problem;

/// The period for counting games per minute, in milliseconds.
const LATELY: i64 = 5 * 60_000;
/// The number of games on an entrant's page, and of its faults.
const LATEST: usize = 20;
const LATEST_FAULTS: usize = 10;
/// The number of games considered when deciding whether a computer of the server was beaten.
pub(crate) const CHALLENGES: usize = 20;

/// The last fault.
#[derive(Serialize)]
struct LastError {
    game: String,
    at: i64,
    kind: &'static str,
    /// The last line of the bot's message, for the host and its author.
    text: Option<String>,
}

/// An entrant, as shown in the standings.
#[derive(Serialize)]
pub(crate) struct Standings {
    number: usize,
    /// Its rank among rated entrants, from 1.
    rank: Option<usize>,
    name: String,
    kind: &'static str,
    /// The specification of a computer of the server.
    player: Option<String>,
    state: &'static str,
    here: bool,
    /// Whether the caller may act for it.
    yours: bool,
    /// Its current game.
    playing: Option<String>,
    rating: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
    games: u32,
    won: u32,
    drawn: u32,
    lost: u32,
    points: f64,
    faults: usize,
    error: Option<LastError>,
}

/// An unfinished game.
#[derive(Serialize)]
struct Going {
    game: String,
    entrants: Vec<usize>,
    plies: usize,
    challenge: bool,
    cup: Option<usize>,
    /// The board, for the first few games.
    #[serde(skip_serializing_if = "Option::is_none")]
    view: Option<Box<SessionView>>,
}

/// A cup.
#[derive(Serialize)]
struct ShownCup {
    number: usize,
    kind: CupKind,
    #[serde(rename = "final")]
    is_final: bool,
    rounds: usize,
    ended: Option<i64>,
    winner: Option<usize>,
    entrants: Vec<usize>,
    /// The points of each, in the same order.
    points: Vec<f64>,
    meetings: Vec<ShownMeeting>,
}

#[derive(Serialize)]
struct ShownMeeting {
    round: usize,
    players: Vec<usize>,
    points: Vec<f64>,
    played: usize,
    of: usize,
}

/// A league, as shown on its page.
#[derive(Serialize)]
pub(crate) struct ShownLeague {
    #[serde(flatten)]
    listed: ListedLeague,
    seats: usize,
    time: super::plan::LeagueTime,
    opening: u32,
    at_once: usize,
    /// The number of rated games after which no more start.
    games: Option<u32>,
    /// Why it does not continue automatically.
    halted: Option<&'static str>,
    /// The code for joining; hidden from callers who watch by a bot's token.
    code: String,
    host: bool,
    anchor: usize,
    standings: Vec<Standings>,
    playing: Vec<Going>,
    cups: Vec<ShownCup>,
    /// The recent rate of rated games per minute.
    pace: f64,
    now: i64,
}

fn standings_of(
    app: &App,
    league: &LeagueHandle,
    inner: &LiveLeague,
    caller: &Caller,
) -> Vec<Standings> {
    let mut rank = 0;
    inner
        .taking_part()
        .into_iter()
        .map(|number| {
            let mut row = standings_row(app, league, inner, number, caller);
            if row.rating.is_some() {
                rank += 1;
                row.rank = Some(rank);
            }
            row
        })
        .collect()
}

/// Whether a caller may see a bot's errors.
pub(super) fn may_know(entrant: &Entrant, caller: &Caller) -> bool {
    caller.is_host || caller.id().is_some_and(|id| entrant.is_of(id))
}

fn standings_row(
    app: &App,
    league: &LeagueHandle,
    inner: &LiveLeague,
    number: usize,
    caller: &Caller,
) -> Standings {
    let entrant = &inner.entrants[number];
    let rated: Option<Rated> = inner.standing.ratings.get(number).copied().flatten();
    let tally: Tally = inner.standing.tallies.get(number).copied().unwrap_or_default();
    let own = || inner.finished.iter().rev().filter(|game| game.seat_of(number).is_some());
    let failed = |game: &&FinishedGame| {
        game.fault.is_some_and(|(seat, _)| game.seat_of(number) == Some(seat))
    };
    // It stays until the next clean game.
    let error = own().next().filter(failed).and_then(|game| {
        let (_, kind) = game.fault?;
        let text = game.last_words.clone().filter(|_| may_know(entrant, caller));
        Some(LastError { game: game.id.clone(), at: game.ended, kind, text })
    });
    let playing = inner.playing.iter().find(|game| game.meta.entrants.contains(&number));
    Standings {
        number,
        rank: None,
        name: entrant.kept.name.clone(),
        kind: entrant.kind.name(),
        player: entrant.kept.player.clone(),
        state: entrant.state().name(),
        here: app.is_there(league, entrant),
        yours: caller.id().is_some_and(|id| entrant.is_of(id)),
        playing: playing.map(|game| game.live.id.clone()),
        rating: rated.map(|rated| rated.rating),
        low: rated.map(|rated| rated.low),
        high: rated.map(|rated| rated.high),
        games: tally.games,
        won: tally.won,
        drawn: tally.drawn,
        lost: tally.lost,
        points: tally.points,
        faults: own().filter(failed).count(),
        error,
    }
}

fn shown_cup(inner: &LiveLeague, cup: &Cup) -> ShownCup {
    let games = inner.games_of_cup(cup.number);
    let progress = cup.plan.progress(inner.plan.seats, &games);
    let of_meeting = |meeting: &Meeting| {
        let place = Some((cup.number, meeting.set));
        let played: Vec<&&FinishedGame> =
            games.iter().filter(|game| game.meta.cup == place).collect();
        let points = |&entrant: &usize| -> f64 {
            played.iter().filter_map(|game| game.points_of(entrant)).sum()
        };
        ShownMeeting {
            round: meeting.round + 1,
            points: meeting.players.iter().map(points).collect(),
            players: meeting.players.clone(),
            played: played.len(),
            of: inner.plan.seats,
        }
    };
    ShownCup {
        number: cup.number,
        kind: cup.plan.kind,
        is_final: cup.plan.is_final,
        rounds: cup.plan.rounds,
        ended: cup.ended,
        winner: progress.winner,
        points: cup.plan.points(&progress.meetings, &games),
        entrants: cup.plan.entrants.clone(),
        meetings: progress.meetings.iter().map(of_meeting).collect(),
    }
}

/// A league as seen by a caller, with the boards of its first games.
pub(crate) fn league_view(
    app: &App,
    league: &LeagueHandle,
    caller: &Caller,
    boards: usize,
) -> ShownLeague {
    let listed = ListedLeague::new(app, league);
    let inner = league.lock();
    let since = now() - LATELY;
    let lately = inner.finished.iter().rev().take_while(|game| game.ended >= since);
    let lately = lately.filter(|game| game.is_rated()).count();
    // A younger league has had less time.
    let minutes = (now() - inner.kept.created).clamp(60_000, LATELY) as f64 / 60_000.0;
    let going: Vec<(Arc<GameHandle>, Going)> = inner
        .playing
        .iter()
        .map(|game| {
            let going = Going {
                game: game.live.id.clone(),
                entrants: game.meta.entrants.clone(),
                plies: 0,
                challenge: game.meta.challenge,
                cup: game.meta.cup.map(|(number, _)| number),
                view: None,
            };
            (Arc::clone(&game.live), going)
        })
        .collect();
    let mut shown = ShownLeague {
        listed,
        seats: inner.plan.seats,
        time: inner.plan.time,
        opening: inner.plan.opening,
        at_once: inner.plan.at_once,
        games: inner.plan.games,
        halted: inner.halt(),
        code: inner.kept.code.clone(),
        host: caller.is_host,
        anchor: inner.plan.anchor,
        standings: standings_of(app, league, &inner, caller),
        playing: Vec::new(),
        cups: inner.cups.iter().map(|cup| shown_cup(&inner, cup)).collect(),
        pace: lately as f64 / minutes,
        now: now(),
    };
    // Games are read after the league's lock is released.
    drop(inner);
    for (at, (live, mut going)) in going.into_iter().enumerate() {
        let game = live.lock();
        going.plies = game.kept.record.moves.len();
        if at < boards {
            let mut view = game.session.view();
            view.legal.clear();
            view.turns.clear();
            going.view = Some(Box::new(view));
        }
        drop(game);
        shown.playing.push(going);
    }
    shown
}

/// A game of a league in a list.
#[derive(Serialize)]
pub(crate) struct LeagueGame {
    game: String,
    begun: i64,
    ended: i64,
    /// The players by seat, and their results.
    entrants: Vec<usize>,
    names: Vec<String>,
    points: Vec<f64>,
    reason: String,
    /// The end in words, if the rules ended it.
    outcome: Option<Value>,
    /// The number of the seat that lost by a fault, and the kind of fault.
    fault: Option<ShownFault>,
    plies: usize,
    challenge: bool,
    cup: Option<usize>,
    /// Its effect on the rating of the entrant whose games are listed.
    #[serde(skip_serializing_if = "Option::is_none")]
    change: Option<f64>,
    /// The bot's full message, if its author is looking.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

#[derive(Serialize)]
struct ShownFault {
    seat: usize,
    kind: &'static str,
    /// The last line of the bot's message, for the host and its author.
    text: Option<String>,
}

/// A finished game in a list.
pub(crate) fn league_game(inner: &LiveLeague, game: &FinishedGame, caller: &Caller) -> LeagueGame {
    let name = |&number: &usize| {
        inner.entrants.get(number).map_or(String::new(), |entrant| entrant.kept.name.clone())
    };
    let fault = game.fault.map(|(seat, kind)| {
        let at_fault = game.meta.entrants.get(seat).and_then(|&number| inner.entrants.get(number));
        let may = at_fault.is_some_and(|entrant| may_know(entrant, caller));
        ShownFault { seat: seat + 1, kind, text: game.last_words.clone().filter(|_| may) }
    });
    LeagueGame {
        game: game.id.clone(),
        begun: game.begun,
        ended: game.ended,
        names: game.meta.entrants.iter().map(name).collect(),
        entrants: game.meta.entrants.clone(),
        points: game.points.clone(),
        reason: game.reason.clone(),
        outcome: None,
        fault,
        plies: game.plies,
        challenge: game.meta.challenge,
        cup: game.meta.cup.map(|(number, _)| number),
        change: None,
        error: None,
    }
}

/// Adds the ends of games in words; the league is not locked meanwhile.
pub(crate) fn tell_outcomes(app: &App, games: &mut [LeagueGame]) {
    for game in games {
        let kept = app.store.game(&game.game).ok();
        game.outcome = kept.as_ref().and_then(Listed::of).and_then(|listed| listed.outcome());
    }
}

/// Adds the effect of each game on an entrant's rating.
pub(crate) fn tell_changes(inner: &LiveLeague, number: usize, games: &mut [LeagueGame]) {
    let own: Vec<&FinishedGame> =
        inner.finished.iter().filter(|game| game.seat_of(number).is_some()).collect();
    let changes = inner.standing.changes(number, &own);
    for game in games {
        game.change = changes.get(game.game.as_str()).copied();
    }
}

/// The message of a seat's bot about its failure.
fn said(app: &App, game: &str, seat: usize) -> Option<String> {
    let kept = app.store.game(game).ok()?;
    let extra: GameMeta = serde_json::from_value(kept.extra).ok()?;
    extra.sharing.errors.into_iter().find(|(of, _)| *of == seat).map(|(_, text)| text)
}

/// An entrant's results against a computer of the server in games that do not count.
#[derive(Serialize)]
struct AgainstBaseline {
    number: usize,
    name: String,
    player: Option<String>,
    /// The number of the latest games, and the share of their points.
    games: usize,
    share: Option<f64>,
    /// The number still to be played.
    left: u32,
}

/// An entrant's page.
pub(crate) fn entrant_view(
    app: &App,
    league: &LeagueHandle,
    number: usize,
    caller: &Caller,
) -> Result<Value, Problem> {
    let listed = ListedLeague::new(app, league);
    let inner = league.lock();
    let entrant = inner.entrant(number)?.clone();
    let all = standings_of(app, league, &inner, caller);
    let of = all.iter().filter(|row| row.rating.is_some()).count();
    let Some(row) = all.into_iter().find(|row| row.number == number) else {
        return Err(inner.entrant(number).err().unwrap_or_else(|| Problem::missing("")));
    };
    let own: Vec<&FinishedGame> =
        inner.finished.iter().rev().filter(|game| game.seat_of(number).is_some()).collect();
    let pace: Vec<u32> = own
        .iter()
        .take(LATEST)
        .filter_map(|game| game.pace.get(game.seat_of(number)?).copied().flatten())
        .collect();
    let pace = (!pace.is_empty())
        .then(|| pace.iter().map(|&time| f64::from(time)).sum::<f64>() / pace.len() as f64);
    let knows = may_know(&entrant, caller);
    let is_own_fault = |game: &&&FinishedGame| {
        game.fault.is_some_and(|(seat, _)| game.seat_of(number) == Some(seat))
    };
    let mut faults: Vec<LeagueGame> = own
        .iter()
        .filter(is_own_fault)
        .take(if knows { LATEST_FAULTS } else { 0 })
        .map(|game| league_game(&inner, game, caller))
        .collect();
    let baselines = inner.entrants.iter().filter(|other| {
        other.kind == EntrantKind::Baseline && other.is_in() && other.kept.number != number
    });
    let baselines: Vec<AgainstBaseline> = baselines
        .map(|other| {
            let against = other.kept.number;
            let met =
                own.iter().filter(|game| game.meta.challenge && game.seat_of(against).is_some());
            let points: Vec<f64> =
                met.take(CHALLENGES).filter_map(|game| game.points_of(number)).collect();
            let waiting = inner
                .challenges
                .iter()
                .filter(|challenge| challenge.entrant == number && challenge.baseline == against);
            AgainstBaseline {
                number: against,
                name: other.kept.name.clone(),
                player: other.kept.player.clone(),
                games: points.len(),
                share: (!points.is_empty())
                    .then(|| points.iter().sum::<f64>() / points.len() as f64),
                left: waiting.map(|challenge| challenge.left).sum(),
            }
        })
        .collect();
    let curve = inner.standing.curves.get(number).cloned().unwrap_or_default();
    let curve: Vec<Value> = curve
        .iter()
        .map(|CurvePoint { games, at, rated }| {
            json!({ "games": games, "at": at, "rating": rated.rating, "low": rated.low, "high": rated.high })
        })
        .collect();
    let versions: Vec<Value> = entrant
        .kept
        .versions
        .iter()
        .map(|(at, version)| json!({ "at": at, "version": version }))
        .collect();
    let mut games: Vec<LeagueGame> =
        own.iter().take(LATEST).map(|game| league_game(&inner, game, caller)).collect();
    tell_changes(&inner, number, &mut games);
    let is_ready = inner.ready.contains(&number);
    let (seats, time, rules) = (inner.plan.seats, inner.plan.time, inner.plan.game.clone());
    let all = own.len();
    // The disk is read after the league's lock is released.
    drop(inner);
    tell_outcomes(app, &mut games);
    tell_outcomes(app, &mut faults);
    for fault in &mut faults {
        let seat = fault.fault.as_ref().map_or(0, |fault| fault.seat - 1);
        fault.error = said(app, &fault.game, seat);
    }
    Ok(json!({
        "league": listed, "seats": seats, "time": time, "entrant": row, "of": of,
        "curve": curve, "versions": versions, "games": games, "all": all, "faults": faults,
        "pace": pace, "baselines": baselines, "ready": is_ready, "joined": entrant.kept.joined,
        "host": caller.is_host, "yours": caller.id().is_some_and(|id| entrant.is_of(id)),
        "rules": rules, "now": now(),
    }))
}
