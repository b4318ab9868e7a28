//! From an evaluator's values to chances of winning.

use crate::{MAX_PLAYERS, Player, Values};

/// How an evaluator's values turn into chances at a point of the game.
///
/// ```
/// use ninefold_core::{Odds, Player, zero_sum};
///
/// let odds = Odds { scale: 200, tempo: 0, doubt: 0 };
/// // A lead of one scale: three times as likely to win as the other.
/// assert_eq!(odds.shares(2, Player::FIRST, &zero_sum(100))[..2], [0.75, 0.25]);
/// // However large the lead, some games are not won.
/// let doubted = Odds { doubt: 4, ..odds }.shares(2, Player::FIRST, &zero_sum(1_000_000));
/// assert!((doubted[0] - 0.96).abs() < 1e-9 && (doubted[1] - 0.04).abs() < 1e-9);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Odds {
    /// The lead over the others at which a player is three times as likely to win as they are.
    pub scale: i32,
    /// By how much the player on turn is judged too well.
    pub tempo: i32,
    /// In how many of a hundred games a player wins who is behind by any lead at all: what is lost for certain against
    /// perfect play is not always lost against people.
    pub doubt: u8,
}

impl Default for Odds {
    fn default() -> Odds {
        Odds { scale: 100, tempo: 0, doubt: 0 }
    }
}

impl Odds {
    /// The part of the point that one of several players may expect where a value is known for that player alone,
    /// against all others together: an even part at a value of `tempo`, and three times the odds with every scale more.
    pub fn against_all(&self, players: usize, value: i32) -> f64 {
        let scales = (f64::from(value) - f64::from(self.tempo)) / f64::from(self.scale);
        let others = (players - 1) as f64;
        self.doubted(players, 1.0 / (1.0 + others * 3_f64.powf(-scales)))
    }

    /// Each player's expected part of the one point of a game for so many players, with `mover` on turn.
    pub fn shares(&self, players: usize, mover: Player, values: &Values) -> [f64; MAX_PLAYERS] {
        let scales = |player: Player| {
            let tempo = if player == mover { self.tempo } else { 0 };
            (f64::from(values[player.index()]) - f64::from(tempo)) / f64::from(self.scale)
        };
        let most = Player::all(players).map(scales).fold(f64::NEG_INFINITY, f64::max);
        let mut shares = [0.0; MAX_PLAYERS];
        for player in Player::all(players) {
            shares[player.index()] = 3_f64.powf(scales(player) - most);
        }
        let sum: f64 = shares.iter().sum();
        for player in Player::all(players) {
            let share = &mut shares[player.index()];
            *share = self.doubted(players, *share / sum);
        }
        shares
    }

    /// A share with what doubt leaves to every player.
    fn doubted(&self, players: usize, share: f64) -> f64 {
        let doubt = f64::from(self.doubt) / 100.0;
        doubt + (1.0 - players as f64 * doubt) * share
    }
}
