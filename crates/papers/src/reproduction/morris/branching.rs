//! The number of nodes of both searches, compared with theory.

use anyhow::Result;
use ninefold_session::{PlayerSpec, Setup};
use serde_json::json;

use super::lines::{AB, MM};
use crate::reproduction::chapter::{Chapter, Verdict};
use crate::reproduction::lab::Lab;
use crate::reproduction::open;

/// The plies of a random game at which both searches are run.
const PLIES: [usize; 5] = [0, 8, 16, 24, 32];

/// Nodes of both searches from the same positions, and the branching factor they imply.
pub(super) fn table(lab: &Lab<'_>, chapter: &mut Chapter) -> Result<()> {
    let games = lab.pick(2, 10);
    let deepest = lab.pick(3, 4) as u32;
    chapter.say(format!("\n**Effective branching.** Positions visited by both searches with `fav1` in the same positions of {games} random games, after 0, 8, 16, 24 and 32 moves, as a geometric mean; *b* is its root by depth. Theory: b^d positions of depth d for minimax, and b^⌈d/2⌉ + b^⌊d/2⌋ − 1 of them at best for alpha-beta (Knuth and Moore 1975), which is a *b* of about its square root at best, and b^(3d/4) for random order."));
    chapter.head(&[
        "depth",
        "minimax nodes",
        "*b*",
        "alpha-beta nodes",
        "*b*",
        "best case by theory",
        "b^(3d/4)",
        "alpha-beta / minimax",
    ]);
    let mut between = true;
    for depth in 1..=deepest {
        let (cells, possible) = row(lab, depth, games)?;
        between &= possible;
        chapter.row(&cells);
    }
    chapter.claim(
        "(theory) alpha-beta visits between the best case and minimax's positions",
        if between { "it does at every depth" } else { "not at every depth" },
        Verdict::of(between),
    );
    Ok(())
}

/// The row of a depth, and whether alpha-beta is between the best case and minimax.
pub(in crate::reproduction) fn row(
    lab: &Lab<'_>,
    depth: u32,
    games: usize,
) -> Result<(Vec<String>, bool)> {
    let about = json!({ "branching": depth, "plies": PLIES });
    let catalogue = lab.games;
    let one = |at: usize| -> Result<Option<Vec<[f64; 2]>>> {
        let random = PlayerSpec::parse(&format!("random:seed={at}"))?;
        let search =
            |algorithm: &str| PlayerSpec::parse(&format!("{algorithm}:depth={depth},eval=fav1"));
        let (plain, pruned) = (search(MM)?, search(AB)?);
        let mut session = open(catalogue, ("morris".to_owned(), Setup::default()))?;
        let mut found = Vec::new();
        for ply in 0..=PLIES[PLIES.len() - 1] {
            if PLIES.contains(&ply) {
                let [plain, pruned] = [&plain, &pruned].map(|player| session.advise(player));
                found.push([plain?.nodes as f64, pruned?.nodes as f64]);
            }
            let Some(best) = session.advise(&random)?.best else { break };
            session.play(&best)?;
        }
        Ok(Some(found))
    };
    let title = format!("branching at depth {depth}");
    let measured = lab.measure(&title, about, games, lab.threads, &one)?;
    let found: Vec<[f64; 2]> = measured.found.into_iter().flatten().collect();
    let mean = |kind: usize| {
        let logarithms = found.iter().map(|nodes| nodes[kind].max(1.0).ln());
        (logarithms.sum::<f64>() / found.len() as f64).exp()
    };
    let [plain, pruned] = [mean(0), mean(1)];
    let root = |nodes: f64| nodes.powf(1.0 / f64::from(depth));
    let b = root(plain);
    let best = b.powi(depth.div_ceil(2) as i32) + b.powi(depth as i32 / 2) - 1.0;
    let cells = vec![
        depth.to_string(),
        format!("{plain:.0}"),
        format!("{b:.1}"),
        format!("{pruned:.0}"),
        format!("{:.1}", root(pruned)),
        format!("{best:.0}"),
        format!("{:.0}", b.powf(0.75 * f64::from(depth))),
        format!("{:.3}", pruned / plain),
    ];
    Ok((cells, depth == 1 || (best..plain).contains(&pruned)))
}
