//! How fast rulesets run: against the same games written by hand, and one operation at a time.
//!
//! `cargo bench -p cardable-core`, or `cargo bench -p cardable-core -- --quick` for a look. The
//! hand-written games have the same rules and draw from the same generator; that both are the same
//! game is checked by the mean number of choices. Rounds alternate, and medians are told, because
//! absolute figures drift on a shared machine.

#![allow(clippy::print_stdout, reason = "it prints a table")]
#![allow(
    clippy::expect_used,
    reason = "without the rulesets there is nothing to measure"
)]

mod hand;
mod subject;

use cardable_core::content::{ContentPath, MemoryFiles};
use cardable_core::{Game, Loader, Ruleset, Seat, Seed, Setup, View, Viewer};
use hand::rng::ChaCha;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use std::hint::black_box;
use std::time::{Duration, Instant};
use subject::Subject;

/// Rounds a figure is the median of.
const ROUNDS: usize = 5;
/// How long listing what may be done may take in any position of a shipped game.
const LONGEST_LISTING: Duration = Duration::from_millis(20);
/// By how much the mean choices of a ruleset and of the game by hand may differ.
const AGREEMENT: f64 = 0.015;

fn main() {
    let quick = std::env::args().any(|arg| arg == "--quick");
    let scale = if quick { 1 } else { 5 };
    let games = races();
    println!("{:44} {:>12} {:>12} {:>7}", "", "figure", "target", "ratio");
    for game in &games {
        playouts(game, scale);
    }
    for game in &games {
        operations(
            game,
            if quick {
                Duration::from_millis(20)
            } else {
                Duration::from_millis(80)
            },
        );
    }
    println!("\nrandom choices in every shipped game");
    for (name, seats, ruleset) in shipped() {
        choices(&name, seats, &ruleset, if quick { 1 } else { ROUNDS });
    }
    println!("\nthe longest listing of random games");
    for (name, seats, ruleset) in shipped() {
        longest_listing(&name, seats, &ruleset, if quick { 2_000 } else { 40_000 });
    }
}

// --- the games

/// The shipped games, for as many seats as they have at most, but not more than four.
fn shipped() -> Vec<(String, usize, Ruleset)> {
    let mut folders: Vec<_> = std::fs::read_dir(subject::shipped())
        .expect("the rulesets are there")
        .filter_map(|entry| entry.ok().map(|entry| entry.path()))
        .collect();
    folders.sort();
    let games = folders.into_iter().filter_map(|folder| {
        // What has scripts is measured where there is an engine for them.
        let ruleset = Loader::new().check_path(&folder).into_result().ok()?;
        let name = folder.file_name()?.to_string_lossy().into_owned();
        let seats = ruleset.seats();
        Some((name, 4.clamp(*seats.start(), *seats.end()), ruleset))
    });
    games.collect()
}

/// What a random choice takes in whole games, dealing included.
fn choices(name: &str, seats: usize, ruleset: &Ruleset, rounds: usize) {
    const MOST_CHOICES: u64 = 400;
    const GAMES_AT_ONCE: u64 = 32;
    let mut game = Game::new(ruleset, &Setup::seats(seats), Seed::from(1)).expect("a game begins");
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut seed = 0;
    let taken = (0..rounds).map(|_| {
        let (mut made, mut time) = (0, Duration::ZERO);
        while time < Duration::from_millis(60) {
            time += timed(|| {
                for _ in 0..GAMES_AT_ONCE {
                    seed += 1;
                    game.restart(Seed::from(seed)).expect("a game begins");
                    made += game.playout(&mut rng, MOST_CHOICES).expect("no fault").choices;
                }
            });
        }
        time.as_secs_f64() * 1e9 / made as f64
    });
    row(
        &format!("{name}, {seats} seats: a random choice"),
        &nanos(median(taken.collect())),
        None,
    );
}

/// The longest that listing what may be done takes anywhere in random games, with the number of all choices.
fn longest_listing(name: &str, seats: usize, ruleset: &Ruleset, choices: u64) {
    let mut game = Game::new(ruleset, &Setup::seats(seats), Seed::from(1)).expect("a game begins");
    let mut rng = ChaCha8Rng::seed_from_u64(2);
    let (mut longest, mut made, mut seed) = (Duration::ZERO, 0, 0);
    while made < choices {
        seed += 1;
        game.restart(Seed::from(seed)).expect("a game begins");
        while !game.is_over() && made < choices {
            // What is interrupted takes long once, but hardly three times in a row.
            let mut taken = elapsed(|| list(&mut game));
            if taken > longest {
                taken = taken.min(elapsed(|| list(&mut game)));
                taken = taken.min(elapsed(|| list(&mut game)));
                longest = longest.max(taken);
            }
            made += game.playout(&mut rng, 1).expect("no fault").choices;
        }
    }
    let ns = longest.as_nanos() as f64;
    let limit = LONGEST_LISTING.as_nanos() as f64;
    row(
        &format!("{name}, {seats} seats: the longest listing"),
        &nanos(ns),
        Some((
            format!("{} -", nanos(limit)),
            ns / limit,
            longest <= LONGEST_LISTING,
        )),
    );
}

fn list(game: &mut Game) {
    cardable_engine::list_again(game);
    for decision in game.decisions() {
        black_box(decision.count());
    }
}

/// A ruleset against the same game by hand.
struct Race {
    subject: Subject,
    source: Source,
    /// Games of a round, to be scaled: of the ruleset and by hand.
    games: (u32, u32),
    /// Games a second that are wanted.
    wanted: Option<f64>,
    /// How many times the time of the game by hand it may take.
    most: Option<f64>,
    /// Time to load that is wanted.
    load: Option<Duration>,
}

/// A ruleset with the files that it needs, in memory.
struct Source {
    ruleset: ContentPath,
    files: MemoryFiles,
}

impl Race {
    /// The files beside the ruleset are those that it needs.
    fn new(subject: Subject, ruleset: &'static str, beside: &[&str]) -> Race {
        let read = |path: &str| {
            std::fs::read_to_string(subject::shipped().join(path)).expect("a shipped file can be read")
        };
        let mut files = MemoryFiles::new();
        for path in beside.iter().chain([&ruleset]) {
            files.add(path, read(path)).expect("the path is one");
        }
        let source = Source {
            ruleset: ContentPath::new(ruleset).expect("the path is one"),
            files,
        };
        Race {
            subject,
            source,
            games: (400, 10_000),
            wanted: None,
            most: None,
            load: None,
        }
    }
}

impl Source {
    fn check(&self) -> Ruleset {
        Loader::new()
            .roots(&[&self.files])
            .check_files(&self.files, &self.ruleset)
            .into_result()
            .expect("a shipped ruleset checks")
    }
}

fn races() -> [Race; 6] {
    const PACK: &str = "standard/cardset.json";
    const WHOLE: [&str; 2] = [PACK, "standard/decks/standard-52.json"];
    [
        Race {
            games: (2_000, 30_000),
            wanted: Some(60_000.0),
            most: Some(5.5),
            ..Race::new(subject::crazy_eights(), "crazy-eights/ruleset.json", &WHOLE)
        },
        Race {
            games: (1_000, 10_000),
            most: Some(8.0),
            load: Some(Duration::from_millis(1)),
            ..Race::new(
                subject::skullable(),
                "skullable/ruleset.json",
                &["fragments/auction.fragment.json"],
            )
        },
        Race {
            games: (200, 2_000),
            most: Some(7.0),
            ..Race::new(subject::hearts(), "hearts/hearts.cardgame.json", &[])
        },
        Race {
            games: (1_000, 20_000),
            ..Race::new(
                subject::euchre(),
                "euchre/ruleset.json",
                &[
                    PACK,
                    "standard/decks/standard-24.json",
                    "fragments/tricks.fragment.json",
                    "fragments/dealing.fragment.json",
                ],
            )
        },
        Race::new(subject::go_fish(), "go-fish/ruleset.json", &WHOLE),
        Race {
            games: (1_000, 20_000),
            most: Some(4.5),
            ..Race::new(subject::blackjack(), "blackjack/blackjack.cardgame.json", &[])
        },
    ]
}

// --- playouts

fn playouts(race: &Race, scale: u32) {
    let subject = &race.subject;
    let by_hand = subject.by_hand.expect("the game is there by hand");
    let mut rng = ChaCha8Rng::seed_from_u64(1);
    let mut hand_rng = ChaCha::new(2);
    let (n, by_hand_n) = (race.games.0 * scale, race.games.1 * scale);
    let mut game = subject.begin(0);
    let (mut choices, mut hand_choices) = (0u64, 0u64);
    let (mut rates, mut hand_rates, mut ratios) = (Vec::new(), Vec::new(), Vec::new());
    // The first round warms up.
    for round in 0..=ROUNDS {
        let mut sum = 0u64;
        let time = timed(|| {
            for number in 0..n {
                let seed = Seed::from(u64::from(round as u32 * n + number));
                game.restart(seed).expect("a game begins");
                let played = game.playout(&mut rng, 100_000).expect("nothing faults");
                assert!(played.finished, "every game ends");
                sum += played.choices;
            }
        });
        let mut hand_sum = 0u64;
        let hand_time = timed(|| {
            for _ in 0..by_hand_n {
                hand_sum += u64::from(by_hand(&mut hand_rng));
            }
        });
        if round == 0 {
            continue;
        }
        choices += sum;
        hand_choices += hand_sum;
        let rate = f64::from(n) / time.as_secs_f64();
        let hand_rate = f64::from(by_hand_n) / hand_time.as_secs_f64();
        rates.push(rate);
        hand_rates.push(hand_rate);
        ratios.push(hand_rate / rate);
    }
    let games = f64::from(n * ROUNDS as u32);
    let (mean, hand_mean) = (
        choices as f64 / games,
        hand_choices as f64 / f64::from(by_hand_n * ROUNDS as u32),
    );
    let (rate, hand_rate, ratio) = (median(rates), median(hand_rates), median(ratios));
    println!("{}", subject.name);
    row(
        "  ruleset, games/s",
        &grouped(rate),
        race.wanted
            .map(|w| (format!("{} +", grouped(w)), rate / w, rate >= w)),
    );
    row("  by hand, games/s", &grouped(hand_rate), None);
    row(
        "  times the time by hand",
        &format!("{ratio:.1}"),
        race.most
            .map(|most| (format!("{most} -"), ratio / most, ratio <= most)),
    );
    row("  a choice", &nanos(1e9 / rate / mean), None);
    row("  choices a game, ruleset", &format!("{mean:.2}"), None);
    let apart = (mean / hand_mean - 1.0).abs();
    row(
        "  choices a game, by hand",
        &format!("{hand_mean:.2}"),
        Some(("± 1.5 %".into(), mean / hand_mean, apart <= AGREEMENT)),
    );
    assert!(games >= 1_000.0, "{games} games are too few to compare");
    assert!(
        apart <= AGREEMENT,
        "{}: the ruleset and the game by hand differ",
        subject.name
    );
}

// --- operations

fn operations(race: &Race, span: Duration) {
    let subject = &race.subject;
    println!("{}", subject.name);
    let mut games = subject.positions(64);
    let n = games.len();
    let limit = |ns: f64, most: f64| Some((format!("{} -", nanos(most)), ns / most, ns < most));
    let viewer = Viewer::Seat(Seat(1));

    let fork = per_call(span, |at| {
        black_box(games[at % n].fork());
    });
    row("  fork", &nanos(fork), limit(fork, 150.0));
    let mut kept = games[0].fork();
    let copy = per_call(span, |at| kept.clone_from(black_box(&games[at % n])));
    row("  fork into used memory", &nanos(copy), limit(copy, 150.0));

    let mut view = View::empty(viewer);
    let reused = per_call(span, |at| games[at % n].view_into(viewer, black_box(&mut view)));
    row(
        "  a seat's view into used memory",
        &nanos(reused),
        limit(reused, 1_000.0),
    );
    let fresh = per_call(span, |at| {
        black_box(games[at % n].view(viewer));
    });
    row("  a seat's view", &nanos(fresh), limit(fresh, 1_000.0));

    let list = per_call(span, |at| {
        cardable_engine::list_again(black_box(&mut games[at % n]));
    });
    row("  listing the legal choices", &nanos(list), limit(list, 200.0));

    let mut rng = ChaCha8Rng::seed_from_u64(4);
    let sample = per_call(span, |at| {
        let decision = games[at % n].next_decision().expect("the game goes on");
        black_box(decision.sample(&mut rng));
    });
    row("  drawing a choice", &nanos(sample), None);

    let choices: Vec<_> = games
        .iter()
        .map(|game| {
            let decision = game.next_decision().expect("the game goes on");
            (
                decision.seat(),
                decision.sample(&mut rng).expect("a decision has a choice"),
            )
        })
        .collect();
    let both = per_call(span, |at| {
        kept.clone_from(&games[at % n]);
        let (seat, choice) = &choices[at % n];
        kept.submit(*seat, black_box(choice))
            .expect("a listed choice is applied");
    });
    row(
        "  submitting a choice, and what then is legal",
        &nanos((both - copy).max(0.0)),
        None,
    );

    let imagine = per_call(span, |at| {
        black_box(games[at % n].imagine(viewer, Seed::from(at as u64)));
    });
    row("  imagining what a seat cannot know", &nanos(imagine), None);

    let restart = per_call(span, |at| {
        kept.restart(Seed::from(at as u64)).expect("a game begins")
    });
    row("  beginning a game in used memory", &nanos(restart), None);
    let begin = per_call(span, |at| {
        black_box(subject.begin(at as u64));
    });
    row("  beginning a game", &nanos(begin), None);

    let save = per_call(span, |at| {
        black_box(games[at % n].save());
    });
    row("  save", &nanos(save), None);
    let saves: Vec<Vec<u8>> = games.iter().map(Game::save).collect();
    let restore = per_call(span, |at| {
        black_box(Game::restore(&subject.ruleset, &saves[at % n]).expect("a save can be restored"));
    });
    row("  restore", &nanos(restore), None);

    let load = per_call(span, |_| {
        black_box(race.source.check());
    });
    let wanted = race.load.map(|most| most.as_nanos() as f64);
    row(
        "  loading the ruleset",
        &nanos(load),
        wanted.and_then(|most| limit(load, most)),
    );
}

// --- measuring

/// How long something takes, in time on the processor where the system tells it: others' work on a
/// shared machine does not count. It is told in ticks of a few milliseconds.
fn timed(work: impl FnOnce()) -> Duration {
    let (before, started) = (on_processor(), Instant::now());
    work();
    match (before, on_processor()) {
        (Some(before), Some(after)) => after.saturating_sub(before),
        _ => started.elapsed(),
    }
}

/// How long something short takes: ticks of the processor's time are too coarse for it.
fn elapsed(work: impl FnOnce()) -> Duration {
    let started = Instant::now();
    work();
    started.elapsed()
}

fn on_processor() -> Option<Duration> {
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    told.split_whitespace()
        .next()?
        .parse()
        .ok()
        .map(Duration::from_nanos)
}

/// Nanoseconds for a call: the median of rounds that take about so long each.
fn per_call(span: Duration, mut work: impl FnMut(usize)) -> f64 {
    let mut calls = 1usize;
    let mut run = |calls: usize| timed(|| (0..calls).for_each(&mut work));
    while run(calls) < span / 4 {
        calls *= 2;
    }
    calls *= 4;
    median(
        (0..ROUNDS)
            .map(|_| run(calls).as_nanos() as f64 / calls as f64)
            .collect(),
    )
}

fn median(mut of: Vec<f64>) -> f64 {
    of.sort_by(f64::total_cmp);
    of[of.len() / 2]
}

// --- showing

fn row(what: &str, figure: &str, target: Option<(String, f64, bool)>) {
    match target {
        None => println!("{what:44} {figure:>12}"),
        Some((target, ratio, reached)) => {
            let mark = if reached { "ok" } else { "missed" };
            println!("{what:44} {figure:>12} {target:>12} {ratio:>7.2}  {mark}");
        }
    }
}

fn nanos(ns: f64) -> String {
    match ns {
        ..1e3 => format!("{ns:.1} ns"),
        ..1e6 => format!("{:.2} µs", ns / 1e3),
        _ => format!("{:.2} ms", ns / 1e6),
    }
}

fn grouped(n: f64) -> String {
    let digits = format!("{n:.0}");
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}
