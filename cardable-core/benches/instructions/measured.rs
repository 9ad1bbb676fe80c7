//! What is measured.

use crate::callgrind::Counter;
use crate::hand::rng::ChaCha;
use crate::recorded::BY_HAND;
use crate::subject::{self, ByHand, Subject};
use cardable_core::{Choice, Game, Seat, Seed, View, Viewer};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::hint::black_box;
use std::path::Path;

/// Choices of a game that has no end.
const MOST_CHOICES: u64 = 400;
/// Games in their middle on which operations are measured.
const POSITIONS: usize = 64;
/// How many copies of games are kept.
const COPIES: usize = 16;

/// Shipped games of which a choice is measured: name, folder, seats, and how many choices.
const SHIPPED: [(&str, &str, usize, u64); 33] = [
    ("Agram", "agram", 4, 3_000),
    ("Whist", "whist", 4, 3_000),
    ("Sueca", "sueca", 4, 3_000),
    ("Pitch", "pitch", 4, 3_000),
    ("Klaverjassen", "klaverjassen", 4, 3_000),
    ("Scarto", "scarto", 3, 3_000),
    ("Bridge", "bridge", 4, 3_000),
    ("Skat", "skat", 3, 6_000),
    ("Moonlit Wood", "moonlit-wood", 4, 3_000),
    ("Colours and Numbers", "colours-and-numbers", 4, 8_000),
    ("Turn Eight", "turn-eight", 4, 3_000),
    ("Durak", "durak", 4, 6_000),
    ("President", "president", 4, 3_000),
    ("Skitgubbe", "skitgubbe", 3, 3_000),
    ("Goofspiel", "goofspiel", 4, 3_000),
    ("Cuckoo", "cuckoo", 4, 3_000),
    ("Golf", "golf", 4, 3_000),
    ("Schwimmen", "schwimmen", 4, 3_000),
    ("Thirty-One", "thirty-one", 4, 3_000),
    ("Cribbage", "cribbage", 2, 3_000),
    ("Klondike", "klondike", 1, 3_000),
    ("Pontoon", "pontoon", 4, 3_000),
    ("Speed", "speed", 2, 5_000),
    ("Scramble", "scramble", 4, 1_500),
    ("Leduc", "leduc", 2, 3_000),
    ("Hold'em", "holdem", 6, 3_000),
    ("Lanterns", "lanterns", 4, 6_000),
    ("Duel", "duel", 2, 1_000),
    ("Market", "market", 4, 1_000),
    ("Quayside", "quayside", 4, 3_000),
    ("Backwater", "backwater", 4, 3_000),
    ("Spring Tide", "spring-tide", 4, 3_000),
    ("Kitchen Rummy", "kitchen-rummy", 4, 1_000),
];

pub(crate) fn all(counter: &Counter) {
    let shipped = |name: &str, folder: &str, seats| {
        let folder = subject::shipped().join(folder);
        Subject::new(name, &folder, seats)
    };
    let rummy = || shipped("Rummy", "rummy", 4);
    // So many choices that a change of what is drawn shifts the mean by little; the slow games set the time
    // that it takes.
    choices(counter, subject::crazy_eights, 40_000);
    choices(counter, subject::skullable, 30_000);
    choices(counter, subject::hearts, 15_000);
    choices(counter, subject::euchre, 10_000);
    choices(counter, subject::go_fish, 5_000);
    choices(counter, subject::blackjack, 5_000);
    choices(counter, rummy, 3_000);
    for (name, folder, seats, many) in SHIPPED {
        choices(counter, || shipped(name, folder, seats), many);
    }
    choices(counter, big_two, 400);
    choices(counter, scopa, 4_000);

    operations(counter, subject::crazy_eights);
    operations(counter, subject::skullable);
    operations(counter, subject::hearts);
    operations(counter, rummy);

    // The first lead: any combination of thirteen cards.
    let openings = |subject: &Subject| (0..16).map(|seed| subject.begin(seed)).collect();
    drawing(counter, "a lead of 13 cards", big_two, openings);
    drawing(counter, "taking from six cards or more", scopa, full_tables);
}

fn fixture(name: &str, folder: &str, seats: usize) -> Subject {
    let rulesets = Path::new(env!("CARGO_MANIFEST_DIR")).join("benches/rulesets");
    Subject::new(name, &rulesets.join(folder), seats)
}

fn big_two() -> Subject {
    fixture("Big Two", "big-two", 4)
}

fn scopa() -> Subject {
    fixture("Scopa", "scopa", 2)
}

/// A random choice in whole games, dealing included.
fn choices(counter: &Counter, subject: impl FnOnce() -> Subject, many: u64) {
    let subject = subject();
    if !counter.wants(&subject.name) {
        return;
    }
    let name = format!("{}: a choice", subject.name);
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut game = subject.begin(0);
    let a_game = match subject.ruleset.is_endless() {
        true => MOST_CHOICES,
        false => u64::MAX,
    };
    counter.count(&name, || {
        let mut made = 0;
        for seed in 0.. {
            game.restart(Seed::from(seed)).expect("a game begins");
            let played = game.playout(&mut rng, a_game.min(many - made));
            made += played.expect("nothing faults").choices;
            if made == many {
                break;
            }
        }
        made
    });
    if let Some(by_hand) = subject.by_hand {
        choices_by_hand(counter, &name, by_hand, many);
    }
}

fn choices_by_hand(counter: &Counter, name: &str, by_hand: ByHand, many: u64) {
    let mut rng = ChaCha::new(2);
    counter.count(&format!("{name}{BY_HAND}"), || {
        let mut made = 0;
        // They take little, so there can be more of them.
        while made < 10 * many {
            made += u64::from(by_hand(&mut rng));
        }
        made
    });
}

/// Single operations on games in their middle.
fn operations(counter: &Counter, subject: impl FnOnce() -> Subject) {
    let subject = subject();
    if !counter.wants(&subject.name) {
        return;
    }
    let name = |what: &str| format!("{}: {what}", subject.name);
    let viewer = Viewer::Seat(Seat(1));
    let mut games = subject.positions(POSITIONS);

    // How much a copy costs depends on where in memory it happens to lie, so there are several.
    let mut copies: Vec<Game> = (0..COPIES).map(|at| games[at].fork()).collect();
    counter.count_each(&name("fork"), &mut games, |at, game| {
        copies[at % COPIES] = black_box(game).fork();
    });
    counter.count_each(&name("fork into used memory"), &mut games, |at, game| {
        copies[at % COPIES].clone_from(black_box(game));
    });
    let mut view = View::empty(viewer);
    counter.count_each(&name("a seat's view into used memory"), &mut games, |_, game| {
        game.view_into(viewer, black_box(&mut view));
    });
    counter.count_each(&name("listing the legal choices"), &mut games, |_, game| {
        cardable_engine::list_again(black_box(game));
    });
    counter.count_each(
        &name("imagining what a seat cannot know"),
        &mut games,
        |at, game| {
            black_box(game.imagine(viewer, Seed::from(at as u64)));
        },
    );
    submitting(
        counter,
        &name("submitting a choice, and what then is legal"),
        &games,
    );
}

fn submitting(counter: &Counter, name: &str, games: &[Game]) {
    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let choices: Vec<(Seat, Choice)> = games
        .iter()
        .map(|game| {
            let decision = game.next_decision().expect("the game goes on");
            let choice = decision.sample(&mut rng).expect("a decision has a choice");
            (decision.seat(), choice)
        })
        .collect();
    let submit_all = |copies: &mut [Game]| {
        for (copy, (seat, choice)) in copies.iter_mut().zip(&choices) {
            copy.submit(*seat, black_box(choice))
                .expect("a listed choice is applied");
        }
        copies.len() as u64
    };
    let mut copies = games.to_vec();
    // Once for the memory, and then from the start again.
    submit_all(&mut copies);
    for (copy, game) in copies.iter_mut().zip(games) {
        copy.clone_from(game);
    }
    counter.count(name, || submit_all(&mut copies));
}

/// Listing what may be done, and drawing one of it: picks of several cards with a rule for all of them.
fn drawing(
    counter: &Counter,
    what: &str,
    subject: fn() -> Subject,
    games: impl FnOnce(&Subject) -> Vec<Game>,
) {
    let subject = subject();
    if !counter.wants(&subject.name) {
        return;
    }
    let mut games = games(&subject);
    let mut rng = ChaCha8Rng::seed_from_u64(5);
    let name = format!("{}: listing and drawing, {what}", subject.name);
    counter.count_each(&name, &mut games, |_, game| {
        cardable_engine::list_again(game);
        let decision = game.next_decision().expect("the game goes on");
        black_box(decision.sample(&mut rng));
    });
}

/// Games of Scopa in which a card was played that takes from six cards or more.
fn full_tables(scopa: &Subject) -> Vec<Game> {
    let table = scopa.ruleset.zone("table").expect("Scopa has a table");
    let take = scopa.ruleset.state("take").expect("cards are taken in Scopa");
    let is_wanted = |game: &Game| {
        let view = game.view(Viewer::Seat(Seat(0)));
        let lie = view.zone(table).map_or(0, |zone| zone.cards.len());
        let is_taking = view.status.scenes.iter().any(|scene| scene.state == take);
        lie >= 6 && is_taking
    };
    let mut rng = ChaCha8Rng::seed_from_u64(6);
    let mut found = Vec::new();
    for seed in 0.. {
        let mut game = scopa.begin(seed);
        while !game.is_over() && !is_wanted(&game) {
            game.playout(&mut rng, 1).expect("nothing faults");
        }
        if !game.is_over() {
            found.push(game);
        }
        if found.len() == POSITIONS {
            break;
        }
    }
    found
}
