//! What names and values in tests mean.

use super::Picked;
use crate::content::called::{Called, Rank, folded};
use crate::text::diag::{Code, Diagnostics, did_you_mean, suggestion_or_list};
use crate::text::json::{Node, Number, Value};
use crate::text::source::Span;
use cardable_engine::ids::{ActionId, CardTypeId, StateId, ZoneId};
use cardable_engine::program::{DataDef, Domain, Program, Values};
use cardable_engine::value::{Kind, Type, Value as Constant};
use cardable_engine::{Given, InZone, Item, Ruleset, Seat};

/// The printed card that a text names: by all of its name, such as `Ace of Hearts`, or by a short one: its name, the sign
/// in its corner (`index`), the first letter of its name or its value, with its suit or the first letter of that, such as `AH`, `10S` or `red 7`. Cards that the game does not
/// use have no name. It is an error that says what else there is where none or several have this name.
///
/// ```
/// let ruleset = cardable_core::load("../rulesets/crazy-eights")?;
/// let card = cardable_core::cases::card_named(&ruleset, "QS").map_err(|_| "there is no such card")?;
/// assert_eq!(ruleset.words().card_name(card).as_deref(), Some("Queen of Spades"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn card_named(ruleset: &Ruleset, text: &str) -> Result<CardTypeId, String> {
    let program = &ruleset.program;
    let words = ruleset.words();
    let all = used(program);
    let full = |card: CardTypeId| words.card_name(card).unwrap_or_default();
    let wanted = folded(text);
    let names = |card: CardTypeId, rank: Option<Rank>| match (rank, called(ruleset, card)) {
        (None, _) => vec![full(card)],
        (Some(_), None) => Vec::new(),
        (Some(rank), Some(called)) => {
            let mut names = called.with_suit(rank);
            if matches!(rank, Rank::Name) {
                names.push(called.name.to_owned());
            }
            names
        }
    };
    let named = |rank: Option<Rank>| -> Vec<CardTypeId> {
        let is_named = |card: &CardTypeId| names(*card, rank).iter().any(|name| folded(name) == wanted);
        all.iter().copied().filter(is_named).collect()
    };
    // A name that is nearer to what is printed goes before others: the ten before a king that counts ten.
    let nearest_first = [Rank::Name, Rank::Index, Rank::Letter, Rank::Value];
    let ranks = nearest_first.into_iter().map(Some);
    let found = std::iter::once(None)
        .chain(ranks)
        .map(named)
        .find(|found| !found.is_empty());
    match found.unwrap_or_default()[..] {
        [card] => Ok(card),
        [] => {
            let names: Vec<String> = all.iter().map(|card| full(*card)).collect();
            let near = did_you_mean(text, names.iter().map(String::as_str));
            Err(match near {
                Some(near) => format!("did you mean `{near}`?"),
                None => format!(
                    "cards are named like `{}`",
                    names.first().map_or("", String::as_str)
                ),
            })
        }
        // Cards that look alike in a game are one to a test.
        [first, ref others @ ..] if others.iter().all(|card| full(*card) == full(first)) => Ok(first),
        ref several => {
            let names: Vec<String> = several.iter().map(|card| format!("`{}`", full(*card))).collect();
            Err(format!("it may be {}", names.join(" or ")))
        }
    }
}

/// The card types that are in a deck of the game; all where it has no decks of its own.
fn used(program: &Program) -> Vec<CardTypeId> {
    let all = 0..program.cards.types.len() as u16;
    let mut used: Vec<CardTypeId> = program
        .cards
        .decks
        .iter()
        .flat_map(|deck| deck.cards.iter().copied())
        .collect();
    used.sort_unstable();
    used.dedup();
    match used.is_empty() {
        true => all.map(CardTypeId).collect(),
        false => used,
    }
}

/// What of a card its short names are made of.
fn called(ruleset: &Ruleset, card: CardTypeId) -> Option<Called<'_>> {
    let program = &ruleset.program;
    let printed = program.cards.types.get(card.index())?;
    Some(Called {
        name: program.str(printed.name),
        suit: printed.suit.map(|suit| program.str(suit)),
        index: match ruleset.card_attribute(card, "index") {
            Some(Constant::Str(index)) => Some(program.str(index)),
            _ => None,
        },
        value: match printed.value {
            Constant::Int(value) => Some(value),
            _ => None,
        },
    })
}

/// What stands for a card whose face its chooser does not see.
const UNSEEN: &str = "?";

/// Finds what a test names, and tells what is not there.
pub(super) struct Names<'r> {
    pub(super) ruleset: &'r Ruleset,
    pub(super) seats: usize,
}

impl Names<'_> {
    pub(super) fn card(&self, text: &str, span: Span, diags: &mut Diagnostics) -> Option<CardTypeId> {
        card_named(self.ruleset, text)
            .map_err(|help| unknown(diags, span, format!("no single card is called `{text}`"), help))
            .ok()
    }

    /// A card, and where it lies if that is said: `QH`, `QH@hand:0`, or `QH@hand:0[1]` for the second of those alike there.
    pub(super) fn card_in_zone(
        &self,
        text: &str,
        span: Span,
        diags: &mut Diagnostics,
    ) -> Option<(CardTypeId, Option<InZone>)> {
        let (name, place) = split_place(text);
        let card = self.card(name, span, diags);
        let place = match place {
            Some(place) => Some(self.in_zone(place, span, diags)?),
            None => None,
        };
        Some((card?, place))
    }

    /// A card that is picked; where it lies may be said for all that are.
    pub(super) fn picked(
        &self,
        text: &str,
        place_of_all: Option<InZone>,
        span: Span,
        diags: &mut Diagnostics,
    ) -> Option<Picked> {
        if let (UNSEEN, place) = split_place(text) {
            let place = match place {
                Some(place) => Some(self.in_zone(place, span, diags)?),
                None => place_of_all,
            };
            return Some(Picked::Unseen(place));
        }
        let (card, place) = self.card_in_zone(text, span, diags)?;
        Some(Picked::Card(card, place.or(place_of_all)))
    }

    /// Where a card lies: `hand:0`, or `hand:0[1]` for the second of those alike there.
    pub(super) fn in_zone(&self, text: &str, span: Span, diags: &mut Diagnostics) -> Option<InZone> {
        let (zone, nth) = match text.strip_suffix(']').and_then(|text| text.rsplit_once('[')) {
            Some((zone, nth)) => (zone, Some(nth)),
            None => (text, None),
        };
        let zone = self.zone(zone, span, diags)?;
        let nth = match nth.map(str::parse) {
            None => None,
            Some(Ok(nth)) => Some(nth),
            Some(Err(_)) => {
                let help = "write a whole number: 0 is the card that would be drawn first";
                unknown(diags, span, format!("`{text}` does not say which card"), help);
                return None;
            }
        };
        Some(InZone { zone, nth })
    }

    pub(super) fn zone(&self, text: &str, span: Span, diags: &mut Diagnostics) -> Option<ZoneId> {
        let (name, copy) = match text.split_once('#') {
            Some((name, copy)) => (name, copy.parse().ok()),
            None => (text, Some(0)),
        };
        let found = self.ruleset.zone(name).zip(copy);
        let found = found.and_then(|(zone, copy)| self.ruleset.copies(zone).nth(copy));
        let (_, owner) = found
            .and_then(|zone| self.ruleset.zone_name(zone))
            .unwrap_or_default();
        if found.is_some() && owner.is_none_or(|owner| owner.index() < self.seats) {
            return found;
        }
        let (shared, of_seats) = self.ruleset.zone_names();
        let mut known: Vec<String> = shared.into_iter().map(str::to_owned).collect();
        for name in of_seats {
            known.extend((0..self.seats).map(|seat| format!("{name}:{seat}")));
        }
        let known: Vec<&str> = known.iter().map(String::as_str).collect();
        let help = suggestion_or_list(text, &known, "the game has no zones");
        unknown(diags, span, format!("there is no zone `{text}`"), help);
        None
    }

    pub(super) fn seat(&self, number: u8, span: Span, diags: &mut Diagnostics) -> Option<Seat> {
        if usize::from(number) < self.seats {
            return Some(Seat(number));
        }
        let help = format!("seats are counted from 0, and the last one is {}", self.seats - 1);
        unknown(diags, span, format!("there is no seat {number}"), help);
        None
    }

    pub(super) fn state(&self, text: &str, span: Span, diags: &mut Diagnostics) -> Option<StateId> {
        let same = |(_, name, _): &(StateId, &str, _)| folded(name) == folded(text);
        let found = self.ruleset.states().find(same).map(|(state, ..)| state);
        if found.is_none() {
            let known: Vec<&str> = self.ruleset.states().map(|(_, name, _)| name).collect();
            let help = suggestion_or_list(text, &known, "the game has no states");
            unknown(diags, span, format!("there is no state `{text}`"), help);
        }
        found
    }

    /// The actions of this name, or with this label, in any state.
    pub(super) fn actions(&self, text: &str, span: Span, diags: &mut Diagnostics) -> Vec<ActionId> {
        let words = self.ruleset.words();
        let label = |action| words.action_label(action).unwrap_or_default();
        let all = || self.ruleset.actions().map(|(action, _, name, _)| (action, name));
        // What is written exactly so goes before what is only spelt alike, and names before labels.
        let likeness = |action, name: &str| {
            let alike = |other: &str| folded(other) == folded(text);
            let ways = [
                name == text,
                label(action) == text,
                alike(name),
                alike(label(action)),
            ];
            ways.into_iter().position(|is| is)
        };
        let nearest = all().filter_map(|(action, name)| likeness(action, name)).min();
        let is_nearest =
            |(action, name): &(ActionId, &str)| nearest.is_some() && likeness(*action, name) == nearest;
        let found: Vec<ActionId> = all().filter(is_nearest).map(|(action, _)| action).collect();
        if found.is_empty() {
            let known: Vec<&str> = all().map(|(_, name)| name).collect();
            let help = suggestion_or_list(text, &known, "the game has no actions");
            unknown(diags, span, format!("there is no action `{text}`"), help);
        }
        found
    }

    /// An item of the data, and its declaration: `globals.trump`, `player:0.score`, `state.bid` of the state that runs, or
    /// `Wolf@field:0.damage` of a card in a zone.
    pub(super) fn datum(
        &self,
        text: &str,
        state: Option<StateId>,
        span: Span,
        diags: &mut Diagnostics,
    ) -> Option<(Item, &DataDef)> {
        let program = &self.ruleset.program;
        let Some((whose, name)) = text.split_once('.') else {
            let help = "write `globals.` and its name, `player:0.` for data of a seat, or `state.`";
            unknown(
                diags,
                span,
                format!("`{text}` does not say whose data it is"),
                help,
            );
            return None;
        };
        if let (card, Some(place)) = split_place(whose) {
            let (card, at) = (self.card(card, span, diags)?, self.in_zone(place, span, diags)?);
            let items = &program.data.card;
            let found = items.iter().position(|data| program.str(data.def.name) == name);
            let Some(found) = found else {
                let known: Vec<&str> = items.iter().map(|data| program.str(data.def.name)).collect();
                let help = suggestion_or_list(name, &known, "cards have no data in this game");
                unknown(diags, span, format!("cards have no item `{name}`"), help);
                return None;
            };
            let item = found as u16;
            return Some((Item::Card { card, at, item }, &items.get(found)?.def));
        }
        let find = |data: &[DataDef]| data.iter().position(|def| program.str(def.name) == name);
        let (data, at): (&[DataDef], _) = match whose.split_once(':') {
            None if whose == "globals" => (&program.data.globals, None),
            None if whose == "state" => (&program.state(state.unwrap_or(StateId(0))).data, None),
            Some(("player", seat))
                if seat
                    .parse::<u8>()
                    .is_ok_and(|seat| usize::from(seat) < self.seats) =>
            {
                (&program.data.seat, seat.parse().ok().map(Seat))
            }
            _ => {
                let help = "write `globals`, `player:0` for the first seat, `state`, or a card and its zone: `QH@hand:0`";
                unknown(
                    diags,
                    span,
                    format!("nobody has data of the name `{whose}`"),
                    help,
                );
                return None;
            }
        };
        let Some(found) = find(data) else {
            let known: Vec<&str> = data.iter().map(|def| program.str(def.name)).collect();
            let help = suggestion_or_list(name, &known, "there are no data there");
            unknown(diags, span, format!("`{whose}` has no item `{name}`"), help);
            return None;
        };
        let slot = found as u16;
        let item = match (whose, at) {
            (_, Some(seat)) => Item::Seat(seat, slot),
            ("globals", None) => Item::Global(slot),
            _ => Item::State(slot),
        };
        Some((item, data.get(found)?))
    }

    /// The same, where it is not known yet which state runs: of data of a state, the item of any state that has it.
    pub(super) fn datum_of_any(
        &self,
        text: &str,
        state: Option<StateId>,
        span: Span,
        diags: &mut Diagnostics,
    ) -> Option<(Item, &DataDef)> {
        let program = &self.ruleset.program;
        let has = |state: &StateId| {
            let name = text.strip_prefix("state.").unwrap_or_default();
            program
                .state(*state)
                .data
                .iter()
                .any(|def| program.str(def.name) == name)
        };
        let all = self.ruleset.states().map(|(state, ..)| state);
        let found = state.into_iter().chain(all).find(has);
        self.datum(text, found.or(state), span, diags)
    }

    /// A value of a type.
    pub(super) fn value(&self, node: &Node, ty: Type, diags: &mut Diagnostics) -> Option<Given> {
        let kind = match ty {
            Type::One(kind) | Type::List(kind) => kind,
            Type::Nothing | Type::State => Kind::Any,
        };
        match &node.value {
            Value::Null => Some(Given::Nothing),
            Value::Bool(truth) => Some(Given::Bool(*truth)),
            Value::Number(number) if kind == Kind::Seat => {
                let seat = number
                    .as_i64()
                    .and_then(|n| u8::try_from(n).ok())
                    .unwrap_or(u8::MAX);
                self.seat(seat, node.span, diags).map(Given::Seat)
            }
            Value::Number(Number::Int(whole)) => Some(Given::Int(*whole)),
            Value::Number(Number::Float(number)) => Some(Given::Float(*number)),
            Value::String(text) => match kind {
                Kind::Card => {
                    let (card, place) = self.card_in_zone(text, node.span, diags)?;
                    Some(Given::Card(card, place))
                }
                Kind::Zone => self.zone(text, node.span, diags).map(Given::Zone),
                _ => Some(Given::Text(text.to_string())),
            },
            Value::Array(items) => {
                let item = |node| self.value(node, Type::One(kind), diags);
                items
                    .iter()
                    .map(item)
                    .collect::<Option<Vec<Given>>>()
                    .map(Given::List)
            }
            Value::Object(_) => {
                let help = "write a number, true or false, a text, the name of a card or zone, or a list";
                diags.error(Code::WrongType, node.span, "data are no objects", help);
                None
            }
            Value::Invalid => None,
        }
    }
}

impl Names<'_> {
    /// Says that an item of data never has a value, where its domain tells that.
    pub(super) fn check_domain(
        &self,
        def: &DataDef,
        value: &Given,
        (name, span): (&str, Span),
        diags: &mut Diagnostics,
    ) {
        let Some(values) = self.values_without(&def.domain, value) else {
            return;
        };
        let program = &self.ruleset.program;
        let help = match values {
            Values::Range(min, max) => format!("write a whole number from {min} to {max}"),
            Values::OneOf(list) => {
                let items = program.constants.items(list).iter();
                let texts: Vec<String> = items
                    .map(|item| match item {
                        Constant::Str(text) => program.str(*text).to_owned(),
                        Constant::Bool(truth) => truth.to_string(),
                        Constant::Int(n) => n.to_string(),
                        other => other.as_f64().map(|n| n.to_string()).unwrap_or_default(),
                    })
                    .collect();
                let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
                let written = match value {
                    Given::Text(text) => text,
                    _ => "",
                };
                suggestion_or_list(written, &texts, "write a value of its `domain`")
            }
        };
        let message = format!("`{name}` has no such value in its `domain`");
        diags.error(Code::TestSetUp, span, message, help);
    }

    /// The values of a domain that lack a value. None where it has that, or where only a table can tell.
    fn values_without(&self, domain: &Domain, value: &Given) -> Option<Values> {
        let program = &self.ruleset.program;
        match (domain, value) {
            (_, Given::Nothing) => None,
            (Domain::Values(values), _) => {
                let constant = match value {
                    Given::Bool(truth) => Some(Constant::Bool(*truth)),
                    Given::Int(n) => Some(Constant::Int(*n)),
                    Given::Float(n) => Some(Constant::Float(*n)),
                    // A text that the rules do not have is none of theirs.
                    Given::Text(text) => program.strings.find(text).map(Constant::Str),
                    Given::Nothing | Given::Seat(_) | Given::Card(..) | Given::Zone(_) | Given::List(_) => {
                        return None;
                    }
                };
                let is_held = constant.is_some_and(|constant| values.holds(&program.constants, constant));
                (!is_held).then_some(*values)
            }
            (Domain::OrNothing(inner), _) => self.values_without(inner, value),
            (Domain::List(list), Given::List(items)) => items
                .iter()
                .find_map(|item| self.values_without(&list.item, item)),
            _ => None,
        }
    }
}

/// A card's name, and what stands behind it of where it lies.
pub(super) fn split_place(text: &str) -> (&str, Option<&str>) {
    match text.split_once('@') {
        Some((name, place)) => (name, Some(place)),
        None => (text, None),
    }
}

fn unknown(diags: &mut Diagnostics, span: Span, message: impl Into<String>, help: impl Into<String>) {
    diags.error(Code::UnknownReference, span, message, help);
}
