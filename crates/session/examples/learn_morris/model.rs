//! The network with fractions for weights, and how it learns.

use ninefold_core::Random;
use ninefold_games::morris::learnt::{
    EMPTY_HANDS, HEAD, HEADS, MOST, ONE, PATTERNS, SEEN, WIDTH, patterns,
};

use crate::example::Example;

/// How far a weight moves at first when all examples agree, and what is left of it at the end.
const RATE: f32 = 0.001;
const LAST: f32 = 0.02;
/// How much of the last mean square of a weight's slopes stays.
const STAYS: f32 = 0.9999;
/// The most that a sum or a neuron hands on.
const CEILING: f32 = MOST as f32 / ONE as f32;
/// Of so many games one is kept to test with.
const TESTED: u32 = 20;
const PHASES: [&str; 3] = ["placing", "moving", "flying"];

/// Where the numbers of a head stand, in the order of the file.
const NEURONS: usize = WIDTH;
const STARTS: usize = NEURONS + WIDTH * WIDTH;
const WEIGHTS: usize = STARTS + WIDTH;
const STRAIGHT: usize = WEIGHTS + WIDTH;
const CONSTANT: usize = STRAIGHT + WIDTH;

/// What a network learns to tell.
#[derive(Clone, Copy, PartialEq)]
pub(crate) enum Aim {
    /// The part of the point that the side to move gets, from values.
    Share,
    /// The logarithm of the plies to the end, from distances.
    Distance,
}

impl Aim {
    /// What is told of a number that the network makes. Its distance to the target is the slope of the loss: the logarithmic
    /// one of shares, the square one of distances.
    fn told(self, number: f32) -> f32 {
        if self == Aim::Share { logistic(number) } else { number }
    }

    /// How many heads the network has: distances are known of empty hands only.
    fn heads(self) -> usize {
        if self == Aim::Share { HEADS } else { EMPTY_HANDS }
    }
}

/// What is learnt from: the patterns of a position, its head and what is to be told.
struct Lesson {
    seen: [u16; SEEN],
    head: u8,
    target: f32,
}

impl Lesson {
    fn new(example: &Example) -> Lesson {
        let [own, other] = example.men;
        let (seen, head) = (patterns(own, other), example.head() as u8);
        Lesson { seen, head, target: example.target }
    }
}

/// The bytes of the weights after so many rounds through the examples.
pub(crate) fn fit(aim: Aim, examples: &[Example], rounds: u32, seed: u64) -> Vec<u8> {
    let is_tested = |example: &&Example| example.game % TESTED == TESTED - 1;
    let tested: Vec<Example> = examples.iter().filter(is_tested).copied().collect();
    let learnt = examples.iter().filter(|example| !is_tested(example));
    let mut lessons: Vec<Lesson> = learnt.clone().map(Lesson::new).collect();
    println!("{} examples", lessons.len());
    if aim == Aim::Share {
        let compared = Curves::fitted(learnt);
        report("compared", &tested, |example| compared.share(example));
    }
    let mut random = Random::new(seed);
    let mut network = Network::new(aim, &mut random);
    let steps = u64::from(rounds) * lessons.len() as u64;
    let mut done = 0;
    for round in 1..=rounds {
        for last in (1..lessons.len()).rev() {
            lessons.swap(last, random.below(last + 1));
        }
        for lesson in &lessons {
            let left = 1.0 - done as f32 / steps as f32;
            network.learn(lesson, RATE * (LAST + (1.0 - LAST) * left));
            done += 1;
        }
        let told = |example: &Example| aim.told(network.pass(&Lesson::new(example)).value);
        match aim {
            Aim::Share => report(&format!("round {round}"), &tested, told),
            Aim::Distance => println!("round {round}: off by {:.4}", distance_error(&tested, told)),
        }
    }
    network.bytes()
}

fn logistic(value: f32) -> f32 {
    1.0 / (1.0 + (-value).exp())
}

/// How far the logarithms of distances are from those that are told: the root of the mean square.
fn distance_error(tested: &[Example], told: impl Fn(&Example) -> f32) -> f64 {
    let squares = tested.iter().map(|example| f64::from((example.target - told(example)).powi(2)));
    (squares.sum::<f64>() / tested.len() as f64).sqrt()
}

/// Prints how far the shares of the point are from those that are told: the root of the mean square, and the mean
/// logarithm beyond that of draws, which nobody tells better than as even.
fn report(title: &str, tested: &[Example], told: impl Fn(&Example) -> f32) {
    print!("{title}:");
    for (phase, name) in PHASES.iter().enumerate() {
        let (mut squares, mut logarithms, mut count) = (0.0, 0.0, 0.0);
        for example in tested.iter().filter(|example| example.phase() == phase) {
            let (share, told) = (example.target, told(example).clamp(1e-6, 1.0 - 1e-6));
            squares += f64::from((share - told).powi(2));
            let loss = -(share * told.ln() + (1.0 - share) * (1.0 - told).ln());
            let least = if share == 0.5 { std::f32::consts::LN_2 } else { 0.0 };
            logarithms += f64::from(loss - least);
            count += 1.0;
        }
        print!(" {name} {:.4} and {:.4};", (squares / count).sqrt(), logarithms / count);
    }
    println!();
}

/// The best logistic curve of the evaluator compared with, one a head: steepness and even point.
struct Curves([[f32; 2]; HEADS]);

impl Curves {
    fn fitted<'a>(examples: impl Iterator<Item = &'a Example>) -> Curves {
        let mut curves = Curves([[0.0; 2]; HEADS]);
        for example in examples {
            let error = curves.share(example) - example.target;
            let [steep, even] = &mut curves.0[example.head()];
            *steep -= 0.01 * error * scaled(example);
            *even -= 0.01 * error;
        }
        curves
    }

    fn share(&self, example: &Example) -> f32 {
        let [steep, even] = self.0[example.head()];
        logistic(steep * scaled(example) + even)
    }
}

fn scaled(example: &Example) -> f32 {
    example.compared as f32 / 200.0
}

/// A weight and the running sum of the squares of its slopes.
#[derive(Clone, Copy, Default)]
struct Weight {
    value: f32,
    squares: f32,
}

impl Weight {
    fn descend(&mut self, slope: f32, rate: f32) {
        self.squares = STAYS * self.squares + (1.0 - STAYS) * slope * slope;
        self.value -= rate * slope / (self.squares.sqrt() + 1e-5);
    }
}

struct Network {
    aim: Aim,
    rows: Vec<[Weight; WIDTH]>,
    heads: Vec<[Weight; HEAD]>,
}

/// What comes up on the way to a value.
struct Pass {
    sums: [f32; WIDTH],
    neurons: [f32; WIDTH],
    value: f32,
}

fn handed_on(sum: f32) -> f32 {
    sum.clamp(0.0, CEILING)
}

fn hands_on(sum: f32) -> bool {
    sum > 0.0 && sum < CEILING
}

impl Network {
    /// Small random weights, the same in all heads.
    fn new(aim: Aim, random: &mut Random) -> Network {
        let mut any = |size: f32| Weight {
            value: (random.below(20_001) as f32 / 10_000.0 - 1.0) * size,
            ..Weight::default()
        };
        let rows = (0..PATTERNS).map(|_| std::array::from_fn(|_| any(0.05))).collect();
        let head = std::array::from_fn(|index| match index {
            ..NEURONS => Weight { value: 0.3, ..Weight::default() },
            NEURONS..STARTS | WEIGHTS..STRAIGHT => any(0.4),
            STARTS..WEIGHTS => Weight { value: 0.1, ..Weight::default() },
            STRAIGHT..CONSTANT => any(0.3),
            _ => Weight::default(),
        });
        Network { aim, rows, heads: vec![head; aim.heads()] }
    }

    fn pass(&self, lesson: &Lesson) -> Pass {
        let head = &self.heads[usize::from(lesson.head)];
        let mut sums: [f32; WIDTH] = std::array::from_fn(|index| head[index].value);
        for &pattern in &lesson.seen {
            for (sum, weight) in sums.iter_mut().zip(&self.rows[usize::from(pattern)]) {
                *sum += weight.value;
            }
        }
        let inputs = sums.map(handed_on);
        let dot = |from: usize, inputs: &[f32; WIDTH]| -> f32 {
            head[from..from + WIDTH].iter().zip(inputs).map(|(weight, x)| weight.value * x).sum()
        };
        let neurons = std::array::from_fn(|neuron| {
            head[STARTS + neuron].value + dot(NEURONS + neuron * WIDTH, &inputs)
        });
        let value =
            head[CONSTANT].value + dot(WEIGHTS, &neurons.map(handed_on)) + dot(STRAIGHT, &sums);
        Pass { sums, neurons, value }
    }

    /// One step down the slope of the loss.
    fn learn(&mut self, lesson: &Lesson, rate: f32) {
        let Pass { sums, neurons, value } = self.pass(lesson);
        let slope = self.aim.told(value) - lesson.target;
        let head = &mut self.heads[usize::from(lesson.head)];
        let (mut to_inputs, mut to_sums) = ([0.0; WIDTH], [0.0; WIDTH]);
        for neuron in 0..WIDTH {
            let weight = &mut head[WEIGHTS + neuron];
            let to_neuron = slope * weight.value;
            weight.descend(slope * handed_on(neurons[neuron]), rate);
            if hands_on(neurons[neuron]) {
                head[STARTS + neuron].descend(to_neuron, rate);
                for input in 0..WIDTH {
                    let weight = &mut head[NEURONS + neuron * WIDTH + input];
                    to_inputs[input] += to_neuron * weight.value;
                    weight.descend(to_neuron * handed_on(sums[input]), rate);
                }
            }
        }
        for index in 0..WIDTH {
            let weight = &mut head[STRAIGHT + index];
            to_sums[index] = slope * weight.value;
            weight.descend(slope * sums[index], rate);
            if hands_on(sums[index]) {
                to_sums[index] += to_inputs[index];
            }
            head[index].descend(to_sums[index], rate);
        }
        head[CONSTANT].descend(slope, rate);
        for &pattern in &lesson.seen {
            for (weight, to_sum) in self.rows[usize::from(pattern)].iter_mut().zip(to_sums) {
                weight.descend(to_sum, rate);
            }
        }
    }

    /// The weights as the evaluator reads them.
    fn bytes(&self) -> Vec<u8> {
        let stored = |weight: &Weight| (ONE as f32 * weight.value).round();
        let mut bytes = Vec::new();
        // A conversion of what is too large ends at the bounds.
        bytes.extend(self.rows.iter().flatten().map(|weight| stored(weight) as i8 as u8));
        for weight in self.heads.iter().flatten() {
            bytes.extend((stored(weight) as i16).to_le_bytes());
        }
        bytes
    }
}
