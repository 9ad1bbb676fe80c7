//! `play` and `replay`: whole games, typed from a script.

use crate::support::{Folder, Typing, fixtures, run, snapshot, typed};

#[test]
fn a_whole_game_reads_well() {
    let script = "?\n9\nl\ncards\n1\ncards\n\nu\n1\n1\n1\n1\n1\n1\n1\n1\n";
    let out = typed(&["play", "coins", "-p", "2", "--seed", "5"], script).with(0);
    snapshot("coins/play.txt", &out);
    assert!(out.lines().all(|line| line.chars().count() <= 80), "{out}");
}

#[test]
fn what_is_said_of_a_hint_keeps_to_the_width() {
    let out = typed(&["play", "kitchen-rummy", "-p", "2", "--seed", "5"], "hint\nq\n").with(0);
    assert!(
        out.contains(
            "There is no hint: nobody ever wins by these rules, so no choice is better than\nanother.\n"
        ),
        "{out}"
    );
}

/// Which card of a column lies open decides what can be done: however long it is, its cards stand in their order.
#[test]
fn columns_are_shown_in_their_order() {
    let out = typed(&["play", "klondike", "--seed", "918513"], "q\n").with(0);
    for column in ["Column 1 9♠", "Column 6 ▒▒▒▒▒ 5♦", "Column 7 ▒▒▒▒▒▒ Q♥"] {
        assert!(out.contains(column), "{out}");
    }
}

#[test]
fn numbers_below_zero_have_one_sign() {
    let args = [
        "play",
        "crazy-eights",
        "--human",
        "0",
        "--bots",
        "random",
        "--seed",
        "1",
    ];
    let out = typed(&args, "").with(0);
    let end = out.rsplit("The end").next().unwrap();
    assert!(end.contains("score −2") && end.contains("  −2 points"), "{end}");
    assert!(!end.contains(" -"), "{end}");
}

#[test]
fn numbers_are_asked_for_and_checked() {
    let args = ["play", "coins", "-p", "2", "--seed", "5", "-o", "generous=true"];
    let out = typed(&args, "2\n3\n2\nq\n").with(0);
    assert!(out.contains("How many?  a number from 1 to 2"), "{out}");
    assert!(out.contains("Type a number from 1 to 2."), "{out}");
    assert!(out.contains("You take some"), "{out}");
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let game = || typed(&["play", "coins", "--seed", "8"], &"1\n".repeat(9)).with(0);
    assert_eq!(game(), game());
    let end = typed(&["play", "coins", "--human", "0", "--seed", "8"], "").with(0);
    assert!(end.contains("the heap is gone"), "{end}");
}

#[test]
fn nobody_sees_the_hand_of_the_other() {
    let out = typed(
        &["play", "coins", "-p", "2", "--human", "1", "2"],
        "\n1\n\n1\n\n1\nq\n",
    )
    .with(0);
    assert!(
        out.contains("It is for Grace to decide. Come to the screen and press Enter."),
        "{out}"
    );
    for line in out
        .lines()
        .filter(|line| line.contains("Purse ") && !line.contains("(you)"))
    {
        assert!(!line.contains("Gold") && !line.contains("Silver"), "{line}");
    }
}

#[test]
fn a_saved_game_goes_on_and_can_be_told_again() {
    let folder = Folder::new("save");
    let file = folder.0.join("game.json");
    let file = file.to_str().unwrap();
    let args = ["play", "coins", "-p", "2", "--seed", "5", "--save", file];
    let left = typed(&args, "1\nq\n").with(0);
    assert!(left.contains("The game is kept in"), "{left}");
    let resumed = typed(&args, "1\n1\n").with(0);
    assert!(
        resumed.starts_with("Coins, going on after 2 choices\n"),
        "{resumed}"
    );
    assert!(resumed.contains("the heap is gone"), "{resumed}");
    let whole = typed(&["play", "coins", "-p", "2", "--seed", "5"], "1\n1\n1\n").with(0);
    let ends = |out: &str| out[out.find("The end").unwrap()..].to_owned();
    assert_eq!(ends(&whole), ends(&resumed));

    let replay = |more: &[&str]| typed(&[&["replay", file, "--ruleset", "coins"], more].concat(), "");
    let all = replay(&["--view", "all"]).with(0);
    assert_eq!(all.matches(" takes ").count(), 6, "{all}");
    snapshot("coins/replay.txt", &replay(&["--view", "1"]).with(0));
    let public = replay(&[]).with(0);
    assert!(!public.contains("Penny"), "{public}");
    assert!(replay(&["--step"]).with(0).contains("Enter goes on"));
    assert_eq!(replay(&["--view", "3"]).code, 2);
}

#[test]
fn what_is_no_saved_game_of_this_ruleset_is_refused() {
    let folder = Folder::new("spoilt");
    let file = folder.0.join("game.json");
    let path = file.to_str().unwrap();
    typed(&["play", "coins", "--save", path], "1\nq\n").with(0);
    let other = typed(&["play", "faulty", "--save", path], "q\n");
    assert_eq!(other.code, 1);
    assert!(
        other
            .err
            .contains("the game is one of Coins, and `faulty` is Faulty"),
        "{}",
        other.err
    );
    assert_eq!(run(&folder.0, &["replay", path], "").code, 2);
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, &text[..text.len() / 2]).unwrap();
    assert_eq!(typed(&["play", "coins", "--save", path], "q\n").code, 1);
    let damaged = typed(&["replay", path], "");
    assert!(damaged.err.contains("it breaks off at line 1"), "{}", damaged.err);
    std::fs::write(&file, text.replace("\"format\":1", "\"format\":true")).unwrap();
    let damaged = typed(&["replay", path], "");
    assert!(
        damaged
            .err
            .contains("`format` is a whole number from 0 on, and this is boolean `true` (line 1, "),
        "{}",
        damaged.err
    );
    assert_eq!(typed(&["replay", "no-such-file"], "").code, 2);
    // A folder, and on Unix a device that never ends, are not read.
    let folder = folder.0.to_str().unwrap();
    let special = if cfg!(unix) { "/dev/zero" } else { folder };
    for path in [folder, special] {
        let refused = typed(&["replay", path], "");
        assert_eq!(refused.code, 1, "{}", refused.err);
        assert!(refused.err.contains("it is no regular file"), "{}", refused.err);
    }
}

/// A deal goes round the table card by card, and is told seat by seat.
#[test]
fn a_deal_is_told_seat_by_seat() {
    let told = |human: &str, typing: &str| {
        let out = typed(
            &[
                "play", "euchre", "--human", human, "--bots", "random", "--seed", "5",
            ],
            typing,
        );
        out.out.split_whitespace().collect::<Vec<_>>().join(" ")
    };
    let out = told("1", &"1\n".repeat(40));
    let (_, deal) = out.split_once("You are dealt ").expect(&out);
    let (own, others) = deal.split_once("; ").expect(deal);
    assert_eq!(own.split(' ').count(), 6, "five and an `and`: {own}");
    assert!(
        others.starts_with("5 cards each to Grace, Edsger and Barbara ")
            && others.split(' ').take(12).any(|word| word == "turned"),
        "{others}"
    );
    let out = told("0", "");
    assert!(
        out.contains("Dealt: 5 cards each to Ada, Grace, Edsger and Barbara"),
        "{out}"
    );
}

/// What is said beside a game that was begun holds for it, or is refused.
#[test]
fn an_option_of_a_game_without_options_is_refused() {
    let refused = typed(&["play", "tricks", "--option", "hands=3"], "");
    assert_eq!(refused.code, 2, "{}", refused.err);
    assert!(
        refused
            .err
            .contains("has no options: leave `--option hands=3` out"),
        "{}",
        refused.err
    );
}

#[test]
fn a_game_that_was_begun_goes_on_as_it_was_begun() {
    let folder = Folder::new("goes-on");
    let file = folder.0.join("game.json");
    let file = file.to_str().unwrap();
    let args = ["play", "coins", "-p", "2", "--seed", "5", "--save", file];
    typed(&args, "1\nq\n").with(0);
    typed(&args, "q\n").with(0);
    typed(&["play", "coins", "--save", file], "q\n").with(0);
    for (more, wanted) in [
        (&["-p", "3"][..], "leave `--players` out"),
        (&["--seed", "6"], "leave `--seed` out"),
        (&["--rng", "mulberry32"], "leave `--rng` out"),
        (&["--option", "wibble=1"], "has no option `wibble`"),
        (&["--teams", "1,2"], ""),
        (&["--seed", "xyz"], "a seed is a whole number"),
    ] {
        let refused = typed(&[&["play", "coins", "--save", file], more].concat(), "q\n");
        assert_eq!(refused.code, 2, "{more:?}: {}", refused.err);
        assert!(refused.err.contains(wanted), "{more:?}: {}", refused.err);
    }
    let rules = typed(&["replay", "coins/ruleset.json"], "");
    assert_eq!(rules.code, 2);
    assert!(
        rules.err.contains("is a ruleset, not a saved game"),
        "{}",
        rules.err
    );
    let rules = typed(&["replay", "coins"], "");
    assert!(rules.err.contains("is the folder of a ruleset"), "{}", rules.err);
    let near = typed(&["play", "coin"], "");
    assert!(near.err.contains("did you mean `coins`?"), "{}", near.err);
}

#[test]
fn a_replay_finds_its_ruleset_and_notices_that_it_has_changed() {
    let folder = Folder::new("changed");
    let rules = folder.0.join("ruleset.json");
    std::fs::copy(fixtures().join("coins/ruleset.json"), &rules).unwrap();
    let play = ["play", ".", "--save", "game.json"];
    run(&folder.0, &play, "1\nq\n").with(0);
    let told = run(&folder.0, &["replay", "game.json"], "").with(0);
    assert!(told.contains(" takes "), "{told}");
    let text = std::fs::read_to_string(&rules).unwrap();
    // What only people read changes nothing.
    std::fs::write(&rules, text.replace("Heap", "Hoard") + "// the end\n").unwrap();
    run(&folder.0, &["replay", "game.json"], "").with(0);
    std::fs::write(&rules, text.replace("\"$player\", 1]", "\"$player\", 2]")).unwrap();
    let changed = run(&folder.0, &["replay", "game.json"], "");
    assert_eq!(changed.code, 1);
    assert!(
        changed
            .err
            .starts_with("error: the rules of Coins in `.` have changed since the game was played"),
        "{}",
        changed.err
    );
    assert_eq!(run(&folder.0, &play, "q\n").code, 1);
    // It may be tried anyway, and tells what does not fit.
    let anyway = run(&folder.0, &["replay", "game.json", "--anyway"], "").with(0);
    assert!(anyway.contains("made by other rules of `Coins`"), "{anyway}");
    assert!(anyway.contains(" takes "), "{anyway}");
    std::fs::write(
        &rules,
        text.replace("\"!is_empty(deck)\"", "\"is_empty(deck)\"")
            .replace("$options.generous && ", ""),
    )
    .unwrap();
    let broken = run(&folder.0, &["replay", "game.json", "--anyway"], "").with(0);
    assert!(broken.contains("choice 1 is not possible any more"), "{broken}");
    let play = [&play[..], &["--anyway"]].concat();
    let resumed = run(&folder.0, &play, "q\n").with(0);
    assert!(resumed.contains("choice 1 is not possible any more"), "{resumed}");
}

#[test]
fn the_action_is_named_where_two_pick_the_same_seat() {
    let folder = Folder::new("two-picks");
    let pick = |name: &str| {
        format!(
            r#"{{ "action_name": "{name}", "type": "world_pick", "pick": {{ "what": "seat", "from": "= other_players($player)" }},
                "primitives": ["log_message('{name}s {{0}}', $action.world_pick)", "end_game(all)"] }}"#
        )
    };
    let rules = format!(
        r#"{{ "cardset": {{ "set_name": "one", "cards": [{{ "card_name": "A", "card_id": 0 }}] }},
        "ruleset": {{ "ruleset_name": "Two", "min_players": 3, "max_players": 3, "cardsets": "one", "game_state": {{
            "state_name": "play", "state_type": "round_robin", "actions": [{}, {}] }} }} }}"#,
        pick("Attack"),
        pick("Trade")
    );
    std::fs::write(folder.0.join("two.json"), rules).unwrap();
    let played = run(
        &folder.0,
        &["play", "two.json", "-p", "3", "--seed", "1"],
        "Grace\nTrade: Grace\nq\n",
    );
    assert!(
        played
            .out
            .contains("`Grace` may be “Attack: Grace” or “Trade: Grace”"),
        "{}\n{}",
        played.out,
        played.err
    );
    assert!(played.out.contains("Trades Grace"), "{}", played.out);
}

#[test]
fn words_do_what_their_numbers_do() {
    let args = ["play", "coins", "-p", "2", "--seed", "5", "-o", "generous=true"];
    let words = typed(&args, "take\ndance\nTAKE S\n2\nq\n").with(0);
    assert!(
        words.contains("`take` may be “take one” or “take some”"),
        "{words}"
    );
    assert!(
        words.contains("Type a number from 1 to 2, or ? for help."),
        "{words}"
    );
    assert!(words.contains("You take some"), "{words}");
}

#[test]
fn only_enter_shows_the_next_hand() {
    let args = ["play", "coins", "-p", "2", "--seed", "5", "--human", "1", "2"];
    let left = typed(&args, "\n1\nq\n1\n").with(0);
    assert_eq!(left.matches("(you)").count(), 1, "{left}");
    let other = typed(&args, "\n1\nhello\n\nq\n").with(0);
    assert!(
        other.contains("Enter alone shows the cards; q leaves the game."),
        "{other}"
    );
    assert_eq!(other.matches("(you)").count(), 2, "{other}");
}

#[test]
fn seats_that_are_not_there_cannot_be_taken() {
    assert_eq!(typed(&["play", "coins", "-p", "2", "--human", "3"], "").code, 2);
}

#[test]
fn without_anything_skullable_is_played() {
    let out = run(&fixtures(), &["play"], "q\n").with(0);
    assert!(out.contains("── Skullable ──"), "{out}");
}

/// A game in which the first seat acts for ever, and nobody else.
const ENDLESS: &str = r#"{ "ruleset": {
    "ruleset_name": "Round and round",
    "min_players": 2,
    "max_players": 2,
    "global_data": [{ "key": "n", "value": 0 }],
    "game_state": {
        "state_name": "turning",
        "state_type": "grandstand",
        "actions": [
            { "action_name": "turn", "type": "button", "primitives": "set($globals.n, 1 - $globals.n)" },
            {
                "action_name": "stop",
                "type": "button",
                "condition": "$globals.n == 2",
                "primitives": "end_game($player)",
            },
        ],
    },
} }"#;

#[test]
fn a_game_that_bots_never_end_is_given_up() {
    let folder = Folder::new("endless");
    std::fs::write(folder.0.join("ruleset.json"), ENDLESS).unwrap();
    let path = folder.0.to_str().unwrap();
    let out = typed(&["play", path, "-p", "2", "--human", "2", "--seed", "1"], "");
    assert_eq!(out.code, 1, "{out:?}");
    assert!(
        out.err.contains("bots have made 10000 choices in a row"),
        "{out:?}"
    );
    assert!(out.err.contains("it is in state `turning`"), "{out:?}");
}

/// Rules with a condition that cannot be worked out.
const UNSOUND: &str = r#"{
    "meta": { "name": "Unsound", "slug": "unsound", "version": "1.0.0", "author": "a", "players": { "min": 1, "max": 2 } },
    "deck": { "preset": "standard_52", "copies": 1, "cardValues": { "A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "8": 8, "9": 9, "10": 10, "J": 10, "Q": 10, "K": 10 } },
    "roles": [{ "name": "player", "isHuman": true, "count": "per_player" }],
    "zones": [{ "name": "draw_pile", "visibility": "hidden", "owners": [] }],
    "variables": { "n": 0 },
    "phases": [
        { "name": "p", "kind": "turn_based", "actions": [
            { "name": "stay", "label": "Stay", "effect": ["set_var(n, 0)"] },
            { "name": "end", "label": "End it", "effect": ["end_game()"] }
        ], "transitions": [{ "to": "q", "when": "10 / n > 1" }] },
        { "name": "q", "kind": "automatic", "transitions": [] }
    ],
    "scoring": { "method": "1", "winCondition": "true" },
    "ui": { "layout": "grid", "tableColor": "dark" }
}"#;

#[test]
fn a_condition_that_cannot_be_worked_out_is_told() {
    let folder = Folder::new("unsound");
    let file = folder.0.join("unsound.cardgame.json");
    std::fs::write(&file, UNSOUND).unwrap();
    let path = file.to_str().unwrap();
    let said = "a condition was taken for false";
    for (more, times) in [(&[][..], 1..=1), (&["--watch"][..], 2..=9)] {
        let args = [&["play", path, "-p", "1", "--seed", "1"], more].concat();
        let out = typed(&args, "1\n1\n2\n");
        assert!(times.contains(&out.out.matches(said).count()), "{out:?}");
        assert!(out.out.contains("division by zero"), "{out:?}");
    }
}

/// A ruleset whose script has a line of its own.
fn scripted(line: &str) -> String {
    include_str!("fixtures/scripted.json5").replace("LINE", line)
}

#[test]
fn whoever_writes_the_rules_mends_a_fault_and_goes_on() {
    let folder = Folder::new("mended");
    let file = folder.0.join("ruleset.json");
    std::fs::write(&file, scripted("local none = nil; none.value = 1")).unwrap();
    let mut game = Typing::begin(
        &folder.0,
        &["play", "ruleset.json", "--watch", "--human", "0", "--seed", "1"],
    );
    let told = game.until("press Enter");
    assert!(told.contains("attempt to index nil"), "{told}");
    assert!(told.contains("called from"), "{told}");
    assert!(told.contains("  | before"), "{told}");
    // What cannot be read is told, and it waits on.
    std::fs::write(&file, "{").unwrap();
    game.types("");
    game.until("press Enter");
    std::fs::write(&file, scripted("globals.n += 1")).unwrap();
    game.types("");
    let ran = game.ended();
    assert!(ran.out.contains("The ruleset has changed"), "{}", ran.out);
    assert!(ran.out.contains("The end"), "{}", ran.out);
    assert_eq!(ran.code, 0, "{}", ran.err);
}

#[test]
fn errors_are_told_once_until_the_file_changes() {
    let folder = Folder::new("once");
    let file = folder.0.join("ruleset.json");
    std::fs::write(&file, "{").unwrap();
    let mut game = Typing::begin(
        &folder.0,
        &["play", "ruleset.json", "--watch", "--human", "0", "--seed", "1"],
    );
    game.until("press Enter");
    game.types("");
    let again = game.until("press Enter");
    assert!(again.contains("Nothing has been changed"), "{again}");
    std::fs::write(&file, "{ ").unwrap();
    game.types("");
    game.until("press Enter");
    game.types("");
    let again = game.until("press Enter");
    assert!(again.contains("Nothing has been changed"), "{again}");
    std::fs::write(&file, scripted("globals.n += 1")).unwrap();
    game.types("");
    let ran = game.ended();
    assert!(ran.out.contains("The end"), "{}", ran.out);
    let times = ran.err.matches("is never closed").count();
    assert_eq!(times, 2, "once for each text: {}", ran.err);
}

#[test]
fn a_game_that_cannot_begin_waits_until_it_can() {
    let folder = Folder::new("begun");
    let file = folder.0.join("ruleset.json");
    std::fs::write(&file, "{").unwrap();
    let mut game = Typing::begin(
        &folder.0,
        &["play", "ruleset.json", "--watch", "--human", "0", "--seed", "1"],
    );
    game.until("press Enter");
    std::fs::write(&file, scripted("globals.n += 1")).unwrap();
    game.types("");
    let ran = game.ended();
    assert!(ran.out.contains("The end"), "{}", ran.out);
    let left = run(&folder.0, &["play", "nowhere.json", "--watch"], "");
    assert_eq!(left.code, 2, "what is not there is not waited for");
}

/// The path of a game in which it is always right to keep a gem, and wrong to give it away.
const GEMS: &str = "../../../cardable-bots/tests/fixtures/gems.json";

#[test]
fn a_hint_is_what_a_bot_would_do_and_how_well_that_goes() {
    let out = typed(&["play", GEMS, "--seed", "5"], "hint\nq\n").with(0);
    let hint = out.split_once("A bot would do this: ").expect(&out).1;
    let hint = hint.split_whitespace().collect::<Vec<_>>().join(" ");
    assert!(hint.starts_with("keep ("), "{hint}");
    assert!(
        hint.contains(" %; you are ") || hint.contains(" %; it is "),
        "{hint}"
    );
    assert!(hint.contains("better than the next best: give away ("), "{hint}");
    let forced = typed(&["play", "coins", "--seed", "5"], "hint\nq\n").with(0);
    assert!(
        forced.contains("There is no hint: only one thing can be done."),
        "{forced}"
    );
}

#[test]
fn bots_of_a_level_go_on_as_they_would_have() {
    let folder = Folder::new("levels");
    let file = folder.0.join("game.json");
    let file = file.to_str().unwrap();
    for levels in ["easy", "medium,random", "hard,search:30"] {
        let args = ["play", "goofspiel", "-p", "3", "--seed", "4", "--bots", levels];
        let whole = typed(&args, &"1\n".repeat(5)).with(0);
        let kept = [&args[..], &["--save", file]].concat();
        let _ = std::fs::remove_file(file);
        typed(&kept, &"1\n".repeat(2)).with(0);
        let resumed = typed(&kept, &"1\n".repeat(3)).with(0);
        let (_, rest) = resumed.split_once("going on after").expect(&resumed);
        let table = rest.split("── Goofspiel").nth(1).expect(rest);
        assert!(whole.contains(table), "{levels}: {table}\n{whole}");
        // What is taken back and done again comes out as before.
        let undone = typed(&args, "1\n1\nu\n1\n1\n1\n1\n").with(0);
        let last = |out: &str| out.rsplit("── Goofspiel").next().map(str::to_owned);
        assert_eq!(last(&whole), last(&undone), "{levels}");
    }
}

#[test]
fn levels_that_do_not_fit_are_refused() {
    for (levels, wanted) in [
        (
            "brilliant",
            "there is no bot `brilliant`: write random, easy, medium, hard",
        ),
        ("search:0", "has no number of iterations"),
        (
            "easy,hard",
            "`--bots` has 2 levels, and there are bots on 3 seats",
        ),
    ] {
        let out = typed(&["play", "skullable", "-p", "4", "--bots", levels], "q\n");
        assert_eq!(out.code, 2, "{levels}: {out:?}");
        let said = out.err.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(wanted), "{levels}: {said}");
    }
}

#[test]
fn a_saved_game_keeps_the_levels_of_its_bots() {
    let folder = Folder::new("levels");
    let file = folder.0.join("game.json");
    let file = file.to_str().unwrap();
    let levels = || {
        let text = std::fs::read_to_string(file).unwrap();
        let saved: serde_json::Value = serde_json::from_str(&text).unwrap();
        serde_json::from_value::<Vec<String>>(saved["bots"].clone()).unwrap()
    };
    let play = |more: &[&str]| typed(&[&["play", "skullable", "--save", file], more].concat(), "q\n");
    play(&["-p", "3", "--bots", "easy,search:7"]).with(0);
    assert_eq!(levels(), ["medium", "easy", "search:7"]);
    for (more, kept) in [
        (&[][..], ["medium", "easy", "search:7"]),
        (&["--bots", "random"], ["random"; 3]),
        (&[], ["random"; 3]),
    ] {
        play(more).with(0);
        assert_eq!(levels(), kept, "{more:?}");
    }
    // Games that were kept by earlier versions have none.
    let text = std::fs::read_to_string(file).unwrap();
    std::fs::write(
        file,
        text.replace(r#""bots":["random","random","random"]"#, r#""bots":[]"#),
    )
    .unwrap();
    play(&[]).with(0);
    assert_eq!(levels(), ["medium"; 3]);
    std::fs::write(file, text.replace(r#"["random","#, r#"["brilliant","#)).unwrap();
    let refused = play(&[]);
    assert_eq!(refused.code, 1);
    assert!(
        refused
            .err
            .contains("is no saved game: there is no bot `brilliant`"),
        "{refused:?}"
    );
}

#[test]
fn a_look_back_names_what_cost_most() {
    let folder = Folder::new("look-back");
    let file = folder.0.join("game.json");
    let file = file.to_str().unwrap();
    let typing = "1\n1\n2\n1\n";
    let args = ["play", GEMS, "--seed", "5", "--save", file];
    let piped = typed(&args, typing).with(0);
    assert!(
        !piped.contains("Look back"),
        "what is not typed is not asked: {piped}"
    );
    let looked_back = "Ada made 4 choices; a bot would have done the same in 3. What cost most:\n  \
                       step 5: “give away”; “keep” looked better by ";
    for seat in ["1", "2", "3"] {
        let out = typed(&["replay", file, "--ruleset", GEMS, "--review", seat], "");
        match seat {
            "1" => assert!(out.with(0).starts_with(looked_back)),
            "2" => assert!(
                out.with(0)
                    .starts_with("Grace made 4 choices; a bot would have done the same")
            ),
            _ => assert_eq!(out.code, 2),
        }
    }
    std::fs::remove_file(file).unwrap();
    let reviewed = typed(&[&args[..], &["--review"]].concat(), typing).with(0);
    assert!(reviewed.contains(looked_back), "{reviewed}");
    let watched = typed(&["play", GEMS, "--human", "0", "--review", "--seed", "5"], "").with(0);
    assert!(!watched.contains("What cost most"), "{watched}");
}
