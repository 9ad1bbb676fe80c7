//! What actions say: to the log, and on the table.

use super::fields::{Action, Message as Fields};
use super::values::RulesetReader;
use crate::hir::build::shown;
use crate::hir::build::{calls, lints, phrase};
use crate::hir::{Eyes, Scope};
use crate::text::diag::Code as Problem;
use crate::text::json::{Node, Number};
use cardable_engine::ids::StateId;
use cardable_engine::program::{ActionKind, Message, MessagePlace, Phrase, Text};

impl RulesetReader<'_> {
    /// What the log says of an action, where its author says so.
    pub(super) fn phrase(&mut self, state: StateId, action: Action<'_>, kind: ActionKind) -> Option<Phrase> {
        let text = action.phrase()?;
        if kind == ActionKind::Auto {
            self.b.warn(
                Problem::PhraseUnheard,
                text.span(),
                "nothing tells this phrase: no seat does what runs by itself",
                "take it out, and let a step say it: `log_message('…')` in the log, `message('…')` at the table"
                    .to_owned(),
            );
            return None;
        }
        phrase::phrase(self.b, &text, state, text.span())
    }

    pub(super) fn message(
        &mut self,
        scope: &Scope,
        message: Fields<'_>,
        seat_reads: bool,
    ) -> Option<Message> {
        let text = message.text()?;
        let mut tokens = Vec::new();
        let given = message.tokens().map_or(&[][..], Node::items);
        if let Some(surplus) = given.get(Text::MOST_TOKENS) {
            self.b.error(
                Problem::ParameterCount,
                surplus.span,
                format!("a message shows at most {} values", Text::MOST_TOKENS),
                "put some of them together with `concat(…)`".to_owned(),
            );
        }
        calls::check_places(self.b, &text, given.len(), None, message.node.span);
        lints::check_shown(self.b, &text, text.span(), |value| {
            format!("write `{{0}}` in its place, and `\"tokens\": [\"{value}\"]` beside the text")
        });
        for token in given {
            let value = self.value(scope, token);
            // That of an action is read by whoever may do it.
            let eyes = if seat_reads { Eyes::Acting } else { Eyes::Everybody };
            let value = shown::sent(self.b, scope, value, eyes, "a message");
            if !self.b.is_broken(value) {
                tokens.push(self.b.value_code(scope, value));
            }
        }
        Some(Message {
            place: message.kind().unwrap_or(MessagePlace::CenterScreen),
            size: message.size().unwrap_or(24).min(1000),
            text: Text {
                text: self.b.intern(&text),
                tokens,
            },
            seconds: message.time().map_or(-1.0, Number::as_f64) as i32,
        })
    }
}
