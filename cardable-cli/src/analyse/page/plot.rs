//! Plots as SVG: each has a title and a description, and its numbers stand in a table below it.

use super::html::{table, text};
use crate::analyse::words::Unit;
use std::fmt::Write as _;

/// All plots are so wide, in units of their own.
const WIDTH: f64 = 440.0;
/// Height of a row of text.
const ROW: f64 = 24.0;
/// Room for labels at the left.
const LABELS: f64 = 172.0;

/// A plot with its table.
pub(super) struct Figure {
    /// Unique on the page.
    pub(super) id: String,
    pub(super) title: String,
    pub(super) description: String,
    pub(super) height: f64,
    /// What is drawn, as SVG elements.
    pub(super) drawn: String,
    pub(super) head: Vec<&'static str>,
    pub(super) rows: Vec<Vec<String>>,
}

/// A value with its interval.
pub(super) struct Whisker {
    pub(super) label: String,
    pub(super) value: f64,
    pub(super) low: f64,
    pub(super) high: f64,
}

/// Numbers along the course of a game, or over classes.
pub(super) struct Series {
    pub(super) label: &'static str,
    pub(super) values: Vec<f64>,
}

impl Figure {
    pub(super) fn html(&self) -> String {
        let (id, title, description) = (text(&self.id), text(&self.title), text(&self.description));
        format!(
            "<figure>\n<figcaption>{title}</figcaption>\n\
             <svg viewBox=\"0 0 {WIDTH} {:.0}\" role=\"img\" aria-labelledby=\"{id}-title {id}-desc\">\
             <title id=\"{id}-title\">{title}</title><desc id=\"{id}-desc\">{description}</desc>\n{}</svg>\n\
             <details><summary>The numbers: {title}</summary>\n{}</details>\n</figure>\n",
            self.height,
            self.drawn,
            table(&self.title, &self.head, &self.rows)
        )
    }

    /// Dots with their intervals on one scale that has 0.
    pub(super) fn whiskers(
        id: String,
        title: &str,
        description: String,
        unit: Unit,
        all: &[Whisker],
    ) -> Figure {
        let low = all.iter().map(|each| each.low).fold(0.0, f64::min);
        let high = all.iter().map(|each| each.high).fold(0.0, f64::max);
        let span = (high - low).max(1e-9);
        let x = |value: f64| LABELS + (value - low) / span * (WIDTH - LABELS - 20.0);
        let bottom = ROW * all.len() as f64 + 6.0;
        let mut drawn = String::new();
        line(&mut drawn, "zero", (x(0.0), 2.0), (x(0.0), bottom));
        for (nth, each) in all.iter().enumerate() {
            let y = ROW * (nth as f64 + 0.5) + 3.0;
            label(&mut drawn, "", (0.0, y + 5.0), &cut(&each.label, 22));
            line(&mut drawn, "whisker", (x(each.low), y), (x(each.high), y));
            // Writing to a string cannot fail.
            let _ = writeln!(
                drawn,
                "<circle class=\"dot\" cx=\"{:.1}\" cy=\"{y:.1}\" r=\"5\"/>",
                x(each.value)
            );
        }
        let mut marks = vec![0.0];
        marks.extend(
            [low, high]
                .into_iter()
                .filter(|mark| (x(*mark) - x(0.0)).abs() > 60.0),
        );
        for mark in marks {
            label(
                &mut drawn,
                "middle",
                (x(mark).clamp(LABELS, WIDTH - 24.0), bottom + 16.0),
                &unit.text(mark),
            );
        }
        Figure {
            id,
            title: title.to_owned(),
            description,
            height: bottom + 24.0,
            drawn,
            head: vec!["", "Value", "From", "To"],
            rows: all
                .iter()
                .map(|each| {
                    vec![
                        each.label.clone(),
                        unit.text(each.value),
                        unit.text(each.low),
                        unit.text(each.high),
                    ]
                })
                .collect(),
        }
    }

    /// Bars, each with its label, from 0 on.
    pub(super) fn bars(
        id: String,
        title: &str,
        description: String,
        unit: Unit,
        all: &[(String, f64)],
    ) -> Figure {
        let most = all.iter().map(|(_, value)| *value).fold(1e-9, f64::max);
        let mut drawn = String::new();
        for (nth, (name, value)) in all.iter().enumerate() {
            let y = ROW * nth as f64;
            let width = value.max(0.0) / most * (WIDTH - LABELS - 70.0);
            label(&mut drawn, "", (0.0, y + 17.0), &cut(name, 22));
            bar(&mut drawn, "a", (LABELS, y + 4.0), (width, ROW - 8.0));
            label(
                &mut drawn,
                "",
                (LABELS + width + 6.0, y + 17.0),
                &unit.text(*value),
            );
        }
        Figure {
            id,
            title: title.to_owned(),
            description,
            height: ROW * all.len() as f64 + 4.0,
            drawn,
            head: vec!["", "Value"],
            rows: all
                .iter()
                .map(|(name, value)| vec![name.clone(), unit.text(*value)])
                .collect(),
        }
    }

    /// Columns side by side for each of the classes along the lower edge, of one or two series.
    pub(super) fn columns(
        id: String,
        (title, description): (&str, String),
        unit: Unit,
        classes: &[String],
        all: &[Series],
    ) -> Figure {
        const TOP: f64 = 30.0;
        const HIGH: f64 = 120.0;
        const LEFT: f64 = 58.0;
        let values = || all.iter().flat_map(|series| series.values.iter().copied());
        let (most, least) = (values().fold(1e-9, f64::max), values().fold(0.0, f64::min));
        let y = |value: f64| TOP + HIGH * (most - value) / (most - least);
        let each = (WIDTH - LEFT) / classes.len().max(1) as f64;
        let width = (each - 6.0) / all.len().max(1) as f64;
        let mut drawn = String::new();
        for (nth, series) in all.iter().enumerate() {
            let class = ["a", "b"][nth % 2];
            for (at, value) in series.values.iter().enumerate() {
                let left = LEFT + each * at as f64 + 3.0 + width * nth as f64;
                let (top, bottom) = (y(value.max(0.0)), y(value.min(0.0)));
                bar(&mut drawn, class, (left, top), (width, bottom - top));
            }
            if all.len() > 1 {
                let left = LEFT + 190.0 * nth as f64;
                bar(&mut drawn, class, (left, 4.0), (14.0, 14.0));
                label(&mut drawn, "", (left + 20.0, 16.0), series.label);
            }
        }
        line(&mut drawn, "zero", (LEFT, y(0.0)), (WIDTH, y(0.0)));
        label(&mut drawn, "end", (LEFT - 6.0, y(most) + 5.0), &unit.text(most));
        label(&mut drawn, "end", (LEFT - 6.0, y(0.0) + 5.0), "0");
        let step = classes.len().div_ceil(5).max(1);
        for (at, class) in classes.iter().enumerate().step_by(step) {
            label(
                &mut drawn,
                "middle",
                (LEFT + each * (at as f64 + 0.5), TOP + HIGH + 20.0),
                class,
            );
        }
        let mut head = vec![""];
        head.extend(all.iter().map(|series| series.label));
        Figure {
            id,
            title: title.to_owned(),
            description,
            height: TOP + HIGH + 28.0,
            drawn,
            head,
            rows: classes
                .iter()
                .enumerate()
                .map(|(at, class)| {
                    let cells = all.iter().filter_map(|series| series.values.get(at));
                    std::iter::once(class.clone())
                        .chain(cells.map(|value| unit.text(*value)))
                        .collect()
                })
                .collect(),
        }
    }
}

// Writing to a string cannot fail.

fn line(out: &mut String, class: &str, from: (f64, f64), to: (f64, f64)) {
    let _ = writeln!(
        out,
        "<line class=\"{class}\" x1=\"{:.1}\" y1=\"{:.1}\" x2=\"{:.1}\" y2=\"{:.1}\"/>",
        from.0, from.1, to.0, to.1
    );
}

fn bar(out: &mut String, class: &str, at: (f64, f64), size: (f64, f64)) {
    let (width, height) = (size.0.max(0.0), size.1.max(0.0));
    let _ = writeln!(
        out,
        "<rect class=\"{class}\" x=\"{:.1}\" y=\"{:.1}\" width=\"{width:.1}\" height=\"{height:.1}\"/>",
        at.0, at.1
    );
}

fn label(out: &mut String, anchor: &str, at: (f64, f64), content: &str) {
    let anchor = match anchor {
        "" => String::new(),
        anchor => format!(" text-anchor=\"{anchor}\""),
    };
    let _ = writeln!(
        out,
        "<text x=\"{:.1}\" y=\"{:.1}\"{anchor}>{}</text>",
        at.0,
        at.1,
        text(content)
    );
}

/// The beginning of a label that has no room.
fn cut(label: &str, most: usize) -> String {
    match label.chars().count() > most {
        true => label.chars().take(most - 1).chain(['…']).collect(),
        false => label.to_owned(),
    }
}
