//! Compares predicted chances with actual results.

use ninefold_core::{Host, Path, Random, View};
use ninefold_search::StopFlag;
use serde::Serialize;

use super::MeasureError;
use super::fit::{self, Fitted};
use super::played::{self, Seats};
use crate::best::GameContext;
use crate::judgement::{Effort, Judge};
use crate::win_share;

/// The settings of a measurement.
#[derive(Clone, Debug)]
pub struct CalibrationRequest {
    /// The game's specification.
    pub game: String,
    /// The number of games to play.
    pub games: u64,
    /// The total number of positions to sample.
    pub positions: u64,
    /// The lowest and the highest level of the players.
    pub levels: (i64, i64),
    /// The nodes of a search, for a game with as many moves as morris has at its start.
    pub nodes: u64,
    /// The random seed.
    pub seed: u64,
    /// Lets another thread stop it.
    pub stop: StopFlag,
}

/// A position, its predicted and its actual result, for the player to move.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Sample {
    /// The number of the game.
    pub game: u64,
    /// The turns played before it.
    pub ply: usize,
    /// The position as text.
    pub position: String,
    /// The value found by the search.
    pub value: i32,
    /// The player's lead, which a scale of odds divides.
    pub lead: i32,
    /// The number of players.
    pub players: usize,
    /// The search depth.
    pub depth: u32,
    /// The predicted share of the point.
    pub foretold: f64,
    /// The share of the point the player got.
    pub happened: f64,
}

/// Samples with similar predictions.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Bin {
    /// The number of samples.
    pub count: usize,
    /// The mean prediction.
    pub foretold: f64,
    /// The mean result, with its 95 % interval; games, not positions, count as trials.
    pub happened: f64,
    /// The lower end.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// The comparison of chances and results.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Calibration {
    /// The game's specification.
    pub game: String,
    /// The number of games played.
    pub games: u64,
    /// The number of positions that count: undecided, in games that continued.
    pub positions: usize,
    /// Ten bins of chances.
    pub bins: Vec<Bin>,
    /// The mean distance between prediction and result over the bins, weighted by their counts.
    pub error: f64,
    /// The mean logarithmic loss of the predictions.
    pub log_loss: f64,
    /// The loss of the best single logistic curve of the same values, fitted to these results.
    pub single_log_loss: f64,
    /// The best odds, constant for the whole game, fitted to these results.
    pub fitted: Fitted,
    /// Every sample.
    #[serde(skip)]
    pub samples: Vec<Sample>,
}

/// The number of bins.
const BINS: usize = 10;

/// Plays games between levels, judges sampled positions by search alone, and compares predictions
/// with results. Reports progress after every game.
pub fn calibrate(
    request: &CalibrationRequest,
    watch: &mut dyn FnMut(u64),
) -> Result<Calibration, MeasureError> {
    let mut samples = Vec::new();
    let mut games = 0;
    for number in 0..request.games {
        if request.stop.is_raised() {
            break;
        }
        let registry = ninefold_games::registry::<OneGame<'_>>();
        let found = registry.open(&request.game, OneGame { request, number })?;
        samples.extend(found);
        games += 1;
        watch(games);
    }
    Ok(summary(request.game.clone(), games, samples))
}

/// One game of the measurement.
struct OneGame<'a> {
    request: &'a CalibrationRequest,
    number: u64,
}

impl Host for OneGame<'_> {
    type Output = Vec<Sample>;

    fn receive<G: View>(self, game: G, spec: String) -> Vec<Sample> {
        let OneGame { request, number } = self;
        let context = GameContext::new(&spec, None);
        let seats = Seats::Levels(request.levels.0, request.levels.1);
        let played = played::game(&game, context, &seats, request.seed, number, &request.stop);
        let Some(played) = played else { return Vec::new() };
        let Some(outcome) = played.outcome() else { return Vec::new() };
        let parts = win_share::final_parts(outcome.payoffs.seats(game.players()));
        let effort = Effort {
            nodes: Some(crate::level::scaled_nodes(&game, request.nodes)),
            stop: request.stop.clone(),
            ..Effort::default()
        };
        let mut judge = Judge::new(&game, context, &effort);
        let wanted = request.positions.div_ceil(request.games.max(1)) as usize;
        let mut random = Random::stream(request.seed, number);
        let plies = chosen(played.played().len(), wanted, &mut random);
        let mut path = Path::new(game.clone(), *played.origin());
        let mut samples = Vec::new();
        for (ply, &mv) in played.played().iter().enumerate() {
            if plies.contains(&ply)
                && let Some(estimate) = judge.estimate(&path)
            {
                let mover = game.to_move(path.state()).index();
                samples.push(Sample {
                    game: number,
                    ply,
                    position: game.position_text(path.state()),
                    value: estimate.value,
                    lead: estimate.lead,
                    players: game.players(),
                    depth: estimate.depth,
                    foretold: estimate.shares[mover],
                    happened: f64::from(parts[mover]),
                });
            }
            path.play(mv);
        }
        samples
    }
}

/// This many plies of a game, each at most once, in order.
fn chosen(plies: usize, wanted: usize, random: &mut Random) -> Vec<usize> {
    let mut all: Vec<usize> = (0..plies).collect();
    let wanted = wanted.min(plies);
    for index in 0..wanted {
        let other = index + random.below(plies - index);
        all.swap(index, other);
    }
    all.truncate(wanted);
    all.sort_unstable();
    all
}

fn summary(game: String, games: u64, samples: Vec<Sample>) -> Calibration {
    let mut bins: Vec<Vec<&Sample>> = vec![Vec::new(); BINS];
    for sample in &samples {
        let bin = ((sample.foretold * BINS as f64) as usize).min(BINS - 1);
        bins[bin].push(sample);
    }
    let bins: Vec<Bin> = bins.iter().filter(|bin| !bin.is_empty()).map(|bin| binned(bin)).collect();
    let all = samples.len().max(1) as f64;
    let error =
        bins.iter().map(|bin| (bin.foretold - bin.happened).abs() * bin.count as f64 / all).sum();
    let loss = samples.iter().map(|sample| fit::log_loss(sample.foretold, sample.happened));
    Calibration {
        game,
        games,
        positions: samples.len(),
        bins,
        error,
        log_loss: loss.sum::<f64>() / all,
        single_log_loss: fit::single_logistic(&samples),
        fitted: fit::best_odds(&samples),
        samples,
    }
}

fn binned(samples: &[&Sample]) -> Bin {
    let count = samples.len() as f64;
    let mean =
        |of: fn(&Sample) -> f64| samples.iter().map(|sample| of(sample)).sum::<f64>() / count;
    let (foretold, happened) = (mean(|sample| sample.foretold), mean(|sample| sample.happened));
    // The positions of a game share its result: deviations are summed by game before they are
    // squared.
    let mut square = 0.0;
    let mut index = 0;
    while index < samples.len() {
        let game = samples[index].game;
        let end = samples[index..].iter().take_while(|sample| sample.game == game).count() + index;
        let sum: f64 = samples[index..end].iter().map(|sample| sample.happened - happened).sum();
        square += sum * sum;
        index = end;
    }
    let half = 1.96 * square.sqrt() / count;
    let (low, high) = ((happened - half).max(0.0), (happened + half).min(1.0));
    Bin { count: samples.len(), foretold, happened, low, high }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sample(game: u64, foretold: f64, happened: f64) -> Sample {
        let value = (1000.0 * (foretold - 0.5)) as i32;
        let position = String::new();
        Sample {
            game,
            ply: 0,
            position,
            value,
            lead: 2 * value,
            players: 2,
            depth: 1,
            foretold,
            happened,
        }
    }

    /// A hundred games each predicted at 0.25 and 0.75: either as many are won as predicted, or
    /// all.
    #[test]
    fn the_error_is_the_distance_from_what_happened() {
        let happened =
            |game: u64, foretold: f64| f64::from(u8::from((game % 4) < (4.0 * foretold) as u64));
        let samples = |honest: bool| {
            let of = |game| {
                let foretold = if game % 8 < 4 { 0.25 } else { 0.75 };
                sample(game, foretold, if honest { happened(game, foretold) } else { 1.0 })
            };
            (0..800).map(of).collect::<Vec<_>>()
        };
        let honest = summary("toy".into(), 800, samples(true));
        assert!(honest.error < 1e-9, "{honest:?}");
        assert_eq!(honest.bins.len(), 2);
        let sure = summary("toy".into(), 800, samples(false));
        assert!((sure.error - 0.5).abs() < 1e-9, "{sure:?}");
        // With two values, the curve through both means is the best there is: the entropy.
        let entropy = -(0.25_f64 * 0.25_f64.ln() + 0.75 * 0.75_f64.ln());
        assert!((honest.single_log_loss - entropy).abs() < 1e-6, "{honest:?}");
        assert!((honest.log_loss - entropy).abs() < 1e-6, "{honest:?}");
    }

    /// Ten positions of one game are one trial.
    #[test]
    fn positions_of_one_game_are_no_trials_of_their_own() {
        let alone: Vec<Sample> =
            (0..40).map(|game| sample(game, 0.55, (game % 2) as f64)).collect();
        let tenfold: Vec<Sample> =
            alone.iter().flat_map(|one| std::iter::repeat_n(one.clone(), 10)).collect();
        let width = |samples: &[Sample]| {
            let bin = &summary("toy".into(), 40, samples.to_vec()).bins[0];
            bin.high - bin.low
        };
        assert!((width(&alone) - width(&tenfold)).abs() < 1e-9);
    }
}
