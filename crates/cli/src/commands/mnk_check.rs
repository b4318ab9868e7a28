//! `mnk check`: somebody's solution of the m,n,k assignment, test by test.

use std::io::{Read, Write};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use ninefold_core::{Player, Random, quote};
use ninefold_solve::mnk::assignment::{self, Board, PUBLISHED};
use serde_json::json;

use super::print_json;
use crate::{Answer, Console};

/// What to check.
pub(super) struct Check {
    /// The program and its arguments.
    pub(super) program: Vec<String>,
    /// The seed of the random tests.
    pub(super) seed: u64,
    /// How many commands each of them has.
    pub(super) commands: usize,
    /// The longest time a test may take.
    pub(super) time: Duration,
}

/// The boards of the random tests: rows, columns, K.
const RANDOM: &[(usize, usize, usize)] =
    &[(3, 3, 3), (3, 4, 3), (4, 3, 3), (4, 4, 3), (2, 5, 3), (3, 3, 2)];

/// How a program did in one test.
struct Outcome {
    difference: Option<String>,
    elapsed: Duration,
    /// The most memory it had, in bytes, where the system tells.
    memory: Option<u64>,
}

/// Runs all tests; no when one fails.
pub(super) fn run(check: &Check, json: bool, console: &mut Console<'_>) -> Result<Answer> {
    let published =
        PUBLISHED.iter().map(|(name, input)| (format!("published {name}"), input.to_vec()));
    let random = RANDOM.iter().enumerate().map(|(index, &size)| {
        let (rows, columns, k) = size;
        let random = Random::stream(check.seed, index as u64);
        (format!("random {rows},{columns},{k}"), random_test(size, check.commands, random))
    });
    let mut all_right = true;
    for (name, input) in published.chain(random) {
        let outcome = test(check, &input)?;
        all_right &= outcome.difference.is_none();
        let seconds = outcome.elapsed.as_secs_f64();
        if json {
            let Outcome { difference, memory, .. } = &outcome;
            let (ok, first) = (difference.is_none(), difference);
            print_json(
                console,
                &json!({ "test": name, "ok": ok, "difference": first, "seconds": seconds, "memory": memory }),
            )?;
            continue;
        }
        let memory = match outcome.memory {
            Some(bytes) => format!("{:.1} MB", bytes as f64 / 1e6),
            None => "memory unknown".into(),
        };
        let said = outcome.difference.unwrap_or_else(|| "ok".into());
        writeln!(console.out, "{name:<16} {seconds:8.3} s  {memory:>10}  {said}")?;
    }
    Ok(if all_right { Answer::Yes } else { Answer::No })
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
fn test(check: &Check, input: &[u8]) -> Result<Outcome> {
    let mut wanted = Vec::new();
    assignment::run(&mut &input[..], &mut wanted).map_err(|error| anyhow!("{error}"))?;
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
        // A program that does not read everything ends the writing, and its answers tell why.
        scope.spawn(move || {
            let _ = stdin.write_all(input);
        });
        // At most a little more than what is wanted, so that a chatterbox does not fill the memory.
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
        Ok(Outcome { difference, elapsed, memory })
    })
}

/// Waits for a program until the deadline, then ends it: nothing when it was late, otherwise what was wrong with
/// how it ended; and the most memory it had.
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

/// The most memory a process has had, where the system tells.
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

/// The command whose answer has the word at this place.
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
