//! Leagues: who takes part, who may look, and that games of leagues stay apart.

use ninefold_core::Record;
use ninefold_store::{
    GameFilter, KeptCup, KeptEntrant, KeptGame, League, OfLeague, Participant, ParticipantKind,
    Store, StoreError,
};
use serde_json::json;

fn league(store: &Store, id: &str, code: &str) -> League {
    let mut league = League {
        id: id.to_owned(),
        name: "Class 9b".to_owned(),
        code: code.to_owned(),
        state: "running".to_owned(),
        plan: json!({ "game": "morris", "opening": 4 }),
        created: 0,
    };
    store.keep_league(&mut league).unwrap();
    league
}

fn guest(store: &Store, id: &str) {
    let mut guest = Participant {
        id: id.to_owned(),
        kind: ParticipantKind::Guest,
        name: id.to_owned(),
        created: 0,
        owner: None,
    };
    store.keep_participant(&mut guest, &format!("hash of {id}")).unwrap();
}

fn entrant(number: usize, participant: Option<&str>) -> KeptEntrant {
    KeptEntrant {
        number,
        participant: participant.map(str::to_owned),
        player: participant.is_none().then(|| "level:3".to_owned()),
        name: format!("number {number}"),
        state: "playing".to_owned(),
        joined: 0,
        versions: vec![(7, "second try".to_owned())],
    }
}

#[test]
fn a_league_is_found_by_its_code_and_only_by_the_latest() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let mut kept = league(&store, "a", "amber-heron-42");
    assert_eq!(store.league_by_code("amber-heron-42").unwrap(), Some(kept.clone()));
    kept.code = "calm-otter-17".to_owned();
    kept.state = "paused".to_owned();
    store.keep_league(&mut kept).unwrap();
    assert_eq!(store.league_by_code("amber-heron-42").unwrap(), None);
    assert_eq!(store.league("a").unwrap(), kept);
    assert!(matches!(store.league("b"), Err(StoreError::Unknown { what: "league", .. })));
}

#[test]
fn members_see_its_games_until_they_are_barred() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    league(&store, "a", "amber-heron-42");
    guest(&store, "ada");
    let record = Record { game: "mnk:3,3,3".into(), ..Record::default() };
    let new = |id: &str, league: Option<&str>| KeptGame {
        id: id.into(),
        league: league.map(str::to_owned),
        ..KeptGame::new("mnk", record.clone())
    };
    store.keep_game(&mut new("of-league", Some("a"))).unwrap();
    store.keep_game(&mut new("of-nobody", None)).unwrap();
    assert!(!store.is_shown_to("of-league", "ada").unwrap());
    store.keep_member("a", "ada", false).unwrap();
    assert!(store.is_shown_to("of-league", "ada").unwrap());
    assert!(!store.is_shown_to("of-nobody", "ada").unwrap());
    assert_eq!(store.leagues(Some("ada")).unwrap().len(), 1);
    store.keep_member("a", "ada", true).unwrap();
    assert!(!store.is_shown_to("of-league", "ada").unwrap());
    assert_eq!(store.membership("a", "ada").unwrap(), Some(false));
    assert_eq!(store.leagues(Some("ada")).unwrap(), []);

    let ids = |league: OfLeague| {
        let filter = GameFilter { league, limit: 9, ..GameFilter::default() };
        let games = store.games(&filter).unwrap();
        games.into_iter().map(|game| game.id).collect::<Vec<_>>()
    };
    assert_eq!(ids(OfLeague::None), ["of-nobody"]);
    assert_eq!(ids(OfLeague::Only("a".into())), ["of-league"]);
    assert_eq!(ids(OfLeague::Any).len(), 2);
    assert_eq!(store.count_games().unwrap(), 1, "those of leagues are counted apart");
    store.delete_league("a").unwrap();
    assert_eq!(ids(OfLeague::Any), ["of-nobody"]);
}

#[test]
fn whoever_is_forgotten_leaves_a_number() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    league(&store, "a", "amber-heron-42");
    guest(&store, "ada");
    let (mut person, mut computer) = (entrant(1, Some("ada")), entrant(0, None));
    store.add_entrant("a", &mut computer).unwrap();
    store.add_entrant("a", &mut person).unwrap();
    assert_eq!(store.entrants("a").unwrap(), [computer.clone(), person.clone()]);
    store.delete_participant("ada").unwrap();
    person.participant = None;
    assert_eq!(store.entrants("a").unwrap(), [computer, person]);
}

#[test]
fn two_processes_give_no_number_twice() {
    let folder = tempfile::tempdir().unwrap();
    let stores = [(); 2].map(|()| Store::open(folder.path()).unwrap());
    league(&stores[0], "a", "amber-heron-42");
    let seen = stores[0].others_wrote().unwrap();
    let mut numbers = Vec::new();
    for round in 0..3 {
        for store in &stores {
            let mut one = entrant(0, None);
            one.name = format!("{round}");
            store.add_entrant("a", &mut one).unwrap();
            numbers.push(one.number);
        }
    }
    assert_eq!(numbers, [0, 1, 2, 3, 4, 5]);
    assert_eq!(stores[0].entrants("a").unwrap().len(), 6, "nobody was put in another's place");
    assert_ne!(stores[0].others_wrote().unwrap(), seen);
    // Whoever still knows a league that another process has deleted does not bring it back.
    let mut kept = stores[0].league("a").unwrap();
    let mut first = stores[0].entrants("a").unwrap().remove(0);
    let pulse = stores[0].pulse_of_league("a").unwrap();
    first.state = "resting".to_owned();
    stores[1].keep_entrant("a", &first).unwrap();
    assert_ne!(stores[0].pulse_of_league("a").unwrap(), pulse);
    stores[1].delete_league("a").unwrap();
    assert!(matches!(stores[0].keep_league(&mut kept), Err(StoreError::Unknown { .. })));
    assert!(matches!(stores[0].keep_entrant("a", &first), Err(StoreError::Unknown { .. })));
    assert!(matches!(stores[0].pulse_of_league("a"), Err(StoreError::Unknown { .. })));
}

#[test]
fn one_process_leads_and_another_follows_it() {
    let folder = tempfile::tempdir().unwrap();
    let stores = [(); 2].map(|()| Store::open(folder.path()).unwrap());
    assert_eq!(stores[1].leader_of_leagues(), None);
    let leader = stores[0].lead_leagues("http://127.0.0.1:9369").unwrap();
    assert!(stores[1].lead_leagues("http://127.0.0.1:9370").is_none());
    assert_eq!(stores[1].leader_of_leagues().as_deref(), Some("http://127.0.0.1:9369"));
    drop(leader);
    let _leader = stores[1].lead_leagues("http://127.0.0.1:9370").unwrap();
    assert_eq!(stores[0].leader_of_leagues().as_deref(), Some("http://127.0.0.1:9370"));
}

#[test]
fn everything_about_a_league_goes_out_and_comes_back() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let kept = league(&store, "a", "amber-heron-42");
    guest(&store, "ada");
    store.add_entrant("a", &mut entrant(0, None)).unwrap();
    store.add_entrant("a", &mut entrant(1, Some("ada"))).unwrap();
    store.keep_member("a", "ada", false).unwrap();
    let cup = KeptCup { number: 1, plan: json!({ "kind": "swiss" }), ended: Some(5) };
    store.keep_cup("a", &cup).unwrap();
    let mut text = Vec::new();
    store.export(&mut text).unwrap();
    let other = tempfile::tempdir().unwrap();
    let copy = Store::open(other.path()).unwrap();
    copy.import(text.as_slice(), std::path::Path::new("the export")).unwrap();
    assert_eq!(copy.league("a").unwrap(), kept);
    assert_eq!(copy.entrants("a").unwrap(), store.entrants("a").unwrap());
    assert_eq!(copy.cups("a").unwrap(), [cup]);
    assert_eq!(copy.membership("a", "ada").unwrap(), Some(true));
}

#[test]
fn the_games_of_a_league_come_one_after_another_and_are_counted() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    league(&store, "a", "amber-heron-42");
    // More than are read at once: every seventh goes on, every fifth is only a trial.
    let number_of = 450;
    for number in 0..number_of {
        let result = (number % 7 != 0).then(|| vec![1, -1]);
        let record = Record { game: "mnk:3,3,3".into(), result, ..Record::default() };
        let extra = match number % 5 {
            0 => json!({ "league": { "entrants": [0, 1], "challenge": true } }),
            _ => json!({ "league": { "entrants": [0, 1] } }),
        };
        let id = format!("game{number}");
        let league = Some("a".to_owned());
        let mut game = KeptGame { id, league, extra, ..KeptGame::new("mnk", record) };
        store.keep_game(&mut game).unwrap();
    }
    let shown = |over: bool| {
        let mut ids = Vec::new();
        store.each_game_of_league("a", over, |game| ids.push(game.id)).unwrap();
        ids
    };
    let wanted = |over: bool| -> Vec<String> {
        let fits = |number: &i32| (number % 7 != 0) == over;
        (0..number_of).filter(fits).map(|number| format!("game{number}")).collect()
    };
    assert_eq!(shown(true), wanted(true));
    assert_eq!(shown(false), wanted(false));
    let counted = (0..number_of).filter(|number| number % 7 != 0 && number % 5 != 0).count();
    assert_eq!(store.count_league_games("a").unwrap(), counted as u64);
    assert_eq!(store.count_league_games("b").unwrap(), 0);
}
