//! Data that is an empty text at first and has no type.
//!
//! Rulesets declare `{ "key": "start_player", "value": "" }` and put a seat into it later, so such an
//! item takes anything. What is put into it says what the empty text means: where something else than
//! texts is put there, and no text ever, it names nothing yet. Else it is a text; what compares it with
//! something else is told so once the whole ruleset is known.

use super::Builder;
use super::node::{NodeId, NodeKind};
use crate::diag::Code as Problem;
use crate::source::Span;
use cardable_engine::ids::StrId;
use cardable_engine::value::{Type, Value};

/// An item of data by its name, and whether seats have it.
type Item = (StrId, bool);

/// Items that are empty texts at first, and what is done with them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blanks {
    items: Vec<Item>,
    /// Those that something else than a text is put into.
    filled: Vec<Item>,
    /// Those that a text, or what may be one, is put into.
    texts: Vec<Item>,
    /// What they are compared with.
    compared: Vec<(Item, Type, Span)>,
}

impl Builder {
    /// Notes an item of data that is an empty text at first and has no type.
    pub(crate) fn note_blank(&mut self, name: StrId, of_seat: bool) {
        self.blanks.items.push((name, of_seat));
    }

    /// The item that a node reads, if it is one of these.
    fn blank(&self, node: NodeId) -> Option<Item> {
        let (def, of_seat) = match self.get(node).kind {
            NodeKind::Global(at) => (self.globals.get(usize::from(at))?, false),
            NodeKind::SeatData(_, at) => (self.seat_data.get(usize::from(at))?, true),
            _ => return None,
        };
        let item = (def.name, of_seat);
        self.blanks.items.contains(&item).then_some(item)
    }

    /// Notes what is put into a place.
    pub(super) fn note_filled(&mut self, place: NodeId, value: NodeId) {
        let ty = self.get(value).ty;
        let Some(item) = self.blank(place) else {
            return;
        };
        match ty {
            Type::Nothing => {}
            Type::STRING => self.blanks.texts.push(item),
            Type::ANY => {
                self.blanks.filled.push(item);
                self.blanks.texts.push(item);
            }
            _ => self.blanks.filled.push(item),
        }
    }

    /// Notes that two values are compared.
    pub(super) fn note_compared(&mut self, a: NodeId, b: NodeId, span: Span) {
        for (read, other) in [(a, b), (b, a)] {
            let ty = self.get(other).ty;
            if ty != Type::ANY
                && ty != Type::Nothing
                && let Some(item) = self.blank(read)
            {
                self.blanks.compared.push((item, ty, span));
            }
        }
    }

    /// Whether a file of the script mentions a name, and may put anything there.
    fn script_mentions(&self, name: StrId) -> bool {
        let name = self.strings.get(name);
        let mut files = self.script.iter().flat_map(|draft| &draft.sources.files);
        files.any(|file| file.text.contains(name))
    }

    /// Says what the empty texts are, once all that is put into them is known, and where they are
    /// compared with what they never are.
    pub(super) fn check_blanks(&mut self) {
        let blanks = std::mem::take(&mut self.blanks);
        for item in blanks.items {
            let is_text = !blanks.filled.contains(&item) || blanks.texts.contains(&item);
            if is_text || self.script_mentions(item.0) {
                continue;
            }
            let data = if item.1 {
                &mut self.seat_data
            } else {
                &mut self.globals
            };
            if let Some(def) = data.iter_mut().find(|def| def.name == item.0) {
                def.value = Value::Nothing;
            }
        }
        for (item, ty, span) in blanks.compared {
            let name = self.strings.get(item.0).to_owned();
            let (filled, texts) = (blanks.filled.contains(&item), blanks.texts.contains(&item));
            if self.script_mentions(item.0) || (filled && texts) {
                continue;
            }
            if ty == Type::STRING {
                if filled {
                    self.error(
                        Problem::ParameterType,
                        span,
                        format!("`{name}` never equals a string: no text is ever put into it"),
                        format!("while nobody has set `{name}` it is nothing: write `== nothing`"),
                    );
                }
                continue;
            }
            if filled {
                continue;
            }
            self.error(
                Problem::ParameterType,
                span,
                format!("a string never equals {}: nothing but texts is put into `{name}`", ty.phrase()),
                format!("give `{name}` the `value` that it has at first, or say what it will be: `\"type\": \"{ty}\"`"),
            );
        }
    }
}
