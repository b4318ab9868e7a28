//! The host that checks every law.

use ninefold_core::{Host, MoveRule, Path, View};

use crate::case::Subject;
use crate::survey::Survey;
use crate::{Report, Violation};

/// How many turns before its end a game has the position from which the tree is searched.
const LATE: usize = 3;

/// Checks every law on the positions of random games and of the trees around them.
///
/// The same numbers give the same run on every machine.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Laws {
    /// How many random games are played, each from a setup of its own; every other one follows a
    /// move rule, where the game has any.
    pub games: u32,
    /// What the setups and the choices are drawn from.
    pub seed: u64,
    /// How many turns a game may take; longer ones are left unfinished.
    pub plies: u32,
    /// How many further positions are visited breadth first: half from the start, half from
    /// positions shortly before the ends of the games.
    pub tree: u32,
}

impl Default for Laws {
    fn default() -> Laws {
        Laws { games: 20, seed: 1, plies: 300, tree: 2000 }
    }
}

impl Laws {
    /// Checks every law on a game that is called `spec` in messages.
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

/// The move rules in turn, with a game without any before each.
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
