//! A curve as a small picture: SVG inside of a page, coloured by the page's style.

use std::fmt::{self, Write};

const WIDTH: f64 = 400.0;
const HEIGHT: f64 = 210.0;
const LEFT: f64 = 42.0;
const RIGHT: f64 = WIDTH - 12.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = HEIGHT - 26.0;
/// Points that are drawn of a long curve.
const MOST_POINTS: usize = 400;

/// A value that changed during a match.
pub struct Chart {
    /// What a reader who does not see the picture is told.
    pub label: String,
    /// The points, from left to right.
    pub points: Vec<Mark>,
    /// Values to which the curve is compared, with their names.
    pub lines: Vec<(f64, String)>,
}

/// A point of a curve.
#[derive(Clone, Copy)]
pub struct Mark {
    /// How many games had been played.
    pub games: f64,
    /// The value; not drawn if it is infinite.
    pub value: f64,
    /// The error to both sides; zero for none, may be infinite.
    pub error: f64,
}

impl Chart {
    /// Writes the picture. Text of the chart must need no escapes.
    pub fn write(&self, out: &mut String) -> fmt::Result {
        let points = self.drawn_points();
        let axes = Axes::new(&points, &self.lines);
        write!(
            out,
            "<svg viewBox=\"0 0 {WIDTH} {HEIGHT}\" role=\"img\" aria-label=\"{}\">",
            self.label
        )?;
        axes.write(out)?;
        write_band(out, &points, &axes)?;
        for (value, name) in &self.lines {
            let y = axes.y(*value);
            write!(out, "<path class=\"line\" d=\"M{LEFT} {y:.1}H{RIGHT}\"/>")?;
            let (x, y) = (LEFT + 4.0, if y < TOP + 16.0 { y + 13.0 } else { y - 4.0 });
            write!(out, "<text class=\"line\" x=\"{x}\" y=\"{y:.1}\">{name}</text>")?;
        }
        let curve = path(points.iter().map(|point| (point.games, point.value)), &axes);
        if let Some(last) = points.last() {
            let (x, y) = (axes.x(last.games), axes.y(last.value));
            write!(out, "<path class=\"curve\" d=\"{curve}\"/>")?;
            write!(out, "<circle class=\"last\" cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\"/>")?;
        }
        out.write_str("</svg>")
    }

    /// The finite ones, thinned out evenly; always with the last one.
    fn drawn_points(&self) -> Vec<Mark> {
        let finite: Vec<Mark> =
            self.points.iter().filter(|point| point.value.is_finite()).copied().collect();
        let step = finite.len().div_ceil(MOST_POINTS).max(1);
        let mut points: Vec<Mark> = finite.iter().rev().step_by(step).copied().collect();
        points.reverse();
        points
    }
}

/// The ranges of both axes and the step between the marks of each.
struct Axes {
    games: (f64, f64),
    games_step: f64,
    values: (f64, f64),
    values_step: f64,
}

impl Axes {
    /// All values and lines are visible, but of the errors only those that are left when
    /// a quarter of the match is over: the first ones are huge.
    fn new(points: &[Mark], lines: &[(f64, String)]) -> Axes {
        let games = points.last().map_or(1.0, |point| point.games).max(1.0);
        let late =
            points.iter().filter(|point| point.games >= games / 4.0 && point.error.is_finite());
        let errors = late.flat_map(|point| [point.value - point.error, point.value + point.error]);
        let values =
            points.iter().filter(|point| point.games >= games / 10.0).map(|point| point.value);
        let all = values.chain(errors).chain(lines.iter().map(|line| line.0));
        let (low, high) = all.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(value), high.max(value))
        });
        let (low, high) = if low <= high { (low, high) } else { (0.0, 1.0) };
        let room = (high - low).max(1e-3) * 0.06;
        let values = (low - room, high + room);
        Axes {
            games: (0.0, games),
            games_step: step((0.0, games)).max(1.0),
            values,
            values_step: step(values),
        }
    }

    fn x(&self, games: f64) -> f64 {
        LEFT + (RIGHT - LEFT) * part(games, self.games)
    }

    fn y(&self, value: f64) -> f64 {
        BOTTOM - (BOTTOM - TOP) * part(value, self.values)
    }

    fn write(&self, out: &mut String) -> fmt::Result {
        for value in marks(self.values, self.values_step) {
            let (x, y) = (LEFT - 6.0, self.y(value));
            let value = number(value, self.values_step);
            write!(out, "<path class=\"grid\" d=\"M{LEFT} {y:.1}H{RIGHT}\"/>")?;
            write!(out, "<text x=\"{x}\" y=\"{:.1}\" text-anchor=\"end\">{value}</text>", y + 4.0)?;
        }
        for games in marks(self.games, self.games_step) {
            let (x, y) = (self.x(games), BOTTOM + 16.0);
            let anchor = if x > RIGHT - 12.0 { "end" } else { "middle" };
            let games = number(games, self.games_step);
            write!(out, "<text x=\"{x:.1}\" y=\"{y}\" text-anchor=\"{anchor}\">{games}</text>")?;
        }
        Ok(())
    }
}

/// The area between value - error and value + error.
fn write_band(out: &mut String, points: &[Mark], axes: &Axes) -> fmt::Result {
    if points.iter().all(|point| point.error == 0.0) {
        return Ok(());
    }
    let upper = points.iter().map(|point| (point.games, point.value + point.error));
    let lower = points.iter().rev().map(|point| (point.games, point.value - point.error));
    write!(out, "<path class=\"band\" d=\"{}Z\"/>", path(upper.chain(lower), axes))
}

/// A line through points.
fn path(points: impl Iterator<Item = (f64, f64)>, axes: &Axes) -> String {
    let mut path = String::new();
    for (games, value) in points {
        let command = if path.is_empty() { 'M' } else { 'L' };
        // Writing to a string cannot fail.
        let _ = write!(path, "{command}{:.1} {:.1}", axes.x(games), axes.y(value));
    }
    path
}

/// Where a value lies in a range, from 0 to 1; at its end if outside.
fn part(value: f64, (low, high): (f64, f64)) -> f64 {
    ((value - low) / (high - low)).clamp(0.0, 1.0)
}

/// A round number that divides a range into three to seven parts.
fn step((low, high): (f64, f64)) -> f64 {
    let rough = (high - low) / 6.0;
    let power = 10_f64.powf(rough.log10().floor());
    let factor = [1.0, 2.0, 5.0].into_iter().find(|factor| factor * power >= rough);
    power * factor.unwrap_or(10.0)
}

/// The multiples of the step in a range.
fn marks((low, high): (f64, f64), step: f64) -> impl Iterator<Item = f64> {
    let first = (low / step).ceil();
    (0..20).map(move |n| (first + f64::from(n)) * step).take_while(move |&mark| mark <= high)
}

/// With as many decimals as the step needs; without the sign of a zero from below.
fn number(value: f64, step: f64) -> String {
    let decimals = if step >= 1.0 { 0 } else { (-step.log10()).ceil() as usize };
    format!("{:.decimals$}", value + 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(games: f64, value: f64, error: f64) -> Mark {
        Mark { games, value, error }
    }

    #[test]
    fn steps_are_round_and_few() {
        for (range, expected) in
            [((0.0, 200.0), 50.0), ((0.0, 100.0), 20.0), ((-3.0, 3.0), 1.0), ((0.4, 0.6), 0.05)]
        {
            assert!((step(range) - expected).abs() < 1e-9, "{range:?}: {}", step(range));
            let count = marks(range, step(range)).count();
            assert!((3..=8).contains(&count), "{range:?}: {count}");
        }
        assert_eq!(number(0.15, 0.05), "0.15");
        assert_eq!(number(-0.0, 1.0), "0");
    }

    #[test]
    fn infinite_values_and_errors_leave_finite_pictures() {
        let infinite = f64::INFINITY;
        let charts: [Vec<Mark>; 4] = [
            vec![],
            vec![mark(2.0, infinite, infinite), mark(4.0, f64::NEG_INFINITY, infinite)],
            vec![mark(2.0, infinite, infinite), mark(4.0, 100.0, infinite), mark(6.0, 90.0, 50.0)],
            vec![mark(2.0, 50.0, 0.0)],
        ];
        for points in charts {
            let chart = Chart { label: "x".into(), points, lines: vec![(0.0, "even".into())] };
            let mut svg = String::new();
            chart.write(&mut svg).unwrap();
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
    }

    #[test]
    fn long_curves_are_thinned_out_but_end_where_they_end() {
        let points = (1..=10_001).map(|n| mark(f64::from(n), f64::from(n), 0.0)).collect();
        let points = Chart { label: String::new(), points, lines: vec![] }.drawn_points();
        assert!(points.len() <= MOST_POINTS);
        assert_eq!(points.last().unwrap().games, 10_001.0);
    }
}
