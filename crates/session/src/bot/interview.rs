//! Tests the commands of an engine's protocol one after the other and reports what was expected
//! wherever the answer is wrong.

use std::time::{Duration, Instant};

use ninefold_core::{Path, View, quote};
use serde::Serialize;

use super::process::{Running, Silence};
use super::ugi::best_move;
use super::{Bot, trial};
use crate::Protocol;
use crate::protocol::{Board, Place, parts};
use crate::view::status;

/// The result of testing an engine's protocol.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EngineReport {
    /// The protocol.
    pub protocol: &'static str,
    /// One step per command, in order.
    pub steps: Vec<EngineStep>,
    /// Why some commands were skipped, if any were.
    pub not_asked: Option<String>,
    /// The last lines on standard error, if something was wrong.
    pub stderr: Option<String>,
}

/// A command and the engine's answer.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct EngineStep {
    /// The command.
    pub command: String,
    /// The answering line, if any.
    pub answer: Option<String>,
    /// What was wrong.
    pub problem: Option<String>,
}

impl EngineReport {
    /// Whether all answers are right.
    pub fn is_well(&self) -> bool {
        self.steps.iter().all(|step| step.problem.is_none())
    }
}

/// The thinking time an engine is given.
const THINKS: u128 = 100;
/// The time it is given before a `stop`, and the time left on its clock.
const THINKS_LONG: u128 = 3000;
const CLOCK: u128 = 1000;
/// The pause between an answer and the next command.
const BREATH: Duration = Duration::from_millis(50);
/// The interview ends after this many commands in a row without an answer.
const MOST_SILENCES: usize = 3;

/// Tests all commands and reports every step as it is made. The interview ends early if the engine
/// exits or repeatedly fails to answer.
pub(crate) fn interview<G: View>(
    game: &G,
    bot: &Bot,
    protocol: Protocol,
    tell: &mut dyn FnMut(&EngineStep),
) -> EngineReport {
    let mut report = EngineReport {
        protocol: protocol.name(),
        steps: Vec::new(),
        not_asked: None,
        stderr: None,
    };
    let running = match Running::start(&bot.command, bot.log.as_deref()) {
        Ok(running) => running,
        Err(why) => {
            let command = format!("starting {}", quote(&bot.command));
            let step = EngineStep { command, answer: None, problem: Some(why) };
            tell(&step);
            report.steps.push(step);
            return report;
        }
    };
    let mut talk = Talk { running, bot, steps: Vec::new(), tell, silences: 0, not_asked: None };
    let start = Path::new(game.clone(), game.start(0));
    let said = match protocol {
        Protocol::Ugi => talk.ugi(&start),
        Protocol::Gomocup => talk.gomocup(),
        Protocol::Sanmill => talk.sanmill(&start),
    };
    // Ask nothing more of an engine that has stopped talking.
    report.not_asked = match said {
        Err(Over) => Some("nothing more was asked: it has ended, or says nothing".into()),
        Ok(()) => talk.not_asked,
    };
    report.steps = talk.steps;
    if !report.is_well() {
        report.stderr = Some(talk.running.last_errors()).filter(|said| !said.is_empty());
    }
    report
}

/// A conversation with a transcript.
struct Talk<'a> {
    running: Running,
    bot: &'a Bot,
    steps: Vec<EngineStep>,
    tell: &'a mut dyn FnMut(&EngineStep),
    /// The number of unanswered commands in a row.
    silences: usize,
    /// What was skipped because the engine does not know it.
    not_asked: Option<String>,
}

/// The engine has stopped talking.
struct Over;

/// How a line relates to a question.
enum Line {
    Other,
    Right,
    Wrong,
}

fn right_if(is_right: bool) -> Line {
    if is_right { Line::Right } else { Line::Wrong }
}

impl Talk<'_> {
    /// Records a step.
    fn note(&mut self, command: String, answer: Option<String>, problem: Option<String>) {
        let step = EngineStep { command, answer, problem };
        (self.tell)(&step);
        self.steps.push(step);
    }

    /// Sends lines and waits for the answer, which a function recognises. Empty if none came.
    fn ask(
        &mut self,
        lines: &str,
        wanted: &str,
        longest: Duration,
        judge: impl Fn(&str) -> Line,
    ) -> Result<String, Over> {
        // An engine that has answered listens again a moment later; late lines are no answer to the
        // next command.
        std::thread::sleep(BREATH);
        self.running.forget_lines();
        self.running.say(format!("{lines}\n"));
        let deadline = Instant::now() + longest;
        let (answer, problem, goes_on) = loop {
            let line = match self.running.hear(deadline) {
                Ok(Ok(line)) => line.trim().to_owned(),
                Ok(Err(why)) => break (None, Some(format!("it {why}, wanted {wanted}")), true),
                Err(Silence::Ended) => {
                    break (None, Some(format!("it ended, wanted {wanted}")), false);
                }
                Err(Silence::Late) => {
                    let time = longest.as_millis();
                    let why = format!("no answer within {time} ms, wanted {wanted}");
                    self.silences += 1;
                    break (None, Some(why), self.silences < MOST_SILENCES);
                }
            };
            match judge(&line) {
                Line::Other => {}
                Line::Right => break (Some(line), None, true),
                Line::Wrong => {
                    let why = format!("it answered {}, wanted {wanted}", quote(&line));
                    break (Some(line), Some(why), true);
                }
            }
        };
        let told = answer.clone().unwrap_or_default();
        if answer.is_some() {
            self.silences = 0;
        }
        let command = lines.lines().collect::<Vec<_>>().join("; ");
        self.note(command, answer, problem);
        if goes_on { Ok(told) } else { Err(Over) }
    }

    /// Asks for a line that is exactly this.
    fn wants(&mut self, lines: &str, wanted: &str, longest: Duration) -> Result<(), Over> {
        let judge = |line: &str| if line == wanted { Line::Right } else { Line::Other };
        self.ask(lines, wanted, longest, judge).map(|_| ())
    }

    /// The timeout for an immediate answer, and for one that may use this much thinking time.
    fn patience(&self, milliseconds: u128) -> Duration {
        Duration::from_millis(milliseconds as u64) + self.bot.grace
    }

    fn ends(&mut self, word: &str) -> Result<(), Over> {
        self.running.say(format!("{word}\n"));
        let deadline = Instant::now() + self.patience(1000);
        let ended = loop {
            match self.running.hear(deadline) {
                Ok(_) => {}
                Err(Silence::Ended) => break true,
                Err(Silence::Late) => break false,
            }
        };
        let problem = (!ended).then(|| "it goes on, wanted it to end".to_owned());
        self.note(word.to_owned(), None, problem);
        Ok(())
    }

    /// The commands that UGI and UCI share.
    fn greeting(&mut self, word: &str) -> Result<(), Over> {
        self.wants(word, &format!("{word}ok"), self.bot.start)?;
        self.wants("isready", "readyok", self.bot.start)?;
        self.wants(&format!("{word}newgame\nisready"), "readyok", self.bot.start)
    }

    /// Asks for a move that is one of these words.
    fn moves(&mut self, lines: &str, legal: &[String], longest: Duration) -> Result<(), Over> {
        let judge = |line: &str| match best_move(line) {
            None => Line::Other,
            Some(word) => right_if(legal.iter().any(|legal| legal == word)),
        };
        self.ask(lines, "bestmove and a legal move", longest, judge).map(|_| ())
    }

    /// Tries every way to ask for a move in a given position, with the words for both clocks.
    fn thinking(&mut self, legal: &[String], clocks: [&str; 4]) -> Result<(), Over> {
        self.moves(&format!("go movetime {THINKS}"), legal, self.patience(THINKS))?;
        self.moves("go depth 2", legal, self.patience(5000))?;
        self.moves("go nodes 1000", legal, self.patience(5000))?;
        let [first, second, first_more, second_more] = clocks;
        let go = format!("go {first} {CLOCK} {second} {CLOCK} {first_more} 0 {second_more} 0");
        self.moves(&go, legal, self.patience(CLOCK))?;
        self.wants("go infinite\nisready", "readyok", self.patience(1000))?;
        self.moves("stop", legal, self.patience(1000))?;
        // Unknown options and words must not hold up the engine.
        self.wants("setoption name Hash value 16\nisready", "readyok", self.patience(1000))?;
        self.wants("setoption name Xyzzy value 1\nisready", "readyok", self.patience(1000))?;
        self.wants("xyzzy\nisready", "readyok", self.patience(1000))
    }

    fn ugi<G: View>(&mut self, start: &Path<G>) -> Result<(), Over> {
        self.greeting("ugi")?;
        let soon = self.patience(1000);
        let first = start.to_move().is_some_and(|player| player.index() == 0);
        self.responds("position startpos\nquery p1turn", &first.to_string(), soon)?;
        self.responds("query gameover", "false", soon)?;
        self.responds("query result", "none", soon)?;
        self.thinking(&texts(start), ["p1time", "p2time", "p1inc", "p2inc"])?;
        let played = trial::random_game(start.game(), 0);
        let early = after(&played, 2);
        if early.to_move().is_some() {
            let fen = start.game().position_text(early.state());
            let lines = format!("position fen {fen}\ngo movetime {THINKS}");
            self.moves(&lines, &texts(&early), self.patience(THINKS))?;
        }
        let moves: Vec<String> =
            played.played().iter().map(|&mv| start.game().move_text(mv)).collect();
        let status = status(&played);
        let place = format!("position startpos moves {}", moves.join(" "));
        self.responds(&format!("{place}\nquery gameover"), &status.over.to_string(), soon)?;
        self.responds("query result", &crate::engine::result(&status), soon)?;
        self.ends("quit")
    }

    /// Asks for `response` and this word, unless an earlier question of this kind went unanswered.
    fn responds(&mut self, lines: &str, word: &str, longest: Duration) -> Result<(), Over> {
        if self.not_asked.is_some() {
            return Ok(());
        }
        let judge = |line: &str| match line.strip_prefix("response ") {
            None => Line::Other,
            Some(answer) => right_if(answer.trim() == word),
        };
        if self.ask(lines, &format!("response {word}"), longest, judge)?.is_empty() {
            self.not_asked = Some("query was not asked again: it does not answer that".into());
        }
        Ok(())
    }

    fn sanmill<G: View>(&mut self, start: &Path<G>) -> Result<(), Over> {
        self.greeting("uci")?;
        let legal = texts(start);
        let first = format!("position startpos\ngo movetime {THINKS}");
        self.moves(&first, &legal, self.patience(THINKS))?;
        self.thinking(&legal, ["wtime", "btime", "winc", "binc"])?;
        let early = after(&trial::random_game(start.game(), 0), 2);
        if let Some(fen) = start.game().fen(early.state(), 0) {
            let lines = format!("position fen {fen}\ngo movetime {THINKS}");
            self.moves(&lines, &texts(&early), self.patience(THINKS))?;
        }
        // White has closed d5, d6, d7 and takes one of the two black men.
        let closed = "position startpos moves d6 a1 d7 a4 d5\ngo movetime 100";
        let taken = ["xa1".to_owned(), "xa4".to_owned()];
        self.moves(closed, &taken, self.patience(THINKS))?;
        self.ends("quit")
    }

    fn gomocup(&mut self) -> Result<(), Over> {
        let Some(board) = Board::of(&self.bot.game) else { return Ok(()) };
        let soon = self.patience(1000);
        let about = |line: &str| match line.split_whitespace().next() {
            None | Some("MESSAGE" | "DEBUG") => Line::Other,
            _ => right_if(line.contains("name=\"")),
        };
        self.ask("ABOUT", "a line with name=\"…\"", self.bot.start, about)?;
        let size = match board.rows == board.columns {
            true => format!("START {}", board.rows),
            false => format!("RECTSTART {},{}", board.columns, board.rows),
        };
        self.wants(&size, "OK", self.bot.start)?;
        let line = match board.line {
            5 => String::new(),
            line => format!("INFO line {line}\n"),
        };
        let info = format!(
            "{line}INFO rule 0\nINFO timeout_turn {THINKS}\nINFO timeout_match 0\nINFO time_left {}\n",
            i32::MAX
        );
        let first = self.place(&format!("{info}BEGIN"), board, &[])?;
        let free = |taken: &[&str]| {
            let mut places = (0..board.columns).map(|column| Place { column, row: 0 }.text());
            places.find(|place| !taken.contains(&place.as_str())).unwrap_or_default()
        };
        let second = free(&[&first]);
        let third = self.place(&format!("TURN {second}"), board, &[&first, &second])?;
        // One occupied place and one off the board.
        for wrong in [second.as_str(), "99,99"] {
            self.ask(&format!("TURN {wrong}"), "ERROR and why", soon, refusal)?;
        }
        if board.place(&third).is_some() {
            self.wants(&format!("TAKEBACK {third}"), "OK", soon)?;
        }
        self.wants("RESTART", "OK", soon)?;
        let (own, other) = ("1,1", "0,0");
        let stones = format!("BOARD\n{own},1\n{other},2\nDONE");
        self.place(&stones, board, &[own, other])?;
        self.stops(&stones, board, &[own, other])?;
        self.ask("XYZZY", "UNKNOWN and why", soon, refusal)?;
        self.ends("END")
    }

    /// Asks the engine to stop while it thinks: it must answer at once, or report that it cannot
    /// stop and answer when its time is over.
    fn stops(&mut self, stones: &str, board: Board, taken: &[&str]) -> Result<(), Over> {
        self.wants("RESTART", "OK", self.patience(1000))?;
        let judge = |line: &str| match refusal(line) {
            Line::Right => Line::Right,
            _ => judge_place(line, board, taken),
        };
        let lines = format!("INFO timeout_turn {THINKS_LONG}\n{stones}\nSTOP");
        let wanted = "a free place at once, or UNKNOWN";
        let told = self.ask(&lines, wanted, self.patience(THINKS_LONG / 2), judge)?;
        if board.place(&told).is_none() {
            let deadline = Instant::now() + self.patience(THINKS_LONG);
            let mut lines = std::iter::from_fn(|| self.running.hear(deadline).ok()).flatten();
            lines.find(|line| board.place(line).is_some());
        }
        Ok(())
    }

    /// Asks for a place other than these.
    fn place(&mut self, lines: &str, board: Board, taken: &[&str]) -> Result<String, Over> {
        let judge = |line: &str| judge_place(line, board, taken);
        self.ask(lines, "a free place on the board such as 7,7", self.patience(THINKS), judge)
    }
}

/// Judges a line where a free place is expected.
fn judge_place(line: &str, board: Board, taken: &[&str]) -> Line {
    match line.split_whitespace().next().unwrap_or_default() {
        "" | "MESSAGE" | "DEBUG" | "UNKNOWN" => Line::Other,
        _ => {
            right_if(board.place(line).is_some_and(|place| !taken.contains(&place.text().as_str())))
        }
    }
}

/// Judges a line where the engine has to refuse.
fn refusal(line: &str) -> Line {
    match line.split_whitespace().next().unwrap_or_default() {
        "" | "MESSAGE" | "DEBUG" => Line::Other,
        word => right_if(matches!(word, "UNKNOWN" | "ERROR")),
    }
}

/// A game after this many moves, or at its end.
fn after<G: View>(path: &Path<G>, plies: usize) -> Path<G> {
    let mut early = path.clone();
    while early.played().len() > plies {
        early.undo();
    }
    early
}

/// The words with which legal moves begin.
fn texts<G: View>(path: &Path<G>) -> Vec<String> {
    let mut moves = Vec::new();
    path.moves(&mut moves);
    let first = |text: String| parts(&text).next().unwrap_or_default().to_owned();
    moves.into_iter().map(|mv| first(path.game().move_text(mv))).collect()
}
