//! 9tka for two to four players: fill the 36 slots, then slide the counters in.
//!
//! Written from the rules alone; shares no code with the engine. The board is the 11 by 11
//! matrix of the paper: squares at 1..=9, slots around them, corners unused.

use super::Reference;

/// A place of the matrix: row and column, 0..=10.
pub type Place = (usize, usize);

/// The value of a neutral counter in the matrix.
const NEUTRAL: u8 = 5;

/// The eight pairs of slots of which the seat that places at random fills at most one.
#[rustfmt::skip]
const PAIRS: [[Place; 2]; 8] = [
    [(1, 0), (0, 9)], [(1, 10), (0, 1)], [(9, 0), (10, 9)], [(9, 10), (10, 1)],
    [(0, 1), (9, 0)], [(10, 1), (1, 0)], [(0, 9), (9, 10)], [(10, 9), (1, 10)],
];

/// When the opposite slot forbids a random placement: three readings of the paper's first rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reading {
    /// It holds any counter.
    Literal,
    /// It holds an own counter.
    Own,
    /// It holds an own counter and no neutral stands between.
    OwnClear,
}

/// One position of 9tka.
#[derive(Clone, Debug)]
pub struct Ninetka {
    players: usize,
    /// 0 empty, 1 to 4 a player's counter, 5 a neutral.
    board: [[u8; 11]; 11],
    /// The player to move, always one who can; 0 when the game is over.
    to_move: usize,
}

/// The 36 slots in ascending order.
fn slots() -> Vec<Place> {
    let mut slots = Vec::new();
    for i in 0..=10 {
        for j in 0..=10 {
            let row_end = i == 0 || i == 10;
            let column_end = j == 0 || j == 10;
            if row_end != column_end {
                slots.push((i, j));
            }
        }
    }
    slots
}

/// The nine squares in front of a slot, the entry square first.
fn path((i, j): Place) -> Vec<Place> {
    (1..=9)
        .map(|distance| match (i, j) {
            (0, _) => (distance, j),
            (10, _) => (10 - distance, j),
            (_, 0) => (i, distance),
            _ => (i, 10 - distance),
        })
        .collect()
}

/// The slot at the other end of a slot's row or column.
fn opposite((i, j): Place) -> Place {
    if i == 0 || i == 10 { (10 - i, j) } else { (i, 10 - j) }
}

impl Ninetka {
    /// The start of a game: the neutrals on their squares, all slots empty, player 1 to move.
    pub fn new(players: usize, neutrals: [Place; 9]) -> Self {
        assert!((2..=4).contains(&players), "two to four players");
        let mut board = [[0; 11]; 11];
        for (i, j) in neutrals {
            board[i][j] = NEUTRAL;
        }
        Ninetka { players, board, to_move: 1 }
    }

    /// Reads eleven rows of eleven digits joined by `/`, a space, and the player to move. A player
    /// who cannot move is skipped; once the game is over any player, or 0, may be named.
    ///
    /// # Panics
    /// If the text is not a position for this number of players.
    pub fn from_text(players: usize, text: &str) -> Self {
        let mut game = Ninetka::new(players, [(5, 5); 9]);
        let (board, player) = text.split_once(' ').expect("a board and a player");
        let rows: Vec<&str> = board.split('/').collect();
        assert_eq!(rows.len(), 11, "rows in {text:?}");
        for (i, row) in rows.iter().enumerate() {
            assert_eq!(row.len(), 11, "columns in {text:?}");
            for (j, digit) in row.bytes().enumerate() {
                let value = digit - b'0';
                let known = value as usize <= players || value == NEUTRAL;
                assert!(known, "{value} in {text:?}");
                game.board[i][j] = value;
            }
        }
        for player in 1..=players {
            assert!(game.counters(player) <= game.quota(), "counters in {text:?}");
        }
        let player: usize = player.parse().expect("a player number");
        assert!(player <= players, "player in {text:?}");
        game.give_turn(player.max(1));
        assert!(player != 0 || game.to_move == 0, "player in {text:?}");
        game
    }

    /// The value at a place of the matrix.
    fn at(&self, (i, j): Place) -> u8 {
        self.board[i][j]
    }

    /// How many counters of a player are on slots and squares.
    fn counters(&self, player: usize) -> usize {
        let values = self.board.iter().flatten();
        values.filter(|&&value| value as usize == player).count()
    }

    /// How many counters every player has.
    fn quota(&self) -> usize {
        36 / self.players
    }

    /// Whether some of the 36 counters are still to be placed.
    fn placing(&self) -> bool {
        let placed: usize = (1..=self.players).map(|player| self.counters(player)).sum();
        placed < 36
    }

    /// The slots a player may choose if it is his turn, in ascending order.
    fn choices(&self, player: usize) -> Vec<Place> {
        let mut choices = slots();
        if !self.placing() {
            choices.retain(|&slot| self.at(slot) as usize == player);
            choices.retain(|&slot| self.at(path(slot)[0]) == 0);
        } else if self.counters(player) < self.quota() {
            choices.retain(|&slot| self.at(slot) == 0);
        } else {
            choices.clear();
        }
        choices
    }

    /// Gives the turn to the first player, from `first` on in turn order, who can move.
    fn give_turn(&mut self, first: usize) {
        let mut order = (first..=self.players).chain(1..first);
        let found = order.find(|&player| !self.choices(player).is_empty());
        self.to_move = found.unwrap_or(0);
    }

    /// The sections each player has conquered: strictly more counters than every other player.
    pub fn scores(&self) -> Vec<u32> {
        let mut scores = vec![0; self.players];
        for section in 0..9 {
            let mut counts = vec![0; self.players];
            for i in 1..=9 {
                for j in 1..=9 {
                    let value = self.board[i][j] as usize;
                    let here = (i - 1) / 3 * 3 + (j - 1) / 3 == section;
                    if here && (1..=self.players).contains(&value) {
                        counts[value - 1] += 1;
                    }
                }
            }
            for player in 0..self.players {
                let mut others = (0..self.players).filter(|&other| other != player);
                if others.all(|other| counts[player] > counts[other]) {
                    scores[player] += 1;
                }
            }
        }
        scores
    }

    /// The slots among which a random placement of the player to move chooses uniformly: the good
    /// empty ones, or all empty ones if none is good. Empty outside the placement phase.
    pub fn ai_choices(&self, reading: Reading) -> Vec<Place> {
        if self.to_move == 0 || !self.placing() {
            return Vec::new();
        }
        let own = |slot: Place| self.at(slot) as usize == self.to_move;
        let faced = |slot: Place| match reading {
            Reading::Literal => self.at(opposite(slot)) != 0,
            Reading::Own => own(opposite(slot)),
            Reading::OwnClear => {
                let clear = path(slot).iter().all(|&square| self.at(square) != NEUTRAL);
                own(opposite(slot)) && clear
            }
        };
        let paired = |slot: Place| {
            let clash = |&[a, b]: &[Place; 2]| (slot == a && own(b)) || (slot == b && own(a));
            PAIRS.iter().any(clash)
        };
        let empty = self.choices(self.to_move);
        let mut good = empty.clone();
        good.retain(|&slot| !faced(slot) && !paired(slot));
        if good.is_empty() { empty } else { good }
    }
}

impl Reference for Ninetka {
    fn moves(&self) -> Vec<String> {
        if self.to_move == 0 {
            return Vec::new();
        }
        let choices = self.choices(self.to_move);
        choices.iter().map(|(i, j)| format!("{i},{j}")).collect()
    }

    fn play(&mut self, text: &str) {
        let index = self.moves().iter().position(|name| name == text);
        let index = index.unwrap_or_else(|| panic!("{text:?} is not a legal move"));
        let player = self.to_move;
        let after = player % self.players + 1;
        let slot = self.choices(player)[index];
        if self.placing() {
            self.board[slot.0][slot.1] = player as u8;
            // The movement phase is opened by player 1.
            let opening = !self.placing();
            self.give_turn(if opening { 1 } else { after });
        } else {
            let way = path(slot);
            let free = way.iter().take_while(|&&square| self.at(square) == 0);
            let &(i, j) = free.last().expect("an empty entry square");
            self.board[slot.0][slot.1] = 0;
            self.board[i][j] = player as u8;
            self.give_turn(after);
        }
    }

    fn outcome(&self) -> Option<(Vec<i32>, &'static str)> {
        if self.to_move != 0 {
            return None;
        }
        let scores = self.scores();
        let best = *scores.iter().max().expect("players");
        let tied: Vec<usize> = (0..self.players).filter(|&p| scores[p] == best).collect();
        let mut payoffs = vec![0; self.players];
        payoffs[tied[tied.len() - 1]] = 1;
        let alone = tied.len() == 1;
        Some((payoffs, if alone { "sections" } else { "tie_latest_seat" }))
    }

    fn position(&self) -> String {
        let rows: Vec<String> = self
            .board
            .iter()
            .map(|row| row.iter().map(|&value| (b'0' + value) as char).collect())
            .collect();
        format!("{} {}", rows.join("/"), self.to_move)
    }

    fn to_move(&self) -> usize {
        self.to_move
    }
}
