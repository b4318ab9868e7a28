//! A game of one's own in one file, played by all the computers there are:
//! `cargo run --release -p ninefold --example own_game`.
//!
//! *Takeaway*: a heap of matches; in turn one, two or three are taken; who takes the last one wins. With best play
//! whoever leaves a multiple of four wins.

use ninefold::core::{
    Layout, Phrase, PositionError, Scene, Seat, Site, SiteKind, Step, StepAction, parse_number,
    parse_player, plain_forms, split_parts,
};
use ninefold::prelude::*;

/// The rules: how many matches there are at first.
#[derive(Clone)]
struct Takeaway {
    heap: u32,
}

/// A position: what is left, and whose turn it is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Heap {
    left: u32,
    mover: Player,
}

/// How every game ends.
const TAKEN: &str = "{0} took the last match";

impl Rules for Takeaway {
    type State = Heap;
    type Move = u32;

    fn players(&self) -> usize {
        2
    }

    fn start(&self, _seed: u64) -> Heap {
        Heap { left: self.heap, mover: Player::FIRST }
    }

    fn to_move(&self, heap: &Heap) -> Player {
        heap.mover
    }

    fn moves(&self, heap: &Heap, moves: &mut Vec<u32>) {
        moves.extend(1..=heap.left.min(3));
    }

    fn play(&self, heap: &mut Heap, taken: u32) {
        *heap = Heap { left: heap.left - taken, mover: heap.mover.other() };
    }

    fn outcome(&self, heap: &Heap) -> Option<Outcome> {
        (heap.left == 0).then(|| Outcome::win(heap.mover.other(), "taken"))
    }

    fn key(&self, heap: &Heap) -> u64 {
        ninefold::core::mix(u64::from(heap.left) << 1 | heap.mover.index() as u64)
    }

    fn move_index(&self, taken: u32) -> u16 {
        taken as u16
    }
}

// Nothing to mirror, nothing comes again, and no evaluator: searches still see the ends of games.
impl Symmetric for Takeaway {}
impl Recurring for Takeaway {}
impl Game for Takeaway {}

impl Notation for Takeaway {
    fn move_text(&self, taken: u32) -> String {
        taken.to_string()
    }

    fn position_form(&self) -> String {
        self.position_text(&self.start(0))
    }

    fn position_text(&self, heap: &Heap) -> String {
        format!("{} {}", heap.left, heap.mover)
    }

    fn parse_position(&self, text: &str) -> Result<Heap, PositionError> {
        let [left, mover] = split_parts(text, || self.position_form())?;
        let left = parse_number("heap", left, 0..=self.heap)?;
        Ok(Heap { left, mover: parse_player(mover, 2)? })
    }
}

/// What a front end draws: three sites to click, one a number.
impl View for Takeaway {
    fn seats(&self) -> Vec<Seat> {
        vec![Seat::new("Ann", 'A', "match", "red"), Seat::new("Ben", 'B', "match", "blue")]
    }

    fn layout(&self) -> Layout {
        let site = |taken: u32| Site {
            name: taken.to_string(),
            x: taken as f32,
            y: 0.0,
            kind: SiteKind::Point,
        };
        Layout { sites: (1..=3).map(site).collect(), ..Layout::default() }
    }

    fn scene(&self, heap: &Heap) -> Scene {
        Scene { phase: format!("{} left", heap.left), ..Scene::default() }
    }

    fn steps(&self, _heap: &Heap, taken: u32) -> Vec<Step> {
        vec![Step::new(StepAction::Put, taken as usize - 1)]
    }

    fn explain(&self, heap: &Heap, _outcome: &Outcome) -> Phrase {
        Phrase::of(TAKEN).with(self.seats()[heap.mover.other().index()].name.clone())
    }

    fn forms(&self) -> Vec<&'static str> {
        plain_forms().into_iter().chain([TAKEN]).collect()
    }
}

/// The game by its specification: `takeaway`, `takeaway:30`.
pub struct TakeawayFamily;

impl Family for TakeawayFamily {
    const INFO: FamilyInfo = FamilyInfo {
        id: "takeaway",
        title: "Takeaway",
        summary: "take one to three matches; who takes the last one wins",
        aliases: &[],
        parameters: &[Parameter {
            name: "heap",
            summary: "how many matches there are at first",
            kind: Kind::Number(1..=1000),
            default: "21",
            positional: true,
        }],
        rules: "# Takeaway\n\nTake one, two or three matches. Who takes the last one wins.\n",
        // The ways to write 4 as a sum of ones, twos and threes, cut after one to four terms.
        perft: "takeaway:4 ; start ; 3 6 4 1 0",
        ..FamilyInfo::PLAIN
    };

    fn open<H: Host>(arguments: &Arguments, spec: String, host: H) -> H::Output {
        host.receive(Takeaway { heap: arguments.number("heap") as u32 }, spec)
    }
}

/// Plays a game by specification, then searches it with its type.
pub fn main() -> Result<(), Box<dyn std::error::Error>> {
    // Beside the games of the project, in everything that takes a list of games.
    let games: Games = games().with::<TakeawayFamily>();
    let mut game = games.open("takeaway:10", &Setup::default())?;
    game.seat(&["mcts".parse()?, "random".parse()?])?;
    while let Some(mv) = game.think() {
        println!("{} matches and player to move: takes {mv}", game.status().position);
        game.play(&mv)?;
    }

    // Or with its type, for searches and matches: alpha-beta to the end finds the rule of four by itself.
    let path = Path::from_start(Takeaway { heap: 10 });
    let limits = Limits { depth: Some(10), ..Limits::default() };
    let stop = StopFlag::default();
    let found = Search::new(&path, &OutcomeEvaluator, limits, stop).run(Algorithm::AlphaBeta);
    println!("with 10 matches the first player takes {} and wins", found.line[0]);
    assert_eq!(found.line[0], 2);
    Ok(())
}
