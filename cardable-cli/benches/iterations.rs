//! How fast bots think: iterations a second in every shipped game; how long `medium` and `hard` take for a decision, and how
//! many iterations they get, `hard` also with what it remembers; and what two threads do of one's work.
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

const SUBJECTS: [Subject; 44] = [
    subject("hearts", 4, 72_000),
    subject("crazy-eights", 4, 195_000),
    subject("crazy-eights", 2, 180_000),
    subject("skullable", 4, 75_000),
    subject("euchre", 4, 19_800),
    subject("goofspiel", 2, 189_000),
    subject("thirty-one", 4, 45_000),
    subject("colours-and-numbers", 4, 22_200),
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
    subject("duel", 2, 0),
    subject("market", 2, 0),
    subject("lanterns", 3, 0),
    subject("skat", 3, 0),
    subject("holdem", 3, 0),
    subject("leduc", 2, 0),
    subject("backwater", 3, 0),
    subject("agram", 4, 0),
    subject("whist", 4, 0),
    subject("sueca", 4, 0),
    subject("klaverjassen", 4, 0),
    subject("bridge", 4, 0),
    subject("pitch", 4, 0),
    subject("scarto", 3, 0),
    subject("cribbage", 2, 0),
    subject("scopa", 2, 0),
    subject("cuckoo", 4, 0),
    subject("golf", 4, 0),
    subject("schwimmen", 4, 0),
    subject("skitgubbe", 3, 0),
    subject("klondike", 1, 0),
    subject("president", 4, 0),
    subject("big-two", 4, 0),
    subject("quayside", 4, 0),
    subject("moonlit-wood", 4, 0),
    subject("spring-tide", 4, 0),
];

/// How many positions of a game are thought about.
const POSITIONS: usize = 24;
/// From how many games they are.
const GAMES: u64 = 4;
/// How far those games are played: how many decisions with a choice, and how many choices in all.
const MOST_DECISIONS: usize = 400;
const MOST_CHOICES: usize = 2_000;
const TRIES_OF_THREADS: usize = 7;

fn main() {
    let named: Vec<String> = std::env::args()
        .skip(1)
        .filter(|arg| !arg.starts_with('-'))
        .collect();
    println!(
        "{:<16} {:>5} {:>12} {:>9} {:>24} {:>24} {:>24} {:>8}",
        "game",
        "seats",
        "iterations/s",
        "aim",
        "medium, ms (most), its",
        "forgetting hard",
        "hard",
        "threads"
    );
    for subject in SUBJECTS {
        if named.is_empty() || named.iter().any(|name| name == subject.game) {
            measure(&subject);
        }
    }
}

fn measure(subject: &Subject) {
    let all = positions(subject);
    let remembering: Vec<Thinking> = all
        .iter()
        .map(|position| {
            let mut thinking = think(&position.remembering, Level::Hard);
            thinking.took += position.looking_back;
            thinking
        })
        .collect();
    let positions: Vec<Seen> = all.into_iter().map(|position| position.seen).collect();
    let of = |level| -> Vec<Thinking> { positions.iter().map(|seen| think(seen, level)).collect() };
    let (medium, hard) = (of(Level::Medium), of(Level::Hard));
    let took: Duration = hard.iter().map(|thinking| thinking.took).sum();
    let iterations: u32 = hard.iter().map(|thinking| thinking.iterations).sum();
    println!(
        "{:<16} {:>5} {:>12.0} {:>9} {:>24} {:>24} {:>24} {:>8.2}",
        subject.game,
        subject.seats,
        f64::from(iterations) / took.as_secs_f64(),
        subject.aim.map_or("".to_owned(), |aim| aim.to_string()),
        told(&medium),
        told(&hard),
        told(&remembering),
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

/// The mean of the milliseconds, the most of them, and the mean of the iterations.
fn told(thinkings: &[Thinking]) -> String {
    let count = thinkings.len().max(1) as f64;
    let ms = thinkings.iter().map(|thinking| thinking.took.as_secs_f64() * 1e3);
    let iterations: u32 = thinkings.iter().map(|thinking| thinking.iterations).sum();
    format!(
        "{:.1} ({:.1}), {:.0}",
        ms.clone().sum::<f64>() / count,
        ms.fold(0.0, f64::max),
        f64::from(iterations) / count
    )
}

fn timed(work: impl FnOnce()) -> Duration {
    let begun = Instant::now();
    work();
    begun.elapsed()
}

/// How long a decision took, and how many iterations it got.
struct Thinking {
    took: Duration,
    iterations: u32,
}

fn think(seen: &Seen, level: Level) -> Thinking {
    let mut budget = level.budget();
    let took = timed(|| Search::new(seen.clone()).run(&mut budget));
    Thinking {
        took,
        iterations: budget.spent(),
    }
}

/// What a seat knows at a decision.
struct Position {
    seen: Seen,
    remembering: Seen,
    /// How long it took to look back at what was chosen before.
    looking_back: Duration,
}

/// Positions of random games in which a seat has a choice, evenly over the games.
fn positions(subject: &Subject) -> Vec<Position> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../rulesets")
        .join(subject.game);
    let luau = cardable_lua::Luau::default();
    let checked = Loader::new().scripts(&luau).check_path(&folder);
    let ruleset = checked.into_result().expect("the game is shipped");
    let setup = Setup::seats(subject.seats);
    let begun = |seed: u64| Game::new(&ruleset, &setup, Seed::from(seed)).expect("the game begins");
    let of_game = |seed: u64| positions_of_game(begun(seed), seed);
    (0..GAMES).flat_map(of_game).collect()
}

/// Positions of one game. It is played twice: to know all that led to a position takes the longer, the more was chosen, so
/// only those are made that are wanted.
fn positions_of_game(begin: Game, seed: u64) -> Vec<Position> {
    let mut game = begin.fork();
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut made = Vec::new();
    let mut open = Vec::new();
    while let Some(decision) = game.next_decision() {
        let seat = decision.seat();
        if decision.keys().len() > 1 {
            open.push(made.len());
        }
        let chosen = decision.sample(&mut rng).expect("there is a choice");
        let is_enough = open.len() == MOST_DECISIONS || made.len() == MOST_CHOICES;
        if is_enough || game.submit(seat, &chosen).is_err() {
            break;
        }
        made.push((seat, chosen));
    }
    let wanted = POSITIONS / GAMES as usize;
    let apart = (open.len() / wanted).max(1);
    let mut open = open.into_iter().step_by(apart).take(wanted).peekable();
    let mut positions = Vec::new();
    let mut game = begin;
    let mut history = History::new(&game);
    for at in 0..=made.len() {
        if open.next_if_eq(&at).is_some()
            && let Some(decision) = game.next_decision()
            && let Some(seen) = Seen::new(&game, decision.seat(), Seed::from(game.seq()))
        {
            let mut remembering = seen.clone();
            let looking_back = timed(|| remembering = seen.clone().remembering(&mut history, &game));
            positions.push(Position {
                seen,
                remembering,
                looking_back,
            });
        }
        if let Some((seat, choice)) = made.get(at) {
            game.submit(*seat, choice).expect("it was possible before");
            history.chosen(*seat, choice);
        }
    }
    positions
}
