//! `simulate`: the same games whatever the threads, and what is told of them.

use crate::support;
use crate::support::{cardable, run};
use serde_json::{Value, json};

/// The counts, without what depends on the clock.
fn counts(args: &[&str], code: i32) -> Value {
    let mut all = vec!["simulate", "--json"];
    all.extend(args);
    let mut counts = cardable(&all).json(code);
    assert!(counts["seconds"].is_f64() && counts["games_per_second"].is_f64());
    let object = counts.as_object_mut().unwrap();
    object.remove("seconds");
    object.remove("games_per_second");
    counts
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let args = ["coins", "-n", "100", "--seed", "4", "-o", "generous=true"];
    let with = |threads: &'static str| counts(&[&args[..], &["--threads", threads]].concat(), 0);
    let one = with("1");
    assert_eq!(one, with("2"));
    assert_eq!(one, with("7"));
    assert_ne!(
        one,
        counts(&["coins", "-n", "100", "--seed", "5", "-o", "generous=true"], 0)
    );
}

/// A hand of Hearts is 52 cards, and three are passed by each before it.
#[test]
fn options_of_games_in_phases_are_played() {
    let choices =
        |options: &[&str]| counts(&[&["hearts", "-n", "5"], options].concat(), 0)["choices_mean"].clone();
    assert_eq!(choices(&["-o", "hands=1"]), 64.0);
    assert_eq!(choices(&["-o", "hands=2", "-o", "pass=never"]), 104.0);
    assert_eq!(choices(&["-o", "hands=4"]), 244.0);
}

#[test]
fn json_is_one_object() {
    let counts = counts(&["coins", "-n", "50", "-p", "2"], 0);
    let keys: Vec<&String> = counts.as_object().unwrap().keys().collect();
    assert_eq!(
        keys,
        [
            "actions",
            "choices_mean",
            "choices_median",
            "choices_p95",
            "faults",
            "games",
            "outcomes",
            "seats",
            "unfinished",
            "warnings"
        ]
    );
    assert_eq!(counts["games"], 50);
    assert_eq!(counts["choices_mean"], 6.0);
    assert_eq!(
        (&counts["choices_median"], &counts["choices_p95"]),
        (&json!(6), &json!(6))
    );
    assert_eq!(counts["outcomes"], json!({ "the heap is gone": 50 }));
    assert_eq!(
        counts["actions"],
        json!([
            { "state": "taking", "action": "take one", "offered": 300, "taken": 300, "unexhausted": 0 },
            { "state": "taking", "action": "take some", "offered": 0, "taken": 0, "unexhausted": 0 },
        ])
    );
    assert_eq!(
        counts["seats"][0],
        json!({ "wins": 50, "win_share": 0.5, "mean_score": 3.0 }),
        "both win every game, and share it"
    );
    assert_eq!(counts["faults"], json!([]));
}

#[test]
fn people_are_told_what_is_never_offered() {
    let out = cardable(&["simulate", "coins", "-n", "20", "-p", "2", "--threads", "1"]).with(0);
    assert!(out.starts_with("Coins: 20 games with 2 seats, seed 0\n"), "{out}");
    assert!(
        out.contains("take some         0         0  never offered"),
        "{out}"
    );
    assert!(out.contains("100.0 %        20  the heap is gone"), "{out}");
}

#[test]
fn games_can_be_broken_off() {
    let reached = counts(&["coins", "-n", "5", "--until-state", "taking"], 0);
    assert_eq!(reached["outcomes"], json!({ "state:taking": 5 }));
    assert_eq!(reached["choices_mean"], 0.0);
    let bounded = counts(&["coins", "-n", "5", "--choices", "3"], 0);
    assert_eq!(bounded["outcomes"], json!({ "unfinished": 5 }));
    assert_eq!(bounded["choices_mean"], 3.0);
    assert_eq!(
        bounded["unfinished"],
        json!([{ "states": "taking", "count": 5, "seed": 0 }])
    );
    let told = cardable(&["simulate", "coins", "-n", "5", "--choices", "3", "-p", "2"]).with(0);
    assert!(
        told.contains(
            "not ended after 3 choices\n  5 × standing in `taking`\n  to see it: cardable simulate coins --games 1 --seed 0 --players 2 --choices 3 --save game.json\n"
        ),
        "{told}"
    );
}

#[test]
fn a_fault_is_told_with_a_seed_that_shows_it() {
    let all = counts(&["faulty", "-n", "200"], 1);
    let fault = &all["faults"][0];
    assert_eq!(fault["state"], "taking");
    let (count, seed) = (fault["count"].as_u64().unwrap(), fault["seed"].as_u64().unwrap());
    assert_eq!(all["outcomes"]["fault"].as_u64(), Some(count));
    let seed = seed.to_string();
    let alone = counts(&["faulty", "-n", "1", "--seed", &seed], 1);
    assert_eq!(alone["faults"][0]["message"], fault["message"]);
    // The kept game is the same, up to the choice that faults and no further.
    let folder = support::Folder::new("fault");
    let file = folder.0.join("game.json");
    let file = file.to_str().unwrap();
    let kept = cardable(&["simulate", "faulty", "-n", "1", "--seed", &seed, "--save", file]).with(1);
    assert!(
        kept.contains("has a game up to its fault: cardable replay"),
        "{kept}"
    );
    let replay = cardable(&["replay", file, "--ruleset", "faulty", "--view", "all"]);
    assert_eq!(replay.code, 1, "{}", replay.out);
    let choices = alone["choices_mean"].as_f64().unwrap() as u64;
    assert!(
        replay
            .err
            .starts_with(&format!("error: `{file}`: choice {choices} ("))
            && replay.err.contains(") is a fault of the rules: "),
        "{}",
        replay.err
    );
    assert!(replay.out.contains("takes some"), "{}", replay.out);
}

#[test]
fn picks_that_were_not_all_tried_are_counted() {
    let folder = support::Folder::new("many-picks");
    let cards: Vec<Value> = (1..=40)
        .map(|n| json!({ "card_name": n.to_string(), "card_id": n, "card_value": n }))
        .collect();
    let take = |sum: u32, most: u32| {
        json!({
            "action_name": format!("take {sum}"), "type": "world_pick",
            "pick": { "from": "deck", "min": 1, "max": most },
            "valid": format!("sum($picked, value) == {sum}"), "primitives": "end_game()",
        })
    };
    let ruleset = json!({
        "cardset": { "set_name": "numbers", "cards": cards },
        "ruleset": {
            "ruleset_name": "Many picks", "min_players": 1, "max_players": 1, "cardsets": "numbers",
            "game_area": { "shared_zones": [{ "name": "deck", "zone_visibility": "all" }] },
            "game_state": [{ "state_name": "play", "state_type": "round_robin", "actions": [take(9, 12), take(5, 2)] }],
        },
    });
    let file = folder.0.join("many.json");
    std::fs::write(&file, ruleset.to_string()).unwrap();
    let file = file.to_str().unwrap();
    let all = counts(&[file, "-n", "10"], 0);
    assert_eq!(
        (
            &all["actions"][0]["unexhausted"],
            &all["actions"][1]["unexhausted"]
        ),
        (&json!(10), &json!(0))
    );
    let told = cardable(&["simulate", file, "-n", "10"]).with(0);
    assert!(
        told.contains("`take 9` in `play`: 10 of the 10 times it was offered"),
        "{told}"
    );
    assert!(!told.contains("`take 5` in"), "{told}");
}

#[test]
fn teams_and_roles_are_chosen_seat_by_seat() {
    let game = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/fixtures/everything.json");
    let seats = |args: &[&str]| {
        let usual = ["simulate", game, "-n", "1", "--choices", "5", "--json"];
        let ran = cardable(&[&usual, args].concat());
        let all: Option<serde_json::Value> = serde_json::from_str(&ran.out).ok();
        all.and_then(|all| Some(all["seats"].as_array()?.len()))
            .ok_or(format!("{} {}", ran.code, ran.err.trim()))
    };
    for (args, wanted) in [
        (&["--teams", "odd,Even,2"][..], Ok(3)),
        (&["--roles", "player,player", "--players", "2"], Ok(2)),
        (
            &["--teams", "Odd,Green"],
            Err("2 error: there is no team `Green`; there are: Odd, Even"),
        ),
        (
            &["--teams", "0,1"],
            Err("2 error: there is no team `0`; there are: Odd, Even"),
        ),
        (
            &["--teams", "1,2", "--players", "3"],
            Err("2 error: `--teams` has one entry for every seat: 2 do not fit `--players 3`"),
        ),
        (
            &["--roles", "player,hous"],
            Err("2 error: no seat can be `hous`; there are: player"),
        ),
    ] {
        assert_eq!(seats(args), wanted.map_err(str::to_owned), "{args:?}");
    }
}

#[test]
fn what_cannot_be_simulated_is_wrong_usage() {
    for args in [
        &["coins", "--players", "9"][..],
        &["coins", "--until-state", "nowhere"],
        &["coins", "-o", "rich=true"],
        &["coins", "-o", "generous"],
        &["coins", "-o", "generous=maybe"],
        &["coins", "--teams", "1,2"],
        &["nothing-of-the-kind"],
        &["coins", "--games", "many"],
        &["coins", "-n", "0"],
    ] {
        let ran = cardable(&[&["simulate"], args].concat());
        assert_eq!(ran.code, 2, "{args:?} {}", ran.err);
    }
    assert_eq!(cardable(&["simulate", "broken"]).code, 1);
    // Other programs get what `check` tells them.
    let told = cardable(&["simulate", "broken", "--json"]).json(1);
    assert_eq!(told, cardable(&["check", "--format", "json", "broken"]).json(1));
    assert!(told[0]["code"].is_string(), "{told}");
    let told = |args: &[&str]| cardable(&[&["simulate"], args].concat()).err;
    assert_eq!(
        told(&["coins", "-o", "generous=maybe"]),
        "error: option `generous` cannot be `maybe`: it can be true or false\n"
    );
    assert_eq!(
        told(&["coins", "--teams", "1,2,1,2,1,2,1,2,1"]),
        "error: Coins is for 2 to 4 players, not 9; `--teams` has one entry for every seat\n"
    );
}

#[test]
fn a_game_that_never_ends_is_a_problem_found() {
    let folder = support::Folder::new("never");
    let rules = r#"{ "ruleset": { "ruleset_name": "Never", "min_players": 2, "max_players": 2,
        "global_data": { "key": "n", "value": 0 },
        "game_state": { "state_name": "turning", "state_type": "round_robin", "actions": [
            { "action_name": "turn", "type": "button", "primitives": "set($globals.n, 1 - $globals.n)" },
            { "action_name": "stop", "type": "button", "condition": "$globals.n == 2", "primitives": "end_game($player)" }
        ] } } }"#;
    std::fs::write(folder.0.join("ruleset.json"), rules).unwrap();
    let path = folder.0.to_str().unwrap();
    let all = counts(&[path, "-n", "2"], 1);
    assert_eq!(all["unfinished"][0]["count"], 2);
    // Whoever says when to break it off knows that it is.
    counts(&[path, "-n", "2", "--choices", "50"], 0);
    // Bots, who think about each choice, are not waited for as long.
    let by_bots = counts(&[path, "-n", "2", "--bots", "search:2,random"], 1);
    assert_eq!(by_bots["choices_p95"], 500);
    let usual = counts(&["goofspiel", "-n", "2", "--bots", "search:2,random"], 0);
    assert_eq!(usual["unfinished"], serde_json::json!([]));
}

#[test]
fn a_new_game_checks_plays_and_ends() {
    let folder = support::Folder::new("new");
    let told = run(&folder.0, &["new", "my game"], "").with(0);
    assert!(told.contains("cardable play \"my game\""), "{told}");
    assert_eq!(
        run(&folder.0, &["check", "--strict", "my game"], "").with(0),
        "my game: no problems\n"
    );
    let tested = run(&folder.0, &["test", "my game"], "").with(0);
    assert!(tested.ends_with("4 passed\n"), "{tested}");
    let counts = run(&folder.0, &["simulate", "my game", "-n", "50", "--json"], "").json(0);
    assert_eq!(counts["outcomes"], json!({ "all cards played": 50 }));
    let schema = std::fs::read_to_string(folder.0.join("my game/ruleset.schema.json")).unwrap();
    assert_eq!(schema, cardable(&["schema"]).with(0));
    assert_eq!(run(&folder.0, &["new", "my game"], "").code, 1);
    assert_eq!(run(&folder.0, &["new", "../up"], "").code, 2);
}

#[test]
fn what_a_script_says_when_it_errs_is_for_its_author() {
    let run = cardable(&["simulate", "scripted-fault", "-n", "3", "--seed", "1"]);
    assert_eq!(run.code, 1, "{}", run.err);
    assert!(
        run.out
            .contains("it said: rules.luau:4: no card is left for Grace"),
        "{}",
        run.out
    );
    let json = cardable(&["simulate", "scripted-fault", "-n", "3", "--seed", "1", "--json"]).with(1);
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    assert_eq!(
        json["faults"][0]["said"],
        "rules.luau:4: no card is left for Grace"
    );

    let folder = support::Folder::new("said");
    let file = folder.0.join("game.json");
    let file = file.to_str().unwrap();
    cardable(&[
        "simulate",
        "scripted-fault",
        "-n",
        "1",
        "--seed",
        "1",
        "--save",
        file,
    ])
    .with(1);
    let replay = |view| cardable(&["replay", file, "--ruleset", "scripted-fault", "--view", view]).err;
    assert!(
        replay("all").contains("the script said: rules.luau:4: no card"),
        "{}",
        replay("all")
    );
    for view in ["spectator", "1"] {
        assert!(!replay(view).contains("no card is left"), "{}", replay(view));
    }
}

#[test]
fn bots_are_told_apart() {
    let args = [
        "crazy-eights",
        "-n",
        "7",
        "--bots",
        "search:20,random",
        "--seed",
        "3",
    ];
    let one = counts(&[&args[..], &["--threads", "1"]].concat(), 0);
    assert_eq!(one, counts(&[&args[..], &["--threads", "2"]].concat(), 0));
    // Deals are played from both seats, so there is an even number of games.
    assert_eq!(one["games"], 8);
    let bots = one["bots"].as_array().unwrap();
    let names: Vec<&str> = bots.iter().map(|bot| bot["bot"].as_str().unwrap()).collect();
    assert_eq!(names, ["search:20", "random"]);
    let share = |at: usize| bots[at]["win_share"].as_f64().unwrap();
    assert!((share(0) + share(1) - 1.0).abs() < 1e-9, "{bots:?}");
    for bot in bots {
        let interval: Vec<f64> = bot["interval"]
            .as_array()
            .unwrap()
            .iter()
            .map(|n| n.as_f64().unwrap())
            .collect();
        assert!(
            interval[0] <= bot["win_share"].as_f64().unwrap()
                && bot["win_share"].as_f64().unwrap() <= interval[1]
        );
    }
}

/// Nothing is hurried: it waits until the program takes notice of Ctrl-C, as the system tells.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_keeps_what_was_played() {
    let interrupted = |args: &[&str]| {
        let endless = ["simulate", "coins", "-p", "2", "--games", "1000000000"];
        let child = support::started(&support::fixtures(), &[&endless, args].concat());
        let id = child.id().to_string();
        let notices = || {
            let status = std::fs::read_to_string(format!("/proc/{id}/status")).unwrap();
            let caught = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
            u64::from_str_radix(caught.unwrap().trim(), 16).unwrap() & 0b10 != 0
        };
        while !notices() {
            std::thread::yield_now();
        }
        let killed = std::process::Command::new("kill").args(["-INT", &id]).status();
        assert!(killed.unwrap().success());
        let output = child.wait_with_output().unwrap();
        let out = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(0), "{out}");
        out
    };
    let told = interrupted(&[]);
    let mut lines = told.lines();
    let (heading, early) = (lines.next().unwrap(), lines.nth(1).unwrap());
    let games = heading
        .strip_prefix("Coins: ")
        .and_then(|rest| rest.split(' ').next());
    assert_eq!(
        early,
        format!(
            "It was ended early: {} of 1,000,000,000 games were played",
            games.unwrap()
        )
    );
    assert!(told.contains("the heap is gone"), "{told}");
    // Bots play whole games, too.
    let told = interrupted(&["--bots", "search:4,random", "--json"]);
    let told: Value = serde_json::from_str(&told).unwrap();
    let games = told["games"].as_u64().unwrap();
    assert!(games > 0, "{told}");
    assert_eq!(told["outcomes"], json!({ "the heap is gone": games }));
    let early = told["ended_early"].as_str().unwrap();
    assert!(early.ends_with(" of 1,000,000,000 games were played"), "{early}");
}
