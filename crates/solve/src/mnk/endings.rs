//! The length of the end of the game: an exhaustive search of boards with few empty cells.
//!
//! Proof numbers find the winner but not the length of the game. If at most [`MOST_EMPTY`] cells are empty, an
//! exhaustive search takes a few milliseconds; it finds the same winner and also the length.

use super::Question;
use super::windows::Windows;

/// With more empty cells than this, nothing is searched.
const MOST_EMPTY: usize = 10;

/// A set of empty cells, one bit each in board order.
type Set = u16;

/// The value of a position for the player to move, and the number of plies it then lasts if the winner plays for
/// the fastest win and the loser delays. A draw lasts until the board is full.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// 1 for a win, 0 for a draw, -1 for a loss.
    pub value: i8,
    /// The number of plies.
    pub plies: u32,
}

impl Ending {
    /// The same from the view of the player who made the move that led there.
    fn before(self) -> Ending {
        Ending { value: -self.value, plies: self.plies + 1 }
    }

    /// The winner prefers the shortest game, the loser the longest.
    fn rank(self) -> (i8, i64) {
        (self.value, -i64::from(self.value) * i64::from(self.plies))
    }
}

/// All endings of a position.
pub struct Endings {
    /// The empty cells.
    cells: Vec<usize>,
    /// For each player, the player to move first: the sets still to be filled to win, one for each window without
    /// the opponent's stones.
    needs: [Vec<Set>; 2],
    /// The results of positions, indexed by their base-3 number: empty, a stone of the first player to move, one of
    /// the other.
    found: Vec<Option<Ending>>,
}

impl Endings {
    /// Prepares a position; `None` if too many cells are empty or the game is over.
    pub fn of(question: &Question<'_>) -> Option<Endings> {
        let cells: Vec<usize> =
            (0..question.board.len()).filter(|&cell| question.board[cell] == 0).collect();
        if cells.is_empty() || cells.len() > MOST_EMPTY {
            return None;
        }
        let windows = Windows::new([question.rows, question.columns, question.k]);
        let set = |window: Vec<usize>| {
            window.iter().fold(0, |set: Set, cell| {
                set | cells.iter().position(|empty| empty == cell).map_or(0, |bit| 1 << bit)
            })
        };
        let needs = [question.mover, question.mover.other()].map(|player| {
            let number = player.number() as u8;
            let contents: Vec<Option<bool>> =
                question.board.iter().map(|&cell| (cell != 0).then_some(cell == number)).collect();
            let mut needs: Vec<Set> = windows.open(&contents).map(set).collect();
            needs.sort_unstable();
            needs.dedup();
            needs
        });
        let is_over = needs.iter().any(|needs| needs.contains(&0));
        let found = vec![None; 3_usize.pow(cells.len() as u32)];
        (!is_over).then_some(Endings { cells, needs, found })
    }

    /// Every move of the player to move: the cell and the result, in board order.
    pub fn moves(&mut self) -> Vec<(usize, Ending)> {
        self.moves_from([0, 0])
            .into_iter()
            .map(|(bit, ending)| (self.cells[bit as usize], ending))
            .collect()
    }

    /// Best play to the end, with the first of equal moves.
    pub fn line(&mut self) -> Vec<usize> {
        let (mut stones, mut line) = ([0, 0], Vec::new());
        loop {
            let best = self
                .moves_from(stones)
                .into_iter()
                .reduce(|best, next| if next.1.rank() > best.1.rank() { next } else { best });
            let Some((bit, ending)) = best else { return line };
            line.push(self.cells[bit as usize]);
            stones = [stones[1], stones[0] | 1 << bit];
            if ending == (Ending { value: 1, plies: 1 }) {
                return line;
            }
        }
    }

    /// The result of every move; `stones` are those placed since the start, the first player to move first.
    fn moves_from(&mut self, stones: [Set; 2]) -> Vec<(u32, Ending)> {
        let empty = self.empty(stones);
        bits(empty).map(|bit| (bit, self.after(stones, bit))).collect()
    }

    /// The result of a move.
    fn after(&mut self, [own, other]: [Set; 2], bit: u32) -> Ending {
        let turn = self.turn([own, other]);
        let own = own | 1 << bit;
        match self.wins(turn, own, bit) {
            true => Ending { value: 1, plies: 1 },
            false => self.look([other, own]).before(),
        }
    }

    fn look(&mut self, stones: [Set; 2]) -> Ending {
        let turn = self.turn(stones);
        let number = self.number(stones, turn);
        if let Some(known) = self.found[number] {
            return known;
        }
        let [own, other] = stones;
        let empty = self.empty(stones);
        let wins = bits(empty).any(|bit| self.wins(turn, own | 1 << bit, bit));
        let threats: Set = bits(empty)
            .filter(|&bit| self.wins(1 - turn, other | 1 << bit, bit))
            .fold(0, |set, bit| set | 1 << bit);
        let ending = match threats.count_ones() {
            _ if empty == 0 => Ending { value: 0, plies: 0 },
            _ if wins => Ending { value: 1, plies: 1 },
            0 | 1 => {
                // A move that does not stop the only threat loses immediately.
                let moves = if threats == 0 { empty } else { threats };
                let all = bits(moves).map(|bit| self.after(stones, bit));
                all.max_by_key(|ending| ending.rank()).expect("a cell is empty")
            }
            _ => Ending { value: -1, plies: 2 },
        };
        self.found[number] = Some(ending);
        ending
    }

    /// Whether a player's stones fill a needed set, the last of them at `bit`.
    fn wins(&self, player: usize, stones: Set, bit: u32) -> bool {
        self.needs[player].iter().any(|&need| need >> bit & 1 != 0 && need & !stones == 0)
    }

    fn empty(&self, [own, other]: [Set; 2]) -> Set {
        let all = (1_u32 << self.cells.len()) - 1;
        all as Set & !(own | other)
    }

    /// The player to move: 0 for the one who moved first.
    fn turn(&self, stones: [Set; 2]) -> usize {
        (stones[0].count_ones() + stones[1].count_ones()) as usize % 2
    }

    fn number(&self, stones: [Set; 2], turn: usize) -> usize {
        let [first, second] = if turn == 0 { stones } else { [stones[1], stones[0]] };
        (0..self.cells.len()).fold(0, |number, bit| {
            3 * number + (first >> bit & 1) as usize + 2 * (second >> bit & 1) as usize
        })
    }
}

/// The bits of a set, lowest first.
fn bits(set: Set) -> impl Iterator<Item = u32> {
    (0..Set::BITS).filter(move |bit| set >> bit & 1 != 0)
}
