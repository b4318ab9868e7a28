//! The base of all plain algorithms: a path to walk, an evaluator, one stack of moves, the best line.

use ninefold_core::{Context, Evaluator, Game, Path, Player, Values, judge};

use crate::alpha_beta::{Window, alpha_beta};
use crate::limits::Meter;
use crate::pruned_max_n::PrunedMaxN;
use crate::pv::PvTable;
use crate::trace::Recorder;
use crate::{Algorithm, Limits, Line, StopFlag, Stopped};

/// The result of a search.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SearchResult<M> {
    /// The value of the position for each player.
    pub values: Values,
    /// The expected play of all sides, the best move first; empty if the game is over.
    pub line: Vec<M>,
    /// The last fully searched depth in turns.
    pub depth: u32,
    /// The positions visited.
    pub nodes: u64,
    /// The number of cutoffs.
    pub cuts: u64,
}

/// The result of paranoid search for one move.
pub(crate) struct ParanoidMove<M> {
    pub(crate) line: Line<M>,
    pub(crate) cuts: u64,
    /// Whether any unfinished position was evaluated.
    pub(crate) beyond: bool,
}

/// A search in progress.
pub struct Search<'a, G: Game, E: ?Sized> {
    pub(crate) path: Path<G>,
    evaluator: &'a E,
    meter: Meter,
    root: usize,
    /// The moves of every node on the path, each node's above those of its parent.
    stack: Vec<G::Move>,
    lines: PvTable<G::Move>,
    cuts: u64,
    /// Whether any unfinished position was evaluated.
    pub(crate) beyond: bool,
    /// The largest value for the hero of a position that the hero has not won.
    unwon: i32,
    /// Records the search tree, if requested.
    recorder: Option<Recorder<G::Move>>,
}

/// The moves of one node: a range of the stack.
#[derive(Clone, Copy)]
pub(crate) struct Frame {
    start: usize,
    end: usize,
}

/// The result of a search and its recorded tree.
type Recorded<M> = (SearchResult<M>, Recorder<M>);

impl<'a, G: Game, E: Evaluator<G> + ?Sized> Search<'a, G, E> {
    /// Creates a search from the end of `path`.
    pub fn new(path: &Path<G>, evaluator: &'a E, limits: Limits, stop: StopFlag) -> Self {
        Search {
            root: path.played().len(),
            path: path.clone(),
            evaluator,
            meter: Meter::new(limits, stop),
            stack: Vec::new(),
            lines: PvTable::new(),
            cuts: 0,
            beyond: false,
            unwon: i32::MIN,
            recorder: None,
        }
    }

    /// Searches to one depth while recording the tree; returns nothing unless the search completes.
    pub(crate) fn recorded(
        mut self,
        algorithm: Algorithm,
        depth: u32,
        recorder: Recorder<G::Move>,
    ) -> Option<Recorded<G::Move>> {
        self.recorder = Some(recorder);
        let values = algorithm.values(&mut self, depth).ok()?;
        let found = self.found(values, depth);
        self.recorder.map(|recorder| (found, recorder))
    }

    /// Searches within the given limits: to one depth, or ever deeper until a limit of nodes or time is reached.
    ///
    /// Only completed depths count. If not even one turn was completed, the result is the first legal move with
    /// depth 0 and the static value of the position.
    pub fn run(self, algorithm: Algorithm) -> SearchResult<G::Move> {
        match algorithm {
            Algorithm::MaxN => {
                let mut quick = PrunedMaxN::new(self.evaluator, &self.path);
                self.deepen(|search, depth| quick.values(search, depth), |_, _| {})
            }
            plain => self.deepen(|search, depth| plain.values(search, depth), |_, _| {}),
        }
    }

    /// Paranoid search like [`run`](Search::run). `watch` is called after every depth, with whether the player to
    /// move is certain to win: every line leads to a value that only won games had.
    pub(crate) fn run_paranoid(
        self,
        mut watch: impl FnMut(&SearchResult<G::Move>, bool),
    ) -> SearchResult<G::Move> {
        let hero = self.path.game().to_move(self.path.state()).index();
        self.deepen(
            |search, depth| Algorithm::Paranoid.values(search, depth),
            |search, found| watch(found, found.values[hero] > search.unwon),
        )
    }

    /// Searches one root move by paranoid search to one depth, including the move itself, and returns the nodes
    /// used as well; no result if a limit was reached first.
    pub(crate) fn paranoid_move(
        mut self,
        mv: G::Move,
        depth: u32,
    ) -> (Option<ParanoidMove<G::Move>>, u64) {
        let hero = self.path.game().to_move(self.path.state());
        self.lines.enter(0);
        self.path.play(mv);
        let value = alpha_beta(&mut self, depth - 1, hero, Window::FULL);
        self.path.undo();
        self.lines.note(0, mv);
        let found = value.ok().map(|value| {
            let moves = self.lines.from(0).to_vec();
            let won = (value > self.unwon).then_some(moves.len() as i32);
            let line = Line { values: self.values_of(hero, value), decided: won, depth, moves };
            ParanoidMove { line, cuts: self.cuts, beyond: self.beyond }
        });
        (found, self.meter.nodes())
    }

    /// Searches to the depths that the limits allow, each by `values`, and reports each.
    fn deepen(
        mut self,
        mut values: impl FnMut(&mut Self, u32) -> Result<Values, Stopped>,
        mut watch: impl FnMut(&Self, &SearchResult<G::Move>),
    ) -> SearchResult<G::Move> {
        let limits = self.meter.limits();
        let deepest = limits.depth.unwrap_or(u32::MAX).max(1);
        let fixed = limits.nodes.is_none() && limits.time.is_none();
        let mut found = self.fallback();
        (self.beyond, self.unwon) = (false, i32::MIN);
        let mut depth = if fixed { deepest } else { 1 };
        while let Ok(values) = values(&mut self, depth) {
            found = self.found(values, depth);
            watch(&self, &found);
            // A deeper search changes nothing if every line of this one ended the game.
            if depth >= deepest || !self.beyond || self.meter.is_stopped() {
                break;
            }
            (depth, self.beyond, self.unwon) = (depth + 1, false, i32::MIN);
        }
        SearchResult { nodes: self.meter.nodes(), cuts: self.cuts, ..found }
    }

    fn found(&self, values: Values, depth: u32) -> SearchResult<G::Move> {
        let line = self.lines.from(0).to_vec();
        SearchResult { values, line, depth, nodes: self.nodes(), cuts: self.cuts }
    }

    /// The positions visited so far.
    pub(crate) fn nodes(&self) -> u64 {
        self.meter.nodes()
    }

    fn fallback(&mut self) -> SearchResult<G::Move> {
        let mut moves = Vec::new();
        self.path.moves(&mut moves);
        moves.truncate(1);
        let values = self.evaluate(self.path.context());
        SearchResult { values, line: moves, depth: 0, nodes: 0, cuts: 0 }
    }

    /// Counts the current node and clears the line previously found from its ply.
    pub(crate) fn enter(&mut self) -> Result<Context, Stopped> {
        self.meter.count()?;
        let ply = self.ply();
        self.lines.enter(ply);
        let context = self.path.context();
        if let Some(recorder) = &mut self.recorder {
            let mv = self.path.last().filter(|_| ply > 0).map(|(_, mv)| mv);
            let mover = self.path.game().to_move(self.path.state());
            recorder.enter(mv, context.outcome.is_none().then_some(mover));
        }
        Ok(context)
    }

    /// Reports the window of the current node to the recorder.
    pub(crate) fn note_window(&mut self, window: Window) {
        if let Some(recorder) = &mut self.recorder {
            recorder.note_window(window);
        }
    }

    /// Reports the value of the current node for one player to the recorder, and returns it.
    pub(crate) fn leave(&mut self, hero: Player, value: i32) -> i32 {
        let values = self.values_of(hero, value);
        if let Some(recorder) = &mut self.recorder {
            recorder.leave(values, Some(value));
        }
        value
    }

    /// Reports the values of the current node to the recorder, and returns them.
    pub(crate) fn leave_all(&mut self, values: Values) -> Values {
        if let Some(recorder) = &mut self.recorder {
            recorder.leave(values, None);
        }
        values
    }

    /// The static evaluation of the current node.
    pub(crate) fn evaluate(&mut self, context: Context) -> Values {
        self.beyond |= context.outcome.is_none();
        if let Some(recorder) = &mut self.recorder {
            recorder.note_leaf();
        }
        judge(self.evaluator, self.path.game(), self.path.state(), context)
    }

    /// The value of the current node for one player against all others.
    pub(crate) fn evaluate_for(&mut self, hero: Player, context: Context) -> i32 {
        let values = self.evaluate(context);
        let players = self.path.game().players();
        let value = match players {
            2 if !self.evaluator.is_zero_sum() => {
                values[hero.index()] - values[hero.other().index()]
            }
            _ => values[hero.index()],
        };
        if context.outcome.and_then(|end| end.payoffs.sole_winner(players)) != Some(hero) {
            self.unwon = self.unwon.max(value);
        }
        value
    }

    /// The values of the current node if only one player's is known: with two players the other's is its negation,
    /// with more the others' are 0.
    pub(crate) fn values_of(&self, hero: Player, value: i32) -> Values {
        let mut values = Values::default();
        values[hero.index()] = value;
        if self.path.game().players() == 2 {
            values[hero.other().index()] = -value;
        }
        values
    }

    /// Sets the best line from the root.
    pub(crate) fn set_line(&mut self, line: Vec<G::Move>) {
        self.lines.set(line);
    }

    /// Truncates the best line from the root to its legal part.
    pub(crate) fn keep_legal_line(&mut self) {
        let mut line = self.lines.from(0).to_vec();
        let (mut path, mut moves) = (self.path.clone(), Vec::new());
        let legal = line.iter().take_while(|&&mv| {
            moves.clear();
            path.moves(&mut moves);
            let legal = moves.contains(&mv);
            if legal {
                path.play(mv);
            }
            legal
        });
        let legal = legal.count();
        line.truncate(legal);
        self.lines.set(line);
    }

    /// Counts a cutoff, unless the move with this index was the last.
    pub(crate) fn cut(&mut self, frame: Frame, index: usize) {
        self.cuts += u64::from(index + 1 < frame.end);
        if let Some(recorder) = &mut self.recorder {
            recorder.cut(&self.stack[index + 1..frame.end]);
        }
    }

    /// Counts a cutoff.
    pub(crate) fn count_cut(&mut self) {
        self.cuts += 1;
    }

    /// Generates the moves of the current node.
    pub(crate) fn open(&mut self) -> Frame {
        let start = self.stack.len();
        self.path.moves(&mut self.stack);
        Frame { start, end: self.stack.len() }
    }

    /// The index range of a node's moves.
    pub(crate) fn moves(&self, frame: Frame) -> std::ops::Range<usize> {
        frame.start..frame.end
    }

    /// The move with this index.
    pub(crate) fn candidate(&self, index: usize) -> G::Move {
        self.stack[index]
    }

    /// Plays the move with this index and returns it.
    pub(crate) fn play(&mut self, index: usize) -> G::Move {
        let mv = self.stack[index];
        self.path.play(mv);
        mv
    }

    /// Undoes the last move.
    pub(crate) fn undo(&mut self) {
        self.path.undo();
    }

    /// Removes the moves of a finished node.
    pub(crate) fn close(&mut self, frame: Frame) {
        self.stack.truncate(frame.start);
    }

    /// Sets the best line of this ply to `mv` followed by the best line of the next ply.
    pub(crate) fn note_best(&mut self, mv: G::Move) {
        self.lines.note(self.ply(), mv);
        if let Some(recorder) = &mut self.recorder {
            recorder.note_best();
        }
    }

    fn ply(&self) -> usize {
        self.path.played().len() - self.root
    }
}
