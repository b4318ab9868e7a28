//! Laws of every evaluator of every game: its guide says what it says itself, all along and on the way
//! back; ceilings hold; what calls itself symmetric or zero-sum is; no position is valued above a win or below a
//! loss; what is explained adds up to the value.

use ninefold_core::{
    Arguments, Context, Evaluator, Guide, Host, MAX_PLAYERS, Path, Player, Random, Symmetry, Term,
    View, judge,
};

use crate::common::parameters::drawn;

/// Forms besides those that every game wants searched.
const MORE: [&str; 4] = ["mnk:7,6,4", "mnk:15,15,5", "369:4", "369:9"];

/// How many games are played with each set of parameters.
const GAMES: u64 = 12;
/// The longest of them.
const LONGEST: usize = 150;
/// How many sets of parameters are drawn besides the default.
const DRAWN: u64 = 12;
/// Every so many turns the ceilings of all moves are looked at.
const BETWEEN_CEILINGS: usize = 7;
/// Every so many positions the value is explained.
const BETWEEN_EXPLANATIONS: usize = 5;
/// How many positions are looked at below a ceiling.
const BELOW: usize = 60;

/// The evaluators that value a finished game by a formula in which a win may count less than a position on the way, each
/// with the reason. Plain searches follow them to the letter; the engine, which sees ends for itself, does not need to.
const UNMOVED_BY_ENDS: [(&str, Sets, &str); 6] = [
    ("eva", Sets::All, "the paper's formula counts sections and counters to the last move"),
    ("score", Sets::All, "points are points: a lead of five is more than a win by one"),
    ("parity", Sets::All, "the same, with the points of the next moves"),
    ("est", Sets::Drawn, "a win is one of its 17 weights, and a set may make little of it"),
    ("fav1", Sets::Drawn, "a win is one of its weights, and a set may make little of it"),
    ("fav2", Sets::Drawn, "a win is one of its weights, and a set may make little of it"),
];

/// Which sets of parameters an exception is about.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sets {
    All,
    /// All but the default.
    Drawn,
}

/// What a player's positions were worth along all games.
#[derive(Clone, Copy, Debug)]
struct Extremes {
    highest: i32,
    lowest: i32,
    least_win: i32,
    worst_loss: i32,
}

impl Default for Extremes {
    fn default() -> Extremes {
        let (none, all) = (i32::MIN, i32::MAX);
        Extremes { highest: none, lowest: all, least_win: all, worst_loss: none }
    }
}

impl Extremes {
    /// Notes the value of a position.
    fn note(&mut self, value: i32, payoff: Option<i16>, won: bool) {
        match payoff {
            None => {
                self.highest = self.highest.max(value);
                self.lowest = self.lowest.min(value);
            }
            Some(1..) => self.least_win = self.least_win.min(value),
            Some(_) if won => self.worst_loss = self.worst_loss.max(value),
            Some(_) => {}
        }
    }

    fn is_lawful(&self) -> bool {
        self.highest <= self.least_win && self.lowest >= self.worst_loss
    }
}

/// What was compared.
#[derive(Default, Debug)]
struct Tally {
    /// By player, for one evaluator.
    extremes: [Extremes; MAX_PLAYERS],
    ends: usize,
    terms: usize,
    evaluators: usize,
    values: usize,
    images: usize,
    /// Ceilings that say something, and those that are reached.
    ceilings: usize,
    exact: usize,
}

struct Trial;

impl Host for Trial {
    type Output = Tally;

    fn receive<G: View>(self, game: G, spec: String) -> Tally {
        let mut tally = Tally::default();
        for entry in game.knowledge().evaluators {
            for set in 0..=DRAWN {
                let text = if set == 0 { String::new() } else { drawn(entry.info, set) };
                let arguments = Arguments::parse(entry.info.parameters, &text)
                    .unwrap_or_else(|error| panic!("{spec} {text}: {error}"));
                let evaluator = (entry.build)(&game, &arguments, set);
                let place = format!("{spec} {}({text})", entry.info.id);
                tally.extremes = Default::default();
                for seed in 0..GAMES {
                    follow(&game, &*evaluator, seed + GAMES * set, &place, &mut tally);
                }
                let excused = |&&(id, sets, _): &&(&str, Sets, &str)| {
                    id == entry.info.id && (sets == Sets::All || set > 0)
                };
                let excuse = UNMOVED_BY_ENDS.iter().find(excused);
                let lawful = tally.extremes[..game.players()].iter().all(Extremes::is_lawful);
                assert!(lawful || excuse.is_some(), "{place}: {:?}", tally.extremes);
                tally.evaluators += 1;
            }
        }
        tally
    }
}

/// Follows a random game there and back.
fn follow<G: View>(
    game: &G,
    evaluator: &dyn Evaluator<G>,
    seed: u64,
    place: &str,
    tally: &mut Tally,
) {
    let mut random = Random::stream(seed, 3);
    let mut path = Path::new(game.clone(), game.start(seed));
    let mut guide = evaluator.guide(game, path.state());
    let mut moves = Vec::new();
    loop {
        compare(&path, evaluator, &*guide, place, tally);
        moves.clear();
        path.moves(&mut moves);
        if moves.is_empty() || path.played().len() >= LONGEST {
            break;
        }
        if path.played().len() % BETWEEN_CEILINGS == seed as usize % BETWEEN_CEILINGS {
            for &mv in &moves {
                look_below(&path, evaluator, &*guide, mv, &mut random, place, tally);
            }
        }
        let (before, mv) = (*path.state(), random.pick(&moves));
        path.play(mv);
        guide.play(game, &before, mv, path.state());
    }
    while path.undo().is_some() {
        guide.undo();
        compare(&path, evaluator, &*guide, place, tally);
    }
}

fn compare<G: View>(
    path: &Path<G>,
    evaluator: &dyn Evaluator<G>,
    guide: &dyn Guide<G>,
    place: &str,
    tally: &mut Tally,
) {
    let (game, state, context) = (path.game(), path.state(), path.context());
    let values = evaluator.values(game, state, context);
    let place = || format!("{place} at {}", game.position_text(state));
    assert_eq!(guide.values(game, state, context), values, "{}", place());
    for player in Player::all(game.players()) {
        let payoff = context.outcome.map(|outcome| outcome.payoffs.of(player));
        let winner =
            context.outcome.and_then(|outcome| outcome.payoffs.sole_winner(game.players()));
        let value = judge(evaluator, game, state, context)[player.index()];
        tally.extremes[player.index()].note(value, payoff, winner.is_some());
        tally.ends += usize::from(winner.is_some());
    }
    if tally.values.is_multiple_of(BETWEEN_EXPLANATIONS) {
        explained(path, evaluator, tally);
    }
    assert_eq!(values[game.players()..], [0; MAX_PLAYERS][game.players()..], "{}", place());
    if evaluator.is_zero_sum() && game.players() == 2 {
        assert_eq!(values[0], -values[1], "{}", place());
    }
    if evaluator.is_symmetric() {
        for symmetry in (1..game.symmetries()).map(|index| Symmetry(index as u8)) {
            let image = game.map(state, symmetry);
            assert_eq!(evaluator.values(game, &image, context), values, "{}", place());
            tally.images += 1;
        }
    }
    tally.values += 1;
}

/// What is explained adds up to the value, each product is what it says, the words can be translated, and every term is one
/// of those that the evaluator lists.
fn explained<G: View>(path: &Path<G>, evaluator: &dyn Evaluator<G>, tally: &mut Tally) {
    let (game, state, context) = (path.game(), path.state(), path.context());
    let explanation = evaluator.explain(game, state, context);
    let place = || format!("{} {explanation:?}", game.position_text(state));
    assert_eq!(explanation.players.len(), game.players(), "{}", place());
    assert_eq!(explanation.values(), evaluator.values(game, state, context), "{}", place());
    if context.outcome.is_none() {
        let listed = evaluator.terms(game);
        for (player, account) in explanation.players.iter().enumerate() {
            // Two players have their columns in common.
            let own = if game.players() > 2 { player..player + 1 } else { 0..2 };
            let own = listed.players[own].iter().flat_map(|account| &account.terms);
            let is_listed = |term: &Term| {
                own.clone().any(|listed| (&listed.group, &listed.name) == (&term.group, &term.name))
            };
            assert!(account.terms.iter().all(is_listed), "{} {listed:?}", place());
        }
    }
    // All positions of a game say the same words: it is enough to look at some.
    let forms = tally.terms.is_multiple_of(16).then(|| game.forms());
    for term in explanation.players.iter().flat_map(|account| &account.terms) {
        assert!((term.count * term.weight - f64::from(term.product)).abs() < 1.0, "{}", place());
        for phrase in std::iter::once(&term.name).chain(&term.group) {
            assert!(phrase.is_whole(), "{phrase:?}");
            let known = |form: &&str| forms.iter().flatten().any(|known| known == form);
            assert!(forms.is_none() || phrase.forms().iter().all(known), "{phrase:?}");
        }
        tally.terms += 1;
    }
}

/// Looks at random positions that a move leads to, and requires the ceilings above them.
fn look_below<G: View>(
    path: &Path<G>,
    evaluator: &dyn Evaluator<G>,
    guide: &dyn Guide<G>,
    mv: G::Move,
    random: &mut Random,
    place: &str,
    tally: &mut Tally,
) {
    let (game, state) = (path.game(), path.state());
    let mover = game.to_move(state).index();
    for turns in 0..=5 {
        let ceiling = guide.ceiling(game, state, mv, turns);
        if ceiling == i32::MAX {
            continue;
        }
        let mut highest = i32::MIN;
        for _ in 0..if turns == 0 { 1 } else { BELOW / 5 } {
            let mut below = *state;
            game.play(&mut below, mv);
            let mut moves = Vec::new();
            for _ in 0..turns {
                moves.clear();
                game.moves(&below, &mut moves);
                if moves.is_empty() {
                    break;
                }
                game.play(&mut below, random.pick(&moves));
            }
            let context = Context { outcome: game.outcome(&below), progress: false };
            highest = highest.max(evaluator.values(game, &below, context)[mover]);
        }
        assert!(
            highest <= ceiling,
            "{place}: {highest} above the ceiling {ceiling} of {} after {turns} turns at {}",
            game.move_text(mv),
            game.position_text(state)
        );
        tally.ceilings += 1;
        tally.exact += usize::from(highest == ceiling);
    }
}

#[test]
fn every_evaluator_obeys() {
    for spec in ninefold_games::searched_specs().chain(MORE) {
        let tally = ninefold_games::registry().open(spec, Trial).expect("a known game");
        assert!(tally.evaluators > 0 && tally.values > 500, "{spec}: {tally:?}");
        assert!(tally.ends > 50 && tally.terms > 100, "{spec}: {tally:?}");
        if spec.starts_with("9tka") {
            assert!(tally.images > 1000, "{spec}: {tally:?}");
            assert!(tally.ceilings > 1000 && tally.exact > 100, "{spec}: {tally:?}");
        }
    }
}
