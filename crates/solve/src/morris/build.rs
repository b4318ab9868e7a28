//! Builds tables slice by slice, and stores each slice as soon as it is complete.

use ninefold_core::StopFlag;
use std::fmt;
use std::path::Path;
use std::time::{Duration, Instant};

use super::build_lock::BuildLock;
use super::distance::{Codes, longest};
use super::file::{TableError, TableFile};
use super::folder::Folder;
use super::format::{Header, Kind, Meaning, Section};
use super::pack::Packing;
use super::placing::{LAYERS, Layer, Planes};
use super::rows::Rows;
use super::section::{packed, unpacked};
use super::slice::{Distances, Slice, Work};
use super::usage::Usage;
use super::writing::write;
use crate::cpu::Cpu;
use crate::huge_pages::BufferPool;
use crate::memory::free_memory;

/// The plan of a build.
#[derive(Clone, Copy, Debug)]
pub struct BuildPlan {
    /// The maximum number of men on each side, 3 to 9. With 9 the placing phase is included.
    pub men: u32,
    /// Whether to build distances too.
    pub distance: bool,
    /// The number of threads.
    pub threads: usize,
    /// The version of the inner loops to run.
    pub cpu: Cpu,
}

/// The progress of a build.
#[derive(Clone, Debug)]
pub struct BuildProgress {
    /// The current part, such as "7 white men".
    pub part: String,
    /// The round within the part, if it has rounds.
    pub round: Option<u32>,
    /// The fraction of the whole work done, from 0 to 1; an estimate.
    pub share: f64,
    /// The time taken so far.
    pub elapsed: Duration,
    /// The estimated remaining time, if known.
    pub left: Option<Duration>,
}

impl fmt::Display for BuildProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (seconds, share) = (self.elapsed.as_secs(), 100.0 * self.share);
        write!(f, "{seconds} s, {share:.0} %: {}", self.part)?;
        if let Some(round) = self.round {
            write!(f, ", round {round}")?;
        }
        match self.left {
            Some(left) => write!(f, ", {} s left ", left.as_secs()),
            None => write!(f, " "),
        }
    }
}

/// One part of a build: its name and its fraction of the work.
struct Part {
    task: Task,
    weight: f64,
}

#[derive(Clone, Copy, PartialEq)]
enum Task {
    Slice(u32),
    Distances(u32),
    Layer(Layer),
}

impl Task {
    fn name(self) -> String {
        match self {
            Task::Slice(white) => format!("{white} white men"),
            Task::Distances(white) => format!("distances with {white} white men"),
            Task::Layer(Layer { placed, first }) => {
                let side = if first { "first" } else { "second" };
                format!("{placed} men placed, {side} side")
            }
        }
    }
}

/// The relative times for the slices with 3 to 9 white men.
const SLICE_WEIGHTS: [f64; 7] = [0.5, 1.0, 2.0, 20.0, 32.0, 38.0, 45.0];

/// The relative time for a layer of the placing phase on the same scale: it halves with every two layers before the
/// last.
fn layer_weight(placed: u32) -> f64 {
    12.0 * 0.5_f64.powi(((LAYERS - 1 - placed) / 2) as i32)
}

/// Builds the missing files of a set of tables.
///
/// Finished slices and layers are stored, so an interrupted build continues where it stopped. `watch` is called for
/// every round and every part. Returns the cost of each kind of table.
pub fn build(
    data: &Path,
    plan: BuildPlan,
    stop: &StopFlag,
    watch: &mut dyn FnMut(&BuildProgress),
) -> Result<Vec<Stage>, TableError> {
    let folder = Folder::new(data, plan.men);
    let start = Instant::now();
    let needed = memory_needed(plan.men, plan.distance);
    if let Some(free) = free_memory().filter(|&free| free < needed)
        && !parts(&folder, plan.distance).is_empty()
    {
        return Err(TableError::Memory { needed, free });
    }
    let _turn = BuildLock::take(&folder, stop, &mut || {
        let part = "waiting for another build".to_owned();
        watch(&BuildProgress {
            part,
            round: None,
            share: 0.0,
            elapsed: start.elapsed(),
            left: None,
        });
    })?;
    folder.remove_pending();
    let mut builder = Builder {
        folder: &folder,
        work: Work { threads: plan.threads.max(1), cpu: plan.cpu, stop },
        start,
        parts: parts(&folder, plan.distance),
        done: 0.0,
        spare: BufferPool::default(),
        bytes: Vec::new(),
        watch,
    };
    let mut stages = vec![builder.stage(Kind::Values, Builder::slices)?];
    if plan.men == 9 {
        stages.push(builder.stage(Kind::Placing, |builder| {
            builder.chain(true)?;
            builder.chain(false)?;
            (builder.spare, builder.bytes) = Default::default();
            Ok(())
        })?);
    }
    if plan.distance {
        stages.push(builder.stage(Kind::Distances, Builder::distances)?);
    }
    Ok(stages)
}

/// The maximum memory in bytes for building tables with this many men, as measured on two threads plus a tenth. It
/// is checked before the build starts.
pub fn memory_needed(men: u32, distance: bool) -> u64 {
    let [values, distances] = MEMORY[men.clamp(3, 9) as usize - 3];
    (if distance { distances } else { values }) << 20
}

/// The same in megabytes for 3 to 9 men, for values alone and with distances; 7 and 8 are not measured but
/// interpolated.
const MEMORY: [[u64; 2]; 7] =
    [[120, 170], [380, 390], [760, 880], [1250, 3100], [1700, 5000], [2100, 7000], [3800, 8600]];

/// The cost of the missing tables of the whole game.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Price {
    /// The size on disk.
    pub bytes: u64,
    /// The processor time in seconds, as measured; see docs/morris-tables.md.
    pub processor_seconds: f64,
}

/// The cost of the values of the whole game, or of its distances if the values exist.
///
/// ```
/// use ninefold_solve::morris::price;
///
/// assert!(price(true).bytes > price(false).bytes);
/// ```
pub fn price(distances: bool) -> Price {
    match distances {
        false => Price { bytes: 948_000_000, processor_seconds: 234.0 },
        true => Price { bytes: 3_700_000_000, processor_seconds: 459.0 },
    }
}

/// The cost of building one kind of table, as far as it was missing.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stage {
    /// The kind.
    pub kind: Kind,
    /// The time taken.
    pub elapsed: Duration,
    /// The processor time, and the peak memory up to its end, if the system reports them.
    pub cost: Option<Usage>,
}

/// The missing parts.
fn parts(folder: &Folder, distance: bool) -> Vec<Part> {
    let missing = |file: &Path| TableFile::open_checked(file).is_err();
    let part = |white: u32| {
        let weight = SLICE_WEIGHTS[white as usize - 3];
        Part { task: Task::Slice(white), weight }
    };
    let mut parts: Vec<Part> =
        folder.slices().filter(|&white| missing(&folder.values(white))).map(part).collect();
    if folder.men == 9 {
        for first in [true, false] {
            let mut known = LAYERS;
            for placed in Layer::kept() {
                let layer = Layer { placed, first };
                if missing(&folder.placing(layer)) {
                    // The work includes intermediate layers that are not stored.
                    let weight = (placed..known).map(layer_weight).sum();
                    parts.push(Part { task: Task::Layer(layer), weight });
                }
                known = placed;
            }
        }
    }
    if distance {
        for white in folder.slices().filter(|&white| missing(&folder.distances(white))) {
            let weight = 2.0 * SLICE_WEIGHTS[white as usize - 3];
            parts.push(Part { task: Task::Distances(white), weight });
        }
    }
    parts
}

struct Builder<'a> {
    folder: &'a Folder,
    work: Work<'a>,
    start: Instant,
    parts: Vec<Part>,
    /// The total weight of finished parts.
    done: f64,
    /// Buffers that the planes of truth tables reuse, and a buffer for a packed one.
    spare: BufferPool,
    bytes: Vec<u8>,
    watch: &'a mut dyn FnMut(&BuildProgress),
}

impl Builder<'_> {
    /// Runs a part of the work and returns its cost.
    fn stage(
        &mut self,
        kind: Kind,
        work: impl FnOnce(&mut Self) -> Result<(), TableError>,
    ) -> Result<Stage, TableError> {
        let (start, before) = (Instant::now(), Usage::now());
        work(self)?;
        let cost = Usage::now().zip(before).map(|(after, before)| Usage {
            cpu: after.cpu.saturating_sub(before.cpu),
            peak: after.peak,
        });
        Ok(Stage { kind, elapsed: start.elapsed(), cost })
    }

    fn is_missing(&self, task: Task) -> bool {
        self.parts.iter().any(|part| part.task == task)
    }

    fn weight(&self, task: Task) -> f64 {
        self.parts.iter().find(|part| part.task == task).map_or(0.0, |part| part.weight)
    }

    /// Reports the progress, with this fraction of the current task done.
    fn tell(&mut self, task: Task, round: Option<u32>, share: f64) {
        let all: f64 = self.parts.iter().map(|part| part.weight).sum();
        let done = (self.done + share * self.weight(task)) / all.max(f64::MIN_POSITIVE);
        let elapsed = self.start.elapsed();
        let left = (done > 0.01).then(|| elapsed.mul_f64((1.0 - done) / done));
        (self.watch)(&BuildProgress { part: task.name(), round, share: done, elapsed, left });
    }

    fn slices(&mut self) -> Result<(), TableError> {
        // The white wins of the previous slice, if it was just solved.
        let mut less: Option<Vec<u64>> = None;
        for white in self.folder.slices() {
            let task = Task::Slice(white);
            if !self.is_missing(task) {
                less = None;
                continue;
            }
            self.tell(task, None, 0.0);
            let below = match (white, less.take()) {
                (3, _) => None,
                (_, Some(wins)) => Some(wins),
                (_, None) => Some(self.plane(&self.folder.values(white - 1), Meaning::Wins)?),
            };
            let below = below.map(|wins| (Rows::of(white - 1), wins));
            let (rows, men, work) = (Rows::of(white), self.folder.men, self.work);
            let solved = Slice::solve(rows, below, men, None, work, &mut |round, _| {
                // Most of the work is in the first rounds.
                self.tell(task, Some(round), 0.95 * (1.0 - 0.8_f64.powi(round as i32)));
            });
            let Slice { wins, lost } = solved.ok_or(TableError::Stopped)?;
            let threads = self.work.threads;
            let (lost_section, lost_bytes) = packed(&lost, Meaning::Lost, white, (3, men), threads);
            drop(lost);
            let (wins_section, wins_bytes) = packed(&wins, Meaning::Wins, white, (3, men), threads);
            let header = Header {
                kind: Kind::Values,
                number: white,
                most_men: men,
                sections: vec![wins_section, lost_section],
                blocks: 0,
                compressed: 0,
            };
            let file = self.folder.values(white);
            write(&file, header, &[&wins_bytes, &lost_bytes], threads, self.work.stop)?;
            self.finish(task);
            less = Some(wins);
        }
        Ok(())
    }

    /// Builds the distances of the middle game from its values.
    fn distances(&mut self) -> Result<(), TableError> {
        let (men, work) = (self.folder.men, self.work);
        // The winning distances of the previous slice, if it was just solved.
        let mut less: Option<Vec<u8>> = None;
        for white in self.folder.slices() {
            let task = Task::Distances(white);
            if !self.is_missing(task) {
                less = None;
                continue;
            }
            self.tell(task, None, 0.0);
            let rows = Rows::of(white);
            let (mut below, mut codes) = (None, None);
            if white > 3 {
                let wins = match less.take() {
                    Some(wins) => wins,
                    None => {
                        let table = TableFile::open(&self.folder.distances(white - 1))?;
                        let mut wins = Vec::new();
                        table.section(0, work.threads, &mut wins)?;
                        wins
                    }
                };
                let rows = Rows::of(white - 1);
                let packing = Packing::new(rows.free(), 3, men);
                codes = Some(Codes { rows, wins, packing });
                below = Some((rows, self.plane(&self.folder.values(white - 1), Meaning::Wins)?));
            }
            let mut found = Distances { less: codes, wins: Vec::new(), lost: Vec::new() };
            let solved = Slice::solve(rows, below, men, Some(&mut found), work, &mut |round, _| {
                self.tell(task, Some(round), 0.8 * (1.0 - 0.95_f64.powi(round as i32)));
            });
            drop(solved.ok_or(TableError::Stopped)?);
            let values = TableFile::open(&self.folder.values(white))?;
            let packing = Packing::new(rows.free(), 3, men);
            let section = |number: usize, codes: &[u8]| {
                let values = &values.header.sections[number];
                let wins = values.meaning == Meaning::Wins;
                Section { bits: 8, longest_by: longest(codes, &packing, wins), ..values.clone() }
            };
            let header = Header {
                kind: Kind::Distances,
                number: white,
                most_men: men,
                sections: vec![section(0, &found.wins), section(1, &found.lost)],
                blocks: 0,
                compressed: 0,
            };
            let file = self.folder.distances(white);
            write(&file, header, &[&found.wins, &found.lost], work.threads, work.stop)?;
            self.finish(task);
            less = Some(found.wins);
        }
        Ok(())
    }

    fn finish(&mut self, task: Task) {
        self.done += self.weight(task);
        self.tell(task, None, 0.0);
    }

    /// Reads the truth tables of one plane of a table of values.
    fn plane(&mut self, file: &Path, meaning: Meaning) -> Result<Vec<u64>, TableError> {
        let table = TableFile::open(file)?;
        let section = table.header.sections.iter().position(|found| found.meaning == meaning);
        let section = section.ok_or_else(|| TableError::unusable(file, "lacks a section"))?;
        self.unpacked(&table, section)
    }

    /// Reads the truth tables of a section.
    fn unpacked(&mut self, table: &TableFile, section: usize) -> Result<Vec<u64>, TableError> {
        let threads = self.work.threads;
        table.section(section, threads, &mut self.bytes)?;
        let section = &table.header.sections[section];
        Ok(unpacked(section, &self.bytes, threads, &mut self.spare))
    }

    /// Builds the layers of the placing phase, with White placing first or second.
    fn chain(&mut self, first: bool) -> Result<(), TableError> {
        // The layer built last, and its planes.
        let mut made: Option<(u32, Planes)> = None;
        let mut known = LAYERS;
        for placed in Layer::kept() {
            let layer = Layer { placed, first };
            let task = Task::Layer(layer);
            if self.is_missing(task) {
                self.tell(task, None, 0.0);
                let after = match made.take() {
                    Some((number, planes)) if number == known => planes,
                    _ if known == LAYERS => self.last_layer(first)?,
                    _ => self.layer(Layer { placed: known, first })?,
                };
                let mut here = after;
                for placed in (placed..known).rev() {
                    if self.work.stop.is_raised() {
                        return Err(TableError::Stopped);
                    }
                    here = here.before(Layer { placed, first }, self.work, &mut self.spare);
                    let share =
                        1.0 - f64::from(placed - layer.placed) / f64::from(known - layer.placed);
                    self.tell(task, None, 0.9 * share);
                }
                self.keep(layer, &here)?;
                self.finish(task);
                made = Some((placed, here));
            }
            known = placed;
        }
        if let Some((_, planes)) = made {
            planes.retire(&mut self.spare);
        }
        Ok(())
    }

    /// The layer with all men placed, from the middle game.
    fn last_layer(&mut self, first: bool) -> Result<Planes, TableError> {
        let meaning = if first { Meaning::Wins } else { Meaning::Lost };
        let mut failed = None;
        let planes = Planes::last(first, |white| {
            self.plane(&self.folder.values(white), meaning).unwrap_or_else(|error| {
                failed = Some(error);
                Vec::new()
            })
        });
        failed.map_or(Ok(planes), Err)
    }

    /// Reads a layer that was built earlier.
    fn layer(&mut self, layer: Layer) -> Result<Planes, TableError> {
        let table = TableFile::open(&self.folder.placing(layer))?;
        let sections = 0..table.header.sections.len();
        let planes = sections.map(|section| self.unpacked(&table, section));
        Ok(Planes(planes.collect::<Result<_, TableError>>()?))
    }

    fn keep(&self, layer: Layer, planes: &Planes) -> Result<(), TableError> {
        let meaning = if layer.white_to_move() { Meaning::Wins } else { Meaning::Lost };
        let (_, most_black) = layer.placed_by();
        let threads = self.work.threads;
        let made: Vec<_> = (0..)
            .zip(&planes.0)
            .map(|(white, plane)| packed(plane, meaning, white, (0, most_black), threads))
            .collect();
        let (sections, bytes): (Vec<_>, Vec<_>) = made.into_iter().unzip();
        let header = Header {
            kind: Kind::Placing,
            number: layer.placed,
            most_men: self.folder.men,
            sections,
            blocks: 0,
            compressed: 0,
        };
        let bytes: Vec<&[u8]> = bytes.iter().map(Vec::as_slice).collect();
        write(&self.folder.placing(layer), header, &bytes, threads, self.work.stop)
    }
}
