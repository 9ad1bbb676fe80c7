//! Games in phases as people write them for the engine that the format comes from. Beside each lies what a
//! model of that engine, written apart from this one, says of every step: the choice, and what is then
//! another phase, zone, variable, score or offer. Everything must be the same here after every choice, over
//! rounds, with the same shuffles.

use crate::support::played::{act, begin_as_elsewhere, global, load, offered, play, row, seat_datum, state};
use cardable_core::{Choice, Game, Loader, Seat, Viewer};
use serde_json::Value as Json;
use std::collections::BTreeMap;

/// A game's file, and what is said of each step of it.
macro_rules! told {
    ($($name:ident: $file:literal)*) => { $(
        #[test]
        fn $name() {
            follow(
                include_str!(concat!("fixtures/cardgame/played/", $file, ".cardgame.json")),
                include_str!(concat!("fixtures/cardgame/played/", $file, ".txt")),
            );
        }
    )* };
}

told! {
    turns_that_double_and_split_against_a_stepping_dealer: "double"
    a_suit_that_a_wild_card_names: "wild-suit"
    tricks_with_a_turned_trump: "trumps"
    penalties_that_stack_and_skips_and_reverses: "stacking"
    questions_before_an_action: "asking"
    battles_that_run_by_themselves: "battles"
    phases_in_which_everybody_acts: "together"
    turns_that_are_moved_in_every_way: "turns"
    loops_in_lists_of_effects: "whiles"
    ends_in_the_middle_of_lists: "endings"
    an_end_that_leads_through_phases: "closing"
    functions_and_operators: "sums"
    loops_and_turns_in_one_list_and_an_empty_pile: "moving"
    a_banker_and_transitions_of_the_whole_game: "banker"
}

/// Plays the choices that are told, and compares all that was told so far after each.
fn follow(file: &str, told: &str) {
    let spec: Json = serde_json::from_str(file).expect("plain JSON");
    let ruleset = load(file);
    let mut lines = told.lines();
    let head = lines.next().expect("a first line");
    let (seats, seed) = head.split_once(" seats, seed ").expect("seats and a seed");
    let seats: usize = seats.parse().expect("a number");
    let mut game = begin_as_elsewhere(&ruleset, seats, seed.parse().expect("a seed"));
    let mut wanted: BTreeMap<&str, &str> = BTreeMap::new();
    let mut choice = "the start";
    let mut at = 1;
    for (n, line) in lines.enumerate().map(|(n, line)| (n + 2, line)) {
        if let Some(next) = line.strip_prefix("> ") {
            compare(&game, &wanted, choice, at);
            (choice, at) = (next, n);
            choose(&mut game, &spec, next);
            continue;
        }
        let (key, value) = line.trim().split_once(" =").expect("what is where");
        wanted.insert(key, value.trim());
    }
    compare(&game, &wanted, choice, at);
}

fn compare(game: &Game, wanted: &BTreeMap<&str, &str>, choice: &str, line: usize) {
    let mut wrong = Vec::new();
    for (key, wanted) in wanted {
        let found = look(game, key);
        if found != *wanted {
            wrong.push(format!("  {key}: found `{found}`, told is `{wanted}`"));
        }
    }
    assert!(
        wrong.is_empty(),
        "line {line}, after {choice}:\n{}",
        wrong.join("\n")
    );
}

/// What is told under a name, as it is here.
fn look(game: &Game, key: &str) -> String {
    let ruleset = game.ruleset();
    let seat_of = |n: &str| n.parse::<u8>().expect("the number of a seat");
    match key.split_once(' ') {
        Some(("offers", n)) => {
            let labels = offered(game, seat_of(n));
            return labels.trim_matches('-').to_owned();
        }
        Some(("seat", n)) => {
            let item = |name: &str| match ruleset.seat_datum(name) {
                Some(_) => seat_datum(game, seat_of(n), name),
                None => "0".to_owned(),
            };
            return ["score", "result", "cumulative_score"].map(item).join(" ");
        }
        _ => {}
    }
    if let Some((zone, n)) = key.split_once(':') {
        return row(game, Viewer::Omniscient, zone, Some(seat_of(n)));
    }
    match key {
        "phase" => state(game),
        "over" => game.is_over().to_string(),
        "draw_pile" => {
            let cards = row(game, Viewer::Omniscient, key, None);
            let cards: Vec<&str> = cards.split_whitespace().collect();
            let top = cards.iter().take(3).copied().collect::<Vec<_>>().join(" ");
            format!("{}: {top}", cards.len()).trim().to_owned()
        }
        _ if ruleset.zone(key).is_some() => row(game, Viewer::Omniscient, key, None),
        _ if ruleset.global(key).is_some() => global(game, key),
        role => match format!("{role}_score") {
            score if ruleset.global(&score).is_some() => global(game, &score),
            _ => "0".to_owned(),
        },
    }
}

/// Makes a choice as it is told: a seat, an action, the card that is played or the answers that it asks for.
fn choose(game: &mut Game, spec: &Json, told: &str) {
    let mut words = told.split(' ');
    let seat: u8 = words.next().and_then(|n| n.parse().ok()).expect("a seat");
    let action = words.next().expect("an action");
    if action == "play_card" {
        return play(game, seat, words.next().expect("a card"));
    }
    let params = params(spec, &state(game), action);
    act(game, seat, action);
    for (param, answer) in params.iter().zip(words) {
        let choice = match param.get("options").and_then(Json::as_array) {
            Some(options) => {
                let at = options.iter().position(|option| option.as_str() == Some(answer));
                Choice::Items([at.expect("an option") as u16].into_iter().collect())
            }
            None => Choice::Number(answer.parse().expect("a number")),
        };
        game.submit(Seat(seat), &choice).expect("it is an answer");
    }
}

/// What an action of a phase asks for.
fn params(spec: &Json, phase: &str, action: &str) -> Vec<Json> {
    let named = |list: &Json, name: &str| {
        let found = list.as_array()?.iter().find(|item| item["name"] == name);
        found.cloned()
    };
    let found = named(&spec["phases"], phase).and_then(|phase| named(&phase["actions"], action));
    let params = found.and_then(|action| action["params"].as_array().cloned());
    params.unwrap_or_default()
}

#[test]
fn a_model_that_is_contradicted_is_told() {
    let file = include_str!("fixtures/cardgame/played/closing.cardgame.json");
    let told = include_str!("fixtures/cardgame/played/closing.txt");
    let wrong = told.replacen("a = 5", "a = 6", 1);
    assert!(
        wrong != told
            && Loader::new()
                .check_text("g.cardgame.json", file)
                .ruleset
                .is_some()
    );
    let failed = std::panic::catch_unwind(|| follow(file, &wrong));
    assert!(failed.is_err());
}
