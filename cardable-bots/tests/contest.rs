//! Games between bots, and who wins them.

use cardable_bots::{Bot, Budget, Level, Seen};
use cardable_core::rand_chacha::{ChaCha8Rng, rand_core::SeedableRng};
use cardable_core::search::History;
use cardable_core::{Choice, Game, Ruleset, Seat, Seed, Setup};

/// Who plays a seat.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) enum Player {
    /// Remembers what its level does.
    Level(Level),
    /// Thinks for so many iterations, and takes others to act at random.
    Forgetful(u32),
}

impl Player {
    fn remembers(self) -> bool {
        match self {
            Player::Level(level) => level.remembers(),
            Player::Forgetful(_) => false,
        }
    }

    /// What it does where a seat must decide.
    fn choice(self, game: &Game, seat: Seat, history: &mut History, rng: &mut ChaCha8Rng) -> Choice {
        let (level, mut budget) = match self {
            Player::Level(Level::Random) => {
                let decision = game.decision(seat).expect("it decides");
                return decision.sample(rng).expect("there is a choice");
            }
            Player::Level(level) => (level, level.budget()),
            Player::Forgetful(iterations) => (Level::Medium, Budget::iterations(iterations)),
        };
        let seen = Seen::new(game, seat, Seed::from(game.seq())).expect("it decides");
        let seen = match self.remembers() {
            true => seen.remembering(history, game),
            false => seen,
        };
        level.bot().think(&seen, &mut budget).choice
    }
}

/// Plays a game to its end, with a player for each seat.
pub(crate) fn play(game: &mut Game, players: &[Player], rng: &mut ChaCha8Rng) {
    let mut history = History::new(game);
    let is_remembered = players.iter().any(|player| player.remembers());
    while let Some(decision) = game.next_decision() {
        let seat = decision.seat();
        let choice = players[seat.index()].choice(game, seat, &mut history, rng);
        game.submit(seat, &choice).expect("nothing faults");
        if is_remembered {
            history.followed(seat, Some(&choice), game);
        }
    }
}

/// The share of the win that those get who play like the first of a line, in the mean of so many deals. Each is played once
/// for every way in which the line can be moved round the table.
pub(crate) fn share<P: Copy + PartialEq>(
    ruleset: &Ruleset,
    setup: &Setup,
    line: &[P],
    deals: u64,
    play: impl Fn(&mut Game, &[P], &mut ChaCha8Rng),
) -> f64 {
    let (mut won, mut games) = (0.0, 0);
    for deal in 0..deals {
        let mut seated = line.to_vec();
        for moved in 0..line.len() as u64 {
            let mut game = Game::new(ruleset, setup, Seed::from(deal)).expect("it begins");
            play(
                &mut game,
                &seated,
                &mut ChaCha8Rng::seed_from_u64(deal * 100 + moved),
            );
            let winners = &game.result().expect("it is over").winners;
            let own = winners.iter().filter(|seat| seated[seat.index()] == line[0]);
            won += own.count() as f64 / winners.len().max(1) as f64;
            games += 1;
            seated.rotate_right(1);
            if seated == line {
                break;
            }
        }
    }
    won / f64::from(games)
}
