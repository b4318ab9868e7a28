//! A game in progress without its types.

use ninefold_core::{Host, Path, PositionError, StepAction, View, find_move, perft};

/// A game in progress, spoken to in text only.
pub trait Table {
    /// The legal moves in the order of generation.
    fn moves(&self) -> Vec<String>;
    /// Plays the legal move with this text; panics when there is none.
    fn play(&mut self, text: &str);
    /// Takes the last move back.
    fn undo(&mut self);
    /// The payoffs of the table and the reason, once the game is over.
    fn outcome(&self) -> Option<(Vec<i64>, &'static str)>;
    /// The player to move from 1, or 0 when the game is over.
    fn to_move(&self) -> usize;
    /// The position as text.
    fn position(&self) -> String;
    /// The points that the rules have given so far.
    fn points(&self) -> Vec<i64>;
    /// The scores that a front end shows.
    fn scores(&self) -> Vec<i64>;
    /// The moves that a random player with this move rule chooses among.
    fn rule_moves(&self, id: &str) -> Vec<String>;
    /// The name of the site where the piece of a legal move comes to stand.
    fn destination(&self, text: &str) -> String;
    /// The number of move sequences of exactly `depth` turns.
    fn perft(&mut self, depth: u32) -> u64;
}

/// How a table is laid: a position, or else the start of a seed, and what came before it.
#[derive(Default)]
pub struct Setup<'a> {
    /// The first position, when it is not the start.
    pub position: Option<&'a str>,
    /// Earlier positions that count for repetition.
    pub earlier: &'a [String],
    /// The seed of the start.
    pub seed: u64,
}

impl Setup<'_> {
    /// The table of a game that must be known.
    pub fn open(self, spec: &str) -> Result<Box<dyn Table>, PositionError> {
        let table = ninefold_games::registry().open(spec, self);
        table.unwrap_or_else(|error| panic!("{error}"))
    }
}

impl Host for Setup<'_> {
    type Output = Result<Box<dyn Table>, PositionError>;

    fn receive<G: View>(self, game: G, _spec: String) -> Self::Output {
        let earlier = self.earlier.iter().map(|text| game.parse_position(text));
        let earlier = earlier.collect::<Result<Vec<_>, _>>()?;
        let state = match self.position {
            Some(text) => game.parse_position(text)?,
            None => game.start(self.seed),
        };
        Ok(Box::new(Seated(Path::recalling(game, earlier, state))))
    }
}

/// A table at the start of seed 0.
pub fn table(spec: &str) -> Box<dyn Table> {
    let start = Setup::default();
    start.open(spec).expect("the start needs no text")
}

/// A table at a position that must be possible.
pub fn table_at(spec: &str, position: &str) -> Box<dyn Table> {
    let setup = Setup { position: Some(position), ..Setup::default() };
    let table = setup.open(spec);
    table.unwrap_or_else(|error| panic!("{spec} at {position:?}: {error}"))
}

struct Seated<G: View>(Path<G>);

impl<G: View> Seated<G> {
    fn find(&self, text: &str) -> G::Move {
        find_move(&self.0, text).unwrap_or_else(|error| panic!("at {}: {error}", self.position()))
    }

    fn texts(&self, moves: Vec<G::Move>) -> Vec<String> {
        let text = |mv| self.0.game().move_text(mv);
        moves.into_iter().map(text).collect()
    }
}

impl<G: View> Table for Seated<G> {
    fn moves(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.0.moves(&mut moves);
        self.texts(moves)
    }

    fn play(&mut self, text: &str) {
        let mv = self.find(text);
        self.0.play(mv);
    }

    fn undo(&mut self) {
        assert!(self.0.undo().is_some(), "there is no move to take back");
    }

    fn outcome(&self) -> Option<(Vec<i64>, &'static str)> {
        let outcome = self.0.outcome()?;
        let payoffs = outcome.payoffs.seats(self.0.game().players());
        Some((payoffs.iter().copied().map(i64::from).collect(), outcome.reason))
    }

    fn to_move(&self) -> usize {
        self.0.to_move().map_or(0, |player| player.number())
    }

    fn position(&self) -> String {
        self.0.game().position_text(self.0.state())
    }

    fn points(&self) -> Vec<i64> {
        let points = self.0.game().points(self.0.state());
        let seats = &points[..self.0.game().players()];
        seats.iter().copied().map(i64::from).collect()
    }

    fn scores(&self) -> Vec<i64> {
        let scene = self.0.game().scene(self.0.state());
        scene.scores.into_iter().map(i64::from).collect()
    }

    fn rule_moves(&self, id: &str) -> Vec<String> {
        let game = self.0.game();
        let move_rule =
            game.knowledge().move_rules.into_iter().find(|move_rule| move_rule.id == id);
        let move_rule = move_rule.unwrap_or_else(|| panic!("no move rule is called {id}"));
        let mut moves = Vec::new();
        (move_rule.moves)(game, self.0.state(), &mut moves);
        self.texts(moves)
    }

    fn destination(&self, text: &str) -> String {
        let steps = self.0.game().steps(self.0.state(), self.find(text));
        let rests = |action| matches!(action, StepAction::Put | StepAction::Drop);
        let step = steps.into_iter().find(|step| rests(step.action));
        let site = step.expect("a turn brings a piece to a site").site;
        self.0.game().layout().sites[usize::from(site)].name.clone()
    }

    fn perft(&mut self, depth: u32) -> u64 {
        perft(&mut self.0, depth)
    }
}
