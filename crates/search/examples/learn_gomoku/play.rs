//! Games of a search against itself, with what it says of every position.

use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path as FilePath;

use ninefold_core::{Arguments, Evaluator, Game, Path, Player, Random};
use ninefold_games::mnk::{Cell, Mnk};
use ninefold_search::{Engine, EngineOptions, Limits, StopFlag};

/// The board of gomoku.
pub(crate) type Gomoku = Mnk<5>;
/// How many rows and columns it has.
pub(crate) const SIDE: usize = 15;

/// In how many of a hundred turns a player plays another move near a stone.
const SLIPS: [usize; 4] = [0, 2, 5, 10];
/// The random stones at the beginning of a game: at least so many, and fewer than so many.
const OPENING: (usize, usize) = (3, 10);
/// A game begins where the search gives neither side more than this.
const BALANCE: i32 = 800;
/// No value of an open game is larger.
const OPEN: i32 = 1_000_000;

/// Plays so many games into a file, a game a line: who won, and then each turn with the search's value for whoever
/// made it, `w` or `l` where that is a win or a loss, and `?` where the move was not the search's.
pub(crate) fn collect(
    games: u32,
    nodes: u64,
    seed: u64,
    file: &FilePath,
) -> Result<(), Box<dyn Error>> {
    let mut out = BufWriter::new(File::create(file)?);
    let game = Gomoku::new(SIDE, SIDE, 5);
    let options = EngineOptions { table: 1 << 20, selective: true, ..EngineOptions::default() };
    let mut engine = Engine::new(evaluator(&game), options);
    for number in 0..games {
        writeln!(out, "{}", play(&mut engine, game, nodes, seed, number))?;
        out.flush()?;
    }
    Ok(())
}

fn evaluator(game: &Gomoku) -> Box<dyn Evaluator<Gomoku>> {
    let entries = game.knowledge().evaluators;
    let entry = entries.iter().find(|entry| entry.info.id == "threats").expect("an evaluator");
    let arguments = Arguments::parse(entry.info.parameters, "").expect("its usual parameters");
    (entry.build)(game, &arguments, 0)
}

/// The move that the search finds, and its value for whoever makes it; `OPEN` or its negative where the game is decided.
fn think(engine: &mut Engine<Gomoku>, path: &Path<Gomoku>, nodes: u64) -> Option<(Cell, i32)> {
    engine.forget();
    let limits = Limits { nodes: Some(nodes), ..Limits::default() };
    let report = engine.think(path, limits, 1, StopFlag::default(), &mut |_| {});
    let line = report.lines.first()?;
    let value = line.values[path.to_move()?.index()];
    let value = match line.decided {
        Some(turns) => turns.signum() * OPEN,
        None => value.clamp(1 - OPEN, OPEN - 1),
    };
    Some((*line.moves.first()?, value))
}

/// Whether a cell is at most two steps from a stone.
pub(crate) fn near(path: &Path<Gomoku>, cell: Cell) -> bool {
    let game = path.game();
    let (row, column) = game.place(cell);
    path.played().iter().any(|&stone| {
        let (r, c) = game.place(stone);
        r.abs_diff(row).max(c.abs_diff(column)) <= 2
    })
}

/// A random empty cell near a stone; one not at the edge of an empty board.
fn any_move(path: &Path<Gomoku>, random: &mut Random) -> Cell {
    let game = path.game();
    let mut moves = path.legal_moves();
    moves.retain(|&cell| near(path, cell));
    if moves.is_empty() {
        return game.cell(3 + random.below(SIDE - 6), 3 + random.below(SIDE - 6));
    }
    random.pick(&moves)
}

/// A game as a line of the file.
fn play(engine: &mut Engine<Gomoku>, game: Gomoku, nodes: u64, seed: u64, number: u32) -> String {
    let mut random = Random::stream(seed, number.into());
    let mut path = loop {
        let mut path = Path::from_start(game);
        for _ in 0..OPENING.0 + random.below(OPENING.1 - OPENING.0) {
            let mv = any_move(&path, &mut random);
            path.play(mv);
        }
        if path.outcome().is_none()
            && think(engine, &path, nodes / 4).is_some_and(|(_, value)| value.abs() <= BALANCE)
        {
            break path;
        }
    };
    let text = |mv: Cell| {
        let (row, column) = game.place(mv);
        format!("{row},{column}")
    };
    let mut line: Vec<String> = path.played().iter().map(|&mv| format!("{}:?", text(mv))).collect();
    let slips: [usize; 2] = std::array::from_fn(|_| random.pick(&SLIPS));
    while path.outcome().is_none() {
        let Some((best, value)) = think(engine, &path, nodes) else { break };
        let slip = random.below(100) < slips[path.played().len() % 2];
        let mv = if slip && value.abs() < OPEN { any_move(&path, &mut random) } else { best };
        let told = match value {
            OPEN => "w".to_owned(),
            _ if value == -OPEN => "l".to_owned(),
            _ => value.to_string(),
        };
        line.push(format!("{}:{}{told}", text(mv), if slip { "?" } else { "" }));
        path.play(mv);
    }
    let winner = match path.state().winner() {
        Some(player) if player == Player::FIRST => "1",
        Some(_) => "2",
        None => "0",
    };
    format!("{winner} {}", line.join(" "))
}
