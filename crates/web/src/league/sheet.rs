//! Leagues as CSV.

use ninefold_arena::elo;

use super::LiveLeague;
use super::standing::{CurvePoint, Rated, cross, shares};
use super::views::may_know;
use crate::api::{cell, time_of};
use crate::identity::Caller;

/// One line per entrant, best first.
fn standings_sheet(inner: &LiveLeague) -> String {
    let mut text =
        "rank,name,kind,player,state,rating,low,high,games,won,drawn,lost,points,faults\n"
            .to_owned();
    let mut rank = 0;
    for number in inner.taking_part() {
        let entrant = &inner.entrants[number];
        let rated = inner.standing.ratings.get(number).copied().flatten();
        let tally = inner.standing.tallies.get(number).copied().unwrap_or_default();
        rank += usize::from(rated.is_some());
        let at_fault = |game: &&super::FinishedGame| {
            game.fault.is_some_and(|(seat, _)| game.seat_of(number) == Some(seat))
        };
        let cells = [
            rated.map_or(String::new(), |_| rank.to_string()),
            cell(&entrant.kept.name),
            entrant.kind.name().to_owned(),
            cell(entrant.kept.player.as_deref().unwrap_or_default()),
            entrant.state().name().to_owned(),
            rated.map_or(String::new(), |rated| format!("{:.1}", rated.rating)),
            rated.map_or(String::new(), |rated| format!("{:.1}", rated.low)),
            rated.map_or(String::new(), |rated| format!("{:.1}", rated.high)),
            tally.games.to_string(),
            tally.won.to_string(),
            tally.drawn.to_string(),
            tally.lost.to_string(),
            format!("{:.2}", tally.points),
            inner.finished.iter().filter(at_fault).count().to_string(),
        ];
        text += &cells.join(",");
        text.push('\n');
    }
    text
}

/// What a league is told by, one line for each.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Each {
    Entrant,
    Game,
    Pair,
    Curve,
    Cup,
}

impl Each {
    /// What `each=` says; nothing where it is none of these.
    pub(crate) fn named(name: Option<&str>) -> Option<Each> {
        Some(match name {
            None => Each::Entrant,
            Some("game") => Each::Game,
            Some("pair") => Each::Pair,
            Some("curve") => Each::Curve,
            Some("cup") => Each::Cup,
            Some(_) => return None,
        })
    }

    /// The sheet as this caller may read it, and the name of its file.
    pub(crate) fn sheet(self, inner: &LiveLeague, caller: &Caller) -> (&'static str, String) {
        match self {
            Each::Entrant => ("league.csv", standings_sheet(inner)),
            Each::Game => ("league-games.csv", games_sheet(inner, caller)),
            Each::Pair => ("league-pairs.csv", pairs_sheet(inner)),
            Each::Curve => ("league-curves.csv", curves_sheet(inner)),
            Each::Cup => ("league-cups.csv", cups_sheet(inner)),
        }
    }
}

/// The name of an entrant by its number.
fn name(inner: &LiveLeague, number: usize) -> &str {
    inner.entrants.get(number).map_or("", |entrant| entrant.kept.name.as_str())
}

/// A word for every seat.
fn numbered(word: &str, seats: usize) -> String {
    (1..=seats).map(|seat| format!("{word}{seat}")).collect::<Vec<_>>().join(",")
}

/// One line for everybody who takes part and everybody they have met, from the first one's view.
fn pairs_sheet(inner: &LiveLeague) -> String {
    let mut text =
        "name,against,games,points,share,low,high,rating,rating_low,rating_high\n".to_owned();
    let table = cross(&inner.finished, inner.entrants.len());
    let shares = shares(&inner.finished);
    let number = |number: Option<f64>, places: usize| {
        number.map_or(String::new(), |number| format!("{number:.places$}"))
    };
    let taking_part = || inner.taking_part().into_iter();
    for (one, other) in taking_part().flat_map(|one| taking_part().map(move |other| (one, other))) {
        let (points, games) = table[one][other];
        if games == 0 {
            continue;
        }
        let share = shares.get(&(one, other));
        let ends = [
            share.map(|share| share.value),
            share.map(|share| share.low),
            share.map(|share| share.high),
        ];
        let mut cells = vec![cell(name(inner, one)), cell(name(inner, other)), games.to_string()];
        cells.push(format!("{points:.3}"));
        cells.extend(ends.map(|end| number(end, 4)));
        // A rating without end is none.
        cells.extend(ends.map(|end| number(end.and_then(elo), 1)));
        text += &cells.join(",");
        text.push('\n');
    }
    text
}

/// One line for every point of everybody's curve.
fn curves_sheet(inner: &LiveLeague) -> String {
    let mut text = "name,games,at,rating,low,high\n".to_owned();
    for of in inner.taking_part() {
        for CurvePoint { games, at, rated } in inner.standing.curves.get(of).into_iter().flatten() {
            let (name, at) = (cell(name(inner, of)), time_of(*at));
            let Rated { rating, low, high, .. } = rated;
            text += &format!("{name},{games},{at},{rating:.1},{low:.1},{high:.1}\n");
        }
    }
    text
}

/// One line a meeting of every cup.
fn cups_sheet(inner: &LiveLeague) -> String {
    let seats = inner.plan.seats;
    let mut text = format!(
        "cup,kind,final,round,{},{},played,of,winner\n",
        numbered("name", seats),
        numbered("points", seats)
    );
    for cup in &inner.cups {
        let games = inner.games_of_cup(cup.number);
        let progress = cup.plan.progress(seats, &games);
        let winner = progress.winner.map_or(String::new(), |winner| cell(name(inner, winner)));
        for meeting in &progress.meetings {
            let played: Vec<_> = games
                .iter()
                .filter(|game| game.meta.cup == Some((cup.number, meeting.set)))
                .collect();
            let points = |entrant: usize| -> f64 {
                played.iter().filter_map(|game| game.points_of(entrant)).sum()
            };
            let mut cells = vec![
                cup.number.to_string(),
                cup.plan.kind.name().to_owned(),
                cup.plan.is_final.to_string(),
                (meeting.round + 1).to_string(),
            ];
            let player = |seat: usize| meeting.players.get(seat).copied();
            cells.extend((0..seats).map(|seat| {
                player(seat).map_or(String::new(), |number| cell(name(inner, number)))
            }));
            cells.extend((0..seats).map(|seat| {
                player(seat).map_or(String::new(), |number| format!("{:.3}", points(number)))
            }));
            cells.extend([played.len().to_string(), seats.to_string(), winner.clone()]);
            text += &cells.join(",");
            text.push('\n');
        }
    }
    text
}

/// One line per game, in order.
fn games_sheet(inner: &LiveLeague, caller: &Caller) -> String {
    let seats = inner.plan.seats;
    let mut text = format!(
        "game,begun,ended,kind,{},{},reason,fault,fault_by,moves,error\n",
        numbered("seat", seats),
        numbered("points", seats)
    );
    for game in &inner.finished {
        let number = |seat: usize| game.meta.entrants.get(seat).copied();
        let name = |seat: usize| number(seat).map_or("", |number| name(inner, number));
        let may = |seat: usize| {
            let at_fault = number(seat).and_then(|number| inner.entrants.get(number));
            at_fault.is_some_and(|entrant| may_know(entrant, caller))
        };
        let error =
            game.last_words.as_deref().filter(|_| game.fault.is_some_and(|(seat, _)| may(seat)));
        let kind = match game.meta.cup {
            Some((number, _)) => format!("cup {number}"),
            None if game.meta.challenge => "challenge".to_owned(),
            None => "rated".to_owned(),
        };
        let mut cells = vec![game.id.clone(), time_of(game.begun), time_of(game.ended), kind];
        cells.extend((0..seats).map(|seat| cell(name(seat))));
        cells.extend((0..seats).map(|seat| {
            game.points.get(seat).map_or(String::new(), |points| format!("{points:.3}"))
        }));
        cells.push(cell(&game.reason));
        cells.push(game.fault.map_or(String::new(), |(_, kind)| kind.to_owned()));
        cells.push(game.fault.map_or(String::new(), |(seat, _)| cell(name(seat))));
        cells.push(game.plies.to_string());
        cells.push(error.map_or(String::new(), cell));
        text += &cells.join(",");
        text.push('\n');
    }
    text
}
