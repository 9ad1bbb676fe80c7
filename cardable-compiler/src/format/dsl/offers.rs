//! From buttons, votes and picks to the builder.

use super::filled::Filled;
use super::handles::State;
use super::lower::Lower;
use super::picks::{Count, PickDraft, Place, Spoken};
use super::template::ActionTemplate;
use super::value::{At, Expr, Tree};
use crate::hir::build::template::compound;
use crate::hir::build::{calls, flow, phrase, seal, shown};
use crate::hir::{Bound, Eyes, LocalKind, NodeId, NodeKind, Scope, Source, TestOfPick};
use crate::lower::tabulate;
use crate::secrecy;
use crate::text::diag::Code as Problem;
use crate::text::source::Span;
use cardable_engine::ids::StateId;
use cardable_engine::program::{
    ActionDef, ActionKind, ConditionPart, Electable, Message, PickDef, PickFrom, PickWhat, Sealing,
    StateType, Text,
};
use cardable_engine::value::{Kind, Type, Value};

/// What is offered.
#[derive(Clone, Copy)]
pub(super) enum Offered<'t> {
    Press,
    Vote(State),
    Pick(&'t PickDraft),
}

/// How many things are picked: what is known of it, and what is worked out.
struct Bounds {
    min: u16,
    max: u16,
    count: Option<NodeId>,
    least: Option<NodeId>,
    most: Option<NodeId>,
}

/// Adds an action that is pressed, or by which something is picked.
pub(super) fn offer(
    lower: &mut Lower<'_>,
    state: StateId,
    template: &ActionTemplate,
    offered: Offered<'_>,
    span: Span,
) {
    let mut scope = Scope {
        state: Some(state),
        player: true,
        reveals: template.reveals,
        ..Scope::outside()
    };
    for (name, value) in &template.remembered {
        let node = lower.value(&mut scope, value);
        let ty = lower.b.get(node).ty;
        scope.action.add(name, ty, LocalKind::Param(node));
    }
    let (condition, parts) = conditions_of(lower, &mut scope, template, span);
    let (condition, unfinished) = compound::outside_compounds(lower.b, &scope, condition, span);
    let never = condition.is_some_and(|node| tabulate::known_truth(&lower.b.hir, node) == Some(false));
    if never {
        let message = format!(
            "`{}` is never available: its condition is always false",
            template.name
        );
        let help = "let the condition depend on something that changes, or take the action out";
        lower.b.warn(Problem::NeverAvailable, span, message, help);
    }
    let phrase = template.phrase.as_deref();
    let phrase = phrase.and_then(|phrase| phrase::phrase(lower.b, phrase, state, span));
    let (pick, bounds) = match offered {
        Offered::Pick(pick) => {
            let (pick, bounds) = pick_of(lower, &mut scope, pick, template.at.0);
            (Some(pick), bounds)
        }
        Offered::Press | Offered::Vote(_) => (None, Vec::new()),
    };
    let (label, title) = lower.label(state, template, span);
    let message = template.message.as_ref();
    let message = message.and_then(|message| spoken(lower, &mut scope, message, Eyes::Acting, span));
    let vote = match offered {
        Offered::Vote(target) => vote_of(lower, state, target, span),
        Offered::Press | Offered::Pick(_) => None,
    };
    let condition = condition.map(|node| lower.b.condition_code(&scope, node));
    let around = scope.clone();
    let steps = lower.commands(&mut scope, &template.command);
    let sealed = template.sealed
        || lower
            .b
            .hir
            .states
            .get(state.index())
            .is_some_and(|def| def.sealed);
    let (steps, sealing) = match sealed {
        true => seal::answers_first(lower.b, &mut scope, steps, (&*template.name, span)),
        false => (steps, Sealing::Open),
    };
    let opens_with_prompt = pick.is_none() && flow::opens_with_prompt(&lower.b.hir, &steps, false);
    let body = lower.b.body_code(&scope, steps);
    let kind = match offered {
        Offered::Press => ActionKind::Button,
        Offered::Vote(_) => ActionKind::VoteButton,
        Offered::Pick(_) => ActionKind::WorldPick,
    };
    // Of several conditions each says its own.
    let condition_message = match &template.tests[..] {
        [(_, Some(message))] => Some(plain_text(lower, message)),
        _ => unfinished,
    };
    let (name, label) = (lower.b.intern(&template.name), lower.b.intern(&label));
    let action = lower.b.add_action(ActionDef {
        label,
        title,
        phrase,
        by: template.by,
        condition,
        condition_message,
        condition_parts: parts,
        pick,
        vote,
        message,
        opens_with_prompt,
        sealing,
        on_timeout: template.on_timeout,
        ends_turn: template.ends_turn,
        ..ActionDef::named(state, kind, name, body)
    });
    for node in bounds {
        let scope = around.clone();
        lower.b.hir.sight.bounds.push(Bound { scope, node, action });
    }
}

fn plain_text(lower: &mut Lower<'_>, text: &str) -> Text {
    Text {
        text: lower.b.intern(text),
        tokens: Vec::new(),
    }
}

/// The whole condition of an action, and its parts that have messages.
fn conditions_of(
    lower: &mut Lower<'_>,
    scope: &mut Scope,
    template: &ActionTemplate,
    span: Span,
) -> (Option<NodeId>, Vec<ConditionPart>) {
    let mut nodes = Vec::new();
    let mut parts = Vec::new();
    for (test, message) in &template.tests {
        let node = lower.test(scope, test);
        if lower.b.is_broken(node) {
            continue;
        }
        let node = shown::to_seat(lower.b, scope, node, "a condition");
        nodes.push(node);
        if template.tests.len() > 1 {
            let code = lower.b.condition_code(scope, node);
            let message = message.as_deref().map(|text| plain_text(lower, text));
            parts.push(ConditionPart { code, message });
        }
    }
    let all = match nodes[..] {
        [] => None,
        [one] => Some(one),
        _ => Some(lower.b.all_of(nodes, span)),
    };
    (all, parts)
}

fn vote_of(lower: &mut Lower<'_>, state: StateId, target: State, span: Span) -> Option<Electable> {
    let target = StateId(target.0);
    if target.index() >= lower.b.hir.states.len() {
        lower.foreign(span);
        return None;
    }
    let def = lower.b.hir.states.get(state.index())?;
    if def.kind != StateType::Concurrent {
        let message = "a vote needs a state in which everybody may act at once";
        let help = "declare the state by `StateSpec::all_at_once`";
        lower.b.error(Problem::NotAChoice, span, message, help);
    }
    Some(Electable { target })
}

/// What is said on the table.
pub(super) fn spoken(
    lower: &mut Lower<'_>,
    scope: &mut Scope,
    message: &Spoken,
    eyes: Eyes,
    span: Span,
) -> Option<Message> {
    let Filled { text, values } = &message.text;
    let (text, values) = match &text.tree {
        Tree::Text(text) => (text.as_str(), &**values),
        _ => ("{0}", std::slice::from_ref(text)),
    };
    if values.len() > Text::MOST_TOKENS {
        let message = format!("a message shows at most {} values", Text::MOST_TOKENS);
        let help = "put some of them together with `call::concat`";
        lower.b.error(Problem::ParameterCount, span, message, help);
        return None;
    }
    calls::check_places(lower.b, text, values.len(), None, span);
    let mut tokens = Vec::new();
    for value in values {
        let value = lower.value(scope, value);
        let value = shown::sent(lower.b, scope, value, eyes, "a message");
        if !lower.b.is_broken(value) {
            tokens.push(lower.b.value_code(scope, value));
        }
    }
    Some(Message {
        place: message.place,
        size: message.size,
        text: Text {
            text: lower.b.intern(text),
            tokens,
        },
        seconds: message.seconds,
    })
}

// --- picks

fn pick_of(lower: &mut Lower<'_>, scope: &mut Scope, draft: &PickDraft, at: At) -> (PickDef, Vec<NodeId>) {
    let span = lower.span(at);
    let bounds = bounds_of(lower, scope, &draft.count, span);
    let single = matches!(draft.count, Count::Known(_, 1));
    let element = match draft.what {
        PickWhat::Card => Kind::Card,
        PickWhat::Zone => Kind::Zone,
        PickWhat::Seat => Kind::Seat,
        PickWhat::Deck => Kind::Deck,
        PickWhat::Option | PickWhat::Drag => Kind::Any,
    };
    let mut sources = Vec::new();
    let mut from = Vec::new();
    for place in &draft.from {
        from.extend(place_of(lower, scope, draft.what, place, &mut sources, span));
    }
    let legal = draft.legal.as_ref().map(|(test, said)| {
        let mut inner = scope.clone();
        let thing = inner.action.add("$card", Type::One(element), LocalKind::Given(0));
        let zone = inner.action.add("$zone", Type::ZONE, LocalKind::Given(1));
        let picked = inner
            .action
            .add("$picked", Type::List(element), LocalKind::Given(2));
        let test = test([thing, zone, picked].map(|local| Expr {
            tree: Tree::Item(local),
            at,
        }));
        let node = lower.test(&mut inner, &test);
        let node = of_pick(lower, &inner, node, draft, &sources, "what is legal");
        (lower.b.legal(&inner, node), plain_text(lower, said))
    });
    let valid = draft.valid.as_ref().map(|(test, said)| {
        let mut inner = scope.clone();
        let picked = inner
            .action
            .add("$picked", Type::List(element), LocalKind::Given(0));
        let test = test(Expr {
            tree: Tree::Item(picked),
            at,
        });
        let node = lower.test(&mut inner, &test);
        let node = of_pick(lower, &inner, node, draft, &sources, "what is valid");
        (lower.b.valid(&inner, node), plain_text(lower, said))
    });
    let mut code = |node: Option<NodeId>| node.map(|node| lower.b.value_code(scope, node));
    let (count, least, most) = (code(bounds.count), code(bounds.least), code(bounds.most));
    let ty = if single {
        Type::One(element)
    } else {
        Type::List(element)
    };
    scope.action.add("world_pick", ty, LocalKind::Given(0));
    let (legal, legal_message) = legal.unzip();
    let (valid, valid_message) = valid.unzip();
    let worked_out = [bounds.count, bounds.least, bounds.most];
    let pick = PickDef {
        what: draft.what,
        min: bounds.min,
        max: bounds.max,
        count,
        least,
        most,
        from,
        only: draft.only,
        legal,
        legal_message,
        valid,
        valid_message,
        blind: draft.blind,
        ordered: draft.ordered,
        register: 0,
        single,
    };
    (pick, worked_out.into_iter().flatten().collect())
}

/// A condition on what is picked, which a seat reads.
fn of_pick(
    lower: &mut Lower<'_>,
    scope: &Scope,
    condition: NodeId,
    draft: &PickDraft,
    sources: &[Source],
    what: &'static str,
) -> NodeId {
    if draft.blind {
        secrecy::check_blind(lower.b, scope, condition, what);
    } else {
        lower.b.hir.tree.tests_of_picks.push(TestOfPick {
            scope: scope.clone(),
            from: sources.to_vec(),
            condition,
            what,
        });
    }
    shown::to_seat(lower.b, scope, condition, what)
}

fn bounds_of(lower: &mut Lower<'_>, scope: &mut Scope, count: &Count, span: Span) -> Bounds {
    let known = |min, max| Bounds {
        min,
        max,
        count: None,
        least: None,
        most: None,
    };
    match count {
        Count::Known(min, max) if min > max => {
            let message = format!("from {min} to {max} is nothing");
            lower
                .b
                .error(Problem::OutOfBounds, span, message, "put the fewest first");
            known(*max, *max)
        }
        Count::Known(min, max) => known(*min, *max),
        Count::Exactly(count) => Bounds {
            count: Some(lower.value(scope, count)),
            ..known(0, u16::MAX)
        },
        Count::Between(least, most) => {
            let constant = |tree: &Tree| match tree {
                Tree::Whole(n) => u16::try_from(*n).ok(),
                _ => None,
            };
            let (min, max) = (constant(&least.tree), constant(&most.tree));
            let mut worked_out = |known: Option<u16>, bound: &Expr| match known {
                Some(_) => None,
                None => Some(lower.value(scope, bound)),
            };
            let (least, most) = (worked_out(min, least), worked_out(max, most));
            Bounds {
                least,
                most,
                // As it is read where only one of them is worked out.
                ..known(min.unwrap_or(1), max.unwrap_or(u16::MAX))
            }
        }
    }
}

fn place_of(
    lower: &mut Lower<'_>,
    scope: &mut Scope,
    what: PickWhat,
    place: &Place,
    sources: &mut Vec<Source>,
    span: Span,
) -> Option<PickFrom> {
    let zones = lower.b.hir.zones.seat.len();
    let found = match place {
        Place::Everyones(zone) | Place::Others(zone) if usize::from(zone.0) >= zones => {
            lower.foreign(span);
            return None;
        }
        Place::Everyones(zone) => PickFrom::EveryonesZone(zone.0),
        Place::Others(zone) => PickFrom::OthersZone(zone.0),
        Place::Worked(expr) => {
            let node = lower.value(scope, expr);
            match lower.b.get(node).kind {
                NodeKind::Error => return None,
                NodeKind::SeatZone(seat, at) if lower.b.get(seat).kind == NodeKind::Player => {
                    PickFrom::OwnZone(at)
                }
                NodeKind::Const(Value::Zone(zone)) => PickFrom::SharedZone(zone.0),
                _ if what == PickWhat::Card || what == PickWhat::Zone => {
                    sources.push(Source::Zones(node));
                    return Some(candidates_of(lower, scope, node));
                }
                _ => return Some(candidates_of(lower, scope, node)),
            }
        }
    };
    sources.extend(Source::of(&found));
    Some(found)
}

fn candidates_of(lower: &mut Lower<'_>, scope: &Scope, node: NodeId) -> PickFrom {
    let node = shown::offered(lower.b, scope, node, "what is picked from");
    PickFrom::Code(lower.b.value_code(scope, node))
}
