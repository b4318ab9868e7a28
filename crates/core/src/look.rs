//! The look of a game on a page, as data of the game. It never changes a rule. A game that specifies nothing gets
//! coloured counters on a board drawn from its layout.

use serde::{Deserialize, Serialize};

/// The shape of a piece. Players differ by shape or mark, never by colour alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// A round counter in the seat's colour.
    Disc,
    /// A disc with a ring inside.
    Ring,
    /// A square counter in the seat's colour.
    Square,
    /// A triangular counter in the seat's colour.
    Triangle,
    /// A counter standing on its corner, in the seat's colour.
    Diamond,
    /// A six-sided counter that belongs to no player.
    Hexagon,
    /// A white man, with a ring.
    White,
    /// A black man, with a dot.
    Black,
    /// A white stone.
    Open,
    /// A black stone.
    Solid,
    /// A stone of no colour.
    Stone,
    /// A drawn cross.
    Cross,
    /// A drawn nought.
    Nought,
}

/// How a board is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// Points joined by the edges of the layout.
    Points,
    /// A grid with the pieces on its crossings.
    Lattice,
    /// Squares inside a frame.
    Cells,
    /// Squares without a frame, as tic-tac-toe is usually drawn.
    OpenCells,
    /// Round holes in an upright board.
    Holes,
}

/// The look of a board. The page derives unset fields from the layout.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct BoardLook {
    /// How it is drawn.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ground: Option<Ground>,
    /// The margin for what is drawn beside the board, in hundredths of its width.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<f32>,
    /// The shape of a piece without an owner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unowned: Option<Shape>,
    /// Whether every piece belongs to all players, so that seats have no pieces of their own.
    #[serde(default)]
    pub shared: bool,
}

/// The look of a seat's pieces, and the names that go with it. The page takes unset fields from the seat.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SeatLook {
    /// The shape.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<Shape>,
    /// The name of a colour that terminals do not have: `orange`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub colour: String,
    /// The name of the seat when its pieces have this look: "Black" for X on a large board.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The name of a piece with this look: "black stone".
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub piece: String,
}

impl SeatLook {
    /// Pieces of this shape.
    pub fn of(shape: Shape) -> SeatLook {
        SeatLook { shape: Some(shape), ..SeatLook::default() }
    }

    /// Adds names of the seat and its pieces.
    pub fn called(self, name: &str, piece: &str) -> SeatLook {
        SeatLook { name: name.into(), piece: piece.into(), ..self }
    }
}

/// An accent colour in two shades, in CSS notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Accent {
    /// On a light page.
    pub light: &'static str,
    /// On a dark page.
    pub dark: &'static str,
}

impl Accent {
    /// A neutral colour.
    pub const PLAIN: Accent = Accent { light: "#4b5354", dark: "#b9bfc0" };
}
