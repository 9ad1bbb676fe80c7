//! `cardable eval`: what expressions are in a game, who reads them, and what is said of mistakes.

use crate::support::{Folder, cardable, fixtures, run};

#[test]
fn values_are_told_as_players_read_them() {
    for (expression, value) in [
        ("count_cards(deck) * 2", "12"),
        ("= is_empty(deck) || $options.generous", "false"),
        ("all", "[Ada, Grace, Edsger, Barbara]"),
        ("deck", "Heap"),
        (
            "filter(cards_in(deck), c => c.value > 30)",
            "[Pound of Silver, Pound of Gold]",
        ),
        ("concat('a', 1)", "'a1'"),
        ("nothing", "nothing"),
    ] {
        let told = cardable(&["eval", "coins", expression, "--seed", "0"]).with(0);
        assert_eq!(told, format!("{value}\n"), "{expression}");
    }
}

#[test]
fn expressions_have_the_words_of_the_rules() {
    for (game, expression, value) in [
        // Defined values, and what fragments define.
        ("lanterns", "[points, reached('Amber'), hand_size]", "[0, 0, 4]"),
        (
            "lanterns",
            "count(filter(cards_in(zones_of(all, 'hand')), fits)) > 20",
            "false",
        ),
        ("euchre", "tricks.played", "0"),
        // Games in phases have words of their own, and those of the rules of other games.
        ("hearts", "card_count(current_player.hand)", "13"),
        ("hearts", "[hearts_broken, hearts_broken == 0]", "[0, true]"),
        ("hearts", "[target, pass == 'cycle']", "[100, true]"),
        (
            "hearts",
            "count(filter(cards_in(zones_of(all, 'hand')), c => c.suit == 'hearts'))",
            "13",
        ),
        // A table has zones.
        ("kitchen-rummy", "count(stock)", "25"),
    ] {
        let told = cardable(&["eval", game, expression, "--seed", "0"]).with(0);
        assert_eq!(told, format!("{value}\n"), "{game}: {expression}");
    }
    let unknown = cardable(&["eval", "hearts", "hearts_brokn + 1"]);
    assert!(
        unknown.code == 1 && unknown.err.contains("did you mean `hearts_broken`?"),
        "{}",
        unknown.err
    );
}

#[test]
fn a_seat_reads_what_it_may_see() {
    let told = |expression| cardable(&["eval", "coins", expression, "--as", "2"]);
    assert_eq!(told("$player").with(0), "Grace\n");
    assert_eq!(told("cards_in($player.hand)").with(0), "[]\n");
    assert_eq!(told("top_card(deck)").with(0), "'a card'\n");
    let hidden = told("top_card(deck).value > 3");
    assert!(
        hidden.code == 1
            && hidden
                .err
                .contains("the expression depends on the faces in `deck`"),
        "{}",
        hidden.err
    );
    let nobody = cardable(&["eval", "coins", "1 + $player.score"]);
    assert!(
        nobody.code == 1 && nobody.err.contains("E318") && nobody.err.contains("--as SEAT"),
        "{}",
        nobody.err
    );
    assert_eq!(
        cardable(&["eval", "coins", "[$player, seat_at(2)]", "--as", "grace"]).with(0),
        "[Grace, Edsger]\n"
    );
    let beyond = cardable(&["eval", "coins", "$player", "--as", "9"]);
    assert!(beyond.code == 2, "{}", beyond.err);
}

#[test]
fn a_kept_game_is_read() {
    let folder = Folder::new("eval");
    let save = folder.0.join("game.json");
    let save = save.to_str().unwrap();
    let args = ["play", "coins", "-p", "2", "--seed", "5", "--save", save];
    run(&fixtures(), &args, "1\n1\nq\n").with(0);
    let told = |expression, more: &[&str]| {
        let args: Vec<&str> = ["eval", "coins", expression, "--save", save]
            .iter()
            .chain(more)
            .copied()
            .collect();
        cardable(&args)
    };
    assert_eq!(told("count_cards(deck)", &[]).with(0), "2\n");
    assert_eq!(told("$player.score", &["--as", "1"]).with(0), "2\n");
    let json = told("cards_in($player.hand)", &["--as", "1", "--json"]).json(0);
    assert_eq!(json["value"].as_array().map(Vec::len), Some(2));
    // The hand of the other is not seen.
    let other = "any(all, p => any(cards_in(p.hand), c => c.value == 1000))";
    assert_eq!(told(other, &[]).with(0), "false\n");
    let unseen = told(other, &["--as", "1"]);
    assert!(unseen.code == 1 && unseen.err.contains("E319"), "{}", unseen.err);
    let other = told("1", &["--seed", "3"]);
    assert_eq!(other.code, 2, "{}", other.err);
}

#[test]
fn mistakes_are_told_with_an_excerpt() {
    for (expression, code, caret) in [
        ("1 +", "E316", "1 +\n  |    ^"),
        (
            "count_cards(dek)",
            "E301",
            "count_cards(dek)\n  |             ^^^",
        ),
        ("end_game()", "E315", "^^^^^^^^^^"),
        ("prompt_number(1, 2)", "E321", "cannot act or ask"),
        ("$state.bid", "E301", "^^^^^^^^^^"),
    ] {
        let ran = cardable(&["eval", "coins", expression]);
        assert_eq!(ran.code, 1, "{expression}: {}", ran.err);
        for wanted in [code, caret, "--> expression:1:", "help: "] {
            assert!(ran.err.contains(wanted), "{expression}: {wanted}: {}", ran.err);
        }
    }
    let ran = cardable(&["eval", "coins", "1 / (count_cards(deck) - 6)"]);
    assert!(
        ran.code == 1 && ran.err.contains("it has no value: division by zero"),
        "{}",
        ran.err
    );
}
