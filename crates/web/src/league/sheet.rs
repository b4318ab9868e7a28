//! Leagues as CSV.

use super::LiveLeague;
use crate::api::{cell, time_of};

/// One line per entrant, best first.
pub(crate) fn standings_sheet(inner: &LiveLeague) -> String {
    let mut text =
        "rank,name,kind,player,state,rating,low,high,games,won,drawn,lost,points,faults\n"
            .to_owned();
    let mut rank = 0;
    let later = inner.standing.ratings.len()..inner.entrants.len();
    for number in inner.standing.order().into_iter().chain(later) {
        let Some(entrant) = inner.entrants.get(number).filter(|entrant| entrant.is_in()) else {
            continue;
        };
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

/// One line per game, in order.
pub(crate) fn games_sheet(inner: &LiveLeague) -> String {
    let seats = inner.plan.seats;
    let numbered = |word: &str| (1..=seats).map(|seat| format!("{word}{seat}")).collect::<Vec<_>>();
    let mut text = format!(
        "game,begun,ended,kind,{},{},reason,fault,fault_by,moves\n",
        numbered("seat").join(","),
        numbered("points").join(",")
    );
    for game in &inner.finished {
        let name = |seat: usize| {
            let number = game.meta.entrants.get(seat).copied();
            let entrant = number.and_then(|number| inner.entrants.get(number));
            entrant.map_or("", |entrant| entrant.kept.name.as_str())
        };
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
        text += &cells.join(",");
        text.push('\n');
    }
    text
}
