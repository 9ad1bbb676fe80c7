//! How fast bots think: iterations a second in every shipped game, how long `medium` and `hard` take for a decision, `hard`
//! also with what it remembers, and what two threads do of one's work.
//!
//!     cargo bench -p cardable-cli --bench iterations [-- GAME …]

#![allow(
    clippy::print_stdout,
    clippy::expect_used,
    reason = "a benchmark prints, and stops where something is missing"
)]

use cardable_bots::{Level, Search, Seen};
use cardable_core::rand_chacha::ChaCha8Rng;
use cardable_core::rand_chacha::rand_core::SeedableRng;
use cardable_core::search::History;
use cardable_core::{Game, Loader, Seed, Setup};
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// A game at the seats it is measured with, and how many iterations a second are the aim: three times those of a
/// prototype.
struct Subject {
    game: &'static str,
    seats: usize,
    aim: Option<u32>,
}

const fn subject(game: &'static str, seats: usize, aim: u32) -> Subject {
    Subject {
        game,
        seats,
        aim: if aim == 0 { None } else { Some(aim) },
    }
}

const SUBJECTS: [Subject; 18] = [
    subject("hearts", 4, 72_000),
    subject("crazy-eights", 4, 195_000),
    subject("crazy-eights", 2, 180_000),
    subject("skullable", 4, 75_000),
    subject("euchre", 4, 19_800),
    subject("goofspiel", 2, 189_000),
    subject("thirty-one", 4, 45_000),
    subject("uno-like", 4, 22_200),
    subject("go-fish", 4, 11_700),
    subject("durak", 2, 8_400),
    subject("gin-rummy", 2, 0),
    subject("rummy", 2, 0),
    subject("kitchen-rummy", 2, 0),
    subject("blackjack", 1, 0),
    subject("pontoon", 3, 0),
    subject("scramble", 2, 0),
    subject("speed", 2, 0),
    subject("turn-eight", 3, 0),
];

/// How many positions of a game are thought about.
const POSITIONS: usize = 24;
const TRIES_OF_THREADS: usize = 7;

fn main() {
    let named: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with('-'))
        .collect();
    println!(
        "{:<16} {:>5} {:>12} {:>9} {:>22} {:>22} {:>22} {:>8}",
        "game",
        "seats",
        "iterations/s",
        "aim",
        "medium, ms (most)",
        "forgetting hard (most)",
        "hard, ms (most)",
        "threads"
    );
    for subject in SUBJECTS {
        if named.is_empty() || named.iter().any(|name| name == subject.game) {
            measure(&subject);
        }
    }
}

fn measure(subject: &Subject) {
    let (positions, remembering): (Vec<Seen>, Vec<Seen>) = positions(subject).into_iter().unzip();
    let medium: Vec<Duration> = positions.iter().map(|seen| think(seen, Level::Medium)).collect();
    let hard: Vec<Duration> = positions.iter().map(|seen| think(seen, Level::Hard)).collect();
    let of_remembering: Vec<Duration> = remembering.iter().map(|seen| think(seen, Level::Hard)).collect();
    let of_hard = hard.iter().sum::<Duration>().as_secs_f64();
    let iterations = positions.len() as f64 * f64::from(Level::Hard.iterations());
    println!(
        "{:<16} {:>5} {:>12.0} {:>9} {:>22} {:>22} {:>22} {:>8.2}",
        subject.game,
        subject.seats,
        iterations / of_hard,
        subject.aim.map_or("".to_owned(), |aim| aim.to_string()),
        mean_and_most(&medium),
        mean_and_most(&hard),
        mean_and_most(&of_remembering),
        gain_of_two_threads(&positions),
    );
}

/// How many times as fast two threads go through the positions as one: the median of several tries, for other programs may
/// take a processor at any moment.
fn gain_of_two_threads(positions: &[Seen]) -> f64 {
    let mut gains: Vec<f64> = (0..TRIES_OF_THREADS)
        .map(|_| {
            let in_turn = timed(|| positions.iter().for_each(|seen| _ = think(seen, Level::Medium)));
            let at_once = timed(|| {
                let next = AtomicUsize::new(0);
                std::thread::scope(|scope| {
                    for _ in 0..2 {
                        scope.spawn(|| {
                            while let Some(seen) = positions.get(next.fetch_add(1, Ordering::Relaxed)) {
                                _ = think(seen, Level::Medium);
                            }
                        });
                    }
                });
            });
            in_turn.as_secs_f64() / at_once.as_secs_f64()
        })
        .collect();
    gains.sort_by(f64::total_cmp);
    gains.get(TRIES_OF_THREADS / 2).copied().unwrap_or_default()
}

fn mean_and_most(times: &[Duration]) -> String {
    let ms = |time: &Duration| time.as_secs_f64() * 1e3;
    let mean = times.iter().map(ms).sum::<f64>() / times.len().max(1) as f64;
    format!("{mean:.2} ({:.2})", times.iter().map(ms).fold(0.0, f64::max))
}

fn timed(work: impl FnOnce()) -> Duration {
    let begun = Instant::now();
    work();
    begun.elapsed()
}

fn think(seen: &Seen, level: Level) -> Duration {
    let mut search = Search::new(seen.clone());
    timed(|| search.run(&mut level.budget()))
}

/// Positions of random games in which a seat has a choice, evenly over the games: without what was before, and with it.
fn positions(subject: &Subject) -> Vec<(Seen, Seen)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../rulesets")
        .join(subject.game);
    let luau = cardable_lua::Luau::default();
    let checked = Loader::new().scripts(&luau).check_path(&folder);
    let ruleset = checked.into_result().expect("the game is shipped");
    let setup = Setup::seats(subject.seats);
    let mut positions = Vec::new();
    for seed in 0..4 {
        let mut game = Game::new(&ruleset, &setup, Seed::from(seed)).expect("the game begins");
        let mut history = History::new(&game);
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut of_game = Vec::new();
        while let Some(decision) = game.next_decision() {
            let seat = decision.seat();
            if decision.keys().len() > 1
                && let Some(seen) = Seen::new(&game, seat, Seed::from(game.seq()))
            {
                let remembering = seen.clone().remembering(&mut history, &game);
                of_game.push((seen, remembering));
            }
            let chosen = decision.sample(&mut rng).expect("there is a choice");
            if of_game.len() == 400 || game.submit(seat, &chosen).is_err() {
                break;
            }
            history.chosen(seat, &chosen);
        }
        let apart = (of_game.len() * 4 / POSITIONS).max(1);
        positions.extend(of_game.into_iter().step_by(apart).take(POSITIONS / 4));
    }
    positions
}
