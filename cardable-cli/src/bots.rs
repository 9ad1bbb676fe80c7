//! Bots at a local table: who they are, what they choose, and what they advise.

use crate::ask::{Terminal, described};
use crate::end::Failure;
use crate::paint::{NOTE, styled, wrapped};
use crate::say::say;
use crate::table::{TableView, words};
use cardable_bots::{Budget, Level, Ranked, Search, Seen, Thought};
use cardable_core::log::Entry;
use cardable_core::search::History;
use cardable_core::{Choice, Game, Log, Match, Seat, SeatSet, Seed, Viewer};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use std::time::{Duration, Instant};

/// How many iterations a search makes before it is looked at the clock.
const SLICE: u32 = 16;

/// How long a bot thinks before that is told.
const PATIENCE: Duration = Duration::from_millis(300);

/// How many choices a hint names beside the best.
const ALSO_TOLD: usize = 2;

/// How much better a choice must look than the next one to be called better.
const BETTER: f64 = 0.03;

/// How much better it must look to be called much better.
const MUCH_BETTER: f64 = 0.1;

/// The bots of a game.
#[derive(Clone, Debug)]
pub(crate) struct Bots {
    seed: Seed,
    /// The level of each seat that has one of its own.
    levels: Vec<(Seat, Level)>,
    /// The level of all others.
    usual: Level,
}

impl Bots {
    /// Bots for all seats but those of people: all of one level, or one level for each in the order of the seats.
    pub(crate) fn new(game: &Game, seed: Seed, humans: SeatSet, asked: &[Level]) -> Result<Bots, Failure> {
        let all = (0..game.seating().persons()).map(|seat| Seat(seat as u8));
        let seats: Vec<Seat> = all.filter(|seat| !humans.contains(*seat)).collect();
        let (levels, usual) = match asked {
            [] => (Vec::new(), Level::Medium),
            [level] => (Vec::new(), *level),
            several if several.len() == seats.len() => (
                seats.into_iter().zip(several.iter().copied()).collect(),
                Level::Medium,
            ),
            several => {
                return Err(Failure::usage(format!(
                    "`--bots` has {} levels, and there are bots on {} seats: give one level for all, or one for each",
                    several.len(),
                    seats.len()
                )));
            }
        };
        Ok(Bots { seed, levels, usual })
    }

    /// The same bots at the levels of a kept game, of which there is one for each seat.
    pub(crate) fn with_levels(mut self, levels: &[Level]) -> Bots {
        let seats = (0..=u8::MAX).map(Seat);
        self.levels = seats.zip(levels.iter().copied()).collect();
        self
    }

    /// The level of each seat, to be kept with the game.
    pub(crate) fn levels(&self, game: &Game) -> Vec<Level> {
        let seats = (0..game.seating().persons()).map(|seat| Seat(seat as u8));
        seats.map(|seat| self.level(seat)).collect()
    }

    fn level(&self, seat: Seat) -> Level {
        let own = self.levels.iter().find(|(of, _)| *of == seat);
        own.map_or(self.usual, |(_, level)| *level)
    }

    /// The choice of a bot. It follows from the game's seed and position and from what the seat knows, so that a
    /// resumed or undone game continues as it would have.
    pub(crate) fn choose(
        &self,
        game: &Game,
        log: Option<&Log>,
        seat: Seat,
        terminal: &mut Terminal<'_>,
    ) -> Result<Option<Choice>, Failure> {
        let Some(decision) = game.decision(seat) else {
            return Ok(None);
        };
        let level = self.level(seat);
        let mut rng = generator(self.seed, game.seq(), 1 + seat.0);
        // Where nobody ever wins, no choice is better than another.
        let is_by_chance = level == Level::Random || game.ruleset().is_endless();
        if is_by_chance || decision.count().get() < 2 {
            return Ok(decision.sample(&mut rng));
        }
        let Some(seen) = seen(game, log, seat, new_seed(&mut rng), level) else {
            return Ok(None);
        };
        let mut search = Search::new(seen);
        let name = game.seating().name(seat).unwrap_or_default();
        think(&mut search, level.budget(), terminal, &say!("{0} thinks …", name))?;
        Ok(search.choose(level.bot().temperature))
    }

    /// What a bot that thinks long would do for a person, as lines.
    pub(crate) fn hint(
        &self,
        game: &Game,
        log: Option<&Log>,
        seat: Seat,
        terminal: &mut Terminal<'_>,
        columns: usize,
    ) -> Result<Vec<String>, Failure> {
        let hint = match self.opinion(game, log, seat, terminal)? {
            Ok(thought) => {
                let table = TableView::new(game, Viewer::Seat(seat), columns);
                advice(&table, seat, &thought)
            }
            Err(none) => none.told(),
        };
        let lines = wrapped("", &words(&hint), " ", columns);
        Ok(lines.into_iter().map(|line| styled(NOTE, line)).collect())
    }

    fn opinion(
        &self,
        game: &Game,
        log: Option<&Log>,
        seat: Seat,
        terminal: &mut Terminal<'_>,
    ) -> Result<Result<Thought, NoHint>, Failure> {
        if game.ruleset().is_endless() {
            return Ok(Err(NoHint::Endless));
        }
        let mut rng = generator(self.seed, game.seq(), 1 + seat.0);
        let Some(seen) = seen(game, log, seat, new_seed(&mut rng), Level::Hard) else {
            return Ok(Err(NoHint::OnlyOne));
        };
        let mut search = Search::new(seen);
        if search.is_forced() {
            return Ok(Err(NoHint::OnlyOne));
        }
        think(&mut search, Level::Hard.budget(), terminal, &say!("Thinking …"))?;
        let thought = search.thought().filter(|thought| thought.spent > 0);
        Ok(thought.ok_or(NoHint::OnlyOne))
    }
}

/// Why there is no hint.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum NoHint {
    OnlyOne,
    Endless,
}

impl NoHint {
    fn told(self) -> String {
        match self {
            NoHint::OnlyOne => say!("There is no hint: only one thing can be done."),
            NoHint::Endless => {
                say!(
                    "There is no hint: nobody ever wins by these rules, so no choice is better than another."
                )
            }
        }
    }
}

/// What a bot of a level knows and remembers. Without a log there is nothing to remember.
fn seen(game: &Game, log: Option<&Log>, seat: Seat, seed: Seed, level: Level) -> Option<Seen> {
    let seen = Seen::new(game, seat, seed)?;
    let remembered = log
        .filter(|_| level.remembers())
        .and_then(|log| Some((log, Match::replay_to(&game.ruleset(), log, 0).ok()?)));
    let Some((log, begin)) = remembered else {
        return Some(seen);
    };
    // Made of the log each time, so that choices taken back are forgotten.
    let mut history = History::new(begin.game());
    for entry in &log.entries {
        match entry {
            Entry::Choice { seat, choice } => history.chosen(*seat, choice),
            Entry::Timeout { seat } => history.timed_out(*seat),
        }
    }
    Some(seen.remembering(&mut history, game))
}

/// Uses a budget up in slices, and says so where somebody waits for it. The clock decides only what is told.
fn think(
    search: &mut Search,
    mut budget: Budget,
    terminal: &mut Terminal<'_>,
    word: &str,
) -> Result<(), Failure> {
    let begun = Instant::now();
    let mut is_told = false;
    while search.run_for(SLICE, &mut budget) {
        if !is_told && begun.elapsed() > PATIENCE {
            is_told = true;
            terminal.show_status(word)?;
        }
    }
    terminal.clear_status()
}

/// A thought in words: what it would do, how the seat stands, and the next best choices.
fn advice(table: &TableView<'_>, seat: Seat, thought: &Thought) -> String {
    let mut ranked = thought.ranked.iter();
    let Some(best) = ranked.next() else {
        return NoHint::OnlyOne.told();
    };
    let value = best.value.unwrap_or(0.5);
    let mut said = say!(
        "A bot would do this: {0} ({1}; {2}).",
        described(table, seat, &best.choice),
        percent(value),
        standing(table.game, seat, value)
    );
    let others: Vec<&Ranked> = ranked
        .filter(|other| other.value.is_some())
        .take(ALSO_TOLD)
        .collect();
    let told: Vec<String> = others
        .iter()
        .map(|other| {
            let value = other.value.map_or_else(String::new, percent);
            format!("{} ({value})", described(table, seat, &other.choice))
        })
        .collect();
    if let Some(next) = others.first().and_then(|other| other.value) {
        let told = told.join(&say!(", then "));
        said.push(' ');
        said += &match value - next {
            gap if gap >= MUCH_BETTER => say!("That looks much better than the next best: {0}.", told),
            gap if gap >= BETTER => say!("That looks better than the next best: {0}.", told),
            _ => say!("That looks about as good as the next best: {0}.", told),
        };
    }
    said
}

/// How well a seat does, in words: compared with the value of a game that is even.
fn standing(game: &Game, seat: Seat, value: f64) -> String {
    let seating = game.seating();
    let team_of = |seat: Seat| seating.team(seat);
    let seats = (0..seating.persons()).map(|seat| Seat(seat as u8));
    let with = seats
        .clone()
        .filter(|other| team_of(*other) == team_of(seat))
        .count();
    let even = with.max(1) as f64 / seats.len().max(1) as f64;
    // Alone there is nobody to be ahead of.
    let even = if even < 1.0 { even } else { 0.5 };
    if value >= even + 0.6 * (1.0 - even) {
        say!("you are far ahead")
    } else if value >= even + 0.2 * (1.0 - even) {
        say!("you are ahead")
    } else if value > 0.8 * even {
        say!("it is about even")
    } else if value > 0.4 * even {
        say!("you are behind")
    } else {
        say!("you are far behind")
    }
}

/// A part of one as people write it.
pub(crate) fn percent(part: f64) -> String {
    format!("{:.0} %", 100.0 * part)
}

/// A generator derived from the game's seed and position only.
fn generator(seed: Seed, seq: u64, purpose: u8) -> ChaCha8Rng {
    let mut key = seed.0;
    for (byte, mix) in key.iter_mut().rev().zip(seq.to_le_bytes()) {
        *byte ^= mix;
    }
    if let Some(middle) = key.get_mut(16) {
        *middle ^= purpose;
    }
    ChaCha8Rng::from_seed(key)
}

fn new_seed(rng: &mut ChaCha8Rng) -> Seed {
    let mut bytes = [0; 32];
    rng.fill_bytes(&mut bytes);
    Seed(bytes)
}

/// Draws one of `n` seats that can act at the same time.
pub(crate) fn who(n: usize, seed: Seed, seq: u64) -> usize {
    generator(seed, seq, 0x80).next_u32() as usize % n.max(1)
}
