//! Whether a proved win comes before a draw rule ends the game.

/// How sure it is that a proved win or loss also stands under the draw rules of the game as it is played.
///
/// ```
/// use ninefold_solve::{InTime, Request, solver};
///
/// // White closes a mill and wins at once.
/// let request = Request::new("morris", "w../b../.../w...../.../.w./.bb w 0,0 50,10");
/// let answer = solver("morris")?.solve(&request, &mut |_| {})?;
/// assert_eq!((answer.value, answer.in_time), (Some(1), InTime::Open)); // the book knows no distances
/// assert!(InTime::Open < InTime::Likely && InTime::Likely < InTime::Certain);
/// # Ok::<(), ninefold_solve::ExactError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum InTime {
    /// A draw rule most likely ends the game before.
    Unlikely,
    /// Nobody knows.
    Open,
    /// Only a detour or a wrong guess of the length could let a draw rule come first.
    Likely,
    /// No draw rule can come first, or there is none.
    Certain,
}
