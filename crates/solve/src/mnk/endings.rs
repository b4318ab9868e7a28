//! How long the last moves take: everything that can still happen on a board with few empty cells.
//!
//! Proof numbers find who wins and not how soon. Where at most [`MOST_EMPTY`] cells are empty all of it can be looked at, in
//! a few milliseconds: who wins is then the same, and how long it takes is known as well.

use super::Question;
use super::windows::Windows;

/// With more empty cells than this nothing is looked at.
const MOST_EMPTY: usize = 10;

/// Sets of empty cells, a bit each in the order of the board.
type Set = u16;

/// What a position is worth to the player on turn, and how many plies it then lasts when the winner hurries and the loser
/// delays. A draw lasts until the board is full.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Ending {
    /// 1 for a win, 0 for a draw, -1 for a loss.
    pub value: i8,
    /// How many plies.
    pub plies: u32,
}

impl Ending {
    /// The same, seen by whoever made the move that led there.
    fn before(self) -> Ending {
        Ending { value: -self.value, plies: self.plies + 1 }
    }

    /// Whoever wins wants the shortest game, whoever loses the longest.
    fn rank(self) -> (i8, i64) {
        (self.value, -i64::from(self.value) * i64::from(self.plies))
    }
}

/// All endings of a position.
pub struct Endings {
    /// The empty cells.
    cells: Vec<usize>,
    /// What each player, the one on turn first, still has to fill to win: one set for each window that the other has no stone in.
    needs: [Vec<Set>; 2],
    /// What was found of positions, by their number in the system of three digits: empty, a stone of the one on turn at
    /// the beginning, one of the other.
    found: Vec<Option<Ending>>,
}

impl Endings {
    /// Looks at a position; nothing where too many cells are empty, or the game is over.
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

    /// Every move of the player on turn, the cell and what it leads to, in the order of the board.
    pub fn moves(&mut self) -> Vec<(usize, Ending)> {
        self.moves_from([0, 0])
            .into_iter()
            .map(|(bit, ending)| (self.cells[bit as usize], ending))
            .collect()
    }

    /// Best play to the end, the first of equal moves.
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

    /// What every move leads to; `stones` are those put since the beginning, of the player on turn first.
    fn moves_from(&mut self, stones: [Set; 2]) -> Vec<(u32, Ending)> {
        let empty = self.empty(stones);
        bits(empty).map(|bit| (bit, self.after(stones, bit))).collect()
    }

    /// What a move leads to.
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
                // Whoever does not stop the only threat loses at once.
                let moves = if threats == 0 { empty } else { threats };
                let all = bits(moves).map(|bit| self.after(stones, bit));
                all.max_by_key(|ending| ending.rank()).expect("a cell is empty")
            }
            _ => Ending { value: -1, plies: 2 },
        };
        self.found[number] = Some(ending);
        ending
    }

    /// Whether a player's stones fill what is needed, the last of them at `bit`.
    fn wins(&self, player: usize, stones: Set, bit: u32) -> bool {
        self.needs[player].iter().any(|&need| need >> bit & 1 != 0 && need & !stones == 0)
    }

    fn empty(&self, [own, other]: [Set; 2]) -> Set {
        let all = (1_u32 << self.cells.len()) - 1;
        all as Set & !(own | other)
    }

    /// Who is on turn: 0 for the player who was so at the beginning.
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

/// The bits of a set, the lowest first.
fn bits(set: Set) -> impl Iterator<Item = u32> {
    (0..Set::BITS).filter(move |bit| set >> bit & 1 != 0)
}
