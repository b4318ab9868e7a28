//! A position and how it was reached.

use crate::{Context, Game, Outcome, Player};

/// A game in progress: the states since the start and the moves between them.
///
/// States know no history, so repetition lives here. Playing copies the state on top, taking back
/// drops it.
#[derive(Clone, Debug)]
pub struct Path<G: Game> {
    game: G,
    repetitions_to_draw: Option<u32>,
    nodes: Vec<Node<G::State>>,
    moves: Vec<G::Move>,
}

/// A state on the path, with what repetition needs to know of it.
#[derive(Clone, Copy, Debug)]
struct Node<S> {
    state: S,
    /// The key, or 0 in a game without a repetition rule.
    key: u64,
    /// The index of the first node whose position can still come again.
    fence: u32,
    /// Whether the turn that led here made progress.
    progress: bool,
}

impl<G: Game> Path<G> {
    /// A path that begins at `state`.
    pub fn new(game: G, state: G::State) -> Path<G> {
        Path::recalling(game, [], state)
    }

    /// A path that begins at `state`, when it is known which positions came before but not by which
    /// moves. They count for repetition and cannot be taken back to.
    pub fn recalling(
        game: G,
        earlier: impl IntoIterator<Item = G::State>,
        state: G::State,
    ) -> Path<G> {
        let repetitions_to_draw = game.repetitions_to_draw();
        let key = |state: &G::State| repetitions_to_draw.map_or(0, |_| game.key(state));
        let nodes = earlier
            .into_iter()
            .chain([state])
            .map(|state| {
                let progress = game.shows_progress(&state);
                Node { state, key: key(&state), fence: 0, progress }
            })
            .collect();
        Path { game, repetitions_to_draw, nodes, moves: Vec::new() }
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The position at the end of the path.
    pub fn state(&self) -> &G::State {
        &self.top().state
    }

    /// The position the path began at.
    pub fn origin(&self) -> &G::State {
        &self.nodes[self.nodes.len() - 1 - self.moves.len()].state
    }

    /// The moves played since the path began.
    pub fn played(&self) -> &[G::Move] {
        &self.moves
    }

    /// The last move and the position it was played in.
    pub fn last(&self) -> Option<(&G::State, G::Move)> {
        let mv = *self.moves.last()?;
        Some((&self.nodes[self.nodes.len() - 2].state, mv))
    }

    /// The player whose turn it is, or nobody once the game is over.
    pub fn to_move(&self) -> Option<Player> {
        self.outcome().is_none().then(|| self.game.to_move(self.state()))
    }

    /// Plays a legal move.
    pub fn play(&mut self, mv: G::Move) {
        let top = *self.top();
        let fence = match self.repetitions_to_draw {
            Some(_) if self.game.irreversible(&top.state, mv) => self.nodes.len() as u32,
            _ => top.fence,
        };
        let progress = self.game.is_progress(&top.state, mv);
        let mut state = top.state;
        self.game.play(&mut state, mv);
        let key = self.repetitions_to_draw.map_or(0, |_| self.game.key(&state));
        self.nodes.push(Node { state, key, fence, progress });
        self.moves.push(mv);
    }

    /// Takes the last move back and returns it.
    pub fn undo(&mut self) -> Option<G::Move> {
        let mv = self.moves.pop()?;
        self.nodes.pop();
        Some(mv)
    }

    /// Appends every legal move, nothing once the game is over.
    pub fn moves(&self, moves: &mut Vec<G::Move>) {
        if !self.repeated() {
            self.game.moves(self.state(), moves);
        }
    }

    /// How the game ended, if it has. A rule of the game itself comes before repetition.
    pub fn outcome(&self) -> Option<Outcome> {
        let by_rules = self.game.outcome(self.state());
        by_rules.or_else(|| self.repeated().then_some(Outcome::draw(Outcome::REPETITION)))
    }

    /// What an evaluator may know of the present position besides its state.
    pub fn context(&self) -> Context {
        Context { outcome: self.outcome(), progress: self.top().progress }
    }

    /// How often the present position has occurred, this time included.
    pub fn occurrences(&self) -> u32 {
        let top = self.top();
        let same = self.nodes[top.fence as usize..].iter().filter(|node| node.key == top.key);
        if self.repetitions_to_draw.is_some() { same.count() as u32 } else { 1 }
    }

    fn repeated(&self) -> bool {
        self.repetitions_to_draw.is_some_and(|limit| {
            let reversible = self.nodes.len() - self.top().fence as usize;
            reversible >= limit as usize && self.occurrences() >= limit
        })
    }

    fn top(&self) -> &Node<G::State> {
        &self.nodes[self.nodes.len() - 1]
    }
}
