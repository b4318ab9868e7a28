//! Parsers of numbers, times and sizes, each with its valid range.

use std::ops::RangeInclusive;
use std::time::Duration;

use ninefold_arena::TimeControl;
use ninefold_core::milliseconds;
use ninefold_session::{MOST_THREADS, TREE_DEPTHS};

pub(super) fn parse_depth(text: &str) -> Result<u32, String> {
    within(text, 1..=99).map(|depth| depth as u32)
}

/// Deeper trees are too large to read.
pub(super) fn parse_tree_depth(text: &str) -> Result<u32, String> {
    let range = u64::from(*TREE_DEPTHS.start())..=u64::from(*TREE_DEPTHS.end());
    within(text, range).map(|depth| depth as u32)
}

/// A whole number in a range.
pub(super) fn within(text: &str, range: RangeInclusive<u64>) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.ok_or_else(|| format!("wanted a number from {} to {}", range.start(), range.end()))
}

pub(super) fn parse_lines(text: &str) -> Result<usize, String> {
    within(text, 1..=99).map(|lines| lines as usize)
}

pub(super) fn parse_threads(text: &str) -> Result<usize, String> {
    within(text, 1..=MOST_THREADS as u64).map(|threads| threads as usize)
}

pub(super) fn parse_nodes(text: &str) -> Result<u64, String> {
    within(text, 1..=u64::MAX)
}

pub(super) fn parse_games(text: &str) -> Result<usize, String> {
    within(text, 1..=10_000_000).map(|games| games as usize)
}

pub(super) fn parse_opening(text: &str) -> Result<u32, String> {
    within(text, 0..=1000).map(|plies| plies as u32)
}

pub(super) fn parse_plies(text: &str) -> Result<u32, String> {
    within(text, 1..=1_000_000).map(|plies| plies as u32)
}

pub(super) fn parse_time(text: &str) -> Result<Duration, String> {
    milliseconds(text)
        .map(|time| Duration::from_millis(time as u64))
        .ok_or_else(|| "wanted a time such as 10s, 200ms or 2m".into())
}

pub(super) fn parse_clock(text: &str) -> Result<TimeControl, String> {
    text.parse().map_err(|_| TimeControl::WANTED.to_owned())
}

/// Bytes with a unit; tables from 1 MiB to 64 GiB.
pub(super) fn parse_size(text: &str) -> Result<usize, String> {
    let units = [("K", 1_usize << 10), ("M", 1 << 20), ("G", 1 << 30)];
    let unit = units.iter().find_map(|(unit, bytes)| Some((text.strip_suffix(unit)?, *bytes)));
    let size = unit.and_then(|(number, bytes)| number.parse::<usize>().ok()?.checked_mul(bytes));
    size.filter(|size| (1 << 20..=64 << 30).contains(size))
        .ok_or_else(|| "wanted a size from 1M to 64G such as 256M".into())
}

pub(super) fn parse_seed(text: &str) -> Result<u64, String> {
    within(text, 0..=u64::MAX)
}

pub(super) fn parse_port(text: &str) -> Result<u16, String> {
    within(text, 0..=u16::MAX.into()).map(|port| port as u16)
}

/// A small count.
pub(super) fn parse_count(text: &str) -> Result<usize, String> {
    within(text, 1..=1000).map(|count| count as usize)
}
