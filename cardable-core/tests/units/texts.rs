//! Texts that are made in play.

use cardable_core::testing::TINY;
use cardable_engine::Game;
use cardable_engine::ids::Viewer;
use cardable_engine::view::Datum;
use cardable_engine::{Seed, Setup};

#[test]
fn a_text_lasts_as_long_as_it_is_kept() {
    let text = TINY
        .replace(
            r#""game_state": ["#,
            r#""global_data": [{ "key": "last", "type": "string" }], "game_state": ["#,
        )
        .replace(
            r#"{ "endpoint": "add_score()""#,
            r#""set($globals.last, concat('cards: ', count($player.hand)))", { "endpoint": "add_score()""#,
        );
    let ruleset = cardable_core::parse(text).unwrap_or_else(|e| unreachable!("{e}"));
    let Ok(mut game) = Game::new(&ruleset, &Setup::seats(2), Seed::from(1)) else {
        unreachable!("the game begins");
    };
    for round in 0..4_usize {
        let seat = game.to_decide().into_iter().next();
        let choice = seat.and_then(|seat| game.decision(seat)?.nth(0));
        let (Some(seat), Some(choice)) = (seat, choice) else {
            unreachable!("somebody can take a stone");
        };
        assert!(game.submit(seat, &choice).is_ok());
        let expected = Datum::Written(format!("cards: {}", round / 2 + 1).into());
        let view = game.view(Viewer::Spectator);
        assert_eq!(view.globals.first(), Some(&expected));
        let saved = game.save();
        let Ok(restored) = Game::restore(&ruleset, &saved) else {
            unreachable!("the save is sound");
        };
        assert_eq!(restored.view(Viewer::Spectator), view);
        assert_eq!(restored.save(), saved);
    }
    let kept = game
        .world
        .extras
        .as_ref()
        .map_or(0, |extras| extras.texts.0.len());
    assert_eq!(kept, 1);
}
