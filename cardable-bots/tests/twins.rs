//! Two games that a seat cannot tell apart, from their beginning on: others hold other cards, or have chosen otherwise.

use cardable_core::rand_chacha::{
    ChaCha8Rng,
    rand_core::{Rng, SeedableRng},
};
use cardable_core::search::History;
use cardable_core::{Choice, Game, Log, Match, Ruleset, Seat, Seed, Setup, ViewEvent, Viewer};

/// How many other seeds are tried for a deal that looks the same to the seat.
const MOST_SEEDS: u64 = 30;
/// How many choices of somebody else are looked through for those that look the same to the seat.
const MOST_CHOICES: usize = 40;

/// Two games that a seat cannot tell apart, with their histories.
pub(crate) struct Twins {
    pub(crate) seat: Seat,
    seeds: [u64; 2],
    one: Twin,
    other: Twin,
    rng: ChaCha8Rng,
}

pub(crate) struct Twin {
    pub(crate) game: Game,
    pub(crate) history: History,
    made: Vec<(Seat, Choice)>,
}

/// Where the other game comes from.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Other {
    /// From another seed, or where no other deal looks the same to the seat, from the same one.
    Dealt,
    /// Imagined from what the seat knows.
    Imagined,
}

impl Twin {
    fn new(game: Game) -> Twin {
        let game = game.with_events();
        Twin {
            history: History::new(&game),
            game,
            made: Vec::new(),
        }
    }

    fn choose(&mut self, seat: Seat, choice: &Choice) {
        self.game.submit(seat, choice).expect("it was tried");
        self.history.chosen(seat, choice);
        self.made.push((seat, choice.clone()));
    }
}

impl Twins {
    pub(crate) fn new(ruleset: &Ruleset, seats: usize, seat: Seat, seed: u64, other: Other) -> Twins {
        let dealt = |seed| Game::new(ruleset, &Setup::seats(seats), Seed::from(seed)).expect("it begins");
        let one = dealt(seed);
        let viewer = Viewer::Seat(seat);
        let (other_seed, other) = match other {
            Other::Imagined => (seed, one.imagine(viewer, Seed::from(seed))),
            Other::Dealt => {
                let known = |game: &Game| game.knowledge(viewer).key();
                let all = |game: &Game| game.view(Viewer::Omniscient);
                let mut others = (seed + 1..=seed + MOST_SEEDS).map(|seed| (seed, dealt(seed)));
                let other = others.find(|(_, other)| known(other) == known(&one) && all(other) != all(&one));
                other.unwrap_or_else(|| (seed, dealt(seed)))
            }
        };
        Twins {
            seat,
            seeds: [seed, other_seed],
            one: Twin::new(one),
            other: Twin::new(other),
            rng: ChaCha8Rng::seed_from_u64(seed),
        }
    }

    /// The logs of both, where they were dealt.
    pub(crate) fn logs(&self) -> [Log; 2] {
        let log = |twin: &Twin, seed: u64| {
            let setup = Setup::seats(twin.game.seating().persons());
            let mut table = Match::new(&twin.game.ruleset(), &setup, Seed::from(seed)).expect("it begins");
            for (seat, choice) in &twin.made {
                table.submit(*seat, choice).expect("it was possible");
            }
            table.log().clone()
        };
        [log(&self.one, self.seeds[0]), log(&self.other, self.seeds[1])]
    }

    /// Somebody chooses by chance in the first game, and in the second so that the seat sees the same. False where the
    /// game is over, or where that cannot be.
    pub(crate) fn go_on(&mut self) -> bool {
        let Some(decision) = self.one.game.next_decision() else {
            return false;
        };
        let mover = decision.seat();
        let choice = decision.sample(&mut self.rng).expect("a decision has a choice");
        let seen = |game: &Game, choice: &Choice| seen_after(game, mover, choice, self.seat);
        let wanted = seen(&self.one.game, &choice);
        let other = &self.other.game;
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
            let Some(decision) = self.one.game.next_decision() else {
                return;
            };
            let (mover, choice) = (decision.seat(), decision.sample(&mut self.rng));
            self.one.choose(mover, &choice.expect("a decision has a choice"));
        }
    }

    /// Whether the games differ: what was chosen in secret counts, though it may show nowhere yet.
    pub(crate) fn differ(&self) -> bool {
        self.one.game.save() != self.other.game.save()
    }

    pub(crate) fn ruleset(&self) -> Ruleset {
        self.one.game.ruleset().clone()
    }

    /// Whether the seat has something to decide.
    pub(crate) fn decides(&self) -> bool {
        self.one.game.decision(self.seat).is_some()
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
