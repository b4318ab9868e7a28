//! Hostile texts through every parser of the command line: positions, moves, specifications, records, proofs, tables, tournament
//! files, exports, the assignment's protocol, what engines hear and answer (UGI, Gomocup, Sanmill), and what bots and servers say to each
//! other. `scripts/campaign fuzz` runs it.
//!
//! ```text
//! cargo run --release -p ninefold-cli --example hostile_texts -- SEED COUNT
//! ```
//!
//! Texts are made by changing good ones, by a generator with a seed. What breaks is printed with its number, and the same seed
//! makes it again. The last line has the figures; the exit code is 1 if anything broke.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::time::{Duration, Instant};

use ninefold_cli::{Console, run};
use ninefold_core::Random;
use ninefold_session::{BotTold, Games, PlayerSpec, Setup, bot_move};

/// After so many texts one line tells how far it is.
const PROGRESS: u64 = 10_000;
/// Longer than this is a hang.
const LONGEST: Duration = Duration::from_secs(5);

/// Pieces that texts are made of.
const GAMES: [&str; 8] = [
    "morris",
    "morris:draws=off",
    "tictactoe",
    "mnk:4,4,3",
    "369:4",
    "9tka:3",
    "connect4",
    "mnk:3,3,3",
];
const POSITIONS: [&str; 5] = [
    "120/012/000 1",
    "w.w/.../.../...b.b/..w/.../..b w 0,0",
    "1200/0120/0000/0000 1",
    "000/000/000 2",
    "ww./bb./.../wwwbb./.../b../... w 4,4",
];
const MOVES: [&str; 6] = ["1,1", "d6 f4", "1,1 2,2 1,2", "a7-d7xg1", "0,3", "4"];
const PLAYERS: [&str; 6] = [
    "random",
    "level:1",
    "alphabeta:depth=1,eval=lines",
    "mcts:playouts=5",
    "engine:nodes=20",
    "best:nodes=10",
];
const EVALS: [&str; 5] = ["lines", "fav1", "fav2(noise=10)", "threats", "eva"];
const RECORD: &str = "[Game \"mnk:3,3,3\"]\n[Seed \"7\"]\n[Seat1 \"human\"]\n[Seat2 \"level:3\"]\n[Result \"1 -1\"]\n[Reason \"line\"]\n\n1,1 2,2 1,2 3,3 1,3\n";
const TOML: &str = "game = \"tictactoe\"\ngames = 2\nseed = 1\nopening = 1\n\n[[player]]\nname = \"a\"\nspec = \"random\"\n\n[[player]]\nname = \"b\"\nspec = \"random\"\n";
const ASSIGNMENT: &str = "GEN_ALL_POS_MOV 3 3 3 1\n1 2 0\n0 1 2\n0 0 0\n";
const BOT: &str = "ready\ninfo depth 3\nmove 1,1\nready\nmove 2,2\n";
const SERVER: &str = r#"{"type":"hello","version":1,"id":"b"}
{"type":"game_start","game":"g","spec":"mnk:3,3,3","seed":7,"seat":2,"players":2,"start":null,"names":[null,"b"],"clock":null}
{"type":"turn","game":"g","version":3,"moves":["2,2"],"position":"000/010/000 2","legal":["1,1"],"clock":null}
{"type":"game_over","game":"g","result":[1,-1],"reason":"line","moves":["2,2"]}
"#;
const UGI: &str = "ugi\nsetoption name Level value 3\nisready\nuginewgame\nposition startpos moves 1,1 2,2\nquery p1turn\nquery gameover\ngo nodes 20\nposition fen 120/000/000 1 moves 3,3\ngo depth 1\nquery result\nquit\n";
const GOMOCUP: &str = "START 15\nINFO timeout_turn 50\nINFO rule 0\nABOUT\nBEGIN\nTURN 7,7\nTAKEBACK 7,7\nBOARD\n7,7,1\n8,7,2\nDONE\nRECTSTART 5,5\nRESTART\nEND\n";
const SANMILL: &str = "uci\nisready\nucinewgame\nposition startpos moves d6 f4 a1\ngo movetime 5\nposition fen ********/********/O@O***@* w p p 2 7 2 7 0 0 0 0 0 0 0 0 1 moves d7\ngo depth 1\nstop\nquit\n";
const ENGINE: &str = "id name x\nugiok\nreadyok\ninfo depth 3 score cp 5 pv 1,1\nbestmove 1,1\nOK\n1,1\nMESSAGE hello\n2,2\nuciok\nbestmove d6\nd6\n";
const LETTERS: &[u8] =
    b"0123456789,./-:;wbWBxXoO ()[]{}=\"'\\\n\t*%#@~^_abcdefgh\0\x1b\x7f\xff\xc3";

/// Makes texts of other texts.
struct Texts(Random);

impl Texts {
    fn below(&mut self, bound: usize) -> usize {
        self.0.below(bound.max(1))
    }

    fn pick<'a>(&mut self, list: &[&'a str]) -> &'a str {
        list[self.below(list.len())]
    }

    /// A few changes: a letter more, less or another, a piece twice, a piece of another, or cut off.
    fn changed(&mut self, text: &[u8]) -> Vec<u8> {
        let mut bytes = text.to_vec();
        for _ in 0..self.below(4) {
            let at = self.below(bytes.len() + 1);
            match self.below(7) {
                0 => bytes.insert(at, LETTERS[self.below(LETTERS.len())]),
                1 if at < bytes.len() => drop(bytes.remove(at)),
                2 if at < bytes.len() => bytes[at] = LETTERS[self.below(LETTERS.len())],
                3 if at < bytes.len() => bytes[at] ^= 1 << self.below(8),
                4 => {
                    let end = (at + self.below(20)).min(bytes.len());
                    let piece = bytes[at..end].to_vec();
                    let twice = self.below(3) + 1;
                    (0..twice).for_each(|_| drop(bytes.splice(at..at, piece.iter().copied())));
                }
                5 => {
                    let number = ["0", "-1", "18446744073709551616", "1e308", "999999999"];
                    let piece = self.pick(&number).as_bytes().to_vec();
                    drop(bytes.splice(at..at, piece));
                }
                _ => bytes.truncate(at),
            }
        }
        bytes
    }

    /// What a program or a server says.
    fn conversation(&mut self) -> Vec<u8> {
        let said = self.pick(&[BOT, SERVER]);
        self.changed(said.as_bytes())
    }

    fn changed_text(&mut self, list: &[&str]) -> String {
        let text = self.pick(list);
        // Arguments of a process have no zero bytes and are text.
        String::from_utf8_lossy(&self.changed(text.as_bytes())).replace('\0', "0")
    }
}

fn main() {
    let mut args = std::env::args().skip(1).map(|text| text.parse::<u64>().expect("a number"));
    let (seed, count) = (args.next().unwrap_or(1), args.next().unwrap_or(20_000));
    let folder = tempfile::tempdir().expect("a folder");
    let data = folder.path().join("data");
    let proof = prepare(folder.path(), &data);
    let games = ninefold_session::games();
    let mut texts = Texts(Random::new(seed));
    let (mut panics, mut hangs, mut accepted, mut long) = (0, 0_u64, 0, Duration::ZERO);
    let mut wordless = 0;
    let begun_all = Instant::now();
    // A panic is counted and told by its number; what it says is for whoever repeats it.
    std::panic::set_hook(Box::new(|_| {}));
    for number in 0..count {
        if number > 0 && number.is_multiple_of(PROGRESS) {
            println!(
                "progress inputs={number} panics={panics} over_5s={hangs} without_a_word={wordless} accepted={accepted} slowest_ms={} seconds={}",
                long.as_millis(),
                begun_all.elapsed().as_secs()
            );
        }
        if number.is_multiple_of(10) {
            let begun = Instant::now();
            let said = texts.conversation();
            if catch_unwind(AssertUnwindSafe(|| hear(&games, &said))).is_err() {
                panics += 1;
                println!("panic {number}: {:?}", String::from_utf8_lossy(&said));
            }
            long = long.max(begun.elapsed());
            hangs += u64::from(begun.elapsed() > LONGEST);
            continue;
        }
        let (args, input) = command(&mut texts, folder.path(), &proof, number);
        let (mut out, mut err, mut input) = (Vec::new(), Vec::new(), &input[..]);
        let begun = Instant::now();
        let mut all = vec!["ninefold".into()];
        if !args.iter().any(|arg| arg == "--data") {
            all.extend(["--data".into(), data.clone().into_os_string()]);
        }
        all.extend(args.iter().map(Into::into));
        let ran = catch_unwind(AssertUnwindSafe(|| {
            let (input, out, err) = (&mut input, &mut out, &mut err);
            let mut console = Console { input, out, err, colour: false, live: false };
            run(&games, all, &mut console)
        }));
        let took = begun.elapsed();
        long = long.max(took);
        match ran {
            Err(_) => {
                panics += 1;
                println!("panic {number}: {args:?}");
            }
            Ok(0) => accepted += 1,
            // A finished game has no moves: an empty list, and exit code 1.
            Ok(1) if args.first().is_some_and(|command| command == "moves") => {}
            Ok(_) if err.is_empty() && out.is_empty() => {
                wordless += 1;
                println!("no word {number}: {args:?}");
            }
            Ok(_) => {}
        }
        if took > LONGEST {
            hangs += 1;
            println!("{} s {number}: {args:?}", took.as_secs());
        }
    }
    let failed = panics + hangs + wordless > 0;
    println!(
        "fuzz/texts: {} seed={seed} inputs={count} panics={panics} over_5s={hangs} without_a_word={wordless} accepted={accepted} slowest_ms={}",
        if failed { "FAILED" } else { "ok" },
        long.as_millis()
    );
    std::process::exit(i32::from(failed));
}

/// Listens to a program, and to a server, as a game and a bot do; both hear what was meant for the other, too.
fn hear(games: &Games, said: &[u8]) {
    let mut session = games.open("mnk:3,3,3", &Setup::default()).expect("a game");
    if let Ok(text) = bot_move(said) {
        let _ = session.play(&text);
    }
    let player = PlayerSpec::parse("random").expect("a player");
    for line in String::from_utf8_lossy(said).lines() {
        match BotTold::read(line) {
            Some(BotTold::GameStart(game)) => {
                if let Ok(begun) = game.open(games) {
                    session = begun;
                    let _ = game.sit_down(&mut *session, &player);
                }
            }
            Some(BotTold::Turn { moves, .. }) if session.follow(&moves).is_ok() => {
                let _ = session.think();
            }
            _ => {}
        }
    }
}

/// A proof and a table to be damaged.
fn prepare(folder: &Path, data: &Path) -> Vec<u8> {
    let games = ninefold_session::games();
    let proof = folder.join("good.proof");
    let proof_text = proof.to_string_lossy().into_owned();
    let data = data.to_string_lossy().into_owned();
    for args in [
        vec!["ninefold", "solve", "mnk:3,3,3", "--proof", &proof_text],
        vec!["ninefold", "--data", &data, "tables", "build", "morris", "--men", "3"],
    ] {
        let (mut input, mut out, mut err) = (&b""[..], Vec::new(), Vec::new());
        let mut console =
            Console { input: &mut input, out: &mut out, err: &mut err, colour: false, live: false };
        run(&games, args.into_iter().map(Into::into), &mut console);
    }
    fs::read(proof).unwrap_or_default()
}

/// A command, and what it reads.
fn command(texts: &mut Texts, folder: &Path, proof: &[u8], number: u64) -> (Vec<String>, Vec<u8>) {
    let file = folder.join("hostile");
    let name = file.to_string_lossy().into_owned();
    let own = |args: &[&str]| args.iter().map(|&arg| arg.to_owned()).collect::<Vec<String>>();
    let game = if texts.below(2) == 0 {
        texts.pick(&GAMES).to_owned()
    } else {
        texts.changed_text(&GAMES)
    };
    let position = texts.changed_text(&POSITIONS);
    match texts.below(100) {
        0..16 => (own(&["moves", &game, "--position", &position]), Vec::new()),
        16..25 => (own(&["status", &game, "--fen", &position]), Vec::new()),
        25..37 => {
            let moves = texts.changed_text(&MOVES);
            (own(&["show", &game, "--moves", &moves, "--json"]), Vec::new())
        }
        37..45 => {
            let eval = texts.changed_text(&EVALS);
            (own(&["eval", &game, &eval, "--position", &position]), Vec::new())
        }
        45..51 => {
            let player = texts.changed_text(&PLAYERS);
            (own(&["match", &game, &player, "random", "--games", "0"]), Vec::new())
        }
        51..65 => {
            let _ = fs::write(&file, texts.changed(RECORD.as_bytes()));
            (own(&["record", "check", &name]), Vec::new())
        }
        65..73 => {
            let _ = fs::write(&file, texts.changed(proof));
            (own(&["proof", "check", &name]), Vec::new())
        }
        73..81 => {
            let plan = folder.join("hostile.toml");
            let _ = fs::write(&plan, texts.changed(TOML.as_bytes()));
            // What is valid is read and checked to its end, and not played: nothing can be kept in a folder below a file.
            let nowhere = plan.join("data").to_string_lossy().into_owned();
            (own(&["tournament", &plan.to_string_lossy(), "--data", &nowhere]), Vec::new())
        }
        81..86 => (own(&["mnk"]), texts.changed(ASSIGNMENT.as_bytes())),
        86..94 => engine(texts),
        94 => damaged_table(texts, folder, number),
        95 if number.is_multiple_of(8) => {
            // A program that says it, as a process of its own.
            let _ = fs::write(&file, texts.changed(BOT.as_bytes()));
            (own(&["bot", "check", &format!("cmd(cat {name})"), "mnk:3,3,3"]), Vec::new())
        }
        96 if number.is_multiple_of(8) => {
            let _ = fs::write(&file, texts.changed(ENGINE.as_bytes()));
            let (protocol, game) =
                [("ugi", "mnk:3,3,3"), ("gomocup", "gomoku"), ("sanmill", "morris")]
                    [texts.below(3)];
            let player = format!("{protocol}(cat {name})");
            (own(&["engine", "test", &player, game]), Vec::new())
        }
        _ => {
            let line = "{\"ninefold\":\"store\",\"layout\":5}\n{\"table\":\"study\",\"row\":{\"id\":\"a\",\"name\":\"b\",\"created\":1,\"plan\":\"[]\"}}\n";
            let _ = fs::write(&file, texts.changed(line.as_bytes()));
            (own(&["store", "import", &name]), Vec::new())
        }
    }
}

/// What another program says to an engine, in one of three languages, to an engine of that game or of another.
fn engine(texts: &mut Texts) -> (Vec<String>, Vec<u8>) {
    let (protocol, game, said) =
        [("ugi", "mnk:3,3,3", UGI), ("gomocup", "gomoku", GOMOCUP), ("sanmill", "morris", SANMILL)]
            [texts.below(3)];
    let game = if texts.below(4) == 0 { texts.pick(&GAMES) } else { game };
    let mut args = vec!["engine".to_owned(), game.to_owned()];
    args.extend(["--player", "random"].map(str::to_owned));
    if texts.below(2) == 0 {
        args.extend(["--protocol", protocol].map(str::to_owned));
    }
    (args, texts.changed(said.as_bytes()))
}

/// A table that is damaged, looked into: a set of its own for every one, since a process keeps what it has opened.
fn damaged_table(texts: &mut Texts, folder: &Path, number: u64) -> (Vec<String>, Vec<u8>) {
    let data = folder.join(format!("damaged-{number}"));
    let table = data.join("tables/morris/3-men/values-3.table");
    let whole = fs::read(folder.join("data/tables/morris/3-men/values-3.table"));
    let _ = fs::create_dir_all(table.parent().unwrap_or(folder));
    let _ = fs::write(&table, texts.changed(&whole.unwrap_or_default()));
    let args = ["tables", "probe", "morris:draws=off", "--position", POSITIONS[1]];
    let mut args: Vec<String> = args.map(str::to_owned).into();
    args.extend(["--data".to_owned(), data.to_string_lossy().into_owned()]);
    (args, Vec::new())
}
