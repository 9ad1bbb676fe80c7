//! Two games that a seat cannot tell apart, from their beginning on: others hold other cards, or have chosen otherwise.

use cardable_core::rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};
use cardable_core::search::History;
use cardable_core::{Choice, Game, Match, Ruleset, Seat, Seed, Setup, ViewEvent, Viewer};

/// How many other seeds are tried for a deal that looks the same to the seat.
const MOST_SEEDS: u64 = 30;
/// How many choices of somebody else are looked through for those that look the same to the seat.
const MOST_CHOICES: usize = 40;

/// Two games that a seat cannot tell apart, with their histories.
pub(crate) struct Twins {
    pub(crate) seat: Seat,
    one: Twin,
    other: Twin,
    rng: ChaCha8Rng,
}

pub(crate) struct Twin {
    pub(crate) table: Match,
    pub(crate) history: History,
}

impl Twin {
    fn new(ruleset: &Ruleset, seats: usize, seed: u64) -> Twin {
        let table = Match::new(ruleset, &Setup::seats(seats), Seed::from(seed)).expect("it begins");
        Twin {
            history: History::new(table.game()),
            table,
        }
    }

    fn choose(&mut self, seat: Seat, choice: &Choice) {
        self.table.submit(seat, choice).expect("it was tried");
        self.history.chosen(seat, choice);
    }
}

impl Twins {
    /// Two games of different seeds, or where no other deal looks the same to the seat, of the same one.
    pub(crate) fn new(ruleset: &Ruleset, seats: usize, seat: Seat, seed: u64) -> Twins {
        let one = Twin::new(ruleset, seats, seed);
        let known = |twin: &Twin| twin.table.game().knowledge(Viewer::Seat(seat)).key();
        let mut others = (seed + 1..=seed + MOST_SEEDS).map(|other| Twin::new(ruleset, seats, other));
        let all = |twin: &Twin| twin.table.game().view(Viewer::Omniscient);
        let other = others.find(|other| known(other) == known(&one) && all(other) != all(&one));
        Twins {
            seat,
            other: other.unwrap_or_else(|| Twin::new(ruleset, seats, seed)),
            one,
            rng: ChaCha8Rng::seed_from_u64(seed),
        }
    }

    /// Somebody chooses by chance in the first game, and in the second so that the seat sees the same. False where the
    /// game is over, or where that cannot be.
    pub(crate) fn go_on(&mut self) -> bool {
        let Some(decision) = self.one.table.game().next_decision() else {
            return false;
        };
        let mover = decision.seat();
        let choice = decision.sample(&mut self.rng).expect("a decision has a choice");
        let seen = |game: &Game, choice: &Choice| seen_after(game, mover, choice, self.seat);
        let wanted = seen(self.one.table.game(), &choice);
        let other = self.other.table.game();
        let choices = match (mover == self.seat, other.decision(mover)) {
            // It would notice if it chose something else.
            (true, Some(_)) => vec![choice.clone()],
            (false, Some(decision)) => {
                let others = decision.choices().take(MOST_CHOICES);
                std::iter::once(choice.clone()).chain(others).collect()
            }
            (_, None) => Vec::new(),
        };
        let mut alike = choices.into_iter().filter(|choice| seen(other, choice) == wanted);
        // Half of them as in the first game, if they can be: what is chosen in secret may come to light later.
        let like = match self.rng.next_u32().is_multiple_of(2) {
            true => alike.next(),
            false => alike.next_back(),
        };
        let Some(like) = like else {
            return false;
        };
        self.one.choose(mover, &choice);
        self.other.choose(mover, &like);
        true
    }

    /// The first game alone goes on by some choices: the seat may notice.
    pub(crate) fn part(&mut self, choices: usize) {
        for _ in 0..choices {
            let Some(decision) = self.one.table.game().next_decision() else {
                return;
            };
            let (mover, choice) = (decision.seat(), decision.sample(&mut self.rng));
            self.one.choose(mover, &choice.expect("a decision has a choice"));
        }
    }

    /// Whether the games differ: what was chosen in secret counts, though it may show nowhere yet.
    pub(crate) fn differ(&self) -> bool {
        self.one.table.game().save() != self.other.table.game().save()
    }

    pub(crate) fn ruleset(&self) -> Ruleset {
        self.one.table.game().ruleset().clone()
    }

    /// Whether the seat has something to decide.
    pub(crate) fn decides(&self) -> bool {
        self.one.table.game().decision(self.seat).is_some()
    }

    /// What comes of each of them.
    pub(crate) fn map<T>(&mut self, mut of: impl FnMut(&mut Twin) -> T) -> [T; 2] {
        [of(&mut self.one), of(&mut self.other)]
    }
}

/// What a seat sees when somebody chooses, and what it knows then. None where he cannot choose that.
fn seen_after(game: &Game, mover: Seat, choice: &Choice, seat: Seat) -> Option<(Vec<ViewEvent>, u64)> {
    let mut game = game.fork().with_events();
    game.submit(mover, choice).ok()?;
    let viewer = Viewer::Seat(seat);
    Some((game.events(viewer), game.knowledge(viewer).key()))
}
