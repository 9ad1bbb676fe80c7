//! What data and options may be: each kind of value has domains of its own.

use super::fields::{Domain as Fields, DomainForm, DomainLength, DomainWord, OptionDomain};
use super::values::RulesetReader;
use crate::hir::build::{args, node};
use crate::hir::{NodeKind, Scope};
use crate::text::diag::Code as Problem;
use crate::text::fields::read::{Items, Name, Placed};
use crate::text::json::Node;
use cardable_engine::ids::CardTypeId;
use cardable_engine::program::{Domain, ListDomain, Values, ZoneName};
use cardable_engine::value::{Kind, LIST_DEPTH, NESTED_ITEMS, Type, Value};

/// The longest list that a domain may draw.
const LONGEST: u16 = 1_000;
/// The most numbers that can be told apart when one of them is drawn.
const MOST_NUMBERS: i64 = u32::MAX as i64;

/// How the domain of a type is written.
pub(super) fn written(ty: Type) -> &'static str {
    match ty {
        Type::One(Kind::Number) => "`[1, 2, 3]` or `{ \"min\": 1, \"max\": 6 }`",
        Type::One(Kind::Bool) => "`[true, false]`, or leave it out",
        Type::One(Kind::String) => "a list of texts such as `[\"red\", \"black\"]`",
        Type::One(Kind::Seat) => {
            "`\"players\"`, or `\"others\"` for all but the seat whose data it is; `{ \"or_nothing\": \"players\" }` where it may be nobody"
        }
        Type::One(Kind::Card) => {
            "`{ \"zones\": \"hand\" }` for a card that lies there, `{ \"cards\": [\"Ace\", \"King\"] }`, or `\"cards\"` for any; `{ \"or_nothing\": … }` where it may be none"
        }
        Type::One(Kind::Zone) => "a list of zones such as `[\"deck\", \"hand\"]`, or `\"zones\"` for any",
        Type::One(Kind::Deck) => "a list of decks, or `\"decks\"` for any",
        Type::One(Kind::Any) => {
            "a list such as `[1, 2, 3]`, a range such as `{ \"min\": 0, \"max\": 9 }`, `\"players\"` or `\"cards\"`"
        }
        Type::List(_) => {
            "`{ \"items\": [1, 2, 3], \"length\": { \"min\": 0, \"max\": 5 } }`, where `items` is the domain of an item"
        }
        Type::Nothing | Type::State => "nothing: data of this type cannot be hidden",
    }
}

/// The domain of an item of data. `of_seats` have it where each has one.
pub(super) fn domain(
    reader: &mut RulesetReader<'_>,
    written: Placed<'_, DomainForm<'_>>,
    ty: Type,
    of_seats: bool,
) -> Domain {
    read_domain(reader, written, ty, of_seats).unwrap_or_default()
}

/// The values that an option of a type may have.
pub(super) fn values_of(
    reader: &mut RulesetReader<'_>,
    written: Placed<'_, OptionDomain<'_>>,
    ty: Type,
) -> Option<Values> {
    let form = match written.value? {
        OptionDomain::List(values) => DomainForm::List(values),
        OptionDomain::Range(range) => DomainForm::Domain(Fields { node: range.node }),
    };
    let written = Placed {
        node: written.node,
        value: Some(form),
    };
    match read_domain(reader, written, ty, false)? {
        Domain::Values(values) => Some(values),
        _ => None,
    }
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
        DomainForm::List(values) => one_of(reader, node, values.nodes(), ty),
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
    fits(reader, node, of, ty).then_some(domain)
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
        if !fits(reader, node, Type::CARD, ty) {
            return None;
        }
        let names = zone_names(reader, fields.zones().nodes())?;
        return Some(Domain::CardsIn(names));
    }
    if fields.cards().is_given() {
        return cards_named(reader, node, fields.cards(), ty);
    }
    range(reader, fields, ty)
}

fn range(reader: &mut RulesetReader<'_>, fields: Fields<'_>, ty: Type) -> Option<Domain> {
    let node = fields.node;
    let Some((min, max)) = fields.min().zip(fields.max()) else {
        reader.b.error(
            Problem::WrongType,
            node.span,
            "this is no domain",
            format!("write {}", written(ty)),
        );
        return None;
    };
    if !fits(reader, node, Type::NUMBER, ty) {
        return None;
    }
    let message = match max.checked_sub(min) {
        _ if min > max => format!("no number is from {min} to {max}"),
        Some(more) if more < MOST_NUMBERS => return Some(Domain::Values(Values::Range(min, max))),
        _ => format!("there are more than {MOST_NUMBERS} numbers from {min} to {max}"),
    };
    let help = match min > max {
        true => "let `min` be at most `max`",
        false => "bring `min` and `max` nearer to each other",
    };
    reader
        .b
        .error(Problem::OutOfBounds, node.span, message, help.to_owned());
    None
}

fn list_of(
    reader: &mut RulesetReader<'_>,
    fields: Fields<'_>,
    items: Placed<'_, DomainForm<'_>>,
    ty: Type,
    of_seats: bool,
) -> Option<Domain> {
    let node = fields.node;
    if !fits(reader, node, Type::List(Kind::Any), ty) {
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

fn one_of(reader: &mut RulesetReader<'_>, node: &Node, items: &[Node], ty: Type) -> Option<Domain> {
    let mut values = Vec::with_capacity(items.len());
    for item in items {
        let built = reader.value(&Scope::outside(), item);
        if reader.b.is_broken(built) {
            return None;
        }
        let NodeKind::Const(value) = reader.b.get(built).kind else {
            reader.b.error(
                Problem::WrongType,
                item.span,
                "a domain holds values that are written out",
                format!("write {}", written(ty)),
            );
            return None;
        };
        let found = reader.b.get(built).ty;
        if !fits(reader, item, found, ty) {
            return None;
        }
        values.push(value);
    }
    if values.is_empty() {
        reader.b.error(
            Problem::WrongType,
            node.span,
            "a domain holds one value at least",
            format!("write {}", written(ty)),
        );
        return None;
    }
    Some(Domain::Values(Values::OneOf(
        reader.b.hir.constants.list(&values),
    )))
}

fn zones_named(reader: &mut RulesetReader<'_>, node: &Node, items: &[Node], ty: Type) -> Option<Domain> {
    if items.is_empty() {
        return one_of(reader, node, items, ty);
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
        return one_of(reader, node, items, Type::DECK);
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
    if !fits(reader, node, Type::CARD, ty) {
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

/// Whether values of one type may be in the domain of another, saying so when not.
fn fits(reader: &mut RulesetReader<'_>, node: &Node, found: Type, ty: Type) -> bool {
    let fits = found.fits(ty);
    if !fits {
        reader.b.error(
            Problem::WrongDomain,
            node.span,
            format!(
                "this item is {}, and its domain has {}",
                ty.phrase(),
                found.phrase()
            ),
            format!("write {}", written(ty)),
        );
    }
    fits
}
