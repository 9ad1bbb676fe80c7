//! `cardable play --debug`: why not, values, the whole table, step by step, back, and edits.

use crate::support::{Folder, Typing, cardable, run, typed};

/// What is told when this is typed in a game of coins.
fn debugged(more: &[&str], lines: &str) -> String {
    let args = ["play", "coins", "-p", "2", "--seed", "5", "--debug"];
    let args: Vec<&str> = args.iter().chain(more).copied().collect();
    typed(&args, &format!("{lines}\nq\n")).with(0)
}

/// Whether a line has these words, whatever blanks are between them.
fn has_line(out: &str, words: &str) -> bool {
    let words: Vec<&str> = words.split_whitespace().collect();
    out.lines()
        .any(|line| line.split_whitespace().collect::<Vec<_>>() == words)
}

#[track_caller]
fn says(out: &str, lines: &[&str]) {
    for line in lines {
        assert!(has_line(out, line), "{line}: {out}");
    }
}

#[test]
fn it_says_that_everything_is_seen_and_what_can_be_asked() {
    let out = debugged(&[], "?");
    assert!(out.contains("what you ask tells all that is hidden"), "{out}");
    for command in ["why [ACTION [CARD]]", "eval EXPRESSION", "move CARD to ZONE"] {
        assert!(out.contains(command), "{command}: {out}");
    }
    let online = cardable(&["play", "coins", "--debug", "--connect", "http://localhost:1"]);
    assert_eq!(online.code, 2, "{}", online.err);
}

#[test]
fn conditions_are_explained_part_by_part() {
    let out = debugged(
        &[],
        "why take some\nwhy take one\nwhy\nwhy as 2 take one\nwhy steal",
    );
    says(
        &out,
        &[
            "take some: not offered: This is not a generous game.",
            "condition $options.generous && count_cards(deck) > 1 false",
            "$options.generous false",
            "count_cards(deck) > 1 true (count_cards(deck) = 6)",
            "take one: offered",
            "condition !is_empty(deck) true",
            "is_empty(deck) false",
            "take some: not offered: This is not a generous game.",
            "take one: not offered: it is not for the seat to choose now",
        ],
    );
    assert!(
        out.contains("No action here is called `steal`: there are `finish`, `take one`, `take some`."),
        "{out}"
    );
}

#[test]
fn cards_are_explained_too() {
    let args = ["play", "crazy-eights", "-p", "3", "--seed", "5", "--debug"];
    let out = typed(&args, "why play\nwhy play 9S\nwhy play 9H\nq\n").with(0);
    says(
        &out,
        &[
            "legal: Nine of Spades in Hand of Ada false",
            "play, Nine of Spades: cannot be picked",
            "$card.rank == 'Eight' false ($card.rank = 'Nine')",
            "$card.suit == $globals.suit false ($card.suit = 'Spades', $globals.suit = 'Clubs')",
            "The card does not lie where this action picks from.",
        ],
    );
}

#[test]
fn expressions_are_worked_out_in_the_game() {
    let out = debugged(
        &[],
        "eval count_cards(deck)\neval as Grace $player\neval as 1 top_card(deck).value\neval 1 +",
    );
    says(&out, &["6", "Grace"]);
    assert!(out.contains("E319") && out.contains("E316"), "{out}");
}

#[test]
fn everything_is_shown() {
    let out = debugged(&[], "state\nzones\nstep\nzones");
    says(
        &out,
        &[
            "state taking, turn of Ada",
            "$player.score = Ada 0, Grace 0",
            "Purse of Ada (0)",
            "Ada chooses: take one",
            "· Crown of Silver moves from Heap to Purse of Ada",
            "· $player.score of Ada = 1",
            "· it is the turn of Grace",
        ],
    );
}

#[test]
fn bots_wait_and_choices_are_taken_back() {
    let out = debugged(&["--bots", "random"], "1\nzones\n\nback 2\nback\n1\ngo\nstate");
    says(
        &out,
        &[
            "Purse of Ada (1) Crown of Silver",
            "Grace chooses: take one",
            "The last 2 choices or edits are taken back.",
            "There is nothing to take back.",
            "choices so far 2",
        ],
    );
}

#[test]
fn games_are_edited() {
    let folder = Folder::new("debug");
    let save = folder.0.join("game.json");
    let save = save.to_str().unwrap();
    let lines = "1\n\nset $player.score 7\nset as 2 $player.score = 3 + 4\nmove Penny of Gold to Purse of Grace\n\
        zones\nstate\nstep\nstep\nback 5\nstate\nset $player.score 'much'\nset $globals.x 1\nmove Zorn to deck\n\
        move Penny of Gold@hand to deck\nset $player.score 9";
    let out = debugged(&["--save", save], lines);
    says(
        &out,
        &["$player.score = Ada 7, Grace 7", "$player.score = Ada 1, Grace 1"],
    );
    for wanted in [
        "$player.score of Ada was 1 and is 7.",
        "Penny of Gold was moved from Heap to Purse of Grace.",
        "The value has the wrong type: it takes a number.",
        "There is no `$globals.x` to set",
        "No single card is called `Zorn`",
        "Penny of Gold does not lie there",
        "as it was before it was edited.",
    ] {
        assert!(out.contains(wanted), "{wanted}: {out}");
    }
    let args = ["eval", "coins", "[count_cards(deck)]", "--save", save];
    assert_eq!(run(&crate::support::fixtures(), &args, "").with(0), "[4]\n");
    let asked = debugged(&["-o", "generous=true"], "take some\nset $player.score 4");
    assert!(
        asked.contains("This game cannot be edited here: an action waits for the answer to its question."),
        "{asked}"
    );
}

/// The coins with a trigger, an automatic action that runs each time, and data of cards.
fn with_rules_of_cards(folder: &Folder) -> String {
    let text = std::fs::read_to_string(crate::support::fixtures().join("coins/ruleset.json")).unwrap();
    let more = r#""global_data": [{ "key": "taken", "value": 0 }, { "key": "counted", "value": 0 }],
        "card_data": [{ "key": "dust", "value": 0 }],
        "triggers": [{ "on": { "changed": "$player.score" }, "primitives": "increment($globals.taken)" }],
        "options":"#;
    let counts = r#""actions": [
            { "action_name": "count coins", "type": "auto", "primitives": "increment($globals.counted)" },"#;
    let open = (
        "\"zone_visibility\": \"owner\", \"order\": \"any\"",
        "\"zone_visibility\": \"all\", \"order\": \"fixed-fifo\"",
    );
    let text = text.replace(open.0, open.1);
    let text = text
        .replace("\"options\":", more)
        .replace("\"actions\": [", counts);
    let path = folder.0.join("ruleset.json");
    std::fs::write(&path, text).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn a_step_tells_what_the_rules_do_by_themselves() {
    let folder = Folder::new("by-itself");
    let game = with_rules_of_cards(&folder);
    let args = ["play", &game, "-p", "2", "--seed", "5", "--debug"];
    let out = typed(&args, "step\nwhy count coins\nq\n").with(0);
    assert!(out.contains("the automatic action count coins runs"), "{out}");
    let trigger = out
        .lines()
        .position(|line| line.contains("the trigger"))
        .expect(&out);
    let taken = out.lines().position(|line| line.contains("$globals.taken = 1"));
    assert!(taken > Some(trigger), "{out}");
    assert!(out.contains("count coins: not offered: it is automatic"), "{out}");
}

#[test]
fn data_of_cards_are_edited() {
    let folder = Folder::new("card-data");
    let game = with_rules_of_cards(&folder);
    let args = ["play", &game, "-p", "2", "--seed", "5", "--debug"];
    let lines = "step\nset Crown of Silver@Purse of Ada.dust 3\neval filter(cards_in(seat_at(0).hand), c => c.dust == 3)\n\
        set Crown of Silver@hand:0[0].dust = 4\nset Crown of Silver@hand:1.dust 1\nset Crown of Silver@hand:0.rust 1\n\
        set Zorn@deck.dust 1\nset Penny of Gold@deck.dust 1\nstate\nq\n";
    let out = typed(&args, lines).with(0);
    for wanted in [
        "Crown of Silver@Purse of Ada.dust was 0 and is 3.",
        "[Crown of Silver]",
        "Crown of Silver@hand:0[0].dust was 3 and is 4.",
        "Crown of Silver@hand:0.dust = 4",
        "not everybody can tell in this zone which card it is",
        "This card does not lie there.",
        "Cards have no `rust`: there are `dust`.",
        "No single card is called `Zorn`",
    ] {
        assert!(out.contains(wanted), "{wanted}: {out}");
    }
}

#[test]
fn a_position_becomes_a_test() {
    let folder = Folder::new("given");
    let game = with_rules_of_cards(&folder);
    std::fs::create_dir(folder.0.join("tests")).unwrap();
    let file = folder.0.join("tests/here.json5");
    let file = file.to_str().unwrap();
    let args = ["play", &game, "-p", "2", "--seed", "5", "--debug"];
    let lines = format!(
        "step\nset Crown of Silver@hand:0.dust 3\nset as 2 $player.score 9\ngiven\ngiven {file}\ngiven {file}\nq\n"
    );
    let out = typed(&args, &lines).with(0);
    says(
        &out,
        &[
            "\"player:1.score\": 9,",
            "\"Crown of Silver@hand:0.dust\": 3,",
            "\"hand:0\": [\"Crown of Silver\"],",
            "\"turn\": 1,",
        ],
    );
    assert!(
        out.contains("A test that begins here is in") && out.contains("is there already"),
        "{out}"
    );
    let ran = run(&folder.0, &["test", &game], "").with(0);
    assert!(ran.contains("1 passed"), "{ran}");
}

#[test]
fn a_finished_game_is_looked_at() {
    let folder = Folder::new("finished");
    let save = folder.0.join("game.json");
    let save = save.to_str().unwrap();
    let bots = [
        "play", "coins", "-p", "2", "--seed", "5", "--human", "0", "--bots", "random", "--save", save,
    ];
    typed(&bots, "").with(0);
    let at = |at: &str| cardable(&["eval", "coins", "count_cards(deck)", "--save", save, "--at", at]);
    assert_eq!(at("0").with(0), "6\n");
    assert_eq!(at("2").with(0), "4\n");
    assert!(at("99").err.contains("there is no choice 99"));
    let told = cardable(&["replay", save, "--ruleset", "coins", "--at", "1", "--view", "all"]).with(0);
    assert!(
        told.contains("Heap") && !told.contains("the heap is gone"),
        "{told}"
    );
    let args = ["play", "coins", "--debug", "--save", save];
    let out = typed(
        &args,
        "step\nset $player.score 3\neval count_cards(deck)\nback 2\neval count_cards(deck)\nq\n",
    )
    .with(0);
    for wanted in [
        "The game is over: back [N]",
        "Nobody has anything to choose",
        "This game cannot be edited here: the game is over.",
        "The last 2 choices or edits are taken back.",
        "as it was before you went back.",
    ] {
        assert!(out.contains(wanted), "{wanted}: {out}");
    }
    assert_eq!(at("6").with(0), "0\n", "what was looked at is kept");
}

#[test]
fn an_edited_game_goes_on_by_changed_rules() {
    let folder = Folder::new("edited");
    let game = with_rules_of_cards(&folder);
    let args = ["play", &game, "-p", "2", "--seed", "5", "--debug", "--watch"];
    let mut playing = Typing::begin(&folder.0, &args);
    playing.until("›");
    playing.types("set $player.score 7");
    playing.until("is 7.");
    let text = std::fs::read_to_string(&game).unwrap();
    let first = r#""global_data": [{ "key": "new", "value": 0 }, "#;
    std::fs::write(&game, text.replace("\"global_data\": [", first)).unwrap();
    playing.types("state");
    playing.until("the game that you have edited goes on by it as it stands");
    playing.types("eval as 1 $player.score");
    playing.until("7");
    playing.types("set $globals.taken 5");
    playing.until("is 5.");
    // Rules without these data have no such game.
    let text = std::fs::read_to_string(&game).unwrap();
    let text = text
        .replace("\"taken\"", "\"gone\"")
        .replace("$globals.taken", "$globals.gone");
    std::fs::write(&game, text).unwrap();
    playing.types("state");
    playing.until("What you have edited is lost: `globals` has no item `taken`.");
    playing.types("q");
    playing.ended();
}
