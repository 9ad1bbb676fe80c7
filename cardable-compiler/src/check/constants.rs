//! Constants that never fit where they stand: values that data is set to and its domain does not have, and labels of
//! a question for entries that it does not have.

use crate::hir::{Hir, NodeId, NodeKind, Stmt};
use crate::text::diag::{Code as Problem, Diagnostics};
use cardable_engine::builtin;
use cardable_engine::ids::StateId;
use cardable_engine::program::DataDef;
use cardable_engine::value::Value;

pub(super) fn check(hir: &Hir, diags: &mut Diagnostics) {
    for (_, body) in hir.tree.bodies() {
        let state = body.scope.state;
        check_steps(hir, &body.steps, &|place| def_of(hir, state, place), diags);
    }
    hir.each_value(|_, id| {
        if let NodeKind::Ask { prompt, args, .. } = &hir.tree.get(id).kind
            && *prompt == *builtin!(prompt_option)
        {
            check_labels(hir, args, diags);
        }
    });
}

fn check_steps<'h>(
    hir: &'h Hir,
    steps: &[Stmt],
    def_of: &dyn Fn(NodeId) -> Option<&'h DataDef>,
    diags: &mut Diagnostics,
) {
    for step in steps {
        if let Stmt::Set { place, value, .. } = step
            && let NodeKind::Const(constant) = hir.tree.get(*value).kind
            && constant != Value::Nothing
            && let Some(def) = def_of(*place)
            && def.domain.holds(&hir.constants, constant) == Some(false)
        {
            let name = hir.strings.get(def.name);
            diags.error(
                Problem::OutsideDomain,
                hir.tree.get(*value).span,
                format!("`{name}` has no such value in its `domain`"),
                "write a value of the `domain`, or widen the `domain`",
            );
        }
        for list in step.lists() {
            check_steps(hir, list, def_of, diags);
        }
    }
}

/// The item of data that a place is.
fn def_of(hir: &Hir, state: Option<StateId>, place: NodeId) -> Option<&DataDef> {
    match hir.tree.get(place).kind {
        NodeKind::Global(at) => hir.item((false, at)),
        NodeKind::SeatData(_, at) => hir.item((true, at)),
        NodeKind::CardData(_, at) => hir.cards.data.get(usize::from(at)).map(|item| &item.def),
        NodeKind::StateData(at) => hir.states.get(state?.index())?.data.get(usize::from(at)),
        _ => None,
    }
}

/// Looks whether each label of a question has an entry, where both are known.
fn check_labels(hir: &Hir, args: &[NodeId], diags: &mut Diagnostics) {
    let length = |at: usize| match &hir.tree.get(*args.get(at)?).kind {
        NodeKind::List(items) => Some(items.len()),
        NodeKind::Const(Value::List(list)) => Some(hir.constants.items(*list).len()),
        _ => None,
    };
    if let (Some(entries), Some(labels), Some(at)) = (length(0), length(3), args.get(3))
        && labels > entries
    {
        diags.error(
            Problem::ParameterCount,
            hir.tree.get(*at).span,
            format!("there are {labels} labels for {entries} entries"),
            "write one label for each entry, in their order",
        );
    }
}
