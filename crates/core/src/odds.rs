//! From an evaluator's values to chances of winning.

use crate::{MAX_PLAYERS, Player, Values};

/// How an evaluator's values turn into chances at a point of the game.
///
/// ```
/// use ninefold_core::{Odds, Player, zero_sum};
///
/// let odds = Odds { scale: 200, ..Odds::default() };
/// // Where one's gain is the other's loss, a value of 100 is a lead of 200: one scale, three times as likely to win as
/// // the other.
/// assert_eq!(Odds::lead(Player::FIRST, &zero_sum(100)), 200);
/// assert_eq!(odds.shares(2, Player::FIRST, &zero_sum(100))[..2], [0.75, 0.25]);
/// assert_eq!(odds.against_all(2, 200), 0.75);
/// // However large the lead, some games are not won.
/// let doubted = Odds { doubt: 4, ..odds }.shares(2, Player::FIRST, &zero_sum(1_000_000));
/// assert!((doubted[0] - 0.96).abs() < 1e-9 && (doubted[1] - 0.04).abs() < 1e-9);
/// // A search that ends on a player's own move flatters them, one that ends on the answer does not.
/// let flattering = Odds { last_move: 60, ..odds };
/// assert_eq!(flattering.found_at(3).against_all(2, 260), 0.75);
/// assert_eq!(flattering.found_at(4).against_all(2, 140), 0.75);
/// // What only a deeper search sees, others may not see.
/// let growing = Odds { growth: 10, ..odds };
/// assert_eq!(growing.found_at(5).against_all(2, 200), 0.75);
/// assert_eq!(growing.found_at(10).against_all(2, 300), 0.75);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Odds {
    /// The lead over the others at which a player is three times as likely to win as they are: it divides a
    /// [`lead`](Odds::lead), never a value.
    pub scale: i32,
    /// By how much the lead of the player on turn is judged too well.
    pub tempo: i32,
    /// By how much a search overrates the lead of the player who makes the last move it looks at, because it does not see the
    /// answer: this is what sets the results of odd and even depths apart.
    pub last_move: i32,
    /// By how many hundredths of itself the scale is larger with every turn that a search looks further than five, and smaller
    /// with every turn less: what only a deep search sees is worth less to players who see less far.
    pub growth: u8,
    /// In how many of a hundred games a player wins who is behind by any lead at all: what is lost for certain against
    /// perfect play is not always lost against people.
    pub doubt: u8,
}

/// The depth at which a scale is what it says, and the one beyond which it grows no more.
const USUAL_DEPTH: i32 = 5;
const FURTHEST: u32 = 20;

impl Default for Odds {
    fn default() -> Odds {
        Odds { scale: 100, tempo: 0, last_move: 0, growth: 0, doubt: 0 }
    }
}

impl Odds {
    /// What one of two players is ahead by.
    pub fn lead(player: Player, values: &Values) -> i32 {
        values[player.index()].saturating_sub(values[player.other().index()])
    }

    /// The odds of values that a search found so many turns ahead, in a game for two: the last move is that of the
    /// player on turn where their number is odd.
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

    /// What a lead that was found at one depth would be at another, as far as the last move makes the difference; what is
    /// seen beyond it nobody can tell.
    pub fn moved(&self, lead: i32, depth: u32, to: u32) -> i32 {
        let [found, wanted] = [depth, to].map(|depth| self.found_at(depth).tempo);
        lead.saturating_sub(found).saturating_add(wanted)
    }

    /// The part of the point that the player on turn may expect with a lead over all others together: an even part at
    /// a lead of `tempo`, and three times the odds with every scale more. Searches among several tell the lead itself;
    /// for two it is [`lead`](Odds::lead), and the answer is that of [`shares`](Odds::shares).
    pub fn against_all(&self, players: usize, lead: i32) -> f64 {
        let scales = (f64::from(lead) - f64::from(self.tempo)) / f64::from(self.scale);
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::zero_sum;

    /// Both ways to a share divide the same thing by the scale.
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
        // Three to one by hand, at a lead of one scale and the tempo.
        let odds = Odds { doubt: 0, ..odds };
        assert!((odds.shares(2, Player::FIRST, &zero_sum(365))[0] - 0.75).abs() < 1e-12);
    }

    /// What is moved to another depth is told alike there.
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
        // By hand: the last move of three is one's own, that of four is not.
        assert_eq!(odds.moved(500, 3, 4), 500 - 2 * 90);
    }
}
