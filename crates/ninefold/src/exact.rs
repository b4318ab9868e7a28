//! The truth about a position, and proofs of it.

use ninefold_session::Session;
use ninefold_solve::mnk::{self, Checked, ProofProblem};
use ninefold_solve::{ExactAnswer, ExactError, Request, solver};

/// The exact value of a session's position, however long it takes: 1, 0 or −1 for the player to move, or points, as the
/// solver's [unit](ninefold_solve::Solver::unit) says. No value where the game needs a table that is not there.
///
/// ```
/// let mut game = ninefold::open("tictactoe")?;
/// assert_eq!(ninefold::solve(&*game)?.value, Some(0));
/// for text in ["2,2", "1,2", "1,1", "3,3"] {
///     game.play(text)?;
/// }
/// // An edge was a mistake: two lines of three now meet in one cell.
/// assert_eq!(ninefold::solve(&*game)?.value, Some(1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// For limits of time, nodes or memory, ask a [`solver`] with a [`Request`] of your own.
pub fn solve(session: &dyn Session) -> Result<ExactAnswer, ExactError> {
    let request = request(session);
    solver(&request.game)?.solve(&request, &mut |_| {})
}

/// A proof of the exact value of a session's position, as text that [`check_proof`] verifies; nothing when none was
/// found. Only m,n,k-games have proofs.
pub fn prove(session: &dyn Session) -> Result<Option<String>, ExactError> {
    let request = request(session);
    solver(&request.game)?.prove(&request)
}

/// Verifies a proof by the rules alone, without any search, and says what it proves.
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

/// A request about a session's position without limits.
fn request(session: &dyn Session) -> Request {
    Request::new(session.spec(), session.status().position)
}
