//! Prints problems with an excerpt of the source.

use crate::paint;
use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use cardable_core::diag::{Diagnostic, Severity};
use cardable_core::diag::{Sources, Span};
use std::ops::Range;

/// Number of context lines before and after.
const AROUND: usize = 1;

/// Lines longer than this many bytes are shown in part.
const LONG: usize = 400;

pub(crate) fn is_error(problem: &Diagnostic) -> bool {
    problem.severity == Severity::Error
}

/// Formats a problem for the terminal, with colours.
pub(crate) fn render(problem: &Diagnostic, sources: &Sources) -> String {
    let level = match problem.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level
        .primary_title(problem.message.as_str())
        .id(problem.code.as_str());
    let mut group = Group::with_title(title);
    if let Some((span, cut)) = problem
        .span
        .and_then(|span| Some((span, Cut::new(span, sources)?)))
    {
        let name = sources.name(span.file).to_owned();
        let mark = AnnotationKind::Primary.span(cut.mark);
        let snippet = Snippet::source(cut.text).line_start(cut.line).annotation(mark);
        if cut.is_part_of_line {
            // Columns would be wrong in a partial line, so print the position separately.
            let (line, column) = sources.line_column(span);
            let place = Origin::path(name)
                .line(line as usize)
                .char_column(column as usize);
            group = group.element(place).element(snippet);
        } else {
            group = group.element(snippet.path(name));
        }
    }
    if let Some(help) = &problem.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let renderer = Renderer::styled()
        .decor_style(DecorStyle::Ascii)
        .term_width(paint::wide_columns());
    renderer.render(&[group])
}

/// The excerpt of a file, so that rendering does not depend on its length.
struct Cut {
    text: String,
    /// Number of the first line.
    line: usize,
    /// The marked range, relative to the start of the first line.
    mark: Range<usize>,
    is_part_of_line: bool,
}

impl Cut {
    fn new(span: Span, sources: &Sources) -> Option<Cut> {
        let text = sources.file_text(span.file);
        let (start, end) = (span.start as usize, span.end as usize);
        let (before, after) = (text.get(..start)?, text.get(start..)?);
        let (line, _) = sources.line_column(span);
        let on_line = after.find('\n').unwrap_or(after.len());
        let line_start = before.rfind('\n').map_or(0, |at| at + 1);
        if start - line_start + on_line > LONG {
            return Some(Cut::within_line(
                before.get(line_start..)?,
                after.get(..on_line)?,
                line,
                end.saturating_sub(start),
            ));
        }
        let first = before
            .rmatch_indices('\n')
            .nth(AROUND)
            .map_or(0, |(at, _)| at + 1);
        let rest = after
            .match_indices('\n')
            .nth(AROUND)
            .map_or(after.len(), |(at, _)| at);
        let shown_before = before.get(first..)?;
        Some(Cut {
            text: text.get(first..start + rest)?.to_owned(),
            line: (line as usize).saturating_sub(shown_before.matches('\n').count()),
            // A span over several lines is marked on the first one.
            mark: marked(
                shown_before.len(),
                after.get(..on_line)?,
                end.saturating_sub(start),
            ),
            is_part_of_line: false,
        })
    }

    /// The part of an overlong line around the mark.
    fn within_line(before: &str, after: &str, line: u32, marked_bytes: usize) -> Cut {
        let from = (before.len().saturating_sub(LONG / 4)..).find(|at| before.is_char_boundary(*at));
        let to = (LONG / 2..after.len()).find(|at| after.is_char_boundary(*at));
        let before = before.get(from.unwrap_or(0)..).unwrap_or("");
        let after = after.get(..to.unwrap_or(after.len())).unwrap_or("");
        Cut {
            text: format!("{before}{after}"),
            line: line as usize,
            mark: marked(before.len(), after, marked_bytes),
            is_part_of_line: true,
        }
    }
}

/// A range of about `bytes` bytes from `start`, rounded up to whole characters and at least one.
fn marked(start: usize, text: &str, bytes: usize) -> Range<usize> {
    let wanted = bytes.clamp(1, text.len().max(1));
    let mut ends = text.char_indices().map(|(at, c)| at + c.len_utf8());
    start..start + ends.find(|at| *at >= wanted).unwrap_or(0)
}
