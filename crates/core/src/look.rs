//! How a game looks on a page: data of the game, taste throughout. Nothing here changes a rule, and a game that says
//! nothing gets coloured counters on whatever its layout says.

use serde::{Deserialize, Serialize};

/// The shape of a piece. Players differ by shape or mark, never by colour alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shape {
    /// A round counter in the seat's colour.
    Disc,
    /// The same with a ring in it.
    Ring,
    /// A square counter in the seat's colour.
    Square,
    /// A triangular counter in the seat's colour.
    Triangle,
    /// A counter on its corner, in the seat's colour.
    Diamond,
    /// A six-sided counter that belongs to nobody.
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

/// What a board is drawn as.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Ground {
    /// Points joined by the layout's edges.
    Points,
    /// A grid on whose crossings the pieces stand.
    Lattice,
    /// Squares within a frame.
    Cells,
    /// Squares without a frame, as one draws tic-tac-toe.
    OpenCells,
    /// Round holes in an upright board.
    Holes,
}

/// How a board looks. What is left open a page decides by the layout.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct BoardLook {
    /// What it is drawn as.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ground: Option<Ground>,
    /// The room around it for what stands beside, in hundredths of its width.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub margin: Option<f32>,
    /// The shape of a piece without an owner.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unowned: Option<Shape>,
    /// Whether every piece belongs to everybody, so that seats have none of their own.
    #[serde(default)]
    pub shared: bool,
}

/// How the pieces of a seat look, and what they are then called. What is left open a page takes from the seat.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SeatLook {
    /// The shape.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shape: Option<Shape>,
    /// The word of the colour, for one that no terminal has: `orange`.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub colour: String,
    /// What the seat is called where its pieces look so: "Black" for X on a large board.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// What a piece is called there: "black stone".
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub piece: String,
}

impl SeatLook {
    /// Pieces of this shape.
    pub fn of(shape: Shape) -> SeatLook {
        SeatLook { shape: Some(shape), ..SeatLook::default() }
    }

    /// The look with names of its own.
    pub fn called(self, name: &str, piece: &str) -> SeatLook {
        SeatLook { name: name.into(), piece: piece.into(), ..self }
    }
}

/// An accent colour in two shades, as CSS writes them.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Accent {
    /// On a light page.
    pub light: &'static str,
    /// On a dark page.
    pub dark: &'static str,
}

impl Accent {
    /// No colour in particular.
    pub const PLAIN: Accent = Accent { light: "#4b5354", dark: "#b9bfc0" };
}
