//! Options that rules do not read, and values that options are compared with and never have.

use crate::hir::{Hir, NodeId, NodeKind};
use crate::text::diag::{Code as Problem, Diagnostics, suggestion_or_list};
use cardable_engine::primitives::Form;
use cardable_engine::program::{SettingDef, Values};
use cardable_engine::value::Value;
use std::collections::BTreeSet;

pub(super) fn check(hir: &Hir, diags: &mut Diagnostics) {
    // What could not be read may read options, too.
    if !diags.has_errors() && !hir.scripts.is_unread && !hir.head.lacks_rules {
        check_read(hir, diags);
    }
    hir.each_value(|_, id| {
        if let NodeKind::Form(Form::Equal | Form::NotEqual, args) = &hir.tree.get(id).kind
            && let [a, b] = args[..]
        {
            check_compared(hir, a, b, diags);
            check_compared(hir, b, a, diags);
        }
    });
}

fn check_read(hir: &Hir, diags: &mut Diagnostics) {
    let nodes = hir.tree.nodes.iter();
    let read: BTreeSet<usize> = nodes
        .filter_map(|node| match node.kind {
            NodeKind::Setting(at) => Some(usize::from(at)),
            _ => None,
        })
        .collect();
    let places = hir.places.options.iter().enumerate();
    for ((at, span), def) in places.zip(&hir.settings) {
        if read.contains(&at) || hir.script_mentions(def.name) {
            continue;
        }
        let name = hir.strings.get(def.name);
        let written = match hir.head.in_phases {
            true => name.to_owned(),
            false => format!("$options.{name}"),
        };
        diags.warning(
            Problem::UnreadOption,
            *span,
            format!("no rule reads the option `{name}`: whatever a table picks changes nothing"),
            format!("read it as `{written}` where it counts, or take the option out"),
        );
    }
}

/// Warns of a constant that an option never is.
fn check_compared(hir: &Hir, option: NodeId, value: NodeId, diags: &mut Diagnostics) {
    let NodeKind::Setting(at) = hir.tree.get(option).kind else {
        return;
    };
    let Some(def) = hir.settings.get(usize::from(at)) else {
        return;
    };
    let (NodeKind::Const(constant), span) = (&hir.tree.get(value).kind, hir.tree.get(value).span) else {
        return;
    };
    // That values of two types are never equal was told.
    let same_type = hir.tree.get(value).ty.fits(def.ty) && *constant != Value::Nothing;
    let Some(domain) = def
        .domain
        .filter(|domain| same_type && !domain.holds(&hir.constants, *constant))
    else {
        return;
    };
    let name = hir.strings.get(def.name);
    diags.warning(
        Problem::NeverOfOption,
        span,
        format!("the option `{name}` is never {}", shown(hir, *constant)),
        may_be(hir, def, domain, *constant),
    );
}

/// What an option may be, for help.
fn may_be(hir: &Hir, def: &SettingDef, domain: Values, instead: Value) -> String {
    let list = match domain {
        Values::Range(min, max) => return format!("it may be a whole number from {min} to {max}"),
        Values::OneOf(list) => hir.constants.items(list),
    };
    if let (Some(texts), Value::Str(text)) = (hir.texts_of_option(def), instead) {
        let texts = hir.names_of(texts);
        return suggestion_or_list(
            hir.strings.get(text),
            &texts,
            "add it to the `domain` of the option",
        );
    }
    let values: Vec<String> = list.iter().map(|value| shown(hir, *value)).collect();
    format!("it may be one of {}", values.join(", "))
}

/// A value that an option may have, as rules write it.
fn shown(hir: &Hir, value: Value) -> String {
    match value {
        Value::Bool(flag) => flag.to_string(),
        Value::Int(whole) => whole.to_string(),
        Value::Float(number) => number.to_string(),
        Value::Str(text) => format!("`{}`", hir.strings.get(text)),
        // A domain holds what an option can be, and no more.
        Value::Nothing
        | Value::Seat(_)
        | Value::Card(_)
        | Value::Zone(_)
        | Value::Deck(_)
        | Value::List(_) => "that".to_owned(),
    }
}
