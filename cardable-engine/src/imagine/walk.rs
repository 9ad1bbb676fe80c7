//! Games in which everything that was chosen since the cards were shuffled could have been chosen.

use super::draws::new_seed;
use super::history::SeenHistory;
use super::line::{Line, Trades, is_unseen, list_anew, neighbours, trade_all};
use super::seen_choice::{Elsewhere, Nearness, Scratch, Stray, Wish};
use super::table::{redraw_generator, redraw_table};
use crate::choice::Choice;
use crate::decision::ChoiceKey;
use crate::game::Game;
use crate::ids::{CardId, Seat};
use crate::setup::Seed;
use crate::world::chance::below;
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::SeedableRng;
use smallvec::SmallVec;

/// How many choices are made and tried in search of the first game, until half of the choices are forgotten, and of each
/// other game. What was begun is gone on with.
const FIRST_STEPS: usize = 1_500;
const STEPS: usize = 600;
/// How many deals in a row may come to nothing; after that the walk goes on from the table that it has.
const DEALS: usize = 3;
/// How many changes lead from one table to the next.
const CHANGES: usize = 8;
/// How many changes in a row may bring a deal no further; after that it is dealt anew.
const VAIN: usize = 48;
/// How many trades are tried where a choice cannot be made.
const TRADES: usize = 16;
/// How many trades are drawn until one is allowed.
const DRAWN: usize = 16;

/// Walks from one game to the next that a seat cannot tell from the true one, and in which all that was chosen was possible.
///
/// It deals as the seat knows in hindsight that the cards may have lain, and makes all choices again. Where one cannot be
/// made as the seat saw it, two cards trade places, or somebody else chooses otherwise before, and it begins anew. From a
/// game that it has found such changes lead to others. Where it finds none for long, it forgets the first half of the choices,
/// and goes on from a game as the seat knew it then. Nothing is promised of how often it comes to which game; who needs
/// more weighs them by how likely the others were to choose so ([`Walk::past`]).
///
/// ```
/// use cardable_core::search::{History, Walk};
/// use cardable_core::{Game, Seat, Seed, Setup};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
/// let mut history = History::new(&game);
/// let choice = game.decision(Seat(0)).and_then(|decision| decision.nth(0)).ok_or("seat 0 begins")?;
/// game.submit(Seat(0), &choice)?;
/// history.chosen(Seat(0), &choice);
/// let seen = history.seen_by(&game, Seat(1), Seed::from(1)).ok_or("the history is that of the game")?;
/// let mut walk = Walk::new(seen, Seed::from(2));
/// assert!(walk.go_on());
/// let past = walk.past().next().ok_or("one choice was made")?;
/// assert!(past.before.decision(Seat(0)).is_some());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Walk {
    seen: SeenHistory,
    rng: ChaCha8Rng,
    /// Where the walk is, once a game was found.
    found: Line,
    has_found: bool,
    /// What is tried, and what is tried instead.
    line: Line,
    other: Line,
    /// The game that was found last.
    game: Game,
    /// What has come nearest at some table to what was seen of a choice.
    hints: Vec<Hint>,
    /// How many deals in a row have come to nothing.
    failures: usize,
    tried: u64,
    /// How many changes in a row have brought this deal no further; None where it is dealt anew.
    vain: Option<usize>,
    scratch: Scratch,
}

/// A choice on the way to a game.
///
/// See [`Walk`] for an example.
#[derive(Clone, Copy, Debug)]
pub struct PastChoice<'w> {
    /// The imagined game before it.
    pub before: &'w Game,
    /// Who chose.
    pub seat: Seat,
    /// What.
    pub choice: &'w Choice,
}

impl Walk {
    /// A walk through the games that a history may have led to. It has not begun; all that it draws follows from the seed.
    pub fn new(seen: SeenHistory, seed: Seed) -> Walk {
        let line = Line::new(&seen);
        Walk {
            rng: ChaCha8Rng::from_seed(seed.0),
            found: line.clone(),
            has_found: false,
            other: line.clone(),
            line,
            game: seen.begin().fork(),
            hints: vec![Hint::default(); seen.choices.len()],
            failures: 0,
            tried: 0,
            vain: None,
            scratch: Scratch::default(),
            seen,
        }
    }

    /// Goes to the next game. False where none is found; some attempts later there may be one that fewer choices lead to.
    pub fn go_on(&mut self) -> bool {
        if self.failures < DEALS || !self.has_found {
            let steps = match self.has_found {
                true => STEPS,
                false => FIRST_STEPS,
            };
            self.scratch.left = steps;
            let is_found = self.find();
            self.tried += (steps - self.scratch.left) as u64;
            if is_found {
                self.failures = 0;
                self.has_found = true;
                std::mem::swap(&mut self.found, &mut self.line);
                self.vain = None;
            } else {
                self.failures += 1;
            }
        }
        if !self.has_found {
            self.forget();
            return false;
        }
        self.scratch.left = STEPS;
        self.change();
        self.tried += (STEPS - self.scratch.left) as u64;
        let Some(last) = self.found.games.get(self.seen.choices.len()) else {
            return false;
        };
        self.game.clone_from(last);
        self.game.events = None;
        redraw_generator(&mut self.game, &mut self.rng);
        true
    }

    /// Begins anew with fewer choices, where there are fewer.
    fn forget(&mut self) {
        if self.seen.forget() {
            let line = Line::new(&self.seen);
            self.other.clone_from(&line);
            self.found.clone_from(&line);
            self.line = line;
            self.hints = vec![Hint::default(); self.seen.choices.len()];
            self.vain = None;
        }
    }

    /// The game that it has come to; before the first one is found, one that does not matter.
    pub fn game(&self) -> &Game {
        &self.game
    }

    /// How many choices it has made and tried so far: what it has cost.
    pub fn tried(&self) -> u64 {
        self.tried
    }

    /// How many choices of the history lead to that game: fewer where no game was found that agrees with all of them.
    pub fn remembered(&self) -> usize {
        self.seen.choices.len()
    }

    /// How that game came about: what was chosen, as far as it is remembered, but where somebody's time was up. Cards
    /// of a zone without an order may lie otherwise before a choice than they did after the one before.
    pub fn past(&self) -> impl DoubleEndedIterator<Item = PastChoice<'_>> {
        let found = self.found.games.iter().zip(&self.found.ways);
        found
            .zip(&self.seen.choices)
            .filter_map(|((before, way), choice)| {
                let seat = choice.seat;
                let choice = way.as_ref()?.choice.as_ref()?;
                Some(PastChoice { before, seat, choice })
            })
    }

    /// Deals anew, and mends the line until all choices can be made. False where the steps are used up before.
    fn find(&mut self) -> bool {
        while self.scratch.left > 0 {
            let vain = match self.vain.take() {
                Some(vain) => vain,
                None => {
                    self.scratch.left -= 1;
                    self.deal();
                    self.play(0, usize::MAX);
                    0
                }
            };
            if self.line.made > self.seen.choices.len() {
                return true;
            }
            if vain == VAIN {
                continue;
            }
            let before = self.line.made;
            self.vain = match self.mend() && self.line.made > before {
                true => Some(0),
                false => Some(vain + 1),
            };
        }
        false
    }

    /// Lays the cards as they may have lain at the beginning.
    fn deal(&mut self) {
        let Walk { seen, rng, line, .. } = self;
        let pins = seen.begin.hindsight.pin(rng);
        let Some(begin) = line.games.first_mut() else {
            return;
        };
        begin.clone_from(seen.begin());
        let renamed = redraw_table(begin, seen.viewer, &pins, Seed(new_seed(rng)));
        for (place, card) in (0..).map(CardId).zip(renamed) {
            if let Some(lies) = line.places.get_mut(card.index()) {
                *lies = place;
            }
        }
        line.ways.fill(None);
        line.trades.iter_mut().for_each(Trades::clear);
    }

    /// Makes the choices again from one on, at most up to another.
    fn play(&mut self, from: usize, to: usize) {
        let Walk {
            seen,
            rng,
            line,
            scratch,
            hints,
            ..
        } = self;
        line.made = from;
        for (at, choice) in seen.choices.iter().enumerate().skip(from) {
            if at >= to {
                return;
            }
            if line.games.len() == at + 1 {
                line.games.push(seen.begin().clone());
            }
            let Some((before, after)) = neighbours(&mut line.games, at) else {
                return;
            };
            if let Some(trades) = line.trades.get_mut(at).filter(|_| at > from) {
                // Elsewhere they may have parted since.
                trades.retain(|(one, other)| is_unseen(before, seen.viewer, *one, *other));
                trade_all(before, trades);
            }
            let way = line.ways.get_mut(at);
            let elsewhere = Elsewhere {
                way: way.as_ref().and_then(|way| way.as_ref()),
                hint: None,
            };
            match choice.make_again(before, after, seen.viewer, elsewhere, rng, scratch) {
                Ok(made) => {
                    if let Some(hint) = hints.get_mut(at) {
                        hint.has_come_about(made.key);
                    }
                    if let Some(way) = way {
                        *way = Some(made);
                    }
                    line.made = at + 1;
                }
                Err(stray) => {
                    if let Some(hint) = hints.get_mut(at) {
                        hint.has_come_near(&stray);
                    }
                    line.stray = stray;
                    return;
                }
            }
        }
        let now = line.games.get(seen.choices.len());
        match now.is_some_and(|game| game.knowledge(seen.viewer).key() == seen.now) {
            true => line.made += 1,
            false => line.stray = Stray::default(),
        }
    }

    /// Changes something, so that the choice can be made that cannot. False where nothing was found.
    fn mend(&mut self) -> bool {
        let at = self.line.made;
        if at >= self.seen.choices.len() {
            return false;
        }
        // What an action has asked before often decides what comes of the next answer.
        let waits = |game: &Game| !game.world.suspended.is_empty();
        let seldom = match self.line.games.get(at).is_some_and(waits) {
            true => 2,
            false => 4,
        };
        if below(&mut self.rng, seldom) == 0 && self.choose_otherwise(at) {
            return true;
        }
        self.trade_at(at)
    }

    /// Trades cards until a choice comes nearer to what the viewer saw of it.
    fn trade_at(&mut self, at: usize) -> bool {
        let games = self.line.games.get(..=at).unwrap_or_default();
        // What an action asks for follows from what lay there when it began.
        let waits = |game: &Game| !game.world.suspended.is_empty();
        let begin = games.iter().rposition(|game| !waits(game)).unwrap_or(at);
        for _ in 0..TRADES {
            // Where many cards are hidden, to draw them takes longer than to make a choice.
            let Some(left) = self.scratch.left.checked_sub(1) else {
                return false;
            };
            self.scratch.left = left;
            let Some(trades) = self.draw_trades(at) else {
                return false;
            };
            if !self.is_nearer(&trades, begin, at) {
                continue;
            }
            let before = (self.line.made, self.line.stray.nearness);
            let from = self.trade(&trades, begin);
            self.play(from, at + 1);
            if (self.line.made, self.line.stray.nearness) > before {
                if self.line.made > at {
                    self.play(at + 1, usize::MAX);
                }
                return true;
            }
            std::mem::swap(&mut self.line, &mut self.other);
        }
        false
    }

    /// Whether a choice comes nearer to what the viewer saw of it when cards trade a little before.
    fn is_nearer(&mut self, trades: &Trades, begin: usize, at: usize) -> bool {
        let Walk {
            seen,
            rng,
            line,
            other,
            scratch,
            hints,
            ..
        } = self;
        let Some(before) = line.games.get(begin) else {
            return false;
        };
        while other.games.len() < at + 2 {
            other.games.push(before.clone());
        }
        let Some(tried) = other.games.get_mut(begin) else {
            return false;
        };
        tried.clone_from(before);
        trade_all(tried, trades);
        let choices = seen.choices.iter().zip(&line.ways).enumerate();
        for (nth, (choice, way)) in choices.skip(begin).take(at + 1 - begin) {
            let Some((before, after)) = neighbours(&mut other.games, nth) else {
                return false;
            };
            let elsewhere = Elsewhere {
                way: way.as_ref().filter(|_| nth < at),
                hint: hints.get(nth).and_then(|hint| hint.key),
            };
            match choice.make_again(before, after, seen.viewer, elsewhere, rng, scratch) {
                Ok(_) => {}
                Err(stray) => {
                    if let Some(hint) = hints.get_mut(nth) {
                        hint.has_come_near(&stray);
                    }
                    return nth == at && stray.nearness > line.stray.nearness;
                }
            }
        }
        true
    }

    /// Makes another line, in which cards trade as late as nobody can have seen it, and goes over to it. Gives the choice
    /// from which on it is to be played.
    fn trade(&mut self, trades: &Trades, at: usize) -> usize {
        let Walk {
            seen, line, other, ..
        } = self;
        let games = line.games.get(..=at).unwrap_or_default();
        let unseen = |(one, two): &(CardId, CardId)| {
            games
                .iter()
                .rposition(|game| is_unseen(game, seen.viewer, *one, *two))
        };
        let unseen: SmallVec<[Option<usize>; 4]> = trades.iter().map(unseen).collect();
        let from = unseen.iter().map(|at| at.unwrap_or(0)).min().unwrap_or(0);
        other.begin_as(line, from);
        for ((one, two), at) in trades.iter().zip(unseen) {
            other.trade(*one, *two, at, from);
        }
        if let Some(game) = other.games.get_mut(from) {
            list_anew(game);
        }
        std::mem::swap(line, other);
        from
    }

    /// Some cards to trade before a choice.
    fn draw_trades(&mut self, at: usize) -> Option<Trades> {
        let Walk { seen, rng, line, .. } = self;
        let game = line.games.get(at)?;
        let (t, world) = (&*game.table, &game.world);
        let hidden = |card: &CardId| !world.knows(t, *card).contains(seen.viewer);
        let hidden: SmallVec<[CardId; 128]> = t.card_ids().filter(hidden).collect();
        let zone = |card: CardId| world.zone_of(t, card);
        let of_type = |card: CardId| world.type_of(t, card);
        let is_guess = below(rng, 8) == 0;
        let wish = match line.stray.wish {
            _ if is_guess => Wish::Unknown,
            Wish::Type(card, _) if !hidden.contains(&card) => Wish::Unknown,
            wish => wish,
        };
        // Where nothing says more, mostly where something should have been otherwise.
        let is_near = !is_guess && hidden.iter().any(|card| line.stray.zones.contains(&zone(*card)));
        let can_tell = |card: CardId| world.places(t, zone(card)).contains(seen.viewer);
        let mut trades = Trades::new();
        let most = match wish {
            Wish::Type(..) | Wish::Holds(..) => 1,
            Wish::Others(_) | Wish::Unknown => 1 + below(rng, 3) as usize,
        };
        for _ in 0..DRAWN {
            let one = match wish {
                Wish::Type(card, _) => Some(card),
                Wish::Holds(from, _) | Wish::Others(from) => draw(&hidden, rng, |card| zone(card) == from),
                Wish::Unknown => draw(&hidden, rng, |card| {
                    !is_near || line.stray.zones.contains(&zone(card))
                }),
            }?;
            let other = match wish {
                Wish::Type(_, ty) | Wish::Holds(_, ty) => draw(&hidden, rng, |card| of_type(card) == ty),
                Wish::Others(_) | Wish::Unknown => draw(&hidden, rng, |card| {
                    card != one && (zone(card) != zone(one) || can_tell(one))
                }),
            }?;
            let is_drawn = |card| trades.iter().any(|(one, other)| *one == card || *other == card);
            if is_drawn(one) || is_drawn(other) || !line.may_trade(seen, game, one, other) {
                continue;
            }
            trades.push((one, other));
            if trades.len() == most {
                break;
            }
        }
        (!trades.is_empty()).then_some(trades)
    }

    /// Lets somebody choose otherwise before a choice. False where the line would be shorter.
    fn choose_otherwise(&mut self, at: usize) -> bool {
        let Walk {
            seen,
            rng,
            line,
            other,
            ..
        } = self;
        let unknown: SmallVec<[usize; 64]> = (0..at)
            .filter(|at| seen.choices.get(*at).is_some_and(|choice| choice.is_unknown()))
            .collect();
        // What does not show at once mostly shows soon.
        let last = unknown.last().copied().filter(|_| below(rng, 2) == 0);
        let Some(changed) = last.or_else(|| draw(&unknown, rng, |_| true)) else {
            return false;
        };
        other.begin_as(line, changed);
        if let Some(way) = other.ways.get_mut(changed) {
            *way = None;
        }
        let made = line.made;
        std::mem::swap(line, other);
        self.play(changed, usize::MAX);
        if self.line.made >= made {
            return true;
        }
        std::mem::swap(&mut self.line, &mut self.other);
        false
    }

    /// Changes the game that was found into others.
    fn change(&mut self) {
        let choices = self.seen.choices.len();
        std::mem::swap(&mut self.line, &mut self.found);
        for _ in 0..CHANGES {
            if self.scratch.left == 0 {
                break;
            }
            if below(&mut self.rng, 2) == 0 && self.choose_otherwise(choices + 1) {
                continue;
            }
            self.line.stray = Stray::default();
            let Some(trades) = self.draw_trades(choices) else {
                continue;
            };
            let from = self.trade(&trades, choices);
            self.play(from, usize::MAX);
            if self.line.made <= choices {
                std::mem::swap(&mut self.line, &mut self.other);
            }
        }
        std::mem::swap(&mut self.line, &mut self.found);
    }
}

/// What to choose at other tables to see what was seen.
#[derive(Clone, Copy, Default, Debug)]
struct Hint {
    key: Option<ChoiceKey>,
    /// How near it has come; None where it has come about.
    nearness: Option<Nearness>,
}

impl Hint {
    fn has_come_about(&mut self, key: Option<ChoiceKey>) {
        if key.is_some() {
            *self = Hint { key, nearness: None };
        }
    }

    fn has_come_near(&mut self, stray: &Stray) {
        let is_nearer = match (self.key, self.nearness) {
            (None, _) => true,
            (Some(_), Some(nearness)) => stray.nearness > nearness,
            (Some(_), None) => false,
        };
        if stray.key.is_some() && is_nearer {
            *self = Hint {
                key: stray.key,
                nearness: Some(stray.nearness),
            };
        }
    }
}

/// One of some things.
fn draw<T: Copy>(of: &[T], rng: &mut ChaCha8Rng, fits: impl Fn(T) -> bool) -> Option<T> {
    let fitting = of.iter().filter(|one| fits(**one)).count();
    let nth = below(rng, u32::try_from(fitting).ok().filter(|n| *n > 0)?) as usize;
    of.iter().filter(|one| fits(**one)).nth(nth).copied()
}
