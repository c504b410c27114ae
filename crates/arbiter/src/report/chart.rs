//! A curve as a small picture: SVG inside of a page, coloured by the page's style.

use std::error::Error;

use plotters::prelude::*;

/// Width and height; the page scales it.
const SIZE: (u32, u32) = (400, 210);
/// What the picture shows at least from bottom to top, in the units of the values: a curve
/// that does not move is a line in the middle and no matter of many decimals.
const LEAST_RANGE: f64 = 2.0;
/// Points that are drawn of a long curve.
const MOST_POINTS: usize = 400;

// The page's style gives each of these colours its own.
const CURVE: RGBColor = RGBColor(1, 0, 0);
const BAND: RGBColor = RGBColor(2, 0, 0);
const LINE: RGBColor = RGBColor(3, 0, 0);
const GRID: RGBColor = RGBColor(4, 0, 0);

/// A value that changed during a match.
pub struct Chart {
    /// The alternative text of the picture; it must need no escapes.
    pub label: &'static str,
    /// The points, from left to right.
    pub points: Vec<Mark>,
    /// Values to which the curve is compared, with their names.
    pub lines: Vec<(f64, &'static str)>,
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
    /// The picture as an element of a page.
    pub fn svg(&self) -> String {
        let mut svg = String::new();
        // Writing to a string cannot fail.
        let _ = self.draw(&mut svg);
        let attributes = format!("<svg role=\"img\" aria-label=\"{}\" ", self.label);
        svg.replacen("<svg ", &attributes, 1).replacen(
            " xmlns=\"http://www.w3.org/2000/svg\"",
            "",
            1,
        )
    }

    fn draw(&self, svg: &mut String) -> Result<(), Box<dyn Error + '_>> {
        let points = self.drawn_points();
        let games = points.last().map_or(1.0, |point| point.games).max(1.0);
        let (low, high) = self.range(&points, games);
        let within = |value: f64| value.clamp(low, high);
        let root = SVGBackend::with_string(svg, SIZE).into_drawing_area();
        let mut chart = ChartBuilder::on(&root)
            .margin(10)
            .x_label_area_size(18)
            .y_label_area_size(34)
            .build_cartesian_2d(0.0..games, low..high)?;
        chart
            .configure_mesh()
            .disable_x_mesh()
            .max_light_lines(1)
            .bold_line_style(GRID)
            .axis_style(GRID)
            .x_labels(6)
            .y_labels(6)
            .x_label_formatter(&|games| format!("{games:.0}"))
            .y_label_formatter(&|value| rounded(*value, high - low))
            .draw()?;
        if points.iter().any(|point| point.error != 0.0) {
            let edge = |sign: f64| {
                let at =
                    move |point: &Mark| (point.games, within(point.value + sign * point.error));
                points.iter().map(at).collect::<Vec<_>>()
            };
            let band = edge(1.0).into_iter().chain(edge(-1.0).into_iter().rev());
            chart.plotting_area().draw(&Polygon::new(band.collect::<Vec<_>>(), BAND))?;
        }
        for &(value, name) in &self.lines {
            chart.draw_series(LineSeries::new([(0.0, value), (games, value)], LINE))?;
            let above = (games / 100.0, value + (high - low) / 12.0);
            chart.plotting_area().draw(&Text::new(name, above, ("sans-serif", 12)))?;
        }
        let curve: Vec<(f64, f64)> =
            points.iter().map(|point| (point.games, within(point.value))).collect();
        chart.draw_series(LineSeries::new(curve.iter().copied(), CURVE.stroke_width(2)))?;
        chart.draw_series(curve.last().map(|&last| Circle::new(last, 3, CURVE.filled())))?;
        root.present()?;
        Ok(())
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

    /// All values and lines are visible, but of the errors only those that are left when
    /// a quarter of the match is over: the first ones are huge.
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

/// With as many decimals as the range needs; without the sign of a zero from below.
fn rounded(value: f64, range: f64) -> String {
    let decimals = if range >= 5.0 { 0 } else { (1.0 - range.log10()).ceil().max(1.0) as usize };
    let text = format!("{value:.decimals$}");
    if text.bytes().all(|byte| b"-0.".contains(&byte)) { "0".to_owned() } else { text }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mark(games: f64, value: f64, error: f64) -> Mark {
        Mark { games, value, error }
    }

    #[test]
    fn numbers_have_the_decimals_that_their_range_needs() {
        assert_eq!(rounded(50.0, 100.0), "50");
        assert_eq!(rounded(0.15, 0.2), "0.15");
        assert_eq!(rounded(-0.0, 10.0), "0");
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
            chart.draw(&mut String::new()).unwrap();
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
