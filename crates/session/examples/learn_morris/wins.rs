//! Won positions and how long they last, for the guess of a distance.

use std::error::Error;
use std::path::Path as FilePath;

use ninefold_core::{Player, Random, Rules};
use ninefold_games::morris::{Morris, State};
use ninefold_solve::morris::{TableError, Tables, Value, random_position};

use crate::example::Example;

/// Random positions that are tried for one pair of numbers of men, and those after which there must be some examples.
const TRIES: u32 = 3_000_000;
const ENOUGH_TRIES: u32 = 100_000;
/// Fewer examples than this are not worth weights.
const FEWEST: usize = 2_000;
/// How long a walk from a random position goes on, in turns of the winner.
const TURNS: u32 = 6;
/// Memory for unpacked tables.
const MEMORY: u64 = 6 << 30;

/// So many examples of each pair of numbers of men that has wins, from tables with distances.
///
/// They come from short walks that begin at random: the loser delays, the winner plays any winning move, and all
/// his winning moves are examples. So the weights learn to tell moves of one position from each other. The walks of
/// one beginning count as one game.
pub(crate) fn examples(
    data: &FilePath,
    wanted: u32,
    seed: u64,
) -> Result<Vec<Example>, Box<dyn Error>> {
    let tables = Tables::open(data)?.ok_or("no tables there")?;
    tables.unpack(MEMORY, 1)?;
    let (mut all, mut walk) = (Vec::new(), 0);
    for winner in 3..=tables.men() {
        for loser in 3..=tables.men() {
            let mut random = Random::stream(seed, u64::from(10 * winner + loser));
            let found = of_pair(&tables, [winner, loser], wanted as usize, &mut random, &mut walk)?;
            if found.len() >= FEWEST {
                println!("{winner} against {loser}: {} examples", found.len());
                all.extend(found);
            }
        }
    }
    Ok(all)
}

fn of_pair(
    tables: &Tables,
    men: [u32; 2],
    wanted: usize,
    random: &mut Random,
    walk: &mut u32,
) -> Result<Vec<Example>, TableError> {
    let game = Morris::default();
    let mut examples = Vec::new();
    for tried in 0..TRIES {
        if examples.len() >= wanted || tried > ENOUGH_TRIES && examples.len() < FEWEST / 4 {
            break;
        }
        let mut state = random_position(random, men, 18, Player::SECOND);
        if tables.value(&state)? != Some(Value::Loss) {
            continue;
        }
        *walk += 1;
        for _ in 0..TURNS {
            let replies = tables.moves(&state)?.unwrap_or_default();
            let quiet = replies.iter().filter(|(reply, _)| reply.taken().is_none());
            let Some((reply, _)) = quiet.max_by_key(|(_, verdict)| verdict.plies) else { break };
            game.play(&mut state, *reply);
            let mut next: Vec<(u32, State)> = Vec::new();
            for (mv, verdict) in tables.moves(&state)?.unwrap_or_default() {
                if let (Value::Win, None, Some(plies)) = (verdict.value, mv.taken(), verdict.plies)
                {
                    let mut after = state;
                    game.play(&mut after, mv);
                    next.push((plies - 1, after));
                    examples.push(Example::of_distance(&after, plies - 1, *walk));
                }
            }
            let Some(&(_, shortest)) = next.iter().min_by_key(|(plies, _)| *plies) else { break };
            state = if random.below(3) == 0 { shortest } else { next[random.below(next.len())].1 };
        }
    }
    Ok(examples)
}
