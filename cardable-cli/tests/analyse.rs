//! `cardable analyse`: that it finds what is wrong with a game, and only that.

use crate::support::{Folder, cardable};
use serde_json::{Value, json};

/// Few deals, little thought: a report takes a second or two.
const LITTLE: [&str; 6] = ["--deals", "12", "--level", "search:24", "--choices", "200"];

fn report(args: &[&str]) -> Value {
    cardable(&[&["analyse", "--json"], args].concat()).json(0)
}

/// The findings, as their topics and texts.
fn findings(report: &Value) -> Vec<(String, String)> {
    let text = |value: &Value| value.as_str().unwrap().to_owned();
    let found = report["findings"].as_array().unwrap().iter();
    found
        .map(|finding| (text(&finding["topic"]), text(&finding["text"])))
        .collect()
}

fn measure<'r>(report: &'r Value, key: &str) -> &'r Value {
    let all = report["measures"].as_array().unwrap();
    all.iter()
        .find(|measure| measure["key"] == key)
        .unwrap_or_else(|| panic!("no {key}: {all:#?}"))
}

#[test]
fn planted_faults_are_found() {
    let more = ["--deals", "30", "--level", "search:24", "--choices", "200"];
    let report = report(&[&["planted"], &more[..]].concat());
    let found = findings(&report);
    for (topic, words) in [
        ("end", "It may not end"),
        ("end", "`maze`"),
        ("fairness", "seat 1 wins"),
        ("uses", "`bribe` in `taking`"),
        ("uses", "Options that made no difference: `price` (3)"),
        ("dominated", "`take one` is hardly ever better than `take four`"),
    ] {
        let is_told = found.iter().any(|(of, text)| of == topic && text.contains(words));
        assert!(is_told, "{topic}, {words}: {found:#?}");
    }
    let weights: Vec<f64> = report["findings"]
        .as_array()
        .unwrap()
        .iter()
        .map(|finding| finding["weight"].as_f64().unwrap())
        .collect();
    assert!(weights.is_sorted_by(|a, b| a >= b), "{weights:?}");
    // The other option changes what is told at the end of each game that ends.
    let (changed, over) = (measure(&report, "option.last"), measure(&report, "over.bots"));
    assert!(changed["value"].as_f64().unwrap() > 0.7, "{changed} of {over}");
    let advantage = measure(&report, "advantage.bots.1");
    assert!(advantage["interval"][0].as_f64().unwrap() > 0.2, "{advantage}");
}

/// The page shows what the program says.
#[test]
fn the_report_of_the_page_is_that_of_the_program() {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/analyse.md");
    let page = std::fs::read_to_string(docs).unwrap();
    let mut blocks = page
        .split("```\n")
        .skip_while(|block| !block.contains("/fixtures/planted "));
    let command = blocks.next().unwrap().trim();
    let shown = blocks.find(|block| block.starts_with("What to look at")).unwrap();
    let args: Vec<&str> = command
        .split_whitespace()
        .skip(1)
        .map(|word| word.rsplit('/').next().unwrap())
        .collect();
    let folder = Folder::new("analyse-docs");
    let out = folder.0.join("page.html");
    let said = cardable(&[&args[..], &["--out", out.to_str().unwrap()]].concat()).with(0);
    assert!(said.contains(shown), "{said}");
}

/// Games of other kinds: tricks, and cards that are shed as fast as one can.
#[test]
fn no_alarm_is_raised_in_games_of_other_kinds() {
    for (args, kinds) in [
        (["tricks", "-p", "2", "--deals", "24", "--level", "search:24"], 18),
        (["speed", "-p", "2", "--deals", "12", "--level", "search:4"], 52),
    ] {
        let report = report(&args);
        assert_eq!(report["findings"], json!([]), "{args:?}");
        assert_eq!(measure(&report, "over.bots")["value"], 1.0, "{args:?}");
        // All cards that come to a seat are played in the end.
        let played = measure(&report, "cards.played");
        assert_eq!(played["value"], 1.0, "{args:?}: {played}");
        let sentence = format!("Of the {kinds} cards that came to seats of strong bots, each was played.");
        assert_eq!(played["sentence"], sentence);
    }
}

#[test]
fn what_cannot_be_told_is_said_with_its_reason() {
    let missing = |args: &[&str]| -> Vec<(String, String)> {
        let report = report(args);
        let all = report["missing"].as_array().unwrap().iter();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        all.map(|each| (text(&each["topic"]), text(&each["sentence"])))
            .collect()
    };
    let has = |all: &[(String, String)], topic: &str, words: &str| {
        let is_told = all
            .iter()
            .any(|(of, sentence)| of == topic && sentence.contains(words));
        assert!(is_told, "{topic}, {words}: {all:#?}");
    };
    let few = missing(&["planted", "-n", "2", "--level", "search:4", "--choices", "60"]);
    has(
        &few,
        "fairness",
        "Too few games to tell: Advantages of seats, bots.",
    );
    has(&few, "skill", "Too few games to tell: Thinking twice as much");
    has(&few, "skill", "How much thought is enough is not told");
    has(&few, "luck", "Too few games to tell: Decided by the deal.");
    has(&few, "drama", "Changes of the lead; Decided after");
    has(
        &few,
        "uses",
        "Too few games to tell: Actions that are never offered",
    );
    let page = cardable(&[
        "analyse",
        "planted",
        "-n",
        "2",
        "--level",
        "search:4",
        "--choices",
        "60",
    ])
    .with(0);
    assert!(
        page.contains("Too few games to tell: Decided by the deal."),
        "{page}"
    );
    let folder = Folder::new("analyse-missing");
    let alone = rules(
        &folder,
        "Alone",
        &[button("win", "end_game($player)"), button("lose", "end_game()")],
    );
    let alone = missing(&[&alone, "-p", "1", "-n", "12", "--level", "search:8"]);
    has(&alone, "fairness", "there is nobody to compare with");
    has(&alone, "drama", "With one seat there is no lead");
}

#[test]
fn a_game_without_faults_raises_no_alarm() {
    for seed in ["0", "1"] {
        let report = report(&[
            "goofspiel",
            "-p",
            "2",
            "--deals",
            "24",
            "--level",
            "search:24",
            "--seed",
            seed,
        ]);
        assert_eq!(report["findings"], json!([]));
        let thinking = measure(&report, "thinking");
        assert!(thinking["value"].as_f64().unwrap() > 0.2, "{thinking}");
        assert_eq!(measure(&report, "over.bots")["value"], 1.0);
        // Thirteen prizes, for each of which both bid at the same time.
        assert_eq!(measure(&report, "rounds.strong")["value"], 13.0);
        assert_eq!(report["ended_early"], Value::Null);
    }
}

/// Cards that nobody can play, cards that only chance plays, and an action that does nothing.
#[test]
fn cards_and_actions_without_use_are_told() {
    let folder = Folder::new("analyse-curses");
    let page = folder.0.join("page.html");
    let little = ["--deals", "100", "--level", "search:32", "--seed", "1"];
    let out = ["--out", page.to_str().unwrap()];
    let report = report(&[&["curses"], &little[..], &out[..]].concat());
    let found = findings(&report);
    for words in [
        "Seats had these cards, and nobody ever played them: Curse of Gold",
        "Strong bots had these cards and never played them, but others did: Bait of ",
        "Taken, and each time the game was as before: `sing` in `play`",
    ] {
        let told: Vec<_> = found.iter().filter(|(_, text)| text.starts_with(words)).collect();
        assert!(
            matches!(&told[..], [(topic, _)] if topic == "uses"),
            "{words}: {found:#?}"
        );
    }
    assert_eq!(measure(&report, "cards.played")["value"], 0.75);
    let uses = report["tables"]["uses"]["rows"].as_array().unwrap();
    let of_curses = |kind: &str| {
        let rows = uses
            .iter()
            .filter(|row| row[1] == kind && row[3] == "Curse of Gold");
        rows.map(|row| row[5].as_u64().unwrap()).sum::<u64>()
    };
    assert!(of_curses("card held") > 100 && of_curses("card played") == 0);
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("Changed nothing") && page.contains("Games with it"));
}

/// What is rare has not come in a few games.
#[test]
fn what_is_rare_is_not_said_to_be_missing() {
    let folder = Folder::new("analyse-rare");
    let end = button("end", "end_game(random_item(nondismissed_players()))");
    let boast =
        json!({ "action_name": "boast", "type": "button", "condition": "$globals.n == 1", "primitives": [] });
    let rare = rules(&folder, "Rare", &[end, boast]);
    for (deals, is_told) in [("4", false), ("40", true)] {
        let report = report(&[&rare, "-p", "2", "--deals", deals, "--level", "search:4"]);
        let found = findings(&report);
        let never = found.iter().any(|(_, text)| text.starts_with("Never offered"));
        assert_eq!(never, is_told, "{deals} deals: {found:#?}");
    }
}

#[test]
fn turns_make_rounds() {
    let report = report(&["coins", "-p", "3", "-n", "2", "--level", "search:4"]);
    let rows = report["tables"]["games"]["rows"].as_array().unwrap();
    let columns = report["tables"]["games"]["columns"].as_array().unwrap();
    let column = |name| columns.iter().position(|column| column == name).unwrap();
    let (choices, turns, rounds) = (column("choices"), column("turns"), column("rounds"));
    for row in rows {
        // Each turn is one choice, and all have theirs one after the other.
        let number = |at: usize| row[at].as_u64().unwrap();
        assert!(number(turns) <= number(choices), "{row}");
        assert_eq!(number(rounds), number(turns).div_ceil(3), "{row}");
    }
}

#[test]
fn threads_change_nothing() {
    let with = |threads| report(&[&["planted", "--threads", threads, "--seed", "5"], &LITTLE[..]].concat());
    let one = with("1");
    assert_eq!(one, with("3"));
    let games = one["tables"]["games"]["rows"].as_array().unwrap();
    // Ten at random, two by bots that are alike, a pair with changed seats; and one against chance or two of doublings.
    assert_eq!(games.len(), 12 * 14 + 6 * 2 + 6 * 4, "{}", games.len());
    assert_eq!(one["iterations"], json!({ "weak": 12, "strong": 24 }));
}

#[test]
fn time_only_decides_how_many_deals_are_played() {
    let usual = ["planted", "--level", "search:8", "--choices", "60"];
    let mut timed = report(&[&usual[..], &["--budget", "0.003"]].concat());
    let deals = timed["deals"].as_u64().unwrap();
    assert!(deals > 0);
    let early = timed["ended_early"].take();
    assert!(
        early.as_str().unwrap().starts_with("The time was up after"),
        "{early}"
    );
    assert_eq!(
        timed,
        report(&[&usual[..], &["--deals", &deals.to_string()]].concat())
    );
}

#[test]
fn tables_are_written_for_other_programs() {
    let folder = Folder::new("tables");
    let tables = folder.0.join("deep/tables");
    let args = [
        "analyse",
        "coins",
        "-p",
        "2",
        "-n",
        "2",
        "--csv",
        tables.to_str().unwrap(),
    ];
    cardable(&args).with(0);
    for name in [
        "games",
        "choices",
        "lead",
        "duels",
        "uses",
        "pairs",
        "house-rules",
    ] {
        let text = std::fs::read_to_string(tables.join(format!("{name}.csv"))).unwrap();
        let lines: Vec<&str> = text.split_terminator("\r\n").collect();
        assert!(
            lines.len() > 1 || ["pairs", "house-rules"].contains(&name),
            "{name}: {text}"
        );
        let columns = lines[0].split(',').count();
        let whole = lines.iter().filter(|line| !line.contains('"'));
        assert!(
            whole.into_iter().all(|line| line.split(',').count() == columns),
            "{name}: {text}"
        );
    }
}

/// Rules of a game for one or two seats, with a name and the buttons of its one state.
fn rules(folder: &Folder, name: &str, buttons: &[Value]) -> String {
    let file = folder.0.join("game.json");
    let ruleset = json!({ "ruleset": {
        "ruleset_name": name, "min_players": 1, "max_players": 2,
        "global_data": { "key": "n", "value": 0 },
        "game_state": [{ "state_name": "turning", "state_type": "round_robin", "actions": buttons }],
    } });
    std::fs::write(&file, ruleset.to_string()).unwrap();
    file.to_str().unwrap().to_owned()
}

fn button(name: &str, primitives: &str) -> Value {
    json!({ "action_name": name, "type": "button", "primitives": primitives })
}

#[test]
fn what_never_ends_or_always_faults_is_told() {
    let folder = Folder::new("analyse-bad");
    let turn = button("turn", "set($globals.n, 1 - $globals.n)");
    let stop = json!({ "action_name": "stop", "type": "button", "condition": "$globals.n == 2", "primitives": "end_game($player)" });
    let never = rules(&folder, "Never", &[turn, stop]);
    let few = ["-n", "2", "--choices", "60", "-p", "2"];
    let report = report(&[&[never.as_str()], &few[..]].concat());
    let (topic, text) = &findings(&report)[0];
    assert!(
        topic == "end" && text.contains("came back to positions"),
        "{text}"
    );
    assert_eq!(measure(&report, "cut.random")["value"], 1.0);

    let faults = rules(
        &folder,
        "Faulty",
        &[button("divide", "set($globals.n, 1 / $globals.n)")],
    );
    let ran = cardable(&[&["analyse", &faults], &few[..]].concat());
    assert!(ran.with(1).contains("met a fault of the rules"));
}

/// The rules rely on what lies on a pile that nobody sees: true at the table, and not where a bot imagines another card.
#[test]
fn faults_on_imagined_tables_are_told() {
    let folder = Folder::new("analyse-imagined");
    let file = folder.0.join("game.json");
    let cards: Vec<Value> = (0..4)
        .map(|n| json!({ "card_name": format!("N{n}"), "card_id": n, "card_value": n }))
        .collect();
    let bet = "add_score($player, 1 / if(top_card(deck).value == $globals.top, 1, 0))";
    let next = "set($globals.left, $globals.left - 1)";
    let ruleset = json!({
        "cardset": { "set_name": "Numbers", "cards": cards },
        "ruleset": {
            "ruleset_name": "Sure", "min_players": 2, "max_players": 2,
            "global_data": [{ "key": "top", "value": 0 }, { "key": "left", "value": 4 }],
            "game_area": { "shared_zones": [{ "name": "deck", "zone_visibility": "none", "order": "fixed-lifo" }] },
            "game_state": [{ "state_name": "betting", "state_type": "round_robin", "actions": [
                { "action_name": "note", "type": "auto", "on": "entry", "primitives": "set($globals.top, top_card(deck).value)" },
                { "action_name": "finish", "type": "auto", "condition": "$globals.left == 0", "primitives": "end_game(best_seats())" },
                { "action_name": "bet", "type": "button", "primitives": [bet, next] },
                { "action_name": "wait", "type": "button", "primitives": next },
            ] }],
        },
    });
    std::fs::write(&file, ruleset.to_string()).unwrap();
    let report = report(&[file.to_str().unwrap(), "-n", "4", "--level", "search:8"]);
    assert_eq!(measure(&report, "over.bots")["value"], 1.0);
    let found = findings(&report);
    let is_told = found
        .iter()
        .any(|(topic, text)| topic == "end" && text.contains("as a seat imagines the table"));
    assert!(is_told, "{found:#?}");
}

/// A run in which nothing is hurried: it waits for what the program tells.
#[cfg(unix)]
mod interrupts {
    use super::*;
    use crate::support::{Ran, fixtures, started};
    use std::io::{BufRead as _, BufReader, Read as _};
    use std::process::{Child, ChildStderr, Command};

    struct Run {
        child: Child,
        err: BufReader<ChildStderr>,
    }

    impl Run {
        fn begin(args: &[&str]) -> Run {
            let mut child = started(&fixtures(), args);
            let err = BufReader::new(child.stderr.take().unwrap());
            let mut run = Run { child, err };
            assert!(run.line().starts_with("Ctrl-C ends it early"));
            run
        }

        fn line(&mut self) -> String {
            let mut line = String::new();
            self.err.read_line(&mut line).unwrap();
            line
        }

        fn press_ctrl_c(&self) {
            let id = self.child.id().to_string();
            assert!(
                Command::new("kill")
                    .args(["-INT", &id])
                    .status()
                    .unwrap()
                    .success()
            );
        }

        fn ended(mut self) -> Ran {
            let (mut out, mut err) = (String::new(), String::new());
            self.child
                .stdout
                .take()
                .unwrap()
                .read_to_string(&mut out)
                .unwrap();
            self.err.read_to_string(&mut err).unwrap();
            let code = self.child.wait().unwrap().code().unwrap_or(-1);
            Ran { out, err, code }
        }
    }

    #[test]
    fn ctrl_c_keeps_what_was_measured() {
        let deals = ["--deals", "1000000000", "--level", "search:8", "--json"];
        let run = Run::begin(&[&["analyse", "planted"], &deals[..]].concat());
        run.press_ctrl_c();
        let report = run.ended().json(0);
        let early = report["ended_early"].as_str().unwrap();
        assert!(early.starts_with("It was ended early, in deal "), "{early}");
        let games = report["tables"]["games"]["rows"].as_array().unwrap().len();
        assert!(games > 0, "{early}");
    }

    #[test]
    fn a_second_ctrl_c_ends_at_once() {
        let folder = Folder::new("analyse-interrupted");
        // A game in hand that does not end.
        let never = rules(
            &folder,
            "Never",
            &[
                button("turn", "set($globals.n, 1 - $globals.n)"),
                json!({ "action_name": "stop", "type": "button", "condition": "$globals.n == 2", "primitives": "end_game($player)" }),
            ],
        );
        let mut run = Run::begin(&["analyse", &never, "-p", "2", "--choices", "1000000000000"]);
        run.press_ctrl_c();
        let told = run.line();
        assert!(told.contains("Ctrl-C again ends at once"), "{told}");
        run.press_ctrl_c();
        let ran = run.ended();
        assert_eq!((ran.code, ran.out.as_str()), (130, ""), "{}", ran.err);
    }
}

/// The series of doublings is told as numbers, as a sentence and as a plot, and the duels behind it are a table.
#[test]
fn twice_the_thought_is_measured_from_little_thought_on() {
    let folder = Folder::new("analyse-doublings");
    let page = folder.0.join("page.html");
    let out = ["--out", page.to_str().unwrap()];
    let report = report(&[&["goofspiel", "-p", "2"], &LITTLE[..], &out[..]].concat());
    let doublings = report["doublings"].as_array().unwrap();
    let steps: Vec<Value> = doublings
        .iter()
        .map(|step| {
            json!([
                step["iterations"]["less"],
                step["iterations"]["more"],
                step["deals"]
            ])
        })
        .collect();
    assert_eq!(json!(steps), json!([[3, 6, 6], [6, 12, 6], [12, 24, 12]]));
    let duels = report["tables"]["duels"]["rows"].as_array().unwrap();
    let columns = report["tables"]["duels"]["columns"].as_array().unwrap();
    let column = |name| columns.iter().position(|column| column == name).unwrap();
    for (key, step) in ["doubling.4", "doubling.2", "doubling"]
        .into_iter()
        .zip(doublings)
    {
        let told = measure(&report, key);
        assert_eq!(
            (&told["value"], &told["interval"]),
            (&step["gain"], &step["interval"])
        );
        let of = duels
            .iter()
            .filter(|duel| duel[column("lineup")] == step["lineup"]);
        let mut gain = 0;
        for duel in of {
            assert_eq!(duel[column("first_iterations")], step["iterations"]["more"]);
            assert_eq!(duel[column("second_iterations")], step["iterations"]["less"]);
            let won = |name| duel[column(name)].as_i64().unwrap();
            gain += won("first_won_ppm") - won("second_won_ppm");
        }
        let (sum, mean) = (gain as f64 / 1e6, step["gain"].as_f64().unwrap());
        assert!(
            (sum - mean * step["deals"].as_f64().unwrap()).abs() < 1e-4,
            "{key}: {sum} {mean}"
        );
    }
    let sentence = measure(&report, "doubling.4")["sentence"].as_str().unwrap();
    assert!(sentence.starts_with("Twice the thought wins "), "{sentence}");
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("What twice the thought wins more") && page.contains("24 against 12"));
}

#[test]
fn a_game_without_thought_is_told() {
    const BY_CHANCE: &str = "end_game(random_item(nondismissed_players()))";
    let folder = Folder::new("analyse-thoughtless");
    for (buttons, told, untold) in [
        (
            [button("one", BY_CHANCE), button("other", BY_CHANCE)],
            "Nothing is to be learnt",
            "A moment's thought",
        ),
        (
            [
                button("win", "end_game($player)"),
                button("lose", "end_game(next_player())"),
            ],
            "A moment's thought is enough",
            "Nothing is to be learnt",
        ),
    ] {
        let game = rules(&folder, "Thoughtless", &buttons);
        let report = report(&[&game, "-p", "2", "-n", "220", "--level", "search:16"]);
        let found = findings(&report);
        let has = |words: &str| {
            found
                .iter()
                .any(|(of, text)| of == "skill" && text.starts_with(words))
        };
        assert!(has(told) && !has(untold), "{told}: {found:#?}");
    }
}

#[test]
fn one_seat_is_enough() {
    let folder = Folder::new("analyse-alone");
    let alone = rules(
        &folder,
        "Alone",
        &[button("win", "end_game($player)"), button("lose", "end_game()")],
    );
    let report = report(&[&alone, "-p", "1", "-n", "40", "--level", "search:20"]);
    assert_eq!(
        measure(&report, "thinking")["value"]
            .as_f64()
            .map(|edge| edge > 0.2),
        Some(true)
    );
    assert!(
        !report["measures"]
            .as_array()
            .unwrap()
            .iter()
            .any(|measure| measure["topic"] == "fairness")
    );
}

#[test]
fn wrong_usage_says_what_to_write() {
    for (args, wanted) in [
        (&["--budget", "0"][..], "write how many minutes it may take"),
        (&["--budget", "soon"], "write how many minutes it may take"),
        (&["--level", "random"], "does not think enough"),
        (&["--level", "brilliant"], "there is no bot `brilliant`"),
        (&["--deals", "0"], "write a whole number from 1 on"),
        (&["--players", "9"], "Coins is for 2 to 4 players, not 9"),
    ] {
        let ran = cardable(&[&["analyse", "coins"], args].concat());
        assert!(ran.code == 2 && ran.err.contains(wanted), "{args:?}: {}", ran.err);
    }
    assert_eq!(cardable(&["analyse", "broken"]).code, 1);
    let told = cardable(&["analyse", "broken", "--json"]).json(1);
    assert_eq!(told, cardable(&["check", "--format", "json", "broken"]).json(1));
}

/// More deals than a test could wait for.
const ENDLESS: [&str; 4] = ["--deals", "1000000000", "--budget", "100000"];

#[test]
fn both_rulesets_are_loaded_before_anything_is_measured() {
    for (other, code, wanted) in [
        ("nosuch", 2, "there is no ruleset `nosuch`"),
        ("broken", 1, "error"),
    ] {
        let ran = cardable(&[&["analyse", "coins", "--compare", other], &ENDLESS[..]].concat());
        assert!(
            ran.code == code && ran.err.contains(wanted),
            "{other}: {}",
            ran.err
        );
        assert!(!ran.err.contains("Ctrl-C"), "{other}: {}", ran.err);
    }
    let told = cardable(
        &[
            &["analyse", "coins", "--compare", "broken", "--json"],
            &ENDLESS[..],
        ]
        .concat(),
    );
    assert_eq!(
        told.json(1),
        cardable(&["check", "--format", "json", "broken"]).json(1)
    );
}

#[test]
fn outputs_are_tried_before_anything_is_measured() {
    let folder = Folder::new("analyse-outputs");
    let path = |name: &str| folder.0.join(name).to_str().unwrap().to_owned();
    std::fs::write(path("kept.html"), "of yesterday").unwrap();
    std::fs::create_dir_all(path("taken/lead.csv")).unwrap();
    std::fs::write(path("taken/games.csv"), "of yesterday").unwrap();
    std::fs::create_dir_all(path("taken-within/compared/uses.csv")).unwrap();
    for (args, unwritable) in [
        (&["--out", &path("nowhere/x.html")][..], "nowhere/x.html"),
        (&["--out", &path("taken")], "taken"),
        (&["--csv", &path("kept.html")], "kept.html"),
        (&["--csv", &path("taken")], "taken/lead.csv"),
        (
            &["--csv", &path("taken-within"), "--compare", "coins"],
            "taken-within/compared/uses.csv",
        ),
        (
            &["--csv", &path("tables"), "--out", &path("nowhere/x.html")],
            "nowhere/x.html",
        ),
    ] {
        let ran = cardable(&[&["analyse", "coins"], args, &ENDLESS[..]].concat());
        let wanted = format!("`{}` cannot be written", path(unwritable));
        assert!(
            ran.code == 1 && ran.err.contains(&wanted),
            "{args:?}: {}",
            ran.err
        );
        assert!(!ran.err.contains("Ctrl-C"), "{args:?}: {}", ran.err);
    }
    // What could be written is as it was.
    for kept in ["kept.html", "taken/games.csv"] {
        assert_eq!(std::fs::read_to_string(path(kept)).unwrap(), "of yesterday");
    }
    for (folder, files) in [("taken", 2), ("tables", 0)] {
        assert_eq!(
            std::fs::read_dir(path(folder)).unwrap().count(),
            files,
            "{folder}"
        );
    }
}

#[test]
fn the_page_is_whole_and_lets_no_name_through() {
    let folder = Folder::new("analyse-page");
    let hostile = "</title><script>alert(1)</script>\"'&";
    let game = rules(
        &folder,
        hostile,
        &[
            button("<img onerror=y>", "end_game($player)"),
            button("b", "end_game()"),
        ],
    );
    let page = folder.0.join("page.html");
    let args = [
        "analyse",
        &game,
        "-p",
        "2",
        "-n",
        "12",
        "--level",
        "search:8",
        "--out",
        page.to_str().unwrap(),
    ];
    let told = cardable(&args).with(0);
    assert!(told.contains("has the whole report"), "{told}");
    let page = std::fs::read_to_string(page).unwrap();
    assert!(!page.contains("<script>") && !page.contains("<img"), "{page}");
    for outside in ["http://", "https://", " src=", "url(", "@import", "<link"] {
        assert!(!page.contains(outside), "{outside}");
    }
    // Every plot has its title and description, and every id is there once.
    let plots = page.matches("<svg").count();
    assert!(plots >= 4, "{plots}");
    for part in [
        "<title id=",
        "<desc id=",
        "role=\"img\"",
        "<details><summary>The numbers",
    ] {
        assert_eq!(page.matches(part).count(), plots, "{part}");
    }
    let ids: Vec<&str> = page
        .split(" id=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect();
    let mut distinct = ids.clone();
    distinct.sort_unstable();
    distinct.dedup();
    assert_eq!(distinct.len(), ids.len(), "{ids:?}");
    // The data in it is that of `--json`.
    let data = page
        .split("id=\"data\">")
        .nth(1)
        .and_then(|rest| rest.split("</script>").next())
        .unwrap();
    let data: Value = serde_json::from_str(data).unwrap();
    assert_eq!(data["ruleset"], hostile);
    assert_eq!(data["tables"]["games"]["rows"].as_array().unwrap().len(), 12 * 16);
}

#[test]
fn two_rulesets_stand_side_by_side() {
    let folder = Folder::new("analyse-compare");
    let page = folder.0.join("both.html");
    let args = [
        &["planted", "--compare", "planted", "--out", page.to_str().unwrap()],
        &LITTLE[..],
    ];
    let same = report(&args.concat());
    let differences = same["differences"].as_array().unwrap();
    assert!(differences.len() > 10 && differences.iter().all(|each| each["stands_out"] == false));
    let page = std::fs::read_to_string(page).unwrap();
    assert!(page.contains("No measure differs") && page.contains("id=\"data-2\""));
    let other = report(&[&["planted", "--compare", "coins"], &LITTLE[..]].concat());
    let differences = other["differences"].as_array().unwrap();
    assert!(
        differences
            .iter()
            .any(|each| each["key"] == "choices.random" && each["stands_out"] == true)
    );
}
