//! The morris solver with text as input and output.

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex};
use std::time::{Instant, SystemTime};

use ninefold_core::{Notation, Player, Rules, Value as Number};
use ninefold_games::morris::{Morris, Move, State};

use super::book::Book;
use super::build::BuildProgress;
use super::countdowns::Countdowns;
use super::ending_table::{arguments, build_if_missing, is_covered_by, is_solved};
use super::folder::MEN;
use super::judge::Judge;
use super::policy::{Choice, Situation};
use super::progress::guessed_plies;
use super::rules;
use super::settle::{SHORT, Settling};
use super::tables::{Tables, Value, Verdict, in_hand};
use super::truth::Truth;
use crate::{
    Caveat, ExactAnswer, ExactError, InTime, Preparation, PreparationProgress, Prepared, Request,
    SolveProgress, Solver, Source, WatchPreparation,
};

/// Looks morris positions up in the tables of the data folder or, if none covers them, in the built-in book.
pub struct MorrisSolver;

/// The maximum length of a line of best play.
const LONGEST_LINE: usize = 300;

impl Solver for MorrisSolver {
    fn family(&self) -> &'static str {
        "morris"
    }

    fn source(&self) -> Source {
        Source::Table
    }

    fn tables_in(&self, data: &Path) -> String {
        let told = |file: PathBuf| {
            let about = file.metadata().ok()?;
            let since = about.modified().ok()?.duration_since(SystemTime::UNIX_EPOCH).ok()?;
            Some(format!("{} {} {}\n", file.display(), about.len(), since.as_nanos()))
        };
        Tables::files_in(data).into_iter().filter_map(told).collect()
    }

    fn prepares(&self, game: &str) -> bool {
        is_solved(game)
    }

    fn prepare(&self, wanted: &Preparation<'_>, watch: WatchPreparation<'_>) -> Prepared {
        if !is_solved(wanted.game) || !MEN.contains(&wanted.size) {
            return Ok(false);
        }
        if let Some(position) = wanted.position {
            let state = rules().parse_position(position).map_err(refused)?;
            if !is_covered_by(wanted.size, &state) {
                return Ok(false);
            }
        }
        let mut tell = |sign: &BuildProgress| {
            let words = sign.to_string();
            watch(&PreparationProgress { share: sign.share, left: sign.left, words });
        };
        build_if_missing(wanted.data, wanted.size, wanted.threads, wanted.stop, &mut tell)
            .map_err(refused)
    }

    fn solve(
        &self,
        request: &Request,
        _watch: &mut dyn FnMut(SolveProgress),
    ) -> Result<ExactAnswer, ExactError> {
        request.wants_a_value_alone()?;
        let question = Question::read(request)?;
        let (mut exact, tables) = question.answer()?;
        if let Some(tables) = tables
            && exact.plies.is_some()
            && exact.value != Some(Value::Draw.number())
        {
            exact.line = line(&question.game, &tables, question.state).map_err(refused)?;
        }
        exact.elapsed = question.start.elapsed();
        Ok(exact)
    }

    fn choose(
        &self,
        request: &Request,
        earlier: &mut dyn Iterator<Item = String>,
    ) -> Result<ExactAnswer, ExactError> {
        request.wants_a_value_alone()?;
        let question = Question::read(request)?;
        let (mut exact, tables) = question.asked()?;
        let game = question.game;
        let mut times = question.times(earlier);
        let may_repeat = question.may_repeat(&times);
        *times.entry(game.key(&question.state)).or_default() += 1;
        let situation = Situation {
            seen: &|state: &State| times.get(&game.key(state)).copied().unwrap_or(0),
            mills: question.left.map(|left| left.mills),
            three_each: question.left.map(|left| left.three_each),
            repetitions: question.repetitions,
            stop: Some(&request.budget.stop),
        };
        let by_tables = match &tables {
            Some(tables) => tables.best_move(&question.state, &situation).map_err(refused)?,
            None => None,
        };
        // Mark the result as cut off if the flag was raised: another attempt may find more.
        request.budget.is_stopped();
        let (truth, choice): (&dyn Truth, _) = match (&tables, by_tables, Book::own()) {
            (Some(tables), Some(choice), _) => (&**tables, choice),
            (.., Some(book)) => match book.best_move(&question.state, &situation) {
                Some(choice) => (book, choice),
                None => return Ok(question.took(exact)),
            },
            _ => return Ok(question.took(exact)),
        };
        exact.missing = None;
        exact.nodes = 1;
        exact.value = Some(choice.verdict.value.number());
        exact.plies = choice.verdict.plies;
        exact.line = vec![game.move_text(choice.mv)];
        let proved = |&mv: &Move| (game.move_text(mv), choice.verdict.value.number());
        (exact.moves, exact.distances) = match request.all {
            true => question.answer().map(|(every, _)| (every.moves, every.distances))?,
            false => (choice.keeping.iter().map(proved).collect(), Vec::new()),
        };
        // The chosen move may lose sooner than another.
        let plies = truth.plies(&question.state).map_err(refused)?;
        let verdict = Verdict { plies, ..choice.verdict };
        question.qualify(&mut exact, verdict, may_repeat);
        if plies.is_none() {
            exact.in_time = question.guess(&choice);
        }
        let times = times.values().copied();
        question.settle(&mut exact, truth, &choice, &situation, times).map_err(refused)?;
        Ok(question.took(exact))
    }

    fn settled(
        &self,
        request: &Request,
        earlier: &mut dyn Iterator<Item = String>,
    ) -> Result<Option<i32>, ExactError> {
        let question = Question::read(request)?;
        let (_, tables) = question.asked()?;
        let by_tables = match tables {
            Some(tables) => tables.probe(&question.state).map_err(refused)?,
            None => None,
        };
        // The whole opening is drawn: an adjudicator that used it would end every game immediately.
        let by_book = || {
            let book = Book::own().filter(|_| in_hand(&question.state) == 0)?;
            Some(Verdict { value: book.value(&question.state)?, plies: None })
        };
        let Some(verdict) = by_tables.or_else(by_book) else { return Ok(None) };
        let in_time = question.in_time(verdict, question.may_repeat(&question.times(earlier)));
        Ok((in_time == InTime::Certain).then(|| verdict.value.number()))
    }
}

/// The countdowns of a game when they are full, and after how many occurrences of a position it is a draw; nothing when
/// there are no draw rules.
fn draw_rules(game: &str) -> Option<(Countdowns, u32)> {
    match arguments(game)?.value("draws") {
        Number::Numbers(draws) => {
            let [mills, three_each, repetitions] = [0, 1, 2].map(|index| draws[index] as u32);
            Some((Countdowns { mills, three_each }, repetitions))
        }
        _ => None,
    }
}

fn refused(error: impl std::fmt::Display) -> ExactError {
    ExactError::Refused(error.to_string())
}

/// A parsed request.
struct Question<'a> {
    request: &'a Request,
    game: Morris,
    state: State,
    /// What is left of the countdowns, and how often a position must occur to draw the game, where there are draw rules.
    left: Option<Countdowns>,
    repetitions: Option<u32>,
    start: Instant,
}

impl Question<'_> {
    /// If a countdown is short, replaces the values of the pure game by those under the draw rules as far as they
    /// can be determined, and picks the best. If they cannot be determined, the answer is unchanged.
    fn settle(
        &self,
        exact: &mut ExactAnswer,
        truth: &dyn Truth,
        choice: &Choice,
        situation: &Situation<'_>,
        times: impl Iterator<Item = u32>,
    ) -> Result<(), super::TableError> {
        let Some(left) = self.left else { return Ok(()) };
        let nearest = left.nearest(&self.state);
        let Some(pure) = truth.moves(&self.state)?.filter(|_| nearest <= SHORT) else {
            return Ok(());
        };
        let mut judge = Judge::new(truth);
        let mut settling = Settling::new(&mut judge, situation, times, self.request.budget.nodes);
        let mut found = Vec::new();
        // The best value that an undetermined move may still have.
        let mut open = None;
        for (mv, verdict) in pure {
            match settling.value(&self.state, mv, verdict.value, left)? {
                Some(value) => found.push((mv, value)),
                None => open = open.max(Some(verdict.value.max(Value::Draw))),
            }
        }
        let best = found.iter().map(|&(_, value)| value).max();
        let Some(value) = best.filter(|_| best >= open) else { return Ok(()) };
        let is_best = |&&(_, of_move): &&(Move, Value)| of_move == value;
        let first = found.iter().filter(is_best).find(|(mv, _)| *mv == choice.mv);
        if let Some((mv, _)) = first.or_else(|| found.iter().find(is_best)) {
            exact.line = vec![self.game.move_text(*mv)];
        }
        let told = found.iter().filter(|found| self.request.all || is_best(found));
        exact.moves = told.map(|&(mv, value)| (self.game.move_text(mv), value.number())).collect();
        let decided: Vec<&String> =
            exact.moves.iter().filter(|(_, value)| *value != 0).map(|(mv, _)| mv).collect();
        exact.distances.retain(|(mv, _)| decided.contains(&mv));
        let is_kept = value == choice.verdict.value && exact.in_time == InTime::Certain;
        exact.plies = exact.plies.filter(|_| is_kept);
        exact.value = Some(value.number());
        (exact.caveat, exact.caveat_of_moves, exact.in_time) = (None, None, InTime::Certain);
        exact.nodes += settling.positions;
        Ok(())
    }

    /// An answer with the time taken.
    fn took(&self, exact: ExactAnswer) -> ExactAnswer {
        ExactAnswer { elapsed: self.start.elapsed(), ..exact }
    }

    /// Says of an answer, whose moves are told, what draw rules may make of it.
    fn qualify(&self, exact: &mut ExactAnswer, verdict: Verdict, may_repeat: bool) {
        let Some(left) = self.left else { return };
        exact.in_time = self.in_time(verdict, may_repeat);
        exact.caveat = match verdict.plies {
            _ if exact.in_time == InTime::Certain => None,
            Some(plies) if plies > left.nearest(&self.state) => {
                Some(Caveat::TooLate { plies, left: left.nearest(&self.state) })
            }
            _ => Some(Caveat::PureGame),
        };
        let of_move = |(mv, value): &(String, i32)| Verdict {
            value: Value::of(*value),
            plies: exact.distances.iter().find(|(of, _)| of == mv).map(|&(_, plies)| plies),
        };
        let is_open = |verdict| self.in_time(verdict, may_repeat) < InTime::Certain;
        let open = exact.moves.iter().map(of_move).any(is_open);
        exact.caveat_of_moves = open.then_some(Caveat::PureGame);
    }

    /// How sure it is that a value of the position stands under the draw rules. They end games as draws and in no other
    /// way: who can hold a draw without them can with them.
    fn in_time(&self, verdict: Verdict, may_repeat: bool) -> InTime {
        let (Some(left), Some(winner)) = (self.left, self.winner(verdict.value)) else {
            return InTime::Certain;
        };
        let Some(plies) = verdict.plies else { return InTime::Open };
        let most = if may_repeat { InTime::Likely } else { InTime::Certain };
        left.allow(&self.state, winner, plies).min(most)
    }

    /// The same where no distances are known, by a guess.
    fn guess(&self, choice: &Choice) -> InTime {
        let value = choice.verdict.value;
        let (Some(left), Some(winner)) = (self.left, self.winner(value)) else {
            return InTime::Certain;
        };
        let with = |&mv: &Move| {
            let mut next = self.state;
            self.game.play(&mut next, mv);
            if self.game.outcome(&next).is_some() { 1 } else { 1 + guessed_plies(&next) }
        };
        let plies = match value {
            Value::Win => choice.keeping.iter().map(with).min().unwrap_or(u32::MAX),
            _ => guessed_plies(&self.state),
        };
        left.allow_guess(&self.state, winner, plies)
    }

    /// Who wins a position of this value.
    fn winner(&self, value: Value) -> Option<Player> {
        let mover = self.state.to_move();
        match value {
            Value::Win => Some(mover),
            Value::Draw => None,
            Value::Loss => Some(mover.other()),
        }
    }

    /// Whether a position has come so often before that once more would be a draw.
    fn may_repeat(&self, times: &HashMap<u64, u32>) -> bool {
        self.repetitions.is_some_and(|limit| times.values().any(|&seen| seen + 1 >= limit))
    }

    /// The number of occurrences of each earlier position, by key.
    fn times(&self, earlier: &mut dyn Iterator<Item = String>) -> HashMap<u64, u32> {
        let mut times = HashMap::new();
        for state in earlier.filter_map(|text| self.game.parse_position(&text).ok()) {
            *times.entry(self.game.key(&state)).or_default() += 1;
        }
        times
    }

    fn read(request: &Request) -> Result<Question<'_>, ExactError> {
        if !is_solved(&request.game) {
            return Err(ExactError::Missing {
                what: "an exact value under other rules of moving or taking",
                game: request.game.clone(),
            });
        }
        let game = Morris::default();
        let state = game.parse_position(&request.position).map_err(refused)?;
        let rules = draw_rules(&request.game);
        let [mills, three_each] = countdowns(&request.position);
        let left = rules.map(|(full, _)| Countdowns {
            mills: mills.unwrap_or(full.mills),
            three_each: three_each.unwrap_or(full.three_each),
        });
        let repetitions = rules.map(|(_, repetitions)| repetitions);
        Ok(Question { request, game, state, left, repetitions, start: Instant::now() })
    }

    /// The tables of the data folder, if any, and the answer so far.
    fn asked(&self) -> Result<(ExactAnswer, Option<Arc<Tables>>), ExactError> {
        let mut exact = ExactAnswer::unknown();
        exact.caveat = self.left.map(|_| Caveat::PureGame);
        exact.missing = Some(command(&self.state));
        let Some(data) = &self.request.data else {
            return Ok((
                ExactAnswer { missing: Some("no data folder is known".into()), ..exact },
                None,
            ));
        };
        Ok((exact, opened(data).map_err(refused)?))
    }

    /// The value of the position and of every known move, and the tables if they provide them.
    fn answer(&self) -> Result<(ExactAnswer, Option<Arc<Tables>>), ExactError> {
        let (mut exact, tables) = self.asked()?;
        let known = match &tables {
            Some(tables) => tables.probe(&self.state).map_err(refused)?,
            None => None,
        };
        let (Some(tables), Some(verdict)) = (tables, known) else {
            self.look_into_book(&mut exact);
            return Ok((exact, None));
        };
        let moves = tables.moves(&self.state).map_err(refused)?.unwrap_or_default();
        exact.missing = None;
        exact.nodes = 1 + moves.len() as u64;
        exact.value = Some(verdict.value.number());
        exact.plies = verdict.plies;
        let text =
            |(mv, verdict): &(_, Verdict)| (self.game.move_text(*mv), verdict.value.number());
        exact.moves = moves.iter().map(text).collect();
        let distance =
            |(mv, verdict): &(_, Verdict)| Some((self.game.move_text(*mv), verdict.plies?));
        exact.distances = moves.iter().filter_map(distance).collect();
        self.qualify(&mut exact, verdict, false);
        Ok((exact, Some(tables)))
    }

    /// Adds what the book knows; at its edge that is the value of the position alone.
    fn look_into_book(&self, exact: &mut ExactAnswer) {
        let Some(book) = Book::own() else { return };
        let Some(value) = book.value(&self.state) else { return };
        let moves = book.moves(&self.state);
        exact.missing = None;
        exact.nodes = 1 + moves.len() as u64;
        exact.value = Some(value.number());
        let text = |&(mv, value): &(_, Value)| (self.game.move_text(mv), value.number());
        exact.moves = moves.iter().map(text).collect();
        self.qualify(exact, Verdict { value, plies: None }, false);
    }
}

/// The countdowns in a position text: plies without a mill, and plies with three men each.
fn countdowns(position: &str) -> [Option<u32>; 2] {
    let mut texts = position.split_whitespace().nth(3).into_iter().flat_map(|text| text.split(','));
    [(); 2].map(|()| texts.next().and_then(|text| text.parse().ok()))
}

/// The command that builds a table for a position.
fn command(state: &State) -> String {
    let men = [Player::FIRST, Player::SECOND].map(|player| state.men_left(player));
    let placing = state.hand(Player::FIRST) + state.hand(Player::SECOND) > 0;
    let options = match men[0].max(men[1]) {
        _ if placing => "--full".to_owned(),
        0..=6 => "--men 6".to_owned(),
        _ => "--full".to_owned(),
    };
    format!("no table covers this position; build one with: ninefold tables build morris {options}")
}

/// Best play to the end from a decided position with known distances.
fn line(game: &Morris, tables: &Tables, state: State) -> Result<Vec<String>, super::TableError> {
    let (mut line, mut state) = (Vec::new(), state);
    while line.len() < LONGEST_LINE {
        let Some(moves) = tables.moves(&state)? else { break };
        let key = |(_, verdict): &(_, Verdict)| {
            let plies = i64::from(verdict.plies.unwrap_or(0));
            (verdict.value, if verdict.value == Value::Win { -plies } else { plies })
        };
        // The first of the best, in generation order.
        let Some(best) = moves.iter().map(key).max() else { break };
        let Some(&(mv, _)) = moves.iter().find(|judged| key(judged) == best) else { break };
        line.push(game.move_text(mv));
        game.play(&mut state, mv);
    }
    Ok(line)
}

/// The value of a position in the pure game for the side to move, as far as the tables of a data folder or the
/// built-in book know it.
///
/// An adjudicator that must respect draw rules calls [`Solver::settled`].
pub fn known_value(data: &Path, state: &State) -> Result<Option<Value>, super::TableError> {
    let by_tables = opened(data)?.map_or(Ok(None), |tables| tables.value(state))?;
    Ok(by_tables.or_else(|| Book::own()?.value(state)))
}

/// Unpacks the tables of a data folder, as shared by all solvers and players of this process, into at most `most`
/// bytes of memory. Returns the number of bytes used.
pub fn keep_in_memory(data: &Path, most: u64, threads: usize) -> Result<u64, super::TableError> {
    opened(data)?.map_or(Ok(0), |tables| tables.unpack(most, threads))
}

/// The tables of a data folder, kept open between requests until the files change.
pub(super) fn opened(data: &Path) -> Result<Option<Arc<Tables>>, super::TableError> {
    /// A folder, the files found in it, and its tables.
    type Kept = (PathBuf, Vec<PathBuf>, Arc<Tables>);
    static LAST: Mutex<Option<Kept>> = Mutex::new(None);
    let files = Tables::files_in(data);
    let mut last = LAST.lock().unwrap_or_else(|error| error.into_inner());
    if let Some((folder, known, tables)) = &*last
        && folder == data
        && *known == files
    {
        return Ok(Some(tables.clone()));
    }
    let Some(tables) = Tables::open(data)?.map(Arc::new) else { return Ok(None) };
    *last = Some((data.to_owned(), files, tables.clone()));
    Ok(Some(tables))
}
