//! Exact values against plain search to the end, which shares nothing with the solvers but the rules. `scripts/campaign tables` runs it.
//!
//! ```text
//! cargo run --release -p ninefold-solve --example exact_values -- SEED COUNT DATA
//! ```
//!
//! Half of the positions are of morris, drawn at random, whose tables in the folder DATA claim an end within a few plies: the very
//! number of plies is looked for. The others are positions near the end of random games of every other game that has a solver: its value and that of each of
//! its moves. What differs is printed; the last line has the figures, and the exit code is 1 if anything was wrong.

use std::cmp::Reverse;
use std::path::PathBuf;

use ninefold_core::{Host, Notation, Player, Random, Rules, View};
use ninefold_games::morris::{Morris, Point, State};
use ninefold_games::registry;
use ninefold_solve::morris::{Tables, Value};
use ninefold_solve::{Request, Unit, solver};

/// Forms of the games that end by themselves, small and large.
const GAMES: [&str; 9] = [
    "mnk:3,3,3",
    "mnk:4,4,3",
    "mnk:4,4,4",
    "mnk:5,5,4",
    "mnk:6,6,5",
    "369:4",
    "369:5",
    "369:6",
    "9tka:2",
];
/// How many positions a search to the end may look at; a position that needs more is left for one nearer to the end.
const MOST_NODES: u64 = 60_000;
/// The longest claim of morris that is searched, in plies.
const LONGEST: u32 = 3;

/// What was compared.
#[derive(Clone, Copy, Default)]
struct Compared {
    positions: u64,
    values: u64,
    wrong: u64,
}

impl Compared {
    fn add(&mut self, other: Compared) {
        self.positions += other.positions;
        self.values += other.values;
        self.wrong += other.wrong;
    }
}

fn main() {
    let mut args = std::env::args().skip(1);
    let mut number = |usual| args.next().map_or(usual, |text| text.parse().expect("a number"));
    let (seed, count): (u64, u64) = (number(1), number(200));
    let data = PathBuf::from(args.next().expect("a data folder with tables of morris"));
    let morris = morris_endings(seed, count.div_ceil(2), &data);
    let mut all = morris;
    let left = count - morris.positions;
    let kinds = GAMES.len() as u64;
    for (index, spec) in GAMES.into_iter().enumerate() {
        let share = left / kinds + u64::from((index as u64) < left % kinds);
        let compare = Compare { random: Random::stream(seed, index as u64), count: share };
        all.add(registry().open(spec, compare).expect("a game of the list"));
    }
    let verdict = if all.wrong > 0 { "FAILED" } else { "ok" };
    let Compared { positions, values, wrong } = all;
    println!(
        "tables/plain: {verdict} seed={seed} positions={positions} morris={} values={values} wrong={wrong}",
        morris.positions
    );
    std::process::exit(i32::from(wrong > 0));
}

/// Compares a solver with plain search near the end of random games.
struct Compare {
    random: Random,
    count: u64,
}

impl Host for Compare {
    type Output = Compared;

    fn receive<G: View>(mut self, game: G, spec: String) -> Compared {
        let mut found = Compared::default();
        for seed in 0.. {
            if found.positions == self.count {
                break;
            }
            let states = random_game(&game, seed, &mut self.random);
            // From the end backwards, a step of random length at a time, as far as search reaches.
            let mut at = states.len() - 1;
            loop {
                let step = 1 + self.random.below(4);
                let Some(earlier) = at.checked_sub(step) else { break };
                at = earlier;
                let Some(values) = search(&game, &spec, &states[at]) else { break };
                if found.positions == self.count {
                    break;
                }
                found.positions += 1;
                found.values += 1 + values.len() as u64;
                found.wrong += u64::from(differs(&game, &spec, &states[at], values));
            }
        }
        found
    }
}

fn random_game<G: View>(game: &G, seed: u64, random: &mut Random) -> Vec<G::State> {
    let mut states = vec![game.start(seed)];
    let mut moves = Vec::new();
    while let Some(state) = states.last().filter(|state| game.outcome(state).is_none()) {
        let mut next = *state;
        moves.clear();
        game.moves(&next, &mut moves);
        game.play(&mut next, random.pick(&moves));
        states.push(next);
    }
    states
}

/// The value of each move for the player on turn, by plain search; nothing where it takes too long.
fn search<G: View>(game: &G, spec: &str, state: &G::State) -> Option<Vec<(String, i32)>> {
    let unit = solver(spec).expect("a game with a solver").unit();
    let mover = game.to_move(state);
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let mut nodes = 0;
    let mut values = Vec::new();
    for &mv in &moves {
        let mut next = *state;
        game.play(&mut next, mv);
        let value = minimax(game, unit, &next, mover, state, &mut nodes)?;
        values.push((game.move_text(mv), value));
    }
    Some(values)
}

/// The value for a player of playing on to the end.
fn minimax<G: View>(
    game: &G,
    unit: Unit,
    state: &G::State,
    player: Player,
    start: &G::State,
    nodes: &mut u64,
) -> Option<i32> {
    *nodes += 1;
    if *nodes > MOST_NODES {
        return None;
    }
    if let Some(outcome) = game.outcome(state) {
        let other = Player::new(1 - player.index());
        let lead = |state| {
            let points = game.points(state);
            points[player.index()] - points[other.index()]
        };
        return Some(match unit {
            Unit::Points => lead(state) - lead(start),
            // Some games give a loser nothing, others take something away.
            _ => i32::from((outcome.payoffs.of(player) - outcome.payoffs.of(other)).signum()),
        });
    }
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let own = game.to_move(state) == player;
    let mut best: Option<i32> = None;
    for mv in moves {
        let mut next = *state;
        game.play(&mut next, mv);
        let value = minimax(game, unit, &next, player, start, nodes)?;
        best = Some(best.map_or(value, |best| if own { best.max(value) } else { best.min(value) }));
    }
    best
}

/// Whether the solver says anything else than plain search.
fn differs<G: View>(
    game: &G,
    spec: &str,
    state: &G::State,
    mut values: Vec<(String, i32)>,
) -> bool {
    let position = game.position_text(state);
    let request = Request { all: true, ..Request::new(spec, &position) };
    let answer = solver(spec).expect("a solver").solve(&request, &mut |_| {});
    let mut answer = answer.expect("a position of the game");
    let best = values.iter().map(|&(_, value)| value).max();
    let order = |(text, _): &(String, i32)| Reverse(text.clone());
    values.sort_by_key(order);
    answer.moves.sort_by_key(order);
    let wrong = answer.value != best || answer.moves != values;
    if wrong {
        println!("{spec} {position}: {:?} {:?}, searched {values:?}", answer.value, answer.moves);
    }
    wrong
}

/// Positions of morris at random whose tables claim an end that search can reach.
fn morris_endings(seed: u64, count: u64, data: &std::path::Path) -> Compared {
    let game = Morris::default();
    let tables = Tables::open(data).expect("tables that can be read").expect("tables of morris");
    let mut random = Random::stream(seed, u64::MAX);
    let mut found = Compared::default();
    while found.positions < count {
        let state = random_position(&game, tables.men() as usize, &mut random);
        let verdict = tables.probe(&state).expect("a whole table").expect("a covered position");
        let Some(plies) = verdict.plies.filter(|&plies| plies <= LONGEST) else { continue };
        found.positions += 1;
        found.values += 1;
        let wins = |plies| outcome_within(&game, &state, plies);
        let due = match verdict.value {
            Value::Win => Some(true),
            Value::Loss => Some(false),
            Value::Draw => None,
        };
        let sooner = plies.checked_sub(1).and_then(wins);
        if wins(plies) != due || sooner.is_some() {
            found.wrong += 1;
            println!("morris {}: {verdict:?}", game.position_text(&state));
        }
    }
    found
}

/// Whether the player on turn wins or loses by force within so many plies; nothing where neither is so.
fn outcome_within(game: &Morris, state: &State, plies: u32) -> Option<bool> {
    if let Some(outcome) = game.outcome(state) {
        return Some(outcome.payoffs.of(game.to_move(state)) > 0);
    }
    let left = plies.checked_sub(1)?;
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    let mut lost = true;
    for mv in moves {
        let mut next = *state;
        game.play(&mut next, mv);
        match outcome_within(game, &next, left) {
            Some(false) => return Some(true),
            Some(true) => {}
            None => lost = false,
        }
    }
    lost.then_some(false)
}

/// A position with empty hands and three to `most` men a side.
fn random_position(game: &Morris, most: usize, random: &mut Random) -> State {
    let mut board = ['.'; Point::COUNT];
    for side in ['w', 'b'] {
        for _ in 0..3 + random.below(most - 2) {
            let free: Vec<usize> = (0..Point::COUNT).filter(|&at| board[at] == '.').collect();
            board[random.pick(&free)] = side;
        }
    }
    let mut rows = String::new();
    for (index, symbol) in board.into_iter().enumerate() {
        // Seven rows of three points, but for the middle one, which has six.
        if index % 3 == 0 && index > 0 && index != 12 {
            rows.push('/');
        }
        rows.push(symbol);
    }
    let side = random.pick(&['w', 'b']);
    game.parse_position(&format!("{rows} {side} 0,0")).expect("men on points are a position")
}
