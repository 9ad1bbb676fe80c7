//! Go Fish in Rust, without a JSON document: `cargo run -p cardable-examples --example dsl_actions`.
//!
//! The players' actions are action templates: an interaction, conditions with messages for the player, and
//! a command. The table in `main` only knows what players touch and say.

#![allow(clippy::print_stdout, reason = "it shows the game")]

use cardable_core::dsl::*;
use cardable_core::interact::Interaction;
use cardable_core::{Game, LoadError, NotApplied, Ruleset, Seat, Seed, Setup};
use std::error::Error;

const RANKS: [&str; 13] = [
    "Ace", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen", "King",
];

/// Players ask each other for ranks, and lay down books of four.
fn go_fish() -> Result<Ruleset, LoadError> {
    let mut rules = RulesetBuilder::new("Go Fish")
        .description("Ask the others for cards; four of a rank are a book.")
        .seats(2..=5);

    let french = rules.card_set(CardSetSpec::french());
    let deck = rules.deck("deck", french, 1);
    let stock = rules.zone("stock", ZoneSpec::hidden().begins_with(deck).label("Stock"));
    let hand = rules.seat_zone("hand", SeatZoneSpec::hand().label("Hand"));
    let books = rules.seat_zone("books", SeatZoneSpec::open().label("Books"));
    let score = rules.scores();
    let made = rules.data("made", 0);
    rules.label(made, "books made");
    // Computed whenever it is read, so no command has to keep it up to date.
    let held = rules.seat_data("held", computed(hand.mine().len()));
    rules.label(held, "cards in hand");
    rules.shown(held, Shown::Seat);
    rules.texts(held, [(0, "no cards left")]);

    let play = rules.state("play", StateSpec::in_turn().long_turns());
    rules.automatic(
        play,
        Automatic::on_entry("deal", deal(stock, hand, 5))
            .when(made.get().equals(0).and(hand.mine().is_empty())),
    );
    rules.automatic(
        play,
        Automatic::each_turn("an empty hand takes a card", draw(stock, hand.mine(), 1))
            .when(hand.mine().is_empty().and(not(stock.is_empty()))),
    );
    let wins = filled("{0} wins with {1} {1|book|books}")
        .with(player())
        .with(score.mine());
    rules.automatic(
        play,
        Automatic::after_actions(
            "all books are made",
            [
                each_seat(best_seats(), summarise(wins)),
                game_over(best_seats(), "all books are made"),
            ],
        )
        .when(made.get().equals(13)),
    );

    // A message with two data items. Their domains are known, so bots can send it as well.
    let whom = MessageItem::other_seat("whom");
    let rank = MessageItem::text("rank", RANKS);
    let asked_for = cards().inside(hand.of(whom.get())).with_value(RANK, rank.get());
    rules.action(
        play,
        ActionTemplate::new("ask", message("ask").with(&whom).with(&rank))
            .require("It is not your turn.", is_my_turn())
            .require(
                "Who has no cards cannot be asked.",
                not(hand.of(whom.get()).is_empty()),
            )
            .require(
                "Ask for a rank that you hold yourself.",
                cards().inside(hand.mine()).with_value(RANK, rank.get()).exists(),
            )
            .run(
                when(asked_for.exists(), [move_to(asked_for, hand.mine())]).otherwise([
                    broadcast(filled("{0} has none: go fish!").with(whom.get())),
                    when(not(stock.is_empty()), draw(stock, hand.mine(), 1)),
                    next_seat(),
                ]),
            ),
    );

    // A tap on any card of a book lays down the whole book.
    let book = cards()
        .inside(hand.mine())
        .matching(|card| card.matches(&RANK, tapped_card()));
    rules.action(
        play,
        ActionTemplate::new("lay down a book", tap(cards().inside(hand).owned_by(player())))
            .phrase("{player} lays down a book and has {$player.held} left")
            .require("It is not your turn.", is_my_turn())
            .require("A book is four cards of a rank.", book.count().equals(4))
            .run([
                move_to(book, books.mine()),
                score.raise(player(), 1),
                made.raise(1),
                when(hand.mine().is_empty(), next_seat()),
            ]),
    );
    rules.build()
}

fn main() -> Result<(), Box<dyn Error>> {
    let ruleset = go_fish()?;
    let mut game = Game::new(&ruleset, &Setup::named(["Ada", "Grace", "Edsger"]), Seed::from(5))?;

    // A forbidden interaction is refused with the template's message.
    let wrong = Interaction::message("ask").with("whom", 0).with("rank", "Ace");
    match game.interact(Seat(1), &wrong) {
        Err(NotApplied::Refused(refusal)) => println!("Grace: {refusal}"),
        other => return Err(format!("{other:?}").into()),
    }

    // A user interface would highlight the touches. Here every player takes one that is listed.
    let mut turn = 0;
    while let Some(decision) = game.next_decision() {
        let seat = decision.seat();
        let touches = decision.touches();
        let legal: Vec<Interaction> = touches.iter().flat_map(|touch| touch.each()).collect();
        let books = legal.iter().find(|i| matches!(i, Interaction::Tap(_)));
        let chosen = match books {
            Some(book) => book.clone(),
            None => legal[turn * 7 % legal.len()].clone(),
        };
        game.interact(seat, &chosen)?;
        turn += 1;
    }
    let result = game.result().ok_or("the game is over")?;
    let winners: Vec<&str> = result
        .winners
        .iter()
        .filter_map(|seat| game.seating().name(*seat))
        .collect();
    println!(
        "{} won after {turn} turns, books {:?}",
        winners.join(" and "),
        result.scores
    );
    Ok(())
}
