//! Draws a table with characters, from its view alone, so it works for any game with a view.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use ninefold_core::{Layout, MarkKind, Player, Seat};
use ninefold_session::SessionView;

/// The board, the players and the state of the game.
pub(crate) fn table(view: &SessionView, colour: bool) -> String {
    let mut text = board(view, colour);
    text.push('\n');
    for (index, seat) in view.seats.iter().enumerate() {
        let arrow = if view.to_move == index + 1 { '>' } else { ' ' };
        let name = match seat.name == seat.letter.to_string() {
            true => seat.name.clone(),
            false => format!("{} ({})", seat.name, seat.letter),
        };
        let name = painted(&name, style(seat), colour);
        let _ = writeln!(text, "{arrow} {name}{}", tallies(view, index));
    }
    for countdown in &view.scene.countdowns {
        let _ = writeln!(text, "  {}: {} of {} left", countdown.name, countdown.left, countdown.of);
    }
    if let Some(last) = &view.last {
        let _ = writeln!(text, "  last move {}: {}", view.ply, last.text);
    }
    let _ = match &view.outcome {
        Some(outcome) => writeln!(text, "  {}", outcome.sentence),
        None => writeln!(text, "  {}, {} moves are legal", view.scene.phase, view.legal.len()),
    };
    text
}

fn tallies(view: &SessionView, seat: usize) -> String {
    let scene = &view.scene;
    let mut text = String::new();
    for (name, counts) in [("in hand", &scene.hands), ("lost", &scene.lost)] {
        if let Some(count) = counts.get(seat) {
            let _ = write!(text, "  {name} {count}");
        }
    }
    if let Some(score) = scene.scores.get(seat) {
        let _ = write!(text, "  {} {score}", scene.score_name);
    }
    text
}

/// A character of the canvas.
#[derive(Clone, Copy)]
struct Glyph {
    letter: char,
    style: Style,
}

const BLANK: Glyph = Glyph { letter: ' ', style: Style::new() };
const FAINT: Style = Style::new().dimmed();

/// A short text and the row or column of the canvas it stands at.
type Placed = (usize, String);

/// The positions of the grid steps on the canvas.
struct Scale {
    columns: Vec<usize>,
    rows: Vec<usize>,
}

impl Scale {
    /// Lines need room between their ends; cells are close together, with a gap between regions.
    fn of(layout: &Layout) -> Scale {
        let long_labels = layout.columns.iter().any(|label| label.text.len() > 1);
        let (across, down) = match layout.edges.is_empty() {
            true if long_labels => (3, 1),
            true => (2, 1),
            false => (4, 2),
        };
        let places: Vec<(usize, usize)> = layout
            .sites
            .iter()
            .map(|site| (site.x.round() as usize, site.y.round() as usize))
            .collect();
        let flipped: Vec<(usize, usize)> = places.iter().map(|&(x, y)| (y, x)).collect();
        Scale { columns: axis(layout, &places, across), rows: axis(layout, &flipped, down) }
    }

    fn column(&self, at: f32) -> usize {
        self.columns[at.round() as usize]
    }

    fn row(&self, at: f32) -> usize {
        self.rows[at.round() as usize]
    }
}

/// The position of each grid step along one axis; sites are given as (along, across).
fn axis(layout: &Layout, sites: &[(usize, usize)], step: usize) -> Vec<usize> {
    let last = sites.iter().map(|&(along, _)| along).max().unwrap_or_default();
    let region = |place: (usize, usize)| {
        let site = sites.iter().position(|&site| site == place)? as u16;
        layout.regions.iter().position(|region| region.sites.contains(&site))
    };
    let border = |at: usize| {
        sites.iter().any(|&(along, across)| {
            let (before, after) = (region((at - 1, across)), region((at, across)));
            along == at && before.is_some() && after.is_some() && before != after
        })
    };
    let mut places = vec![0];
    for at in 1..=last {
        let gap = if border(at) { step.min(2) } else { 0 };
        places.push(places[at - 1] + step + gap);
    }
    places
}

fn board(view: &SessionView, colour: bool) -> String {
    let (layout, scale) = (&view.layout, Scale::of(&view.layout));
    let width = scale.columns.last().map_or(0, |last| last + 1);
    let height = scale.rows.last().map_or(0, |last| last + 1);
    let mut canvas = vec![vec![BLANK; width]; height];
    draw_edges(&mut canvas, layout, &scale);
    draw_sites(&mut canvas, view, &scale);

    let margin = layout.rows.iter().map(|label| label.text.len()).max().unwrap_or_default();
    let (ends, foot) = line_counts(view, &scale);
    let mut text = String::new();
    for (row, glyphs) in canvas.iter().enumerate() {
        let label = layout.rows.iter().find(|label| scale.row(label.at) == row);
        let label = label.map_or("", |label| label.text.as_str());
        let mut line = format!("{label:>margin$} ");
        for glyph in glyphs {
            line.push_str(&painted(&glyph.letter.to_string(), glyph.style, colour));
        }
        if let Some((_, count)) = ends.iter().find(|(at, _)| *at == row) {
            let _ = write!(line, "  {}", painted(count, FAINT, colour));
        }
        let _ = writeln!(text, "{}", line.trim_end());
    }
    let names: Vec<Placed> =
        layout.columns.iter().map(|label| (scale.column(label.at), label.text.clone())).collect();
    push_footer(&mut text, margin, &names, Style::new(), colour);
    push_footer(&mut text, margin, &foot, FAINT, colour);
    text
}

/// A line of short texts below the board, each under its column.
fn push_footer(text: &mut String, margin: usize, items: &[Placed], style: Style, colour: bool) {
    let mut line = String::new();
    for (column, item) in items {
        // Two-digit numbers start one column to the left, so that they end under their column.
        let start = (margin + 1 + column + 1).saturating_sub(item.chars().count());
        while line.chars().count() < start {
            line.push(' ');
        }
        line.push_str(item);
    }
    if !line.is_empty() {
        let _ = writeln!(text, "{}", painted(&line, style, colour));
    }
}

fn draw_edges(canvas: &mut [Vec<Glyph>], layout: &Layout, scale: &Scale) {
    for &[from, to] in &layout.edges {
        let [from, to] = [from, to].map(|site| &layout.sites[usize::from(site)]);
        let (left, right) = (scale.column(from.x.min(to.x)), scale.column(from.x.max(to.x)));
        let (top, bottom) = (scale.row(from.y.min(to.y)), scale.row(from.y.max(to.y)));
        if top == bottom {
            canvas[top][left..=right].fill(Glyph { letter: '─', style: FAINT });
        } else if left == right {
            for row in &mut canvas[top..=bottom] {
                row[left] = Glyph { letter: '│', style: FAINT };
            }
        }
    }
}

fn draw_sites(canvas: &mut [Vec<Glyph>], view: &SessionView, scale: &Scale) {
    let last: Vec<u16> = marked(view, MarkKind::LastTurn);
    let line: Vec<u16> = marked(view, MarkKind::WinningLine);
    for (index, site) in view.layout.sites.iter().enumerate() {
        let index = index as u16;
        let piece = view.scene.pieces.iter().find(|piece| piece.site == index);
        let mut glyph = match piece.map(|piece| piece.owner) {
            None => Glyph { letter: '·', style: FAINT },
            Some(None) => Glyph { letter: '●', style: Style::new() },
            Some(Some(owner)) => piece_glyph(view, owner),
        };
        if last.contains(&index) {
            glyph.style = glyph.style.underline();
        }
        if line.contains(&index) {
            glyph.style = glyph.style.invert();
        }
        canvas[scale.row(site.y)][scale.column(site.x)] = glyph;
    }
}

fn piece_glyph(view: &SessionView, owner: Player) -> Glyph {
    let seat = &view.seats[owner.index()];
    Glyph { letter: seat.letter, style: style(seat) }
}

fn marked(view: &SessionView, kind: MarkKind) -> Vec<u16> {
    let marks = view.scene.marks.iter().filter(|mark| mark.kind == kind);
    marks.flat_map(|mark| mark.sites.iter().copied()).collect()
}

/// The counts of whole rows, for their ends, and of whole columns, for below.
fn line_counts(view: &SessionView, scale: &Scale) -> (Vec<Placed>, Vec<Placed>) {
    let (mut ends, mut foot) = (Vec::new(), Vec::new());
    for mark in view.scene.marks.iter().filter(|mark| mark.kind == MarkKind::LineCount) {
        let sites: Vec<_> =
            mark.sites.iter().map(|&site| &view.layout.sites[usize::from(site)]).collect();
        let (Some(first), Some(count)) = (sites.first(), mark.value) else { continue };
        if sites.iter().all(|site| site.y == first.y) {
            ends.push((scale.row(first.y), count.to_string()));
        } else if sites.iter().all(|site| site.x == first.x) {
            foot.push((scale.column(first.x), count.to_string()));
        }
    }
    (ends, foot)
}

fn style(seat: &Seat) -> Style {
    let colour = match seat.colour.as_str() {
        "red" => AnsiColor::Red,
        "green" => AnsiColor::Green,
        "yellow" => AnsiColor::Yellow,
        "blue" => AnsiColor::Blue,
        "magenta" => AnsiColor::Magenta,
        "cyan" => AnsiColor::Cyan,
        "black" => AnsiColor::Black,
        _ => AnsiColor::White,
    };
    colour.on_default().bold()
}

fn painted(text: &str, style: Style, colour: bool) -> String {
    match colour && style != Style::new() {
        true => format!("{style}{text}{style:#}"),
        false => text.to_owned(),
    }
}
