//! Laws of players: a move is a function of the game so far, the specification, the seed and the limits alone.

use ninefold_core::Record;
use ninefold_session::{
    Advice, Limits, MatchPlan, PlayerSpec, Programs, Session, Setup, StopFlag, game_record, games,
    play_match, player_kinds,
};

fn open(spec: &str) -> Box<dyn Session> {
    games().open(spec, &Setup::default()).unwrap()
}

/// Two games of a match as records.
fn played(spec: &str, players: &[&str], seed: u64) -> Vec<Record> {
    let arena = open(spec).kind().arena(None, Programs::Refused);
    let players: Vec<String> = players.iter().map(|player| (*player).to_owned()).collect();
    let plan = MatchPlan { sets: 1, seed, opening: 3, plies: 60 };
    let sets = play_match(arena, &players, &plan, 1).unwrap();
    let games = sets.iter().flat_map(|set| &set.games);
    games.map(|game| game_record(spec, &|entrant| players[entrant].clone(), game)).collect()
}

fn opening_of(record: &Record) -> usize {
    let (_, plies) = record.tags.iter().find(|(tag, _)| tag == "Opening").unwrap();
    plies.parse().unwrap()
}

/// The table after the opening of a record, its players seated.
fn seated(record: &Record) -> Box<dyn Session> {
    let start = Record {
        moves: record.moves[..opening_of(record)].to_vec(),
        result: None,
        reason: None,
        ..record.clone()
    };
    let mut session = games().replay(&start, None).unwrap();
    let seats: Vec<PlayerSpec> =
        record.seats.iter().map(|seat| PlayerSpec::parse(seat).unwrap()).collect();
    session.seat(&seats).unwrap();
    session
}

/// Every kind of player, in games for two and for more, with limits in nodes or depth.
const TABLES: [(&str, &[&str]); 8] = [
    ("morris", &["level:3", "engine:nodes=600"]),
    ("morris", &["level:6", "best:nodes=700"]),
    ("morris", &["random", "mcts:nodes=60"]),
    ("morris", &["alphabeta:depth=2,eval=fav2(noise=10)", "mws:depth=2,eval=E32"]),
    ("mnk:9,9,5", &["level:5", "engine:depth=2"]),
    ("369:6", &["heuristic:eval=h2", "level:4"]),
    ("9tka:2", &["maxn:depth=2", "level:7"]),
    ("9tka:3", &["level:4", "maxn:depth=2", "random:place=own"]),
];

#[test]
fn a_game_of_a_match_repeats_from_its_record() {
    for (spec, players) in TABLES {
        let records = played(spec, players, 9);
        assert_eq!(records.len(), players.len());
        for record in &records {
            let mut session = seated(record);
            let wanted = &record.moves[opening_of(record)..];
            let mut again = Vec::new();
            while again.len() < wanted.len() {
                let Some(mv) = session.think() else { break };
                session.play(&mv).unwrap();
                again.push(mv);
            }
            assert_eq!(again, wanted, "{spec}: {players:?}");
        }
        assert_ne!(records[0].seed, records[1].seed);
    }
}

/// Whoever is asked anew for each move, as the page asks, after undoing and redoing, finds the same move.
#[test]
fn undoing_and_asking_anew_change_nothing() {
    for (spec, players) in TABLES {
        let record = &played(spec, players, 4)[1];
        let mut session = seated(record);
        for (index, wanted) in record.moves[opening_of(record)..].iter().enumerate().take(14) {
            if index % 3 == 2 {
                session.undo();
                session.undo();
                for mv in &record.moves[session.ply()..opening_of(record) + index] {
                    session.play(mv).unwrap();
                }
            }
            let seat = session.status().to_move - 1;
            let player = PlayerSpec::parse(&record.seats[seat]).unwrap();
            assert_eq!(session.advise(&player).unwrap().best.as_ref(), Some(wanted), "{spec}");
            assert_eq!(session.think().as_ref(), Some(wanted), "{spec} {players:?}");
            session.play(wanted).unwrap();
        }
    }
}

fn within(session: &dyn Session, player: &str, nodes: u64) -> Advice {
    let player = PlayerSpec::parse(player).unwrap();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    session.consider(&player, limits, &StopFlag::default()).unwrap()
}

#[test]
fn the_strongest_level_is_best_in_every_field() {
    for spec in ["morris", "mnk:3,3,3", "mnk:9,9,5", "369:6", "369:9", "9tka:2", "9tka:3"] {
        let mut session = open(spec);
        for _ in 0..4 {
            let best = within(&*session, "best", 3_000);
            assert_eq!(within(&*session, "level:10", 3_000), best, "{spec}");
            session.play(&best.best.unwrap()).unwrap();
        }
    }
    // Where the value is proved, also without a limit.
    let session = open("mnk:3,3,3");
    let best = session.advise(&PlayerSpec::parse("best").unwrap()).unwrap();
    assert!(best.exact && best.share.is_some());
    assert_eq!(session.advise(&PlayerSpec::parse("level:10").unwrap()).unwrap(), best);
}

/// After the flag is raised, nobody looks at more than twenty thousand positions.
#[test]
fn whoever_is_stopped_comes_to_an_end() {
    const MOST: u64 = 20_000;
    let stop = StopFlag::default();
    stop.raise();
    let mut asked = 0;
    for spec in ["morris", "mnk:7,7,5", "mnk:15,15,5", "369:6", "369:9", "9tka:2", "9tka:4"] {
        let mut session = open(spec);
        for _ in 0..2 {
            let kinds = [
                "best:nodes=100000000",
                "best:time=1m",
                "engine:nodes=100000000",
                "engine:depth=30",
                "level:9",
                "level:10",
                "mcts:nodes=100000000",
                "alphabeta:depth=20",
                "maxn:depth=20",
                "paranoid:depth=20",
                "random",
            ];
            for kind in kinds {
                let player = PlayerSpec::parse(kind).unwrap();
                let Ok(advice) = session.consider(&player, Limits::default(), &stop) else {
                    continue;
                };
                assert!(advice.nodes <= MOST, "{spec}: {kind} looked at {}", advice.nodes);
                assert!(advice.best.is_some(), "{spec}: {kind} has no move");
                asked += 1;
            }
            for _ in 0..20 {
                if let Some(mv) = session.moves().first().cloned() {
                    session.play(&mv).unwrap();
                    if session.status().over {
                        session.undo();
                    }
                }
            }
        }
    }
    assert!(asked > 100, "{asked} players were stopped");
}

/// No kind of program is run because a text says so.
#[test]
fn programs_are_refused_unless_somebody_allows_them() {
    let programs = player_kinds().into_iter().filter(|kind| kind.runs_programs());
    let names: Vec<&str> = programs.map(|kind| kind.id).collect();
    assert_eq!(names, ["cmd", "ugi", "gomocup", "sanmill"]);
    for name in names {
        let spec = format!("{name}(ls)");
        let refused = PlayerSpec::parse(&spec).unwrap_err();
        assert_eq!(refused.to_string(), format!("player {spec:?}: no program may be run here"));
        let allowed = PlayerSpec::parse_with(&spec, Programs::Allowed).unwrap();
        assert_eq!((allowed.to_string(), allowed.is_program()), (spec, true));
    }
}
