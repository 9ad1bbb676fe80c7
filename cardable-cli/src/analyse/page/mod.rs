//! A report as a page: one file that needs no script and no network, on a screen or on paper.

// No module imports one that stands after it.
mod html;
mod plot;
mod figures;

use super::measure::{Measure, Missing};
use super::report::{Difference, Report};
use super::topic::Topic;
use super::{json, words::Unit};
use html::{prose, table, text};

const STYLE: &str = include_str!("style.css");

/// The page of a report, or of two side by side.
pub(crate) fn html(report: &Report, other: Option<&Report>) -> String {
    let title = match other {
        None => report.name.clone(),
        Some(other) => format!("{} and {}", report.name, other.name),
    };
    let title = text(&title);
    let class = if other.is_some() { " class=\"both\"" } else { "" };
    let mut page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'\">\n\
         <title>{title}: how it plays</title>\n<style>\n{STYLE}</style>\n</head>\n<body{class}>\n\
         <header>\n<h1>{title}: how it plays</h1>\n"
    );
    let reports: Vec<(&Report, &str)> = std::iter::once((report, ""))
        .chain(other.map(|other| (other, "-2")))
        .collect();
    for (report, _) in &reports {
        let of = if other.is_some() {
            format!("{}: ", report.name)
        } else {
            String::new()
        };
        page.push_str(&format!(
            "<p class=\"soft\">{}.</p>\n",
            text(&format!("{of}{}", report.played()))
        ));
        if let Some(early) = report.ended_early() {
            page.push_str(&format!("<p><strong>{}</strong></p>\n", prose(&early)));
        }
    }
    page.push_str(
        "<p class=\"soft\">Behind ± is how far off a number may be: of 20 such intervals, 19 hold what endless games would \
         show.</p>\n</header>\n<main>\n",
    );
    side_by_side(&mut page, &reports, |report, _| look(report));
    page.push_str(&contents(other.is_some()));
    if let Some(other) = other {
        page.push_str(&compared(report, other));
    }
    for topic in Topic::ALL {
        page.push_str(&format!(
            "<section>\n<h2 id=\"{}\">{}</h2>\n",
            topic.key(),
            text(topic.title())
        ));
        side_by_side(&mut page, &reports, |report, side| about(topic, report, side));
        page.push_str(&format!(
            "<details><summary>How this is measured: {}</summary>\n<p>{}</p></details>\n</section>\n",
            text(topic.key()),
            text(topic.definition())
        ));
    }
    page.push_str("</main>\n<footer>\n");
    for (report, _) in &reports {
        page.push_str(&format!(
            "<p>Made by <code>{}</code>.</p>\n",
            text(&report.command)
        ));
    }
    if let Some(left_out) = report.left_out() {
        page.push_str(&format!("<p>{}</p>\n", prose(left_out)));
    }
    page.push_str("</footer>\n");
    for (report, side) in &reports {
        page.push_str(&html::data(&format!("data{side}"), &json::object(report)));
    }
    page.push_str("</body>\n</html>\n");
    page
}

/// What there is of each report, in columns if there are two.
fn side_by_side(page: &mut String, reports: &[(&Report, &str)], of: impl Fn(&Report, &str) -> String) {
    let are_two = reports.len() > 1;
    if are_two {
        page.push_str("<div class=\"pair\">\n");
    }
    for (report, side) in reports {
        if are_two {
            page.push_str(&format!(
                "<div>\n<p><strong>{}</strong></p>\n",
                text(&report.name)
            ));
        }
        page.push_str(&of(report, side));
        if are_two {
            page.push_str("</div>\n");
        }
    }
    if are_two {
        page.push_str("</div>\n");
    }
}

/// What a designer should look at.
fn look(report: &Report) -> String {
    if report.findings.is_empty() {
        return "<section class=\"look none\">\n<h2>Nothing stands out</h2>\n<p>What was measured is within what one expects \
                of a game, or not sure enough to be told. More deals show more.</p>\n</section>\n"
            .to_owned();
    }
    let mut out = "<section class=\"look\">\n<h2>What to look at</h2>\n<ol>\n".to_owned();
    for finding in &report.findings {
        out.push_str(&format!(
            "<li>{} <span class=\"soft\">{} <a href=\"#{}\">{}</a></span></li>\n",
            prose(&finding.text),
            prose(&finding.advice),
            finding.topic.key(),
            text(finding.topic.title())
        ));
    }
    out.push_str("</ol>\n</section>\n");
    out
}

fn contents(is_compared: bool) -> String {
    let mut out = "<nav aria-label=\"Contents\"><ul>\n".to_owned();
    if is_compared {
        out.push_str("<li><a href=\"#compared\">What differs</a></li>\n");
    }
    for topic in Topic::ALL {
        out.push_str(&format!(
            "<li><a href=\"#{}\">{}</a></li>\n",
            topic.key(),
            text(topic.title())
        ));
    }
    out.push_str("</ul></nav>\n");
    out
}

fn about(topic: Topic, report: &Report, side: &str) -> String {
    let of_topic: Vec<&Measure> = report
        .measures
        .iter()
        .filter(|measure| measure.topic == topic && !measure.sentence.is_empty())
        .collect();
    let mut out = String::new();
    for finding in report.findings.iter().filter(|finding| finding.topic == topic) {
        out.push_str(&format!("<p><strong>{}</strong></p>\n", prose(&finding.text)));
    }
    if !of_topic.is_empty() {
        out.push_str("<ul>\n");
        for measure in &of_topic {
            out.push_str(&format!("<li>{}</li>\n", prose(&measure.sentence)));
        }
        out.push_str("</ul>\n");
    }
    let figures = figures::of(topic, report, side);
    let missing: Vec<&Missing> = report
        .missing
        .iter()
        .filter(|missing| missing.topic == topic)
        .collect();
    for missing in &missing {
        out.push_str(&format!("<p class=\"soft\">{}</p>\n", prose(&missing.sentence)));
    }
    if of_topic.is_empty() && missing.is_empty() && figures.is_empty() {
        out.push_str("<p>These games do not show it: there are too few deals, or nothing to measure.</p>\n");
    }
    out.push_str(&figures);
    out
}

fn compared(report: &Report, other: &Report) -> String {
    let differences = report.differences(other);
    let standing_out = differences
        .iter()
        .filter(|difference| difference.stands_out())
        .count();
    let (first, rest): (Vec<&Difference<'_>>, Vec<&Difference<'_>>) =
        differences.iter().partition(|difference| difference.stands_out());
    let rows = |of: Vec<&Difference<'_>>| -> Vec<Vec<String>> {
        let row = |difference: &Difference<'_>| {
            let unit: Unit = difference.one.unit;
            vec![
                difference.one.name.clone(),
                unit.text(difference.one.value),
                unit.text(difference.other.value),
                difference.text(),
            ]
        };
        of.into_iter().map(row).collect()
    };
    let head = ["Measure", &report.name, &other.name, "Difference"];
    let mut out = "<section>\n<h2 id=\"compared\">What differs</h2>\n".to_owned();
    match standing_out {
        0 => out.push_str("<p>No measure differs by more than chance may explain.</p>\n"),
        _ => out.push_str(&table("Measures that differ", &head, &rows(first))),
    }
    out.push_str(&format!(
        "<details><summary>Measures that may be the same</summary>\n{}</details>\n</section>\n",
        table("Measures that may be the same", &head, &rows(rest))
    ));
    out
}
