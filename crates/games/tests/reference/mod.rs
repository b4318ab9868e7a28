//! Slow, obvious implementations of the four games, to compare the engine with.
//!
//! They were written from the rules alone and share no code with the engine: plain arrays, no
//! bit tricks, nothing remembered that can be counted again. Where they and the engine disagree,
//! one of the two has misread the rules.

pub mod mnk;
pub mod morris;
pub mod ninetka;
pub mod three_six_nine;

/// A slow, obvious implementation of one game, spoken to in the project's text forms only.
pub trait Reference {
    /// Legal moves as text, in the promised order; empty when the game is over.
    fn moves(&self) -> Vec<String>;
    /// Plays a legal move given as text.
    ///
    /// # Panics
    /// If the text is not one of [`moves`](Reference::moves).
    fn play(&mut self, text: &str);
    /// Payoffs (one per player) and the reason, once the game is over.
    fn outcome(&self) -> Option<(Vec<i32>, &'static str)>;
    /// The position as text.
    fn position(&self) -> String;
    /// The player to move, 1-based; 0 when the game is over.
    fn to_move(&self) -> usize;
}
