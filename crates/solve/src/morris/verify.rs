//! Checks tables against the rules: every value must be the best of its successors' values.
//!
//! Of the solver, this uses only lookups: moves and ends of games come from the plain rules.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use ninefold_core::{Notation, Player, Random, Rules, StopFlag, Symmetric, Symmetry};
use ninefold_games::morris::{Morris, Point, State, mapped};

use super::file::TableError;
use super::opening;
use super::parallel::share;
use super::sample::{Combinations, position, random_position};
use super::subspace::Subspace;
use super::tables::{Tables, Value, Verdict};

/// The positions to check.
#[derive(Clone, Copy, Debug)]
pub enum Selection {
    /// A random sample, with all kinds of positions equally likely.
    Sample {
        /// The number of positions.
        positions: u64,
        /// The seed.
        seed: u64,
    },
    /// Every position with empty hands, one per class of images.
    All,
}

/// The result of a check.
#[derive(Clone, Debug)]
pub struct Verified {
    /// The number of positions checked.
    pub positions: u64,
    /// The first few problems, one sentence each.
    pub problems: Vec<String>,
    /// The counts of the tables beside the published ones.
    pub subspaces: Vec<(Subspace, Subspace)>,
}

impl Verified {
    /// Whether no problem was found.
    pub fn ok(&self) -> bool {
        self.problems.is_empty()
    }
}

/// The maximum number of problems reported.
const MOST_PROBLEMS: usize = 10;
/// The number of positions taken from one random stream.
const STREAM: u64 = 1000;

/// Checks tables against the rules, the published counts and their own checksums.
///
/// `watch` is called from time to time with the number of positions checked and the total.
pub fn verify(
    tables: &Tables,
    selection: Selection,
    threads: usize,
    stop: &StopFlag,
    watch: &(dyn Fn(u64, u64) + Sync),
) -> Result<Verified, TableError> {
    for file in tables.files() {
        file.check(threads)?;
    }
    let found = SearchResult { positions: AtomicU64::new(0), problems: Mutex::new(Vec::new()) };
    let subspaces = compare_counts(tables, &found);
    if tables.covers_placing() {
        opening::compare(tables)?.into_iter().for_each(|problem| found.add(problem));
    }
    let look = |state: &State, random: &mut Random| {
        if let Err(problem) = check(tables, state, random) {
            found.add(problem);
        }
    };
    let stopped = || stop.is_raised();
    match selection {
        Selection::Sample { positions, seed } => {
            let streams = 0..positions.div_ceil(STREAM);
            share(
                threads,
                streams,
                || (),
                |(), stream| {
                    let mut random = Random::stream(seed, stream);
                    let count = STREAM.min(positions - stream * STREAM);
                    for _ in 0..if stopped() { 0 } else { count } {
                        look(&draw(tables, &mut random), &mut random);
                    }
                    let done = found.positions.fetch_add(count, Ordering::Relaxed) + count;
                    watch(done, positions);
                },
            );
        }
        Selection::All => {
            let all: u64 = subspaces.iter().map(|(_, known)| known.positions).sum();
            let spaces = subspaces.iter().map(|(_, known)| (known.own, known.other));
            let boards = spaces.flat_map(|(own, other)| {
                Combinations::new(own, Point::COUNT as u32).map(move |men| (men, other))
            });
            share(
                threads,
                boards,
                || (),
                |(), (men, other)| {
                    let mut random = Random::new(u64::from(men));
                    let count =
                        if stopped() { 0 } else { check_all(men, other, &mut random, &look) };
                    let done = found.positions.fetch_add(count, Ordering::Relaxed) + count;
                    watch(done, all);
                },
            );
        }
    }
    if stopped() {
        return Err(TableError::Stopped);
    }
    let problems = found.problems.into_inner().unwrap_or_else(|error| error.into_inner());
    Ok(Verified { positions: found.positions.into_inner(), problems, subspaces })
}

struct SearchResult {
    positions: AtomicU64,
    problems: Mutex<Vec<String>>,
}

impl SearchResult {
    fn add(&self, problem: String) {
        let mut problems = self.problems.lock().unwrap_or_else(|error| error.into_inner());
        if problems.len() < MOST_PROBLEMS {
            problems.push(problem);
        }
    }
}

fn compare_counts(tables: &Tables, found: &SearchResult) -> Vec<(Subspace, Subspace)> {
    let published = Subspace::published();
    let published =
        published.into_iter().filter(|space| space.own.max(space.other) <= tables.men());
    let pairs: Vec<_> = tables.subspaces().into_iter().zip(published).collect();
    for (counted, known) in &pairs {
        let same = (counted.wins, counted.losses) == (known.wins, known.losses);
        // The longest games of a small table are those of the full one: captures only reduce the number of men.
        let same_length = counted.longest.is_none() || counted.longest == known.longest;
        if !same || !same_length {
            found.add(format!(
                "{} men against {}: counted {} wins and {} losses (longest {:?}), published {} and {} ({:?})",
                known.own,
                known.other,
                counted.wins,
                counted.losses,
                counted.longest,
                known.wins,
                known.losses,
                known.longest
            ));
        }
    }
    pairs
}

/// A random position that the tables cover.
fn draw(tables: &Tables, random: &mut Random) -> State {
    let men = tables.men() as usize;
    if tables.covers_placing() && random.below(2) == 0 {
        // The side that has just moved has a man on the board.
        let placed = 2 + random.below(16) as u32;
        let mover = Player::new((placed % 2) as usize);
        let mut men = [placed.div_ceil(2), placed / 2].map(|most| {
            let least = 3_u32.saturating_sub(9 - most).max(1);
            least + random.below((most - least.min(most) + 1) as usize) as u32
        });
        men[0] = men[0].min(placed.div_ceil(2));
        men[1] = men[1].min(placed / 2);
        return random_position(random, men, placed, mover);
    }
    let count = [0; 2].map(|_| 3 + random.below(men - 2) as u32);
    let mover = Player::new(random.below(2));
    random_position(random, count, 18, mover)
}

/// Checks the value, the distance and a random image of a position against the rules.
fn check(tables: &Tables, state: &State, random: &mut Random) -> Result<(), String> {
    let game = Morris::default();
    let problem = |what: String| format!("{}: {what}", game.position_text(state));
    let probe = |state: &State| match tables.probe(state) {
        Ok(Some(verdict)) => Ok(verdict),
        Ok(None) => Err(problem(format!("{} is not covered", game.position_text(state)))),
        Err(error) => Err(problem(error.to_string())),
    };
    let claimed = probe(state)?;
    if tables.value(state).map_err(|error| problem(error.to_string()))? != Some(claimed.value) {
        return Err(problem("the tables of values and of distances disagree".into()));
    }
    let image = game.map(state, Symmetry(random.below(game.symmetries()) as u8));
    if probe(&image)? != claimed {
        return Err(problem(format!("differs from its image {}", game.position_text(&image))));
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let mut after = Vec::with_capacity(moves.len());
    for mv in moves {
        let mut next = *state;
        game.play(&mut next, mv);
        after.push(probe(&next)?);
    }
    let due = due(&game, state, &after);
    let known = |verdict: &Verdict| verdict.plies.is_some() || verdict.value == Value::Draw;
    let comparable = known(&claimed) && after.iter().all(known);
    if claimed.value != due.value || (comparable && claimed.plies != due.plies) {
        return Err(problem(format!("{claimed:?} in the tables, {due:?} by its successors")));
    }
    Ok(())
}

/// The verdict that follows from the verdicts of the successors.
fn due(game: &Morris, state: &State, after: &[Verdict]) -> Verdict {
    if let Some(outcome) = game.outcome(state) {
        let won = outcome.payoffs.of(state.to_move()) > 0;
        return Verdict { value: if won { Value::Win } else { Value::Loss }, plies: Some(0) };
    }
    let value = after.iter().map(|next| next.value.reversed()).max().unwrap_or(Value::Loss);
    let same = after.iter().filter(|next| next.value.reversed() == value);
    let lengths = same.filter_map(|next| next.plies);
    let plies = match value {
        Value::Win => lengths.min(),
        Value::Draw => None,
        Value::Loss => lengths.max(),
    };
    Verdict { value, plies: plies.map(|plies| plies + 1) }
}

/// Checks all positions with these men of the side to move, if no image of them is smaller.
fn check_all(
    men: u32,
    other: u32,
    random: &mut Random,
    look: &impl Fn(&State, &mut Random),
) -> u64 {
    let game = Morris::default();
    let mut board = ['.'; Point::COUNT];
    let mut set = 0;
    for point in Point::all().filter(|point| men >> point.index() & 1 != 0) {
        board[point.index()] = 'w';
        set |= point.set();
    }
    // The mover's men are the first criterion for the smallest image.
    if (0..game.symmetries() as u8).any(|symmetry| mapped(set, Symmetry(symmetry)) < set) {
        return 0;
    }
    let mut count = 0;
    for chosen in Combinations::new(other, Point::COUNT as u32 - men.count_ones()) {
        let mut board = board;
        let free = board.iter_mut().filter(|symbol| **symbol == '.').enumerate();
        for (_, symbol) in free.filter(|(number, _)| chosen >> number & 1 != 0) {
            *symbol = 'b';
        }
        let state = position(&board, 18, Player::FIRST);
        if game.canonical(&state) == state {
            look(&state, random);
            count += 1;
        }
    }
    count
}
