//! A game more, made here and nowhere else, runs through every command: no part of the program
//! knows the games by name.
//!
//! *Rope*: three players in turn tie a knot of their colour at a free point of a rope, never beside
//! a knot of their own. Whoever ties the last knot wins.

use std::ffi::OsString;

use ninefold_cli::Console;
use ninefold_core::{
    Arguments, Family, FamilyInfo, Game, Host, Kind, Label, Layout, Notation, Outcome, Parameter,
    Payoffs, Phrase, Piece, Player, PositionError, Recurring, Registry, Rules, Scene, Seat, Site,
    SiteKind, Step, StepAction, Symmetric, View, parse_player, parse_rows, piece_key, plain_forms,
};
use ninefold_lawkit::{Laws, known_perft};

const PLAYERS: usize = 3;
const LONGEST: usize = 9;
/// How every game ends.
const STUCK: &str = "{0} has no free point";

/// The rules: how many points the rope has.
#[derive(Clone)]
struct Rope(usize);

/// A position: whose knot is at each point, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Knots {
    at: [Option<Player>; LONGEST],
    mover: Player,
}

impl Rope {
    fn is_free(&self, knots: &Knots, point: usize) -> bool {
        let beside = [point.wrapping_sub(1), point + 1];
        let own = |&near: &usize| near < self.0 && knots.at[near] == Some(knots.mover);
        knots.at[point].is_none() && !beside.iter().any(own)
    }

    fn free(&self, knots: &Knots) -> impl Iterator<Item = usize> {
        (0..self.0).filter(|&point| self.is_free(knots, point))
    }
}

impl Rules for Rope {
    type State = Knots;
    type Move = usize;

    fn players(&self) -> usize {
        PLAYERS
    }

    fn start(&self, _seed: u64) -> Knots {
        Knots { at: [None; LONGEST], mover: Player::FIRST }
    }

    fn to_move(&self, knots: &Knots) -> Player {
        knots.mover
    }

    fn moves(&self, knots: &Knots, moves: &mut Vec<usize>) {
        moves.extend(self.free(knots));
    }

    fn play(&self, knots: &mut Knots, point: usize) {
        knots.at[point] = Some(knots.mover);
        knots.mover = knots.mover.next(PLAYERS);
    }

    fn outcome(&self, knots: &Knots) -> Option<Outcome> {
        let last = Player::all(PLAYERS).find(|player| player.next(PLAYERS) == knots.mover)?;
        let is_over = self.free(knots).next().is_none();
        is_over.then(|| Outcome { payoffs: Payoffs::winner_takes_all(last), reason: "tied" })
    }

    fn move_index(&self, point: usize) -> u16 {
        point as u16
    }

    fn key(&self, knots: &Knots) -> u64 {
        let owners = knots.at.iter().map(|owner| owner.map_or(PLAYERS, Player::index));
        owners.enumerate().fold(piece_key(4, knots.mover.index()), |key, (point, owner)| {
            key ^ piece_key(owner, point)
        })
    }
}

impl Symmetric for Rope {}

impl Recurring for Rope {}

impl Game for Rope {}

impl Notation for Rope {
    fn move_text(&self, point: usize) -> String {
        (point + 1).to_string()
    }

    fn position_form(&self) -> String {
        self.position_text(&self.start(0))
    }

    fn position_text(&self, knots: &Knots) -> String {
        let symbol = |owner: &Option<Player>| owner.map_or(".".into(), |owner| owner.to_string());
        let rope: String = knots.at[..self.0].iter().map(symbol).collect();
        format!("{rope} {}", knots.mover)
    }

    fn parse_position(&self, text: &str) -> Result<Knots, PositionError> {
        let Some((rope, mover)) = text.split_once(' ') else {
            return Err(PositionError::field("position", text, self.position_form()));
        };
        let mut knots = Knots { mover: parse_player(mover, PLAYERS)?, ..self.start(0) };
        for (point, symbol) in parse_rows(rope, &[self.0], ".123")?[0].iter().enumerate() {
            knots.at[point] = symbol.to_digit(10).map(|number| Player::new(number as usize - 1));
        }
        Ok(knots)
    }
}

impl View for Rope {
    fn seats(&self) -> Vec<Seat> {
        [("Rose", "red"), ("Gina", "green"), ("Bea", "blue")]
            .map(|(name, colour)| {
                Seat::new(name, name.chars().next().unwrap_or('?'), "knot", colour)
            })
            .to_vec()
    }

    fn layout(&self) -> Layout {
        let site = |point: usize| Site {
            name: self.move_text(point),
            x: point as f32,
            y: 0.0,
            kind: SiteKind::Point,
        };
        Layout {
            sites: (0..self.0).map(site).collect(),
            edges: (1..self.0 as u16).map(|point| [point - 1, point]).collect(),
            columns: Label::numbers(self.0),
            ..Layout::default()
        }
    }

    fn scene(&self, knots: &Knots) -> Scene {
        let tied = (0..self.0).filter(|&point| knots.at[point].is_some());
        let piece = |point: usize| Piece { site: point as u16, owner: knots.at[point] };
        Scene { phase: "tying".into(), pieces: tied.map(piece).collect(), ..Scene::default() }
    }

    fn steps(&self, _knots: &Knots, point: usize) -> Vec<Step> {
        vec![Step::new(StepAction::Put, point)]
    }

    fn explain(&self, knots: &Knots, _outcome: &Outcome) -> Phrase {
        Phrase::of(STUCK).with(self.seats()[knots.mover.index()].name.clone())
    }

    fn forms(&self) -> Vec<&'static str> {
        plain_forms().into_iter().chain([STUCK]).collect()
    }
}

struct RopeFamily;

impl Family for RopeFamily {
    const INFO: FamilyInfo = FamilyInfo {
        id: "rope",
        title: "Rope",
        summary: "tie knots, never beside your own",
        aliases: &[("string", "rope:3")],
        parameters: &[Parameter {
            name: "points",
            summary: "how many points the rope has",
            kind: Kind::Number(3..=LONGEST as i64),
            default: "6",
            positional: true,
        }],
        rules: "# Rope\n\nWhoever ties the last knot wins.\n",
        // Three turns reach any order of three points. On four points the fourth knot is the first
        // player's second, which 6 of the 12 ordered pairs of points keep apart: 24 / 2.
        perft: "rope:3 ; start ; 3 6 6 0\nrope:4 ; start ; 4 12 24 12 0\nrope:4 ; 1..2 3 ; 2 1 0",
        ..FamilyInfo::PLAIN
    };

    fn open<H: Host>(arguments: &Arguments, spec: String, host: H) -> H::Output {
        host.receive(Rope(arguments.number("points") as usize), spec)
    }
}

/// Runs a command line with all games and this one; gives the exit code and the answer.
fn run(args: &[&str], mut input: &[u8]) -> (u8, String) {
    let games = ninefold_session::games().with::<RopeFamily>();
    let args = ["ninefold"].iter().chain(args).map(OsString::from);
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let mut console =
        Console { input: &mut input, out: &mut out, err: &mut err, colour: false, live: false };
    let code = ninefold_cli::run(&games, args, &mut console);
    assert_eq!(String::from_utf8_lossy(&err), "");
    (code, String::from_utf8(out).expect("text"))
}

fn answer(args: &[&str]) -> String {
    let (code, out) = run(args, b"");
    assert_eq!(code, 0, "{args:?} gives {out}");
    out
}

#[test]
fn it_is_listed_with_its_rules() {
    let games = answer(&["games"]);
    for part in ["rope:POINTS", "tie knots, never beside your own", "string = rope:3"] {
        assert!(games.contains(part), "{games}");
    }
    assert_eq!(answer(&["rules", "rope"]), "# Rope\n\nWhoever ties the last knot wins.\n");
}

#[test]
fn positions_are_answered_for() {
    assert_eq!(answer(&["moves", "rope", "--moves", "3 1 2"]), "5\n6\n");
    assert_eq!(answer(&["perft", "rope:4", "5"]), "1 4\n2 12\n3 24\n4 12\n5 0\n");
    let status = answer(&["status", "string", "--moves", "2 1 3", "--json"]);
    let status: serde_json::Value = serde_json::from_str(&status).expect("JSON");
    assert_eq!((&status["position"], &status["reason"]), (&"213 1".into(), &"tied".into()));
    assert_eq!(status["payoffs"], serde_json::json!([0, 0, 1]));
    assert_eq!(run(&["moves", "string", "--position", "213 1"], b""), (1, String::new()));
}

#[test]
fn its_board_is_drawn() {
    let drawn = answer(&["show", "rope:4", "--moves", "1 3"]);
    assert!(drawn.contains(" R───·───G───·\n"), "{drawn}");
    assert!(drawn.contains(" 1   2   3   4\n"), "{drawn}");
    assert!(drawn.contains("> Bea (B)"), "{drawn}");
    let drawn = answer(&["show", "string", "--moves", "2 1 3"]);
    assert!(drawn.contains("Bea wins: Rose has no free point"), "{drawn}");
}

#[test]
fn it_is_played_kept_and_checked() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("game.record");
    let (file, data) = (file.to_str().expect("text"), folder.path().to_str().expect("text"));
    let seats = ["play", "rope", "human", "random", "random"];
    let options = ["--seed", "2", "--save", file, "--data", data];
    let every_point_again_and_again = b"1\n2\n3\n4\n5\n6\n1\n2\n3\n4\n5\n6\n";
    let (code, out) = run(&[&seats[..], &options].concat(), every_point_again_and_again);
    assert_eq!(code, 0);
    assert!(out.contains("Rose to move: ") && out.contains(" wins: "), "{out}");
    assert!(answer(&["record", "check", file]).starts_with("rope:6: "));
}

#[test]
fn it_is_benched_and_known_by_its_nearest_name() {
    let bench = answer(&["bench"]);
    for game in ["morris ", "rope:6 ", "rope:3 "] {
        assert!(bench.lines().any(|line| line.starts_with(game)), "{bench}");
    }
    let games = ninefold_session::games().with::<RopeFamily>();
    let error = games.family("rpoe").expect_err("no game is called so");
    assert_eq!(error.to_string(), "unknown game \"rpoe\", did you mean rope?");
}

#[test]
fn it_obeys_the_laws() {
    for spec in ["rope:3", "rope:6", "rope:9"] {
        let laws = Registry::new().with::<RopeFamily>().open(spec, Laws::default());
        let report = laws.expect("the game opens").unwrap_or_else(|broken| panic!("{broken}"));
        assert!(report.finished > 0);
    }
    for line in known_perft(RopeFamily::INFO.perft).expect("the counts can be read") {
        let counted = Registry::new().with::<RopeFamily>().open(&line.spec, line.host());
        counted.expect("the game opens").unwrap_or_else(|broken| panic!("{broken}"));
    }
}
