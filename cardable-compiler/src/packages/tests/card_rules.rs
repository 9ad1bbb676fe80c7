//! The rules that cards carry, in a card set without a ruleset.

use super::{load_files, load_text, memory};
use crate::Collection;
use crate::content::{ContentPath, Roots};
use crate::text::diag::Diagnostics;
use crate::text::source::Sources;

/// What is wrong with a card set whose only card carries these rules: code, message, help.
fn told(rules: &str) -> Vec<String> {
    let set = format!(
        "{{ cardset: {{ set_name: 'beasts', cards: [{{ card_name: 'Wolf', card_id: 0, {rules} }}] }} }}"
    );
    let files = memory("", &[("beasts.json", &set)]);
    let (mut sources, mut diags) = (Sources::new(), Diagnostics::new());
    let path = ContentPath::new("beasts.json").unwrap();
    Collection::from_files(&files, &path, Roots::NONE, &mut sources, &mut diags).unwrap();
    let reports = diags.reports(&sources);
    let told = reports.iter().map(|report| {
        let help = report.help.as_deref().unwrap_or_default();
        format!("{} {} -> {help}", report.code.as_str(), report.message)
    });
    told.collect()
}

#[track_caller]
fn fails(rules: &str, expected: &[&str]) {
    assert_eq!(told(rules), expected, "{rules}");
}

#[track_caller]
fn step_fails(step: &str, expected: &[&str]) {
    fails(&format!("abilities: {{ arrive: {step:?} }}"), expected);
}

#[track_caller]
fn trigger_fails(trigger: &str, expected: &[&str]) {
    fails(&format!("triggers: [{trigger}]"), expected);
}

#[test]
fn what_no_ruleset_mends() {
    step_fails(
        "increment($card.growth",
        &["E316 expected `,` or `)`, found the end of the expression -> close the call with `)`"],
    );
    step_fails(
        "draw_card($player, deck)",
        &[
            "E310 `draw_card` takes 3 to 4 parameters, found 2 -> write `draw_card(who, from, to, face_down?)`",
        ],
    );
    step_fails(
        "add_score($player, 'many')",
        &[
            "E311 `points` of `add_score` takes a number, found the text `many` -> write `add_score(who, points)`",
        ],
    );
    step_fails(
        "add_score($everybody, $playr.bid + $event.new)",
        &[
            "E301 unknown name `$everybody` -> write `all`",
            "E301 unknown name `$playr` -> did you mean `$player`?",
            "E301 unknown reference `$event.new` -> `$event` stands in triggers, and tells what has happened",
        ],
    );
    trigger_fails(
        "{ on: { changed: 'damage' }, condition: '$event.nw > $event.old', primitives: 'shuffle(deck, 2, 3)' }",
        &[
            "E301 unknown reference `$event.nw` -> in this trigger `$event` has `card`, `seat`, `old`, `new`",
            "E310 `shuffle` takes 1 parameter, found 3 -> write `shuffle(zone)`",
        ],
    );
    trigger_fails(
        "{ on: { changd: 'damage' }, condition: '$event.new > $event.old &&', steps: 'add_score($player, 1)' }",
        &[
            "E201 an occasion has no field `changd` -> did you mean `changed`?",
            "E316 expected a value, found the end of the expression -> write it as in `$player.score > 2 && !is_empty(deck)`",
        ],
    );
    trigger_fails(
        "{ on: { changed: 'damage', turn: 'begins' }, primitives: 'add_score($event.seat, $event.nw)' }",
        &[
            "E392 a trigger waits for one thing; only `moved_from` and `moved_to` go together -> write a trigger for each, \
             with their steps in `defined_actions`",
            "E301 unknown reference `$event.nw` -> in this trigger `$event` has `card`, `from`, `to`, `seat`, `old`, `new`",
        ],
    );
    trigger_fails(
        "{ on: { moved_to: 'grave' }, conditon: 'true', primitives: { endpoint: 'add_score', params: ['$player'] } }",
        &[
            "E201 a trigger has no field `conditon` -> did you mean `condition`?",
            "E310 `add_score` takes 2 parameters, found 1 -> write `add_score(who, points)`",
        ],
    );
}

#[test]
fn what_the_rules_of_a_game_may_define() {
    for step in [
        "increment($card.growth)",
        "grow($card, 2)",
        "grow",
        "herd.grow($card)",
        "add_score($player, herd.size)",
        "add_score($player, power)",
        "add_score($player, $card.power + $globals.bonus + $options.bonus)",
        "add_score($roles.hunter, sum($player.field, card => card.strength * 2))",
        "add_score($player, sum(field, strength))",
        "draw_card($globals.drawn, $player, deck)",
        "draw_card($player, deck, hand)",
        "place_card($card, $player.field)",
        "perform(top_card(field), 'leave')",
        "state_transition('hunt', $card)",
        "state_transition(hunt)",
        "if(can_perform($card, 'leave') && $player.hand.is_empty(), shuffle('deck'), end_game($player))",
        "set($globals.first, turn_player)",
        "while(count(pack) > 0, $card.howl())",
        "prompt_option($player.answer, 'Which {of_these}?', options)",
    ] {
        step_fails(step, &[]);
    }
    for step in [
        "{ function: 'howl' }",
        "{ endpoint: 'add_score', params: ['$player', 'power'] }",
        "{ endpoint: 'howl', params: ['loud'], condition: 'is_empty(field)' }",
        "{ for_each: 'pack', as: 'wolf', primitives: 'place_card($action.wolf, field)' }",
    ] {
        fails(&format!("abilities: {{ arrive: {step} }}"), &[]);
    }
    for on in [
        "changed: 'damage'",
        "changed: '$player.life'",
        "changed: '$globals.moon'",
        "changed: '$state.bids'",
        "moved_to: ['grave', 'field']",
        "emitted: 'howl'",
    ] {
        trigger_fails(
            &format!("{{ on: {{ {on} }}, while_in: 'field', primitives: 'add_score($event.seat, 1)' }}"),
            &[],
        );
    }
}

#[test]
fn names_like_those_of_primitives() {
    step_fails(
        "incremet($card.growth)",
        &[
            "W397 unknown primitive `incremet` -> write `increment`, or let the rules of a game define `incremet`",
        ],
    );
    // Short words are near by chance: there is `pow`.
    step_fails("sow()", &[]);
}

#[test]
fn whoever_wants_a_ruleset_is_told_all_the_same() {
    let set = "{ set_name: 'beasts', cards: [{ card_name: 'Wolf', card_id: 0, abilities: { arrive: 'shuffle(' } }] }";
    let codes = |text: &str| load_text(text, &[]).codes().join(" ");
    assert_eq!(codes(&format!("{{ cardset: {set} }}")), "E240 E316");
    let files = memory("", &[("beasts.json", &format!("{{ cardset: {set} }}"))]);
    assert_eq!(load_files(&files, "beasts.json", &[]).codes(), ["E240", "E316"]);
    // So it is in a set that the ruleset does not use.
    let other = "{ set_name: 'coins', cards: [{ card_name: 'Heads', card_id: 0 }] }";
    let text = format!("{{ cardset: [{set}, {other}], ruleset: {{ cardsets: 'coins', game_state: [] }} }}");
    assert!(codes(&text).contains("E316"), "{}", codes(&text));
}
