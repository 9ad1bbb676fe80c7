//! Data that is an empty text at first and has no type.
//!
//! An empty text means that there is nothing yet, whatever will be there: rulesets declare
//! `{ "key": "start_player", "value": "" }` and put a seat into it later. So such an item takes
//! anything. Where nothing but texts is ever put into it, it is a text, and what compares it with
//! something else is told so once the whole ruleset is known.

use super::Builder;
use super::node::{NodeId, NodeKind};
use crate::diag::Code as Problem;
use crate::ids::StrId;
use crate::source::Span;
use crate::value::Type;

/// An item of data by its name, and whether seats have it.
type Item = (StrId, bool);

/// Items that are empty texts at first, and what is done with them.
#[derive(Clone, Debug, Default)]
pub(crate) struct Blanks {
    items: Vec<Item>,
    /// Those that something else than a text is put into.
    filled: Vec<Item>,
    /// Those that are compared with something that is no text.
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
        if ty != Type::STRING
            && ty != Type::Nothing
            && let Some(item) = self.blank(place)
        {
            self.blanks.filled.push(item);
        }
    }

    /// Notes that two values are compared.
    pub(super) fn note_compared(&mut self, a: NodeId, b: NodeId, span: Span) {
        for (read, other) in [(a, b), (b, a)] {
            let ty = self.get(other).ty;
            if !ty.fits(Type::STRING)
                && !Type::STRING.fits(ty)
                && let Some(item) = self.blank(read)
            {
                self.blanks.compared.push((item, ty, span));
            }
        }
    }

    /// Says where texts are compared with what is none, once all that is put into them is known.
    pub(super) fn check_blanks(&mut self) {
        let blanks = std::mem::take(&mut self.blanks);
        for (item, ty, span) in blanks.compared {
            let name = self.strings.get(item.0).to_owned();
            let mut files = self.script.iter().flat_map(|draft| &draft.sources.files);
            if blanks.filled.contains(&item) || files.any(|file| file.text.contains(&name)) {
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
