//! Encodes a position as a row of numbers, and as planes for a network.
//!
//! Both are read from the position's text, so no game needs code here. The row follows the text
//! character by character: every place of the board by its symbol (0 for an empty one), then every
//! number of the fields after it, with players' letters as their numbers. There is one plane for
//! each symbol but the empty one, one for each player (all ones for the player to move), and one
//! for each other number, divided by its start value if that is not 0.

use ninefold_core::{Path, PositionError, View};

/// A piece of a position's text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Part {
    /// A place of the board.
    Place,
    /// A whole number.
    Number,
    /// The letter of a player.
    Letter,
    /// A character that is the same in every position.
    Fixed(char),
}

/// The conversion of a game's positions to numbers and back.
///
/// ```
/// use ninefold_games::mnk::Mnk;
/// use ninefold_session::PositionForm;
///
/// let game = Mnk::<1>::new(3, 3, 3);
/// let form = PositionForm::of(&game);
/// let row = form.row("120/000/000 1");
/// assert_eq!(row, [1, 2, 0, 0, 0, 0, 0, 0, 0, 1]);
/// assert_eq!(form.text(&row).as_deref(), Ok("120/000/000 1"));
/// assert_eq!(form.shape(), [4, 3, 3]);
/// ```
#[derive(Clone, Debug)]
pub struct PositionForm {
    parts: Vec<Part>,
    /// The characters of a place: empty, a piece of each seat, a neutral piece.
    symbols: Vec<char>,
    /// Row and column of every place.
    places: Vec<(usize, usize)>,
    size: (usize, usize),
    /// The start values of the numbers after the board.
    start: Vec<i16>,
    /// The index of the number for the player to move.
    turn: usize,
    players: usize,
}

/// After this many plies it is certain which number is the player to move.
const TRIED: usize = 6;

impl PositionForm {
    /// The form of a game's positions.
    pub fn of<G: View>(game: &G) -> PositionForm {
        let layout = game.layout();
        let symbols: Vec<char> = layout.symbols.chars().collect();
        let text = game.position_text(&game.start(0));
        let parts = parts(&text, &symbols);
        let board = text.split(' ').next().unwrap_or_default();
        let rows: Vec<usize> = board.split('/').map(|row| row.chars().count()).collect();
        let places: Vec<(usize, usize)> = match rows.iter().all(|&length| length == rows[0]) {
            true => rows
                .iter()
                .enumerate()
                .flat_map(|(row, &length)| (0..length).map(move |column| (row, column)))
                .collect(),
            // With rows of different lengths the layout gives the places.
            false => layout.sites.iter().map(|site| (site.y as usize, site.x as usize)).collect(),
        };
        let size = |of: fn(&(usize, usize)) -> usize| 1 + places.iter().map(of).max().unwrap_or(0);
        let mut form = PositionForm {
            size: (size(|place| place.0), size(|place| place.1)),
            parts,
            symbols,
            places,
            start: Vec::new(),
            turn: 0,
            players: game.players(),
        };
        form.start = form.row(&text)[form.places.len()..].to_vec();
        form.turn = form.turn_number(game);
        form
    }

    /// Finds the number after the board that matches the player to move, ply after ply.
    fn turn_number<G: View>(&self, game: &G) -> usize {
        let mut path = Path::from_start(game.clone());
        let mut candidates: Vec<usize> = (0..self.start.len()).collect();
        for _ in 0..TRIED {
            let Some(mover) = path.to_move() else { break };
            let row = self.row(&game.position_text(path.state()));
            candidates.retain(|&number| row[self.places.len() + number] == mover.number() as i16);
            let Some(&first) = path.legal_moves().first() else { break };
            path.play(first);
        }
        candidates.first().copied().unwrap_or_default()
    }

    /// The length of a row.
    pub fn width(&self) -> usize {
        self.places.len() + self.start.len()
    }

    /// A position's text as numbers.
    pub fn row(&self, text: &str) -> Vec<i16> {
        let mut row = Vec::with_capacity(self.places.len() + 8);
        let mut letters = text.chars().peekable();
        for part in &self.parts {
            match part {
                Part::Fixed(_) => {
                    letters.next();
                }
                Part::Place | Part::Letter => {
                    let symbol = letters.next().unwrap_or_default();
                    row.push(self.symbols.iter().position(|&s| s == symbol).unwrap_or(0) as i16);
                }
                Part::Number => {
                    let mut number = 0;
                    while let Some(digit) = letters.peek().and_then(|letter| letter.to_digit(10)) {
                        number = 10 * number + digit as i16;
                        letters.next();
                    }
                    row.push(number);
                }
            }
        }
        row
    }

    /// The text of a row of numbers.
    pub fn text(&self, row: &[i16]) -> Result<String, PositionError> {
        let mut text = String::with_capacity(self.parts.len() + 8);
        let mut numbers = row.iter();
        for part in &self.parts {
            match part {
                Part::Fixed(letter) => text.push(*letter),
                Part::Place | Part::Letter => {
                    let number = numbers.next().copied().unwrap_or(-1);
                    let symbol = usize::try_from(number).ok().and_then(|at| self.symbols.get(at));
                    let wanted = || format!("a number from 0 to {}", self.symbols.len() - 1);
                    text.push(*symbol.ok_or_else(|| {
                        PositionError::field("place", &number.to_string(), wanted())
                    })?);
                }
                Part::Number => {
                    text += &numbers.next().copied().unwrap_or_default().to_string();
                }
            }
        }
        Ok(text)
    }

    /// Planes, rows and columns.
    pub fn shape(&self) -> [usize; 3] {
        let planes = self.symbols.len() - 1 + self.players + self.start.len() - 1;
        [planes, self.size.0, self.size.1]
    }

    /// Writes the planes of a row of numbers; `over` says whether the game has ended, so that no
    /// player is to move.
    pub fn planes(&self, row: &[i16], over: bool, planes: &mut [f32]) {
        let area = self.size.0 * self.size.1;
        planes.fill(0.0);
        for (&(y, x), &symbol) in self.places.iter().zip(row) {
            if symbol > 0 {
                planes[(symbol as usize - 1) * area + y * self.size.1 + x] = 1.0;
            }
        }
        let mut rest = planes[(self.symbols.len() - 1) * area..].chunks_exact_mut(area);
        let numbers = &row[self.places.len()..];
        for player in 1..=self.players as i16 {
            let is_on_turn = !over && numbers[self.turn] == player;
            let plane = rest.next().into_iter().flatten();
            plane.for_each(|cell| *cell = f32::from(u8::from(is_on_turn)));
        }
        for (index, (&number, &start)) in numbers.iter().zip(&self.start).enumerate() {
            if index != self.turn {
                let value = f32::from(number) / f32::from(start.max(1));
                rest.next().into_iter().flatten().for_each(|cell| *cell = value);
            }
        }
    }
}

fn parts(text: &str, symbols: &[char]) -> Vec<Part> {
    let (board, rest) = text.split_once(' ').unwrap_or((text, ""));
    let place = |letter| if letter == '/' { Part::Fixed('/') } else { Part::Place };
    let mut parts: Vec<Part> = board.chars().map(place).collect();
    for letter in std::iter::once(' ').chain(rest.chars()) {
        parts.push(match letter {
            '0'..='9' if parts.last() == Some(&Part::Number) => continue,
            '0'..='9' => Part::Number,
            letter if symbols.contains(&letter) => Part::Letter,
            letter => Part::Fixed(letter),
        });
    }
    parts
}
