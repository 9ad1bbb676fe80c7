//! What data may be: each kind of value has domains of its own.

use super::fields::{Domain as Fields, DomainForm, DomainLength, DomainWord};
use super::values::RulesetReader;
use crate::format::literals::{fits, one_of, range, written};
use crate::hir::build::{args, node};
use crate::text::diag::Code as Problem;
use crate::text::fields::read::{Items, Name, Placed};
use crate::text::json::Node;
use cardable_engine::ids::CardTypeId;
use cardable_engine::program::{Domain, ListDomain, Values, ZoneName};
use cardable_engine::value::{Kind, LIST_DEPTH, NESTED_ITEMS, Type, Value};

/// The longest list that a domain may draw.
const LONGEST: u16 = 1_000;

/// The domain of an item of data. `of_seats` have it where each has one.
pub(super) fn domain(
    reader: &mut RulesetReader<'_>,
    written: Placed<'_, DomainForm<'_>>,
    ty: Type,
    of_seats: bool,
) -> Domain {
    read_domain(reader, written, ty, of_seats).unwrap_or_default()
}

fn read_domain(
    reader: &mut RulesetReader<'_>,
    written: Placed<'_, DomainForm<'_>>,
    ty: Type,
    of_seats: bool,
) -> Option<Domain> {
    let node = written.node;
    // What has another shape was reported.
    match written.value? {
        DomainForm::Word(word) => read_word(reader, node, word, ty, of_seats),
        DomainForm::List(values) if ty == Type::ZONE => zones_named(reader, node, values.nodes(), ty),
        DomainForm::List(values) if ty == Type::DECK => decks_named(reader, node, values.nodes()),
        DomainForm::List(values) => one_of(reader, node, values.nodes(), ty).map(Domain::Values),
        DomainForm::Domain(fields) => described(reader, fields, ty, of_seats),
    }
}

fn read_word(
    reader: &mut RulesetReader<'_>,
    node: &Node,
    word: DomainWord,
    ty: Type,
    of_seats: bool,
) -> Option<Domain> {
    let (domain, of) = match word {
        DomainWord::Players => (Domain::Seats, Type::SEAT),
        DomainWord::Others if !of_seats => {
            reader.b.error(
                Problem::WrongDomain,
                node.span,
                "`others` are all but the seat whose data it is, and this is nobody's",
                "write `\"players\"`, or declare the item in `player_data`".to_owned(),
            );
            return None;
        }
        DomainWord::Others => (Domain::OtherSeats, Type::SEAT),
        DomainWord::Cards => (Domain::Cards, Type::CARD),
        DomainWord::Zones => {
            let all = |n: usize, name: fn(u16) -> ZoneName| (0..n as u16).map(name);
            let shared = all(reader.b.hir.zones.shared.len(), ZoneName::Shared);
            let names = shared.chain(all(reader.b.hir.zones.seat.len(), ZoneName::Seat));
            (Domain::Zones(names.collect()), Type::ZONE)
        }
        DomainWord::Decks => {
            let all: Vec<Value> = (0..reader.b.hir.cards.decks.len() as u16)
                .map(|at| Value::Deck(cardable_engine::ids::DeckId(at)))
                .collect();
            let list = reader.b.hir.constants.list(&all);
            (Domain::Values(Values::OneOf(list)), Type::DECK)
        }
    };
    fits(reader.b, node, of, ty).then_some(domain)
}

fn described(reader: &mut RulesetReader<'_>, fields: Fields<'_>, ty: Type, of_seats: bool) -> Option<Domain> {
    let node = fields.node;
    if let Some(inner) = fields.or_nothing() {
        let always = matches!(ty, Type::One(Kind::Number | Kind::Bool) | Type::List(_));
        if always {
            reader.b.error(
                Problem::WrongDomain,
                node.span,
                format!("{} is never nothing", ty.phrase()),
                format!("write {}", written(ty)),
            );
            return None;
        }
        let inner = read_domain(reader, inner, ty, of_seats)?;
        return Some(Domain::OrNothing(Box::new(inner)));
    }
    if let Some(items) = fields.items() {
        return list_of(reader, fields, items, ty, of_seats);
    }
    if fields.zones().is_given() {
        if !fits(reader.b, node, Type::CARD, ty) {
            return None;
        }
        let names = zone_names(reader, fields.zones().nodes())?;
        return Some(Domain::CardsIn(names));
    }
    if fields.cards().is_given() {
        return cards_named(reader, node, fields.cards(), ty);
    }
    let values = range(reader.b, node, (fields.min(), fields.max()), ty);
    values.map(Domain::Values)
}

fn list_of(
    reader: &mut RulesetReader<'_>,
    fields: Fields<'_>,
    items: Placed<'_, DomainForm<'_>>,
    ty: Type,
    of_seats: bool,
) -> Option<Domain> {
    let node = fields.node;
    if !fits(reader.b, node, Type::List(Kind::Any), ty) {
        return None;
    }
    let of = match ty {
        Type::List(_) => ty.element(),
        _ => Type::ANY,
    };
    let item = read_domain(reader, items, of, of_seats)?;
    let Some(length) = fields.length() else {
        reader.b.error(
            Problem::MissingField,
            node.span,
            "a domain of lists says how long they are",
            "write `\"length\": 3` or `\"length\": { \"min\": 0, \"max\": 5 }` beside `items`".to_owned(),
        );
        return None;
    };
    let (min, max) = match length.value? {
        DomainLength::Exactly(exactly) => (exactly, exactly),
        DomainLength::Length(bounds) => (bounds.min().unwrap_or(0), bounds.max().unwrap_or(LONGEST)),
    };
    if min > max {
        reader.b.error(
            Problem::OutOfBounds,
            length.span(),
            format!("no list has {min} to {max} items"),
            format!("write numbers from 0 to {LONGEST}, the smaller one first"),
        );
        return None;
    }
    let unique = fields.unique().unwrap_or(false);
    if unique && matches!(item, Domain::List(_)) {
        reader.b.error(
            Problem::WrongDomain,
            node.span,
            "items that are lists cannot be told to differ",
            "take `unique` out".to_owned(),
        );
        return None;
    }
    let lists = Domain::List(Box::new(ListDomain {
        item,
        min,
        max,
        unique,
    }));
    let (depth, items) = lists.largest();
    if depth > LIST_DEPTH || items > NESTED_ITEMS {
        node::list_too_large(reader.b, node.span);
        return None;
    }
    Some(lists)
}

/// Says that a first value is none of those that its domain has.
pub(super) fn check_first(reader: &mut RulesetReader<'_>, written: &Node, value: Value, domain: &Domain) {
    if value == Value::Nothing || domain.holds(&reader.b.hir.constants, value) != Some(false) {
        return;
    }
    reader.b.error(
        Problem::OutsideDomain,
        written.span,
        "this first value is none of those that the `domain` has",
        "write a value of the `domain`, or widen the `domain`".to_owned(),
    );
}

fn zones_named(reader: &mut RulesetReader<'_>, node: &Node, items: &[Node], ty: Type) -> Option<Domain> {
    if items.is_empty() {
        return one_of(reader, node, items, ty).map(Domain::Values);
    }
    Some(Domain::Zones(zone_names(reader, items)?))
}

fn zone_names(reader: &mut RulesetReader<'_>, items: &[Node]) -> Option<Box<[ZoneName]>> {
    let mut names = Vec::new();
    for item in items {
        let name = item.as_str()?;
        let shared = |b: &crate::hir::build::Builder| b.hir.zone_named(name).map(|z| ZoneName::Shared(z.0));
        let found = shared(reader.b).or_else(|| reader.b.hir.seat_zone_named(name).map(ZoneName::Seat));
        match found {
            Some(found) => names.push(found),
            None => {
                args::unknown_zone(reader.b, name, item.span);
                return None;
            }
        }
    }
    Some(names.into())
}

fn decks_named(reader: &mut RulesetReader<'_>, node: &Node, items: &[Node]) -> Option<Domain> {
    let mut values = Vec::new();
    for item in items {
        let name = item.as_str()?;
        let Some(deck) = reader.b.hir.deck_named(name) else {
            reader.b.error(
                Problem::WrongDomain,
                item.span,
                format!("there is no deck `{name}`"),
                format!("write {}", written(Type::DECK)),
            );
            return None;
        };
        values.push(Value::Deck(deck));
    }
    if values.is_empty() {
        return one_of(reader, node, items, Type::DECK).map(Domain::Values);
    }
    Some(Domain::Values(Values::OneOf(
        reader.b.hir.constants.list(&values),
    )))
}

fn cards_named(
    reader: &mut RulesetReader<'_>,
    node: &Node,
    names: Items<'_, Name>,
    ty: Type,
) -> Option<Domain> {
    if !fits(reader.b, node, Type::CARD, ty) {
        return None;
    }
    let mut types = Vec::new();
    for name in names {
        let id = reader.b.intern(&name);
        let before = types.len();
        let named = reader
            .b
            .hir
            .cards
            .types
            .iter()
            .enumerate()
            .filter(|(_, ty)| ty.name == id);
        types.extend(named.map(|(at, _)| CardTypeId(at as u16)));
        if types.len() == before {
            reader.b.error(
                Problem::WrongDomain,
                name.span(),
                format!("no card is called `{name}`"),
                format!("write {}", written(Type::CARD)),
            );
            return None;
        }
    }
    Some(Domain::CardsOf(types.into()))
}
