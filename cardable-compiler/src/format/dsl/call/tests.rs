//! That every primitive can be called, and with the parameters that it has.

use super::{acting, reading, working_out};
use cardable_engine::primitives::{Arity, ParamType, Signature, all};
use cardable_engine::value::{Kind, Type};

/// A function of this module.
pub(crate) struct Call {
    pub(crate) name: &'static str,
    pub(crate) params: &'static [(&'static str, &'static str)],
    pub(crate) gives: &'static str,
}

/// What is called by a word of its own, and the item of the DSL by which.
const ELSEWHERE: &[(&str, &str)] = &[
    ("state_transition", "fn transition"),
    ("state_push", "fn push_state"),
    ("state_pop", "fn pop_state"),
    ("while", "fn as_long_as"),
    ("perform", "fn perform"),
    ("can_perform", "fn can_perform"),
    ("emit", "fn emit"),
    ("message", "fn broadcast"),
    ("log_message", "fn log_message"),
    ("summarise", "fn summarise"),
    ("set", "fn set"),
    ("increment", "fn raise"),
    ("decrement", "fn raise"),
    ("tell", "fn tell_about"),
    ("if", "fn choose"),
    ("and", "fn every"),
    ("or", "fn either"),
    ("not", "fn not"),
    // A list that is written out is given to whatever takes several.
    ("split_array_into_elements", "Tree::List"),
    ("card_attribute", "fn get"),
    ("count", "fn count_where"),
    ("any", "fn any"),
    ("all", "fn all"),
    ("sum", "fn sum_of"),
    ("filter", "fn filter"),
    ("take_while", "fn take_while"),
    ("max_by", "fn max_by"),
    ("min_by", "fn min_by"),
    ("prompt_number", "fn ask_number"),
    ("prompt_number_excl_incl", "fn ask_number_above"),
    ("prompt_option", "fn ask_option"),
    ("prompt_split", "fn ask_split"),
    ("prompt_card", "fn ask_card"),
    ("prompt_cards", "fn ask_cards"),
    ("prompt_seat", "fn ask_seat"),
    ("prompt_zone", "fn ask_zone"),
    ("prompt_deck", "fn ask_deck"),
    ("prompt_confirm", "fn ask_whether"),
    ("ask", "fn put_to"),
];

/// The source of the DSL, in which the items stand.
const SOURCE: &[&str] = &[
    include_str!("../value.rs"),
    include_str!("../command.rs"),
    include_str!("../questions.rs"),
    include_str!("../reactions.rs"),
    include_str!("../items.rs"),
    include_str!("../flow.rs"),
];

fn calls() -> impl Iterator<Item = &'static Call> {
    [acting::CALLS, reading::CALLS, working_out::CALLS]
        .into_iter()
        .flatten()
}

fn kind(kind: Kind) -> &'static str {
    match kind {
        Kind::Any => "K",
        Kind::Bool => "Truth",
        Kind::Number => "Number",
        Kind::String => "Text",
        Kind::Seat => "Seat",
        Kind::Card => "Card",
        Kind::Zone => "Zone",
        Kind::Deck => "Deck",
    }
}

/// The Rust types of which one must stand for a parameter of a primitive.
fn may_take(ty: ParamType) -> Vec<String> {
    let one = |text: &str| vec![text.to_owned()];
    match ty {
        ParamType::Value(Type::One(Kind::Any)) => vec![
            "Anything".into(),
            "Val<K>".into(),
            "Val<Zone>".into(),
            "Val<Number>".into(),
        ],
        ParamType::Value(Type::One(Kind::String)) => vec!["Val<Text>".into(), "ItemName".into()],
        ParamType::Value(Type::One(of)) => vec![format!("Val<{}>", kind(of))],
        ParamType::Value(Type::List(of)) => vec![format!("Val<List<{}>>", kind(of))],
        ParamType::Value(Type::Nothing | Type::State) => Vec::new(),
        ParamType::Whole | ParamType::Count => one("Val<Number>"),
        ParamType::EachSeat | ParamType::Seats => one("Seats"),
        ParamType::Cards => one("CardsOf"),
        ParamType::SeatZone => one("SeatZone"),
        ParamType::Attribute => one("AttributeName"),
        ParamType::Designation | ParamType::Role => one("Val<Text>"),
        ParamType::Contents => one("Anything"),
        ParamType::Items => one("Items<K>"),
        // These stand in what has a word of its own.
        ParamType::Place
        | ParamType::StateName
        | ParamType::Prompt
        | ParamType::Step
        | ParamType::Function
        | ParamType::OfPicked => Vec::new(),
    }
}

/// What is different between a function and its primitive.
fn differences(call: &Call, primitive: &Signature) -> Vec<String> {
    let mut wrong = Vec::new();
    if call.params.len() != primitive.params.len() {
        wrong.push(format!("{} has other parameters", call.name));
    }
    for ((name, takes), param) in call.params.iter().zip(&*primitive.params) {
        let takes = takes.replace(' ', "");
        let ways = may_take(param.ty).into_iter().map(|ty| match param.arity {
            Arity::Required => ty,
            Arity::Optional => format!("Optional<{ty}>"),
            Arity::Rest => format!("{ty}..."),
        });
        if *name != param.name || !ways.into_iter().any(|way| way == takes) {
            wrong.push(format!("{}: `{name}: {takes}` is {param:?}", call.name));
        }
    }
    let gives = call.gives.replace(' ', "");
    let right = match primitive.result {
        Type::Nothing => gives == "Command",
        Type::One(Kind::Any) => gives.starts_with("Val<"),
        Type::List(Kind::Any) => gives.starts_with("Val<List<"),
        Type::One(of) => gives == format!("Val<{}>", kind(of)),
        Type::List(of) => gives == format!("Val<List<{}>>", kind(of)),
        Type::State => false,
    };
    if !right {
        wrong.push(format!("{} gives {gives}, and {:?}", call.name, primitive.result));
    }
    wrong
}

#[test]
fn every_primitive_is_called_as_it_is_declared() {
    let mut wrong = Vec::new();
    for primitive in all() {
        let elsewhere = ELSEWHERE.iter().find(|(name, _)| *name == primitive.name);
        let call = calls().find(|call| call.name == primitive.name);
        match (call, elsewhere) {
            (Some(call), None) => wrong.extend(differences(call, primitive)),
            (None, Some((name, item))) => {
                if !SOURCE.iter().any(|text| text.contains(item)) {
                    wrong.push(format!("the DSL has no `{item}` for {name}"));
                }
            }
            (Some(_), Some(_)) => wrong.push(format!("{} has two ways", primitive.name)),
            (None, None) => wrong.push(format!("the DSL cannot call {}", primitive.name)),
        }
    }
    for (name, _) in ELSEWHERE {
        if !all().any(|primitive| primitive.name == *name) {
            wrong.push(format!("there is no primitive {name}"));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
