//! Data that is an empty text at first and has no type.
//!
//! Rulesets declare `{ "key": "start_player", "value": "" }` and put a seat into it later, so such an
//! item takes anything. What is put into it says what the empty text means: where something else than
//! texts is put there, and no text ever, it names nothing yet. Else it is a text; what compares it with
//! something else is told so.

use crate::hir::{Hir, NodeId, NodeKind, Stmt};
use crate::text::diag::{Code as Problem, Diagnostics};
use crate::text::source::Span;
use cardable_engine::ids::StrId;
use cardable_engine::primitives::Form;
use cardable_engine::value::{Type, Value};

/// An item of data by its name, and whether seats have it.
type Untyped = (StrId, bool);

/// What is done with the items that are empty texts at first.
#[derive(Debug, Default)]
struct Uses {
    /// Those that something else than a text is put into.
    filled: Vec<Untyped>,
    /// Those that a text, or what may be one, is put into.
    texts: Vec<Untyped>,
    compared: Vec<(Untyped, Type, Span)>,
}

/// Settles what the empty texts are, now that all that is put into them is known, and says where they are
/// compared with what they never are.
pub(crate) fn resolve(hir: &mut Hir, diags: &mut Diagnostics) {
    if hir.places.untyped_data.is_empty() {
        return;
    }
    let uses = Uses::of(hir);
    for item in hir.places.untyped_data.clone() {
        let is_text = !uses.filled.contains(&item) || uses.texts.contains(&item);
        if is_text || hir.script_mentions(item.0) {
            continue;
        }
        let data = if item.1 {
            &mut hir.seat_data
        } else {
            &mut hir.globals
        };
        if let Some(def) = data.iter_mut().find(|def| def.name == item.0) {
            def.value = Value::Nothing;
        }
    }
    for (item, ty, span) in &uses.compared {
        let (filled, texts) = (uses.filled.contains(item), uses.texts.contains(item));
        if hir.script_mentions(item.0) || (filled && texts) || filled != (*ty == Type::STRING) {
            continue;
        }
        let name = hir.strings.get(item.0);
        let (message, help) = match filled {
            true => (
                format!("`{name}` never equals a string: no text is ever put into it"),
                format!("while nobody has set `{name}` it is nothing: write `== nothing`"),
            ),
            false => (
                format!(
                    "a string never equals {}: nothing but texts is put into `{name}`",
                    ty.phrase()
                ),
                format!(
                    "give `{name}` the `value` that it has at first, or say what it will be: `\"type\": \"{ty}\"`"
                ),
            ),
        };
        diags.error(Problem::ParameterType, *span, message, help);
    }
}

impl Uses {
    fn of(hir: &Hir) -> Uses {
        let mut uses = Uses::default();
        hir.each_step(|step| {
            if let Stmt::Set { place, value, .. } = step
                && let Some(item) = untyped(hir, *place)
            {
                match hir.tree.get(*value).ty {
                    Type::Nothing => {}
                    Type::STRING => uses.texts.push(item),
                    Type::ANY => {
                        uses.filled.push(item);
                        uses.texts.push(item);
                    }
                    _ => uses.filled.push(item),
                }
            }
        });
        hir.each_value(|_, id| {
            let node = hir.tree.get(id);
            let NodeKind::Form(Form::Equal | Form::NotEqual, args) = &node.kind else {
                return;
            };
            let [a, b] = args[..] else { return };
            for (read, other) in [(a, b), (b, a)] {
                let ty = hir.tree.get(other).ty;
                if ty != Type::ANY
                    && ty != Type::Nothing
                    && let Some(item) = untyped(hir, read)
                {
                    uses.compared.push((item, ty, node.span));
                }
            }
        });
        uses
    }
}

/// The item that a node reads, if it is one of these.
fn untyped(hir: &Hir, node: NodeId) -> Option<Untyped> {
    let (def, of_seat) = match hir.tree.get(node).kind {
        NodeKind::Global(at) => (hir.globals.get(usize::from(at))?, false),
        NodeKind::SeatData(_, at) => (hir.seat_data.get(usize::from(at))?, true),
        _ => return None,
    };
    let item = (def.name, of_seat);
    hir.places.untyped_data.contains(&item).then_some(item)
}
