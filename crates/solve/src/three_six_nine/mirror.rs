//! What a player is assured of by answering every stone with its image.
//!
//! Let the stones be symmetric under a reflection (or half turn) of the board that fixes no empty cell, with the
//! opponent to move. A player who now answers every stone with its image restores the symmetry each time. A line
//! and its image, if they differ, have equally many stones before the stone and before the answer, and meet only in
//! fixed cells: both score the same. A line that is its own image gets the stone and the answer: of the stones
//! still to come on it, the odd ones are the opponent's and the even ones the answering player's. So the difference
//! is known in advance.

use ninefold_core::{Rules, Symmetric, Symmetry};
use ninefold_games::three_six_nine::{Cell, Cells, ThreeSixNine};

/// A move after which answering with images assures a difference.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Assured {
    /// The move.
    pub cell: Cell,
    /// A lower bound on the player's lead from here on.
    pub at_least: i32,
}

/// The move that assures the most by a symmetry of the board, if any does.
///
/// ```
/// use ninefold_games::three_six_nine::ThreeSixNine;
/// use ninefold_solve::three_six_nine::assured;
///
/// // On an empty board of nine: the centre, and eight points from the lines through it.
/// let game = ThreeSixNine::new(9, [1, 2, 3]);
/// let sure = assured(&game, 0).unwrap();
/// assert_eq!((sure.cell, sure.at_least), (game.cell(4, 4), 8));
/// ```
pub fn assured(game: &ThreeSixNine, stones: Cells) -> Option<Assured> {
    let mut moves = Vec::new();
    let empty = game.board() & !stones;
    for index in 0..game.size() * game.size() {
        let cell = game.cell(index / game.size(), index % game.size());
        if empty >> index & 1 != 0 {
            moves.push((cell, 1 << index));
        }
    }
    let mut best: Option<Assured> = None;
    for reflection in Reflection::all(game) {
        for &(cell, bit) in &moves {
            let Some(answers) = reflection.answers(game, stones | bit) else { continue };
            let at_least = i32::from(game.gain(stones, cell)) + answers;
            if best.is_none_or(|best| at_least > best.at_least) {
                best = Some(Assured { cell, at_least });
            }
        }
    }
    best
}

/// An upper bound on the lead of the player to move, because the opponent can answer every stone with its image
/// from here on; `None` if no symmetry allows that.
///
/// ```
/// use ninefold_games::three_six_nine::ThreeSixNine;
/// use ninefold_solve::three_six_nine::{assured, held};
///
/// // After a stone on the centre of a board of nine, which itself scores nothing, its player answers every stone.
/// let game = ThreeSixNine::new(9, [1, 2, 3]);
/// let centre = 1 << 40;
/// assert_eq!(held(&game, centre), Some(-assured(&game, 0).unwrap().at_least));
/// assert_eq!(held(&game, 0), None);
/// ```
pub fn held(game: &ThreeSixNine, stones: Cells) -> Option<i32> {
    let answers = |reflection: Reflection| reflection.answers(game, stones);
    Reflection::all(game).into_iter().filter_map(answers).max().map(|sure| -sure)
}

/// A symmetry of the board that is its own inverse.
struct Reflection {
    images: Vec<u8>,
}

impl Reflection {
    /// All of them, without the identity.
    fn all(game: &ThreeSixNine) -> Vec<Reflection> {
        let cells = game.size() * game.size();
        let of = |symmetry: Symmetry| {
            let image = |index: usize| {
                let cell = game.cell(index / game.size(), index % game.size());
                game.move_index(game.map_move(cell, symmetry)) as u8
            };
            Reflection { images: (0..cells).map(image).collect() }
        };
        let all = (1..game.symmetries()).map(|index| of(Symmetry(index as u8)));
        let own_inverse = |reflection: &Reflection| {
            let images = &reflection.images;
            (0..cells).all(|cell| usize::from(images[usize::from(images[cell])]) == cell)
        };
        all.filter(own_inverse).collect()
    }

    fn image(&self, set: Cells) -> Cells {
        let cells = (0..self.images.len()).filter(|cell| set >> cell & 1 != 0);
        cells.fold(0, |all, cell| all | 1 << self.images[cell])
    }

    /// The difference for the player who answers with images from now on, if that is possible.
    fn answers(&self, game: &ThreeSixNine, stones: Cells) -> Option<i32> {
        let stays = |&cell: &usize| usize::from(self.images[cell]) == cell;
        let stay = (0..self.images.len()).filter(stays).fold(0, |all: Cells, cell| all | 1 << cell);
        if stay & !stones != 0 || self.image(stones) != stones {
            return None;
        }
        let own_images = game.scoring_lines().into_iter().filter(|&line| self.image(line) == line);
        let difference = |line: Cells| {
            let have = (line & stones).count_ones() as usize;
            let to_come = have + 1..=line.count_ones() as usize;
            to_come
                .map(|count| {
                    let points = i32::from(game.points_for(count));
                    if (count - have).is_multiple_of(2) { points } else { -points }
                })
                .sum::<i32>()
        };
        Some(own_images.map(difference).sum())
    }
}
