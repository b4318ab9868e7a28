//! Monte-Carlo tree search: UCT with win proofs, for two to four players and any game.
//!
//! A simulation walks down the tree by upper confidence bounds, adds the position where it leaves the tree, and
//! continues at random to the end of the game, or for a number of turns after which the evaluator judges. The
//! result is a share of the win for each player, added to every node on the way.
//!
//! Ends of games that the tree reaches are proofs, and proofs propagate upwards: a position from which the mover
//! can reach a proved win is proved, and a position whose moves are all proved is worth the mover's first best.
//! With two players that is minimax. With more it is Max^N with its tie rule, except that a won game is final
//! whatever the other moves are.
//!
//! Each simulation counts as one node. With a node limit the same seed gives the same result.

mod agent;
mod shares;
mod tree;

use ninefold_core::{Evaluator, Game, Guide, Path, Player, Random, Values, zero_sum};

use crate::limits::Meter;
use crate::{Limits, SearchResult, StopFlag};
use shares::{Judge, Shares};
use tree::{ROOT, Tree};

pub use agent::MctsAgent;

/// The number of simulations between two polls of the clock: a simulation is long.
const BETWEEN_LOOKS: u64 = 16;

/// The options of the search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct MctsOptions {
    /// The exploration constant: how much rarely visited moves are favoured.
    pub exploration: f32,
    /// The maximum length of a random playout in turns.
    pub playout: u32,
    /// The maximum number of positions in the tree.
    pub tree: usize,
    /// The seed of the random playouts.
    pub seed: u64,
}

impl Default for MctsOptions {
    fn default() -> MctsOptions {
        MctsOptions { exploration: 0.5, playout: 100, tree: 1 << 20, seed: 0 }
    }
}

impl MctsOptions {
    /// The approximate maximum size of the tree in bytes.
    pub fn memory(&self) -> usize {
        const POSITION: usize = 56;
        self.tree * POSITION
    }
}

/// The statistics of a move at the root.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Tried<M> {
    /// The move.
    pub mv: M,
    /// The number of simulations that started with it.
    pub visits: u32,
    /// The mean share of the win for the player to move, if the move was tried or proved.
    pub share: Option<f32>,
    /// Whether the share is proved.
    pub proved: bool,
}

/// The result of a search.
#[derive(Clone, PartialEq, Debug)]
pub struct Simulated<M> {
    /// The result. Values are shares of the win in thousandths; with two players, the first player's lead. The line
    /// follows the most visits, and its length is the depth. Nodes are simulations.
    pub found: SearchResult<M>,
    /// Whether the value is proved.
    pub proved: bool,
    /// Every legal move, in order.
    pub tried: Vec<Tried<M>>,
    /// The number of positions in the tree.
    pub tree: usize,
}

/// A search in progress.
pub struct Mcts<'a, G: Game, E: ?Sized> {
    path: Path<G>,
    evaluator: &'a E,
    guide: Box<dyn Guide<G> + 'a>,
    options: MctsOptions,
    meter: Meter,
    tree: Tree<G>,
    random: Random,
    judge: Judge,
    moves: Vec<G::Move>,
}

impl<'a, G: Game, E: Evaluator<G> + ?Sized> Mcts<'a, G, E> {
    /// Creates a search from the end of `path`. The depth limit is ignored.
    pub fn new(
        path: &Path<G>,
        evaluator: &'a E,
        limits: Limits,
        options: MctsOptions,
        stop: StopFlag,
    ) -> Self {
        Mcts {
            guide: evaluator.guide(path.game(), path.state()),
            path: path.clone(),
            evaluator,
            options,
            meter: Meter::new(limits, stop).looking_every(BETWEEN_LOOKS),
            tree: Tree::new(options.tree),
            random: Random::stream(options.seed, path.played().len() as u64),
            judge: Judge::default(),
            moves: Vec::new(),
        }
    }

    /// Simulates until a limit is reached or the position is proved.
    ///
    /// ```
    /// use ninefold_core::{Path, OutcomeEvaluator};
    /// use ninefold_games::mnk::Mnk;
    /// use ninefold_search::{Limits, Mcts, MctsOptions, StopFlag};
    ///
    /// // The first player has two in a row. The simulations soon prove the win.
    /// let mut path = Path::from_start(Mnk::<1>::new(3, 3, 3));
    /// for text in ["2,2", "1,2", "1,1", "3,1"] {
    ///     path.play_text(text)?;
    /// }
    /// let limits = Limits { nodes: Some(1_000), ..Limits::default() };
    /// let options = MctsOptions::default();
    /// let found = Mcts::new(&path, &OutcomeEvaluator, limits, options, StopFlag::default()).run();
    /// assert!(found.proved);
    /// assert_eq!(found.found.line.len(), 1);
    /// # Ok::<(), ninefold_core::MoveError>(())
    /// ```
    pub fn run(mut self) -> Simulated<G::Move> {
        if self.path.outcome().is_none() {
            while !self.tree.node(ROOT).proved.is_known() && self.meter.count().is_ok() {
                self.simulate();
            }
        }
        self.report()
    }

    /// Runs one simulation and adds its result on the way back.
    fn simulate(&mut self) {
        let mut trail = vec![ROOT];
        let shares = loop {
            let node = trail[trail.len() - 1];
            if !self.tree.is_expanded(node) && (node == ROOT || self.tree.node(node).visits > 0) {
                self.expand(node);
            }
            let proved = self.tree.node(node).proved;
            if proved.is_known() {
                break proved.shares();
            }
            let child = self.tree.select(node, self.options.exploration);
            let Some((child, mv)) =
                child.and_then(|child| Some((child, self.tree.node(child).mv?)))
            else {
                break self.playout();
            };
            let before = *self.path.state();
            self.path.play(mv);
            self.guide.play(self.path.game(), &before, mv, self.path.state());
            trail.push(child);
        };
        for _ in 1..trail.len() {
            self.path.undo();
            self.guide.undo();
        }
        trail.iter().for_each(|&node| self.tree.add(node, &shares));
        trail.iter().rev().skip(1).all(|&node| self.tree.prove(node));
    }

    /// Adds the children of the current position, the most promising first.
    fn expand(&mut self, node: usize) {
        self.moves.clear();
        self.path.moves(&mut self.moves);
        let (game, state) = (self.path.game(), self.path.state());
        let guide = &self.guide;
        self.moves.sort_by_cached_key(|&mv| std::cmp::Reverse(guide.promise(game, state, mv)));
        self.tree.expand(node, &mut self.path, &self.moves);
    }

    /// Plays random moves and undoes all of them.
    fn playout(&mut self) -> Shares {
        let mut played = 0;
        let shares = loop {
            if let Some(outcome) = self.path.outcome() {
                break shares::Winners::of(&outcome.payoffs, self.path.game().players()).shares();
            }
            if played == self.options.playout {
                break self.judge.shares(&self.path, self.evaluator);
            }
            self.moves.clear();
            self.path.moves(&mut self.moves);
            self.path.play(self.random.pick(&self.moves));
            played += 1;
        };
        for _ in 0..played {
            self.path.undo();
        }
        shares
    }

    fn report(self) -> Simulated<G::Move> {
        let root = self.tree.node(ROOT);
        let mut legal = Vec::new();
        self.path.moves(&mut legal);
        let mover = self.path.game().to_move(self.path.state());
        let mut tried: Vec<Tried<G::Move>> = Vec::new();
        for node in self.tree.children(ROOT).map(|child| self.tree.node(child)) {
            let (share, proved) = (node.mean(mover), node.proved.is_known());
            tried.extend(node.mv.map(|mv| Tried { mv, visits: node.visits, share, proved }));
        }
        tried.sort_by_key(|tried| tried.mv);
        let mut line = self.line();
        if line.is_empty() {
            line.extend(legal.first());
        }
        let found = SearchResult {
            values: self.values(),
            depth: line.len() as u32,
            line,
            nodes: self.meter.nodes(),
            cuts: 0,
        };
        Simulated { found, proved: root.proved.is_known(), tried, tree: self.tree.len() }
    }

    fn line(&self) -> Vec<G::Move> {
        let choice = |&node: &usize| {
            self.tree.choice(node).filter(|&child| {
                let child = self.tree.node(child);
                child.visits > 0 || child.proved.is_known()
            })
        };
        let nodes = std::iter::successors(Some(ROOT), choice);
        nodes.filter_map(|node| self.tree.node(node).mv).collect()
    }

    /// Shares in thousandths; with two players, the lead.
    fn values(&self) -> Values {
        let players = self.path.game().players();
        let root = self.tree.node(ROOT);
        let share = |player: Player| match self.path.outcome() {
            Some(outcome) => shares::Winners::of(&outcome.payoffs, players).share(player),
            None => root.mean(player).unwrap_or(1.0 / players as f32),
        };
        let thousandths = |share: f32| (1000.0 * share).round() as i32;
        if players == 2 {
            return zero_sum(thousandths(share(Player::FIRST) - share(Player::SECOND)));
        }
        let mut values = Values::default();
        Player::all(players).for_each(|player| values[player.index()] = thousandths(share(player)));
        values
    }
}
