//! Incremental tally of the points that each empty cell scores now, and an evaluation based on it.

use ninefold_core::{
    Account, Context, Evaluator, Explanation, Guide, Odds, Player, Rules, Term, Values, zero_sum,
};

use super::rules::cells;
use super::{Cell, Cells, State, ThreeSixNine, words};

/// The number of best moves that the players are assumed to share.
pub(super) const SHARED: usize = 3;

/// The names of the points of those moves.
const NAMES: [&str; SHARED] = [words::BEST, words::SECOND_BEST, words::THIRD_BEST];

/// The weights of points.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Weights {
    /// A point won.
    pub(super) lead: i32,
    /// A point that the best, second best and third best move would score now, to the player to move. If players
    /// take them alternately, the odd ones go to that player and the even ones to the opponent.
    pub(super) turns: [i32; SHARED],
}

/// An evaluation for one board.
#[derive(Clone, Debug)]
pub(super) struct Parity {
    weights: Weights,
    /// By cell: the lines through it that can score.
    through: Vec<Vec<u8>>,
    /// The cells of each line.
    lines: Vec<Cells>,
}

impl Parity {
    /// Creates the evaluation of a game with these weights.
    pub(super) fn new(game: &ThreeSixNine, weights: &Weights) -> Parity {
        let lines = game.scoring_lines();
        let through = |cell: usize| {
            let through = lines.iter().enumerate().filter(|(_, line)| *line >> cell & 1 != 0);
            through.map(|(index, _)| index as u8).collect()
        };
        let through = (0..game.size() * game.size()).map(through).collect();
        Parity { weights: *weights, through, lines }
    }

    /// The tally of a position with these stones.
    fn tally(&self, game: &ThreeSixNine, stones: Cells) -> Tally<'_> {
        let count = |line: &Cells| (line & stones).count_ones() as u8;
        let gain = |cell: usize| game.gain(stones, Cell(cell as u8)).into();
        Tally {
            parity: self,
            stones: self.lines.iter().map(count).collect(),
            gains: (0..self.through.len()).map(gain).collect(),
            points: std::array::from_fn(|stones| game.points_for(stones).into()),
            history: Vec::with_capacity(self.through.len()),
        }
    }
}

/// The guide of a search.
#[derive(Clone, Debug)]
struct Tally<'a> {
    parity: &'a Parity,
    /// By line.
    stones: Vec<u8>,
    /// What a stone on each cell would score; meaningless for occupied cells.
    gains: Vec<i32>,
    /// Indexed by the stones of a line after the drop.
    points: [i32; 12],
    history: Vec<Cell>,
}

impl Tally<'_> {
    /// Updates the tally for a stone added or removed, including the gains of all cells on its lines.
    fn change(&mut self, cell: Cell, added: i8) {
        let parity = self.parity;
        for &line in &parity.through[usize::from(cell.0)] {
            let line = usize::from(line);
            let before = self.stones[line];
            let after = before.saturating_add_signed(added);
            self.stones[line] = after;
            let change = self.offer(after) - self.offer(before);
            if change != 0 {
                for other in cells(parity.lines[line]) {
                    self.gains[usize::from(other.0)] += change;
                }
            }
        }
    }

    /// The points that the next stone on a line with this many stones scores.
    fn offer(&self, stones: u8) -> i32 {
        self.points[usize::from(stones) + 1]
    }

    /// The points of the best moves, the best first.
    fn best(&self, empty: Cells) -> [i32; SHARED] {
        let mut best = [0; SHARED];
        for cell in cells(empty) {
            let gain = self.gains[usize::from(cell.0)];
            let place = best.partition_point(|&other| other >= gain);
            if place < SHARED {
                best[place..].rotate_right(1);
                best[place] = gain;
            }
        }
        best
    }

    /// The values of the tallied position.
    fn judge(&self, game: &ThreeSixNine, state: &State) -> Values {
        let weights = &self.parity.weights;
        let points = game.points(state);
        let best = self.best(game.board() & !state.stones());
        let shared: i32 = best.iter().zip(weights.turns).map(|(gain, weight)| gain * weight).sum();
        let of_first = if game.to_move(state) == Player::FIRST { shared } else { -shared };
        zero_sum(weights.lead * (points[0] - points[1]) + of_first)
    }
}

impl Guide<ThreeSixNine> for Tally<'_> {
    fn play(&mut self, _game: &ThreeSixNine, _before: &State, mv: Cell, _after: &State) {
        self.change(mv, 1);
        self.history.push(mv);
    }

    fn undo(&mut self) {
        if let Some(cell) = self.history.pop() {
            self.change(cell, -1);
        }
    }

    fn values(&self, game: &ThreeSixNine, state: &State, _context: Context) -> Values {
        self.judge(game, state)
    }

    /// The points that a move scores, minus those that its lines then offer to the opponent.
    fn promise(&self, _game: &ThreeSixNine, _state: &State, mv: Cell) -> i32 {
        let lines = self.parity.through[usize::from(mv.0)].iter().map(|&line| usize::from(line));
        let offered = lines.map(|line| {
            let stones = self.stones[line] + 1;
            let room = self.parity.lines[line].count_ones() > u32::from(stones);
            if room { self.offer(stones) } else { 0 }
        });
        self.gains[usize::from(mv.0)] - offered.sum::<i32>()
    }
}

impl Evaluator<ThreeSixNine> for Parity {
    fn values(&self, game: &ThreeSixNine, state: &State, _context: Context) -> Values {
        self.tally(game, state.stones()).judge(game, state)
    }

    /// Points determine the outcome of the game, so they also value finished games.
    fn judges_ends(&self) -> bool {
        true
    }

    fn explain(&self, game: &ThreeSixNine, state: &State, _context: Context) -> Explanation {
        let best = self.tally(game, state.stones()).best(game.board() & !state.stones());
        let points = game.points(state);
        let account = |player: Player| {
            let own = Term::new(Explanation::POINTS, points[player.index()], self.weights.lead);
            let shared = NAMES.into_iter().zip(best).zip(self.weights.turns);
            let shared = shared.filter(|_| player == game.to_move(state));
            let shared = shared.map(|((name, gain), weight)| Term::new(name, gain, weight));
            Account::of(std::iter::once(own).chain(shared))
        };
        Explanation::of_lead(account(Player::FIRST), account(Player::SECOND))
    }

    fn is_symmetric(&self) -> bool {
        true
    }

    // Fitted to the results of games between levels 3 and 8 on 9 × 9: `ninefold measure calibration 369:9 --games
    // 100 --positions 3500 --nodes 10000 --seed 100 --samples FILE`. For small boards, where the first stones
    // decide nothing that a search sees, fitted on 6 × 6: `… 369:6 --games 300 --positions 6000 --nodes N --seed
    // 2001` with N of 1,000 and 10,000.
    fn odds(&self, game: &ThreeSixNine, state: &State) -> Odds {
        let (stones, cells) = (state.stones().count_ones(), game.board().count_ones());
        let scale = match (cells, 81 * stones / cells) {
            (..=49, 0..=12) => 400,
            (..=49, _) => 44,
            (_, 0..=15) => 20,
            (_, 16..=31) => 49,
            _ => 60,
        };
        Odds { scale, ..Odds::default() }
    }

    fn guide<'a>(
        &'a self,
        game: &ThreeSixNine,
        state: &State,
    ) -> Box<dyn Guide<ThreeSixNine> + 'a> {
        Box::new(self.tally(game, state.stones()))
    }
}
