//! The tree in memory: visit counts, results and proofs of each position.

use std::ops::Range;

use ninefold_core::{Game, MAX_PLAYERS, Path, Player};

use super::shares::{Shares, Winners};

/// The index of the position at the root.
pub(super) const ROOT: usize = 0;

/// The positions of the tree; the children of a node are contiguous.
pub(super) struct Tree<G: Game> {
    nodes: Vec<Node<G::Move>>,
    most: usize,
}

/// A position, identified by the move that leads to it.
pub(super) struct Node<M> {
    /// The move; `None` at the root.
    pub(super) mv: Option<M>,
    /// The number of simulations through this node.
    pub(super) visits: u32,
    /// The sum of their shares, in double precision so that no share is lost to rounding.
    sum: [f64; MAX_PLAYERS],
    /// The winners under best play, if proved.
    pub(super) proved: Winners,
    /// The player to move; known once the node has children.
    mover: Player,
    first_child: u32,
    children: u32,
}

impl<M> Node<M> {
    fn new(mv: Option<M>, proved: Winners) -> Node<M> {
        let (visits, sum) = (0, [0.0; MAX_PLAYERS]);
        Node { mv, visits, sum, proved, mover: Player::FIRST, first_child: 0, children: 0 }
    }

    /// The mean share of a player, if known.
    pub(super) fn mean(&self, player: Player) -> Option<f32> {
        if self.proved.is_known() {
            return Some(self.proved.share(player));
        }
        (self.visits > 0).then(|| (self.sum[player.index()] / f64::from(self.visits)) as f32)
    }
}

impl<G: Game> Tree<G> {
    /// Creates a tree of one position that may grow to `most`.
    pub(super) fn new(most: usize) -> Tree<G> {
        Tree { nodes: vec![Node::new(None, Winners::UNKNOWN)], most }
    }

    pub(super) fn node(&self, node: usize) -> &Node<G::Move> {
        &self.nodes[node]
    }

    pub(super) fn len(&self) -> usize {
        self.nodes.len()
    }

    pub(super) fn is_expanded(&self, node: usize) -> bool {
        self.nodes[node].children > 0
    }

    pub(super) fn children(&self, node: usize) -> Range<usize> {
        let Node { first_child, children, .. } = self.nodes[node];
        first_child as usize..(first_child + children) as usize
    }

    /// Adds the children of the current position, in the order of `moves`. A move that ends the game is proved
    /// immediately. Does nothing if the tree would become too large.
    pub(super) fn expand(&mut self, node: usize, path: &mut Path<G>, moves: &[G::Move]) {
        if self.nodes.len() + moves.len() > self.most {
            return;
        }
        let players = path.game().players();
        self.nodes[node].mover = path.game().to_move(path.state());
        self.nodes[node].first_child = self.nodes.len() as u32;
        self.nodes[node].children = moves.len() as u32;
        for &mv in moves {
            path.play(mv);
            let outcome = path.outcome();
            path.undo();
            let proved = outcome.map(|outcome| Winners::of(&outcome.payoffs, players));
            self.nodes.push(Node::new(Some(mv), proved.unwrap_or_default()));
        }
        self.prove(node);
    }

    /// Selects a child by upper confidence bounds (UCT, Kocsis and Szepesvári 2006) among those that are not
    /// proved. An unvisited child is assumed to be like its parent.
    pub(super) fn select(&self, node: usize, exploration: f32) -> Option<usize> {
        let parent = &self.nodes[node];
        let usual = parent.mean(parent.mover).unwrap_or(0.5);
        let spread = exploration * ((parent.visits as f32 + 1.0).ln()).sqrt();
        let mut best: Option<(f32, usize)> = None;
        for child in self.children(node).filter(|&child| !self.nodes[child].proved.is_known()) {
            let Node { visits, .. } = self.nodes[child];
            let mean = self.nodes[child].mean(parent.mover).unwrap_or(usual);
            let bound = mean + spread / (visits as f32 + 1.0).sqrt();
            if best.is_none_or(|(most, _)| bound > most) {
                best = Some((bound, child));
            }
        }
        best.map(|(_, child)| child)
    }

    /// Adds the result of a simulation through a position.
    pub(super) fn add(&mut self, node: usize, shares: &Shares) {
        let node = &mut self.nodes[node];
        node.visits += 1;
        node.sum.iter_mut().zip(shares).for_each(|(sum, share)| *sum += f64::from(*share));
    }

    /// Proves a position if its children allow it (MCTS-Solver, Winands and others 2008): one proved win for the
    /// mover is enough; otherwise all children must be proved and the mover takes the first best. Returns whether
    /// the position is proved.
    pub(super) fn prove(&mut self, node: usize) -> bool {
        if self.nodes[node].proved.is_known() || !self.is_expanded(node) {
            return self.nodes[node].proved.is_known();
        }
        let (mover, children) = (self.nodes[node].mover, &self.nodes[self.children(node)]);
        let share = |child: &&Node<G::Move>| child.proved.share(mover);
        let won = children.iter().find(|child| share(child) == 1.0);
        let all_known = children.iter().all(|child| child.proved.is_known());
        let best = children.iter().filter(|_| all_known).reduce(|best, child| {
            let preferred = (share(&child), best.mv) > (share(&best), child.mv);
            if preferred { child } else { best }
        });
        self.nodes[node].proved = won.or(best).map(|child| child.proved).unwrap_or_default();
        self.nodes[node].proved.is_known()
    }

    /// The child to play: a proved win, otherwise the most visited unproved child, unless a proved one gives the
    /// mover more.
    pub(super) fn choice(&self, node: usize) -> Option<usize> {
        let mover = self.nodes[node].mover;
        let (proved, open): (Vec<usize>, Vec<usize>) =
            self.children(node).partition(|&child| self.nodes[child].proved.is_known());
        let mean = |child: usize| self.nodes[child].mean(mover).unwrap_or_default();
        let earlier = |child: usize| std::cmp::Reverse(self.nodes[child].mv);
        let proved = proved.into_iter().max_by(|&left, &right| {
            mean(left).total_cmp(&mean(right)).then(earlier(left).cmp(&earlier(right)))
        });
        let open = open.into_iter().max_by_key(|&child| (self.nodes[child].visits, earlier(child)));
        match (proved, open) {
            (Some(proved), Some(open)) if mean(proved) > 0.0 && mean(proved) >= mean(open) => {
                Some(proved)
            }
            (proved, open) => open.or(proved),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Single precision would stop counting halves at 2^23.
    #[test]
    fn long_searches_count_every_draw() {
        let mut tree = Tree::<ninefold_games::mnk::Mnk<1>>::new(1);
        for _ in 0..1 << 25 {
            tree.add(ROOT, &[0.5, 0.5, 0.0, 0.0]);
        }
        assert_eq!(tree.node(ROOT).mean(Player::FIRST), Some(0.5));
    }
}
