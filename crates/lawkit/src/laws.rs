//! The host that checks every law.

use ninefold_core::{Host, MoveRule, Path, View};

use crate::case::Subject;
use crate::survey::Survey;
use crate::{Report, Violation};

/// The tree search starts this many turns before the end of a game.
const LATE: usize = 3;

/// Checks every law on positions of random games and of the trees around them.
///
/// The same settings give the same run on every machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Laws {
    /// The number of random games, each with its own setup; every second one follows a move rule, if the game has
    /// any.
    pub games: u32,
    /// The seed of the setups and choices.
    pub seed: u64,
    /// The maximum length of a game in turns; longer games are left unfinished.
    pub plies: u32,
    /// The number of further positions visited breadth first: half from the start, half from positions shortly
    /// before the ends of the games.
    pub tree: u32,
}

impl Default for Laws {
    fn default() -> Laws {
        Laws { games: 20, seed: 1, plies: 300, tree: 2000 }
    }
}

impl Laws {
    /// Checks every law on a game; `spec` is its name in messages.
    pub fn check<G: View>(&self, game: &G, spec: &str) -> Result<Report, Violation> {
        let start = game.start(self.seed);
        let subject = Subject::new(game, spec, &start);
        let mut survey = Survey::new(&subject);
        survey.rules(&start)?;
        let half = u64::from(self.tree / 2);
        survey.tree(start, half)?;
        for index in 0..self.games {
            let seed = self.seed.wrapping_add(u64::from(index));
            let path = survey.game(seed, move_rule(&subject, index), self.plies)?;
            survey.tree(late(path), half / u64::from(self.games))?;
        }
        survey.symmetries(&start)?;
        Ok(survey.report())
    }
}

impl Host for Laws {
    type Output = Result<Report, Violation>;

    fn receive<G: View>(self, game: G, spec: String) -> Self::Output {
        self.check(&game, &spec)
    }
}

/// The move rules in turn, alternating with games without one.
fn move_rule<G: View>(subject: &Subject<G>, index: u32) -> Option<MoveRule<G>> {
    let mut move_rules = subject.move_rules.iter().cycle().skip(index as usize / 2);
    if index % 2 == 1 { move_rules.next().cloned() } else { None }
}

fn late<G: View>(mut path: Path<G>) -> G::State {
    for _ in 0..LATE {
        path.undo();
    }
    *path.state()
}
