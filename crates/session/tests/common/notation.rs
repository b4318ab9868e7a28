//! How the records of each game are written as texts of this project.

use super::Vector;
use super::morris_text::{NAMES, board, side};

/// A game by the record's fields, its position and its moves.
pub struct Notation {
    /// The specification of the game.
    pub spec: fn(&Vector) -> String,
    /// The position of a record.
    pub position: fn(&Vector) -> String,
    /// The text of a move.
    pub move_text: fn(&[i64]) -> String,
}

impl Notation {
    /// The texts of a list of moves.
    pub fn moves(&self, moves: &[Vec<i64>]) -> Vec<String> {
        moves.iter().map(|mv| (self.move_text)(mv)).collect()
    }
}

/// Nine Men's Morris. Histories are written by [`earlier`].
pub const MORRIS: Notation = Notation {
    spec: |_| "morris".into(),
    position: |vector| {
        let side = side(&vector.number("turn").to_string());
        let hands = pair(&vector.numbers("hand"));
        let (mill, fly) = (vector.number("mill_countdown"), vector.number("fly_countdown"));
        format!("{} {side} {hands} {mill},{fly}", board(vector.text("board")))
    },
    move_text: |mv| {
        let name = |point: i64| usize::try_from(point).ok().map(|index| NAMES[index]);
        let &[start, target, taken] = mv else { panic!("{mv:?} is no move") };
        let start = name(start).map(|start| format!("{start}-")).unwrap_or_default();
        let taken = name(taken).map(|taken| format!("x{taken}")).unwrap_or_default();
        format!("{start}{}{taken}", name(target).expect("a target"))
    },
};

/// m,n,k-games; places are counted from 0 in records and from 1 in texts.
pub const MNK: Notation = Notation {
    spec: |vector| {
        let [rows, columns, k] = ["n", "m", "k"].map(|name| vector.number(name));
        format!("mnk:{rows},{columns},{k}")
    },
    position: |vector| format!("{} {}", vector.texts("board").join("/"), vector.number("active")),
    move_text: |mv| format!("{},{}", mv[0] + 1, mv[1] + 1),
};

/// 3-6-9.
pub const THREE_SIX_NINE: Notation = Notation {
    spec: |vector| format!("369:{}", vector.number("size")),
    position: |vector| {
        let points = pair(&vector.numbers("scores")).replace(',', "-");
        format!("{} {points} {}", vector.texts("board").join("/"), vector.number("to_move"))
    },
    move_text: pair,
};

/// 9tka.
pub const NINETKA: Notation = Notation {
    spec: |vector| format!("9tka:{}", vector.number("players")),
    position: |vector| format!("{} {}", vector.texts("board").join("/"), vector.number("to_move")),
    move_text: pair,
};

/// The earlier positions of a morris record.
pub fn earlier(vector: &Vector) -> Vec<String> {
    let position = |key: &str| {
        let fields: Vec<&str> = key.split('/').collect();
        let [men, turn, hands] = fields[..] else { panic!("{key} is no key of a position") };
        format!("{} {} {hands}", board(men), side(turn))
    };
    vector.texts("history").into_iter().map(position).collect()
}

fn pair(numbers: &[i64]) -> String {
    let &[first, second] = numbers else { panic!("{numbers:?} are not two numbers") };
    format!("{first},{second}")
}
