//! No text makes a parser panic, and whatever is read can be written, read again and played on.

use std::fmt::Display;

use ninefold_core::{Host, Path, Random, Record, View, find_move, playout};
use ninefold_games::{families, registry};
use proptest::prelude::*;
use proptest::test_runner::RngSeed;

/// Games of every family, in every shape of state.
fn specs() -> impl Strategy<Value = &'static str> {
    let more = ["morris:draws=8/4/2,flying=off,protect=off", "mnk:8,9,5", "369:9,points=99/99/99"];
    let tried = families().flat_map(|family| family.trials).map(|trial| trial.spec);
    prop::sample::select(tried.chain(more).collect::<Vec<_>>())
}

/// Characters that mean something somewhere, and some that mean nothing.
const LETTERS: &str = "0123456789 ./,-:=;wbxo*O@rpms[]\"\\abcdefg+\n\tß\u{200b}";

/// A change to a text, at a place counted modulo its length.
#[derive(Clone, Debug)]
enum Edit {
    Delete(usize),
    Insert(usize, char),
    Replace(usize, char),
    Repeat(usize, usize),
}

fn edits() -> impl Strategy<Value = Vec<Edit>> {
    let at = any::<usize>;
    let letter = || {
        let letters: Vec<char> = LETTERS.chars().collect();
        prop_oneof![9 => prop::sample::select(letters), 1 => any::<char>()]
    };
    let edit = prop_oneof![
        at().prop_map(Edit::Delete),
        (at(), letter()).prop_map(|(at, letter)| Edit::Insert(at, letter)),
        (at(), letter()).prop_map(|(at, letter)| Edit::Replace(at, letter)),
        (at(), 1..20_usize).prop_map(|(at, length)| Edit::Repeat(at, length)),
    ];
    prop::collection::vec(edit, 1..4)
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

/// A random game to take valid texts from, how to spoil them, and a text that means nothing.
#[derive(Clone, Debug)]
struct Input {
    seed: u64,
    plies: u32,
    edits: Vec<Edit>,
    noise: String,
}

fn input() -> impl Strategy<Value = Input> {
    let parts = (0..1000_u64, 0..90_u32, edits(), ".{0,80}");
    parts.prop_map(|(seed, plies, edits, noise)| Input { seed, plies, edits, noise })
}

impl Input {
    /// A valid text, the same spoilt, and noise.
    fn texts(&self, valid: &str) -> [String; 3] {
        [valid.to_owned(), edited(valid, &self.edits), self.noise.clone()]
    }

    /// The random game.
    fn path<G: View>(&self, game: &G) -> Path<G> {
        let mut path = Path::new(game.clone(), game.start(self.seed));
        let (mut random, mut moves) = (Random::new(self.seed), Vec::new());
        for _ in 0..self.plies {
            moves.clear();
            path.moves(&mut moves);
            if moves.is_empty() {
                break;
            }
            path.play(random.pick(&moves));
        }
        path
    }
}

/// What was read, if anything; a refusal must be one line.
fn accepted<T, E: Display>(read: Result<T, E>) -> Option<T> {
    read.map_err(|error| assert_eq!(error.to_string().lines().count(), 1, "{error}")).ok()
}

/// A position that was read says the same when written, and the game goes on from it.
struct Positions<'a>(&'a Input);

impl Host for Positions<'_> {
    type Output = ();

    fn receive<G: View>(self, game: G, _spec: String) {
        let state = *self.0.path(&game).state();
        let texts = self.0.texts(&game.position_text(&state));
        let read = texts.map(|text| accepted(game.parse_position(&text)));
        assert_eq!(read[0], Some(state));
        let fens = self.0.texts(&game.fen(&state, 3).unwrap_or_default());
        let from_fens = fens.map(|fen| accepted(game.parse_fen(&fen)).map(|(state, _)| state));
        for state in read.into_iter().chain(from_fens).flatten() {
            check_state(&game, state, self.0.seed);
        }
    }
}

fn check_state<G: View>(game: &G, state: G::State, seed: u64) {
    let text = game.position_text(&state);
    assert_eq!(game.parse_position(&text), Ok(state), "{text}");
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    let outcome = game.outcome(&state);
    assert_eq!(moves.is_empty(), outcome.is_some(), "{text}");
    assert!(moves.iter().all(|&mv| !game.steps(&state, mv).is_empty()), "{text}");
    let pieces = game.scene(&state).pieces.len();
    assert!(pieces <= game.layout().sites.len(), "{text}");
    if let Some(outcome) = outcome {
        assert!(!game.explain(&state, &outcome).to_string().is_empty(), "{text}");
    }
    let later = playout(game, state, 100, &mut Random::new(seed), &mut moves).state;
    moves.clear();
    game.moves(&later, &mut moves);
    assert_eq!(moves.is_empty(), game.outcome(&later).is_some(), "{text}");
    let text = game.position_text(&later);
    assert_eq!(game.parse_position(&text), Ok(later));
}

/// A move is found exactly when a legal one has that text, apart from case and spaces around it.
struct Moves<'a>(&'a Input);

impl Host for Moves<'_> {
    type Output = ();

    fn receive<G: View>(self, game: G, _spec: String) {
        let path = self.0.path(&game);
        let mut moves = Vec::new();
        path.moves(&mut moves);
        let first = moves.first().map(|&mv| game.move_text(mv));
        for text in self.0.texts(&first.unwrap_or_default()) {
            let wanted = text.trim().to_ascii_lowercase();
            let legal = moves.iter().copied().find(|&mv| game.move_text(mv) == wanted);
            assert_eq!(accepted(find_move(&path, &text)), legal, "{text:?}");
        }
    }
}

/// A record that was read says the same when written, and replays or is refused.
struct Records<'a>(&'a Input);

impl Host for Records<'_> {
    type Output = ();

    fn receive<G: View>(self, game: G, spec: String) {
        let path = self.0.path(&game);
        let end = path.outcome();
        let record = Record {
            game: spec,
            seed: self.0.seed,
            seats: (1..=game.players()).map(|seat| format!("level:{seat}")).collect(),
            tags: vec![("Event".into(), "a \"match\"\non a \\ board".into())],
            moves: path.played().iter().map(|&mv| game.move_text(mv)).collect(),
            result: end.map(|end| end.payoffs.seats(game.players()).to_vec()),
            reason: end.map(|end| end.reason.to_owned()),
            ..Record::default()
        };
        assert!(record.replay(game.clone()).is_ok(), "{record}");
        let [valid, spoilt, noise] = self.0.texts(&record.to_string());
        assert_eq!(Record::parse(&valid), Ok(record));
        for read in [spoilt, noise].iter().flat_map(|text| accepted(Record::parse(text))) {
            assert_eq!(Record::parse(&read.to_string()), Ok(read.clone()));
            if let Ok(replayed) = read.replay(game.clone()) {
                assert_eq!(replayed.path.played().len(), read.moves.len(), "{read}");
            }
        }
    }
}

/// Gives the full specification of the game.
struct Canonical;

impl Host for Canonical {
    type Output = String;

    fn receive<G: View>(self, _game: G, spec: String) -> String {
        spec
    }
}

/// The same cases in every run, unless `PROPTEST_RNG_SEED` asks for others.
fn config() -> ProptestConfig {
    let given = ProptestConfig::default();
    let rng_seed = match given.rng_seed {
        RngSeed::Random => RngSeed::Fixed(9),
        fixed => fixed,
    };
    ProptestConfig { cases: 3000, failure_persistence: None, rng_seed, ..given }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn positions_are_read_or_refused(spec in specs(), input in input()) {
        registry().open(spec, Positions(&input)).unwrap();
    }

    #[test]
    fn moves_are_found_or_refused(spec in specs(), input in input()) {
        registry().open(spec, Moves(&input)).unwrap();
    }

    #[test]
    fn records_are_read_or_refused(spec in specs(), input in input()) {
        registry().open(spec, Records(&input)).unwrap();
    }

    #[test]
    fn specifications_are_opened_or_refused(
        spec in specs(),
        edits in edits(),
        noise in ".{0,40}",
    ) {
        for text in [edited(spec, &edits), noise] {
            if let Some(full) = accepted(registry().open(&text, Canonical)) {
                prop_assert_eq!(registry().open(&full, Canonical), Ok(full));
            }
        }
    }
}
