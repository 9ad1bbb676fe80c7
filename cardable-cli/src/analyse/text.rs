//! Prints a report for people.

use super::Report;
use super::measure::Measure;
use super::report::Difference;
use super::topic::Topic;
use crate::paint::{self, FAINT, GOOD, NOTE, STRONG, styled, wrapped};
use std::io::{Result, Write};

pub(crate) fn tell(out: &mut dyn Write, report: &Report) -> Result<()> {
    writeln!(out, "{}: {}", styled(STRONG, &report.name), report.played())?;
    if let Some(early) = report.ended_early() {
        paragraph(out, "", &early)?;
    }
    if report.findings.is_empty() {
        writeln!(out, "\n{}", styled(GOOD, "Nothing stands out."))?;
    } else {
        writeln!(out, "\n{}", styled(NOTE, "What to look at"))?;
    }
    for (nth, finding) in report.findings.iter().enumerate() {
        paragraph(out, &format!("{}. ", nth + 1), &finding.text)?;
        paragraph(out, "   ", &finding.advice)?;
    }
    for topic in Topic::ALL {
        let of: Vec<&Measure> = report
            .measures
            .iter()
            .filter(|measure| measure.topic == topic && !measure.sentence.is_empty())
            .collect();
        let missing = || report.missing.iter().filter(|missing| missing.topic == topic);
        if of.is_empty() && missing().next().is_none() {
            continue;
        }
        writeln!(out, "\n{}", styled(STRONG, topic.title()))?;
        for measure in of {
            paragraph(out, "  ", &measure.sentence)?;
        }
        for missing in missing() {
            paragraph(out, "  ", &missing.sentence)?;
        }
    }
    if let Some(left_out) = report.left_out() {
        writeln!(out, "\n{}", styled(FAINT, left_out))?;
    }
    Ok(())
}

/// Prints how another report differs.
pub(crate) fn compare(
    out: &mut dyn Write,
    one: &Report,
    other: &Report,
    all: &[Difference<'_>],
) -> Result<()> {
    let heading = format!("{} beside {}", other.name, one.name);
    writeln!(out, "\n{}", styled(STRONG, heading))?;
    for difference in all {
        let line = format!(
            "{}: {} and {}, a difference of {}",
            difference.one.name,
            difference.one.unit.text(difference.one.value),
            difference.one.unit.text(difference.other.value),
            difference.text()
        );
        paragraph(out, if difference.stands_out() { "* " } else { "  " }, &line)?;
    }
    writeln!(
        out,
        "{}",
        styled(FAINT, "* the interval of the difference has no 0")
    )
}

fn paragraph(out: &mut dyn Write, first: &str, text: &str) -> Result<()> {
    let words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    for line in wrapped(first, &words, " ", paint::columns()) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}
