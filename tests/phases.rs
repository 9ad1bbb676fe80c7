//! The life of games in phases: what phases do on entry, when their transitions are tried, and whole rounds
//! that are worked out by hand.

use crate::support;
use crate::support::played::{act, begin, cards, global, load, offered, play, row, seat_datum, state};
use cardable_core::view::CardSeen;
use cardable_core::{Game, Loader, Seat, Seed, Setup, Viewer};

const PHASES: &str = include_str!("fixtures/cardgame/phases.cardgame.json");
const CASINO: &str = include_str!("fixtures/cardgame/casino.cardgame.json");
const EIGHTS: &str = include_str!("fixtures/cardgame/eights.cardgame.json");

/// The counting game with its parts filled in.
fn filled(play: &str, global: &str, zone: &str) -> String {
    PHASES
        .replace("PLAY", play)
        .replace("GLOBAL", global)
        .replace("ZONE", zone)
}

fn counting(play: &str, global: &str, zone: &str) -> Game {
    begin(&load(&filled(play, global, zone)), 2, 1)
}

const OPEN: &str = r#"{ "visibility": "public" }"#;

/// What the first seat does, and where the game is then: the phase, whose turn it is, and the counts.
fn follow(game: &mut Game, done: &[&str], wanted: &[&str]) {
    for (label, wanted) in done.iter().zip(wanted) {
        let seat = game.next_decision().expect("somebody decides").seat();
        act(game, seat.0, label);
        let turn = game
            .next_decision()
            .map_or("nobody".to_owned(), |d| d.seat().0.to_string());
        let counts = ["acted", "stepped", "left"].map(|name| global(game, name));
        let found = format!("{} {turn}: {}", state(game), counts.join(" "));
        assert_eq!(found, *wanted, "after {label}");
    }
}

#[test]
fn steps_of_a_players_phase_do_nothing_and_are_told() {
    let play = r#""onStep": ["inc_var('stepped', 1)"],
        "transitions": [{ "to": "over", "when": "get_var('acted') >= 2" }]"#;
    let mut game = counting(play, "", OPEN);
    follow(
        &mut game,
        &["Count", "End", "Count"],
        &["play 0: 1 0 0", "play 1: 1 0 0", "over nobody: 2 0 0"],
    );
    let text = filled(play, "", OPEN);
    let said = Loader::new().check_text("g.cardgame.json", &text).reports();
    assert!(said.iter().any(|r| r.code.as_str() == "W381"), "{said:#?}");
}

#[test]
fn what_is_done_on_leaving_is_done_once_for_each_leave() {
    let play = r#""onExit": ["inc_var('left', 1)"],
        "transitions": [{ "to": "over", "when": "get_var('left') >= 1 && get_var('acted') >= 2" },
                        { "to": "rest", "when": "get_var('acted') == 1 && get_var('left') == 0" }]"#;
    let mut game = counting(play, "", OPEN);
    follow(
        &mut game,
        &["Count", "End", "End", "Count"],
        &[
            "rest 0: 1 0 1",
            "rest 1: 1 0 1",
            "play 0: 1 0 1",
            "over nobody: 2 0 2",
        ],
    );
}

#[test]
fn transitions_of_the_whole_game_come_last() {
    let own = r#""onExit": ["inc_var('left', 1)"],
        "transitions": [{ "to": "rest", "when": "get_var('acted') == 1 && get_var('left') == 0" }]"#;
    let global = r#"{ "to": "over", "when": "get_var('acted') == 1 && get_var('left') == 0" }"#;
    // Both hold: the phase's own comes first.
    let mut game = counting(own, global, OPEN);
    follow(&mut game, &["Count"], &["rest 0: 1 0 1"]);
    let never = r#""transitions": [{ "to": "rest", "when": "false" }]"#;
    let mut game = counting(never, global, OPEN);
    follow(&mut game, &["Count"], &["over nobody: 1 0 0"]);
}

#[test]
fn a_turn_ends_by_itself_when_its_condition_holds() {
    let play = r#""autoEndTurnCondition": "get_var('acted') >= 2", "transitions": [{ "to": "over", "when": "all_players_done" }]"#;
    let mut game = counting(play, "", OPEN);
    follow(
        &mut game,
        &["Count", "Count", "Count"],
        &["play 0: 1 0 0", "play 1: 2 0 0", "over nobody: 3 0 0"],
    );
}

#[test]
fn phases_override_who_sees_a_zone() {
    let hidden_in_play = [
        r#"{ "visibility": "public", "phaseOverride": { "phase": "play", "visibility": "hidden" } }"#,
        r#"{ "visibility": "public", "phaseOverrides": [{ "phase": "rest", "visibility": "public" }, { "phase": "play", "visibility": { "kind": "hidden" } }] }"#,
        r#"{ "visibility": { "kind": "public" }, "phaseOverrides": { "play": "hidden" } }"#,
    ];
    let play = r#""transitions": [{ "to": "rest", "when": "get_var('acted') == 1" }]"#;
    for zone in hidden_in_play {
        let mut game = counting(play, "", zone);
        let seen = |game: &Game| {
            matches!(
                cards(game, Viewer::Seat(Seat(0)), "pot", None)[0],
                CardSeen::Face(_)
            )
        };
        assert!(!seen(&game), "{zone}");
        act(&mut game, 0, "Count");
        assert_eq!((state(&game).as_str(), seen(&game)), ("rest", true), "{zone}");
    }
}

// --- phases that run by themselves

/// The counting game, whose last phase is another: what `Count` comes to.
fn ended_by(last: &str, global: &str) -> Result<Game, String> {
    let play = r#""transitions": [{ "to": "over", "when": "acted > 0" }]"#;
    let text = filled(play, global, OPEN).replace(
        r#"{ "name": "over", "kind": "automatic", "transitions": [] }"#,
        last,
    );
    let mut game = begin(&load(&text), 2, 1);
    let choice = {
        let decision = game.decision(Seat(0)).expect("a decision");
        decision.nth(0).expect("it is to count")
    };
    match game.submit(Seat(0), &choice) {
        Ok(_) => Ok(game),
        Err(error) => Err(error.to_string()),
    }
}

#[test]
fn a_phase_without_transitions_and_steps_ends_the_game() {
    for last in [
        r#"{ "name": "over", "kind": "automatic" }"#,
        r#"{ "name": "over", "kind": "automatic", "onEnter": ["inc_var('stepped', 1)"], "transitions": [] }"#,
        r#"{ "name": "over", "kind": "automatic", "onStep": [], "transitions": [] }"#,
        // Nobody can do anything there, and nothing leads on.
        r#"{ "name": "over", "kind": "all_players", "actions": [], "transitions": [] }"#,
        r#"{ "name": "over", "kind": "turn_based" }"#,
    ] {
        let game = ended_by(last, "").expect("it plays");
        assert!(game.is_over(), "{last}");
    }
}

#[test]
fn steps_are_repeated_until_a_transition_holds() {
    let last = |steps: &str| {
        format!(
            r#"{{ "name": "over", "kind": "automatic", "onEnter": ["inc_var('entered', 10)"], {steps},
                 "transitions": [{{ "to": "rest", "when": "stepped == 3" }}, {{ "to": "rest", "when": "stepped > 7" }}] }}"#
        )
    };
    for (steps, wanted) in [
        (r#""onStep": "inc_var('stepped', 1)""#, "3"),
        // The first value that holds counts, not the first that is passed by.
        (r#""onStep": ["inc_var('stepped', 2)"]"#, "8"),
        (
            r#""onStep": ["inc_var('stepped', 1)", "inc_var('stepped', 1)", "inc_var('stepped', 1)"]"#,
            "3",
        ),
    ] {
        let game = ended_by(&last(steps), "").expect("it plays");
        let found = [state(&game), global(&game, "stepped"), global(&game, "entered")];
        assert_eq!(found, ["rest", wanted, "11"], "{steps}");
    }
    // A transition that holds at once leaves no room for a step.
    let at_once = last(r#""onStep": "inc_var('stepped', 1)""#).replace("stepped == 3", "stepped == 0");
    let game = ended_by(&at_once, "").expect("it plays");
    assert_eq!(global(&game, "stepped"), "0");
    // Steps may end the game, with transitions and without.
    for transitions in ["[]", r#"[{ "to": "rest", "when": "stepped > 90" }]"#] {
        let ending = format!(
            r#"{{ "name": "over", "kind": "automatic", "onStep": ["inc_var('stepped', 1)", "if(stepped == 3, end_game())"],
                 "transitions": {transitions} }}"#
        );
        let game = ended_by(&ending, "").expect("it plays");
        assert_eq!((game.is_over(), global(&game, "stepped").as_str()), (true, "4"));
    }
}

#[test]
fn a_phase_that_cannot_go_on_tells_every_condition() {
    let cases = [
        (
            r#"{ "name": "over", "kind": "automatic", "transitions": [{ "to": "rest", "when": "acted > 4" },
                { "to": "play", "when": "top_card_rank(draw_pile) > card_rank(pot, 7)" }, { "to": "play", "when": "false" }] }"#,
            "",
            "no transition of the phase holds: `acted > 4` is false, `top_card_rank(draw_pile) > card_rank(pot, 7)` \
             cannot be worked out: ",
        ),
        (
            r#"{ "name": "over", "kind": "automatic", "onStep": ["set_var('stepped', 2)"],
                "transitions": [{ "to": "rest", "when": "stepped == 1" }] }"#,
            "",
            "no transition of the phase holds, and `onStep` changes nothing any more: `stepped == 1` is false",
        ),
        (
            r#"{ "name": "over", "kind": "automatic", "onStep": ["inc_var('stepped', 2)"],
                "transitions": [{ "to": "rest", "when": "stepped == 7" }] }"#,
            "",
            "no transition of the phase holds, however often `onStep` is repeated: `stepped == 7` is false",
        ),
        (
            r#"{ "name": "over", "kind": "automatic", "onStep": ["set_var('stepped', 2)"] }"#,
            "",
            "the phase has no transition, and `onStep` changes nothing any more",
        ),
        // Those of the whole game count, but for the one that leads here.
        (
            r#"{ "name": "over", "kind": "automatic" }"#,
            r#"{ "to": "rest", "when": "acted > 9" }, { "to": "over", "when": "acted > 0" }"#,
            "no transition of the phase holds: `acted > 9` is false",
        ),
    ];
    for (last, global, wanted) in cases {
        let said = ended_by(last, global).expect_err("it cannot go on");
        assert!(said.contains("in state `over`"), "{said}");
        assert!(said.contains(wanted), "{said}\n{wanted}");
    }
    let all = ended_by(cases[0].0, "").expect_err("it cannot go on");
    assert!(all.contains("`false` is false"), "{all}");
}

#[test]
fn phases_that_lead_to_each_other_for_ever_are_told_by_name() {
    let last = r#"{ "name": "over", "kind": "automatic", "onStep": "inc_var('stepped', 1)",
        "transitions": [{ "to": "again", "when": "stepped > 0" }] },
        { "name": "again", "kind": "automatic", "transitions": [{ "to": "over", "when": "acted > 0" }] }"#;
    let said = ended_by(last, "").expect_err("it goes round");
    assert!(
        said.contains("go round without end, through over, again, over"),
        "{said}"
    );
}

#[test]
fn players_phases_wait_for_somebody_to_act() {
    // Whatever holds when they are entered, and in whichever kind of phase: something must be done first.
    for kind in ["turn_based", "all_players"] {
        for when in ["true", "continue_game", "acted == 0"] {
            let play = format!(r#""transitions": [{{ "to": "over", "when": "{when}" }}]"#);
            let text = filled(&play, "", OPEN).replace(
                r#""name": "play", "kind": "turn_based""#,
                &format!(r#""name": "play", "kind": "{kind}""#),
            );
            let mut game = begin(&load(&text), 2, 1);
            assert_eq!(
                (state(&game).as_str(), offered(&game, 0).as_str()),
                ("play", "Count, End"),
                "{kind} {when}"
            );
            act(&mut game, 0, "End");
            assert!(game.is_over(), "{kind} {when}");
        }
        // One of the whole game is tried after an action too, and not before.
        let play = r#""transitions": [{ "to": "over", "when": "acted > 9" }]"#;
        let mut game = counting(play, r#"{ "to": "rest", "when": "true" }"#, OPEN);
        assert_eq!(state(&game), "play");
        act(&mut game, 0, "Count");
        assert_eq!(state(&game), "rest");
    }
}

#[test]
fn a_turn_that_is_passed_over_tries_the_transitions() {
    let play = r#""transitions": [{ "to": "over", "when": "all_players_done" }]"#;
    let text = filled(play, "", OPEN).replace(
        "\"label\": \"Count\",",
        "\"label\": \"Count\", \"condition\": \"acted > 5\",",
    );
    // Only the first seat has something to do: the other's turn is passed over, and then all have had one.
    let text = text.replace(
        "\"label\": \"End\", \"effect\"",
        "\"label\": \"End\", \"condition\": \"current_player_index == 0\", \"effect\"",
    );
    let mut game = begin(&load(&text), 2, 1);
    assert_eq!(
        (offered(&game, 0).as_str(), offered(&game, 1).as_str()),
        ("End", "-")
    );
    act(&mut game, 0, "End");
    assert!(game.is_over());
}

#[test]
fn all_turns_of_a_simultaneous_phase_move_the_turn_on() {
    let play = r#""transitions": [{ "to": "rest", "when": "acted > 0" }]"#;
    // Who goes on first leads into the next phase: the turn has moved on by one.
    let text = filled(play, "", OPEN).replace(
        r#"{ "to": "play", "when": "all_players_done" }"#,
        r#"{ "to": "play", "when": "true" }"#,
    );
    let mut game = begin(&load(&text), 2, 1);
    act(&mut game, 0, "Count");
    assert_eq!(state(&game), "rest");
    act(&mut game, 1, "End");
    assert_eq!(
        (
            state(&game).as_str(),
            offered(&game, 0).as_str(),
            offered(&game, 1).as_str()
        ),
        ("play", "-", "Count, End")
    );
}

#[test]
fn a_new_round_forgets_who_has_ended_a_turn() {
    let play = r#""transitions": [{ "to": "over", "when": "all_players_done" }]"#;
    let text = filled(play, "", OPEN).replace("[\"inc_var('acted', 1)\"]", "[\"reset_round()\"]");
    let mut game = begin(&load(&text), 2, 1);
    act(&mut game, 0, "End");
    act(&mut game, 1, "Count");
    act(&mut game, 0, "End");
    assert_eq!(
        state(&game),
        "play",
        "the second has still to end a turn of this round"
    );
    act(&mut game, 1, "End");
    assert!(game.is_over());
}

// --- variables that players see

#[test]
fn variables_are_public_where_none_says_otherwise() {
    let variables = |of: &str| {
        let start = PHASES.find("\"variables\"").expect("variables");
        let end = PHASES.find("\"phases\"").expect("phases");
        let play = r#""transitions": [{ "to": "over", "when": "acted > 9" }]"#;
        let text = filled(play, "", OPEN).replace(&PHASES[start..end], of);
        let checked = Loader::new().check_text("g.cardgame.json", &text);
        let warned = checked.reports().iter().any(|r| r.code.as_str() == "W380");
        let game = begin(&load(&text), 2, 1);
        let ruleset = game.ruleset();
        let view = game.view(Viewer::Spectator);
        let seen = |name: &str| {
            let at = ruleset.global(name)?;
            Some(!matches!(
                view.global(at),
                None | Some(cardable_core::view::Datum::Hidden)
            ))
        };
        (warned, seen("acted"), seen("entered"))
    };
    let (all, some) = (Some(true), Some(false));
    for (of, wanted) in [
        (
            r#""variables": { "acted": 0, "entered": { "initial": 0 } },"#,
            (true, all, all),
        ),
        (r#""initialVariables": { "acted": 0 },"#, (true, all, all)),
        // None declared at all: effects make them.
        ("", (false, all, all)),
        // One that says so, true or false, makes the others hidden.
        (
            r#""variables": { "acted": { "initial": 0, "public": true }, "entered": 0 },"#,
            (false, all, some),
        ),
        (
            r#""variables": { "acted": { "initial": 0, "public": false } },"#,
            (false, some, some),
        ),
        (
            r#""initialVariables": { "acted": 0, "entered": 0 }, "publicVariables": ["entered"],"#,
            (false, some, all),
        ),
    ] {
        assert_eq!(variables(of), wanted, "{of}");
    }
}

// --- roles that the rules play

#[test]
fn a_role_that_the_rules_play_is_there_once() {
    let text = CASINO.replace(
        "\"isHuman\": false, \"count\": 1",
        "\"isHuman\": false, \"count\": 2",
    );
    let said = Loader::new().check_text("g.cardgame.json", &text).reports();
    let told = said.iter().find(|r| r.code.as_str() == "E380").expect("an error");
    assert!(
        told.message.contains("`dealer`") && told.message.contains("not 2"),
        "{told}"
    );
    assert!(
        told.help.as_deref().unwrap_or("").contains("`dealer_2`"),
        "{told}"
    );
}

// --- what the checker says

/// A mistake in the counting game: a part of its text, what stands there instead, and what is told of it.
type Mistake<'a> = (&'a str, &'a str, &'a str);

#[test]
fn phases_in_which_nobody_can_act_are_told() {
    let play = r#""transitions": [{ "to": "over", "when": "acted > 1" }]"#;
    let count = r#"{ "name": "count", "label": "Count", "effect": ["inc_var('acted', 1)"] },"#;
    let end = r#"{ "name": "end", "label": "End", "effect": ["end_turn()"] }
            ],"#;
    let rest = r#"[{ "name": "end", "label": "End", "effect": ["end_turn()"] }]"#;
    let never =
        |effect: &str| effect.replace("\"effect\"", "\"condition\": \"false && acted > 0\", \"effect\"");
    let (count_never, end_never, rest_never) = (never(count), never(end), never(rest));
    let both = format!("{count}\n                {end}");
    let both_never = format!("{count_never}\n                {end_never}");
    let cases: [Mistake<'_>; 7] = [
        (
            rest,
            "[]",
            "W304 phases[2]: nobody can do anything in this phase; give it `actions`, or make it `automatic`",
        ),
        (
            rest,
            &rest_never,
            "W382 phases[2]: no action of this phase is ever offered: the condition of each is false; say in a `condition`",
        ),
        (
            &both,
            &both_never,
            "W382 phases[1]: no action of this phase is ever offered",
        ),
        // One of several.
        (
            count,
            &count_never,
            "W306 phases[1].actions[0].condition: this action is never offered: its condition is false",
        ),
        (
            r#""name": "play", "kind": "turn_based","#,
            r#""name": "play", "kind": "turn_based", "onEnter": ["inc_var('entered', 1)"],"#,
            "W381 phases[1].onEnter: `onEnter` does nothing in a phase in which players act; write it into an `automatic` phase",
        ),
        (
            r#""name": "play", "kind": "turn_based","#,
            r#""name": "play", "kind": "turn_based", "onStep": ["inc_var('entered', 1)"],"#,
            "W381 phases[1].onStep: `onStep` does nothing in a phase in which players act; write what follows an action",
        ),
        (
            "acted > 1",
            "scores_calculated",
            "W383 phases[1].transitions[0].when: no effect is `calculate_scores()`, so `scores_calculated` never holds",
        ),
    ];
    let text = filled(play, "", OPEN);
    let told = |text: &str| -> Vec<String> {
        let reports = Loader::new().check_text("g.cardgame.json", text).reports();
        let lines = reports.iter().map(|r| {
            let help = r.help.as_deref().unwrap_or("");
            assert!(!help.is_empty(), "{r}");
            format!("{} {}; {help}", r.code.as_str(), r.message)
        });
        lines.collect()
    };
    let before = told(&text);
    for (part, with, wanted) in cases {
        assert!(text.contains(part), "{part}");
        let mut new = told(&text.replacen(part, with, 1));
        new.retain(|line| !before.contains(line));
        assert!(
            new.iter().any(|line| line.starts_with(wanted)),
            "{wanted}\n{new:#?}"
        );
    }
}

// --- turns

#[test]
fn turns_are_skipped_and_given_at_once() {
    let after = |effect: &str, order: &str| {
        let play =
            format!(r#""turnOrder": "{order}", "transitions": [{{ "to": "over", "when": "acted > 9" }}]"#);
        let text = filled(&play, "", OPEN)
            .replace("\"min\": 2, \"max\": 2", "\"min\": 5, \"max\": 5")
            .replace("[\"inc_var('acted', 1)\"]", effect);
        let mut game = Game::new(&load(&text), &Setup::seats(5), Seed::from(1)).expect("a game");
        act(&mut game, 0, "Count");
        game.next_decision().expect("somebody decides").seat().0
    };
    for (effect, order, wanted) in [
        (r#"["skip_next_player()"]"#, "clockwise", 1),
        (r#"["skip_next_player()", "end_turn()"]"#, "clockwise", 2),
        (r#"["end_turn()", "skip_next_player()"]"#, "clockwise", 2),
        (r#"["skip_next_player()", "end_turn()"]"#, "counterclockwise", 3),
        (r#"["reverse_turn_order()", "end_turn()"]"#, "clockwise", 4),
        (r#"["reverse_turn_order()", "end_turn()"]"#, "counterclockwise", 1),
        (r#"["end_turn()", "reverse_turn_order()"]"#, "clockwise", 1),
        // One forward, and one back.
        (
            r#"["skip_next_player()", "reverse_turn_order()", "end_turn()"]"#,
            "clockwise",
            0,
        ),
        (r#"["set_next_player(3)"]"#, "clockwise", 3),
        // The turn is given at once, and an end of the turn passes it on from there.
        (r#"["set_next_player(3)", "end_turn()"]"#, "clockwise", 4),
        (r#"["set_next_player(3)", "end_turn()"]"#, "fixed", 4),
    ] {
        assert_eq!(after(effect, order), wanted, "{effect} {order}");
    }
}

// --- whole rounds

/// The casino's table as everybody sees it.
fn casino(game: &Game) -> String {
    let row = |zone: &str, seat| row(game, Viewer::Spectator, zone, seat);
    let number = |name: &str| global(game, name);
    let of_seats = |name: &str| format!("{} {}", seat_datum(game, 0, name), seat_datum(game, 1, name));
    format!(
        "{}: {} | {} | {} | hits {}, steps {} | scores {} {}, results {} | {} / {}",
        state(game),
        row("hand", Some(0)),
        row("hand", Some(1)),
        row("dealer_hand", None),
        number("hits"),
        number("steps"),
        of_seats("score"),
        number("dealer_score"),
        of_seats("result"),
        offered(game, 0),
        offered(game, 1),
    )
}

#[test]
fn rounds_against_a_dealer_who_steps() {
    let mut game = begin(&load(CASINO), 2, 1);
    let dealt =
        "player_turns: 10s 6h | 9d 7c | 2s ?? | hits 0, steps 0 | scores 0 0 0, results 0 0 | Hit, Stand / -";
    assert_eq!(casino(&game), dealt);
    for (seat, label, wanted) in [
        // 10 6 5 are twenty-one, which ends the turn.
        (
            0,
            "Hit",
            "player_turns: 10s 6h 5d | 9d 7c | 2s ?? | hits 1, steps 0 | scores 0 0 0, results 0 0 | - / Hit, Stand",
        ),
        // The ace counts one. The player is asked again.
        (
            1,
            "Hit",
            "player_turns: 10s 6h 5d | 9d 7c Ac | 2s ?? | hits 2, steps 0 | scores 0 0 0, results 0 0 | - / Hit, Stand",
        ),
        // The dealer has 2 3 and draws 4 and K, a card a step.
        (
            1,
            "Stand",
            "round_end: 10s 6h 5d | 9d 7c Ac | 2s 3h ?? ?? | hits 2, steps 2 | scores 21 17 19, results 1 -1 | New Round / New Round",
        ),
        // Gathered behind what was left: hands of the players, then the dealer's.
        (
            1,
            "New Round",
            "player_turns: 8d Jc | 6s Qh | 10s ?? | hits 0, steps 0 | scores 0 0 0, results 0 0 | Hit, Stand / -",
        ),
        (
            0,
            "Stand",
            "player_turns: 8d Jc | 6s Qh | 10s ?? | hits 0, steps 0 | scores 0 0 0, results 0 0 | - / Hit, Stand",
        ),
        // Twenty-one ends the last turn, too; the dealer has 10 6 and draws a nine.
        (
            1,
            "Hit",
            "round_end: 8d Jc | 6s Qh 5d | 10s 6h ?? | hits 1, steps 1 | scores 18 21 25, results 1 1 | New Round / New Round",
        ),
        (
            0,
            "New Round",
            "player_turns: 7c Ac | 2s 3h | 4s ?? | hits 0, steps 0 | scores 0 0 0, results 0 0 | Hit, Stand / -",
        ),
        (
            0,
            "Hit",
            "player_turns: 7c Ac 8d | 2s 3h | 4s ?? | hits 1, steps 0 | scores 0 0 0, results 0 0 | Hit, Stand / -",
        ),
        (
            0,
            "Stand",
            "player_turns: 7c Ac 8d | 2s 3h | 4s ?? | hits 1, steps 0 | scores 0 0 0, results 0 0 | - / Hit, Stand",
        ),
        (
            1,
            "Hit",
            "player_turns: 7c Ac 8d | 2s 3h Jc | 4s ?? | hits 2, steps 0 | scores 0 0 0, results 0 0 | - / Hit, Stand",
        ),
        (
            1,
            "Hit",
            "round_end: 7c Ac 8d | 2s 3h Jc 6s | 4s Kh ?? | hits 3, steps 1 | scores 16 21 24, results 1 1 | New Round / New Round",
        ),
    ] {
        act(&mut game, seat, label);
        assert_eq!(casino(&game), wanted, "after {label} of {seat}");
    }
    assert_eq!(global(&game, "last_dealer_score"), "25", "of the round before");
}

/// What everybody reads of how a round went: the results, and the dealer's score.
#[test]
fn the_result_of_a_round_is_told_to_everybody() {
    let mut game = begin(&load(CASINO), 2, 1);
    for (seat, label) in [(0, "Hit"), (1, "Hit"), (1, "Stand")] {
        act(&mut game, seat, label);
    }
    let viewers = [Viewer::Seat(Seat(0)), Viewer::Seat(Seat(1)), Viewer::Spectator];
    let ruleset = game.ruleset();
    let outcomes = |game: &Game, viewer| {
        let view = game.view(viewer);
        let at = ruleset.seat_datum("outcome").expect("it is kept");
        [0, 1].map(|seat| {
            game.words()
                .datum_text(view.seat_datum(Seat(seat), at).expect("data"))
        })
    };
    for viewer in viewers {
        assert_eq!(outcomes(&game, viewer), ["a win", "a loss"]);
        let story: Vec<String> = game.story(viewer, None).iter().map(ToString::to_string).collect();
        let story = story.join("\n");
        for wanted in ["a win", "a loss", "Dealer: 19"] {
            assert!(story.contains(wanted), "{viewer:?}: {wanted} in {story}");
        }
    }
    act(&mut game, 0, "New Round");
    for viewer in viewers {
        assert_eq!(outcomes(&game, viewer), ["", ""]);
    }
}

#[test]
fn each_step_is_seen() {
    let mut game = begin(&load(CASINO), 2, 1);
    for (seat, label) in [(0, "Hit"), (1, "Stand")] {
        act(&mut game, seat, label);
    }
    // The dealer's 2 3 and K 4 A … come one by one: a card, and the count of steps, before the next.
    let told: Vec<String> = game
        .events(Viewer::Spectator)
        .iter()
        .filter_map(|e| match e {
            cardable_core::ViewEvent::Moved { .. } => Some("card".to_owned()),
            cardable_core::ViewEvent::Data {
                at: cardable_core::view::DataRef::Global(at),
                value,
            } if Some(*at) == game.ruleset().global("steps") => {
                Some(format!("step {}", game.words().datum_text(value)))
            }
            _ => None,
        })
        .collect();
    assert_eq!(told, ["card", "step 1", "card", "step 2"]);
}

/// The table of eights as the referee sees it.
fn eights(game: &Game) -> String {
    let row = |zone: &str, seat| row(game, Viewer::Omniscient, zone, seat);
    let of_seats = |name: &str| format!("{} {}", seat_datum(game, 0, name), seat_datum(game, 1, name));
    let suit = global(game, "active_suit");
    format!(
        "{}: {} | {} | {} | {} | suit {} | sums {}, results {} | {} / {}",
        state(game),
        row("hand", Some(0)),
        row("hand", Some(1)),
        row("discard", None),
        row("draw_pile", None),
        if suit.is_empty() { "none" } else { &suit },
        of_seats("cumulative_score"),
        of_seats("result"),
        offered(game, 0),
        offered(game, 1),
    )
}

#[test]
fn rounds_of_eights_with_an_eight_as_first_upcard() {
    let mut game = begin(&load(EIGHTS), 2, 1);
    // No suit is to be chosen: the eight counts as a diamond until somebody plays one.
    assert_eq!(
        eights(&game),
        "player_turns: 5s 9d 8c | 5d Kd 2s | 8d | 3c 4h 7s Jd | suit none | sums 0 0, results 0 0 | 9d, 8c / -"
    );
    for (seat, done, wanted) in [
        (
            0,
            "8c",
            "choose_suit: 5s 9d | 5d Kd 2s | 8c 8d | 3c 4h 7s Jd | suit none | sums 0 0, results 0 0 | Hearts, Spades / -",
        ),
        (
            0,
            "Spades",
            "player_turns: 5s 9d | 5d Kd 2s | 8c 8d | 3c 4h 7s Jd | suit spades | sums 0 0, results 0 0 | - / 2s",
        ),
        (
            1,
            "2s",
            "player_turns: 5s 9d | 5d Kd | 2s 8c 8d | 3c 4h 7s Jd | suit none | sums 0 0, results 0 0 | 5s / -",
        ),
        (
            0,
            "5s",
            "player_turns: 9d | 5d Kd | 5s 2s 8c 8d | 3c 4h 7s Jd | suit none | sums 0 0, results 0 0 | - / 5d",
        ),
        (
            1,
            "5d",
            "player_turns: 9d | Kd | 5d 5s 2s 8c 8d | 3c 4h 7s Jd | suit none | sums 0 0, results 0 0 | 9d / -",
        ),
        (
            0,
            "9d",
            "round_end:  | Kd | 9d 5d 5s 2s 8c 8d | 3c 4h 7s Jd | suit none | sums 0 10, results 1 -1 | Play Again / Play Again",
        ),
        (
            0,
            "Play Again",
            "player_turns: 3c 4h 7s | Jd Kd 9d | 5d | 5s 2s 8c 8d | suit none | sums 0 10, results 0 0 | Draw Card / -",
        ),
        (
            0,
            "Draw Card",
            "player_turns: 3c 4h 7s 5s | Jd Kd 9d | 5d | 2s 8c 8d | suit none | sums 0 10, results 0 0 | - / Jd, Kd, 9d",
        ),
        (
            1,
            "Jd",
            "player_turns: 3c 4h 7s 5s | Kd 9d | Jd 5d | 2s 8c 8d | suit none | sums 0 10, results 0 0 | Draw Card / -",
        ),
        (
            0,
            "Draw Card",
            "player_turns: 3c 4h 7s 5s 2s | Kd 9d | Jd 5d | 8c 8d | suit none | sums 0 10, results 0 0 | - / Kd, 9d",
        ),
        (
            1,
            "Kd",
            "player_turns: 3c 4h 7s 5s 2s | 9d | Kd Jd 5d | 8c 8d | suit none | sums 0 10, results 0 0 | Draw Card / -",
        ),
        (
            0,
            "Draw Card",
            "player_turns: 3c 4h 7s 5s 2s 8c | 9d | Kd Jd 5d | 8d | suit none | sums 0 10, results 0 0 | - / 9d",
        ),
        (
            1,
            "9d",
            "round_end: 3c 4h 7s 5s 2s 8c |  | 9d Kd Jd 5d | 8d | suit none | sums 71 10, results -1 1 | Play Again / Play Again",
        ),
        (
            1,
            "Play Again",
            "player_turns: 8d 3c 4h | 7s 5s 2s | 8c | 9d Kd Jd 5d | suit none | sums 71 10, results 0 0 | 8d, 3c / -",
        ),
    ] {
        if done.len() < 3 {
            play(&mut game, seat, done);
        } else {
            act(&mut game, seat, done);
        }
        assert_eq!(eights(&game), wanted, "after {done} of {seat}");
    }
}

// --- the games that come with it

/// What a hand of Pontoon counts, worked out apart from the rules.
fn pontoon_value(cards: &[String]) -> u32 {
    let mut aces = 0;
    let mut sum = 0;
    for card in cards {
        match &card[..card.len() - 1] {
            "A" => {
                aces += 1;
                sum += 11;
            }
            "J" | "Q" | "K" => sum += 10,
            number => sum += number.parse::<u32>().expect("a rank"),
        }
    }
    while sum > 21 && aces > 0 {
        sum -= 10;
        aces -= 1;
    }
    sum
}

#[test]
fn pontoon_goes_on_with_the_cards_as_they_were_gathered() {
    let ruleset = support::load("pontoon");
    let mut rounds = 0;
    for seed in 0..12 {
        let seats = 1 + (seed % 5) as u8;
        let mut game = begin(&ruleset, seats.into(), seed);
        let cards_of = |game: &Game, zone: &str, seat| -> Vec<String> {
            let row = row(game, Viewer::Omniscient, zone, seat);
            row.split_whitespace().map(str::to_owned).collect()
        };
        let mut choices = 0u64;
        let mut sums = vec![0; seats.into()];
        while !game.is_over() {
            choices += 1;
            assert!(choices < 500, "it ends");
            if state(&game) != "round_end" {
                let (seat, at) = {
                    let decision = game.next_decision().expect("somebody decides");
                    let many = decision.count().get();
                    (decision.seat(), choices.wrapping_mul(0x9E37_79B9) / 7 % many)
                };
                game.submit_nth(seat, at as _).expect("it is applied");
                continue;
            }
            rounds += 1;
            let hands: Vec<Vec<String>> = (0..seats)
                .map(|seat| cards_of(&game, "hand", Some(seat)))
                .collect();
            let bank = cards_of(&game, "banker_hand", None);
            let of_bank = pontoon_value(&bank);
            assert!(of_bank >= 17, "{bank:?}");
            assert!(
                bank.len() == 2 || pontoon_value(&bank[..bank.len() - 1]) < 17,
                "{bank:?}"
            );
            for (seat, hand) in (0..seats).zip(&hands) {
                let own = pontoon_value(hand);
                let counts = own <= 21 && (of_bank > 21 || own >= of_bank);
                let result = match (counts, of_bank <= 21 && own == of_bank) {
                    (true, true) => "0",
                    (true, false) => "1",
                    (false, _) => "-1",
                };
                let score = if counts { own } else { 0 };
                sums[usize::from(seat)] += score;
                let found = ["score", "result", "cumulative_score"].map(|name| seat_datum(&game, seat, name));
                let sum = sums[usize::from(seat)].to_string();
                assert_eq!(
                    found,
                    [score.to_string().as_str(), result, &sum],
                    "{hand:?} against {bank:?}"
                );
                assert_eq!(offered(&game, seat), "Go on");
            }
            let gathered = cards_of(&game, "draw_pile", None).into_iter();
            let mut pile = gathered.chain(hands.into_iter().flatten()).chain(bank);
            act(&mut game, (choices % u64::from(seats)) as u8, "Go on");
            if game.is_over() {
                continue;
            }
            for seat in 0..seats {
                let dealt: Vec<String> = pile.by_ref().take(2).collect();
                assert_eq!(cards_of(&game, "hand", Some(seat)), dealt);
            }
            let dealt: Vec<String> = pile.by_ref().take(2).collect();
            assert_eq!(cards_of(&game, "banker_hand", None), dealt);
            assert_eq!(cards_of(&game, "draw_pile", None), pile.collect::<Vec<_>>());
        }
        let most = sums.iter().max().expect("a seat");
        let best: Vec<Seat> = (0..seats)
            .map(Seat)
            .filter(|s| *most > 0 && sums[s.index()] == *most)
            .collect();
        assert_eq!(game.result().expect("an end").winners[..], best[..]);
    }
    assert_eq!(rounds, 12 * 5);
}

#[test]
fn an_eight_that_is_turned_up_first_asks_nobody_for_a_suit() {
    let ruleset = support::load("turn-eight");
    let mut eights = 0;
    for seed in 0..80 {
        let game = begin(&ruleset, 2, seed);
        assert_eq!(state(&game), "player_turns");
        let upcard = row(&game, Viewer::Spectator, "discard", None);
        let suit = upcard.chars().last().expect("a suit");
        if upcard.starts_with('8') {
            eights += 1;
            let hand = row(&game, Viewer::Omniscient, "hand", Some(0));
            let fits = |card: &&str| card.ends_with(suit) || card.starts_with('8');
            let playable: Vec<&str> = hand.split_whitespace().filter(fits).collect();
            let wanted = if playable.is_empty() {
                "Draw a card".to_owned()
            } else {
                playable.join(", ")
            };
            assert_eq!(offered(&game, 0), wanted, "{hand} on {upcard}");
        }
    }
    assert!(eights >= 3, "{eights}");
}

#[test]
fn conditions_that_never_hold_are_seen_through() {
    let play = r#""transitions": [{ "to": "over", "when": "acted > 1" }]"#;
    let text = filled(play, "", OPEN);
    let never = [
        "1 > 2",
        "false && acted > 0",
        "acted > 0 && 2 < 1",
        "'a' == 'b'",
        "!(3 - 1 == 2)",
        "if(1 == 1, false, acted > 0)",
        // Nothing sets it.
        "get_var('fixed') == 4",
        "fixed > 4 && acted > 0",
        "acted > 2 && (acted > 3 && get_str_var('name') == 'b')",
    ];
    let sometimes = [
        "acted > 2",
        "false || acted > 0",
        "fixed > 2",
        "left > 0",
        "get_var(concat('left_', current_player_index)) > 0",
    ];
    let variables = r#""variables": { "fixed": { "initial": 3, "public": true }, "name": { "initial": "a", "public": true },
        "left_0": { "initial": 0, "public": true }, "left_1": { "initial": 0, "public": true },"#;
    let told = |condition: &str| -> Vec<String> {
        let count = r#""label": "Count","#;
        let text = text
            .replace(count, &format!(r#"{count} "condition": "{condition}","#))
            .replace(
                r#""when": "acted > 1" }"#,
                &format!(r#""when": "{condition}" }}, {{ "to": "over", "when": "acted > 1" }}"#),
            )
            .replace(r#""variables": {"#, variables)
            .replace(
                r#"["end_turn()"]"#,
                r#"["end_turn()", "inc_var('left')", "inc_var(concat('left_', current_player_index))"]"#,
            );
        let checked = Loader::new().check_text("g.cardgame.json", &text);
        assert!(checked.ruleset.is_some(), "{:#?}", checked.reports());
        let reports = checked.reports();
        let never = reports.iter().filter(|r| r.code.as_str() == "W306");
        never.map(|r| r.message.clone()).collect()
    };
    for condition in never {
        let found = told(condition);
        assert_eq!(found.len(), 2, "{condition}: {found:#?}");
        assert!(
            found.iter().any(|m| m.contains("this action is never offered")),
            "{found:#?}"
        );
        assert!(
            found
                .iter()
                .any(|m| m.contains("this transition to `over` is never taken")),
            "{found:#?}"
        );
    }
    for condition in sometimes {
        assert_eq!(told(condition), Vec::<String>::new(), "{condition}");
    }
}

#[test]
fn hidden_variables_say_what_they_may_be() {
    let play = r#""transitions": [{ "to": "over", "when": "acted > 1" }]"#;
    let told = |variable: &str| -> Vec<String> {
        let text = filled(play, "", OPEN)
            .replace(r#""left": { "initial": 0, "public": true }"#, variable)
            .replace(r#"["end_turn()"]"#, r#"["end_turn()", "inc_var('left')"]"#);
        let reports = Loader::new().check_text("g.cardgame.json", &text).reports();
        let all = reports
            .iter()
            .map(|r| format!("{} {}", r.code.as_str(), r.message));
        all.filter(|line| line.contains("left")).collect()
    };
    let unknown = r#""left": { "initial": 0, "public": false }"#;
    let found = told(unknown);
    assert!(found.len() == 1 && found[0].starts_with("W319"), "{found:#?}");
    for known in [
        r#""left": { "initial": 0, "public": true }"#,
        r#""left": { "initial": 0, "public": false, "max": 9 }"#,
        r#""left": { "initial": 2, "public": false, "options": [2, 4] }"#,
    ] {
        assert_eq!(told(known), Vec::<String>::new(), "{known}");
    }
    for wrong in [
        r#""left": { "initial": 0, "public": false, "min": 1, "max": 9 }"#,
        r#""left": { "initial": 0, "public": false, "options": [2, 4] }"#,
    ] {
        let found = told(wrong);
        assert!(
            found.iter().any(|line| line.starts_with("E207")),
            "{wrong}: {found:#?}"
        );
    }
    // What nothing sets is what the file says.
    let text = filled(play, "", OPEN).replace(r#""left": { "initial": 0, "public": true }"#, unknown);
    let said = Loader::new().check_text("g.cardgame.json", &text).reports();
    assert!(said.iter().all(|r| r.code.as_str() != "W319"), "{said:#?}");
}

#[test]
fn cards_drawn_for_whoever_is_on_turn_are_told_where_everybody_acts() {
    let play = r#""transitions": [{ "to": "over", "when": "acted > 1" }]"#;
    for (to, told) in [
        ("hand", true),
        ("'hand'", true),
        ("current_player.hand", false),
        ("hand:1", false),
    ] {
        let text = filled(play, "", OPEN)
            .replace("\"turn_based\"", "\"all_players\"")
            .replace(
                "[\"inc_var('acted', 1)\"]",
                &format!("[\"draw(draw_pile, {to}, 1)\", \"inc_var('acted', 1)\"]"),
            );
        let said = Loader::new().check_text("g.cardgame.json", &text).reports();
        assert_eq!(
            said.iter().any(|r| r.code.as_str() == "W384"),
            told,
            "{to}: {said:#?}"
        );
    }
}

#[test]
fn conditions_of_scoring_name_variables_and_the_player_on_turn_for_every_role() {
    // A role that the rules play has one zone of its own: other names still mean what they are called.
    let play = r#""transitions": [{ "to": "over", "when": "acted > 1" }]"#;
    let text = filled(play, "", OPEN)
        .replace(
            r#""count": "per_player" }]"#,
            r#""count": "per_player" }, { "name": "dealer", "isHuman": false, "count": 1 },
               { "name": "bot", "isHuman": false, "count": 1 }]"#,
        )
        .replace(
            r#""pot": "#,
            r#""bot_hand": { "visibility": "public", "owners": ["bot"] }, "dealer_hand": { "visibility": "public", "owners": ["dealer"] },
               "pot": "#,
        )
        .replace("[\"inc_var('acted', 1)\"]", "[\"inc_var('acted', 1)\", \"calculate_scores()\", \"determine_winners()\"]")
        .replace(
            r#""method": "card_count(hand)", "winCondition": "my_score > 1""#,
            r#""method": "card_count(hand) + card_count(concat('hand:', current_player_index)) * 10",
               "winCondition": "acted > 0 && my_score > 1""#,
        );
    let mut game = begin(&load(&text), 2, 1);
    act(&mut game, 0, "End");
    act(&mut game, 1, "Count");
    let scores = [0, 1].map(|seat| seat_datum(&game, seat, "score"));
    assert_eq!(
        (scores, global(&game, "bot_score").as_str()),
        (["22".to_owned(), "22".to_owned()], "20")
    );
}

#[test]
fn what_no_params_tell_of_is_asked_for_as_it_is_used() {
    let with = include_str!("fixtures/cardgame/played/asking.cardgame.json");
    let mut file: serde_json::Value = serde_json::from_str(with).expect("plain JSON");
    let phases = file["phases"].as_array_mut().expect("phases");
    for action in phases
        .iter_mut()
        .flat_map(|p| p["actions"].as_array_mut().expect("actions"))
    {
        let told = action.as_object_mut().and_then(|action| action.remove("params"));
        assert!(told.is_some());
        let effects = action["effect"].as_array_mut().expect("effects");
        effects.push("inc_var(\"counted\", get_param(\"more\"))".into());
    }
    file["variables"]["counted"] = serde_json::json!({ "initial": 0, "public": true });
    let text = file.to_string();
    let said = Loader::new().check_text("g.cardgame.json", &text).reports();
    let asked = said.iter().filter(|r| r.code.as_str() == "W385");
    let asked: Vec<String> = asked.map(|r| r.message.clone()).collect();
    let wanted = [("rank", "a rank"), ("target", "a player"), ("more", "a number")];
    assert_eq!(asked.len(), wanted.len(), "{asked:#?}");
    for (name, what) in wanted {
        let name = format!("`{name}`");
        let told = |line: &String| line.contains(&name) && line.contains(what);
        assert!(asked.iter().any(told), "{asked:#?}");
    }
    assert!(said.iter().all(|r| r.code.as_str() != "W341"), "{said:#?}");
    // Ranks of the deck, the players, numbers.
    let mut game = begin(&load(&text), 2, 1);
    let ranks = ["A", "2", "3"];
    let own = row(&game, Viewer::Omniscient, "hand", Some(0));
    let rank = ranks
        .iter()
        .position(|rank| own.starts_with(rank))
        .expect("one of the ranks");
    act(&mut game, 0, "ask");
    for (count, answer) in [(3, rank as u64), (2, 1), (1000, 7)] {
        let choice = {
            let decision = game.decision(Seat(0)).expect("a question");
            assert_eq!(decision.count().get(), count);
            decision.nth(answer).expect("an answer")
        };
        game.submit(Seat(0), &choice).expect("it is an answer");
    }
    assert_eq!(global(&game, "counted"), "7");
}
