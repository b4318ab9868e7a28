//! What is known about a position, and how separate findings about it are merged.

use ninefold_core::View;
use ninefold_search::{Line, Report};
use ninefold_solve::Source;

use super::orientation::Orientation;
use super::proof::Proof;

/// The maximum stored length of a line.
const LONGEST_LINE: usize = 24;

/// What is known about a position, in the orientation that represents all of its images.
#[derive(Clone, Debug)]
pub(super) struct Judgement<M> {
    /// The proof, and how thoroughly it was attempted.
    pub(super) proof: Option<Proof<M>>,
    pub(super) tried: Tried,
    /// The nodes searched for it, including failed attempts.
    pub(super) proof_nodes: u64,
    /// The chosen move among several that are even by a table, which knows no line.
    pub(super) choice: Option<Choice<M>>,
    /// The best lines at the greatest completed depth, and their cost.
    pub(super) head: Searched<M>,
    /// Every move, each searched separately to the same depth.
    pub(super) each: Searched<M>,
    /// One line for every move that a search has found to win or lose for certain; later searches
    /// of any depth keep them.
    pub(super) certain: Vec<Line<M>>,
}

/// How thoroughly something was attempted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub(super) enum Tried {
    #[default]
    Nothing,
    Position,
    EveryMove,
}

/// A move that a search prefers to others of the same proved value.
#[derive(Clone, Copy, Debug)]
pub(super) struct Choice<M> {
    pub(super) mv: M,
    /// The nodes searched, and the allowance it counts for: 0 if it was interrupted.
    pub(super) nodes: u64,
    pub(super) allowed: u64,
}

/// The result of a search.
#[derive(Clone, Debug)]
pub(super) struct Searched<M> {
    /// Best first.
    pub(super) lines: Vec<Line<M>>,
    pub(super) depth: u32,
    /// The nodes searched, and the allowance it counts for: 0 if it was interrupted.
    pub(super) nodes: u64,
    pub(super) allowed: u64,
}

impl<M> Default for Searched<M> {
    fn default() -> Searched<M> {
        Searched { lines: Vec::new(), depth: 0, nodes: 0, allowed: 0 }
    }
}

impl<M> Default for Judgement<M> {
    fn default() -> Judgement<M> {
        Judgement {
            proof: None,
            tried: Tried::Nothing,
            proof_nodes: 0,
            choice: None,
            head: Searched::default(),
            each: Searched::default(),
            certain: Vec::new(),
        }
    }
}

impl<M> Searched<M> {
    /// The result of a search that counts for this allowance.
    pub(super) fn of(report: Report<M>, allowed: u64) -> Searched<M> {
        let mut lines = report.lines;
        lines.iter_mut().for_each(|line| line.moves.truncate(LONGEST_LINE));
        Searched { lines, depth: report.depth, nodes: report.nodes, allowed }
    }

    /// Replaces the previous result if the new one is deeper, or as deep with more lines; the
    /// allowance is recorded in any case.
    fn add(&mut self, other: Searched<M>) {
        let allowed = self.allowed.max(other.allowed);
        let is_better = (other.depth, other.lines.len()) > (self.depth, self.lines.len());
        if is_better || self.lines.is_empty() {
            *self = other;
        }
        self.allowed = allowed;
    }
}

impl<M: Copy + PartialEq> Judgement<M> {
    /// The moves as good as the position, if a table calls it even and knows no line: a search may
    /// choose among them. Empty if there is no choice.
    pub(super) fn even_moves(&self) -> Vec<M> {
        let even = self.proof.iter().filter(|proof| {
            proof.source == Source::Table && proof.value == Some(0) && proof.line.len() < 2
        });
        let moves = even.flat_map(|proof| &proof.moves).filter(|proved| proved.value == 0);
        let moves: Vec<M> = moves.map(|proved| proved.mv).collect();
        if moves.len() < 2 { Vec::new() } else { moves }
    }

    /// The choice among them.
    pub(super) fn chosen(&self) -> Option<Choice<M>> {
        let even = self.even_moves();
        self.choice.filter(|choice| even.contains(&choice.mv))
    }

    /// Records an attempt at a proof: its result, its nodes and how thorough it was. A proof is
    /// never lost, even if a longer attempt for every move fails.
    pub(super) fn prove(&mut self, proof: Option<Proof<M>>, nodes: u64, tried: Tried) {
        if proof.as_ref().map(Proof::tells) >= self.proof.as_ref().map(Proof::tells) {
            self.proof = proof;
        }
        self.proof_nodes = self.proof_nodes.max(nodes);
        self.tried = self.tried.max(tried);
    }

    /// Records a choice if it had a larger allowance than the last.
    pub(super) fn choose(&mut self, choice: Choice<M>) {
        if self.chosen().is_none_or(|known| choice.allowed > known.allowed) {
            self.choice = Some(choice);
        }
    }

    /// Records the best lines of a search if they say more.
    pub(super) fn deepen(&mut self, found: Searched<M>) {
        self.note(&found.lines);
        self.head.add(found);
    }

    /// Records separate values of every move if they say more.
    pub(super) fn value_each(&mut self, found: Searched<M>) {
        self.note(&found.lines);
        self.each.add(found);
    }

    /// Records which of these lines win or lose for certain, by the shortest known way.
    fn note(&mut self, lines: &[Line<M>]) {
        for line in lines {
            let (Some(turns), Some(&first)) = (line.decided, line.moves.first()) else { continue };
            let known = self.certain.iter_mut().find(|known| known.moves.first() == Some(&first));
            match known {
                None => self.certain.push(line.clone()),
                Some(known) if known.decided.is_none_or(|known| turns.abs() < known.abs()) => {
                    *known = line.clone();
                }
                Some(_) => {}
            }
        }
    }

    /// Merges findings that another thread has stored meanwhile; the more informative ones win.
    pub(super) fn add(&mut self, other: &Judgement<M>) {
        if other.proof.as_ref().map(Proof::tells) > self.proof.as_ref().map(Proof::tells) {
            self.proof = other.proof.clone();
        }
        self.tried = self.tried.max(other.tried);
        self.proof_nodes = self.proof_nodes.max(other.proof_nodes);
        if let Some(choice) = other.choice {
            self.choose(choice);
        }
        self.note(&other.certain);
        self.head.add(other.head.clone());
        self.each.add(other.each.clone());
    }

    /// Makes all findings consistent: certainty beats estimates, and a deeper search beats a
    /// shallower one.
    pub(super) fn agree<G: View<Move = M>>(&mut self, orientation: &Orientation<G>) {
        let (game, state) = (orientation.path.game(), orientation.path.state());
        let mover = game.to_move(state).index();
        let is_open = self.head.lines.first().is_none_or(|best| best.decided.is_none());
        if is_open && self.each.depth > self.head.depth {
            let allowed = self.head.allowed;
            self.head = Searched { allowed, ..self.each.clone() };
        }
        let worth = |line: &Line<M>| (line.decided.map_or(0, i32::signum), line.values[mover]);
        // A search found every other move no better than its best line, so that line is not
        // lowered.
        let best = self.head.lines.first().map(worth);
        for certain in &self.certain {
            let images = orientation.images(certain.moves[0]);
            let is_longer = |line: &Line<M>| {
                let turns = |line: &Line<M>| line.decided.map_or(i32::MAX, i32::abs);
                images.contains(&line.moves[0]) && turns(line) > turns(certain)
            };
            let improves = Some(worth(certain)) > best;
            let head = self.head.lines.iter_mut().skip(usize::from(!improves));
            for line in head.chain(&mut self.each.lines).filter(|line| is_longer(line)) {
                line.clone_from(certain);
            }
        }
        for searched in [&mut self.head, &mut self.each] {
            searched.lines.sort_by_key(|line| std::cmp::Reverse(worth(line)));
        }
        let wins = self.certain.iter().filter(|line| worth(line).0 > 0);
        if let Some(win) = wins.max_by_key(|line| worth(line))
            && self.head.lines.first().is_some_and(|best| worth(win) > worth(best))
        {
            self.head.lines.insert(0, win.clone());
        }
    }
}
