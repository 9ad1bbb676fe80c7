//! What functions of the script may read, as far as their texts tell.

use super::faces;
use super::hiding::{HOW_TO_MEND, Hiding, reveals};
use crate::hir::build::Builder;
use crate::hir::{Hir, NodeId, NodeKind, children, is_script};
use crate::text::diag::{Code as Problem, Diagnostics};
use crate::text::source::Span;
use cardable_engine::primitives::Reads;
use cardable_engine::program::DataVisible;

/// Keeps the calls of functions in a value that shows in what follows: what they may
/// read is known when the script is compiled.
pub(super) fn keep_calls(builder: &mut Builder, node: NodeId, span: Span) {
    let mut stack = vec![node];
    while let Some(id) = stack.pop() {
        let kind = &builder.hir.tree.nodes[id.0 as usize].kind;
        if matches!(kind, NodeKind::Call(primitive, _) if is_script(primitive))
            && !builder.hir.sight.revealing_calls.contains(&(id, span))
        {
            builder.hir.sight.revealing_calls.push((id, span));
        }
        children(kind, &mut stack);
    }
}

/// Marks the functions of a script that a value is worked out by: what they
/// read is known only when they run, so they see no more than the seat does.
/// `what` is what a seat reads so.
pub(super) fn guard_scripts(builder: &mut Builder, node: NodeId, what: &str) {
    let mut stack = vec![node];
    while let Some(id) = stack.pop() {
        let kind = &builder.hir.tree.nodes[id.0 as usize].kind;
        if matches!(kind, NodeKind::Call(primitive, _) if is_script(primitive))
            && builder.hir.sight.guarded_calls.insert(id.0)
        {
            builder.hir.sight.read_by_seats.push((id, what.to_owned()));
        }
        children(kind, &mut stack);
    }
}

/// Notes where functions may read what is hidden from somebody. A function that
/// sees no more than the seat (it is guarded) shows nothing.
pub(crate) fn note_revealing_calls(hir: &mut Hir, script: &dyn cardable_engine::script::Script) {
    for (call, span) in std::mem::take(&mut hir.sight.revealing_calls) {
        let NodeKind::Call(primitive, _) = &hir.tree.get(call).kind else {
            continue;
        };
        let mut functions = hir.scripts.functions.iter();
        let at = functions.position(|f| f.primitive.is(primitive));
        let Some(at) = at.filter(|_| !hir.sight.guarded_calls.contains(&call.0)) else {
            continue;
        };
        if let Some(secret) = secret_in_script(hir, |name| script.may_name(at as u16, name)) {
            reveals(hir, span, secret);
        }
    }
}

/// Says so where a function that a seat reads by names data that no seat may see: reading it
/// is a fault. What it is, or may be, is known by the names in the function's text. Where that
/// reads the data beyond doubt, it is an error as it would be in an expression.
pub(crate) fn check_guarded_calls(
    hir: &mut Hir,
    diags: &mut Diagnostics,
    script: &dyn cardable_engine::script::Script,
    files: &[cardable_engine::script::ScriptFile],
) {
    for (call, what) in std::mem::take(&mut hir.sight.read_by_seats) {
        let NodeKind::Call(primitive, _) = &hir.tree.get(call).kind else {
            continue;
        };
        let mut functions = hir.scripts.functions.iter();
        let Some(at) = functions.position(|f| f.primitive.is(primitive)) else {
            continue;
        };
        let data = hir.globals.iter().map(|def| (def, "globals"));
        let of_cards = hir.cards.data.iter().map(|data| &data.def);
        let data = data.chain(hir.seat_data.iter().chain(of_cards).map(|def| (def, "")));
        let mut hidden = data.filter(|(def, _)| def.visible == DataVisible::None);
        let named = |name: &str| script.may_name(at as u16, name);
        let Some((def, of)) = hidden.find(|(def, _)| named(hir.strings.get(def.name))) else {
            continue;
        };
        let name = hir.strings.get(def.name);
        let is_read = !script.may_catch(at as u16) && files.iter().any(|file| reads(&file.text, of, name));
        let span = hir.tree.get(call).span;
        if is_read {
            let message = format!("{what} depends on `{name}`, which the seat may not see");
            diags.error(Problem::HiddenRead, span, message, HOW_TO_MEND.to_owned());
        } else {
            let message = format!("{what} may depend on `{name}`, which the seat may not see");
            diags.warning(Problem::MayReadHidden, span, message, HOW_TO_MEND.to_owned());
        }
    }
}

/// What is hidden from somebody that a function of the script may read, by the names in it.
fn secret_in_script(hir: &Hir, names: impl Fn(&str) -> bool) -> Option<String> {
    let of_states = hir.states.iter().flat_map(|state| &state.data);
    let of_cards = hir.cards.data.iter().map(|data| &data.def);
    let data = hir
        .globals
        .iter()
        .chain(&hir.seat_data)
        .chain(of_states)
        .chain(of_cards);
    for def in data.filter(|def| names(hir.strings.get(def.name))) {
        if let Hiding::Hidden(secret) = faces::hidden_data(hir, def, false) {
            return Some(secret);
        }
    }
    // A part of a fragment is named where all parts of its name are.
    let mut values = hir.scripts.secrets.iter();
    if let Some((name, secret)) = values.find(|(name, _)| name.split('.').all(&names)) {
        return Some(format!("{secret}, by `{name}`"));
    }
    let attribute = hir
        .cards
        .attributes
        .iter()
        .any(|a| names(hir.strings.get(a.name)));
    let reads = || {
        let mut all = cardable_engine::primitives::all();
        all.any(|primitive| primitive.reads != Reads::Open && names(&primitive.name))
    };
    (attribute || reads()).then(|| "faces, by a function of the script".to_owned())
}

/// Whether a text reads a member of a value of some name, or of any value: `globals.name`.
fn reads(text: &str, of: &str, name: &str) -> bool {
    let in_word = |c: char| c.is_alphanumeric() || c == '_';
    let dotted = format!("{of}.{name}");
    let by_point = text
        .match_indices(&dotted)
        .any(|(at, found)| !text[at + found.len()..].starts_with(in_word));
    let mut by_text = ['"', '\'']
        .into_iter()
        .map(|quote| format!("{of}[{quote}{name}{quote}]"));
    by_point || by_text.any(|found| text.contains(&found))
}
