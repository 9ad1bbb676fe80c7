//! Conditions about picked cards, made at random: what is offered and what is taken are the picks for which they come
//! out true when they are worked out here, one pick after the other.

use crate::support::numbers::{begin, of_three_values_beside};
use cardable_core::view::CardSeen;
use cardable_core::{Choice, Pick, Seat, Viewer};
use proptest::prelude::*;
use std::collections::BTreeSet;

/// Of so many cards up to so many are picked: enough for the search to be narrowed.
const CARDS: usize = 9;
const MOST: usize = 4;

/// A number that is worked out from the values of picked cards.
#[derive(Clone, Debug)]
enum Number {
    Whole(i64),
    Data,
    Count,
    CountBy(Box<Number>),
    CountWhere(Compare, Box<Number>),
    MostAlike,
    Sum,
    SumWhere(Compare, Box<Number>),
    Different,
    Largest,
    Smallest,
    Joined(&'static str, Box<[Number; 2]>),
    If(Box<(Condition, [Number; 2])>),
}

#[derive(Clone, Debug)]
enum Condition {
    Compared(Compare, Box<[Number; 2]>),
    Same,
    Run(usize),
    Any(Compare, Box<Number>),
    All(Compare, Box<Number>),
    Not(Box<Condition>),
    Joined(&'static str, Box<[Condition; 2]>),
    If(Box<[Condition; 3]>),
}

#[derive(Clone, Copy, Debug)]
struct Compare(&'static str);

impl Compare {
    fn holds(self, a: i64, b: i64) -> bool {
        match self.0 {
            "==" => a == b,
            "!=" => a != b,
            "<" => a < b,
            "<=" => a <= b,
            ">" => a > b,
            _ => a >= b,
        }
    }
}

impl Number {
    fn text(&self) -> String {
        match self {
            Number::Whole(n) => n.to_string(),
            Number::Data => "$globals.picked".to_owned(),
            Number::Count => "count($picked)".to_owned(),
            Number::CountBy(value) => format!("count_by($picked, 'value', {})", value.text()),
            Number::CountWhere(op, with) => format!("count($picked, c => c.value {} {})", op.0, with.text()),
            Number::MostAlike => "count_by($picked, 'value', most_common($picked, 'value'))".to_owned(),
            Number::Sum => "sum($picked, value)".to_owned(),
            Number::SumWhere(op, with) => {
                format!(
                    "sum($picked, c => if(c.value {} {}, c.value, 0))",
                    op.0,
                    with.text()
                )
            }
            Number::Different => "list_count(unique(attribute_values($picked, 'value')))".to_owned(),
            Number::Largest => "max_card($picked, 'value').value".to_owned(),
            Number::Smallest => "min_card($picked, 'value').value".to_owned(),
            Number::Joined(op, of) => format!("({} {op} {})", of[0].text(), of[1].text()),
            Number::If(of) => {
                let (when, [then, otherwise]) = &**of;
                format!("if({}, {}, {})", when.text(), then.text(), otherwise.text())
            }
        }
    }

    fn of(&self, picked: &[i64]) -> i64 {
        let count = |passes: &dyn Fn(i64) -> bool| picked.iter().filter(|own| passes(**own)).count() as i64;
        match self {
            Number::Whole(n) => *n,
            Number::Data => 0,
            Number::Count => count(&|_| true),
            Number::CountBy(value) => {
                let value = value.of(picked);
                count(&|own| own == value)
            }
            Number::CountWhere(op, with) => {
                let with = with.of(picked);
                count(&|own| op.holds(own, with))
            }
            Number::MostAlike => {
                let most = picked.iter().map(|value| count(&|own| own == *value)).max();
                most.unwrap_or(0)
            }
            Number::Sum => picked.iter().sum(),
            Number::SumWhere(op, with) => {
                let with = with.of(picked);
                picked.iter().filter(|own| op.holds(**own, with)).sum()
            }
            Number::Different => picked.iter().collect::<BTreeSet<_>>().len() as i64,
            Number::Largest => picked.iter().copied().max().unwrap_or(0),
            Number::Smallest => picked.iter().copied().min().unwrap_or(0),
            Number::Joined(op, of) => {
                let (a, b) = (of[0].of(picked), of[1].of(picked));
                match *op {
                    "+" => a + b,
                    "-" => a - b,
                    _ => a * b,
                }
            }
            Number::If(of) => {
                let (when, [then, otherwise]) = &**of;
                if when.holds(picked) { then } else { otherwise }.of(picked)
            }
        }
    }
}

impl Condition {
    fn text(&self) -> String {
        match self {
            Condition::Compared(op, of) => format!("{} {} {}", of[0].text(), op.0, of[1].text()),
            Condition::Same => "same_attribute($picked, 'value')".to_owned(),
            Condition::Run(least) => format!("is_run($picked, 'value', {least})"),
            Condition::Any(op, with) => format!("any($picked, c => c.value {} {})", op.0, with.text()),
            Condition::All(op, with) => format!("all($picked, c => c.value {} {})", op.0, with.text()),
            Condition::Not(of) => format!("!({})", of.text()),
            Condition::Joined(op, of) => format!("(({}) {op} ({}))", of[0].text(), of[1].text()),
            Condition::If(of) => format!("if({}, {}, {})", of[0].text(), of[1].text(), of[2].text()),
        }
    }

    fn holds(&self, picked: &[i64]) -> bool {
        match self {
            Condition::Compared(op, of) => op.holds(of[0].of(picked), of[1].of(picked)),
            Condition::Same => picked.windows(2).all(|two| two[0] == two[1]),
            Condition::Run(least) => {
                let mut values = picked.to_vec();
                values.sort_unstable();
                values.len() >= *least && values.windows(2).all(|two| two[0] + 1 == two[1])
            }
            Condition::Any(op, with) => {
                let with = with.of(picked);
                picked.iter().any(|own| op.holds(*own, with))
            }
            Condition::All(op, with) => {
                let with = with.of(picked);
                picked.iter().all(|own| op.holds(*own, with))
            }
            Condition::Not(of) => !of.holds(picked),
            Condition::Joined("&&", of) => of[0].holds(picked) && of[1].holds(picked),
            Condition::Joined(_, of) => of[0].holds(picked) || of[1].holds(picked),
            Condition::If(of) => if of[0].holds(picked) { &of[1] } else { &of[2] }.holds(picked),
        }
    }
}

fn compare() -> impl Strategy<Value = Compare> {
    prop::sample::select(vec!["==", "!=", "<", "<=", ">", ">="]).prop_map(Compare)
}

/// A number without parts.
fn single_number() -> BoxedStrategy<Number> {
    prop_oneof![
        4 => (0i64..4).prop_map(Number::Whole),
        1 => Just(Number::Data),
        4 => Just(Number::Count),
        4 => Just(Number::MostAlike),
        2 => Just(Number::Sum),
        2 => Just(Number::Different),
        1 => Just(Number::Largest),
        1 => Just(Number::Smallest),
    ]
    .boxed()
}

/// A number without conditions in it.
fn plain_number() -> BoxedStrategy<Number> {
    let nested = single_number().prop_recursive(2, 6, 2, |inner| {
        let boxed = inner.clone().prop_map(Box::new);
        prop_oneof![
            boxed.clone().prop_map(Number::CountBy),
            (compare(), boxed.clone()).prop_map(|(op, with)| Number::CountWhere(op, with)),
            (compare(), boxed).prop_map(|(op, with)| Number::SumWhere(op, with)),
            (prop::sample::select(vec!["+", "-", "*"]), [inner.clone(), inner])
                .prop_map(|(op, of)| Number::Joined(op, of.into())),
        ]
    });
    nested.boxed()
}

/// A condition without parts, whose numbers are these.
fn single_condition(number: BoxedStrategy<Number>) -> BoxedStrategy<Condition> {
    let boxed = || number.clone().prop_map(Box::new);
    prop_oneof![
        6 => (compare(), [number.clone(), number.clone()]).prop_map(|(op, of)| Condition::Compared(op, of.into())),
        1 => Just(Condition::Same),
        1 => (1usize..4).prop_map(Condition::Run),
        1 => (compare(), boxed()).prop_map(|(op, with)| Condition::Any(op, with)),
        1 => (compare(), boxed()).prop_map(|(op, with)| Condition::All(op, with)),
    ]
    .boxed()
}

/// A condition whose numbers are these.
fn condition(number: BoxedStrategy<Number>) -> BoxedStrategy<Condition> {
    let nested = single_condition(number).prop_recursive(2, 5, 3, |inner| {
        let two = [inner.clone(), inner.clone()];
        prop_oneof![
            inner.clone().prop_map(|of| Condition::Not(of.into())),
            (prop::sample::select(vec!["&&", "||"]), two)
                .prop_map(|(op, of)| Condition::Joined(op, of.into())),
            [inner.clone(), inner.clone(), inner].prop_map(|of| Condition::If(of.into())),
        ]
    });
    nested.boxed()
}

/// A number that may hang on one of some conditions, by itself or as a part of another one.
fn number(plain: BoxedStrategy<Number>, when: BoxedStrategy<Condition>) -> BoxedStrategy<Number> {
    let chosen = (when, [plain.clone(), plain.clone()]);
    let chosen = chosen.prop_map(|of| Number::If(of.into())).boxed();
    let part = (
        prop::sample::select(vec!["+", "-", "*"]),
        [chosen.clone(), plain.clone()],
    );
    prop_oneof![
        3 => plain,
        2 => chosen.clone(),
        1 => part.prop_map(|(op, of)| Number::Joined(op, of.into())),
        1 => (compare(), chosen).prop_map(|(op, with)| Number::CountWhere(op, with.into())),
    ]
    .boxed()
}

/// A condition of few parts, which are asked as a row of questions, or of many.
fn any_condition() -> impl Strategy<Value = Condition> {
    let few = number(single_number(), single_condition(single_number()));
    let many = number(plain_number(), condition(plain_number()));
    let drawn = prop_oneof![2 => single_condition(few), 1 => condition(many)];
    // Deeper ones are refused when the rules are checked, and longer ones use up what a listing may try.
    drawn.prop_filter("it is small enough", |condition| {
        let text = condition.text();
        depth(&text) <= 4 && text.len() <= 400
    })
}

/// How many functions stand in one another.
fn depth(text: &str) -> usize {
    let mut open: Vec<usize> = Vec::new();
    let mut deepest = 0;
    for (at, sign) in text.char_indices() {
        match sign {
            '(' => open.push(0),
            ')' => _ = open.pop(),
            '=' if text[at..].starts_with("=>") => {
                if let Some(last) = open.last_mut() {
                    *last += 1;
                }
                deepest = deepest.max(open.iter().filter(|functions| **functions > 0).count());
            }
            _ => {}
        }
    }
    deepest
}

/// Compares what is offered and taken with what is true.
fn compare_with_trying(condition: &Condition, seed: u64) {
    let valid = condition.text();
    let pass = r#"{ action_name: "pass", type: "button" }"#;
    let game = begin(&of_three_values_beside(CARDS, MOST, &valid, pass), 1, seed);
    let deck = game.ruleset().zone("deck").expect("a zone");
    let take = game.ruleset().action("play", "take").expect("an action");
    let decision = game.next_decision().expect("somebody can pass");
    let takes = |choice: &Choice| matches!(choice, Choice::Act { action, .. } if *action == take);
    let offered: Vec<Choice> = decision.choices().filter(takes).collect();
    let view = game.view(Viewer::Omniscient);
    let value = |card: &CardSeen| {
        let CardSeen::Face(face) = card else {
            panic!("everything is seen")
        };
        let name = game.ruleset().words().card_name(*face);
        name.and_then(|name| name.parse::<i64>().ok())
            .expect("its name is a number")
            % 3
    };
    let values: Vec<i64> = view.zones[deck.index()].cards.iter().map(value).collect();
    let mut right = 0;
    for cards in 1u16..1 << CARDS {
        if cards.count_ones() as usize > MOST {
            continue;
        }
        let places = (0..CARDS as u16).filter(|at| cards >> at & 1 == 1);
        let picked: Vec<i64> = places.clone().map(|at| values[usize::from(at)]).collect();
        let picks = places.map(|index| Pick::Card { zone: deck, index }).collect();
        let choice = Choice::Act { action: take, picks };
        let holds = condition.holds(&picked);
        right += usize::from(holds);
        assert_eq!(offered.contains(&choice), holds, "{valid} of {picked:?}");
        let taken = game.fork().submit(Seat(0), &choice).is_ok();
        assert_eq!(taken, holds, "{valid} of {picked:?}, when it is picked");
    }
    assert_eq!(offered.len(), right, "{valid}");
}

#[test]
fn parts_of_a_value_ask_about_the_same_cards_as_the_whole() {
    let whole = Number::Whole;
    let is_two = Condition::Compared(Compare("=="), [Number::Count, whole(2)].into());
    let if_two = || Number::If((is_two.clone(), [whole(2), whole(0)]).into());
    let hundred = |of| Number::Joined("*", [whole(100), of].into());
    let alike = || Number::MostAlike;
    let above = |a, b| Condition::Compared(Compare(">"), [a, whole(b)].into());
    let cases = [
        above(if_two(), 0),
        Condition::Compared(Compare("=="), [if_two(), whole(2)].into()),
        above(Number::Joined("+", [if_two(), Number::Largest].into()), 2),
        above(alike(), 2),
        above(hundred(alike()), 150),
        above(
            Number::Joined("+", [hundred(alike()), Number::Largest].into()),
            201,
        ),
        above(
            hundred(Number::CountWhere(Compare("<"), Number::Count.into())),
            150,
        ),
        above(
            hundred(Number::SumWhere(Compare("=="), Number::Largest.into())),
            250,
        ),
    ];
    for (n, condition) in cases.iter().enumerate() {
        compare_with_trying(condition, n as u64);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_condition_is_asked_of_just_the_cards_that_are_picked(condition in any_condition(), seed in 0u64..8) {
        compare_with_trying(&condition, seed);
    }
}
