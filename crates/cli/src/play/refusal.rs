//! Explains why a typed move is rejected, in the words of the rules.

use ninefold_core::{Step, StepAction};
use ninefold_session::{LegalMove, Session, SessionView};

/// What is wrong with an illegal move: which part of it, or what is missing. `None` if the text
/// names no place of the board.
pub(super) fn reason(session: &dyn Session, text: &str) -> Option<String> {
    let view = session.view();
    let text = text.to_lowercase().replace(' ', "");
    let begun: Vec<&LegalMove> =
        view.legal.iter().filter(|mv| mv.text.starts_with(&text) && mv.text != text).collect();
    if let [first, ..] = begun[..] {
        // Everything is right so far: something is missing.
        let wanted: Vec<&str> = begun.iter().take(4).map(|mv| mv.text.as_str()).collect();
        let more = if begun.len() > wanted.len() { " …" } else { "" };
        let said = sites(&view, &text).map_or(0, |sites| sites.len());
        let missing = match first.steps.get(said).map(|step| step.action) {
            Some(StepAction::Take) => "also takes something: say what",
            Some(StepAction::Drop) => "says what moves: say where to",
            _ => "is not a whole move",
        };
        return Some(format!("{text} {missing}, {}{more}", wanted.join(" or ")));
    }
    let mut steps: Vec<Step> = Vec::new();
    for site in sites(&view, &text)? {
        let next = view.legal.iter().find_map(|mv| {
            let step = mv.steps.get(steps.len()).filter(|step| step.site == site)?;
            mv.steps.starts_with(&steps).then_some(*step)
        });
        let whole = view.legal.iter().find(|mv| mv.steps == steps);
        match (next, whole) {
            (Some(step), _) => steps.push(step),
            (None, Some(whole)) => {
                return Some(format!("{} is a whole move here, {text} is too much", whole.text));
            }
            (None, None) => return session.refuse(&steps, site).map(|why| why.sentence),
        }
    }
    None
}

/// The places named in a move, in order.
fn sites(view: &SessionView, text: &str) -> Option<Vec<u16>> {
    let site = |name: &str| {
        let found = view.layout.sites.iter().position(|site| site.name.to_lowercase() == name);
        found.and_then(|index| u16::try_from(index).ok())
    };
    text.split(['-', 'x']).map(site).collect()
}
