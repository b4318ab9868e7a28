//! All of the server's error sentences, by form; and errors of other crates as phrases.
//!
//! A form is its own key: the page has a table that translates each. Sentences without a form here
//! are sent in English.

use axum::http::StatusCode;
use ninefold_core::{MoveError, Phrase, RecordError, SpecError, quote};
use ninefold_session::{
    EvaluatorError, OpenError, PlanError, PlayerError, SessionError, TreeError, player_kinds,
};
use ninefold_store::StoreError;

use crate::problem::{Problem, in_words};

ninefold_core::forms! {
    MOVED_ON = "the game has moved on: look at it again";
    OVER = "the game is over";
    NO_MOVE_TO_TAKE_BACK = "there is no move of yours to take back";
    NO_MOVE_TAKEN_BACK = "no move was taken back";
    COMPUTER_ON_TURN = "a computer is on turn";
    NO_COMPUTER_ON_TURN = "no computer is on turn";
    ONE_OF_TWO_RESIGNS = "only one of two players can resign";
    CLOCK_RANGE = "a clock has 1 to 600 minutes and at most 600 seconds more a move";
    GAME_OR_RECORD = "a new game needs either game or record";
    GOING_OR_OVER = "state is {0}, which is neither going nor over";
    WON_DRAWN_OR_LOST = "result is {0}, wanted won, drawn or lost";
    MANY_IDS = "{0} games at once, wanted at most {1}";
    MANY_NAMES = "{0} names for {1} players";
    LONG_NAME = "a name has at most {0} letters";
    LONG_COMMENT = "a comment has at most {0} letters";
    MANY_NOTES = "a game has at most {0} notes";
    NOTE_MARKS = "a mark is one of {0}, not {1}";
    LATE_PLY = "ply is {0}, but the game has {1} moves";
    MANY_TEXTS = "{0} texts are more than {1}";
    MANY_MOVES = "{0} moves are more than the {1} of a query";
    MANY_OPEN = "too many games are open at once";
    MANY_KEPT = "{0} games are kept already: delete some before the next";
    LONG_GAME = "a game has at most {0} moves here";
    LOST_ON_TIME = "the game was lost on time: no move can be taken back";
    NO_RANDOMNESS = "the system has no randomness to give a name";

    MANY_THREADS = "{0} wants more threads than the {1} there are";
    LARGE_TABLE = "{0} wants a table of more than the {1} MB a player may have on the page";
    SLOW_PLAYER = "{0} needs longer for a move here: let it look less far";
    SLOW_MOVE = "{0} needs more than {1} seconds for a move here: let it look less far";
    MANY_SEARCHES = "too many searches wait already: try again in a moment";
    MANY_PAGES = "too many pages listen already: close some";
    STOPPING = "the server is stopping";
    SEARCH_BROKE_OFF = "the search broke off";
    REQUEST_BROKE_OFF = "the request broke off";

    TABLE_SIZES = "tables are for {0} to {1} men of a side, not {2}";
    NO_BUILDER = "this server builds no tables";
    LITTLE_MEMORY = "building them takes {0} MB of memory, and {1} MB are free: close something else, or build for fewer men";
    ONE_BUILD = "the tables for {0} men are being built: pause that first";

    NO_LESSON = "{0} has no lesson";
    NO_WORDS = "no game has words in {0}, wanted one of {1}";
    NO_PUZZLE = "there is no puzzle {0}";
    NO_PUZZLES = "no puzzles are made of {0}; games with puzzles: {1}";
    NO_PUZZLE_MAKER = "this server makes no puzzles";
    PUZZLES_BEING_MADE = "puzzles of {0} are being made: stop that first";
    PUZZLES_NEED_TABLES = "puzzles of this game are made from its complete solution with distances: build that first";
    NO_RUN = "there is no run {0}";
    NO_KEPT_RUN = "there is no run {0}: see ninefold runs list";
    NO_GAME_OF_RUN = "run {0} has no game {1}";
    RUN_STOPPING = "run {0} is being stopped: try again in a moment";
    RUN_PLAYED_ELSEWHERE = "run {0} is being played by another process: stop that one first, or wait for it";
    MANY_RUNS = "{0} runs are under way already";
    MANY_PLAYERS = "{0} players, wanted at most {1}";
    MANY_GAMES = "{0} games in all, wanted at most {1} from the page";
    EVOLUTION_FOR_TWO = "{0} is for {1} players, an evolution needs a game for two";
    EVOLUTION_CLOCK = "an evolution has no clock: its players look so many turns ahead";
    RUN_CLOCK = "the clock is {0}, wanted the time for a game and what each move adds, such as 10s+100ms, 3m+2s or 1m, in seconds also 10+0.1";
    OPENING_LINE = "opening {0}: {1}";
    RUN_NUMBER = "{0} is {1}, wanted a number from {2} to {3}";

    STUDY_NAME = "a study needs a name of at most {0} letters";
    PLAN_LINES = "a plan has 1 to {0} lines";
    MANY_STUDIES = "{0} studies are kept already";
    GAMES_OF_LINE = "{0} games, wanted 1 to {1}";
    OPPONENT_IS_COMPUTER = "the opponent of a study is a computer";
    COUNTED = "this game counts: no help, no taking back and no change of players until it is over";
    COUNTED_POSITION = "somebody is playing a game that counts at this very position: no help about it until that is over";
    COUNTED_GOES_ON = "you are playing a game that counts: this is told once it is over";
    STUDY_GAME = "this game belongs to a study, whose plan says what is played";
    NOT_YOUR_STUDY = "only whoever plays this study may begin its next game";
    NO_CLASS = "there is no class {0}";
    MANY_CLASSES = "{0} classes are kept already: delete one before the next";
    MANY_PUPILS = "{0} have joined already: no more can";
    PEOPLE_PLAY = "this is for people at a browser, not for bots";
    PLAN_IS_PLAYED = "every game of the plan is played";

    QUERY_NEEDS = "the query needs {0}=";
    WHOLE_NUMBER = "{0} is {1}, wanted a whole number in its range";
    QUERY_FORM = "the query is not written as name=value&name=value";
    STEPS_FORM = "steps are {0}, wanted such as lift:3,drop:4";
    BODY_FORM = "the body is not what is wanted: {0}";
    LATE_BODY = "the body did not arrive in time";
    PART_OF_BODY = "the body did not arrive whole";
    LARGE_BODY = "the body is larger than {0} MB";
    NO_HOST = "the request names no host";
    LOCALHOST_ONLY = "this server answers to localhost only";
    OWN_PAGE_ONLY = "only the page of this server may ask it anything";
    NEEDS_TOKEN = "this server needs the token that it printed when it started: add ?token=… to the address";
    WRONG_METHOD = "this address is asked by {0}, not by {1}";
    JSON_ONLY = "a page sends JSON: wanted content-type application/json";
    WRONG_ADDRESS = "the address is not written as it should be";
    NO_ADDRESS = "there is no address {0}";
    NO_FILE = "there is no file {0}";

    ONLY_HOST = "only whoever runs this server may do that";
    ONLY_BOTS = "this address is for bots that have joined";
    NOT_SHARED = "this was not shared with you";
    AFTER_THE_GAME = "this is told once the game is over";
    LEAGUE_GOES_ON = "you take part in a league that goes on: until it pauses, only what was played is told";
    WITHOUT_HELP = "this is told about games that were shared with you, once they are over";
    NOT_YOUR_SEAT = "seat {0} is not yours";
    SEAT_WAITS = "seat {0} waits for somebody to come";
    OTHERS_MUST_AGREE = "the others must agree: offer it to them";
    NO_INVITATION = "there is no such invitation: ask for a new link";
    SEAT_OF_GAME = "seat {0} cannot be given away: wanted a person's seat from 1 to {1}";
    NEEDS_NAME = "say what others shall call you, in at most {0} letters";
    NO_FREE_SEAT = "no seat is free in this game";
    NOT_ON_TURN = "it is not your turn";
    MANY_ARRIVALS = "too many have come from there: at most {0} a minute, try again in a minute";
    MANY_GUESTS = "{0} guests are known already: no more can come";
    MANY_BOTS = "{0} bots are kept already: remove some before the next";
    BOTS_PLAY_ON = "a bot agrees to nothing but another game";
    NO_SUCH_OFFER = "there is nothing to answer";
    DRAW_FOR_TWO = "a draw is agreed on by two players";
    REMATCH_AFTER = "a rematch is for games that are over";
    PLAYER_GONE = "somebody who played here is gone: begin a new game";
    NO_LEAGUE = "there is no league {0}";
    NO_ENTRANT = "nobody takes part as number {0}";
    LEAGUE_NAME = "a league needs a name of at most {0} letters";
    LEAGUE_STATE = "state is {0}, wanted running, paused, frozen or over";
    ENTRANT_STATE = "state is {0}, wanted playing, resting, removed or banned";
    LEAGUE_FULL = "this league has all the games that are kept of one, {0}: make another to go on";
    LEAGUE_CLOSED = "nobody can join this league any more";
    LEAGUES_ELSEWHERE = "another server on this folder leads its leagues: ask {0}";
    LEAGUE_GAME = "this game belongs to a league, which keeps it as it is";
    MANY_LEAGUES = "{0} leagues are kept already: delete one before the next";
    MANY_ENTRANTS = "{0} take part already: no more can join";
    MANY_OWN_BOTS = "you look after {0} bots already";
    BASELINES = "a league has 1 to {0} computers to measure against";
    BASELINE_IS_COMPUTER = "a person is no computer to measure against: wanted one such as level:3";
    ANCHOR_STAYS = "everybody is measured against this computer: it stays";
    NAME_TAKEN = "somebody is called {0} already: choose another name";
    MANY_GUESSES = "too many wrong codes came from there: try again in a minute";
    EACH_WHAT = "each is {0}, wanted game, pair, curve or cup";
    NO_CODE = "no game, league or class has this code: look at it again";
    BARRED = "you cannot join this league";
    PEOPLE_COME_BY_LINK = "open the link of the league in this browser first";
    PLAYS_ALREADY = "you take part already";
    OWNED_ALREADY = "somebody else looks after this bot";
    NOT_YOUR_BOT = "only its author and the teacher may do that";
    BOTS_HAVE_TOKENS = "only bots have tokens";
    CHALLENGE_WHOM = "a challenge needs either baseline, the number of a computer, or game";
    ONE_CUP = "a cup is being played already";
    NO_CUP = "no cup is being played";
    KNOCKOUT_FOR_TWO = "a knockout is for games for two, not for {0}";
    FEW_FOR_CUP = "{0} are there to play, wanted at least {1}";
    MANY_REQUESTS = "too many requests at once: at most {0} a second";
    NOT_AWAY = "whoever plays seat {0} has not been away for {1} seconds";

    NO_GAME = "there is no game {0}";
    NO_STUDY = "there is no study {0}";
    ILLEGAL = "move {0} is not legal here; legal moves: {1}, for example {2}";
    MOVE_AFTER_END = "move {0} cannot be played: the game is over ({1})";
    NUMBERED_MOVE = "move {0}: {1}";
    MEANT_GAME = "unknown game {0}, did you mean {1}?";
    UNKNOWN_GAME = "unknown game {0}, wanted one of {1}";
    MEANT_PLAYER = "unknown player {0}, did you mean {1}?";
    UNKNOWN_PLAYER = "unknown player {0}, wanted one of {1}";
    NO_PROGRAMS = "player {0}: no program may be run here";
    PLAYER_COUNT = "{0} is for {1} players, not {2}";
    DISK_FULL = "no room is left on the disk of {0}: nothing more was kept";
    STORE_DAMAGED = "the store {0} is damaged: ninefold store check says what is, and ninefold store repair keeps all that can be read";
    STORE_READ_ONLY = "{0} cannot be written: check its permissions or name another folder with --data";
    STORE_IN_USE = "{0} is in use by another program: try again when it is done";
}

fn move_phrase(error: &MoveError) -> Phrase {
    match error {
        MoveError::Illegal { text, count, example } => {
            Phrase::of(ILLEGAL).with(quote(text)).with(*count).with(example.as_str())
        }
        MoveError::Over { text, reason } => {
            Phrase::of(MOVE_AFTER_END).with(quote(text)).with(*reason)
        }
    }
}

pub(crate) fn spec_phrase(error: &SpecError) -> Phrase {
    match error {
        SpecError::Game { name, nearest: Some(nearest), .. } => {
            Phrase::of(MEANT_GAME).with(quote(name)).with(*nearest)
        }
        SpecError::Game { name, nearest: None, known } => {
            Phrase::of(UNKNOWN_GAME).with(quote(name)).with(known.join(", "))
        }
        other => in_words(other),
    }
}

fn player_phrase(error: &PlayerError) -> Phrase {
    match error {
        PlayerError::Kind { name, nearest: Some(nearest) } => {
            Phrase::of(MEANT_PLAYER).with(quote(name)).with(*nearest)
        }
        PlayerError::Kind { name, nearest: None } => {
            let known: Vec<&str> = player_kinds().iter().map(|kind| kind.id).collect();
            Phrase::of(UNKNOWN_PLAYER).with(quote(name)).with(known.join(", "))
        }
        PlayerError::NoPrograms { spec } => Phrase::of(NO_PROGRAMS).with(quote(spec)),
        PlayerError::Count { found, game, wanted } => {
            Phrase::of(PLAYER_COUNT).with(game.as_str()).with(*wanted).with(*found)
        }
        other => in_words(other),
    }
}

fn store_phrase(error: &StoreError) -> Phrase {
    let shown = |file: &std::path::Path| quote(&file.to_string_lossy());
    match error {
        StoreError::Unknown { what: "game", id } => Phrase::of(NO_GAME).with(quote(id)),
        StoreError::Unknown { what: "study", id } => Phrase::of(NO_STUDY).with(quote(id)),
        StoreError::Unknown { what: "class", id } => Phrase::of(NO_CLASS).with(quote(id)),
        StoreError::Unknown { what: "league", id } => Phrase::of(NO_LEAGUE).with(quote(id)),
        StoreError::NoRun { id } => Phrase::of(NO_KEPT_RUN).with(*id),
        StoreError::Playing { id } => Phrase::of(RUN_PLAYED_ELSEWHERE).with(*id),
        StoreError::Full { file } => Phrase::of(DISK_FULL).with(shown(file)),
        StoreError::Damaged { file } => Phrase::of(STORE_DAMAGED).with(shown(file)),
        StoreError::ReadOnly { file } => Phrase::of(STORE_READ_ONLY).with(shown(file)),
        StoreError::Busy { file } => Phrase::of(STORE_IN_USE).with(shown(file)),
        other => in_words(other),
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        let status = match error {
            StoreError::Unknown { .. }
            | StoreError::NoRun { .. }
            | StoreError::OtherVersion { .. }
            | StoreError::Kind { .. } => StatusCode::NOT_FOUND,
            StoreError::Changed { .. } | StoreError::Playing { .. } => StatusCode::CONFLICT,
            _ => StatusCode::SERVICE_UNAVAILABLE,
        };
        Problem::new(status, store_phrase(&error))
    }
}

impl From<MoveError> for Problem {
    fn from(error: MoveError) -> Problem {
        Problem::bad(move_phrase(&error))
    }
}

impl From<SpecError> for Problem {
    fn from(error: SpecError) -> Problem {
        Problem::bad(spec_phrase(&error))
    }
}

impl From<PlayerError> for Problem {
    fn from(error: PlayerError) -> Problem {
        Problem::bad(player_phrase(&error))
    }
}

impl From<SessionError> for Problem {
    fn from(error: SessionError) -> Problem {
        Problem::bad(match &error {
            SessionError::Move { number, problem } => {
                Phrase::of(NUMBERED_MOVE).with(*number).with(move_phrase(problem))
            }
            other => in_words(other),
        })
    }
}

impl From<OpenError> for Problem {
    fn from(error: OpenError) -> Problem {
        match error {
            OpenError::Spec(error) => error.into(),
            OpenError::Session(error) => error.into(),
        }
    }
}

impl From<PlanError> for Problem {
    fn from(error: PlanError) -> Problem {
        Problem::bad(match &error {
            PlanError::Player { problem, .. } => player_phrase(problem),
            other => in_words(other),
        })
    }
}

macro_rules! in_english {
    ($($error:ty),*) => {
        $(impl From<$error> for Problem {
            fn from(error: $error) -> Problem {
                Problem::bad(in_words(error))
            }
        })*
    };
}

in_english!(EvaluatorError, RecordError, TreeError);

#[cfg(test)]
mod tests {
    use super::*;

    /// A phrase in parts reads like the error itself.
    #[test]
    fn phrases_say_what_errors_say() {
        let text = || "x{1}".to_owned();
        let file = std::path::PathBuf::from("a/{0}.sqlite");
        let moves = [
            MoveError::Illegal { text: text(), count: 3, example: "1,1".into() },
            MoveError::Over { text: text(), reason: "line" },
        ];
        for error in moves {
            assert_eq!(move_phrase(&error).to_string(), error.to_string());
            let numbered = SessionError::Move { number: 2, problem: error };
            let sentence = numbered.to_string();
            assert_eq!(Problem::from(numbered).sentence(), sentence);
        }
        let known = vec!["morris", "mnk"];
        for nearest in [Some("mnk"), None] {
            let error = SpecError::Game { name: text(), nearest, known: known.clone() };
            assert_eq!(spec_phrase(&error).to_string(), error.to_string());
            let error = PlayerError::Kind { name: text(), nearest };
            assert_eq!(player_phrase(&error).to_string(), error.to_string());
        }
        let program = ninefold_session::PlayerSpec::parse("cmd(./bot)").expect_err("a server");
        assert_eq!(player_phrase(&program).form, NO_PROGRAMS);
        assert_eq!(player_phrase(&program).to_string(), program.to_string());
        let count = PlayerError::Count { found: 3, game: "morris".into(), wanted: 2 };
        assert_eq!(player_phrase(&count).to_string(), count.to_string());
        let stores = [
            StoreError::Unknown { what: "game", id: text() },
            StoreError::Unknown { what: "study", id: text() },
            StoreError::Playing { id: 7 },
            StoreError::Full { file: file.clone() },
            StoreError::Damaged { file: file.clone() },
            StoreError::ReadOnly { file: file.clone() },
            StoreError::Busy { file: file.clone() },
            StoreError::Changed { id: text() },
            StoreError::NoRun { id: 3 },
        ];
        for error in stores {
            assert_eq!(store_phrase(&error).to_string(), error.to_string());
        }
    }

    #[test]
    fn every_refusal_has_german_words() {
        let words = include_str!("../assets/words/de.js");
        for form in FORMS {
            let key = format!("{form:?}: ");
            let has_german = words.lines().any(|line| line.trim_start().starts_with(&key));
            assert!(has_german, "{form:?} has no German");
        }
    }
}
