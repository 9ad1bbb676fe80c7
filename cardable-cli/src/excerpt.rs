//! Problems with the piece of text they are about.

use crate::paint;
use annotate_snippets::renderer::DecorStyle;
use annotate_snippets::{AnnotationKind, Level, Renderer, Snippet};
use cardable_core::diag::{Diagnostic, Severity};
use cardable_core::source::{Sources, Span};

/// Lines shown around what is wrong.
const AROUND: usize = 1;

pub(crate) fn is_error(problem: &Diagnostic) -> bool {
    problem.severity == Severity::Error
}

/// A problem as it is shown on a terminal, with colours.
pub(crate) fn render(problem: &Diagnostic, sources: &Sources) -> String {
    let level = match problem.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let mut group = level.primary_title(problem.message.as_str()).id(problem.code.as_str()).elements(
        problem.span.and_then(|span| {
            let cut = Cut::new(span, sources)?;
            let mark = AnnotationKind::Primary.span(cut.mark);
            let snippet = Snippet::source(cut.text).line_start(cut.line).path(sources.name(span.file).to_owned());
            Some(snippet.annotation(mark))
        }),
    );
    if let Some(help) = &problem.help {
        group = group.element(Level::HELP.message(help.as_str()));
    }
    let renderer = Renderer::styled().decor_style(DecorStyle::Ascii).term_width(paint::wide_columns());
    renderer.render(&[group])
}

/// The few lines of a file that are shown, so that nothing depends on how long it is.
struct Cut {
    text: String,
    /// The number of the first line.
    line: usize,
    /// What is marked, counted from the start of the first line.
    mark: std::ops::Range<usize>,
}

impl Cut {
    fn new(span: Span, sources: &Sources) -> Option<Cut> {
        let text = sources.file_text(span.file);
        let (start, end) = (span.start as usize, span.end as usize);
        let (before, after) = (text.get(..start)?, text.get(start..)?);
        let (line, _) = sources.line_column(span);
        let first = before.rmatch_indices('\n').nth(AROUND).map_or(0, |(at, _)| at + 1);
        let shown_before = before.get(first..)?;
        let rest = after.match_indices('\n').nth(AROUND).map_or(after.len(), |(at, _)| at);
        // What goes on over several lines is marked on its first one.
        let on_line = after.find('\n').unwrap_or(after.len());
        let marked = end.saturating_sub(start).min(on_line).max(1);
        let marked = after.char_indices().map(|(at, c)| at + c.len_utf8()).find(|at| *at >= marked);
        Some(Cut {
            text: text.get(first..start + rest)?.to_owned(),
            line: (line as usize).saturating_sub(shown_before.matches('\n').count()),
            mark: shown_before.len()..shown_before.len() + marked.unwrap_or(0),
        })
    }
}
