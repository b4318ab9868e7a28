//! Positions as they come up when people play and programs think ahead.

use std::error::Error;
use std::path::Path as FilePath;

use ninefold_core::{Arguments, Evaluator, Game, Path, Random, Rules};
use ninefold_games::morris::{Morris, Move, State};
use ninefold_search::{Engine, EngineOptions, Limits, StopFlag};
use ninefold_solve::morris::{TableError, Tables};

use crate::example::Example;

/// The evaluator that plays, and that the learnt one is compared with.
const PLAYS: &str = "mills";
/// The positions that a side looks at a move, and in how many of a hundred moves it plays any move.
const NODES: [u64; 4] = [50, 150, 500, 1500];
const SLIPS: [usize; 4] = [0, 4, 10, 25];
/// The random turns at the beginning of a game are fewer than this.
const OPENING: usize = 7;
/// A game ends after so many turns, and after so many without a mill.
const LONGEST: usize = 160;
const QUIET: usize = 50;
/// How many walks begin at a position of a game, and how long they are at most.
const WALKS: usize = 4;
const WALK: usize = 6;
/// Memory for unpacked tables.
const MEMORY: u64 = 4 << 30;
const THREADS: usize = 2;

/// The examples of so many games, in their order.
pub(crate) fn examples(
    data: &FilePath,
    games: u32,
    seed: u64,
) -> Result<Vec<Example>, Box<dyn Error>> {
    let tables = Tables::open(data)?.ok_or("no tables there")?;
    tables.unpack(MEMORY, THREADS)?;
    let play = |first: u32| {
        let mut player = Player::new(&tables);
        let numbers = (first..games).step_by(THREADS);
        numbers.map(|number| player.game(seed, number)).collect()
    };
    let shares: Result<Vec<Vec<Vec<Example>>>, TableError> = std::thread::scope(|scope| {
        let play = &play;
        let start = |first| scope.spawn(move || play(first));
        let threads: Vec<_> = (0..THREADS as u32).map(start).collect();
        threads.into_iter().map(|thread| thread.join().expect("a thread that ends")).collect()
    });
    let mut all: Vec<Vec<Example>> = shares?.into_iter().flatten().collect();
    all.sort_by_key(|game| game.first().map(|example| example.game));
    Ok(all.concat())
}

/// Whoever plays games and looks around.
struct Player<'a> {
    tables: &'a Tables,
    engine: Engine<Morris>,
    compared: Box<dyn Evaluator<Morris>>,
    moves: Vec<Move>,
}

fn evaluator() -> Box<dyn Evaluator<Morris>> {
    let game = Morris::default();
    let entries = game.knowledge().evaluators;
    let entry = entries.iter().find(|entry| entry.info.id == PLAYS).expect("an evaluator");
    let arguments = Arguments::parse(entry.info.parameters, "").expect("its usual parameters");
    (entry.build)(&game, &arguments, 0)
}

impl<'a> Player<'a> {
    fn new(tables: &'a Tables) -> Player<'a> {
        let options = EngineOptions { table: 1 << 18, ..EngineOptions::default() };
        let engine = Engine::new(evaluator(), options);
        Player { tables, engine, compared: evaluator(), moves: Vec::new() }
    }

    /// Plays a game of the pure rules; its positions are examples, and so are those of random walks from them.
    fn game(&mut self, seed: u64, number: u32) -> Result<Vec<Example>, TableError> {
        let rules = Morris::default();
        let mut random = Random::stream(seed, u64::from(number));
        let sides: [(u64, usize); 2] =
            std::array::from_fn(|_| (random.pick(&NODES), random.pick(&SLIPS)));
        let opening = random.below(OPENING);
        let mut path = Path::new(rules, rules.start(0));
        let (mut examples, mut quiet) = (Vec::new(), 0);
        while path.played().len() < LONGEST && quiet < QUIET {
            let (nodes, slips) = sides[path.state().to_move().index()];
            let any = path.played().len() < opening || random.below(100) < slips;
            let found = match any {
                true => self.any_move(path.state(), &mut random),
                false => self.good_move(&path, nodes),
            };
            let Some(mv) = found else { break };
            quiet = if mv.taken().is_some() { 0 } else { quiet + 1 };
            path.play(mv);
            if path.outcome().is_some() {
                break;
            }
            examples.extend(self.example(path.state(), number)?);
            for _ in 0..WALKS {
                let mut state = *path.state();
                for _ in 0..1 + random.below(WALK) {
                    let Some(mv) = self.step(&state, &mut random) else { break };
                    rules.play(&mut state, mv);
                    if rules.outcome(&state).is_some() {
                        break;
                    }
                    examples.extend(self.example(&state, number)?);
                }
            }
        }
        Ok(examples)
    }

    fn example(&self, state: &State, game: u32) -> Result<Option<Example>, TableError> {
        let value = self.tables.value(state)?;
        Ok(value.map(|value| Example::new(state, value, game, &*self.compared)))
    }

    fn good_move(&mut self, path: &Path<Morris>, nodes: u64) -> Option<Move> {
        self.engine.forget();
        let limits = Limits { nodes: Some(nodes), ..Limits::default() };
        let report = self.engine.think(path, limits, 1, StopFlag::default(), &mut |_| {});
        report.lines.first()?.moves.first().copied()
    }

    fn any_move(&mut self, state: &State, random: &mut Random) -> Option<Move> {
        self.moves.clear();
        Morris::default().moves(state, &mut self.moves);
        (!self.moves.is_empty()).then(|| random.pick(&self.moves))
    }

    /// A step of a walk: every second time a man is taken, where one can be.
    fn step(&mut self, state: &State, random: &mut Random) -> Option<Move> {
        self.moves.clear();
        Morris::default().moves(state, &mut self.moves);
        let takes = |mv: &Move| mv.taken().is_some();
        if !self.moves.is_empty() && random.below(2) == 0 && self.moves.iter().any(takes) {
            self.moves.retain(takes);
        }
        (!self.moves.is_empty()).then(|| random.pick(&self.moves))
    }
}
