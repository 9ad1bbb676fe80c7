//! Formats events as lines for the terminal.

use crate::paint::{FAINT, NOTE, STRONG, styled, wrapped};
use crate::say::say;
use crate::table::TableView;
use cardable_core::ViewEvent;
use cardable_core::ids::CardTypeId;
use cardable_core::log::Entry;
use cardable_core::story::{Happened, Line, LineKind, Part};
use cardable_core::view::Status;

/// Maximum number of lines per choice, besides those that sum up a hand or end the game.
const MOST: usize = 14;

/// Lines about a log's last entry, for the viewer of the table. `before` is the status before that entry.
pub(crate) fn narrate(
    table: &TableView<'_>,
    before: Option<&Status>,
    events: &[ViewEvent],
    last: Option<&Entry>,
) -> Vec<String> {
    let happened = Happened {
        view: &table.view,
        before,
        events,
        timed_out: match last {
            Some(Entry::Timeout { seat }) => Some(*seat),
            Some(Entry::Choice { .. }) | None => None,
        },
    };
    let story = table.game.words().story(happened);
    shown(&story, table.columns, |card| {
        Some(crate::table::cards::face(table.info(), card))
    })
}

/// The lines of a story. `card`, if given, renders a card.
pub(crate) fn shown(
    story: &[Line],
    columns: usize,
    card: impl Fn(CardTypeId) -> Option<String>,
) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let counts = |line: &&Line| !matches!(line.kind, LineKind::Summary | LineKind::End);
    let n = story.iter().filter(counts).count();
    let (mut shown, mut left_out) = (0, 0);
    for line in story {
        if counts(&line) {
            shown += 1;
            if n > MOST && shown >= MOST {
                left_out += 1;
                continue;
            }
        } else if left_out > 0 {
            lines.push(more(left_out));
            left_out = 0;
        }
        let mut words = vec![String::new()];
        for part in &line.parts {
            let text = match part {
                Part::Card { card: ty, text } => card(*ty).unwrap_or_else(|| text.clone()),
                Part::Seat { text, .. } => styled(STRONG, text),
                Part::Zone { text, .. } | Part::Text(text) => text.clone(),
            };
            // Keep styled parts whole. Plain text can be wrapped at each word.
            let is_plain = matches!(part, Part::Text(_) | Part::Zone { .. });
            let mut pieces = if is_plain {
                text.split(' ').collect()
            } else {
                vec![&*text]
            }
            .into_iter();
            if let (Some(first), Some(last)) = (pieces.next(), words.last_mut()) {
                last.push_str(first);
            }
            words.extend(pieces.map(str::to_owned));
        }
        words.retain(|word| !word.is_empty());
        let first = match line.kind {
            LineKind::State => "  ── ",
            LineKind::Said | LineKind::End => "  » ",
            LineKind::Summary => "  ★ ",
            LineKind::Choice | LineKind::Deal | LineKind::Score | LineKind::Note => "  ",
        };
        let style = match line.kind {
            LineKind::State => FAINT,
            LineKind::Said | LineKind::Summary | LineKind::End => NOTE,
            LineKind::Choice | LineKind::Deal | LineKind::Score | LineKind::Note => {
                lines.extend(wrapped(first, &words, " ", columns));
                continue;
            }
        };
        lines.extend(
            wrapped(first, &words, " ", columns)
                .into_iter()
                .map(|line| styled(style, line)),
        );
    }
    if left_out > 0 {
        lines.push(more(left_out));
    }
    lines
}

/// Says how many lines were left out.
fn more(lines: usize) -> String {
    styled(
        FAINT,
        format!("  {}", say!("… and {0} {0|line|lines} more", lines)),
    )
}
