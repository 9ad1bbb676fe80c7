//! Rulesets as the first drafts of the format have them: what they leave open is made up for with a
//! warning, their slips are told with what was meant, and once these are mended they are played.

use crate::support::drafted::{DRAFT, mended};
use cardable_core::decision::Offered;
use cardable_core::{Game, Loader, Seed, Setup};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;

/// What is said of a text: code, place and text, and the help.
fn told(text: &str) -> Vec<String> {
    let reports = Loader::new().check_text("draft.json5", text).reports();
    let lines = reports.iter().map(|r| {
        let help = r.help.as_deref().unwrap_or_default();
        let place = r.place.as_ref().expect("a place");
        let (line, column) = (place.line, place.column);
        format!("{line}:{column} {} {}; {help}", r.code.as_str(), r.message)
    });
    lines.collect()
}

/// What is said of the draft besides its slips.
const LEFT_OPEN: [&str; 5] = [
    "47:31 W305 the game cannot end: no action calls `end_game`; call `end_game(winners)` where the game is decided",
    "53:39 W302 zone `deck` is used but not declared; \
     declare it in `game_area.player_zones`, as { \"name\": \"deck\" }",
    "77:97 W302 zone `hand` is used but not declared; \
     declare it in `game_area.player_zones`, as { \"name\": \"hand\" }",
    "102:92 W302 zone `front` is used but not declared; \
     declare it in `game_area.player_zones`, as { \"name\": \"front\" }",
    "169:40 W301 action `Say a higher number` has no `type` and is taken as a button; write `\"type\": \"button\"`",
];

const SLIPS: [&str; 2] = [
    "321:72 E301 unknown reference `$state.hand_pick`; did you mean `$action.hand_pick`?",
    "405:88 E301 unknown reference `$action.next_state`; did you mean `$state.next_state`?",
];

#[test]
fn the_slips_of_a_draft_are_told_with_what_was_meant() {
    assert_eq!(told(DRAFT), [&LEFT_OPEN[..], &SLIPS[..]].concat());
    assert_eq!(told(&mended()), LEFT_OPEN);
}

/// The form before: endpoints without `()`, references without `$`, and entries that were left empty.
#[test]
fn an_earlier_form_is_read_the_same() {
    let codes = |text: &str| {
        let reports = Loader::new().check_text("draft.json5", text).reports();
        let mut codes: Vec<String> = reports.iter().map(|r| r.code.as_str().to_owned()).collect();
        codes.sort();
        codes
    };
    let plain = |text: &str| {
        let words = ["globals", "player", "state", "state_params", "action", "game"];
        let text = text.replace("()\"", "\"");
        words.iter().fold(text, |text, word| {
            text.replace(&format!("\"${word}."), &format!("\"{word}."))
        })
    };
    assert_eq!(codes(&plain(&mended())), codes(&mended()));
    let first = "\"state_name\": \"choosing_gardens\",";
    let left_empty = format!(
        "{first} \"state_params\": [{{ \"param\": \"\", \"type\": \"\" }}], \"state_data\": [{{ \"key\": \"\" }}],"
    );
    let step = "{ \"endpoint\": \"decrement\",";
    let drafted = plain(&mended())
        .replace(first, &left_empty)
        .replacen(step, &format!("{{ }}, {step}"), 1)
        .replace("[\"self\", \"player.hand\", 1]", "1");
    let mut wanted = codes(&mended());
    wanted.extend(["W307"; 3].map(str::to_owned));
    wanted.sort();
    assert_eq!(codes(&drafted), wanted);
    assert!(
        Loader::new()
            .check_text("draft.json5", &drafted)
            .ruleset
            .is_some()
    );
}

#[test]
fn a_mended_draft_is_played_until_somebody_has_won() {
    let checked = Loader::new().check_text("draft.json5", &mended());
    let reports = checked.reports();
    let ruleset = checked.ruleset.unwrap_or_else(|| panic!("{reports:#?}"));
    let won = ruleset.state("game_won").expect("the state is there");
    for players in 3..=6 {
        for seed in 0..25 {
            let mut game = Game::new(&ruleset, &Setup::seats(players), Seed::from(seed)).expect("it begins");
            let mut chance = ChaCha8Rng::seed_from_u64(seed + players as u64);
            let mut choices = 0;
            while !game
                .view(cardable_core::Viewer::Spectator)
                .status
                .scenes
                .iter()
                .any(|s| s.state == won)
            {
                let decision = game.next_decision().expect("somebody decides");
                for offer in decision.offers() {
                    if let Offered::Action { label, .. } = offer {
                        // Cards that are turned over stay in front of whoever planted them.
                        assert_ne!(label, "pick_elsewhere", "{players} players, seed {seed}");
                    }
                }
                let choice = decision.sample(&mut chance).expect("there is a choice");
                let seat = decision.seat();
                game.submit(seat, &choice)
                    .unwrap_or_else(|why| panic!("{players} players, seed {seed}: {why}"));
                choices += 1;
                assert!(choices < 5_000, "{players} players, seed {seed}");
            }
        }
    }
}
