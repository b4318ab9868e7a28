//! Nine Men's Morris with its draw rules.
//!
//! Written from the rules alone; shares no code with the engine. The points are numbered row by
//! row from the top left:
//!
//! ```text
//!  0-----------1-----------2      a7 d7 g7
//!  |   3-------4-------5   |      b6 d6 f6
//!  |   |   6---7---8   |   |      c5 d5 e5
//!  9--10--11      12--13--14      a4 b4 c4 e4 f4 g4
//!  |   |  15--16--17   |   |      c3 d3 e3
//!  |  18------19------20   |      b2 d2 f2
//! 21----------22----------23      a1 d1 g1
//! ```

use super::Reference;

/// The names of the points in reading order.
const NAMES: [&str; 24] = [
    "a7", "d7", "g7", "b6", "d6", "f6", "c5", "d5", "e5", "a4", "b4", "c4", "e4", "f4", "g4", "c3",
    "d3", "e3", "b2", "d2", "f2", "a1", "d1", "g1",
];

/// The rows and columns that can be mills, each in order along its line.
#[rustfmt::skip]
const MILLS: [[usize; 3]; 16] = [
    [0, 1, 2], [3, 4, 5], [6, 7, 8], [9, 10, 11],
    [12, 13, 14], [15, 16, 17], [18, 19, 20], [21, 22, 23],
    [0, 9, 21], [3, 10, 18], [6, 11, 15], [1, 4, 7],
    [16, 19, 22], [8, 12, 17], [5, 13, 20], [2, 14, 23],
];

/// How many points each row of the position text has.
const ROWS: [usize; 7] = [3, 3, 3, 6, 3, 3, 3];

/// The rules in force. The default is the full game; with all three draw rules `None` it is the
/// pure game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Options {
    /// A draw after that many plies without a mill.
    pub mill_limit: Option<u32>,
    /// A draw after that many plies with three men on each side.
    pub fly_limit: Option<u32>,
    /// A draw when a position occurs for that many times.
    pub repetitions: Option<u32>,
    /// Whether a player with three men may move to any empty point.
    pub flying: bool,
    /// Whether men in mills are safe while others can be taken.
    pub protect: bool,
}

impl Default for Options {
    fn default() -> Self {
        Options {
            mill_limit: Some(50),
            fly_limit: Some(10),
            repetitions: Some(3),
            flying: true,
            protect: true,
        }
    }
}

/// One whole turn: a man placed (`from` is `None`) or moved, and the man taken by closing a mill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Move {
    /// Where the man came from; `None` for the hand.
    pub from: Option<usize>,
    /// Where the man goes.
    pub to: usize,
    /// The opponent's man that is taken.
    pub taken: Option<usize>,
}

impl Move {
    /// The move as text: `d6`, `c3xa4`, `d6-d5` or `d6-d5xc3`.
    pub fn text(&self) -> String {
        let from = self.from.map(|point| format!("{}-", NAMES[point]));
        let taken = self.taken.map(|point| format!("x{}", NAMES[point]));
        from.unwrap_or_default() + NAMES[self.to] + &taken.unwrap_or_default()
    }
}

/// What must be equal for a position to be a repetition: board, side to move, men in hand.
type Key = ([u8; 24], u8, [u32; 2]);

/// One position of a game, with what is left of the countdowns and the positions before it.
#[derive(Clone, Debug)]
pub struct Morris {
    options: Options,
    /// 0 empty, 1 white, 2 black.
    board: [u8; 24],
    /// Whose turn it is, or would be if the game were not over.
    turn: u8,
    hand: [u32; 2],
    mill_left: Option<u32>,
    fly_left: Option<u32>,
    /// All positions so far, this one included; not kept if repetition is no draw.
    history: Vec<Key>,
}

/// Whether the man on this point is part of a mill.
fn in_mill(board: &[u8; 24], point: usize) -> bool {
    let full = |mill: &[usize; 3]| mill.iter().all(|&p| board[p] == board[point]);
    MILLS.iter().any(|mill| mill.contains(&point) && full(mill))
}

/// Whether a line joins the two points directly.
fn adjacent(a: usize, b: usize) -> bool {
    let joins = |&[x, y, z]: &[usize; 3]| [[x, y], [y, x], [y, z], [z, y]].contains(&[a, b]);
    MILLS.iter().any(joins)
}

/// Reads numbers separated by commas.
fn numbers(text: &str) -> Vec<u32> {
    let parse = |part: &str| part.parse().expect("a number");
    text.split(',').map(parse).collect()
}

impl Morris {
    /// The empty board, nine men in each hand, white to move.
    pub fn new(options: Options) -> Self {
        Morris::from_text(options, ".../.../.../....../.../.../... w 9,9")
    }

    /// Reads a position such as `.../.../.../....../.../.../... w 9,9 50,10`. Without the last
    /// field the countdowns are full. The repetition history starts with this position.
    ///
    /// # Panics
    /// If the text is not a position.
    pub fn from_text(options: Options, text: &str) -> Self {
        let fields: Vec<&str> = text.split(' ').collect();
        let rows: Vec<&str> = fields[0].split('/').collect();
        let lengths: Vec<usize> = rows.iter().map(|row| row.len()).collect();
        assert_eq!(lengths, ROWS, "rows in {text:?}");
        let mut board = [0; 24];
        for (point, letter) in rows.concat().chars().enumerate() {
            board[point] = ".wb".find(letter).expect("a point is one of . w b") as u8;
        }
        let hand = numbers(fields[2]);
        let side = ["w", "b"].iter().position(|&side| side == fields[1]);
        let left = fields.get(3).map_or(Vec::new(), |field| numbers(field));
        let (mill_left, fly_left) = (left.first().copied(), left.last().copied());
        let mut game = Morris {
            options,
            board,
            turn: side.expect("the side is w or b") as u8 + 1,
            hand: [hand[0], hand[1]],
            mill_left: options.mill_limit.map(|full| mill_left.unwrap_or(full)),
            fly_left: options.fly_limit.map(|full| fly_left.unwrap_or(full)),
            history: Vec::new(),
        };
        game.remember();
        game
    }

    /// The same position with earlier ones, given as position texts, put before it in the history.
    pub fn with_history(mut self, earlier: &[String]) -> Self {
        for text in earlier {
            let key = Morris::from_text(self.options, text).key();
            self.history.insert(0, key);
        }
        self
    }

    fn key(&self) -> Key {
        (self.board, self.turn, self.hand)
    }

    fn remember(&mut self) {
        if self.options.repetitions.is_some() {
            self.history.push(self.key());
        }
    }

    /// A player's men on the board and in hand.
    fn men(&self, player: u8) -> u32 {
        let on_board = self.board.iter().filter(|&&man| man == player).count();
        on_board as u32 + self.hand[player as usize - 1]
    }

    /// The player with fewer than three men, if there is one.
    fn too_few(&self) -> Option<u8> {
        let players = [self.turn, 3 - self.turn];
        players.into_iter().find(|&player| self.men(player) < 3)
    }

    /// The draw rule that ends the game here, unless it is lost for somebody.
    fn draw(&self) -> Option<&'static str> {
        let here = self.key();
        let times = self.history.iter().filter(|&&key| key == here).count() as u32;
        if self.mill_left == Some(0) {
            Some("draw_50")
        } else if self.fly_left == Some(0) {
            Some("draw_10")
        } else if self.options.repetitions.is_some_and(|limit| times >= limit) {
            Some("draw_repetition")
        } else {
            None
        }
    }

    /// Everything the side to move could do if the game were not over, in ascending order.
    fn turns(&self) -> Vec<Move> {
        let mut moves = Vec::new();
        if self.hand[self.turn as usize - 1] > 0 {
            for to in 0..24 {
                self.push_turns(None, to, &mut moves);
            }
            return moves;
        }
        let flying = self.options.flying && self.men(self.turn) == 3;
        for from in (0..24).filter(|&from| self.board[from] == self.turn) {
            for to in (0..24).filter(|&to| flying || adjacent(from, to)) {
                self.push_turns(Some(from), to, &mut moves);
            }
        }
        moves
    }

    /// Adds the moves between two points, if the second is empty: one for each man that may be
    /// taken, or a single one if there is none to take.
    fn push_turns(&self, from: Option<usize>, to: usize, moves: &mut Vec<Move>) {
        if self.board[to] != 0 {
            return;
        }
        let mut after = self.board;
        if let Some(from) = from {
            after[from] = 0;
        }
        after[to] = self.turn;
        let mut men: Vec<usize> = Vec::new();
        if in_mill(&after, to) {
            men.extend((0..24).filter(|&point| after[point] == 3 - self.turn));
        }
        if self.options.protect && men.iter().any(|&man| !in_mill(&after, man)) {
            men.retain(|&man| !in_mill(&after, man));
        }
        if men.is_empty() {
            let taken = None;
            moves.push(Move { from, to, taken });
        }
        for taken in men.into_iter().map(Some) {
            moves.push(Move { from, to, taken });
        }
    }

    /// The legal moves in ascending order; empty when the game is over.
    pub fn legal_moves(&self) -> Vec<Move> {
        if self.too_few().is_some() || self.draw().is_some() {
            return Vec::new();
        }
        self.turns()
    }

    /// Plays one of the [`legal_moves`](Morris::legal_moves).
    pub fn make(&mut self, turn: Move) {
        let three_each = self.men(1) == 3 && self.men(2) == 3;
        match turn.from {
            Some(from) => self.board[from] = 0,
            None => self.hand[self.turn as usize - 1] -= 1,
        }
        self.board[turn.to] = self.turn;
        if let Some(taken) = turn.taken {
            self.board[taken] = 0;
        }
        if in_mill(&self.board, turn.to) {
            self.mill_left = self.options.mill_limit;
        } else {
            self.mill_left = self.mill_left.map(|left| left - 1);
        }
        if three_each {
            self.fly_left = self.fly_left.map(|left| left - 1);
        }
        self.turn = 3 - self.turn;
        self.remember();
    }

    /// The number of move sequences of exactly `depth` plies, every one of them played out.
    pub fn perft(&self, depth: u32) -> u64 {
        if depth == 0 {
            return 1;
        }
        let mut sequences = 0;
        for turn in self.legal_moves() {
            let mut next = self.clone();
            next.make(turn);
            sequences += next.perft(depth - 1);
        }
        sequences
    }
}

impl Reference for Morris {
    fn moves(&self) -> Vec<String> {
        self.legal_moves().iter().map(Move::text).collect()
    }

    fn play(&mut self, text: &str) {
        let moves = self.legal_moves();
        let turn = moves.into_iter().find(|turn| turn.text() == text);
        self.make(turn.unwrap_or_else(|| panic!("{text:?} is not a legal move")));
    }

    fn outcome(&self) -> Option<(Vec<i32>, &'static str)> {
        let lost_by = |player: u8| [[-1, 1], [1, -1]][player as usize - 1].to_vec();
        if let Some(player) = self.too_few() {
            Some((lost_by(player), "two_pieces"))
        } else if self.turns().is_empty() {
            Some((lost_by(self.turn), "blocked"))
        } else {
            self.draw().map(|reason| (vec![0, 0], reason))
        }
    }

    fn position(&self) -> String {
        let mut points = self.board.iter().map(|&man| [".", "w", "b"][man as usize]);
        let rows = ROWS.map(|length| points.by_ref().take(length).collect::<String>());
        let side = ["", "w", "b"][self.turn as usize];
        let [white, black] = self.hand;
        let mut text = format!("{} {side} {white},{black}", rows.join("/"));
        let left = [self.mill_left, self.fly_left].into_iter().flatten();
        let left: Vec<String> = left.map(|left| left.to_string()).collect();
        if !left.is_empty() {
            text = text + " " + &left.join(",");
        }
        text
    }

    fn to_move(&self) -> usize {
        if self.outcome().is_some() { 0 } else { self.turn as usize }
    }
}
