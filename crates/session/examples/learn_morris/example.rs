//! A position with its value.

use ninefold_core::{Context, Evaluator};
use ninefold_games::morris::learnt::head;
use ninefold_games::morris::{Morris, Points, State};
use ninefold_solve::morris::Value;

/// A position to learn from.
#[derive(Clone, Copy)]
pub(crate) struct Example {
    /// The men on the board of the side to move and of the other side, and their men in hand.
    pub(crate) men: [Points; 2],
    hands: [u8; 2],
    /// What the side to move gets: 0 for a loss, 1 for a draw, 2 for a win.
    result: u8,
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
            result: (value.number() + 1) as u8,
            game,
            compared: values[sides[0].index()],
        }
    }

    /// As it stands in a file.
    pub(crate) fn bytes(&self) -> [u8; 20] {
        let mut bytes = [0; 20];
        bytes[..4].copy_from_slice(&self.men[0].to_le_bytes());
        bytes[4..8].copy_from_slice(&self.men[1].to_le_bytes());
        bytes[8..10].copy_from_slice(&self.hands);
        bytes[10] = self.result;
        bytes[12..16].copy_from_slice(&self.game.to_le_bytes());
        bytes[16..].copy_from_slice(&self.compared.to_le_bytes());
        bytes
    }

    /// From a file.
    pub(crate) fn read(bytes: &[u8; 20]) -> Example {
        let word = |at: usize| u32::from_le_bytes(std::array::from_fn(|index| bytes[at + index]));
        Example {
            men: [word(0), word(4)],
            hands: [bytes[8], bytes[9]],
            result: bytes[10],
            game: word(12),
            compared: word(16) as i32,
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

    /// The part of the point that the side to move gets.
    pub(crate) fn share(&self) -> f32 {
        f32::from(self.result) / 2.0
    }
}
