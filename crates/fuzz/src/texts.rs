//! Texts.

use std::sync::LazyLock;

use ninefold_core::Record;
use ninefold_papers::assignment;
use ninefold_session::{
    BotTold, EngineSetup, Games, Origin, PlayerSpec, Session, Setup, bot_move, games, read_opening,
    serve_engine,
};

/// Longer texts only repeat what shorter ones have shown.
const LONGEST: usize = 4096;

static GAMES: LazyLock<Games> = LazyLock::new(games);

/// The input as text, if it is some and not too long.
fn text(input: &[u8]) -> Option<&str> {
    str::from_utf8(input).ok().filter(|text| text.len() <= LONGEST)
}

/// A game and what follows on the next lines.
fn about_a_game(input: &[u8]) -> Option<(&str, &str)> {
    text(input)?.split_once('\n')
}

/// A position that is read is written so that it is read as the same one again.
pub(crate) fn positions(input: &[u8]) {
    let Some((game, position)) = about_a_game(input) else { return };
    for origin in [Origin::Position(position.to_owned()), Origin::Fen(position.to_owned())] {
        let Ok(session) = GAMES.open(game, &Setup { origin, ..Setup::default() }) else { continue };
        let written = session.status().position;
        let again = at(session.spec(), &written);
        assert_eq!(again.status().position, written);
        assert_eq!(again.moves(), session.moves());
    }
}

fn at(game: &str, position: &str) -> Box<dyn Session> {
    let setup = Setup { origin: Origin::Position(position.to_owned()), ..Setup::default() };
    GAMES.open(game, &setup).expect("what we write can be read")
}

/// Moves that were played make a record that tells the same game, and taking them all back leads to the start.
pub(crate) fn moves(input: &[u8]) {
    let Some((game, moves)) = about_a_game(input) else { return };
    let Ok(mut session) = GAMES.open(game, &Setup::default()) else { return };
    let start = session.status().position;
    for text in moves.split_whitespace() {
        if session.play(text).is_err() {
            break;
        }
    }
    let record = session.record(&[]).to_string();
    let record = Record::parse(&record).expect("a record that we wrote");
    let again = GAMES.replay(&record, None).expect("a record that is true");
    assert_eq!(again.status().position, session.status().position);
    while session.undo() {}
    assert_eq!(session.status().position, start);
}

/// What a game or a player is called in full names the same one.
pub(crate) fn specifications(input: &[u8]) {
    let Some(text) = text(input) else { return };
    if let Ok(kind) = GAMES.kind(text) {
        let again = GAMES.kind(kind.spec()).expect("a full specification");
        assert_eq!(again.spec(), kind.spec());
    }
    if let Ok(player) = PlayerSpec::parse(text) {
        let written = player.to_string();
        let again = PlayerSpec::parse(&written).expect("a player that we wrote");
        assert_eq!(again.to_string(), written);
    }
    if let Some((game, line)) = text.split_once('\n')
        && let Ok(kind) = GAMES.kind(game)
    {
        let _ = read_opening(&*kind, line);
    }
}

/// A record that is read is written so that it is read as the same one again.
pub(crate) fn records(input: &[u8]) {
    let Some(text) = text(input) else { return };
    let Ok(record) = Record::parse(text) else { return };
    let written = record.to_string();
    let again = Record::parse(&written).expect("a record that we wrote");
    assert_eq!(again, record, "{written}");
    if let Ok(session) = GAMES.replay(&record, None) {
        assert_eq!(session.ply(), record.moves.len());
    }
}

/// The protocol of the m,n,k assignment. Solving may take long, and is tried elsewhere: boards have at most twelve cells here.
pub(crate) fn assignment(input: &[u8]) {
    let Some(text) = text(input) else { return };
    let mut numbers = text.split_whitespace().skip(1).map_while(|word| word.parse::<u64>().ok());
    let cells = numbers.next().unwrap_or(0).saturating_mul(numbers.next().unwrap_or(0));
    let commands = text.matches("_").count();
    if cells <= 12 && commands <= 8 {
        let _ = assignment::run(&mut text.as_bytes(), &mut std::io::sink());
    }
}

/// What a program says about its move is one word or more, or a sentence.
pub(crate) fn bot_lines(input: &[u8]) {
    match bot_move(input) {
        Ok(text) => assert!(!text.contains('\n')),
        Err(problem) => assert!(!problem.is_empty()),
    }
}

/// An engine answers whatever it is told in lines of text, and ends with its input.
pub(crate) fn engine_lines(input: &[u8]) {
    let end = input.iter().position(|&byte| byte == b'\n').unwrap_or(input.len());
    let (game, mut lines) = (&input[..end], input.get(end + 1..).unwrap_or_default());
    let Some(game) = text(game).filter(|game| ["morris", "tictactoe", "gomoku"].contains(game))
    else {
        return;
    };
    let kind = GAMES.kind(game).expect("a game");
    let player = PlayerSpec::parse("random").ok();
    let setup = EngineSetup { kind, protocol: None, player, data: None };
    let mut out = Vec::new();
    serve_engine(&GAMES, setup, &mut lines, &mut out).expect("memory can be written to");
    let told = String::from_utf8(out).expect("text");
    assert!(
        told.lines()
            .all(|line| !line.is_empty() && !line.contains(|c: char| c.is_control() && c != '\t'))
    );
}

/// What a server tells is followed move by move, or refused in a sentence.
pub(crate) fn server_lines(input: &[u8]) {
    let Some(text) = text(input) else { return };
    let player = PlayerSpec::parse("random").expect("a player");
    let mut playing = None;
    for line in text.lines() {
        match BotTold::read(line) {
            Some(BotTold::GameStart(game)) => {
                playing = game.open(&GAMES).ok().and_then(|mut session| {
                    game.sit_down(&mut *session, &player).is_ok().then_some((game, session))
                });
            }
            Some(BotTold::Turn { moves, .. }) => {
                let Some((_, session)) = &mut playing else { continue };
                if session.follow(&moves).is_ok() {
                    assert_eq!(session.ply(), moves.len());
                    let _ = session.think();
                }
            }
            Some(BotTold::GameOver { result, .. }) => {
                let _ = playing.as_ref().and_then(|(game, _)| game.own_result(result.as_deref()?));
            }
            _ => {}
        }
    }
}
