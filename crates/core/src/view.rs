//! Positions as plain data that any front end can draw.
//!
//! A front end needs no rules: it draws the [`Layout`] once and the [`Scene`] after each turn, and filters the
//! legal moves by the [`Step`]s clicked so far.

use serde::{Deserialize, Serialize};

use crate::explain::{new_marks, plain_forms, plain_refusal, plain_why};
use crate::{BoardLook, Notation, Outcome, Phrase, Player, SeatLook};

/// How a site is drawn.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SiteKind {
    /// A crossing of lines.
    Point,
    /// A square of the board.
    Cell,
    /// A place beside the board.
    Slot,
}

/// A place that can hold a piece.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Site {
    /// The name in the game's notation.
    pub name: String,
    /// Distance from the left, in steps of the grid.
    pub x: f32,
    /// Distance from the top, in steps of the grid.
    pub y: f32,
    /// How it is drawn.
    pub kind: SiteKind,
}

/// A named set of sites, such as a section of the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Region {
    /// The name shown to users.
    pub name: String,
    /// Its sites.
    pub sites: Vec<u16>,
}

/// A coordinate label at the edge of the board.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Label {
    /// The text.
    pub text: String,
    /// The column's `x` or the row's `y`.
    pub at: f32,
}

/// The board without pieces. Sites are numbered by their index in [`sites`](Layout::sites).
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Layout {
    /// Every place that can hold a piece.
    pub sites: Vec<Site>,
    /// Lines drawn between sites.
    pub edges: Vec<[u16; 2]>,
    /// Named sets of sites.
    pub regions: Vec<Region>,
    /// Labels along the bottom edge.
    pub columns: Vec<Label>,
    /// Labels along the left edge.
    pub rows: Vec<Label>,
    /// Sets of sites that a click does not distinguish, such as the columns of a board into which pieces fall: a
    /// click on any of them means the one on which a legal turn continues. At most one site of a set may be a valid
    /// next step.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lanes: Vec<Vec<u16>>,
    /// The characters of a position text for an empty place, a piece of each seat and a piece that belongs to no
    /// player. Empty if the text does not have one character per place.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub symbols: String,
    /// How a page draws it.
    #[serde(default)]
    pub look: BoardLook,
}

impl Layout {
    /// A board of cells in rows and columns, named and labelled `row,column` from 1.
    pub fn grid(rows: usize, columns: usize) -> Layout {
        let site = |row: usize, column: usize| Site {
            name: format!("{},{}", row + 1, column + 1),
            x: column as f32,
            y: row as f32,
            kind: SiteKind::Cell,
        };
        let cells = |row| (0..columns).map(move |column| site(row, column));
        Layout {
            sites: (0..rows).flat_map(cells).collect(),
            columns: Label::numbers(columns),
            rows: Label::numbers(rows),
            ..Layout::default()
        }
    }
}

impl Label {
    /// The numbers from 1 to `count`, one grid step apart.
    pub fn numbers(count: usize) -> Vec<Label> {
        (0..count).map(|at| Label { text: (at + 1).to_string(), at: at as f32 }).collect()
    }
}

/// The name and look of a player.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Seat {
    /// The name in sentences: "White".
    pub name: String,
    /// The letter a terminal draws.
    pub letter: char,
    /// The name of a piece: "white man".
    pub piece: String,
    /// The default colour, one of the eight basic terminal colours.
    pub colour: String,
    /// How a page draws the pieces.
    #[serde(default)]
    pub look: SeatLook,
}

impl Seat {
    /// Creates a seat.
    pub fn new(name: &str, letter: char, piece: &str, colour: &str) -> Seat {
        let look = SeatLook::default();
        Seat { name: name.into(), letter, piece: piece.into(), colour: colour.into(), look }
    }

    /// Adds a look.
    pub fn looking(self, look: SeatLook) -> Seat {
        Seat { look, ..self }
    }
}

/// A piece on a site.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Piece {
    /// Where it stands.
    pub site: u16,
    /// Its owner, or `None` for a piece that belongs to no player.
    pub owner: Option<Player>,
}

/// What a mark shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum MarkKind {
    /// The sites the last turn touched.
    LastTurn,
    /// A closed mill of the owner.
    Mill,
    /// The line that won the game.
    WinningLine,
    /// A region held by the owner.
    WonSection,
    /// A line and the number of pieces on it.
    LineCount,
    /// A piece that can never move again.
    Blocked,
    /// The number of the owner's pieces in a region.
    Tally,
    /// A line on which the next piece scores `value` points.
    Offer,
    /// Where the owner's next turn would close a mill or win the game.
    Threat,
    /// Only in a preview: a line on which the move scores `value` points.
    Gain,
    /// Only in a preview: where the piece stops.
    Stop,
    /// Only in a preview: a mill that the owner opens or loses.
    BrokenMill,
    /// Only in a preview: a region that the owner no longer holds.
    LostSection,
}

/// Something worth showing about a set of sites.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Mark {
    /// What it shows.
    pub kind: MarkKind,
    /// The sites it applies to.
    pub sites: Vec<u16>,
    /// The player it belongs to.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub owner: Option<Player>,
    /// The number that goes with it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub value: Option<i32>,
}

impl Mark {
    /// Creates a mark without an owner.
    pub fn new(kind: MarkKind, sites: Vec<u16>) -> Mark {
        Mark { kind, sites, owner: None, value: None }
    }

    /// Adds an owner.
    pub fn owned(self, owner: Player) -> Mark {
        Mark { owner: Some(owner), ..self }
    }

    /// Adds a number.
    pub fn valued(self, value: i32) -> Mark {
        Mark { value: Some(value), ..self }
    }
}

/// A draw countdown.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Countdown {
    /// The name shown to users.
    pub name: String,
    /// Turns left.
    pub left: u32,
    /// The number of turns at the start.
    pub of: u32,
}

/// A position, to be drawn on the layout.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Scene {
    /// The phase of the game: "placing".
    pub phase: String,
    /// The pieces on the board.
    pub pieces: Vec<Piece>,
    /// Pieces in hand, one number per player; empty in games without.
    pub hands: Vec<u32>,
    /// Pieces each player has lost; empty in games without.
    pub lost: Vec<u32>,
    /// Points so far, one number per player; empty in games without.
    pub scores: Vec<i32>,
    /// What points are called: "sections".
    pub score_name: String,
    /// The marks to show.
    pub marks: Vec<Mark>,
    /// The active draw countdowns.
    pub countdowns: Vec<Countdown>,
}

/// What a click does.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StepAction {
    /// Puts a new piece on the site.
    Put,
    /// Lifts one of the player's own pieces from the site.
    Lift,
    /// Sets the lifted piece down on the site.
    Drop,
    /// Removes an opponent's piece from the site.
    Take,
}

/// One click of a turn.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Step {
    /// What it does.
    pub action: StepAction,
    /// Where.
    pub site: u16,
}

impl Step {
    /// A click on a site.
    pub fn new(action: StepAction, site: usize) -> Step {
        Step { action, site: site as u16 }
    }
}

/// A game that can be shown.
///
/// The step sequences of the legal moves of a position are unique, and none is a prefix of another. So the clicks
/// so far always determine whether a turn is complete.
pub trait View: Notation {
    /// The names and looks of the players, in seat order.
    fn seats(&self) -> Vec<Seat>;

    /// The board.
    fn layout(&self) -> Layout;

    /// A position on the board.
    fn scene(&self, state: &Self::State) -> Scene;

    /// The clicks that make up a move. A front end filters the legal moves by the clicks so far and needs no rules.
    ///
    /// ```
    /// use ninefold_core::{Path, View};
    /// use ninefold_games::morris::Morris;
    ///
    /// let path = Path::from_start(Morris::default());
    /// let first = path.legal_moves()[0];
    /// assert_eq!(path.game().steps(path.state(), first).len(), 1);
    /// ```
    fn steps(&self, state: &Self::State, mv: Self::Move) -> Vec<Step>;

    /// Why the game ended with this outcome, as a clause: "Black has two men left".
    fn explain(&self, state: &Self::State, outcome: &Outcome) -> Phrase;

    /// A legal move as shown in a list of moves: its text, or more if the text omits where a piece went.
    fn turn_text(&self, _state: &Self::State, mv: Self::Move) -> String {
        self.move_text(mv)
    }

    /// What a legal move does, as a few clauses, the most important first: what it closes, takes, blocks, opens,
    /// scores, threatens. Never empty, and true under the rules.
    ///
    /// ```
    /// use ninefold_core::{Path, View, find_move, sentence};
    /// use ninefold_games::mnk::Mnk;
    ///
    /// let mut path = Path::from_start(Mnk::<1>::new(3, 3, 3));
    /// for text in ["2,2", "1,2", "1,1"] {
    ///     path.play_text(text)?;
    /// }
    /// let block = find_move(&path, "3,3")?;
    /// let why = sentence(&path.game().why(path.state(), block));
    /// assert!(why.to_lowercase().contains("block") || why.to_lowercase().contains("keeps"), "{why}");
    /// # Ok::<(), ninefold_core::MoveError>(())
    /// ```
    fn why(&self, state: &Self::State, mv: Self::Move) -> Vec<Phrase> {
        plain_why(self, state, mv)
    }

    /// What to show on the board while a player considers a legal move: the new marks of the position after it, and
    /// marks that only a preview has.
    fn preview(&self, state: &Self::State, mv: Self::Move) -> Vec<Mark> {
        new_marks(self, state, mv)
    }

    /// Why a click is not a valid next step of a turn that starts with `steps`. Not called for a valid one.
    fn refuse(&self, state: &Self::State, steps: &[Step], site: u16) -> Phrase {
        plain_refusal(self, state, steps, site)
    }

    /// Every form that [`why`](View::why), [`refuse`](View::refuse) and [`explain`](View::explain) can
    /// use, for translators.
    fn forms(&self) -> Vec<&'static str> {
        plain_forms()
    }
}
