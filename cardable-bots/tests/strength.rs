//! Bots that think play better than those that think less, or not at all.

use crate::contest::{Player, play, share};
use crate::shipped;
use cardable_bots::Level;
use cardable_core::rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use cardable_core::{Game, Seed, Setup};

const RANDOM: Player = Player::Level(Level::Random);
const EASY: Player = Player::Level(Level::Easy);
const MEDIUM: Player = Player::Level(Level::Medium);

/// Thinks for so many iterations, and remembers.
const fn search(iterations: u32) -> Player {
    Player::Level(Level::Search(iterations))
}

const fn forgetful(iterations: u32) -> Player {
    Player::Forgetful(iterations)
}

/// Who plays which game, and how much of it the first of them must win.
struct Contest<'c> {
    game: &'static str,
    /// Most games are made shorter.
    options: &'c [(&'static str, i64)],
    line: &'c [Player],
    deals: u64,
    /// Above which share of the win those are who play like the first of the line.
    least: f64,
}

impl Contest<'_> {
    fn won(&self) -> f64 {
        let seats = Setup::seats(self.line.len());
        let options = self.options.iter();
        let setup = options.fold(seats, |setup, (key, value)| setup.option(key, *value));
        share(&shipped(self.game), &setup, self.line, self.deals, play)
    }

    /// Fails where somebody wins too little, and gives the mean of all.
    fn hold(contests: &[Contest<'_>]) -> f64 {
        let mut all = 0.0;
        for contest in contests {
            let won = contest.won();
            let Contest {
                game, line, least, ..
            } = contest;
            println!("{game}, {line:?}: {won:.3}, at least {least}");
            assert!(won > *least, "{game}, {line:?}: {won}");
            all += won;
        }
        all / contests.len() as f64
    }
}

fn contest<'c>(game: &'static str, line: &'c [Player], deals: u64, least: f64) -> Contest<'c> {
    Contest {
        game,
        options: &[],
        line,
        deals,
        least,
    }
}

#[test]
fn a_search_beats_chance() {
    Contest::hold(&[
        contest("crazy-eights", &[forgetful(40), RANDOM], 12, 0.7),
        contest("goofspiel", &[forgetful(40), RANDOM], 12, 0.6),
        contest("durak", &[forgetful(20), RANDOM], 6, 0.7),
        contest("crazy-eights", &[forgetful(40), RANDOM, RANDOM, RANDOM], 10, 0.35),
        contest("thirty-one", &[forgetful(60), RANDOM, RANDOM, RANDOM], 10, 0.35),
        contest("hearts", &[forgetful(10), RANDOM, RANDOM, RANDOM], 2, 0.5),
        Contest {
            options: &[("target", 5)],
            ..contest("euchre", &[forgetful(40), RANDOM, forgetful(40), RANDOM], 10, 0.7)
        },
        Contest {
            options: &[("deals", 2)],
            ..contest("gin-rummy", &[forgetful(30), RANDOM], 4, 0.7)
        },
    ]);
}

#[test]
fn a_search_that_remembers_beats_chance() {
    Contest::hold(&[
        contest("crazy-eights", &[search(60), RANDOM], 4, 0.65),
        contest("goofspiel", &[search(100), RANDOM], 4, 0.7),
    ]);
}

#[test]
fn medium_beats_easy() {
    let mean = Contest::hold(&[
        contest("crazy-eights", &[MEDIUM, EASY], 12, 0.5),
        contest("goofspiel", &[MEDIUM, EASY], 16, 0.5),
        contest("thirty-one", &[MEDIUM, EASY], 40, 0.5),
    ]);
    assert!(mean > 0.6, "{mean}");
}

/// Games of other kinds: toys that fight, a deck that is built, and bids with tricks.
#[test]
fn medium_beats_chance_in_larger_games() {
    Contest::hold(&[
        Contest {
            options: &[("nerve", 8)],
            ..contest("duel", &[MEDIUM, RANDOM], 3, 0.6)
        },
        Contest {
            options: &[("rounds", 10)],
            ..contest("market", &[MEDIUM, RANDOM], 1, 0.6)
        },
        contest("skat", &[MEDIUM, RANDOM, RANDOM], 6, 0.4),
    ]);
}

/// All win or lose together there, so what counts is how many points they make.
#[test]
fn medium_lights_more_lanterns_than_chance() {
    let ruleset = shipped("lanterns");
    let points = |level| {
        let mut made = 0.0;
        for deal in 0..2 {
            let mut game = Game::new(&ruleset, &Setup::seats(3), Seed::from(deal)).expect("it begins");
            play(&mut game, &[level; 3], &mut ChaCha8Rng::seed_from_u64(deal));
            made += game.result().expect("it is over").scores[0];
        }
        made / 2.0
    };
    let (by_chance, by_thinking) = (points(RANDOM), points(MEDIUM));
    println!("{by_chance} points by chance, {by_thinking} by thinking");
    assert!(by_thinking > by_chance + 1.0, "{by_chance}, {by_thinking}");
}
