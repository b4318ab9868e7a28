//! What a stone on an empty cell would make of all four lines through it.

use super::class::{Class, KINDS, Kind};

/// The kinds of a cell's four lines as one number, base sixteen.
pub(super) type Shape = u16;

/// By direction: what one kind more adds to a shape.
pub(super) const PLACES: [Shape; 4] = [1, 16, 256, 4096];

/// How many shapes there are.
const SHAPES: usize = KINDS.pow(4);

/// What a stone on a cell threatens, the strongest last.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub(super) enum Threat {
    /// Nothing that must be answered.
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

/// How many threats there are.
pub(super) const THREATS: usize = 7;

/// How many numbers a [`Weights`] has for either role.
pub(super) const WEIGHTS: usize = 13;

/// What an empty cell is worth, by what a stone on it would make of its lines: first to the player on
/// turn, then to the one who waits.
///
/// ```text
///  0 … 7    each line, by class from Far to Five
///  8 … 12   two or more open twos, an open three with one, a double three, a four-three, a double
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Weights(pub(super) [[i32; WEIGHTS]; 2]);

/// Whether a player is on turn or waits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Role {
    OnTurn,
    Waiting,
}

/// What a shape is worth: as part of the judgement to a player who is on turn and to one who waits, and as a place for
/// the next stone where it is one's own and where it is the other's.
#[derive(Clone, Copy, Default, Debug)]
pub(super) struct Worth {
    pub(super) judged: [i16; 2],
    pub(super) appeal: [i16; 2],
}

/// What is known of a shape.
#[derive(Clone, Copy, Debug)]
struct Known {
    worth: Worth,
    threat: Threat,
}

/// All shapes, looked up.
#[derive(Clone, Debug)]
pub(super) struct Shapes(Vec<Known>);

impl Shapes {
    /// All shapes by these weights.
    pub(super) fn weighed(weights: &Weights) -> Shapes {
        Shapes::new(|kinds| {
            let classes = kinds.map(Kind::class);
            let judged = weights.0.map(|weights| worth(&weights, classes));
            let appeal = worth(&APPEAL, classes);
            Worth { judged, appeal: [2 * appeal, appeal] }
        })
    }

    /// All shapes, of which it is told what they are worth.
    pub(super) fn new(worth: impl Fn([Kind; 4]) -> Worth) -> Shapes {
        let kind = |shape: usize, place: Shape| Kind::ALL[shape / usize::from(place) % KINDS];
        let known = |shape: usize| {
            let kinds = PLACES.map(|place| kind(shape, place));
            Known { worth: worth(kinds), threat: threat(kinds.map(Kind::class)) }
        };
        Shapes((0..SHAPES).map(known).collect())
    }

    /// What a shape is worth to a player who is on turn, and to one who waits.
    #[inline]
    pub(super) fn worth(&self, shape: Shape) -> [i32; 2] {
        self.0[usize::from(shape)].worth.judged.map(i32::from)
    }

    /// How early a cell is to be looked at, as far as it is of this shape to the player on turn, and to the other.
    #[inline]
    pub(super) fn appeal(&self, shape: Shape) -> [i32; 2] {
        self.0[usize::from(shape)].worth.appeal.map(i32::from)
    }

    /// What a shape threatens.
    #[inline]
    pub(super) fn threat(&self, shape: Shape) -> Threat {
        self.0[usize::from(shape)].threat
    }
}

/// What makes a cell worth an early look, in the order of [`Weights`].
#[rustfmt::skip]
const APPEAL: [i32; WEIGHTS] = [1, 3, 9, 9, 27, 27, 500, 4000, 8, 16, 60, 200, 500];

fn worth(weights: &[i32; WEIGHTS], classes: [Class; 4]) -> i16 {
    let mut sum = 0;
    weighed(classes, |index| sum += weights[index]);
    sum.clamp(i16::MIN.into(), i16::MAX.into()) as i16
}

/// Tells which of the [`Weights`] a cell with these lines has: one a line, and one for lines that cross.
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
