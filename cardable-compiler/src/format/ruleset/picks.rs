//! What an action lets a seat pick: the short forms of `hand_pick` and
//! `world_pick`, and the long form `pick`.

use super::fields::{Action, Pick};
use super::sources;
use super::values::RulesetReader;
use crate::format::shapes::Count;
use crate::hir::build::refs;
use crate::hir::build::shown;
use crate::hir::{LocalKind, NodeId, Scope, Source, TestOfPick};
use crate::secrecy;
use crate::text::diag::Code as Problem;
use crate::text::fields::read::{FieldType, Text as Written};
use crate::text::json::{Node, Value as Json};
use crate::text::source::Span;
use cardable_engine::program::{ActionKind, PickDef, PickFrom, PickOnly, PickWhat, Text};
use cardable_engine::value::{Kind, Type};

/// A pick as read, before its conditions.
pub(super) struct Draft {
    pub(super) what: PickWhat,
    pub(super) from: Vec<PickFrom>,
    /// What the parts of `from` are that are worked out.
    pub(super) worked_out: Vec<NodeId>,
    pub(super) min: u16,
    pub(super) max: u16,
    pub(super) count: Option<NodeId>,
    pub(super) least: Option<NodeId>,
    pub(super) most: Option<NodeId>,
    pub(super) only: PickOnly,
    pub(super) blind: bool,
    pub(super) ordered: bool,
}

impl Draft {
    fn new(what: PickWhat) -> Draft {
        Draft {
            what,
            from: Vec::new(),
            worked_out: Vec::new(),
            min: 1,
            max: 1,
            count: None,
            least: None,
            most: None,
            only: PickOnly::All,
            blind: false,
            ordered: false,
        }
    }
}

/// What an action lets a seat pick.
#[derive(Default)]
pub(super) struct Picking {
    pub(super) pick: Option<PickDef>,
    pub(super) label: Option<(String, Span)>,
    /// The numbers that bound it. The action is offered only where they are known.
    pub(super) bounds: Vec<NodeId>,
}

/// The pick of an action, and a button's label. `$action.hand_pick` or
/// `$action.world_pick` is added to the scope.
pub(super) fn pick(
    reader: &mut RulesetReader<'_>,
    action: Action<'_>,
    kind: ActionKind,
    scope: &mut Scope,
) -> Picking {
    let span = action.node.span;
    let params = action.type_params();
    let items: &[Node] = match params.map(|p| &p.value) {
        Some(Json::Object(members)) if members.is_empty() => &[],
        _ => params.map_or(&[][..], Node::items),
    };
    let long = action.pick();
    let draft = match (kind, long) {
        (ActionKind::HandPick | ActionKind::WorldPick, Some(long)) => long_pick(reader, long, scope, kind),
        (ActionKind::HandPick, None) => hand_pick(reader, items, scope, span),
        (ActionKind::WorldPick, None) => world_pick(reader, items, scope, span),
        (ActionKind::Button | ActionKind::VoteButton, _) => {
            let label = items
                .first()
                .and_then(|item| Some((item.as_str()?.to_owned(), item.span)));
            return Picking {
                label,
                ..Picking::default()
            };
        }
        (ActionKind::Auto, _) => return Picking::default(),
    };
    let name = if kind == ActionKind::HandPick {
        "hand_pick"
    } else {
        "world_pick"
    };
    let Some(draft) = draft else {
        // What would have been picked is not missed where the steps read it.
        scope.action.add(name, Type::ANY, LocalKind::Given(0));
        return Picking::default();
    };
    let bounds = [draft.count, draft.least, draft.most]
        .into_iter()
        .flatten()
        .collect();
    Picking {
        pick: Some(finish_pick(reader, action, draft, name, scope)),
        label: None,
        bounds,
    }
}

fn finish_pick(
    reader: &mut RulesetReader<'_>,
    action: Action<'_>,
    draft: Draft,
    name: &str,
    scope: &mut Scope,
) -> PickDef {
    let element = match draft.what {
        PickWhat::Card => Kind::Card,
        PickWhat::Zone => Kind::Zone,
        PickWhat::Seat => Kind::Seat,
        PickWhat::Deck => Kind::Deck,
        PickWhat::Option | PickWhat::Drag => Kind::Any,
    };
    let single = draft.max == 1 && draft.count.is_none() && draft.most.is_none();
    let ty = if single {
        Type::One(element)
    } else {
        Type::List(element)
    };
    let text = |written: Option<Written<'_>>, b: &mut crate::hir::build::Builder| {
        Some(Text {
            text: b.intern(&written?),
            tokens: Vec::new(),
        })
    };
    // Conditions on candidates have registers of their own: the candidate,
    // its zone, what is picked already.
    let mut candidates = scope.clone();
    candidates
        .action
        .add("$card", Type::One(element), LocalKind::Given(0));
    candidates
        .action
        .add("$seat", Type::One(element), LocalKind::Given(0));
    candidates
        .action
        .add("$option", Type::One(element), LocalKind::Given(0));
    candidates.action.add("$zone", Type::ZONE, LocalKind::Given(1));
    candidates
        .action
        .add("$picked", Type::List(element), LocalKind::Given(2));
    let legal = action.legal().map(|n| {
        let condition = reader.condition(&candidates, n);
        check_faces(reader, &draft, &candidates, condition, "what is legal");
        shown::to_seat(reader.b, &candidates, condition, "what is legal")
    });
    let legal = legal
        .filter(|l| !reader.b.is_broken(*l))
        .map(|l| reader.b.legal(&candidates, l));
    let mut finished = scope.clone();
    finished
        .action
        .add("$picked", Type::List(element), LocalKind::Given(0));
    let valid = action.valid().map(|n| {
        let condition = reader.condition(&finished, n);
        check_faces(reader, &draft, &finished, condition, "what is valid");
        shown::to_seat(reader.b, &finished, condition, "what is valid")
    });
    let valid = valid
        .filter(|v| !reader.b.is_broken(*v))
        .map(|v| reader.b.valid(&finished, v));
    let legal_message = text(action.legal_message(), reader.b);
    let valid_message = text(action.valid_message(), reader.b);
    let mut code = |node: Option<NodeId>| node.map(|c| reader.b.value_code(scope, c));
    let (count, least, most) = (code(draft.count), code(draft.least), code(draft.most));
    scope.action.add(name, ty, LocalKind::Given(0));
    PickDef {
        what: draft.what,
        min: draft.min,
        max: draft.max,
        count,
        least,
        most,
        from: draft.from,
        only: draft.only,
        legal,
        legal_message,
        valid,
        valid_message,
        blind: draft.blind,
        ordered: draft.ordered,
        register: 0,
        single,
    }
}

/// Reports a condition on a pick that reads faces which the seat does not see.
fn check_faces(
    reader: &mut RulesetReader<'_>,
    draft: &Draft,
    scope: &Scope,
    condition: NodeId,
    what: &'static str,
) {
    if draft.blind {
        return secrecy::check_blind(reader.b, scope, condition, what);
    }
    let worked_out = draft.worked_out.iter().copied().map(Source::Zones);
    let sources: Vec<Source> = draft
        .from
        .iter()
        .filter_map(Source::of)
        .chain(worked_out)
        .collect();
    reader.b.hir.tree.tests_of_picks.push(TestOfPick {
        scope: scope.clone(),
        from: sources,
        condition,
        what,
    });
}

/// `[self or other, hand, how many, may see]`, or just how many.
fn hand_pick(reader: &mut RulesetReader<'_>, items: &[Node], scope: &Scope, span: Span) -> Option<Draft> {
    let mut draft = Draft::new(PickWhat::Card);
    let mut rest = items;
    let mut own = true;
    if let Some(word) = rest.first().and_then(Node::as_str)
        && matches!(word, "self" | "other")
    {
        own = word == "self";
        rest = &rest[1..];
    }
    if let Some(zone) = rest.first().filter(|n| n.as_str().is_some_and(|t| !t.is_empty())) {
        let source = reader.value(scope, zone);
        sources::add_source(reader, scope, &mut draft, source, zone.span)?;
        rest = &rest[1..];
    } else {
        if !own {
            reader.b.error(
                Problem::PickWithoutSource,
                span,
                "whose hand is picked from?",
                "write `[\"other\", \"$state.loser.hand\", 1]`".to_owned(),
            );
            return None;
        }
        let at = reader.b.make_seat_zone("hand", span);
        draft.from.push(PickFrom::OwnZone(at));
    }
    if let Some(count) = rest.first() {
        read_count(reader, scope, &mut draft, count);
    }
    match rest.get(1).map(|see| (see.as_bool(), see.span)) {
        Some((Some(see), _)) => draft.blind = !see,
        Some((None, span)) => reader.b.error(
            Problem::WrongType,
            span,
            "after how many stands whether the seat sees the cards: true or false",
            "write `[\"self\", \"$player.hand\", 1]`, and as how many `[0, 3]` for the fewest and the most"
                .to_owned(),
        ),
        None => {}
    }
    Some(draft)
}

/// `[what, how many, whose, zone]`.
fn world_pick(reader: &mut RulesetReader<'_>, items: &[Node], scope: &Scope, span: Span) -> Option<Draft> {
    let what = match items.first().and_then(Node::as_str) {
        Some("card" | "cards") => PickWhat::Card,
        Some("zone" | "zones") => PickWhat::Zone,
        Some("seat" | "seats" | "player" | "players") => PickWhat::Seat,
        Some("option" | "options") => PickWhat::Option,
        Some("deck" | "decks") => PickWhat::Deck,
        _ => {
            reader.b.error(
                Problem::PickWithoutSource,
                items.first().map_or(span, |n| n.span),
                "a world_pick begins with what is picked",
                "write `[\"card\", 1, \"all_players\", \"front\"]`; things to pick are card, zone, seat, option and deck"
                    .to_owned(),
            );
            return None;
        }
    };
    let mut draft = Draft::new(what);
    if let Some(count) = items.get(1) {
        read_count(reader, scope, &mut draft, count);
    }
    let Some(whose) = items.get(2) else {
        if what == PickWhat::Deck {
            let decks = refs::namespace(reader.b, scope, "game", "decks", span)?;
            sources::add_source(reader, scope, &mut draft, decks, span)?;
            return Some(draft);
        }
        if what == PickWhat::Seat {
            let everyone = refs::root(reader.b, scope, "all", span)?;
            sources::add_source(reader, scope, &mut draft, everyone, span)?;
            return Some(draft);
        }
        reader.b.error(
            Problem::PickWithoutSource,
            span,
            "a world_pick says where from",
            "write `[\"card\", 1, \"all_players\", \"front\"]`".to_owned(),
        );
        return None;
    };
    let zone = items.get(3);
    sources::read_whose(reader, scope, &mut draft, whose, zone)?;
    Some(draft)
}

fn long_pick(
    reader: &mut RulesetReader<'_>,
    pick: Pick<'_>,
    scope: &Scope,
    kind: ActionKind,
) -> Option<Draft> {
    let span = pick.node.span;
    let mut draft = Draft::new(pick.what().unwrap_or(PickWhat::Card));
    if let Some(count) = pick.count() {
        read_count(reader, scope, &mut draft, count);
    }
    if let Some(min) = pick.min().and_then(Count::read) {
        draft.min = min;
        draft.max = draft.max.max(min);
    }
    if let Some(max) = pick.max().and_then(Count::read) {
        draft.max = max;
    }
    draft.least = read_bound(reader, scope, pick.min());
    draft.most = read_bound(reader, scope, pick.max());
    if draft.most.is_some() {
        draft.max = u16::MAX;
    }
    if draft.least.is_some() {
        draft.max = draft.max.max(1);
    }
    if draft.min > draft.max {
        reader.b.error(
            Problem::OutOfBounds,
            span,
            format!("from {} to {} is nothing", draft.min, draft.max),
            "write the fewest first, and the most after it: `[1, 3]`",
        );
    }
    draft.only = pick.only().unwrap_or(PickOnly::All);
    draft.blind = pick.blind().unwrap_or(false);
    draft.ordered = pick.ordered().unwrap_or(false);
    match pick.from() {
        Some(from) => {
            let zone = pick.zone().map(|zone| zone.node);
            sources::read_whose(reader, scope, &mut draft, from, zone)?;
        }
        None if kind == ActionKind::HandPick => {
            let at = reader.b.make_seat_zone("hand", span);
            draft.from.push(PickFrom::OwnZone(at));
        }
        None => {
            reader.b.error(
                Problem::PickWithoutSource,
                span,
                "a pick says where from",
                "add `\"from\": \"$player.hand\"`, or `\"from\": \"all_players\", \"zone\": \"front\"`"
                    .to_owned(),
            );
            return None;
        }
    }
    Some(draft)
}

/// A bound that is worked out each time; nothing for one that is a number.
fn read_bound(reader: &mut RulesetReader<'_>, scope: &Scope, node: Option<&Node>) -> Option<NodeId> {
    let node = node.filter(|n| !matches!(n.value, Json::Number(_)))?;
    let value = reader.value(scope, node);
    let ty = reader.b.get(value).ty;
    if reader.b.is_broken(value) {
        return None;
    }
    if !ty.fits(Type::NUMBER) {
        reader.b.error(
            Problem::ParameterType,
            node.span,
            format!("how many is a number, found {}", ty.phrase()),
            format!("write {}", Type::NUMBER.such_as()),
        );
        return None;
    }
    Some(value)
}

/// How many: a number, `[min, max]`, or something to work out.
fn read_count(reader: &mut RulesetReader<'_>, scope: &Scope, draft: &mut Draft, node: &Node) {
    let whole = |n: &Node| n.as_i64().and_then(|n| u16::try_from(n).ok());
    match &node.value {
        Json::Array(items) if items.len() == 2 => match (whole(&items[0]), whole(&items[1])) {
            (Some(min), Some(max)) if min <= max => (draft.min, draft.max) = (min, max),
            _ => reader.b.error(
                Problem::OutOfBounds,
                node.span,
                "how many is a number, or the fewest and the most",
                "write `1`, or `[0, 3]`".to_owned(),
            ),
        },
        Json::Number(_) => match whole(node) {
            Some(n) => (draft.min, draft.max) = (n, n),
            None => reader.b.error(
                Problem::OutOfBounds,
                node.span,
                "how many is a whole number from 0 to 65535",
                "write `1`, or `[0, 3]` for the fewest and the most",
            ),
        },
        _ => {
            let value = reader.value(scope, node);
            let ty = reader.b.get(value).ty;
            if reader.b.is_broken(value) {
                return;
            }
            if !ty.fits(Type::NUMBER) {
                reader.b.error(
                    Problem::ParameterType,
                    node.span,
                    format!("how many is a number, found {}", ty.phrase()),
                    format!(
                        "write {}, or `[0, 3]` for the fewest and the most",
                        Type::NUMBER.such_as()
                    ),
                );
                return;
            }
            draft.count = Some(value);
            (draft.min, draft.max) = (0, u16::MAX);
        }
    }
}
