//! What rulesets in Rust say is what the same rulesets say in JSON: both come to the same program.

#![cfg(feature = "dsl")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may panic")]

mod actions;
mod calls;
mod cards;
mod flow;
mod fragments;
mod table;

use cardable_core::dsl::{CardSetSpec, CardSpec, RulesetBuilder};
use cardable_core::{Ruleset, parse};
use cardable_engine::program::{ActionKind, Triggers};

/// A ruleset in JSON with the cards that [`rules`] have: its fields but the name, the players and the cards.
fn json(fields: &str) -> Ruleset {
    let text = format!(
        r#"{{
    cardset: {{ set_name: "Letters", suits: [{{ suit_name: "Red", suit_id: 0 }}, {{ suit_name: "Black", suit_id: 1 }}],
        symmetrical_deck: true, cards: [
            {{ card_name: "A", card_id: 0, card_value: 1 }}, {{ card_name: "B", card_id: 1, card_value: 2 }},
            {{ card_name: "C", card_id: 2, card_value: 3 }}, {{ card_name: "D", card_id: 3, card_value: 4 }},
        ] }},
    deck: {{ deck_name: "letters", cardset: "Letters", content: [0, 1, 2, 3, 4, 5, 6, 7] }},
    ruleset: {{ ruleset_name: "Letters", min_players: 2, max_players: 4, decks: "letters", {fields} }},
}}"#
    );
    parse(&text).unwrap_or_else(|problems| panic!("{problems}"))
}

/// A ruleset of two to four seats with eight letters in two suits, in one deck.
fn rules() -> (RulesetBuilder, cardable_core::dsl::Deck) {
    let mut rules = RulesetBuilder::new("Letters").seats(2..=4);
    let letters = ["A", "B", "C", "D"].into_iter().zip(1..);
    let letters = letters.map(|(name, value)| CardSpec::new(name).value(value));
    let set = CardSetSpec::new("Letters")
        .suits(["Red", "Black"])
        .each_suit(letters);
    let set = rules.card_set(set);
    let deck = rules.deck("letters", set, 1);
    (rules, deck)
}

/// What a program says, part by part. Names stand in place of their numbers, which depend on what was named first.
fn parts(ruleset: &Ruleset) -> Vec<(&'static str, String)> {
    let program = &ruleset.program;
    let mut actions = program.actions.clone();
    for action in actions
        .iter_mut()
        .filter(|action| action.kind != ActionKind::Auto)
    {
        // Nothing sets off what seats do.
        action.on = Triggers::default();
    }
    let all: [(&str, &dyn std::fmt::Debug); 19] = [
        ("instructions", &program.code.ops),
        ("operands", &program.code.operands),
        ("functions", &program.code.functions),
        ("kind", &program.metadata.kind),
        ("minutes", &program.metadata.minutes),
        ("seats", &program.seats),
        ("transitions", &program.transitions),
        ("semantics", &program.semantics),
        ("cards", &program.cards),
        ("zones", &program.zones),
        ("data", &program.data),
        ("settings", &program.settings),
        ("states", &program.states),
        ("actions", &actions),
        ("reactions", &program.reactions),
        ("templates", &program.templates),
        ("bots", &program.bots),
        ("conditions", &program.conditions),
        ("constants", &program.constants),
    ];
    all.map(|(name, part)| (name, named(ruleset, &format!("{part:#?}"))))
        .into()
}

/// A text with the strings of a program in the places of their numbers.
fn named(ruleset: &Ruleset, text: &str) -> String {
    const BEGIN: &str = "StrId(\n";
    let mut written = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(BEGIN) {
        let (before, behind) = (&rest[..at], &rest[at + BEGIN.len()..]);
        let end = behind.find(')').unwrap();
        let number: u32 = behind[..end].trim().trim_end_matches(',').parse().unwrap();
        written.push_str(before);
        written.push_str(&format!(
            "{:?}",
            ruleset.program.str(cardable_engine::ids::StrId(number))
        ));
        rest = &behind[end + 1..];
    }
    written + rest
}

/// Holds a ruleset in Rust against the same in JSON.
#[track_caller]
fn same(json: &Ruleset, rules: &RulesetBuilder) {
    let rust = rules.build().unwrap_or_else(|problems| panic!("{problems}"));
    for ((name, theirs), (_, ours)) in parts(json).into_iter().zip(parts(&rust)) {
        if theirs == ours {
            continue;
        }
        let (theirs, ours): (Vec<&str>, Vec<&str>) = (theirs.lines().collect(), ours.lines().collect());
        let at = theirs.iter().zip(&ours).take_while(|(a, b)| a == b).count();
        let around = |lines: &[&str]| lines[at.saturating_sub(12)..lines.len().min(at + 8)].join("\n");
        panic!(
            "{name} differs in line {at}\n--- JSON\n{}\n--- Rust\n{}",
            around(&theirs),
            around(&ours)
        );
    }
}
