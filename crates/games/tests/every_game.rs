//! The laws of games and the known leaf counts, for every form that a game wants tried: one test each, so that one that
//! fails hides no other and any can be run alone, as in `cargo test -p ninefold-games --test every_game -- laws/mnk`.

use libtest_mimic::{Arguments, Failed, Trial as Test};
use ninefold_core::{FamilyInfo, Host, Trial, View};
use ninefold_games::{families, registry};
use ninefold_lawkit::{Law, Laws, PerftLine, known_perft};

fn main() {
    let tests = families().flat_map(tests_of).collect();
    libtest_mimic::run(&Arguments::from_args(), tests).exit();
}

fn tests_of(family: &'static FamilyInfo) -> Vec<Test> {
    let laws = family
        .trials
        .iter()
        .map(|trial| Test::test(format!("laws/{}", trial.spec), move || obeys_the_laws(trial)));
    let lines = known_perft(family.perft).unwrap_or_else(|error| panic!("{error}"));
    let described = Test::test(format!("described/{}", family.id), {
        let lines = lines.len();
        move || is_described(family, lines)
    });
    let perft = lines.into_iter().map(|line| {
        let position = line.position.as_deref().unwrap_or("start");
        let name = format!("perft/{} {position}", line.spec);
        Test::test(name, move || has_as_many_leaves(family, &line))
    });
    laws.chain([described]).chain(perft).collect()
}

/// Whether a game has moves to put in order and rules that narrow a choice.
struct Features;

impl Host for Features {
    type Output = [bool; 2];

    fn receive<G: View>(self, game: G, _spec: String) -> [bool; 2] {
        let mut moves = Vec::new();
        game.moves(&game.start(0), &mut moves);
        [moves.len() > 1, !game.knowledge().move_rules.is_empty()]
    }
}

/// Boards of which the laws see so few positions are large: two games are enough.
const FEW: u32 = 20;

fn obeys_the_laws(trial: &Trial) -> Result<(), Failed> {
    let Trial { spec, positions, images, .. } = *trial;
    let games = if positions <= FEW { 2 } else { 12 };
    let laws = Laws { games, tree: positions, ..Laws::default() };
    let report = registry().open(spec, laws)?.map_err(|violation| violation.to_string())?;
    let [orders, narrows] = registry().open(spec, Features)?;
    let excused = |law: &Law| match law {
        Law::Perft => true,
        Law::MoveRules => !narrows,
        Law::Order => !orders,
        _ => false,
    };
    if report.orbit != images {
        return Err(
            format!("{spec} has {} images and says {images}: {report}", report.orbit).into()
        );
    }
    match report.unchecked().into_iter().find(|law| !excused(law)) {
        Some(law) => Err(format!("{spec} left {law:?} unchecked").into()),
        None => Ok(()),
    }
}

/// The least a game says of itself.
fn is_described(family: &FamilyInfo, lines: usize) -> Result<(), Failed> {
    let needs = [
        (lines > 3, "more than three lines of known counts in perft.txt"),
        (family.trials.iter().any(|trial| trial.searched), "a trial that is searched"),
        (family.rules.lines().count() > 20, "a rules page"),
        (!family.blurb.is_empty(), "a blurb"),
    ];
    match needs.into_iter().find(|(has, _)| !has) {
        Some((_, what)) => Err(format!("{} needs {what}", family.id).into()),
        None => Ok(()),
    }
}

fn has_as_many_leaves(family: &FamilyInfo, line: &PerftLine) -> Result<(), Failed> {
    let owner = registry::<Features>().family(&line.spec)?;
    if owner.id != family.id {
        return Err(format!("{} is a game of {}", line.spec, owner.id).into());
    }
    let report =
        registry().open(&line.spec, line.host())?.map_err(|violation| violation.to_string())?;
    let wanted = 2 * line.counts.len() as u64;
    let checks = report.checks(Law::Perft);
    if checks == wanted {
        Ok(())
    } else {
        Err(format!("{checks} counts checked, wanted {wanted}").into())
    }
}
