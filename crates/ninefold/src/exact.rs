//! Exact values of positions, and proofs of them.

use ninefold_session::Session;
use ninefold_solve::mnk::{self, Checked, ProofProblem};
use ninefold_solve::{ExactAnswer, ExactError, Request, solver};

/// Returns the exact value of a session's position, however long it takes: 1, 0 or −1 for the player to move, or
/// points, according to the solver's [unit](ninefold_solve::Solver::unit). The value is `None` if the game needs a
/// table that is missing.
///
/// ```
/// let mut game = ninefold::open("tictactoe")?;
/// assert_eq!(ninefold::solve(&*game)?.value, Some(0));
/// for text in ["2,2", "1,2", "1,1", "3,3"] {
///     game.play(text)?;
/// }
/// // The edge was a mistake: two lines of three now meet in one cell.
/// assert_eq!(ninefold::solve(&*game)?.value, Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// To limit time, nodes or memory, call a [`solver`] with your own [`Request`].
pub fn solve(session: &dyn Session) -> Result<ExactAnswer, ExactError> {
    let request = request(session);
    solver(&request.game)?.solve(&request, &mut |_| {})
}

/// Returns a proof of the exact value of a session's position, as text that [`check_proof`] verifies, or `None` if
/// none was found. Only m,n,k-games have proofs.
pub fn prove(session: &dyn Session) -> Result<Option<String>, ExactError> {
    let request = request(session);
    solver(&request.game)?.prove(&request)
}

/// Verifies a proof against the rules alone, without any search, and reports what it proves.
///
/// ```
/// let game = ninefold::open("mnk:4,3,3")?;
/// let proof = ninefold::prove(&*game)?.expect("a small board");
/// let checked = ninefold::check_proof(&proof)?;
/// assert_eq!((checked.game, checked.value), ([4, 3, 3], Some(1)));
/// let forged = proof.replacen("player 1 wins", "player 1 cannot win", 1);
/// assert!(ninefold::check_proof(&forged).is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn check_proof(text: &str) -> Result<Checked, ProofProblem> {
    mnk::check(text)
}

/// A request without limits for a session's position.
fn request(session: &dyn Session) -> Request {
    Request::new(session.spec(), session.status().position)
}
