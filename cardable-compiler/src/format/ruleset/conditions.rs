//! Conditions of action templates: subjects, what is asked of them, and groups.

use super::fields::{Call, TEST, Test};
use super::queries;
use super::values::{RulesetReader, is_reference};
use crate::expr::Bindings;
use crate::hir::build::{TestDraft, things};
use crate::hir::{LocalKind, NodeId, NodeKind, Over, Scope};
use crate::text::diag::{Code as Problem, did_you_mean, synonyms};
use crate::text::json::{Node, Value as Json};
use crate::text::source::Span;
use cardable_engine::builtin;
use cardable_engine::primitives::Form;
use cardable_engine::program::{PickWhat, Text};
use cardable_engine::value::{Kind, Type, Value};

/// The tests of a template, in their order.
pub(super) fn tests(reader: &mut RulesetReader<'_>, scope: &mut Scope, node: &Node) -> Vec<TestDraft> {
    let mut tests = Vec::new();
    for item in node.items() {
        add_test(reader, scope, item, None, &mut tests);
    }
    tests
}

/// A test with its message. Of a group that must hold as a whole every part is
/// a test of its own, so that the part that does not hold can say so.
fn add_test(
    reader: &mut RulesetReader<'_>,
    scope: &mut Scope,
    node: &Node,
    outer: Option<&Text>,
    tests: &mut Vec<TestDraft>,
) {
    let fields = Test { node };
    let own = fields.message().map(|text| Text {
        text: reader.b.intern(&text),
        tokens: Vec::new(),
    });
    let message = own.as_ref().or(outer).cloned();
    if let Some(group) = fields.every()
        && matches!(&group.value, Json::Array(_))
    {
        TEST.check_keys(node, &mut reader.b.diags);
        for item in group.items() {
            add_test(reader, scope, item, message.as_ref(), tests);
        }
        return;
    }
    let test = read_test(reader, scope, node);
    tests.push(TestDraft { node: test, message });
}

fn read_test(reader: &mut RulesetReader<'_>, scope: &mut Scope, node: &Node) -> NodeId {
    if !matches!(&node.value, Json::Object(_)) || (Call { node }).is_call() {
        return reader.condition(scope, node);
    }
    if !TEST.check_keys(node, &mut reader.b.diags) {
        return reader.b.broken(node.span);
    }
    let fields = Test { node };
    let span = node.span;
    if let Some(group) = fields.either() {
        let ways = group
            .items()
            .iter()
            .map(|item| read_test(reader, scope, item))
            .collect();
        return joined(reader, Form::Or, ways, span);
    }
    if let Some(group) = fields.every() {
        let all = group
            .items()
            .iter()
            .map(|item| read_test(reader, scope, item))
            .collect();
        return joined(reader, Form::And, all, span);
    }
    if let Some(inner) = fields.not() {
        let inner = read_test(reader, scope, inner);
        return opposite(reader, inner, span);
    }
    if let Some(turn) = fields.turn() {
        let test = is_my_turn(reader, scope, span);
        return match turn.value {
            Some(false) => opposite(reader, test, span),
            _ => test,
        };
    }
    for (query, how) in [(fields.some_of(), Over::Some), (fields.every_of(), Over::Every)] {
        if let Some(query) = query {
            let local = thing(scope, query);
            let meant = queries::query(reader, scope, query, local);
            let test = fields.matching().map(|test| read_test(reader, scope, test));
            forget(scope, local);
            return things::query_over(reader.b, scope, how, &meant, local, test, span);
        }
    }
    let Some(of) = fields.of() else {
        reader.b.error(
            Problem::MissingField,
            span,
            "this condition asks nothing",
            "write `{ \"of\": \"$player.hand\", \"empty\": false }`, `{ \"turn\": true }`, a group, or an expression"
                .to_owned(),
        );
        return reader.b.broken(span);
    };
    let subject = about(reader, scope, of);
    let subject = match fields.its() {
        Some(path) => path
            .items()
            .iter()
            .fold(subject, |s, step| step_to(reader, scope, s, step)),
        None => subject,
    };
    assertions(reader, scope, fields, subject)
}

fn joined(reader: &mut RulesetReader<'_>, form: Form, tests: Vec<NodeId>, span: Span) -> NodeId {
    if let Some(broken) = tests.iter().find(|t| reader.b.is_broken(**t)) {
        return *broken;
    }
    match form {
        Form::Or => reader.b.any_of(tests, span),
        _ => reader.b.all_of(tests, span),
    }
}

fn opposite(reader: &mut RulesetReader<'_>, test: NodeId, span: Span) -> NodeId {
    if reader.b.is_broken(test) {
        return test;
    }
    reader
        .b
        .node(NodeKind::Form(Form::Not, vec![test]), Type::BOOL, span)
}

/// Whether it is the acting seat's turn; where there are no turns it is.
fn is_my_turn(reader: &mut RulesetReader<'_>, scope: &Scope, span: Span) -> NodeId {
    Bindings::at(span).value(
        reader.b,
        scope,
        "turn_player() == nothing || turn_player() == $player",
    )
}

/// A local for the things of a query, by the name that conditions call them.
fn thing(scope: &mut Scope, query: &Node) -> u16 {
    let (name, ty) = if queries::means_zones(query) {
        ("$zone", Type::ZONE)
    } else {
        ("$card", Type::CARD)
    };
    scope.action.add(name, ty, LocalKind::Data(None))
}

/// The subject of a condition: a plain text must name one, for nothing can be
/// asked of the text itself.
fn about(reader: &mut RulesetReader<'_>, scope: &mut Scope, node: &Node) -> NodeId {
    let subject = subject(reader, scope, node);
    let Some(text) = node.as_str() else {
        return subject;
    };
    let is_plain = !text.trim_start().starts_with('=') && !is_reference(text.trim());
    if !is_plain
        || !matches!(
            reader.b.get(subject).kind,
            NodeKind::Const(Value::Str(_) | Value::Nothing)
        )
    {
        return subject;
    }
    no_subject(reader, scope, text, node.span);
    reader.b.broken(node.span)
}

fn no_subject(reader: &mut RulesetReader<'_>, scope: &Scope, name: &str, span: Span) {
    let locals = scope.action.locals.iter().map(|local| &*local.name);
    let mut known: Vec<&str> = locals.filter(|name| !name.starts_with('$')).collect();
    known.extend(["player", "self"]);
    known.extend(
        reader
            .b
            .hir
            .names_of(reader.b.hir.zones.shared.iter().map(|z| z.name)),
    );
    known.extend(
        reader
            .b
            .hir
            .names_of(reader.b.hir.zones.seat.iter().map(|z| z.name)),
    );
    let help = did_you_mean(name, known).map_or_else(
        || {
            "name a zone, `player`, `tapped` or what `remember` names, or write a reference such as \
             `$player.hand`"
                .to_owned()
        },
        |near| format!("did you mean `{near}`?"),
    );
    let message = format!("no zone and nothing else is called `{name}` here");
    reader.b.not_declared(Problem::UnknownZone, span, message, help);
}

pub(super) fn subject(reader: &mut RulesetReader<'_>, scope: &mut Scope, node: &Node) -> NodeId {
    if let Json::Object(_) = &node.value {
        for key in ["remembered", "data"] {
            if let Some(name) = node.get(key) {
                return named_subject(reader, scope, name);
            }
        }
        let call = Call { node };
        if call.endpoint().is_some() || call.function().is_some() {
            return reader.value(scope, node);
        }
        let (query, how) = match (node.get("count"), node.get("query")) {
            (Some(query), _) => (query, Over::Count),
            (None, Some(query)) => (query, Over::First),
            (None, None) => (node, Over::First),
        };
        let local = thing(scope, query);
        let meant = queries::query(reader, scope, query, local);
        forget(scope, local);
        return things::query_over(reader.b, scope, how, &meant, local, None, node.span);
    }
    match node.as_str() {
        Some("player" | "self") => reader.b.player(scope, node.span),
        Some(name @ ("entity" | "tapped" | "dragged" | "target")) => {
            named_local(reader, scope, name, node.span)
        }
        Some(name) if scope.action.find(name).is_some() => named_local(reader, scope, name, node.span),
        Some(name) => match (reader.b.hir.zone_named(name), reader.b.hir.seat_zone_named(name)) {
            (Some(zone), _) => reader.b.constant(Value::Zone(zone), node.span),
            (None, Some(at)) => {
                let player = reader.b.player(scope, node.span);
                reader
                    .b
                    .node(NodeKind::SeatZone(player, at), Type::ZONE, node.span)
            }
            (None, None) => reader.value(scope, node),
        },
        None => reader.value(scope, node),
    }
}

fn named_subject(reader: &mut RulesetReader<'_>, scope: &Scope, node: &Node) -> NodeId {
    match node.as_str() {
        Some(name) => named_local(reader, scope, name, node.span),
        None => {
            reader.b.error(
                Problem::WrongType,
                node.span,
                "this is the name of a value",
                "write `$player.bid`, `$globals.round` or the like",
            );
            reader.b.broken(node.span)
        }
    }
}

fn named_local(reader: &mut RulesetReader<'_>, scope: &Scope, name: &str, span: Span) -> NodeId {
    match scope.action.find(name) {
        Some(at) => {
            let ty = scope.action.locals[usize::from(at)].ty;
            reader.b.node(NodeKind::Local(at), ty, span)
        }
        None => {
            reader.b.error(
                Problem::UnknownReference,
                span,
                format!("nothing is called `{name}` here"),
                "`tapped` is known after a tap, `dragged` and `target` after a drag, data after a message; other \
                 values are named by `remember`"
                    .to_owned(),
            );
            reader.b.broken(span)
        }
    }
}

/// What belongs to a subject: its parent, children, top, a property.
fn step_to(reader: &mut RulesetReader<'_>, scope: &Scope, subject: NodeId, node: &Node) -> NodeId {
    let (span, ty) = (node.span, reader.b.get(subject).ty);
    if reader.b.is_broken(subject) {
        return subject;
    }
    if let Some(n) = node.get("nth") {
        let n = reader.value(scope, n);
        return reader.b.call(scope, builtin!(nth_card), vec![subject, n], span);
    }
    let Some(word) = node.as_str() else {
        reader.b.error(
            Problem::WrongType,
            span,
            "this is a word such as `top`, or `{ \"nth\": 0 }`",
            "write `\"top\"`, or `{ \"nth\": 0 }` for the first card",
        );
        return reader.b.broken(span);
    };
    if synonyms::is_selection(word.trim_end_matches("()")) {
        reader.b.error(
            Problem::UnknownReference,
            span,
            "what a client has selected is its own, and the rules do not see it",
            "let several things be tapped together, `\"interaction\": { \"tap\": [ … ], \"min\": 1, \"max\": 5 }`: `tapped` are these",
        );
        return reader.b.broken(span);
    }
    let is_list = matches!(ty, Type::List(_));
    let primitive = match (word, ty) {
        ("parent" | "zone", Type::One(Kind::Card)) => builtin!(zone_of),
        ("children" | "cards", Type::One(Kind::Zone)) => builtin!(cards_of),
        ("top", Type::One(Kind::Zone)) => builtin!(top_card),
        ("bottom", Type::One(Kind::Zone)) => builtin!(bottom_card),
        ("count" | "length", Type::One(Kind::Zone)) => builtin!(count_cards),
        ("count" | "length", _) if is_list => builtin!(list_count),
        ("owner", Type::One(Kind::Zone)) => builtin!(zone_owner),
        ("owner", Type::One(Kind::Card)) => builtin!(get_player_from_card),
        _ => return reader.member(scope, subject, word, span),
    };
    reader.b.call(scope, primitive, vec![subject], span)
}

/// What is asked of a subject: all of it must hold.
fn assertions(reader: &mut RulesetReader<'_>, scope: &mut Scope, test: Test<'_>, subject: NodeId) -> NodeId {
    if reader.b.is_broken(subject) {
        return subject;
    }
    let span = test.node.span;
    let mut asked = Vec::new();
    let compared = [
        (test.equals(), builtin!(is_equal)),
        (test.above(), builtin!(is_greater_than)),
        (test.below(), builtin!(is_less_than)),
        (test.at_least(), builtin!(is_greater_than_equal)),
        (test.at_most(), builtin!(is_less_than_equal)),
    ];
    for (other, primitive) in compared {
        if let Some(other) = other {
            let other = subject_value(reader, scope, other);
            asked.push(reader.b.call(scope, primitive, vec![subject, other], span));
        }
    }
    if let Some(others) = test.one_of() {
        let others = reader.value(scope, others);
        asked.push(
            reader
                .b
                .call(scope, builtin!(contains), vec![others, subject], span),
        );
    }
    if let Some(other) = test.matches() {
        asked.push(matches(reader, scope, subject, other));
    }
    for (wanted, primitive, turned) in [
        (test.empty(), builtin!(is_empty), false),
        (test.full(), builtin!(is_full), false),
        (test.defined(), builtin!(is_empty), true),
    ] {
        if let Some(wanted) = wanted {
            let test = reader.b.call(scope, primitive, vec![subject], span);
            let test = if wanted == turned {
                opposite(reader, test, span)
            } else {
                test
            };
            asked.push(test);
        }
    }
    if let Some(wanted) = test.is() {
        let wanted = reader.b.constant(Value::Bool(wanted), span);
        asked.push(
            reader
                .b
                .call(scope, builtin!(is_equal), vec![subject, wanted], span),
        );
    }
    if asked.is_empty() {
        reader.b.error(
            Problem::MissingField,
            span,
            "nothing is asked of this subject",
            "add `equals`, `empty`, `full`, `above`, `below`, `one_of`, `is`, `defined` or `matches`"
                .to_owned(),
        );
        return reader.b.broken(span);
    }
    joined(reader, Form::And, asked, span)
}

/// A value to compare with: a subject where it names one.
fn subject_value(reader: &mut RulesetReader<'_>, scope: &mut Scope, node: &Node) -> NodeId {
    match &node.value {
        Json::Object(members) if !members.is_empty() => subject(reader, scope, node),
        _ => reader.value(scope, node),
    }
}

/// The same property as another thing has.
fn matches(reader: &mut RulesetReader<'_>, scope: &mut Scope, subject: NodeId, node: &Node) -> NodeId {
    let (Some(property), Some(of)) = (node.get("property"), node.get("of")) else {
        reader.b.error(
            Problem::MissingField,
            node.span,
            "which property, and of what?",
            "write `{ \"property\": \"suit\", \"of\": { \"type\": \"card\", \"parent\": \"pile\", \"only\": \"top\" } }`"
                .to_owned(),
        );
        return reader.b.broken(node.span);
    };
    let other = about(reader, scope, of);
    let (a, b) = (
        step_to(reader, scope, subject, property),
        step_to(reader, scope, other, property),
    );
    if reader.b.is_broken(a) || reader.b.is_broken(b) {
        return reader.b.broken(node.span);
    }
    reader.b.call(scope, builtin!(is_equal), vec![a, b], node.span)
}

/// The kind of things that some queries find.
pub(super) fn kind_of(queries: &[&Node]) -> (PickWhat, Type) {
    let zones = queries.iter().filter(|q| queries::means_zones(q)).count();
    match zones {
        0 => (PickWhat::Card, Type::CARD),
        n if n == queries.len() => (PickWhat::Zone, Type::ZONE),
        _ => (PickWhat::Drag, Type::ANY),
    }
}

/// Takes the name from a local: what follows does not see it.
fn forget(scope: &mut Scope, local: u16) {
    if let Some(local) = scope.action.locals.get_mut(usize::from(local)) {
        local.name = "".into();
    }
}
