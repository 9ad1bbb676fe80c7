//! Functions of a ruleset's script: which there are, and calls of them.

use super::Builder;
use crate::hir::{FunctionDraft, Hir, NodeId, NodeKind, Stmt, is_script};
use crate::text::diag::Code as Problem;
use crate::text::source::Span;
use cardable_engine::primitives::{Arity, Callee, IN_PLACE, Own, OwnParam, ParamType, Uses};
use cardable_engine::script::FunctionKind;
use cardable_engine::signature::Signature;
use cardable_engine::value::Type;

/// What a function is used as, where it is named.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum UsedAs {
    /// The steps of an action.
    Steps,
    Condition,
    Value,
}

/// Declares a primitive of the ruleset's own.
pub(crate) fn define_primitive(builder: &mut Builder, own: &Own, function: &str, span: Span) {
    if builder.is_taken(&own.name) {
        let message = format!("there is a primitive `{}` already", own.name);
        let help = "give it another name".to_owned();
        return builder.error(Problem::DuplicateName, span, message, help);
    }
    let primitive = Callee::from(Signature::from(own.clone()));
    builder.hir.custom.push(primitive.clone());
    builder.hir.scripts.functions.push(FunctionDraft {
        primitive,
        function: function.into(),
        kind: FunctionKind::Primitive {
            name: own.name.clone(),
        },
        may_ignore: false,
        span,
    });
}

/// A call of a function of the script where it stands. `implicit` parameters are what the
/// place itself hands over: the function may leave them out.
pub(crate) fn call_in_place(
    builder: &mut Builder,
    function: &str,
    used: UsedAs,
    args: Vec<NodeId>,
    names: &[&str],
    implicit: bool,
    span: Span,
) -> NodeId {
    if builder.hir.scripts.draft.is_none() {
        script_missing(builder, span, function);
        return builder.broken(span);
    }
    let params = args.iter().enumerate().map(|(at, arg)| OwnParam {
        name: names
            .get(at)
            .map_or_else(|| format!("value{}", at + 1), |n| (*n).to_owned()),
        doc: String::new(),
        ty: ParamType::Value(match builder.get(*arg).ty {
            Type::Nothing | Type::State => Type::ANY,
            ty => ty,
        }),
        arity: Arity::Optional,
    });
    let own = Own {
        name: format!("script.{function}"),
        doc: IN_PLACE.to_owned(),
        params: params.collect(),
        result: match used {
            UsedAs::Steps => Type::Nothing,
            UsedAs::Condition => Type::BOOL,
            UsedAs::Value => Type::ANY,
        },
        acts: used == UsedAs::Steps,
    };
    let signature = Signature::from(own);
    let mut functions = builder.hir.scripts.functions.iter();
    let known = functions.find(|f| f.primitive.declares_the_same(&signature));
    let known = known.map(|f| f.primitive.clone());
    let is_new = known.is_none();
    let primitive = known.unwrap_or_else(|| signature.into());
    if is_new {
        builder.hir.scripts.functions.push(FunctionDraft {
            primitive: primitive.clone(),
            function: function.into(),
            kind: match used {
                UsedAs::Steps => FunctionKind::Action,
                UsedAs::Condition | UsedAs::Value => FunctionKind::Value,
            },
            may_ignore: implicit,
            span,
        });
    }
    let result = primitive.result;
    builder.node(NodeKind::Call(primitive, args), result, span)
}

/// Says that there is no script that could have a function.
pub(crate) fn script_missing(builder: &mut Builder, span: Span, function: &str) {
    if builder.hir.scripts.is_unread {
        // That was reported, and keeps the rules from being played.
        return;
    }
    builder.error(
        Problem::NoScript,
        span,
        format!("`{function}` is to be a function of the script, and the ruleset has none"),
        "add `\"script\": \"rules.luau\"` to the ruleset".to_owned(),
    );
}

/// What scripts use that is made when it is first used: the score, votes.
pub(crate) fn note_script_text(builder: &mut Builder) {
    let Some(draft) = &builder.hir.scripts.draft else {
        return;
    };
    let names = |word: &str| draft.sources.files.iter().any(|f| f.text.contains(word));
    let uses = |what: Uses| draft.mentions(|p| p.properties.uses == what);
    // The score is also an item of the seats' data, and `vote` one of the state.
    let (score, vote, decks) = (
        names("score") || uses(Uses::Score),
        names("vote") || uses(Uses::Votes),
        uses(Uses::Decks),
    );
    let span = draft.span;
    if score {
        builder.score_slot();
    }
    if decks {
        builder.hir.cards.are_picked = true;
        builder.make_seat_zone("deck", span);
    }
    builder.hir.scripts.read_votes |= vote;
}

/// Says that a function of the script stands where none may.
pub(crate) fn refuse_script(builder: &mut Builder, node: NodeId, what: &str) {
    let scripted = |kind: &NodeKind| matches!(kind, NodeKind::Call(p, _) if is_script(p));
    if builder.hir.tree.any(node, scripted) {
        let span = builder.get(node).span;
        builder.error(
            Problem::ScriptNotHere,
            span,
            format!("{what} may not depend on a function of the script"),
            "write it as an expression over public data".to_owned(),
        );
    }
}

/// Whether steps ask something, in whatever expression.
pub(crate) fn asks(hir: &Hir, steps: &[Stmt]) -> bool {
    let mut stack = Vec::new();
    crate::hir::collect(steps, &mut stack);
    while let Some(id) = stack.pop() {
        let kind = &hir.tree.get(id).kind;
        if matches!(kind, NodeKind::Ask { .. }) {
            return true;
        }
        crate::hir::children(kind, &mut stack);
    }
    false
}
