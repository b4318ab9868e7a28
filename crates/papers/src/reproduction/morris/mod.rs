//! "A.I. in Nine Men's Morris": its nine tables with enough games for an interval, by four readings
//! of its rules.

mod branching;
mod conclusion;
mod lines;
mod pooled;

use anyhow::Result;
use ninefold_arena::GameResult;
use ninefold_core::digest;

#[cfg(test)]
pub(super) use self::branching::row as branching_row;
use self::lines::{AB, LINES, Line, Player, affordable};
use super::chapter::{Chapter, probability, share};
use super::lab::Lab;

/// An interpretation of what the paper leaves open.
struct Reading {
    rules: &'static str,
    game: &'static str,
    /// The number of turns searched beyond the printed depth.
    deeper: u32,
    /// Whether alpha-beta replaces minimax, whose moves are the same.
    pruned: bool,
}

const READINGS: [Reading; 4] = [
    Reading {
        rules: "the paper's capture rule, any man may be taken",
        game: "morris:protect=off",
        deeper: 0,
        pruned: false,
    },
    Reading { rules: "men in mills protected, as usual", game: "morris", deeper: 0, pruned: true },
    Reading {
        rules: "the draws of the authors' program",
        game: "morris:protect=off,draws=999/10/4",
        deeper: 0,
        pruned: true,
    },
    Reading {
        rules: "the draws and the depth of the authors' program",
        game: "morris:protect=off,draws=999/10/4",
        deeper: 1,
        pruned: true,
    },
];

/// One or several lines of the paper whose games are played alike.
struct Pairing {
    tables: Vec<&'static str>,
    players: [Player; 2],
    results: Vec<u8>,
    moves: Vec<u32>,
    seconds: Vec<f64>,
}

impl Pairing {
    fn new(line: &Line, players: [Player; 2]) -> Pairing {
        Pairing {
            tables: vec![line.table],
            players,
            results: line.results.to_vec(),
            moves: line.moves.to_vec(),
            seconds: line.seconds.to_vec(),
        }
    }

    fn add(&mut self, line: &Line) {
        if !self.tables.contains(&line.table) {
            self.tables.push(line.table);
        }
        self.results.extend(line.results);
        self.moves.extend(line.moves);
        self.seconds.extend(line.seconds);
    }

    /// The paper's counts of wins of player 1, draws, and wins of player 2.
    fn listed(&self) -> [usize; 3] {
        [1, 0, 2].map(|result| self.results.iter().filter(|found| **found == result).count())
    }

    /// Evaluations and depths, which determine every move; the algorithm affects only the time.
    fn moves_alike(&self) -> [(&'static str, u32); 2] {
        self.players.map(|(_, evaluator, depth)| (evaluator, depth))
    }

    /// The table and the players.
    fn name(&self) -> String {
        let [first, second] = self.players.map(short);
        format!("{}: {first} – {second}", self.tables.join(", "))
    }
}

impl Reading {
    /// The pairings for the paper's lines, with equal games played once.
    fn pairings(&self) -> Vec<Pairing> {
        let mut pairings: Vec<Pairing> = Vec::new();
        for line in LINES {
            let played = |(algorithm, evaluator, depth): Player| -> Player {
                (if self.pruned { AB } else { algorithm }, evaluator, depth + self.deeper)
            };
            let players = [line.first, line.second].map(played);
            match pairings.iter_mut().find(|known| known.players == players) {
                Some(known) => known.add(line),
                None => pairings.push(Pairing::new(line, players)),
            }
        }
        pairings
    }
}

fn spec((algorithm, evaluator, depth): Player) -> String {
    format!("{algorithm}:depth={depth},eval={evaluator}(noise=10)")
}

fn short((algorithm, evaluator, depth): Player) -> String {
    format!("{algorithm} {evaluator} {depth}")
}

/// A finished pairing.
struct Repeated {
    pairing: Pairing,
    /// The probability of a result at most as likely as the paper's, given our counts.
    p: f64,
    /// Wins of player 1, draws, wins of player 2.
    counts: [usize; 3],
    /// The lengths of the games, shortest first.
    plies: Vec<usize>,
    /// The CPU seconds per game.
    seconds: f64,
    /// A hash of each game that distinguishes it from others.
    games: Vec<u64>,
}

impl Repeated {
    fn mean_plies(&self) -> f64 {
        self.plies.iter().sum::<usize>() as f64 / self.plies.len().max(1) as f64
    }
}

pub(super) fn chapter(lab: &Lab<'_>) -> Result<Chapter> {
    let mut chapter = Chapter::default();
    chapter.say("Player 1 always begins, as in the paper, and every game has another seed of the random part (−10 to 10). Equal lines of the paper are one line here. \"Paper 1/0/2\" counts wins of player 1, draws and wins of player 2; *p* is the probability, by our shares, of a result at most as likely as the paper's. Shares have 95 % intervals; the moves are the mean, in brackets the middle 90 %; the seconds are CPU time. Slow lines have fewer games. Four readings follow: the paper's rules, the usual ones, and what the program does that its authors published. That program never lowers its countdown of fifty moves and draws at the fourth occurrence of a position (`draws=999/10/4`; 999 is the largest countdown there is), and it begins to count depth after the move it chooses, so that its depth 3 looks four turns ahead. After the first reading alpha-beta plays for minimax too, which makes the same moves, and lines with equal games are one.");
    let mut repeated = Vec::new();
    for reading in &READINGS {
        let deeper = match reading.deeper {
            0 => String::new(),
            more => format!(", depths {more} more than printed"),
        };
        chapter.say(format!("\n**With {}** (`{}`{deeper}).", reading.rules, reading.game));
        repeated.push(tables(lab, &mut chapter, reading)?);
    }
    let explained = pooled::all(&mut chapter, &repeated);
    branching::table(lab, &mut chapter)?;
    conclusion::times(&mut chapter, &repeated[0]);
    conclusion::claims(&mut chapter, &repeated, &explained);
    Ok(chapter)
}

/// All lines by one reading.
fn tables(lab: &Lab<'_>, chapter: &mut Chapter, reading: &Reading) -> Result<Vec<Repeated>> {
    chapter.head(&[
        "table",
        "player 1",
        "player 2",
        "paper 1/0/2",
        "*p*",
        "paper moves",
        "paper s",
        "games",
        "player 1 wins",
        "draws",
        "player 2 wins",
        "moves",
        "s a game",
    ]);
    let mut repeated = Vec::new();
    for pairing in reading.pairings() {
        let [a, b] = pairing.players.map(affordable);
        let games = lab.games_of(a.0.min(b.0), a.1.min(b.1));
        if games == 0 {
            continue;
        }
        let one = play(lab, reading.game, pairing, games)?;
        let (pairing, counts, plies) = (&one.pairing, one.counts, &one.plies);
        let listed = pairing.listed();
        let at = |part: f64| plies[((plies.len() - 1) as f64 * part).round() as usize];
        let moves: Vec<String> = pairing.moves.iter().map(u32::to_string).collect();
        let [first, second] = pairing.players.map(short);
        chapter.row(&[
            pairing.tables.join(", "),
            first,
            second,
            format!("{}/{}/{}", listed[0], listed[1], listed[2]),
            format!("{:.2}", one.p),
            moves.join(", "),
            range(&pairing.seconds),
            games.to_string(),
            share(counts[0], games),
            share(counts[1], games),
            share(counts[2], games),
            format!("{:.0} [{}, {}]", one.mean_plies(), at(0.05), at(0.95)),
            format!("{:.3}", one.seconds),
        ]);
        repeated.push(one);
    }
    Ok(repeated)
}

/// The games of one pairing.
fn play(lab: &Lab<'_>, game: &str, pairing: Pairing, games: usize) -> Result<Repeated> {
    let [first, second] = pairing.players.map(spec);
    let title = format!("{game} table {}: {first} – {second}", pairing.tables.join(", "));
    let measured = lab.duels(&title, game, [&first, &second], games)?;
    let count = |points: f64| {
        measured.found.iter().filter(|one| (one.points[0] - points).abs() < 0.01).count()
    };
    let counts = [1.0, 0.5, 0.0].map(count);
    let mut plies: Vec<usize> = measured.found.iter().map(|one| one.moves.len()).collect();
    plies.sort_unstable();
    let number = |game: &GameResult| {
        digest(0, game.moves.iter().flat_map(|text| text.bytes().chain([b' '])))
    };
    Ok(Repeated {
        p: probability(pairing.listed(), counts),
        counts,
        plies,
        seconds: measured.seconds.iter().sum::<f64>() / games as f64,
        games: measured.found.iter().map(number).collect(),
        pairing,
    })
}

/// The minimum and maximum of some seconds.
fn range(seconds: &[f64]) -> String {
    let least = seconds.iter().copied().fold(f64::INFINITY, f64::min);
    let most = seconds.iter().copied().fold(0.0, f64::max);
    if least == most { format!("{least}") } else { format!("{least}–{most}") }
}
