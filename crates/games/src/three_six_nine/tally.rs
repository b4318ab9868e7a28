//! The running counts of the lines, and what they foretell.

use ninefold_core::{Context, Evaluator, Game, Guide, Player, Values, zero_sum};

use super::{Cell, Cells, LARGEST, State, ThreeSixNine};

/// What points to come are worth to the player on turn.
///
/// Lines that one stone makes score are open to whoever moves: the players take turns to take the
/// largest, so what counts is every other one of them. Lines that need two or three stones are somebody's
/// later, and whose is a matter of odd and even.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Weights {
    /// A point won.
    pub(super) lead: i32,
    /// A point of the lines that one stone makes score, after taking turns.
    pub(super) open: i32,
    /// A point of a line that needs two stones, or three. The second number is 1 when the board has an odd
    /// number of empty cells, so that the player on turn has the last move too; the third when the
    /// line has an odd number of cells left after scoring.
    pub(super) later: [[[i32; 2]; 2]; 2],
}

/// An evaluation for one board.
#[derive(Clone, Debug)]
pub(super) struct Parity {
    weights: Weights,
    /// By cell: the lines through it that can score.
    lines: Vec<Vec<u8>>,
    /// The cells of each line.
    cells: Vec<Cells>,
    /// By line and its stones.
    outlook: Vec<[Outlook; LARGEST + 1]>,
    /// The points for a third, sixth and ninth stone, the largest first.
    prizes: [u16; 3],
}

/// What a line with so many stones promises.
#[derive(Clone, Copy, Default, Debug)]
struct Outlook {
    /// Whether one stone scores, by prize.
    open: [u8; 3],
    /// What its points are worth later to the player on turn, with an even or odd number of empty
    /// cells on the board.
    later: [i32; 2],
}

impl Parity {
    /// The evaluation of a game by these weights.
    pub(super) fn new(game: &ThreeSixNine, weights: &Weights) -> Parity {
        let mut prizes = [3, 6, 9].map(|stones| game.points_for(stones));
        prizes.sort_unstable_by(|a, b| b.cmp(a));
        let cells = game.scoring_lines();
        let through = |cell: usize| {
            let lines = cells.iter().enumerate().filter(|(_, line)| *line >> cell & 1 != 0);
            lines.map(|(index, _)| index as u8).collect()
        };
        let lines = (0..game.size() * game.size()).map(through).collect();
        let outlook = |line: &Cells| {
            let length = line.count_ones() as usize;
            std::array::from_fn(|stones| outlook(game, weights, prizes, length, stones))
        };
        let outlook = cells.iter().map(outlook).collect();
        Parity { weights: *weights, lines, cells, outlook, prizes }
    }

    /// The tally of a position with these stones.
    pub(super) fn tally(&self, stones: Cells) -> Tally<'_> {
        let count = |line: &Cells| (line & stones).count_ones() as u8;
        let mut tally = Tally {
            parity: self,
            stones: self.cells.iter().map(count).collect(),
            open: [0; 3],
            later: [0; 2],
            history: Vec::with_capacity(self.lines.len()),
        };
        for line in 0..self.cells.len() {
            tally.add(line, 1);
        }
        tally
    }
}

fn outlook(
    game: &ThreeSixNine,
    weights: &Weights,
    prizes: [u16; 3],
    length: usize,
    stones: usize,
) -> Outlook {
    let mut outlook = Outlook::default();
    let Some(scoring) = (stones + 1..=length).find(|&count| game.points_for(count) > 0) else {
        return outlook;
    };
    let prize = game.points_for(scoring);
    match scoring - stones {
        1 => {
            let place = prizes.iter().position(|&other| other == prize);
            outlook.open[place.unwrap_or_default()] = 1;
        }
        needed @ (2 | 3) => {
            let left = (length - scoring) % 2;
            outlook.later =
                weights.later[needed - 2].map(|by_left| i32::from(prize) * by_left[left]);
        }
        _ => {}
    }
    outlook
}

/// The companion of a search: the stones of each line, kept move by move.
#[derive(Clone, Debug)]
pub(super) struct Tally<'a> {
    parity: &'a Parity,
    stones: Vec<u8>,
    /// How many lines one stone makes score, by prize.
    open: [i32; 3],
    later: [i32; 2],
    history: Vec<Cell>,
}

impl Tally<'_> {
    fn change(&mut self, cell: Cell, added: i8) {
        let parity = self.parity;
        for &line in &parity.lines[usize::from(cell.0)] {
            let line = usize::from(line);
            self.add(line, -1);
            self.stones[line] = self.stones[line].saturating_add_signed(added);
            self.add(line, 1);
        }
    }

    /// Adds the outlook of a line to the sums, or takes it out.
    fn add(&mut self, line: usize, sign: i32) {
        let outlook = &self.parity.outlook[line][usize::from(self.stones[line])];
        for (sum, open) in self.open.iter_mut().zip(outlook.open) {
            *sum += sign * i32::from(open);
        }
        for (sum, later) in self.later.iter_mut().zip(outlook.later) {
            *sum += sign * later;
        }
    }

    /// What is left of the open lines for the player on turn when the players take turns to take the
    /// largest.
    fn by_turns(&self) -> i32 {
        let mut lead = 0;
        let mut sign = 1;
        for (&count, prize) in self.open.iter().zip(self.parity.prizes) {
            if count % 2 == 1 {
                lead += sign * i32::from(prize);
                sign = -sign;
            }
        }
        lead
    }

    /// The values of the position that was followed here.
    fn judge(&self, game: &ThreeSixNine, state: &State) -> Values {
        let points = game.banked(state);
        let empty = (game.board() & !state.stones()).count_ones() as usize;
        let weights = &self.parity.weights;
        let to_come = weights.open * self.by_turns() + self.later[empty % 2];
        let of_first = if game.to_move(state) == Player::FIRST { to_come } else { -to_come };
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

    /// The points a move scores, less those that its lines then offer to the other player.
    fn promise(&self, game: &ThreeSixNine, _state: &State, mv: Cell) -> i32 {
        let lines = self.parity.lines[usize::from(mv.0)].iter().map(|&line| usize::from(line));
        lines
            .map(|line| {
                let stones = usize::from(self.stones[line]) + 1;
                let room = self.parity.cells[line].count_ones() as usize > stones;
                let offered = if room { game.points_for(stones + 1) } else { 0 };
                i32::from(game.points_for(stones)) - i32::from(offered)
            })
            .sum()
    }
}

impl Evaluator<ThreeSixNine> for Parity {
    fn values(&self, game: &ThreeSixNine, state: &State, _context: Context) -> Values {
        self.tally(state.stones()).judge(game, state)
    }

    fn is_symmetric(&self) -> bool {
        true
    }

    fn guide<'a>(
        &'a self,
        _game: &ThreeSixNine,
        state: &State,
    ) -> Box<dyn Guide<ThreeSixNine> + 'a> {
        Box::new(self.tally(state.stones()))
    }
}
