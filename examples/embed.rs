//! A program that plays one of the included games: `cargo run -p cardable-examples --example embed`.
//!
//! Its players get only their own view and their own decision.

#![allow(clippy::print_stdout, reason = "it shows the game")]

use cardable_core::view::CardSeen;
use cardable_core::{Choice, DecisionRef, Game, Pick, Ruleset, Seed, Setup, View, Viewer};
use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    let ruleset = cardable_rulesets::game("crazy-eights")?.load()?;
    let seed: u64 = std::env::args().nth(1).map_or(Ok(1), |arg| arg.parse())?;
    let setup = Setup::named(["Ada", "Grace", "Edsger"]);

    let mut game = Game::new(&ruleset, &setup, Seed::from(seed))?;
    let mut view = View::empty(Viewer::Spectator);
    while let Some(decision) = game.next_decision() {
        let seat = decision.seat();
        game.view_into(Viewer::Seat(seat), &mut view);
        let choice = choose(&ruleset, &view, &decision).ok_or("a decision has a choice")?;
        game.submit(seat, &choice)?;
    }

    let result = game.result().ok_or("the game is over")?;
    println!(
        "{} choices; it ended because: {}",
        game.seq(),
        result.reason.as_deref().unwrap_or("it is over")
    );
    for (name, score) in setup.seats.iter().zip(&result.scores) {
        println!("{name:8} {score:>4}");
    }
    let winners: Vec<&str> = result
        .winners
        .iter()
        .filter_map(|seat| game.seating().name(*seat))
        .collect();
    println!("{} won", winners.join(" and "));
    Ok(())
}

/// Prefers playing a card to drawing, and keeps eights for later.
fn choose(ruleset: &Ruleset, view: &View, decision: &DecisionRef<'_>) -> Option<Choice> {
    let all = decision.choices();
    all.min_by_key(|choice| match picked_card(view, choice) {
        Some(CardSeen::Face(card))
            if ruleset
                .words()
                .card_name(card)
                .unwrap_or_default()
                .starts_with("Eight") =>
        {
            1
        }
        Some(_) => 0,
        None => 2,
    })
}

/// The card that a choice picks, as the player sees it.
fn picked_card(view: &View, choice: &Choice) -> Option<CardSeen> {
    let Choice::Act { picks, .. } = choice else {
        return None;
    };
    let Pick::Card { zone, index } = picks.first()? else {
        return None;
    };
    view.zone(*zone)?.cards.get(usize::from(*index)).copied()
}
