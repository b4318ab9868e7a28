//! Conversion of evaluator values to winning chances.

use crate::{MAX_PLAYERS, Player, Values};

/// How an evaluator's values convert to winning chances at a point of the game.
///
/// ```
/// use ninefold_core::{Odds, Player, zero_sum};
///
/// let odds = Odds { scale: 200, ..Odds::default() };
/// // In a zero-sum game a value of 100 is a lead of 200. At one scale a player is three times as likely to win.
/// assert_eq!(Odds::lead(Player::FIRST, &zero_sum(100)), 200);
/// assert_eq!(odds.shares(2, Player::FIRST, &zero_sum(100))[..2], [0.75, 0.25]);
/// assert_eq!(odds.against_all(2, 200), 0.75);
/// // However large the lead, some games are not won.
/// let doubted = Odds { doubt: 4, ..odds }.shares(2, Player::FIRST, &zero_sum(1_000_000));
/// assert!((doubted[0] - 0.96).abs() < 1e-9 && (doubted[1] - 0.04).abs() < 1e-9);
/// // A search that ends on the player's own move overrates them; one that ends on the reply does not.
/// let flattering = Odds { last_move: 60, ..odds };
/// assert_eq!(flattering.found_at(3).against_all(2, 260), 0.75);
/// assert_eq!(flattering.found_at(4).against_all(2, 140), 0.75);
/// // Other players may not see what only a deeper search sees.
/// let growing = Odds { growth: 10, ..odds };
/// assert_eq!(growing.found_at(5).against_all(2, 200), 0.75);
/// assert_eq!(growing.found_at(10).against_all(2, 300), 0.75);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Odds {
    /// The lead at which a player is three times as likely to win as the others. It divides a [`lead`](Odds::lead),
    /// never a value.
    pub scale: i32,
    /// How much the evaluator overrates the player to move.
    pub tempo: i32,
    /// How much a search overrates the lead of the player who makes the last move in it, because it does not see
    /// the reply. This is the difference between the results of odd and even depths.
    pub last_move: i32,
    /// By how many per cent the scale grows for every turn of search depth beyond five, and shrinks for every turn
    /// less: what only a deep search sees is worth less to players who see less far.
    pub growth: u8,
    /// The percentage of games that a player wins from any lost position: a certain loss under perfect play is not
    /// always lost against people.
    pub doubt: u8,
}

/// The depth at which the scale applies unchanged, and the depth beyond which it no longer grows.
const USUAL_DEPTH: i32 = 5;
const FURTHEST: u32 = 20;

impl Default for Odds {
    fn default() -> Odds {
        Odds { scale: 100, tempo: 0, last_move: 0, growth: 0, doubt: 0 }
    }
}

impl Odds {
    /// The lead of one of two players.
    pub fn lead(player: Player, values: &Values) -> i32 {
        values[player.index()].saturating_sub(values[player.other().index()])
    }

    /// The odds for values found by a search of this depth in a two-player game. At odd depths the last move is
    /// that of the player to move.
    pub fn found_at(self, depth: u32) -> Odds {
        let own = if depth % 2 == 1 { self.last_move } else { -self.last_move };
        let further = depth.clamp(1, FURTHEST) as i32 - USUAL_DEPTH;
        let scale = i64::from(self.scale) * i64::from(100 + further * i32::from(self.growth)) / 100;
        Odds {
            scale: scale.clamp(1, i32::MAX.into()) as i32,
            tempo: self.tempo.saturating_add(own),
            last_move: 0,
            growth: 0,
            ..self
        }
    }

    /// Converts a lead found at one depth to another depth, as far as the last move causes the difference. What
    /// deeper search would reveal is unknown.
    pub fn moved(&self, lead: i32, depth: u32, to: u32) -> i32 {
        let [found, wanted] = [depth, to].map(|depth| self.found_at(depth).tempo);
        lead.saturating_sub(found).saturating_add(wanted)
    }

    /// The expected share of the point for the player to move with a given lead over all others: an even share at a
    /// lead of `tempo`, and three times the odds for every further scale. Multi-player searches report the lead
    /// directly; with two players it is [`lead`](Odds::lead), and the result equals that of
    /// [`shares`](Odds::shares).
    pub fn against_all(&self, players: usize, lead: i32) -> f64 {
        let scales = (f64::from(lead) - f64::from(self.tempo)) / f64::from(self.scale);
        let others = (players - 1) as f64;
        self.doubted(players, 1.0 / (1.0 + others * 3_f64.powf(-scales)))
    }

    /// Each player's expected share of the one point of a game for `players` players, with `mover` to move.
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

    /// A share after adding the doubt that every player keeps.
    fn doubted(&self, players: usize, share: f64) -> f64 {
        let doubt = f64::from(self.doubt) / 100.0;
        doubt + (1.0 - players as f64 * doubt) * share
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zero_sum;

    /// Both computations of a share divide the same lead by the scale.
    #[test]
    fn shares_of_two_are_those_of_their_lead() {
        let odds = Odds { scale: 700, tempo: 30, doubt: 3, ..Odds::default() };
        for values in [zero_sum(-2000), zero_sum(0), zero_sum(15), zero_sum(350), [90, 40, 0, 0]] {
            for mover in Player::all(2) {
                let share = odds.shares(2, mover, &values)[mover.index()];
                let of_lead = odds.against_all(2, Odds::lead(mover, &values));
                assert!((share - of_lead).abs() < 1e-12, "{values:?}: {share} and {of_lead}");
            }
        }
        // Three to one, computed by hand, at a lead of one scale plus the tempo.
        let odds = Odds { doubt: 0, ..odds };
        assert!((odds.shares(2, Player::FIRST, &zero_sum(365))[0] - 0.75).abs() < 1e-12);
    }

    /// A lead moved to another depth gives the same share there.
    #[test]
    fn a_lead_moved_to_another_depth_has_the_same_share() {
        let odds = Odds { scale: 700, tempo: 30, last_move: 90, doubt: 3, ..Odds::default() };
        for (depth, to) in [(3, 4), (4, 3), (2, 6), (5, 5)] {
            for lead in [-900, 0, 77] {
                let moved = odds.moved(lead, depth, to);
                let share = odds.found_at(depth).against_all(2, lead);
                assert_eq!(odds.found_at(to).against_all(2, moved), share, "{depth} {to} {lead}");
            }
        }
        // By hand: the last of three moves is the player's own, the last of four is not.
        assert_eq!(odds.moved(500, 3, 4), 500 - 2 * 90);
    }
}
