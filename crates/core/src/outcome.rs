//! Outcomes of games.

use crate::{MAX_PLAYERS, Player};

/// What each player gets at the end; unused seats hold 0.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Payoffs(pub [i16; MAX_PLAYERS]);

impl Payoffs {
    /// No player wins.
    pub const DRAW: Payoffs = Payoffs([0; MAX_PLAYERS]);

    /// 1 for the winner of a two-player game and −1 for the loser.
    pub const fn win(winner: Player) -> Payoffs {
        let mut payoffs = [0; MAX_PLAYERS];
        payoffs[winner.index()] = 1;
        payoffs[winner.other().index()] = -1;
        Payoffs(payoffs)
    }

    /// 1 for the winner and 0 for all others, for any number of players.
    pub const fn winner_takes_all(winner: Player) -> Payoffs {
        let mut payoffs = [0; MAX_PLAYERS];
        payoffs[winner.index()] = 1;
        Payoffs(payoffs)
    }

    /// 1, −1 or 0 by the sign of the first player's lead.
    pub const fn by_lead(lead: i32) -> Payoffs {
        match lead {
            0 => Payoffs::DRAW,
            1.. => Payoffs::win(Player::FIRST),
            _ => Payoffs::win(Player::SECOND),
        }
    }

    /// What `player` gets.
    pub const fn of(&self, player: Player) -> i16 {
        self.0[player.index()]
    }

    /// The payoffs of `players` players, in seat order.
    pub fn seats(&self, players: usize) -> &[i16] {
        &self.0[..players]
    }

    /// The player who gets more than all others, if there is one.
    pub fn sole_winner(&self, players: usize) -> Option<Player> {
        let best = Player::all(players).max_by_key(|&player| self.of(player))?;
        let unique = Player::all(players).filter(|&player| self.of(player) == self.of(best));
        (unique.count() == 1).then_some(best)
    }
}

/// The end of a game: the payoffs and the rule that ended it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Outcome {
    /// What each player gets.
    pub payoffs: Payoffs,
    /// A short fixed identifier of the rule that ended the game, such as `blocked`; scripts rely on it.
    pub reason: &'static str,
}

impl Outcome {
    /// The reason of a game drawn by repetition.
    pub const REPETITION: &'static str = "draw_repetition";

    /// A win for one of two players.
    pub const fn win(winner: Player, reason: &'static str) -> Outcome {
        Outcome { payoffs: Payoffs::win(winner), reason }
    }

    /// A draw.
    pub const fn draw(reason: &'static str) -> Outcome {
        Outcome { payoffs: Payoffs::DRAW, reason }
    }
}
