//! The result of a game for each player, as shares of one win.

use ninefold_core::{Evaluator, Game, MAX_PLAYERS, Path, Payoffs, Player, Values};

/// The share of the win of each player; the sum is 1.
pub(super) type Shares = [f32; MAX_PLAYERS];

/// The players who share a finished game evenly, one bit each. No bits mean that it is not finished.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Winners(u8);

impl Winners {
    /// Not finished.
    pub(super) const UNKNOWN: Winners = Winners(0);

    /// The players with the largest payoff.
    pub(super) fn of(payoffs: &Payoffs, players: usize) -> Winners {
        let most = payoffs.seats(players).iter().copied().max().unwrap_or_default();
        let best = Player::all(players).filter(|&player| payoffs.of(player) == most);
        Winners(best.fold(0, |all, player| all | 1 << player.index()))
    }

    pub(super) fn is_known(self) -> bool {
        self != Winners::UNKNOWN
    }

    /// The share of one player.
    pub(super) fn share(self, player: Player) -> f32 {
        let one = self.0 & (1 << player.index()) != 0;
        if one { 1.0 / self.0.count_ones() as f32 } else { 0.0 }
    }

    /// The shares of all players.
    pub(super) fn shares(self) -> Shares {
        std::array::from_fn(|index| self.share(Player::new(index)))
    }
}

/// Converts an evaluator's values to shares.
///
/// Evaluators have different scales, so a lead is measured against the mean of all leads seen so far: a lead equal
/// to the mean is halfway between even and won.
#[derive(Default)]
pub(super) struct Judge {
    sum: f64,
    seen: f64,
}

impl Judge {
    /// The shares of the current position.
    pub(super) fn shares<G: Game, E: Evaluator<G> + ?Sized>(
        &mut self,
        path: &Path<G>,
        evaluator: &E,
    ) -> Shares {
        let players = path.game().players();
        let values = evaluator.values(path.game(), path.state(), path.context());
        let leads = leads(&values, players);
        let most = leads[..players].iter().fold(0.0, |most: f64, lead| most.max(lead.abs()));
        (self.sum, self.seen) = (self.sum + most, self.seen + 1.0);
        let usual = (self.sum / self.seen).max(f64::MIN_POSITIVE);
        let mut shares = leads.map(|lead| 0.5 + 0.5 * lead / (lead.abs() + usual));
        shares[players..].fill(0.0);
        let all: f64 = shares.iter().sum();
        shares.map(|share| (share / all) as f32)
    }
}

/// Each player's lead over the mean of the others.
fn leads(values: &Values, players: usize) -> [f64; MAX_PLAYERS] {
    let all: f64 = values[..players].iter().copied().map(f64::from).sum();
    let others = players as f64 - 1.0;
    values.map(|value| f64::from(value) - (all - f64::from(value)) / others)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winners_share_evenly() {
        let won = Winners::of(&Payoffs::win(Player::SECOND), 2);
        assert_eq!(won.shares(), [0.0, 1.0, 0.0, 0.0]);
        assert_eq!(Winners::of(&Payoffs::DRAW, 2).shares(), [0.5, 0.5, 0.0, 0.0]);
        let last = Winners::of(&Payoffs::winner_takes_all(Player::new(3)), 4);
        assert_eq!(last.shares(), [0.0, 0.0, 0.0, 1.0]);
        assert!(!Winners::UNKNOWN.is_known());
    }

    #[test]
    fn leads_are_against_the_mean_of_the_others() {
        assert_eq!(leads(&[30, -30, 0, 0], 2)[..2], [60.0, -60.0]);
        assert_eq!(leads(&[9, 3, 0, 0], 3)[..3], [7.5, -1.5, -6.0]);
    }
}
