//! What can be written and played, and is surely not what was meant.

use super::Builder;
use super::refs::{NAMESPACES, SINGLE};
use crate::hir::{NodeId, NodeKind, Scope};
use crate::text::diag::{Code as Problem, did_you_mean};
use crate::text::source::Span;
use cardable_engine::primitives::{self, Signature};
use cardable_engine::value::Value;

/// Warns of a primitive that does or tells nothing in this state.
pub(super) fn check_idle(builder: &mut Builder, scope: &Scope, primitive: &Signature, span: Span) {
    let Some(state) = scope
        .state
        .filter(|state| !builder.hir.places.unsure.contains(state))
    else {
        return;
    };
    let kind = builder.hir.states[state.index()].kind;
    let idle = primitive.properties.idle;
    if let Some(idle) = idle.filter(|idle| idle.states.contains(&kind)) {
        let message = format!("`{}` makes no sense here: {}", primitive.name, idle.why);
        builder.warn(Problem::IdleHere, span, message, idle.help.to_owned());
    }
}

/// Notes that a step could not be read, which was told: what it would have done, such as
/// leading elsewhere or ending the game, is not missed as well.
pub(crate) fn misread_step(builder: &mut Builder, scope: &Scope) {
    builder.hir.places.lost.transition(scope.state);
    builder.hir.places.lost.end(scope.state);
}

/// Warns of a step that moves as many cards as it can, which are none.
pub(crate) fn check_none(builder: &mut Builder, primitive: &Signature, args: &[NodeId], span: Span) {
    let count = primitive.properties.up_to.and_then(|name| primitive.param(name));
    let count = count
        .and_then(|at| args.get(at))
        .map(|arg| &builder.get(*arg).kind);
    if let Some(NodeKind::Const(Value::Int(n))) = count
        && *n <= 0
    {
        let message = format!("{n} cards are none: this does nothing");
        let help = "say how many cards, from 1 on, or take it out".to_owned();
        builder.warn(Problem::UselessStep, span, message, help);
    }
}

/// Notes a text where a value stands: it may be meant as a call.
pub(crate) fn note_text(builder: &mut Builder, node: NodeId) {
    note_reference(builder, node);
    if suggested_call(builder, node).is_some() {
        builder.notes.like_calls.push(node);
    }
}

/// Notes a text that holds what may be meant as a reference.
pub(crate) fn note_reference(builder: &mut Builder, node: NodeId) {
    if builder.hir.const_text(node).and_then(reference_in).is_some() {
        builder.notes.like_references.push(node);
    }
}

/// How a text is written that may be meant as a call. What is said of it elsewhere is not
/// said once more.
pub(crate) fn as_call(builder: &mut Builder, node: NodeId) -> Option<String> {
    let at = builder.notes.like_calls.iter().position(|known| *known == node)?;
    builder.notes.like_calls.swap_remove(at);
    let call = suggested_call(builder, node)?;
    Some(format!("write `= {call}` to call it"))
}

/// Warns of what looks like a reference in a text that is shown as it is written; `how` says
/// what to write, where that depends on the place.
pub(crate) fn check_shown(builder: &mut Builder, text: &str, span: Span, how: impl FnOnce(&str) -> String) {
    let Some(reference) = reference_in(text) else {
        return;
    };
    let message = format!("`{reference}` is not read inside a text: it is shown as it is written");
    let help = how(&as_value(reference));
    builder.warn(Problem::TextLikeCall, span, message, help);
}

/// What was said of a text elsewhere is not said once more.
pub(crate) fn forget_reference(builder: &mut Builder, node: NodeId) {
    builder.notes.like_references.retain(|known| *known != node);
}

/// The same of the text of a message that is a step.
pub(super) fn check_message(builder: &mut Builder, node: NodeId) {
    forget_reference(builder, node);
    let (text, span) = (
        builder.hir.const_text(node).map(str::to_owned),
        builder.get(node).span,
    );
    if let Some(text) = text {
        check_shown(builder, &text, span, |value| {
            format!("write `{{0}}` in its place and give the value: `message('… {{0}} …', all, {value})`")
        });
    }
}

/// Warns of texts that look like calls.
pub(crate) fn check_texts(builder: &mut Builder) {
    for node in std::mem::take(&mut builder.notes.like_references) {
        let (text, span) = (
            builder.hir.const_text(node).map(str::to_owned),
            builder.get(node).span,
        );
        if let Some(text) = text {
            check_shown(builder, &text, span, |value| {
                format!("join texts and values: `= concat('…', {value}, '…')`")
            });
        }
    }
    for node in std::mem::take(&mut builder.notes.like_calls) {
        let span = builder.get(node).span;
        let (Some(call), Some(text)) = (suggested_call(builder, node), builder.hir.const_text(node)) else {
            continue;
        };
        let message = format!("`{}` is a text here, though it looks like a call", text.trim());
        builder.warn(
            Problem::TextLikeCall,
            span,
            message,
            format!("write `= {call}` to call it"),
        );
    }
}

/// The call that a text looks like: `name(…)` and nothing else, with the name of a primitive
/// or nearly so.
fn suggested_call(builder: &Builder, node: NodeId) -> Option<String> {
    let text = builder.hir.const_text(node)?.trim();
    let (callee, rest) = text.split_once('(')?;
    let (inside, more) = closed(rest)?;
    let is_word =
        |word: &str| !word.is_empty() && word.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    // `card(s)` is more than one card.
    let is_plural = matches!(inside, "s" | "es");
    if is_plural || !callee.split('.').all(is_word) {
        return None;
    }
    let (receiver, name) = match callee.rsplit_once('.') {
        Some((receiver, name)) => (format!("{receiver}."), name),
        None => (String::new(), callee),
    };
    let own = || builder.hir.custom.iter().chain(&builder.defined);
    let callee = match builder.find(name).is_some() || own().any(|p| p.name == name) {
        true => name,
        false => {
            let own = own().map(|p| &*p.name);
            did_you_mean(name, primitives::all().map(|p| &*p.name).chain(own))?
        }
    };
    Some(format!("{receiver}{callee}({inside}){more}"))
}

/// What looks like a reference inside a text: `$globals.n`, `{globals.n}`, `$player`.
fn reference_in(text: &str) -> Option<&str> {
    let is_part = |c: char| c.is_alphanumeric() || matches!(c, '_' | '.');
    text.match_indices(['$', '{']).find_map(|(at, sign)| {
        let rest = text.get(at + 1..)?;
        let skipped = usize::from(sign == "{" && rest.starts_with('$'));
        let rest = rest.get(skipped..)?;
        let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
        let name = rest.get(..end)?.trim_end_matches('.');
        let (first, member) = name.split_once('.').unwrap_or((name, ""));
        let known = match NAMESPACES.contains(&first) {
            true => !member.is_empty(),
            false => SINGLE.contains(&first) && (sign == "$" || !member.is_empty() || first == "player"),
        };
        let closed = sign == "$" || rest.get(end..).is_some_and(|after| after.starts_with('}'));
        let whole = at + 1 + skipped + name.len() + usize::from(sign == "{");
        (known && closed).then(|| text.get(at..whole)).flatten()
    })
}

/// A reference as it stands where a value is read.
fn as_value(reference: &str) -> String {
    format!("${}", reference.trim_matches(['{', '}', '$']))
}

/// What stands up to the parenthesis that closes, and after it: nothing, or an operator with
/// what it joins.
fn closed(rest: &str) -> Option<(&str, &str)> {
    let mut depth = 1_usize;
    let end = rest.find(|c| {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        depth == 0
    })?;
    let (inside, more) = (rest.get(..end)?, rest.get(end + 1..)?);
    let joined = more.trim_start();
    let operators = ["+", "-", "*", "/", "%", "==", "!=", "<", ">", "&&", "||"];
    let goes_on = operators.iter().any(|sign| {
        joined
            .strip_prefix(sign)
            .is_some_and(|value| !value.trim().is_empty())
    });
    (joined.is_empty() || goes_on).then_some((inside, more))
}

#[cfg(test)]
mod tests {
    #[test]
    fn references_in_texts() {
        let check =
            |text: &str, wanted: Option<&str>| assert_eq!(super::reference_in(text), wanted, "{text}");
        check("total $globals.n + 1", Some("$globals.n"));
        check("took {globals.pot}.", Some("{globals.pot}"));
        check("took {$globals.pot}", Some("{$globals.pot}"));
        check("$player won", Some("$player"));
        check("{player} won", Some("{player}"));
        check("it costs $5, {0} and {card}", None);
        check("the globals.n, $ and {", None);
        check("all $cards", None);
    }
}
