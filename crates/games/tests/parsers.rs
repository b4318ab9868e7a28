//! No text makes a parser panic, and whatever is read can be written, read again and played on.

mod common;

use std::panic::{AssertUnwindSafe, catch_unwind};

use ninefold_core::{
    Game, Host, Path, Playable, Random, Record, find_move, playout,
};
use ninefold_games::registry;
use proptest::prelude::*;

/// A game of every family, in every shape of state.
const SPECS: [&str; 9] = [
    "morris",
    "morris:draws=off",
    "morris:draws=8/4/2,flying=off,protect=off",
    "mnk:3,3,3",
    "mnk:8,9,5",
    "369:6",
    "369:9,points=99/99/99",
    "9tka:2",
    "9tka:4",
];

/// The characters that mean something somewhere, and some that mean nothing.
const LETTERS: &str = "0123456789 ./,-:=;wbxo*O@rpms[]\"\\abcdefg+\n\tß\u{200b}";

/// A change to a text: at a place, counted modulo its length.
#[derive(Clone, Debug)]
enum Edit {
    Delete(usize),
    Insert(usize, char),
    Replace(usize, char),
    Repeat(usize, usize),
}

fn letter() -> impl Strategy<Value = char> {
    let letters: Vec<char> = LETTERS.chars().collect();
    prop_oneof![9 => prop::sample::select(letters), 1 => any::<char>()]
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let edit = prop_oneof![
        any::<usize>().prop_map(Edit::Delete),
        (any::<usize>(), letter()).prop_map(|(at, letter)| Edit::Insert(at, letter)),
        (any::<usize>(), letter()).prop_map(|(at, letter)| Edit::Replace(at, letter)),
        (any::<usize>(), 1..20_usize).prop_map(|(at, length)| Edit::Repeat(at, length)),
    ];
    prop::collection::vec(edit, 0..4)
}

fn edited(text: &str, edits: &[Edit]) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    for edit in edits {
        let length = letters.len();
        match *edit {
            Edit::Insert(at, letter) => letters.insert(at % (length + 1), letter),
            _ if length == 0 => {}
            Edit::Delete(at) => drop(letters.remove(at % length)),
            Edit::Replace(at, letter) => letters[at % length] = letter,
            Edit::Repeat(at, count) => {
                let at = at % length;
                let part: Vec<char> = letters[at..].iter().copied().take(count).collect();
                letters.splice(at..at, part);
            }
        }
    }
    letters.into_iter().collect()
}

/// Reads texts made from those of a random game, or an arbitrary text.
struct Fuzz<'a> {
    seed: u64,
    plies: u32,
    edits: &'a [Edit],
    noise: &'a str,
}

impl Host for Fuzz<'_> {
    type Output = ();

    fn receive<G: Playable>(self, game: G, spec: String) {
        let start = game.start(self.seed);
        let (mut random, mut moves) = (Random::new(self.seed), Vec::new());
        let state = playout(&game, start, self.plies, &mut random, &mut moves).state;

        let position = game.position_text(&state);
        for text in [&position, &edited(&position, self.edits), self.noise] {
            if let Ok(read) = game.parse_position(text) {
                check_state(&game, read, &mut random);
            }
        }
        let fen = game.fen(&state, 3).unwrap_or_default();
        for text in [&fen, &edited(&fen, self.edits), self.noise] {
            if let Ok((read, _)) = game.parse_fen(text) {
                check_state(&game, read, &mut random);
            }
        }
        check_moves(&game, state, &self);
        check_record(&game, &spec, &self);
    }
}

/// A position that was read says the same when written, and the game can go on from it.
fn check_state<G: Playable>(game: &G, state: G::State, random: &mut Random) {
    let text = game.position_text(&state);
    assert_eq!(game.parse_position(&text), Ok(state), "{text}");
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    let outcome = game.outcome(&state);
    assert_eq!(moves.is_empty(), outcome.is_some(), "{text}");
    let scene = game.scene(&state);
    assert!(scene.pieces.len() <= game.layout().sites.len(), "{text}");
    for &mv in &moves {
        assert!(!game.steps(&state, mv).is_empty(), "{text}");
    }
    if let Some(outcome) = outcome {
        assert!(!game.explain(&state, &outcome).is_empty(), "{text}");
    }
    let later = playout(game, state, 8, random, &mut moves).state;
    let text = game.position_text(&later);
    assert_eq!(game.parse_position(&text), Ok(later), "{text}");
}

/// A move is found exactly when a legal move has that text, apart from case and spaces around it.
fn check_moves<G: Playable>(game: &G, state: G::State, fuzz: &Fuzz) {
    let path = Path::new(game.clone(), state);
    let mut moves = Vec::new();
    path.moves(&mut moves);
    let first = moves.first().map_or(String::new(), |&mv| game.move_text(mv));
    for text in [&first, &edited(&first, fuzz.edits), fuzz.noise] {
        let wanted = text.trim().to_ascii_lowercase();
        let legal = moves.iter().copied().find(|&mv| game.move_text(mv) == wanted);
        assert_eq!(find_move(&path, text).ok(), legal, "{text:?}");
    }
}

/// A record that was read says the same when written, and replays or is refused.
fn check_record<G: Playable>(game: &G, spec: &str, fuzz: &Fuzz) {
    let mut path = Path::new(game.clone(), game.start(fuzz.seed));
    let (mut random, mut moves) = (Random::new(fuzz.seed), Vec::new());
    for _ in 0..fuzz.plies.min(20) {
        moves.clear();
        path.moves(&mut moves);
        if moves.is_empty() {
            break;
        }
        path.play(random.pick(&moves));
    }
    let outcome = path.outcome();
    let record = Record {
        game: spec.to_owned(),
        seed: fuzz.seed,
        seats: (0..game.players()).map(|seat| format!("level:{seat}")).collect(),
        tags: vec![("Event".into(), "a \"match\"\non a \\ board".into())],
        moves: path.played().iter().map(|&mv| game.move_text(mv)).collect(),
        result: outcome.map(|outcome| outcome.payoffs.seats(game.players()).to_vec()),
        reason: outcome.map(|outcome| outcome.reason.to_owned()),
        ..Record::default()
    };
    let text = record.to_string();
    assert_eq!(Record::parse(&text), Ok(record.clone()));
    assert!(record.replay(game.clone()).is_ok(), "{text}");
    for text in [edited(&text, fuzz.edits), fuzz.noise.to_owned()] {
        if let Ok(read) = Record::parse(&text) {
            assert_eq!(Record::parse(&read.to_string()), Ok(read.clone()), "{text:?}");
            if let Ok(replayed) = read.replay(game.clone()) {
                assert_eq!(replayed.path.played().len(), read.moves.len(), "{text:?}");
            }
        }
    }
}

/// Gives the full specification of the game.
struct Canonical;

impl Host for Canonical {
    type Output = String;

    fn receive<G: Playable>(self, game: G, spec: String) -> String {
        assert!(game.outcome(&game.start(0)).is_none(), "{spec} is over at once");
        spec
    }
}

fn config(cases: u32) -> ProptestConfig {
    ProptestConfig {
        cases,
        failure_persistence: None,
        ..ProptestConfig::default()
    }
}

proptest! {
    #![proptest_config(config(400))]

    #[test]
    fn positions_moves_and_records(
        spec in prop::sample::select(&SPECS[..]),
        seed in 0..1000_u64,
        plies in 0..90_u32,
        edits in edits(),
        noise in ".{0,80}",
    ) {
        let fuzz = Fuzz { seed, plies, edits: &edits, noise: &noise };
        registry().open(spec, fuzz).unwrap();
    }
}

proptest! {
    #![proptest_config(config(5000))]

    #[test]
    fn specifications(
        spec in prop::sample::select(&SPECS[..]),
        edits in edits(),
        noise in ".{0,40}",
    ) {
        for text in [edited(spec, &edits), noise] {
            match registry().open(&text, Canonical) {
                Ok(full) => prop_assert_eq!(registry().open(&full, Canonical), Ok(full)),
                Err(error) => prop_assert!(!error.to_string().contains('\n')),
            }
        }
    }

    #[test]
    fn edited_positions(
        spec in prop::sample::select(&SPECS[..]),
        seed in 0..1000_u64,
        plies in 0..90_u32,
        edits in edits(),
    ) {
        registry().open(spec, EditedPosition { seed, plies, edits: &edits }).unwrap();
    }
}
