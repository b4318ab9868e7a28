//! Plots as SVG text, for reports and documentation.
//!
//! ```
//! use ninefold_arena::plots::{Bar, intervals};
//!
//! let bar = Bar { label: "engine".into(), value: 40.0, low: 12.0, high: 68.0 };
//! assert!(intervals("Ratings", "Elo", &[bar]).starts_with("<svg"));
//! ```

use std::fmt::Write;

/// A number with its interval, drawn as a point on a bar.
pub struct Bar {
    /// The label beside it.
    pub label: String,
    /// The number.
    pub value: f64,
    /// The lower end of its interval.
    pub low: f64,
    /// The upper end.
    pub high: f64,
}

/// A series of points.
pub struct Series {
    label: String,
    points: Vec<(f64, f64)>,
    kind: Kind,
}

/// How points are drawn.
enum Kind {
    Line,
    Dots,
    /// A dashed line in the colour of the previous series, without a legend entry.
    Fit,
}

impl Series {
    /// Points joined by a line.
    pub fn line(label: impl Into<String>, points: Vec<(f64, f64)>) -> Series {
        Series { label: label.into(), points, kind: Kind::Line }
    }

    /// Points without a line.
    pub fn dots(label: impl Into<String>, points: Vec<(f64, f64)>) -> Series {
        Series { label: label.into(), points, kind: Kind::Dots }
    }

    /// A line fitted to the previous points.
    pub fn fit(points: Vec<(f64, f64)>) -> Series {
        Series { label: String::new(), points, kind: Kind::Fit }
    }
}

/// The labels and scales of the axes of a line plot.
pub struct Axes<'a> {
    /// The title above the plot.
    pub title: &'a str,
    /// The label of the horizontal axis.
    pub x: &'a str,
    /// The label of the vertical axis.
    pub y: &'a str,
    /// Whether the vertical axis is logarithmic.
    pub logarithmic: bool,
}

/// Colours that are legible on both light and dark backgrounds.
const COLOURS: [&str; 8] =
    ["#2f81c7", "#d1495b", "#2e9e62", "#c28f1c", "#8a63c0", "#0f9a9a", "#b3622f", "#7d8590"];
const STYLE: &str = "<style>text{font:13px system-ui,sans-serif;fill:#24292f}.t{font-weight:600}.b{fill:#fff}.g{stroke:#dde1e6}@media(prefers-color-scheme:dark){text{fill:#d5dae0}.b{fill:#1c2026}.g{stroke:#3a4049}}</style><rect class=\"b\" width=\"100%\" height=\"100%\" rx=\"8\"/>";

/// Escapes a text for SVG and HTML.
pub fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Ticks at steps of 1, 2 or 5 times a power of ten that divide a range into about five parts.
fn ticks(low: f64, high: f64) -> Vec<f64> {
    let rough = ((high - low) / 5.0).max(1e-12);
    let power = 10_f64.powf(rough.log10().floor());
    let step =
        [1.0, 2.0, 5.0, 10.0].map(|factor| factor * power).into_iter().find(|step| *step >= rough);
    let step = step.unwrap_or(power * 10.0);
    let first = (low / step).ceil() as i64;
    let last = (high / step).floor() as i64;
    (first..=last).map(|index| index as f64 * step).collect()
}

/// Ticks at integer powers of ten if there are at least two, otherwise as on any axis. All as logarithms.
fn decades(low: f64, high: f64) -> Vec<f64> {
    let powers: Vec<f64> =
        (low.ceil() as i64..=high.floor() as i64).map(|power| power as f64).collect();
    if powers.len() < 2 { ticks(low, high) } else { powers }
}

/// Formats a number as a label, with thousands separators.
fn number(value: f64) -> String {
    let text = format!("{value:.3}");
    let text = text.trim_end_matches('0').trim_end_matches('.');
    let (sign, digits) = text.strip_prefix('-').map_or(("", text), |digits| ("−", digits));
    let (whole, rest) = digits.split_at(digits.find('.').unwrap_or(digits.len()));
    let mut grouped = String::new();
    for (index, digit) in whole.chars().enumerate() {
        if index > 0 && (whole.len() - index).is_multiple_of(3) {
            grouped.push(',');
        }
        grouped.push(digit);
    }
    format!("{sign}{grouped}{rest}")
}

/// Draws points with intervals, one per row.
pub fn intervals(title: &str, unit: &str, bars: &[Bar]) -> String {
    const ROW: f64 = 24.0;
    let longest = bars.iter().map(|bar| bar.label.chars().count()).max().unwrap_or_default();
    let left = (7.5 * longest as f64 + 20.0).clamp(80.0, 460.0);
    let width = left + 480.0;
    let height = 70.0 + ROW * bars.len() as f64;
    let low = bars.iter().map(|bar| bar.low).fold(0.0, f64::min);
    let high = bars.iter().map(|bar| bar.high).fold(0.0, f64::max);
    let pad = 0.05 * (high - low).max(1e-9);
    let (low, high) = (low - pad, high + pad);
    let x = |value: f64| left + 460.0 * (value - low) / (high - low);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" role=\"img\">{STYLE}\n<text class=\"t\" x=\"10\" y=\"20\">{}</text>\n",
        escaped(title)
    );
    let bottom = height - 30.0;
    for tick in ticks(low, high) {
        let at = x(tick);
        let _ = writeln!(
            svg,
            "<line class=\"g\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"30\" y2=\"{bottom}\"/><text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            bottom + 16.0,
            number(tick)
        );
    }
    for (index, bar) in bars.iter().enumerate() {
        let y = 44.0 + ROW * index as f64;
        let (a, b, c) = (x(bar.low), x(bar.value), x(bar.high));
        let _ = writeln!(
            svg,
            "<text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text><line x1=\"{a:.1}\" x2=\"{c:.1}\" y1=\"{y}\" y2=\"{y}\" stroke=\"{}\" stroke-width=\"3\"/><circle cx=\"{b:.1}\" cy=\"{y}\" r=\"5\" fill=\"{}\"/>",
            left - 8.0,
            y + 4.0,
            escaped(&bar.label),
            COLOURS[0],
            COLOURS[0]
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text></svg>",
        width - 10.0,
        height - 2.0,
        escaped(unit)
    );
    svg
}

/// Draws lines through points, with a legend.
pub fn lines(axes: &Axes<'_>, series: &[Series]) -> String {
    const HEIGHT: f64 = 400.0;
    const LEFT: f64 = 70.0;
    const RIGHT: f64 = 540.0;
    const TOP: f64 = 52.0;
    const BOTTOM: f64 = 350.0;
    let longest = series.iter().map(|line| line.label.chars().count()).max().unwrap_or_default();
    let width = RIGHT + 60.0 + 7.6 * longest as f64;
    let scale = |y: f64| if axes.logarithmic { y.max(1e-9).log10() } else { y };
    let all = || series.iter().flat_map(|line| line.points.iter());
    let range = |values: &mut dyn Iterator<Item = f64>| {
        let (low, high) =
            values.fold((f64::MAX, f64::MIN), |(low, high), v| (low.min(v), high.max(v)));
        if low < high { (low, high) } else { (low - 0.5, low + 0.5) }
    };
    let (x0, x1) = range(&mut all().map(|point| point.0));
    let (y0, y1) = range(&mut all().map(|point| scale(point.1)));
    let x = |value: f64| LEFT + (RIGHT - LEFT) * (value - x0) / (x1 - x0);
    let y = |value: f64| BOTTOM - (BOTTOM - TOP) * (scale(value) - y0) / (y1 - y0);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width:.0} {HEIGHT}\" width=\"{width:.0}\" role=\"img\">{STYLE}\n<text class=\"t\" x=\"10\" y=\"20\">{}</text>\n",
        escaped(axes.title)
    );
    for tick in ticks(x0, x1) {
        let at = x(tick);
        let _ = writeln!(
            svg,
            "<line class=\"g\" x1=\"{at:.1}\" x2=\"{at:.1}\" y1=\"{TOP}\" y2=\"{BOTTOM}\"/><text x=\"{at:.1}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
            BOTTOM + 16.0,
            number(tick)
        );
    }
    for tick in if axes.logarithmic { decades(y0, y1) } else { ticks(y0, y1) } {
        let value = if axes.logarithmic { 10_f64.powf(tick) } else { tick };
        let at = y(value);
        let _ = writeln!(
            svg,
            "<line class=\"g\" x1=\"{LEFT}\" x2=\"{RIGHT}\" y1=\"{at:.1}\" y2=\"{at:.1}\"/><text x=\"{}\" y=\"{:.1}\" text-anchor=\"end\">{}</text>",
            LEFT - 6.0,
            at + 4.0,
            number(value)
        );
    }
    let mut place: usize = 0;
    for line in series {
        if !matches!(line.kind, Kind::Fit) {
            place += 1;
        }
        let index = place.saturating_sub(1);
        let colour = COLOURS[index % COLOURS.len()];
        let dashed = index >= COLOURS.len() || matches!(line.kind, Kind::Fit);
        let dash = if dashed { " stroke-dasharray=\"6 3\"" } else { "" };
        let points: Vec<String> = line
            .points
            .iter()
            .map(|point| format!("{:.1},{:.1}", x(point.0), y(point.1)))
            .collect();
        if matches!(line.kind, Kind::Dots) {
            for point in &line.points {
                let (cx, cy) = (x(point.0), y(point.1));
                let _ = write!(
                    svg,
                    "<circle cx=\"{cx:.1}\" cy=\"{cy:.1}\" r=\"4\" fill=\"{colour}\"/>"
                );
            }
        } else {
            let _ = write!(
                svg,
                "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"2\"{dash}/>",
                points.join(" ")
            );
        }
        if !matches!(line.kind, Kind::Fit) {
            let at = TOP + 18.0 * index as f64;
            let _ = writeln!(
                svg,
                "<line x1=\"{}\" x2=\"{}\" y1=\"{at}\" y2=\"{at}\" stroke=\"{colour}\" stroke-width=\"3\"{dash}/><text x=\"{}\" y=\"{}\">{}</text>",
                RIGHT + 12.0,
                RIGHT + 34.0,
                RIGHT + 40.0,
                at + 4.0,
                escaped(&line.label)
            );
        }
    }
    let _ = writeln!(
        svg,
        "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text><text x=\"10\" y=\"{}\">{}</text></svg>",
        RIGHT,
        HEIGHT - 8.0,
        escaped(axes.x),
        TOP - 13.0,
        escaped(axes.y)
    );
    svg
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn labels_are_short() {
        assert_eq!([0.0, 0.5, -1500.0].map(number), ["0", "0.5", "−1,500"]);
        assert_eq!(number(1_234_567.0), "1,234,567");
        assert_eq!(decades(-2.4, 1.2), [-2.0, -1.0, 0.0, 1.0]);
        assert_eq!(decades(0.1, 0.9).len(), ticks(0.1, 0.9).len());
    }

    /// A fit has the colour of its points and no label.
    #[test]
    fn a_fit_belongs_to_the_points_before_it() {
        let points = vec![(1.0, 1.0), (2.0, 4.0)];
        let series = [
            Series::dots("first", points.clone()),
            Series::fit(points.clone()),
            Series::line("second", points),
        ];
        let axes = Axes { title: "t", x: "x", y: "y", logarithmic: false };
        let svg = lines(&axes, &series);
        assert_eq!(svg.matches(COLOURS[0]).count(), 4, "two dots, a fit and a legend: {svg}");
        assert_eq!(svg.matches(COLOURS[1]).count(), 2, "a line and a legend: {svg}");
    }
}
