//! The tables of a data folder, opened for lookups.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use ninefold_core::Player;
use ninefold_games::morris::{Move, Points, State};

use super::board::renumbered;
use super::cache::Cache;
use super::file::{TableError, TableFile};
use super::folder::{Folder, MEN};
use super::format::{Header, Kind, Meaning};
use super::judge::Judge;
use super::placing::{LAYERS, Layer};
use super::plane::Plane;

/// The value of a position of the pure game for the side to move.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Value {
    /// The side to move loses against best play.
    Loss,
    /// Neither side can force a win.
    Draw,
    /// The side to move wins.
    Win,
}

impl Value {
    /// What a number of this sign says.
    pub(super) fn of(number: i32) -> Value {
        match number.signum() {
            1 => Value::Win,
            0 => Value::Draw,
            _ => Value::Loss,
        }
    }

    /// −1, 0 or 1.
    pub fn number(self) -> i32 {
        self as i32 - 1
    }

    /// The value for the other side.
    pub fn reversed(self) -> Value {
        match self {
            Value::Loss => Value::Win,
            Value::Draw => Value::Draw,
            Value::Win => Value::Loss,
        }
    }
}

/// The result of a lookup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Verdict {
    /// The value for the side to move.
    pub value: Value,
    /// The number of plies that the game lasts if the winner plays for the fastest win and the loser delays, if
    /// known.
    pub plies: Option<u32>,
}

/// The wins and losses of positions of one kind, by the number of white men.
#[derive(Default)]
struct Pair {
    wins: Vec<Option<Plane>>,
    lost: Vec<Option<Plane>>,
}

impl Pair {
    fn add(&mut self, table: &Arc<TableFile>) {
        for (number, section) in table.header.sections.iter().enumerate() {
            let planes = match section.meaning {
                Meaning::Wins => &mut self.wins,
                Meaning::Lost => &mut self.lost,
            };
            let white = section.white as usize;
            planes.resize_with(planes.len().max(white + 1), || None);
            planes[white] = Some(Plane::new(table, number));
        }
    }

    fn plane(planes: &[Option<Plane>], white: Points, black: Points) -> Option<&Plane> {
        let plane = planes.get(white.count_ones() as usize)?.as_ref()?;
        plane.covers(black.count_ones()).then_some(plane)
    }

    /// Whether the mover has at least this value, a win or a draw.
    fn reaches(
        &self,
        own: Points,
        other: Points,
        bound: Value,
        cache: &Cache,
    ) -> Result<Option<bool>, TableError> {
        Ok(match bound {
            Value::Win => match Pair::plane(&self.wins, own, other) {
                Some(wins) => Some(wins.entry(own, other, cache)? != 0),
                None => None,
            },
            _ => match Pair::plane(&self.lost, other, own) {
                Some(lost) => Some(lost.entry(other, own, cache)? == 0),
                None => None,
            },
        })
    }

    /// The entries of a position: whether the mover wins, and whether the mover loses.
    #[inline]
    fn look_up(
        &self,
        own: Points,
        other: Points,
        cache: &Cache,
    ) -> Result<Option<(Value, u8)>, TableError> {
        let wins = Pair::plane(&self.wins, own, other);
        let lost = Pair::plane(&self.lost, other, own);
        let (Some(wins), Some(lost)) = (wins, lost) else { return Ok(None) };
        let mut questions = [(Value::Win, wins, own, other), (Value::Loss, lost, other, own)];
        // The likelier answer first: it saves reading the other's block.
        if lost.set_with(own.count_ones()) > wins.set_with(other.count_ones()) {
            questions.reverse();
        }
        for (value, plane, white, black) in questions {
            let entry = plane.entry(white, black, cache)?;
            if entry != 0 {
                return Ok(Some((value, entry)));
            }
        }
        Ok(Some((Value::Draw, 0)))
    }
}

/// A set of tables.
///
/// A lookup is exact for the pure game, without countdowns and repetition. Tables of at most `n` men cover the
/// positions with empty hands and 3 to `n` men on each side; those of nine men also cover the placing phase.
pub struct Tables {
    men: u32,
    files: Vec<Arc<TableFile>>,
    values: Pair,
    distances: Pair,
    /// By the number of men placed; layers that are not stored are searched.
    placing: Vec<Option<Pair>>,
    cache: Cache,
    /// Smaller tables with distances, if these have none.
    with_distances: Option<Box<Tables>>,
}

/// The default size of the cache of unpacked blocks in bytes.
pub const USUAL_CACHE: usize = 64 << 20;

impl Tables {
    /// Opens the largest complete set of tables of a data folder; `None` if there is none. If it has no distances,
    /// those of the largest set that has them are used as far as they go.
    ///
    /// A damaged or foreign file among them is an error, not a missing file.
    pub fn open(data: &Path) -> Result<Option<Tables>, TableError> {
        let mut largest: Option<Tables> = None;
        for men in MEN.rev() {
            let Some(tables) = Tables::open_men(data, men)? else { continue };
            match &mut largest {
                None if tables.has_distances() => return Ok(Some(tables)),
                None => largest = Some(tables),
                Some(larger) if tables.has_distances() => {
                    larger.with_distances = Some(Box::new(tables));
                    break;
                }
                Some(_) => {}
            }
        }
        Ok(largest)
    }

    /// The table files in a data folder.
    pub(super) fn files_in(data: &Path) -> Vec<PathBuf> {
        let folders = MEN.filter_map(|men| fs::read_dir(Folder::new(data, men).path()).ok());
        let files = folders.flatten().flatten().map(|entry| entry.path());
        let mut files: Vec<PathBuf> =
            files.filter(|file| file.extension().is_some_and(|found| found == "table")).collect();
        files.sort_unstable();
        files
    }

    /// Opens the tables with at most `men` men, if they are complete.
    pub fn open_men(data: &Path, men: u32) -> Result<Option<Tables>, TableError> {
        let folder = Folder::new(data, men);
        let there = |file: &Path| file.try_exists().unwrap_or(false);
        if !folder.slices().all(|white| there(&folder.values(white))) {
            return Ok(None);
        }
        let mut tables = Tables {
            men,
            files: Vec::new(),
            values: Pair::default(),
            distances: Pair::default(),
            placing: Vec::new(),
            cache: Cache::new(USUAL_CACHE),
            with_distances: None,
        };
        for white in folder.slices() {
            let table = tables.add(&folder.values(white), Kind::Values, white)?;
            tables.values.add(&table);
        }
        if folder.slices().all(|white| there(&folder.distances(white))) {
            for white in folder.slices() {
                let table = tables.add(&folder.distances(white), Kind::Distances, white)?;
                tables.distances.add(&table);
            }
        }
        let layers = Layer::kept().map(|placed| [true, false].map(|first| Layer { placed, first }));
        if men == 9 && layers.clone().flatten().all(|layer| there(&folder.placing(layer))) {
            tables.placing.resize_with(LAYERS as usize, || None);
            for sides in layers {
                let mut pair = Pair::default();
                for layer in sides {
                    let file = folder.placing(layer);
                    pair.add(&tables.add(&file, Kind::Placing, layer.placed)?);
                }
                tables.placing[sides[0].placed as usize] = Some(pair);
            }
        }
        Ok(Some(tables))
    }

    fn add(&mut self, file: &Path, kind: Kind, number: u32) -> Result<Arc<TableFile>, TableError> {
        let table = TableFile::open(file)?;
        let Header { kind: found, number: counted, most_men, .. } = table.header;
        if (found, counted, most_men) != (kind, number, self.men) {
            return Err(TableError::unusable(file, "is another table than its name says"));
        }
        let table = Arc::new(table);
        self.files.push(table.clone());
        Ok(table)
    }

    /// Uses a cache of `bytes` bytes.
    pub fn with_cache(mut self, bytes: usize) -> Tables {
        self.cache = Cache::new(bytes);
        self
    }

    /// Ignores distances.
    pub fn without_distances(mut self) -> Tables {
        self.files.retain(|file| file.header.kind != Kind::Distances);
        self.distances = Pair::default();
        self.with_distances = None;
        self
    }

    /// Unpacks tables into memory as long as they fit into `most` bytes: values first, then the placing phase from
    /// its end. Returns the number of bytes used.
    pub fn unpack(&self, most: u64, threads: usize) -> Result<u64, TableError> {
        let mut left = most;
        let values = self.files.iter().filter(|file| file.header.kind == Kind::Values);
        let placing = self.files.iter().filter(|file| file.header.kind == Kind::Placing).rev();
        for file in values.chain(placing) {
            if file.unpacked_size() > left {
                break;
            }
            file.unpack(threads)?;
            left -= file.unpacked_size();
        }
        Ok(most - left)
    }

    /// The maximum number of men of a side.
    pub fn men(&self) -> u32 {
        self.men
    }

    /// Whether the placing phase is covered.
    pub fn covers_placing(&self) -> bool {
        !self.placing.is_empty()
    }

    /// Whether distances are available.
    pub fn has_distances(&self) -> bool {
        !self.distances.wins.is_empty()
    }

    /// The maximum number of men of a side for which distances are known, from these tables or smaller ones; 0 if
    /// none are.
    pub fn men_with_distances(&self) -> u32 {
        match &self.with_distances {
            _ if self.has_distances() => self.men,
            Some(smaller) => smaller.men,
            None => 0,
        }
    }

    /// The files.
    pub(super) fn files(&self) -> &[Arc<TableFile>] {
        &self.files
    }

    /// Looks a position up; `None` if no table covers it.
    pub fn probe(&self, state: &State) -> Result<Option<Verdict>, TableError> {
        if let Some(tables) = &self.with_distances
            && in_hand(state) == 0
            && let Some(verdict) = tables.probe(state)?
        {
            return Ok(Some(verdict));
        }
        if !self.has_distances() || in_hand(state) > 0 {
            let value = self.value(state)?;
            let plies = decided(state).map(|_| 0);
            return Ok(value.map(|value| Verdict { value, plies }));
        }
        if let Some(value) = decided(state) {
            return Ok(Some(Verdict { value, plies: Some(0) }));
        }
        let (own, other) = sets(state);
        let found = self.distances.look_up(own, other, &self.cache)?;
        Ok(found.map(|(value, code)| Verdict { value, plies: plies(value, code) }))
    }

    /// The value of a position alone, which is cheaper than its distance.
    pub fn value(&self, state: &State) -> Result<Option<Value>, TableError> {
        if self.keeps(state) { self.looked_up(state) } else { Judge::new(self).value(state) }
    }

    /// Whether the value of a position, if it is covered at all, is stored in a table.
    pub(super) fn keeps(&self, state: &State) -> bool {
        let men = in_hand(state);
        decided(state).is_some() || men == 0 || Layer::is_kept(LAYERS - men.min(LAYERS))
    }

    /// The value of a position that is stored in a table.
    pub(super) fn looked_up(&self, state: &State) -> Result<Option<Value>, TableError> {
        if let Some(value) = decided(state) {
            return Ok(Some(value));
        }
        let Some(pair) = self.pair(state) else { return Ok(None) };
        let (own, other) = sets(state);
        Ok(pair.look_up(own, other, &self.cache)?.map(|(value, _)| value))
    }

    /// The value of a stored position, given by the number of men placed and by the men of the mover and the
    /// opponent in the solver's numbering.
    pub(super) fn stored(
        &self,
        placed: u32,
        own: Points,
        other: Points,
    ) -> Result<Option<Value>, TableError> {
        let pair = match placed {
            LAYERS => Some(&self.values),
            _ => self.placing.get(placed as usize).and_then(Option::as_ref),
        };
        let Some(pair) = pair else { return Ok(None) };
        Ok(pair.look_up(own, other, &self.cache)?.map(|(value, _)| value))
    }

    /// Whether the side to move has at least this value, a win or a draw, for a stored position.
    pub(super) fn reaches(&self, state: &State, bound: Value) -> Result<Option<bool>, TableError> {
        if let Some(value) = decided(state) {
            return Ok(Some(value >= bound));
        }
        let Some(pair) = self.pair(state) else { return Ok(None) };
        let (own, other) = sets(state);
        pair.reaches(own, other, bound, &self.cache)
    }

    /// The tables with the values of positions with this number of men in hand.
    fn pair(&self, state: &State) -> Option<&Pair> {
        match in_hand(state) {
            0 => Some(&self.values),
            men => self.placing.get((LAYERS - men.min(LAYERS)) as usize)?.as_ref(),
        }
    }

    /// The legal moves and the verdict after each, for the side that moves.
    ///
    /// `None` if a position is not covered.
    pub fn moves(&self, state: &State) -> Result<Option<Vec<(Move, Verdict)>>, TableError> {
        let mut judge = Judge::new(self);
        let moves = judge.moves(state);
        let mut judged = Vec::with_capacity(moves.len());
        for mv in moves {
            let after = judge.after(state, mv);
            let verdict = match self.keeps(&after) {
                true => self.probe(&after)?,
                false => judge.value(&after)?.map(|value| Verdict { value, plies: None }),
            };
            let Some(Verdict { value, plies }) = verdict else { return Ok(None) };
            let plies = plies.map(|plies| plies + 1);
            judged.push((mv, Verdict { value: value.reversed(), plies }));
        }
        Ok(Some(judged))
    }
}

/// The value of a position in which a side has too few men.
pub(super) fn decided(state: &State) -> Option<Value> {
    let mover = state.to_move();
    if state.men_left(mover) < 3 {
        Some(Value::Loss)
    } else {
        (state.men_left(mover.other()) < 3).then_some(Value::Win)
    }
}

/// The number of men still to be placed.
pub(super) fn in_hand(state: &State) -> u32 {
    state.hand(Player::FIRST) + state.hand(Player::SECOND)
}

/// The men of the mover and the opponent, in the solver's numbering.
pub(super) fn sets(state: &State) -> (Points, Points) {
    let mover = state.to_move();
    (renumbered(state.men(mover)), renumbered(state.men(mover.other())))
}

/// Converts an entry of a table of distances to plies: the n-th odd number for a win, the n-th even one for a loss.
fn plies(value: Value, code: u8) -> Option<u32> {
    match value {
        Value::Win => Some(2 * u32::from(code) - 1),
        Value::Loss => Some(2 * u32::from(code) - 2),
        Value::Draw => None,
    }
}
