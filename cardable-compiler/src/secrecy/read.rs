//! What a seat reads, guarded; and the error where it is always hidden.

use super::hiding::HOW_TO_MEND;
use super::reading::Reading;
use super::{guard, scripts};
use crate::hir::build::Builder;
use crate::hir::{Hir, NodeId, NodeKind};
use crate::text::diag::Code as Problem;
use cardable_engine::value::Value;

/// What a seat reads as far as it sees; where that is always hidden, the error is told and it stays as it is.
pub(super) fn check_read(
    builder: &mut Builder,
    reading: &Reading<'_>,
    node: NodeId,
    things: bool,
    what: &str,
) -> NodeId {
    if reading.scope.reveals {
        return node;
    }
    scripts::guard_scripts(builder, node, what);
    guard::as_far_as_seen(builder, reading, node, things).unwrap_or_else(|(at, secret)| {
        tell_hidden(builder, at, what, &secret);
        node
    })
}

/// The faces that must be seen before a value is worked out; nothing where it is
/// not to be worked out, which is said, or where the author wants it.
pub(super) fn faces_to_see(
    builder: &mut Builder,
    reading: &Reading<'_>,
    node: NodeId,
    what: &str,
) -> Option<Vec<NodeId>> {
    if reading.scope.reveals {
        return None;
    }
    scripts::guard_scripts(builder, node, what);
    let faces = guard::open(builder, reading, node, false);
    let faces = faces.and_then(|faces| guard::can_be_guarded(&builder.hir, reading, faces));
    faces
        .map_err(|(at, secret)| tell_hidden(builder, at, what, &secret))
        .ok()
}

fn tell_hidden(builder: &mut Builder, node: NodeId, what: &str, secret: &str) {
    let help = match builder.get(node).kind {
        NodeKind::Global(at) if builder.hir.head.in_phases => make_public(&builder.hir, at),
        _ => None,
    };
    builder.error(
        Problem::HiddenRead,
        builder.get(node).span,
        format!("{what} depends on {secret}, which the seat may not see"),
        help.unwrap_or_else(|| HOW_TO_MEND.to_owned()),
    );
}

/// How the rules in phases let everybody see a variable.
fn make_public(hir: &Hir, at: u16) -> Option<String> {
    let def = hir.globals.get(usize::from(at))?;
    let name = hir.strings.get(def.name);
    let first = match def.value {
        Value::Int(n) => n.to_string(),
        Value::Float(n) => n.to_string(),
        Value::Str(text) => format!("{:?}", hir.strings.get(text)),
        Value::Nothing => "\"\"".to_owned(),
        _ => return None,
    };
    Some(format!(
        "if everybody may know `{name}`, declare it `\"{name}\": {{ \"initial\": {first}, \"public\": true }}`; \
         if not, let this depend on what the seat sees, or write `\"reveals\": true` beside it"
    ))
}
