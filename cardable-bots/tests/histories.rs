//! Games imagined from what was chosen before: the seat cannot tell them from the true one, everything chosen was possible,
//! and nothing in them depends on what the seat cannot know.

use crate::honest::thought;
use crate::tally::Tally;
use crate::{all_shipped, begun, fixture, shipped};
use cardable_bots::Level;
use cardable_core::rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use cardable_core::search::{History, PastChoice, SeenHistory, Walk};
use cardable_core::{Choice, Game, Seat, Seed, Setup, Viewer};

/// After how many choices a game is looked at.
const LOOKS: [usize; 5] = [0, 3, 9, 22, 45];
/// Of games whose rules take long, one is looked at, and at its beginning.
const SLOW: [&str; 2] = ["gin-rummy", "scramble"];

/// Games of all rulesets with their histories, at some points of their course.
pub(crate) fn each_position(mut look: impl FnMut(&str, &Game, &mut History)) {
    for (name, ruleset) in all_shipped() {
        let (games, looks) = match SLOW.contains(&name) {
            true => (1, &LOOKS[..3]),
            false => (2, &LOOKS[..]),
        };
        for number in 0..games {
            let mut game = begun(&ruleset, 4, number);
            let mut history = History::new(&game);
            let mut rng = ChaCha8Rng::seed_from_u64(number);
            for choice in 0..=looks[looks.len() - 1] {
                if looks.contains(&choice) {
                    look(name, &game, &mut history);
                }
                let Some(decision) = game.next_decision() else {
                    break;
                };
                let seat = decision.seat();
                let chosen = decision.sample(&mut rng).expect("a decision has a choice");
                game.submit(seat, &chosen).expect("nothing faults");
                history.chosen(seat, &chosen);
            }
        }
    }
}

fn seats(game: &Game) -> impl Iterator<Item = Seat> + use<> {
    (0..game.seating().count() as u8).map(Seat)
}

/// A walk that has come to a game; None where none is found.
fn imagined(seen: &SeenHistory, seed: u64) -> Option<Walk> {
    let mut walk = Walk::new(seen.clone(), Seed::from(seed));
    walk.go_on().then_some(walk)
}

#[test]
fn a_seat_cannot_tell_what_is_imagined_from_what_is_true() {
    let (mut sought, mut found, mut differ) = (0, Tally::default(), 0);
    each_position(|name, game, history| {
        for seat in seats(game) {
            let Some(seen) = history.seen_by(game, seat, Seed::from(1)) else {
                continue;
            };
            sought += 1;
            let Some(walk) = imagined(&seen, 2) else {
                continue;
            };
            let imagined = walk.game();
            found.add(name, 1);
            let viewer = Viewer::Seat(seat);
            assert_eq!(imagined.view(viewer), game.view(viewer), "{name}, {seat:?}");
            assert_eq!(
                imagined.knowledge(viewer).key(),
                game.knowledge(viewer).key(),
                "{name}"
            );
            let keys = |game: &Game| game.decision(seat).map(|decision| decision.keys());
            assert_eq!(keys(imagined), keys(game), "{name}, {seat:?}");
            assert_comes_about(name, &walk, viewer);
            differ += usize::from(imagined.view(Viewer::Omniscient) != game.view(Viewer::Omniscient));
        }
    });
    found.assert_all_but(&[]);
    let found = found.all();
    println!("{found} of {sought}, {differ} differ");
    assert!(
        found * 10 >= sought * 9,
        "only {found} of {sought} games were found"
    );
    assert!(
        differ * 2 > found,
        "only {differ} of {found} games are others than the true one"
    );
}

/// Each past choice leads to the game before the next one, but for the order of cards that have none.
fn assert_comes_about(name: &str, walk: &Walk, viewer: Viewer) {
    let mut last: Option<Game> = None;
    let befores = walk.past().map(|past| past.before).chain([walk.game()]);
    let mut choices = walk.past();
    for before in befores {
        if let Some(last) = last {
            assert_eq!(
                last.knowledge(viewer).key(),
                before.knowledge(viewer).key(),
                "{name}: {viewer:?} sees something else"
            );
            assert_eq!(lie(&last), lie(before), "{name}: cards lie elsewhere");
        }
        last = choices.next().map(|past| {
            let mut game = past.before.fork();
            game.submit(past.seat, past.choice).expect("it was possible");
            game
        });
    }
}

/// What lies in each zone.
fn lie(game: &Game) -> Vec<Vec<String>> {
    let zones = game.view(Viewer::Omniscient).zones.into_iter();
    let sorted = zones.map(|zone| {
        let mut cards: Vec<String> = zone.cards.iter().map(|card| format!("{card:?}")).collect();
        cards.sort_unstable();
        cards
    });
    sorted.collect()
}

/// The choice in another game by which a viewer sees the same: cards of a zone without an order may lie otherwise there.
fn same_choice(other: &Game, past: &PastChoice<'_>, viewer: Viewer) -> Option<Choice> {
    let seen_after = |game: &Game, choice: &Choice| {
        let mut game = game.fork().with_events();
        game.submit(past.seat, choice).ok()?;
        Some(game.events(viewer))
    };
    let key = past.before.decision(past.seat)?.key_of(past.choice)?;
    let seen = seen_after(past.before, past.choice)?;
    let decision = other.decision(past.seat)?;
    let choices = (0..decision.count().get()).filter_map(|number| decision.nth(number));
    choices
        .filter(|choice| decision.key_of(choice) == Some(key))
        .find(|choice| seen_after(other, choice).as_ref() == Some(&seen))
}

#[test]
fn what_is_imagined_depends_on_what_the_seat_knows_alone() {
    let mut tally = Tally::default();
    each_position(|name, game, history| {
        'seats: for seat in seats(game) {
            let Some(seen) = history.seen_by(game, seat, Seed::from(3)) else {
                continue;
            };
            let Some(walk) = imagined(&seen, 4) else {
                continue;
            };
            assert!(
                walk.remembered() == seen.choices(),
                "{name}: the first search remembers all"
            );
            let Some(first) = walk.past().next() else { continue };
            // Another true game, in which the seat has seen the same.
            let viewer = Viewer::Seat(seat);
            let mut other = first.before.fork().with_events();
            let mut other_history = History::new(&other);
            for past in walk.past() {
                // Two cards picked at once may go the other way round where a hand lies otherwise.
                let Some(choice) = same_choice(&other, &past, viewer) else {
                    continue 'seats;
                };
                other.submit(past.seat, &choice).expect("it was possible");
                other_history.chosen(past.seat, &choice);
            }
            if other.knowledge(viewer).key() != game.knowledge(viewer).key() {
                continue;
            }
            let other_seen = other_history.seen_by(&other, seat, Seed::from(3));
            let other_seen = other_seen.unwrap_or_else(|| panic!("{name}: the history is that of the game"));
            for seed in 5..8 {
                let of = |seen: &SeenHistory| imagined(seen, seed).map(|walk| walk.game().save());
                assert!(of(&seen) == of(&other_seen), "{name}, {seat:?}, seed {seed}");
            }
            let (one, two) = (
                thought(Level::Hard, game, Some(history), seat, 6),
                thought(Level::Hard, &other, Some(&mut other_history), seat, 6),
            );
            assert_eq!(one, two, "{name}, {seat:?}");
            tally.add(name, 1);
        }
    });
    tally.assert_all_but(&[("go-fish", "the first search finds no game for so many questions")]);
}

#[test]
fn a_card_that_is_picked_in_secret_and_laid_with_others_is_not_told() {
    let ruleset = fixture("favourite");
    let of_pick = |nth: u64| {
        let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(3)).expect("it begins");
        let mut history = History::new(&game);
        let decision = game.next_decision().expect("somebody begins");
        let (seat, choice) = (decision.seat(), decision.nth(nth).expect("there are three"));
        game.submit(seat, &choice).expect("it is legal");
        history.chosen(seat, &choice);
        let seen = history.seen_by(&game, Seat(1), Seed::from(9));
        let walk = imagined(&seen.expect("it is its history"), 1).expect("a game is found");
        let past: Vec<Choice> = walk.past().map(|past| past.choice.clone()).collect();
        (walk.game().save(), past)
    };
    let first = of_pick(0);
    for nth in 1..3 {
        assert!(of_pick(nth) == first, "the pick {nth} makes a difference");
    }
}

#[test]
fn nobody_is_told_that_the_time_was_up() {
    let ruleset = shipped("crazy-eights");
    let begun = begun(&ruleset, 2, 3);
    let seat = begun
        .next_decision()
        .map(|decision| decision.seat())
        .expect("somebody begins");
    let other = Viewer::Seat(Seat(1 - seat.0));
    let mut timed_out = begun.fork().with_events();
    timed_out.timeout(seat).expect("there is a time limit");
    let decision = begun.decision(seat).expect("it is its turn");
    let choices = (0..decision.count().get()).filter_map(|number| decision.nth(number));
    let of = |game: &Game, made: &dyn Fn(&mut History)| {
        let mut history = History::new(&begun);
        made(&mut history);
        let seen = history.seen_by(game, Seat(1 - seat.0), Seed::from(1));
        let walk = imagined(&seen.expect("it is its history"), 2).expect("a game is found");
        walk.game().save()
    };
    let mut alike = 0;
    for choice in choices {
        let mut chosen = begun.fork().with_events();
        chosen.submit(seat, &choice).expect("it is legal");
        if chosen.events(other) == timed_out.events(other) {
            let (one, two) = (
                of(&timed_out, &|history| history.timed_out(seat)),
                of(&chosen, &|history| history.chosen(seat, &choice)),
            );
            assert!(one == two, "{choice:?}");
            alike += 1;
        }
    }
    assert!(alike > 0, "no choice looks like a timeout");
}

#[test]
fn a_walk_goes_from_one_game_to_others() {
    each_position(|name, game, history| {
        let Some(decision) = game.next_decision() else {
            return;
        };
        let viewer = Viewer::Seat(decision.seat());
        let Some(seen) = history.seen_by(game, decision.seat(), Seed::from(1)) else {
            return;
        };
        let mut walk = Walk::new(seen, Seed::from(2));
        let mut games = Vec::new();
        for _ in 0..6 {
            if walk.go_on() {
                assert_eq!(
                    walk.game().knowledge(viewer).key(),
                    game.knowledge(viewer).key(),
                    "{name}"
                );
                assert_comes_about(name, &walk, viewer);
                games.push(walk.game().view(Viewer::Omniscient));
            }
        }
        let first = games.first();
        let is_stuck = games.len() > 1 && games.iter().all(|other| Some(other) == first);
        assert!(!is_stuck, "{name}: every game is the same");
    });
}

/// A game goes on by choices made by chance, with its history.
fn play_on(game: &mut Game, history: &mut History, choices: usize) {
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    for _ in 0..choices {
        let decision = game.next_decision().expect("the game is not over");
        let seat = decision.seat();
        let chosen = decision.sample(&mut rng).expect("a decision has a choice");
        game.submit(seat, &chosen).expect("nothing faults");
        history.chosen(seat, &chosen);
    }
}

#[test]
fn a_walk_that_finds_no_game_forgets_the_first_choices() {
    let mut game = begun(&shipped("go-fish"), 4, 1);
    let mut history = History::new(&game);
    play_on(&mut game, &mut history, 60);
    for seat in seats(&game) {
        let seen = history.seen_by(&game, seat, Seed::from(1));
        let seen = seen.expect("it is its history");
        let all = seen.choices();
        let mut walk = Walk::new(seen, Seed::from(2));
        let found = (0..20).filter(|_| walk.go_on()).count();
        assert!(found > 0, "{seat:?}: no game is found");
        assert!(walk.remembered() < all, "{seat:?}: {all} choices are remembered");
        let viewer = Viewer::Seat(seat);
        assert_eq!(walk.game().view(viewer), game.view(viewer), "{seat:?}");
        assert_comes_about("go-fish", &walk, viewer);
    }
}

#[test]
fn a_long_history_keeps_the_last_choices_whenever_it_is_looked_at() {
    let ruleset = fixture("endless");
    let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(3)).expect("it begins");
    let mut seldom = History::new(&game);
    let mut often = History::new(&game);
    let mut longest = 0;
    for round in 0..40 {
        let mut before = game.fork().with_events();
        play_on(&mut game, &mut seldom, 25);
        play_on(&mut before, &mut often, 25);
        let seen = often.seen_by(&game, Seat(0), Seed::from(1));
        let seen = seen.expect("it is its history");
        longest = longest.max(seen.choices());
        assert!(
            round < 8 || seen.choices() >= 200,
            "{} choices are left",
            seen.choices()
        );
    }
    assert!((300..=400).contains(&longest), "{longest} choices were kept");
    let of = |history: &mut History| {
        let seen = history.seen_by(&game, Seat(0), Seed::from(1));
        let seen = seen.expect("it is its history");
        (seen.choices(), seen.begin().save())
    };
    assert!(of(&mut seldom) == of(&mut often));
}

#[test]
fn a_history_of_another_game_is_none() {
    let ruleset = shipped("hearts");
    let (one, other) = (begun(&ruleset, 4, 1), begun(&ruleset, 4, 2));
    let mut history = History::new(&one);
    assert!(history.seen_by(&other, Seat(0), Seed::from(1)).is_none());
    assert!(history.seen_by(&one, Seat(0), Seed::from(1)).is_some());
    let choice = one.decision(Seat(0)).and_then(|decision| decision.nth(0));
    history.chosen(Seat(0), &choice.expect("everybody passes cards on"));
    assert!(history.seen_by(&one, Seat(0), Seed::from(1)).is_none());
}
