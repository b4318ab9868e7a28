//! Jobs and their results as lines of text, for the file of a stored tree and for messages.
//!
//! ```text
//! 8,8,5 SET SET maker 16777215 9 20000     a job: Maker's and Breaker's stones, who is to move, limits, looks
//! 20013 won breaker SET                    a result: looks; who has won, and the zone
//! 20013 left 14 9                          the numbers of Maker and Breaker
//! 20013 open SET SET SET 3:14:9 7:1:30     the moves that are left, the zone of what refutes the others, the answers
//!                                          to a pass; the cells with their numbers
//! hand 6 17 16777215 9 20000               in a file: job 6 is about node 17, with limits and looks
//! took 6 20013 left 14 9                   the result of job 6
//! grow 0 0 open …                          node 0 was looked into without a job
//! ```
//!
//! Sets are hexadecimal, bit c for cell c.

use super::cells::Set;
use super::front::Front;
use super::jobs::{Growth, Job, JobResult, Outcome};
use super::table::{INFINITE, Numbers};

/// An event in a tree.
pub(super) enum Event {
    /// A job was handed out; its stones are those of its leaf.
    Handed(Job),
    /// A result was received.
    Taken(JobResult),
    /// Knowledge about a node that was obtained without a job.
    Grown(u32, Outcome),
}

/// A self-contained job: the worker needs to know nothing but the board.
pub(super) fn job(size: [usize; 3], job: &Job) -> String {
    let ([rows, columns, k], [makers, breakers]) = (size, job.stones);
    let (side, limits, looks) = (side(job.maker_moves), job.limits, job.looks);
    let Numbers { maker, breaker } = limits;
    format!("{rows},{columns},{k} {makers:x} {breakers:x} {side} {maker} {breaker} {looks}")
}

/// Parses a job; its number and its leaf are transmitted separately.
pub(super) fn read_job(text: &str) -> Option<([usize; 3], Job)> {
    let mut words = text.split(' ');
    let size: Result<Vec<usize>, _> = words.next()?.split(',').map(str::parse).collect();
    let stones = [set(words.next()?)?, set(words.next()?)?];
    let maker_moves = read_side(words.next()?)?;
    let limits = numbers(words.next()?, words.next()?)?;
    let looks = words.next()?.parse().ok()?;
    let job = Job { number: 0, leaf: 0, stones, maker_moves, limits, looks };
    words.next().is_none().then_some((size.ok()?.try_into().ok()?, job))
}

/// A result without its number.
pub(super) fn result(looks: u64, outcome: &Outcome) -> String {
    match outcome {
        Outcome::Won { maker, zone } => format!("{looks} won {} {zone:x}", side(*maker)),
        Outcome::Left(Numbers { maker, breaker }) => format!("{looks} left {maker} {breaker}"),
        Outcome::Grown(Growth { front: Front { must, total, answers }, children }) => {
            let mut text = format!("{looks} open {must:x} {total:x} {answers:x}");
            for (cell, Numbers { maker, breaker }) in children {
                text += &format!(" {cell}:{maker}:{breaker}");
            }
            text
        }
    }
}

/// Parses a result.
pub(super) fn read_result(text: &str) -> Option<(u64, Outcome)> {
    let mut words = text.split(' ');
    let looks = words.next()?.parse().ok()?;
    let outcome = match words.next()? {
        "won" => Outcome::Won { maker: read_side(words.next()?)?, zone: set(words.next()?)? },
        "left" => Outcome::Left(numbers(words.next()?, words.next()?)?),
        "open" => {
            let (must, total) = (set(words.next()?)?, set(words.next()?)?);
            let front = Front { must, total, answers: set(words.next()?)? };
            let children = words.by_ref().map(child).collect::<Option<_>>()?;
            Outcome::Grown(Growth { front, children })
        }
        _ => return None,
    };
    words.next().is_none().then_some((looks, outcome))
}

fn child(text: &str) -> Option<(u32, Numbers)> {
    let (cell, rest) = text.split_once(':')?;
    let (maker, breaker) = rest.split_once(':')?;
    let cell = cell.parse().ok().filter(|&cell: &u32| cell < Set::BITS)?;
    Some((cell, numbers(maker, breaker)?))
}

/// The line for a job that was handed out.
pub(super) fn handed(job: &Job) -> String {
    let Job { number, leaf, limits: Numbers { maker, breaker }, looks, .. } = job;
    format!("hand {number} {leaf} {maker} {breaker} {looks}")
}

/// The line for a result.
pub(super) fn taken(found: &JobResult) -> String {
    format!("took {} {}", found.number, result(found.looks, &found.outcome))
}

/// The line for knowledge about a node without a job.
pub(super) fn grown(node: u32, outcome: &Outcome) -> String {
    format!("grow {node} {}", result(0, outcome))
}

/// Parses a line of a file.
pub(super) fn read(line: &str) -> Option<Event> {
    let (what, rest) = line.split_once(' ')?;
    let (number, rest) = rest.split_once(' ')?;
    let number: u64 = number.parse().ok()?;
    match what {
        "hand" => {
            let words: Vec<&str> = rest.split(' ').collect();
            let &[leaf, maker, breaker, looks] = &words[..] else { return None };
            let (leaf, looks) = (leaf.parse().ok()?, looks.parse().ok()?);
            let limits = numbers(maker, breaker)?;
            let job = Job { number, leaf, stones: [0; 2], maker_moves: true, limits, looks };
            Some(Event::Handed(job))
        }
        "took" => {
            let (looks, outcome) = read_result(rest)?;
            Some(Event::Taken(JobResult { number, looks, outcome }))
        }
        "grow" => Some(Event::Grown(u32::try_from(number).ok()?, read_result(rest)?.1)),
        _ => None,
    }
}

pub(super) fn set(text: &str) -> Option<Set> {
    Set::from_str_radix(text, 16).ok()
}

fn numbers(maker: &str, breaker: &str) -> Option<Numbers> {
    let number = |text: &str| text.parse().ok().filter(|&number: &u32| number <= INFINITE);
    Some(Numbers { maker: number(maker)?, breaker: number(breaker)? })
}

/// The name of Maker or Breaker.
pub(super) fn side(maker: bool) -> &'static str {
    if maker { "maker" } else { "breaker" }
}

fn read_side(text: &str) -> Option<bool> {
    match text {
        "maker" => Some(true),
        "breaker" => Some(false),
        _ => None,
    }
}
