//! `cardable play --debug`: why not, values, the whole table, step by step, back, and edits.

use crate::support::{Folder, cardable, run, typed};

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
