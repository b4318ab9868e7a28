//! Tests a student's solution of the assignment.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use ninefold_core::{Player, Random, quote};

use super::{Board, PUBLISHED, run};

/// The settings of a check.
pub struct Check {
    /// The program and its arguments.
    pub program: Vec<String>,
    /// The seed of the random tests.
    pub seed: u64,
    /// The number of commands in each of them.
    pub commands: usize,
    /// The time limit of a test.
    pub time: Duration,
}

/// The boards of the random tests: rows, columns, K.
const RANDOM: &[(usize, usize, usize)] =
    &[(3, 3, 3), (3, 4, 3), (4, 3, 3), (4, 4, 3), (2, 5, 3), (3, 3, 2)];

/// A program's result in one test.
#[derive(Clone, PartialEq, Debug)]
pub struct Tested {
    /// The test's name.
    pub name: String,
    /// The first wrong word, or another problem; `None` if all is right.
    pub difference: Option<String>,
    /// The time the program took.
    pub elapsed: Duration,
    /// Its peak memory in bytes, if the system reports it.
    pub memory: Option<u64>,
}

impl Check {
    /// Runs the tests one after the other, the published ones first.
    pub fn tests(&self) -> impl Iterator<Item = Result<Tested>> {
        let published =
            PUBLISHED.iter().map(|(name, input)| (format!("published {name}"), input.to_vec()));
        let random = RANDOM.iter().enumerate().map(|(index, &size)| {
            let (rows, columns, k) = size;
            let random = Random::stream(self.seed, index as u64);
            (format!("random {rows},{columns},{k}"), random_test(size, self.commands, random))
        });
        published.chain(random).map(|(name, input)| test(self, name, &input))
    }
}

/// Commands about positions of random games, of all three kinds in turn.
fn random_test(
    (rows, columns, k): (usize, usize, usize),
    commands: usize,
    mut random: Random,
) -> Vec<u8> {
    const KINDS: [&str; 3] =
        ["SOLVE_GAME_STATE", "GEN_ALL_POS_MOV", "GEN_ALL_POS_MOV_CUT_IF_GAME_OVER"];
    let mut input = String::new();
    for number in 0..commands {
        let mut board = Board::empty(rows, columns, k).expect("a small board");
        let mut active = Player::FIRST;
        for _ in 0..random.below(rows * columns + 1) {
            let empty: Vec<usize> = board.empty_cells().collect();
            if board.winner().is_some() || empty.is_empty() {
                break;
            }
            board.put(random.pick(&empty), active);
            active = active.other();
        }
        let kind = KINDS[number % KINDS.len()];
        input += &format!("{kind} {rows} {columns} {k} {active}\n");
        for row in board.cells().chunks(columns) {
            let cells: Vec<String> = row.iter().map(u8::to_string).collect();
            input += &format!("{}\n", cells.join(" "));
        }
    }
    input.into_bytes()
}

/// Runs one test.
fn test(check: &Check, name: String, input: &[u8]) -> Result<Tested> {
    let mut wanted = Vec::new();
    run(&mut &input[..], &mut wanted).map_err(|error| anyhow!("{error}"))?;
    let wanted = String::from_utf8(wanted).context("answers are text")?;
    let [program, arguments @ ..] = &check.program[..] else {
        return Err(anyhow!("a program is missing"));
    };
    let start = Instant::now();
    let mut child = Command::new(program)
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::null())
        .spawn()
        .map_err(|error| anyhow!("cannot start {}: {}", quote(program), error.kind()))?;
    let (stdin, stdout) = (child.stdin.take(), child.stdout.take());
    let (Some(mut stdin), Some(mut stdout)) = (stdin, stdout) else {
        return Err(anyhow!("{} cannot be spoken to", quote(program)));
    };
    std::thread::scope(|scope| {
        // A program that does not read everything ends the writing; its answers show why.
        scope.spawn(move || {
            let _ = stdin.write_all(input);
        });
        // Little more than the expected output, so that endless output does not fill the memory.
        let most = wanted.len() as u64 * 4 + (1 << 20);
        let reader = scope.spawn(move || {
            let mut bytes = Vec::new();
            let _ = stdout.by_ref().take(most).read_to_end(&mut bytes);
            drop(stdout);
            String::from_utf8_lossy(&bytes).into_owned()
        });
        let (ending, memory) = wait(&mut child, start + check.time);
        let elapsed = start.elapsed();
        let found = reader.join().unwrap_or_default();
        let difference = match ending {
            None => Some(format!("not done within {} s", check.time.as_secs_f64())),
            Some(ending) => first_difference(input, &found, &wanted).or(ending),
        };
        Ok(Tested { name, difference, elapsed, memory })
    })
}

/// Waits for a program until the deadline, then kills it: `None` if it was late, otherwise what was
/// wrong with its exit; and its peak memory.
fn wait(child: &mut Child, deadline: Instant) -> (Option<Option<String>>, Option<u64>) {
    let mut memory = None;
    loop {
        memory = peak_memory(child.id()).max(memory);
        match child.try_wait() {
            Ok(Some(status)) if status.success() => return (Some(None), memory),
            Ok(Some(status)) => {
                return (Some(Some(format!("right, but ended with {status}"))), memory);
            }
            Ok(None) if Instant::now() < deadline => std::thread::sleep(Duration::from_millis(1)),
            _ => {
                let _ = child.kill();
                let _ = child.wait();
                return (None, memory);
            }
        }
    }
}

/// The peak memory of a process, if the system reports it.
fn peak_memory(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().strip_suffix("kB")?.trim().parse::<u64>().ok().map(|kilobytes| kilobytes << 10)
}

/// The first word that differs, with the command it belongs to.
fn first_difference(input: &[u8], found: &str, wanted: &str) -> Option<String> {
    let (mut found_words, mut wanted_words) = (found.split_whitespace(), wanted.split_whitespace());
    let mut place = 0;
    loop {
        match (found_words.next(), wanted_words.next()) {
            (None, None) => return None,
            (Some(found), Some(wanted)) if found == wanted => place += 1,
            (found, wanted_word) => {
                let said = |word: Option<&str>| word.map_or("nothing".into(), quote);
                return Some(format!(
                    "{}: answered {}, wanted {}",
                    command_of(input, wanted, place),
                    said(found),
                    said(wanted_word)
                ));
            }
        }
    }
}

/// The command whose answer has the word at this index.
fn command_of(input: &[u8], wanted: &str, place: usize) -> String {
    let text = String::from_utf8_lossy(input);
    let mut words = text.split_whitespace();
    let answers: Vec<&str> = wanted.split_whitespace().collect();
    let mut at = 0;
    for number in 1.. {
        let header: Vec<&str> = words.by_ref().take(5).collect();
        let size = |index: usize| header.get(index).and_then(|word| word.parse::<usize>().ok());
        let (Some(rows), Some(columns)) = (size(1), size(2)) else { break };
        let cells: Vec<&str> = words.by_ref().take(rows * columns).collect();
        let moves = answers.get(at).and_then(|word| word.parse::<usize>().ok());
        at += 1 + moves.unwrap_or(0) * rows * columns;
        if place < at {
            let board: Vec<String> = cells.chunks(columns.max(1)).map(|row| row.concat()).collect();
            return format!("command {number} ({} {})", header.join(" "), board.join("/"));
        }
    }
    "after the last command".into()
}
