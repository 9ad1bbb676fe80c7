//! Actions that are templates: with an `interaction` and `conditions`.

use super::fields::{Action, INTERACTION, Interaction, MessageItem, Query};
use super::sources;
use super::values::{RulesetReader, condition_message};
use super::{conditions, queries, scripts};
use crate::format::literals;
use crate::format::shapes::Range;
use crate::hir::build::{
    GestureDraft, ParamDraft, TemplateDraft, TemplateScopes, TestDraft, template, template::scopes,
};
use crate::hir::{ActionScope, LocalKind, NodeKind, Scope};
use crate::text::diag::Code as Problem;
use crate::text::fields::read::{Any, Entries, Items};
use crate::text::json::{Node, Value as Json};
use crate::text::source::Span;
use cardable_engine::builtin;
use cardable_engine::ids::StateId;
use cardable_engine::program::{PickWhat, Text};
use cardable_engine::value::{Kind, Type, Value};

/// One way to set a template off.
enum Way<'n> {
    /// Taps on what these mean, which are all cards or all zones.
    Tap(Vec<&'n Node>, u16, u16),
    /// Taps on any card, or on any zone.
    Anything(PickWhat),
    Drag(Vec<&'n Node>, Vec<&'n Node>),
    Message(&'n str, Items<'n, MessageItem<'n>>),
}

/// What an action is called and belongs to.
pub(super) struct Titled<'a> {
    pub(super) state: StateId,
    pub(super) name: &'a str,
    pub(super) label: &'a str,
}

/// Builds a template: an action for each way to set it off.
pub(super) fn template(
    reader: &mut RulesetReader<'_>,
    titled: &Titled<'_>,
    action: Action<'_>,
    interaction: &Node,
    scope: &Scope,
) {
    let others = [
        ("type", action.kind().map(|kind| kind.span())),
        ("pick", action.pick().map(|pick| pick.node.span)),
        ("legal", action.legal().map(|node| node.span)),
        ("valid", action.valid().map(|node| node.span)),
        ("on", action.on().node.map(|node| node.span)),
    ];
    for (field, span) in others {
        if let Some(span) = span {
            reader.b.error(
                Problem::UnknownField,
                span,
                format!("`{field}` is not read beside `interaction`"),
                "say it by the interaction and by `conditions`".to_owned(),
            );
        }
    }
    let ways = ways(reader, interaction);
    if ways.is_empty() {
        reader.b.error(
            Problem::MissingField,
            interaction.span,
            "nothing sets this action off",
            "write a query, such as `{ \"type\": \"card\", \"parent\": \"hand\" }`, or the name of a message"
                .to_owned(),
        );
    }
    for way in &ways {
        one_way(reader, titled, action, interaction.span, scope, way);
    }
}

fn ways<'n>(reader: &mut RulesetReader<'_>, node: &'n Node) -> Vec<Way<'n>> {
    match &node.value {
        Json::String(text) if &**text == "*" => {
            vec![Way::Anything(PickWhat::Card), Way::Anything(PickWhat::Zone)]
        }
        Json::String(text) if !text.is_empty() => vec![Way::Message(text, Items::default())],
        Json::Array(items) => {
            let plain = items.iter().all(is_query);
            if plain {
                return taps(items.iter().collect(), 1, 1);
            }
            items.iter().flat_map(|item| ways(reader, item)).collect()
        }
        Json::Object(members) if members.is_empty() => Vec::new(),
        Json::Object(_) if is_query(node) => taps(vec![node], 1, 1),
        Json::Object(_) => long_way(reader, node),
        _ => Vec::new(),
    }
}

fn is_query(node: &Node) -> bool {
    let long = Interaction { node };
    let is_long = long.tap().is_some() || long.drag().is_some() || long.message().is_some();
    matches!(&node.value, Json::Object(_)) && !is_long
}

fn long_way<'n>(reader: &mut RulesetReader<'_>, node: &'n Node) -> Vec<Way<'n>> {
    INTERACTION.check(node, &mut reader.b.diags);
    let long = Interaction { node };
    if let Some(name) = long.message() {
        let way = name.value.map(|name| Way::Message(name.as_str(), long.data()));
        return way.into_iter().collect();
    }
    if let Some(from) = long.drag() {
        let Some(to) = long.to() else {
            reader.b.error(
                Problem::MissingField,
                node.span,
                "a drag goes somewhere",
                "add `\"to\": { \"name\": \"pile\" }`".to_owned(),
            );
            return Vec::new();
        };
        return vec![Way::Drag(
            from.items().iter().collect(),
            to.items().iter().collect(),
        )];
    }
    let Some(tap) = long.tap() else {
        return Vec::new();
    };
    let min = long.min().or(long.count()).unwrap_or(1);
    let max = long.max().or(long.count()).unwrap_or(1).max(min);
    if tap.as_str() == Some("*") {
        return vec![Way::Anything(PickWhat::Card), Way::Anything(PickWhat::Zone)];
    }
    taps(tap.items().iter().collect(), min, max)
}

/// Queries without tests that find the same sort of things are one way.
fn taps<'n>(queries: Vec<&'n Node>, min: u16, max: u16) -> Vec<Way<'n>> {
    let mut ways: Vec<Way<'n>> = Vec::new();
    for query in queries {
        let alike = |other: &Node| {
            let only = |node| Query { node }.only();
            queries::means_zones(other) == queries::means_zones(query) && only(other) == only(query)
        };
        if let Some(Way::Tap(queries, ..)) = ways.last_mut()
            && queries.iter().chain([&query]).all(|q| is_plain(q))
            && queries.iter().all(|q| alike(q))
        {
            queries.push(query);
            continue;
        }
        ways.push(Way::Tap(vec![query], min, max));
    }
    ways
}

fn one_way(
    reader: &mut RulesetReader<'_>,
    titled: &Titled<'_>,
    action: Action<'_>,
    span: Span,
    scope: &Scope,
    way: &Way<'_>,
) {
    let state = titled.state;
    let given: &ActionScope = &scope.action;
    let params: Vec<ParamDraft> = match way {
        Way::Message(_, data) => data
            .iter()
            .filter_map(|item| param(reader, scope, item))
            .collect(),
        Way::Tap(..) | Way::Anything(_) | Way::Drag(..) => Vec::new(),
    };
    let mut scopes = match way {
        Way::Tap(queries, _, max) => {
            let what = conditions::kind_of(queries).0;
            scopes::tap_scopes(state, scope.reveals, given, what, *max == 1)
        }
        Way::Anything(what) => scopes::tap_scopes(state, scope.reveals, given, *what, true),
        Way::Drag(from, to) => {
            let types = (conditions::kind_of(from).1, conditions::kind_of(to).1);
            scopes::drag_scopes(reader.b, state, scope.reveals, given, types, span)
        }
        Way::Message(..) => scopes::message_scopes(reader.b, state, scope.reveals, given, &params, span),
    };
    remember(reader, action.remember(), &mut scopes);
    let mut tests = Vec::new();
    if let Some(condition) = action.condition() {
        let test = reader.condition(&scopes.tests, condition);
        let message = action.message().or_else(|| condition_message(condition));
        let message = message.map(|text| Text {
            text: reader.b.intern(&text),
            tokens: Vec::new(),
        });
        tests.push(TestDraft { node: test, message });
    }
    if let Some(conditions) = action.conditions() {
        tests.extend(conditions::tests(reader, &mut scopes.tests, conditions));
    }
    let asked = match way {
        Way::Tap(queries, min, max) => GestureDraft::Tap {
            queries: read_queries(reader, &mut scopes.tests, queries),
            min: *min,
            max: *max,
        },
        Way::Anything(what) => GestureDraft::Tap {
            queries: vec![crate::hir::Query {
                what: *what,
                from: reader.b.hir.every_zone(),
                only: cardable_engine::program::PickOnly::All,
                tests: Vec::new(),
            }],
            min: 1,
            max: 1,
        },
        Way::Drag(from, to) => GestureDraft::Drag {
            from: read_queries(reader, &mut scopes.tests, from),
            to: read_queries(reader, &mut scopes.tests, to),
        },
        Way::Message(name, _) => GestureDraft::Message {
            name: (*name).to_owned(),
            params,
        },
    };
    let message = action.action_message();
    let message = message.and_then(|message| reader.message(&scopes.body, message, true));
    let steps = scripts::body(reader, &mut scopes.body, action);
    let finishes = action.finishes().and_then(|finishes| finishes.value);
    let compound = action.compound();
    let compound = compound.map(|name| (name.as_str(), finishes == Some(true)));
    template::add_template(
        reader.b,
        TemplateDraft {
            state,
            name: titled.name,
            label: titled.label,
            asked,
            scopes,
            tests,
            steps,
            message,
            sealed: action.sealed() == Some(true),
            ends_turn: action.ends_turn() == Some(true),
            on_timeout: action.on_timeout() == Some(true),
            compound,
            span,
        },
    );
}

fn read_queries(
    reader: &mut RulesetReader<'_>,
    scope: &mut Scope,
    nodes: &[&Node],
) -> Vec<crate::hir::Query> {
    let card = scope.action.find("$card").unwrap_or(0);
    nodes
        .iter()
        .map(|node| queries::query(reader, scope, node, card))
        .collect()
}

fn remember(reader: &mut RulesetReader<'_>, values: Entries<'_, Any>, scopes: &mut TemplateScopes) {
    for (member, written) in values {
        for scope in [&mut scopes.tests, &mut scopes.body] {
            let value = conditions::subject(reader, scope, written);
            let ty = reader.b.get(value).ty;
            scope.action.add(&member.key, ty, LocalKind::Param(value));
        }
    }
}

/// An item of a message's data: its type and its domain say what it may be.
fn param(reader: &mut RulesetReader<'_>, scope: &Scope, item: MessageItem<'_>) -> Option<ParamDraft> {
    let Some(name) = item.key().filter(|key| !key.is_empty()) else {
        reader.b.error(
            Problem::MissingField,
            item.node.span,
            "an item of data has a `key`",
            "write `\"key\": \"a name\"`, by which the action reads it",
        );
        return None;
    };
    let default = item.value().map(|value| reader.value(scope, value));
    let default = default.and_then(|value| match reader.b.get(value).kind {
        NodeKind::Const(value) => Some(value),
        _ => None,
    });
    let domain = item.domain();
    let ty = item.kind().and_then(|ty| literals::type_named(reader.b, ty));
    let ty = ty.unwrap_or(match domain.map(|d| &d.value) {
        Some(Json::Object(_)) => Type::NUMBER,
        Some(Json::Array(items)) if items.iter().all(|i| i.as_str().is_some()) => Type::STRING,
        _ => Type::ANY,
    });
    let (domain, ways) = domain_of(reader, scope, item, ty)?;
    let ty = match (ty, reader.b.get(domain).ty) {
        (Type::One(Kind::Any), Type::List(kind)) => Type::One(kind),
        (ty, _) => ty,
    };
    Some(ParamDraft {
        name: name.to_string(),
        ty,
        domain,
        ways,
        default,
    })
}

fn domain_of(
    reader: &mut RulesetReader<'_>,
    scope: &Scope,
    item: MessageItem<'_>,
    ty: Type,
) -> Option<(crate::hir::NodeId, u64)> {
    let span = item.domain().unwrap_or(item.node).span;
    if let Some(domain) = item.domain() {
        let range = Range { node: domain };
        if let Some((min, max)) = range.min().zip(range.max()) {
            return Some(numbers(reader, min, max, span));
        }
        let list = sources::source_value(reader, scope, domain);
        let ways = match &domain.value {
            Json::Array(items) => items.len() as u64,
            _ => 1,
        };
        return (!reader.b.is_broken(list)).then_some((list, ways));
    }
    match ty {
        Type::One(Kind::Bool) => {
            let both = [false, true].map(|b| reader.b.constant(Value::Bool(b), span));
            Some((reader.b.list(both.to_vec(), span), 2))
        }
        Type::One(Kind::Number) => Some(numbers(reader, 0, 999, span)),
        Type::One(Kind::Seat) => {
            let everyone = NodeKind::Everyone;
            let list = reader.b.node(everyone, Type::List(Kind::Seat), span);
            Some((list, reader.b.hir.head.seats.1.into()))
        }
        _ => {
            reader.b.error(
                Problem::MissingField,
                item.node.span,
                "what may this item be?",
                "add a `domain`: a list, or `{ \"min\": 1, \"max\": 6 }`".to_owned(),
            );
            None
        }
    }
}

fn numbers(reader: &mut RulesetReader<'_>, min: i64, max: i64, span: Span) -> (crate::hir::NodeId, u64) {
    if min > max {
        let message = format!("from {min} to {max} is nothing");
        reader
            .b
            .error(Problem::OutOfBounds, span, message, "write the lower bound first");
    }
    let bounds = [min, max].map(|n| reader.b.constant(Value::Int(n), span));
    let ty = Type::List(Kind::Number);
    let list = reader
        .b
        .call_of(builtin!(whole_numbers), bounds.to_vec(), ty, span);
    (list, max.saturating_sub(min).unsigned_abs().saturating_add(1))
}

/// Whether a query only says where.
fn is_plain(node: &Node) -> bool {
    let query = Query { node };
    node.members().iter().all(|m| {
        matches!(&*m.key, "type" | "parent" | "zone" | "in" | "owner" | "only") || (&*m.key == "name")
    }) && (query.kind())
        .is_none_or(|t| !matches!(&*t, "card" | "cards" | "classicCard") || query.name().is_none())
}
