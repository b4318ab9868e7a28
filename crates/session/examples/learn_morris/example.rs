//! A position with its value.

use ninefold_core::{Context, Evaluator};
use ninefold_games::morris::learnt::head;
use ninefold_games::morris::{Morris, Points, State};
use ninefold_solve::morris::{Value, logarithm};

/// A position to learn from.
#[derive(Clone, Copy)]
pub(crate) struct Example {
    /// The men on the board of the side to move and of the other side, and their men in hand.
    pub(crate) men: [Points; 2],
    hands: [u8; 2],
    /// What is to be told: the part of the point that the side to move gets, or the logarithm of its plies to the end.
    pub(crate) target: f32,
    /// The number of the game it comes from.
    pub(crate) game: u32,
    /// What another evaluator says of it, to compare with.
    pub(crate) compared: i32,
}

impl Example {
    pub(crate) fn new(
        state: &State,
        value: Value,
        game: u32,
        compared: &dyn Evaluator<Morris>,
    ) -> Example {
        let sides = [state.to_move(), state.to_move().other()];
        let values = compared.values(&Morris::default(), state, Context::default());
        Example {
            men: sides.map(|side| state.men(side)),
            hands: sides.map(|side| state.hand(side) as u8),
            target: (value.number() + 1) as f32 / 2.0,
            game,
            compared: values[sides[0].index()],
        }
    }

    /// A position that the side to move loses in so many plies.
    pub(crate) fn of_distance(state: &State, plies: u32, game: u32) -> Example {
        let sides = [state.to_move(), state.to_move().other()];
        let men = sides.map(|side| state.men(side));
        Example { men, hands: [0; 2], target: logarithm(plies), game, compared: 0 }
    }

    /// As it stands in a file.
    pub(crate) fn bytes(&self) -> [u8; 24] {
        let mut bytes = [0; 24];
        bytes[..4].copy_from_slice(&self.men[0].to_le_bytes());
        bytes[4..8].copy_from_slice(&self.men[1].to_le_bytes());
        bytes[8..10].copy_from_slice(&self.hands);
        bytes[12..16].copy_from_slice(&self.game.to_le_bytes());
        bytes[16..20].copy_from_slice(&self.compared.to_le_bytes());
        bytes[20..].copy_from_slice(&self.target.to_le_bytes());
        bytes
    }

    /// From a file.
    pub(crate) fn read(bytes: &[u8; 24]) -> Example {
        let word = |at: usize| u32::from_le_bytes(std::array::from_fn(|index| bytes[at + index]));
        Example {
            men: [word(0), word(4)],
            hands: [bytes[8], bytes[9]],
            game: word(12),
            compared: word(16) as i32,
            target: f32::from_bits(word(20)),
        }
    }

    /// The head of the network that judges it.
    pub(crate) fn head(&self) -> usize {
        let left = |side: usize| self.men[side].count_ones() + u32::from(self.hands[side]);
        head(left(0), left(1), self.hands.map(u32::from).iter().sum())
    }

    /// 0 while men are placed, 1 while they are slid, 2 when a side has three.
    pub(crate) fn phase(&self) -> usize {
        match self.hands {
            [0, 0] if self.men.iter().all(|men| men.count_ones() > 3) => 1,
            [0, 0] => 2,
            _ => 0,
        }
    }
}
