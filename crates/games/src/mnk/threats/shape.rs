//! What a stone on an empty cell would make of all four lines through it.

use super::class::{Class, KINDS, Kind};

/// The kinds of a cell's four lines as one base-16 number.
pub(super) type Shape = u16;

/// By direction: what the next kind adds to a shape.
pub(super) const PLACES: [Shape; 4] = [1, 16, 256, 4096];

/// The number of shapes.
const SHAPES: usize = KINDS.pow(4);

/// What a stone on a cell threatens, the weakest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(super) enum Threat {
    /// No threat that must be answered.
    Nothing,
    /// An open three.
    Three,
    /// Two open threes at once.
    DoubleThree,
    /// A four.
    Four,
    /// A four and an open three at once.
    FourThree,
    /// Two cells that would each complete a line, of which only one can be blocked.
    Double,
    /// A line.
    Five,
}

/// The number of threats.
pub(super) const THREATS: usize = 7;

/// The number of values that [`Weights`] has per role.
pub(super) const WEIGHTS: usize = 13;

/// The worth of an empty cell, by what a stone on it would make of its lines: first to the player to move, then to
/// the opponent.
///
/// ```text
///  0 … 7    each line, by class from Far to Five
///  8 … 12   two or more open twos, an open three with one, a double three, a four-three, a double
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Weights(pub(super) [[i32; WEIGHTS]; 2]);

/// Whether a player is to move or waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    OnTurn,
    Waiting,
}

/// The worth of a shape: in the evaluation, to a player who is to move and to one who waits; and in move ordering,
/// as an own and as an opposing shape.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Worth {
    pub(super) judged: [i16; 2],
    pub(super) appeal: [i16; 2],
}

/// The stored data about a shape.
#[derive(Clone, Copy, Debug)]
struct Known {
    worth: Worth,
    threat: Threat,
}

/// A lookup table of all shapes.
#[derive(Clone, Debug)]
pub(super) struct Shapes(Vec<Known>);

impl Shapes {
    /// The table for these weights.
    pub(super) fn weighed(weights: &Weights) -> Shapes {
        Shapes::new(|kinds| {
            let classes = kinds.map(Kind::class);
            let judged = weights.0.map(|weights| worth(&weights, classes));
            let appeal = worth(&APPEAL, classes);
            Worth { judged, appeal: [2 * appeal, appeal] }
        })
    }

    /// The table with the worth given by a function.
    pub(super) fn new(worth: impl Fn([Kind; 4]) -> Worth) -> Shapes {
        let kind = |shape: usize, place: Shape| Kind::ALL[shape / usize::from(place) % KINDS];
        let known = |shape: usize| {
            let kinds = PLACES.map(|place| kind(shape, place));
            Known { worth: worth(kinds), threat: threat(kinds.map(Kind::class)) }
        };
        Shapes((0..SHAPES).map(known).collect())
    }

    /// The worth of a shape to a player who is to move, and to one who waits.
    #[inline]
    pub(super) fn worth(&self, shape: Shape) -> [i32; 2] {
        self.0[usize::from(shape)].worth.judged.map(i32::from)
    }

    /// The contribution of a shape to move ordering, as the shape of the player to move and as that of the opponent.
    #[inline]
    pub(super) fn appeal(&self, shape: Shape) -> [i32; 2] {
        self.0[usize::from(shape)].worth.appeal.map(i32::from)
    }

    /// The threat of a shape.
    #[inline]
    pub(super) fn threat(&self, shape: Shape) -> Threat {
        self.0[usize::from(shape)].threat
    }
}

/// The move-ordering weights, in the order of [`Weights`].
#[rustfmt::skip]
const APPEAL: [i32; WEIGHTS] = [1, 3, 9, 9, 27, 27, 500, 4000, 8, 16, 60, 200, 500];

fn worth(weights: &[i32; WEIGHTS], classes: [Class; 4]) -> i16 {
    let mut sum = 0;
    weighed(classes, |index| sum += weights[index]);
    sum.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

/// Calls `tell` for each of the [`Weights`] that apply to a cell with these lines: one per line, and one for
/// crossing lines.
pub(super) fn weighed(classes: [Class; 4], mut tell: impl FnMut(usize)) {
    for class in classes.into_iter().filter(|&class| class > Class::Dead) {
        tell(class as usize - 1);
    }
    let twos = classes.iter().filter(|&&class| class == Class::OpenTwo).count();
    match threat(classes) {
        Threat::Nothing if twos > 1 => tell(8),
        Threat::Three if twos > 0 => tell(9),
        Threat::DoubleThree => tell(10),
        Threat::FourThree => tell(11),
        Threat::Double => tell(12),
        _ => {}
    }
}

fn threat(classes: [Class; 4]) -> Threat {
    let count = |class| classes.iter().filter(|&&other| other == class).count();
    let (fours, threes) = (count(Class::Four), count(Class::OpenThree));
    if count(Class::Five) > 0 {
        Threat::Five
    } else if count(Class::OpenFour) > 0 || fours > 1 {
        Threat::Double
    } else if fours > 0 {
        if threes > 0 { Threat::FourThree } else { Threat::Four }
    } else {
        match threes {
            0 => Threat::Nothing,
            1 => Threat::Three,
            _ => Threat::DoubleThree,
        }
    }
}
