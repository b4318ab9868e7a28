//! Tests of why a league stops, and of the effect of a game on a rating.

use super::plan::{LeagueTime, MOST_BY_THEMSELVES, MOST_LEAGUE_GAMES};
use super::*;

/// An active league with this many rated games.
fn league(games: Option<u32>, finished: usize) -> LiveLeague {
    let plan = LeaguePlan {
        game: "mnk:3,3,3".to_owned(),
        seats: 2,
        time: LeagueTime::Move(1000),
        opening: 0,
        at_once: 1,
        games,
        seed: 1,
        anchor: 0,
    };
    let game = FinishedGame {
        id: String::new(),
        meta: LeagueMeta { entrants: vec![0, 1], ..LeagueMeta::default() },
        points: vec![1.0, 0.0],
        reason: String::new(),
        fault: None,
        last_words: None,
        plies: 5,
        begun: 0,
        ended: 0,
        pace: Vec::new(),
    };
    let kept = League {
        id: String::new(),
        name: String::new(),
        code: String::new(),
        state: LeagueState::Running.name().to_owned(),
        plan: serde_json::Value::Null,
        created: 0,
    };
    LiveLeague {
        kept,
        plan,
        entrants: Vec::new(),
        cups: Vec::new(),
        finished: vec![game; finished],
        playing: Vec::new(),
        challenges: Vec::new(),
        ready: HashSet::new(),
        standing: Standing::default(),
        is_behind: false,
        next_rating: None,
        pairings: 0,
        is_gone: false,
        is_led: true,
        pulse: String::new(),
        next_reading: None,
    }
}

#[test]
fn a_league_says_why_it_does_not_go_on() {
    assert_eq!(league(Some(10), 9).halt(), None);
    assert_eq!(league(Some(10), 10).halt(), Some("games"));
    assert_eq!(league(None, MOST_BY_THEMSELVES - 1).halt(), None);
    let almost = league(None, MOST_BY_THEMSELVES);
    assert_eq!(almost.halt(), Some("full"), "the rest is for cups and challenges");
    assert_eq!(almost.expect_room(MOST_LEAGUE_GAMES), Ok(()));
    let mut full = league(None, MOST_LEAGUE_GAMES);
    assert_eq!(full.halt(), Some("full"));
    let told = full.expect_room(MOST_LEAGUE_GAMES).expect_err("no room").sentence();
    assert!(told.contains("20000") && told.contains("make another"), "{told}");
    LeagueState::Over.name().clone_into(&mut full.kept.state);
    assert_eq!(full.halt(), None, "it is history");
    assert_eq!(league(None, MOST_LEAGUE_GAMES - 1).expect_room(MOST_LEAGUE_GAMES), Ok(()));
}

#[test]
fn a_game_moves_a_rating_by_what_it_brought_beyond_what_was_foretold() {
    let mut all = league(None, 4);
    for (at, game) in all.finished.iter_mut().enumerate() {
        game.id = at.to_string();
        if at == 3 {
            game.points = vec![0.0, 1.0];
        }
    }
    let rated = |rating| Some(standing::Rated { rating, low: rating, high: rating });
    // Three of four points are what a lead of 400 · log10(3) predicts.
    all.standing.ratings = vec![rated(1500.0 + 400.0 * 3_f64.log10()), rated(1500.0)];
    let own: Vec<&FinishedGame> = all.finished.iter().collect();
    let changes = all.standing.changes(0, &own);
    let scale = 400.0 / std::f64::consts::LN_10 / (4.0 * 0.75 * 0.25);
    assert!((changes["0"] - 0.25 * scale).abs() < 1e-6, "{changes:?}");
    assert!((changes["3"] + 0.75 * scale).abs() < 1e-6, "{changes:?}");
    let sum: f64 = changes.values().sum();
    assert!(sum.abs() < 1e-6, "where ratings fit, all games together move nothing");
}
