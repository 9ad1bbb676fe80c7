//! The shipped rulesets: they check without a word, play to the end, and do
//! what their recorded playthroughs say.

use crate::support;
use cardable_core::info::Shown;
use cardable_core::testing::{Opening, random_game, record};
use cardable_core::{Ruleset, Setup, Viewer};
use std::collections::BTreeMap;
use std::path::Path;

/// Seed of each recorded game, and how many choices are recorded at most.
const RECORDED: (u64, usize) = (1, 4_000);
/// How many choices are recorded of a game that goes on for as long as its players like.
const ENDLESS: usize = 120;

/// Games that drag on when few play them at random: those are recorded with all seats.
const LONG: &[&str] = &["rummy"];

/// Games that are recorded a second time, with house rules that change their course:
/// the file, and the options that are on.
const HOUSE_RULES: &[(&str, &str, &[&str])] =
    &[("skullable", "playthrough-rematch.txt", &["pick_decks", "rematch"])];

#[test]
fn they_check_without_a_word() {
    for (name, path) in support::games() {
        let checked = support::loader().check_path(&path);
        let said: Vec<String> = checked.reports().iter().map(ToString::to_string).collect();
        assert!(said.is_empty(), "{name}: {said:#?}");
        assert!(checked.ruleset.is_some(), "{name}");
    }
}

/// What a table shows has words of players, and every game says how it is played.
#[test]
fn what_players_read_has_words() {
    for (name, folder) in support::games() {
        let ruleset = support::load(&name);
        let info = ruleset.info();
        let states = info.states.iter().flat_map(|state| &state.data);
        for item in info.globals.iter().chain(&info.seat_data).chain(states) {
            let is_named = !item.label.contains('_') && !item.label.is_empty();
            assert!(
                item.shown == Shown::Nowhere || is_named,
                "{name}: `{}` has no label",
                item.name
            );
        }
        assert!(
            folder.join("RULES.md").exists(),
            "{name} says nobody how it is played"
        );
    }
}

/// Records a game anew, and holds it against what is in its folder.
fn holds(name: &str, file: &Path, ruleset: &Ruleset, opening: &Opening) {
    let choices = if ruleset.is_endless() { ENDLESS } else { RECORDED.1 };
    let played = record(ruleset, opening, choices).expect("a game without faults");
    if std::env::var_os("UPDATE_PLAYTHROUGHS").is_some() {
        std::fs::write(file, &played).expect("the playthrough can be written");
    }
    let recorded = std::fs::read_to_string(file).unwrap_or_else(|_| {
        panic!(
            "{name} has no {}: run the test with UPDATE_PLAYTHROUGHS=1, and read what it wrote",
            file.display()
        )
    });
    assert!(
        recorded == played,
        "{name} plays otherwise than recorded: UPDATE_PLAYTHROUGHS=1 shows how"
    );
    assert!(
        ruleset.is_endless() || played.contains("\nend: "),
        "{name}: the recorded game does not end"
    );
}

#[test]
fn each_has_a_playthrough_that_still_holds() {
    for (name, path) in support::games() {
        let ruleset = support::load(&name);
        let seats = if LONG.contains(&name.as_str()) {
            *ruleset.seats().end()
        } else {
            *ruleset.seats().start()
        };
        let opening = Opening::seats(seats, RECORDED.0);
        holds(&name, &path.join("playthrough.txt"), &ruleset, &opening);
    }
}

#[test]
fn house_rules_have_playthroughs_that_still_hold() {
    for (name, file, options) in HOUSE_RULES {
        let ruleset = support::load(name);
        let mut setup = Setup::seats(*ruleset.seats().start());
        for option in *options {
            setup = setup.option(option, true);
        }
        let file = support::root().join("rulesets").join(name).join(file);
        holds(name, &file, &ruleset, &Opening::of(setup, RECORDED.0));
    }
}

#[test]
fn random_games_end_without_faults_with_any_number_of_seats() {
    for (name, _) in support::games() {
        let ruleset = support::load(&name);
        for seats in ruleset.seats() {
            let (games, most) = if ruleset.is_endless() {
                (4, 10 * ENDLESS)
            } else {
                (20, 20_000)
            };
            for seed in 0..games {
                let game = random_game(&ruleset, seats, seed, most, |_, _, _, _| Ok(()))
                    .unwrap_or_else(|e| panic!("{name} with {seats} seats: {e}"));
                assert!(
                    game.is_over() != ruleset.is_endless(),
                    "{name} with {seats} seats and seed {seed} does not end as it should"
                );
            }
        }
    }
}

/// Mean choices, and how games ended, over random games.
fn statistics(name: &str, seats: usize, games: u64) -> (f64, BTreeMap<String, u64>, Vec<f64>) {
    let ruleset = support::load(name);
    let mut choices = 0u64;
    let mut reasons = BTreeMap::new();
    let mut wins = vec![0.0; seats];
    for seed in 0..games {
        let game = random_game(&ruleset, seats, seed, 20_000, |_, _, _, _| {
            choices += 1;
            Ok(())
        });
        let game = game.expect("a game without faults");
        let result = game.result().expect("an end");
        *reasons
            .entry(result.reason.as_deref().unwrap_or_default().to_owned())
            .or_default() += 1;
        for winner in &result.winners {
            wins[winner.index()] += 1.0 / result.winners.len() as f64 / games as f64;
        }
    }
    (choices as f64 / games as f64, reasons, wins)
}

#[test]
fn crazy_eights_is_as_long_as_elsewhere() {
    let (mean, _, _) = statistics("crazy-eights", 4, 1_500);
    assert!((81.0..84.4).contains(&mean), "{mean} choices a game");
}

#[test]
fn skullable_is_decided_by_points_mostly_and_is_fair() {
    let (_, reasons, wins) = statistics("skullable", 6, 1_500);
    let points = reasons.get("points").copied().unwrap_or(0) as f64 / 1_500.0;
    assert!((0.82..0.90).contains(&points), "{points} by points");
    for (seat, share) in wins.iter().enumerate() {
        assert!((share - 1.0 / 6.0).abs() < 0.04, "seat {seat} wins {share}");
    }
}

#[test]
fn a_spectator_sees_no_hand() {
    let ruleset = support::load("crazy-eights");
    random_game(&ruleset, 3, 5, 60, |game, _, _, _| {
        let view = game.view(Viewer::Spectator);
        for seat in 0..3 {
            let hand = ruleset
                .seat_zone("hand", cardable_core::Seat(seat))
                .ok_or("no hand")?;
            let zone = view.zone(hand).ok_or("no hand in the view")?;
            let faces = zone
                .cards
                .iter()
                .any(|c| matches!(c, cardable_core::view::CardSeen::Face(_)));
            if faces {
                return Err("a face".into());
            }
        }
        Ok(())
    })
    .expect("nothing leaks");
}
