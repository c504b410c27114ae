//! A curve as a small picture: SVG inside of a page, coloured by the page's style.

/// Width and height; the page scales it.
const WIDTH: u32 = 400;
const HEIGHT: u32 = 210;
/// The edges of the area of the curve; labels are to the left of it and below.
const LEFT: f64 = 44.0;
const RIGHT: f64 = 390.0;
const TOP: f64 = 10.0;
const BOTTOM: f64 = 182.0;
const MOST_LABELS: f64 = 6.0;
/// The least range of the picture, in the units of the values, so that a constant curve is a line
/// in the middle and its labels are short.
const LEAST_RANGE: f64 = 2.0;
const MOST_POINTS: usize = 400;

/// A value that changed during a match.
pub struct Chart {
    /// The alternative text of the picture; it must need no escapes.
    pub label: &'static str,
    pub points: Vec<Mark>,
    /// Values to which the curve is compared, with their names.
    pub lines: Vec<(f64, &'static str)>,
}

#[derive(Clone, Copy)]
pub struct Mark {
    pub games: f64,
    /// The value; not drawn if it is infinite.
    pub value: f64,
    /// The error to both sides; zero for none, may be infinite.
    pub error: f64,
}

impl Chart {
    pub fn svg(&self) -> String {
        let points = self.drawn_points();
        let games = points.last().map_or(1.0, |point| point.games).max(1.0);
        let (low, high) = self.range(&points, games);
        let x = |played: f64| LEFT + (RIGHT - LEFT) * played / games;
        let y =
            |value: f64| BOTTOM - (BOTTOM - TOP) * (value.clamp(low, high) - low) / (high - low);
        let path = |points: &mut dyn Iterator<Item = (f64, f64)>| {
            let places = points.map(|(at, value)| format!("{:.1},{:.1}", x(at), y(value)));
            places.collect::<Vec<_>>().join(" ")
        };
        let mut svg = format!(
            "<svg role=\"img\" aria-label=\"{}\" viewBox=\"0 0 {WIDTH} {HEIGHT}\">",
            self.label
        );
        for (value, label) in labels(low, high, 0.0) {
            svg += &level("grid", y(value));
            let (x, y) = (LEFT - 5.0, y(value));
            svg += &format!("<text class=\"left\" x=\"{x}\" y=\"{y:.1}\">{label}</text>");
        }
        for (at, label) in labels(0.0, games, 1.0) {
            let (x, y) = (x(at), BOTTOM + 15.0);
            svg += &format!("<text class=\"below\" x=\"{x:.1}\" y=\"{y}\">{label}</text>");
        }
        if points.iter().any(|point| point.error != 0.0) {
            let above = points.iter().map(|point| (point.games, point.value + point.error));
            let below = points.iter().rev().map(|point| (point.games, point.value - point.error));
            svg += &format!("<polygon points=\"{}\"/>", path(&mut above.chain(below)));
        }
        for &(value, name) in &self.lines {
            svg += &level("bound", y(value));
            let (x, y) = (LEFT + 4.0, y(value) - 4.0);
            svg += &format!("<text x=\"{x}\" y=\"{y:.1}\">{name}</text>");
        }
        let curve = path(&mut points.iter().map(|point| (point.games, point.value)));
        svg += &format!("<polyline points=\"{curve}\"/>");
        if let Some(last) = points.last() {
            let (x, y) = (x(last.games), y(last.value));
            svg += &format!("<circle cx=\"{x:.1}\" cy=\"{y:.1}\" r=\"3\"/>");
        }
        svg + "</svg>"
    }

    /// The finite points, thinned out evenly; always with the last one.
    fn drawn_points(&self) -> Vec<Mark> {
        let finite: Vec<Mark> =
            self.points.iter().filter(|point| point.value.is_finite()).copied().collect();
        let step = finite.len().div_ceil(MOST_POINTS).max(1);
        let mut points: Vec<Mark> = finite.iter().rev().step_by(step).copied().collect();
        points.reverse();
        points
    }

    /// The range covers the lines, the values after a tenth of the games, and the errors after a
    /// quarter. Earlier ones may be huge.
    fn range(&self, points: &[Mark], games: f64) -> (f64, f64) {
        let late =
            points.iter().filter(|point| point.games >= games / 4.0 && point.error.is_finite());
        let errors = late.flat_map(|point| [point.value - point.error, point.value + point.error]);
        let values =
            points.iter().filter(|point| point.games >= games / 10.0).map(|point| point.value);
        let all = values.chain(errors).chain(self.lines.iter().map(|line| line.0));
        let (low, high) = all.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), value| {
            (low.min(value), high.max(value))
        });
        let (low, high) = if low <= high { (low, high) } else { (0.0, 1.0) };
        let room = ((LEAST_RANGE - (high - low)) / 2.0).max((high - low) * 0.06);
        (low - room, high + room)
    }
}

/// A horizontal line.
fn level(class: &str, y: f64) -> String {
    format!("<line class=\"{class}\" x1=\"{LEFT}\" x2=\"{RIGHT}\" y1=\"{y:.1}\" y2=\"{y:.1}\"/>")
}

/// Round numbers in a range with their texts, at least `least` apart.
fn labels(low: f64, high: f64, least: f64) -> Vec<(f64, String)> {
    let rough = ((high - low) / MOST_LABELS).max(least);
    let ten = 10_f64.powf(rough.log10().floor());
    let step = [1.0, 2.0, 5.0, 10.0].map(|of| of * ten).into_iter().find(|&step| step >= rough);
    let step = step.unwrap_or(10.0 * ten);
    let decimals = (-step.log10().floor()).max(0.0) as usize;
    let numbers = (low / step).ceil() as i64..=(high / step).floor() as i64;
    numbers.map(|number| number as f64 * step).map(|it| (it, format!("{it:.decimals$}"))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(games: f64, value: f64, error: f64) -> Mark {
        Mark { games, value, error }
    }

    #[test]
    fn labels_are_round_numbers() {
        let texts = |low, high, least| -> Vec<String> {
            labels(low, high, least).into_iter().map(|(_, text)| text).collect()
        };
        assert_eq!(texts(0.0, 100.0, 1.0), ["0", "20", "40", "60", "80", "100"]);
        assert_eq!(texts(0.0, 2.0, 1.0), ["0", "1", "2"]);
        assert_eq!(texts(49.0, 51.0, 0.0), ["49.0", "49.5", "50.0", "50.5", "51.0"]);
        assert_eq!(texts(-2.3, 0.4, 0.0), ["-2.0", "-1.5", "-1.0", "-0.5", "0.0"]);
    }

    #[test]
    fn a_curve_that_does_not_move_is_in_the_middle() {
        let points: Vec<Mark> = (1..5).map(|n| mark(f64::from(n), 50.0, 0.0)).collect();
        let chart = Chart { label: "x", points: points.clone(), lines: vec![] };
        assert_eq!(chart.range(&points, 4.0), (49.0, 51.0));
        let svg = chart.svg();
        assert!(svg.contains("50.0") && !svg.contains("49.99"), "{svg}");
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
            let chart = Chart { label: "x", points, lines: vec![(0.0, "even")] };
            let svg = chart.svg();
            assert!(!svg.contains("NaN") && !svg.contains("inf"), "{svg}");
        }
    }

    #[test]
    fn long_curves_are_thinned_out_but_end_where_they_end() {
        let points = (1..=10_001).map(|n| mark(f64::from(n), f64::from(n), 0.0)).collect();
        let points = Chart { label: "", points, lines: vec![] }.drawn_points();
        assert!(points.len() <= MOST_POINTS);
        assert_eq!(points.last().unwrap().games, 10_001.0);
    }
}
