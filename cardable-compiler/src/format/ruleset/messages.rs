//! What actions say: to the log, and on the table.

use super::fields::MESSAGE;
use super::values::Reader;
use crate::hir::build::shown;
use crate::hir::build::{calls, lints, phrase};
use crate::hir::{Eyes, Scope};
use crate::text::diag::Code as Problem;
use crate::text::fields::ObjectSpec;
use crate::text::json::Node;
use cardable_engine::ids::StateId;
use cardable_engine::program::{ActionKind, Message, MessagePlace, Phrase, Text};

impl Reader<'_> {
    /// What the log says of an action, where its author says so.
    pub(super) fn phrase(
        &mut self,
        state: StateId,
        spec: &'static ObjectSpec,
        node: &Node,
        kind: ActionKind,
    ) -> Option<Phrase> {
        let found = spec.get(node, "phrase")?;
        let text = found.as_str()?.to_owned();
        if kind == ActionKind::Auto {
            self.b.warn(
                Problem::PhraseUnheard,
                found.span,
                "nothing tells this phrase: no seat does what runs by itself",
                "take it out, and let a step say it: `log_message('…')` in the log, `message('…')` at the table"
                    .to_owned(),
            );
            return None;
        }
        phrase::phrase(self.b, &text, state, found.span)
    }

    pub(super) fn message(&mut self, scope: &Scope, node: &Node, seat_reads: bool) -> Option<Message> {
        let text = MESSAGE.get(node, "text").and_then(Node::as_str)?.to_owned();
        let mut tokens = Vec::new();
        let given = MESSAGE.get(node, "tokens").map_or(&[][..], Node::items);
        if let Some(surplus) = given.get(Text::MOST_TOKENS) {
            self.b.error(
                Problem::ParameterCount,
                surplus.span,
                format!("a message shows at most {} values", Text::MOST_TOKENS),
                "put some of them together with `concat(…)`".to_owned(),
            );
        }
        calls::check_places(self.b, &text, given.len(), None, node.span);
        let at = MESSAGE.get(node, "text").map_or(node.span, |n| n.span);
        lints::check_shown(self.b, &text, at, |value| {
            format!("write `{{0}}` in its place, and `\"tokens\": [\"{value}\"]` beside the text")
        });
        for token in given {
            let value = self.value(scope, token);
            // That of an action is read by whoever may do it.
            let eyes = if seat_reads { Eyes::Acting } else { Eyes::Everybody };
            let value = shown::told(self.b, scope, value, eyes, "a message");
            if !self.b.is_broken(value) {
                tokens.push(self.b.value_code(scope, value));
            }
        }
        let place = match MESSAGE.get(node, "type").and_then(Node::as_str) {
            Some("top_center_screen") => MessagePlace::TopCenterScreen,
            Some("bottom_center_screen") => MessagePlace::BottomCenterScreen,
            Some("log") => MessagePlace::Log,
            Some("summary") => MessagePlace::Summary,
            _ => MessagePlace::CenterScreen,
        };
        Some(Message {
            place,
            size: MESSAGE
                .get(node, "size")
                .and_then(Node::as_i64)
                .unwrap_or(24)
                .clamp(0, 1000) as u16,
            text: Text {
                text: self.b.intern(&text),
                tokens,
            },
            seconds: MESSAGE.get(node, "time").and_then(Node::as_f64).unwrap_or(-1.0) as i32,
        })
    }
}
