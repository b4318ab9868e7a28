//! Games without their types: the API for front ends and scripts.
//!
//! [`Games`] lists the kinds of games. A [`GameKind`] is a game with its parameters, before it is
//! played: its seats, its evaluators, its arena. A [`Session`] is a game in progress: text in, text
//! and plain data out; [`Ask`] lists the queries about its position. Types are erased here once per
//! user action, never inside a search.
//!
//! ```
//! use ninefold_session::{Setup, games};
//!
//! let games = games();
//! let mut session = games.open("tictactoe", &Setup::default())?;
//! session.seat(&["human".parse()?, "best".parse()?])?;
//! session.play("2,2")?;
//! let answer = session.think().expect("it is the computer's turn");
//! session.play(&answer)?;
//! assert_eq!((session.status().to_move, session.ply()), (1, 2));
//!
//! // What would another player have played?
//! session.undo();
//! let advice = session.advise(&"alphabeta:depth=9".parse()?)?;
//! assert_eq!(advice.best.as_deref(), Some("1,1"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod analysis;
mod answers;
mod arena;
mod ask;
mod bench;
mod best;
mod bot;
mod catalogue;
mod data;
mod engine;
mod evaluation;
mod exact_summary;
mod explanation;
mod feature_table;
mod fingerprint;
mod genome;
mod guests;
mod insight;
mod judgement;
mod kind;
mod level;
pub mod measure;
mod numbers;
mod opening_line;
mod playable;
mod player;
mod position_form;
mod protocol;
mod reasons;
mod referee;
mod review;
mod session;
mod thinker;
mod threat;
mod tree;
mod values;
mod view;
mod visits;
mod win_share;

pub use analysis::{AnalysedLine, Analysis, AnalysisRequest};
pub use answers::Answer;
pub use arena::{
    Arena, MatchOptions, PlanError, check_plan, check_plies, evolution_stages, game_record,
    match_stages, play_match, start_evolution, start_tournament, tournament_stages,
};
pub use ask::Ask;
pub use bench::{SearchSignature, Signature};
pub use bot::{
    BotClock, BotGame, BotPool, BotReport, BotTold, EngineReport, EngineStep, TrialStep, bot_move,
};
pub use catalogue::{
    Alias, Catalogue, EvaluatorChoice, ExampleChoice, GameChoice, LevelChoice, ParameterChoice,
    PlayerChoice, PresetChoice, Range, SpotChoice, StudyChoice, VariantChoice, languages, words,
};
pub use data::{
    Cell, DataError, DataPlan, DataRow, DataSource, DrawnFrom, Example, ExampleSource,
    FittedEvaluator, FittedNumber, Label, data_card, data_source, example_source, fit_evaluator,
    held_out_losses, random_men,
};
pub use engine::{EngineSetup, Protocol, serve_engine};
pub use evaluation::{Evaluation, EvaluatorError, evaluator};
pub use exact_summary::exact_summary;
pub use explanation::{Explained, ExplainedPlayer, ExplainedTerm, ExplainedWords};
pub use feature_table::FeatureColumns;
pub use fingerprint::rules_fingerprint;
pub use genome::GenomeForm;
pub use guests::{GuestList, Guests};
pub use insight::{Preview, Why};
pub use judgement::{Effort, Judgements};
pub use kind::{GameKind, Games, OpenError, games};
pub use level::level_budgets;
pub use ninefold_arena::{MatchPlan, Row, elo, rows, wilson};
pub use ninefold_search::{EngineOptions, Limits, StopFlag};
pub use ninefold_solve::{Reason, ReasonAnswer, Reasons};
pub use opening_line::{OpeningError, balanced_openings, opening_position, read_opening};
pub use playable::{MOST_MOVES, PlayableError, playable};
pub use player::{
    LARGEST_TABLE, MOST_THREADS, PlayerError, PlayerKind, PlayerSpec, Programs, player_kinds,
};
pub use position_form::PositionForm;
pub use review::{Mistake, Review, ReviewRequest, ReviewedPlayer, ReviewedPly, USUAL_REVIEW_NODES};
pub use session::{Origin, Session, SessionError, Setup};
pub use threat::Threat;
pub use tree::{
    BoundView, LevelView, NodeState, NodeView, TREE_DEPTHS, TreeError, TreeRequest, TreeView,
};
pub use values::{MoveValue, MoveValues, Source, Unit};
pub use view::{Advice, LegalMove, OutcomeView, SessionView, Status, Turn};
pub use visits::{PLACES_FORM, Place, Visit};
