//! What a stone on an empty cell would make of all four lines through it.

use super::class::Class;

/// The classes of a cell's four lines as one number, base nine.
pub(super) type Shape = u16;

/// By direction: what one class more adds to a shape.
pub(super) const PLACES: [Shape; 4] = [1, 9, 81, 729];

/// How many shapes there are.
const SHAPES: usize = 9 * 729;

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

/// What the shapes are worth.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Weights {
    /// By class, from [`Class::Far`] to [`Class::OpenFour`]; a five is worth an open four.
    pub(super) classes: [i32; 7],
    /// What a double three, a four-three and a double four add.
    pub(super) crossings: [i32; 3],
    /// Percent by which the lines of the player on turn are worth more.
    pub(super) tempo: i32,
}

/// A shape's threat and worth, looked up.
#[derive(Clone, Debug)]
pub(super) struct Shapes(Vec<(i16, Threat)>);

impl Shapes {
    /// All shapes by these weights.
    pub(super) fn new(weights: &Weights) -> Shapes {
        let class = |shape: usize, place: Shape| Class::ALL[shape / usize::from(place) % 9];
        let judged = |shape: usize| judge(weights, PLACES.map(|place| class(shape, place)));
        Shapes((0..SHAPES).map(judged).collect())
    }

    /// What a shape is worth.
    pub(super) fn worth(&self, shape: Shape) -> i32 {
        self.0[usize::from(shape)].0.into()
    }

    /// What a shape threatens.
    pub(super) fn threat(&self, shape: Shape) -> Threat {
        self.0[usize::from(shape)].1
    }
}

fn judge(weights: &Weights, classes: [Class; 4]) -> (i16, Threat) {
    let lines: i32 = classes.iter().map(|&class| worth(weights, class)).sum();
    let threat = threat(classes);
    let [double_three, four_three, double_four] = weights.crossings;
    let crossing = match threat {
        Threat::DoubleThree => double_three,
        Threat::FourThree => four_three,
        Threat::Double => double_four,
        _ => 0,
    };
    let total = (lines + crossing).clamp(0, i16::MAX.into());
    (total as i16, threat)
}

fn worth(weights: &Weights, class: Class) -> i32 {
    match class {
        Class::Dead => 0,
        Class::Five => weights.classes[6],
        other => weights.classes[other as usize - 1],
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
