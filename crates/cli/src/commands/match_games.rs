//! `match`: computers against each other, with what the games say about them.

use std::path::Path;

use anyhow::Result;
use ninefold_arena::{Discard, GameResult, SetResult};
use ninefold_session::{GameKind, MatchPlan, PlayerSpec, elo, match_stages, rows};
use serde_json::{Value, json};

use super::print_json;
use super::progress::{self, Watched};
use super::run_on::{Identity, RunOn};
use crate::args::arena::MatchArgs;
use crate::{Answer, Console, ending_table};

/// Plays the match and prints its standings. Ctrl-C ends it after the moves in progress.
pub(super) fn run(
    kind: &dyn GameKind,
    args: &MatchArgs,
    run_on: &RunOn,
    data: Option<&Path>,
    json: bool,
    console: &mut Console<'_>,
) -> Result<Answer> {
    let specs: Vec<PlayerSpec> = args
        .players
        .iter()
        .map(|spec| PlayerSpec::parse_with(spec, run_on.programs()))
        .collect::<Result<_, _>>()?;
    ending_table::for_players(kind, &specs, data, console)?;
    let plan = MatchPlan {
        seed: args.seed,
        sets: args.games.div_ceil(kind.players()),
        opening: args.opening,
        plies: args.plies,
    };
    let wanted = plan.games(kind.players());
    let arena = kind.arena(data.map(Path::to_owned), run_on.programs());
    let stages = match_stages(&*arena, &args.players, &plan)?;
    let name = format!("match of {} between {}", arena.spec(), args.players.join(", "));
    let identity = Identity::unique(&name);
    let handle = run_on.start(&identity, arena, stages, Box::new(Discard))?;
    let Watched { results, end, trouble, .. } =
        progress::watch(handle, &|_| Vec::new(), run_on, console)?;
    if end.is_none() {
        run_on.forget(&identity);
    }
    if json {
        print_json(console, &as_json(&results, &specs))?;
    } else {
        print(&results, &specs, console)?;
    }
    let done = games(&results).count();
    if done < wanted {
        let why = trouble.as_ref().map_or(String::new(), |why| format!(": {why}"));
        writeln!(console.err, "ninefold: stopped after {done} of {wanted} games{why}")?;
    }
    Ok(match trouble {
        Some(_) => Answer::No,
        None if done < wanted => Answer::Stopped,
        None => Answer::Yes,
    })
}

fn games(results: &[SetResult]) -> impl Iterator<Item = &GameResult> {
    results.iter().flat_map(|result| &result.games)
}

/// The promised form: the first player relative to the second in Elo, nothing for more.
fn as_json(results: &[SetResult], specs: &[PlayerSpec]) -> Value {
    let rows = rows(results, specs.len(), specs.len());
    let share = rows[0].share;
    let bounds = match specs.len() {
        2 => [share.value, share.low, share.high].map(elo),
        _ => [None; 3],
    };
    json!({
        "players": specs.iter().map(PlayerSpec::to_string).collect::<Vec<_>>(),
        "games": games(results).count(),
        "points": rows.iter().map(|row| row.points).collect::<Vec<_>>(),
        "wins": rows.iter().map(|row| row.total.wins).collect::<Vec<_>>(),
        "draws": rows[0].total.draws,
        "losses": rows.iter().map(|row| row.total.losses).collect::<Vec<_>>(),
        "elo": bounds[0],
        "interval": [bounds[1], bounds[2]],
        "shares": rows.iter().map(|row| json!([row.share.value, row.share.low, row.share.high])).collect::<Vec<_>>(),
    })
}

fn print(results: &[SetResult], specs: &[PlayerSpec], console: &mut Console<'_>) -> Result<()> {
    let count = games(results).count();
    let plies: usize = games(results).map(|game| game.moves.len()).sum();
    let average = plies as f64 / count.max(1) as f64;
    writeln!(console.out, "{count} games of {average:.1} moves")?;
    let width = specs.iter().map(|spec| spec.to_string().len()).max().unwrap_or_default();
    for (spec, row) in specs.iter().zip(rows(results, specs.len(), specs.len())) {
        let share = row.share;
        writeln!(
            console.out,
            "{:<width$}  {:5.1} % [{:.1}, {:.1}]  {} won, {} drawn, {} lost",
            spec.to_string(),
            100.0 * share.value,
            100.0 * share.low,
            100.0 * share.high,
            row.total.wins,
            row.total.draws,
            row.total.losses,
        )?;
    }
    Ok(())
}
