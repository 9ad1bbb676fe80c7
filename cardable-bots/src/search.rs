//! Search over imagined games.

use crate::budget::{Budget, WORK_OF_CHOICE, WORK_OF_ITERATION, WORK_OF_KEY};
use crate::equilibrium::{Equilibrium, Known, TooLarge};
use crate::habits::Habits;
use crate::playouts::{Cut, Habitual, Playouts};
use crate::random::{below, generator, unit};
use crate::reward::{Rewards, Spread};
use crate::seen::Seen;
use crate::tables::Tables;
use crate::thought::{Ranked, Thought};
use crate::tree::{Edge, Tree};
use cardable_core::rand_chacha::ChaCha8Rng;
use cardable_core::search::{ChoiceKey, KeyedChoice, UntilScored, work_of};
use cardable_core::{Choice, Game, Seat, Viewer};

/// How many choices a line of play is played on at most beyond the tree.
const LONGEST: u64 = 200;
/// The same where the ruleset says what a position is worth.
const LONGEST_WITH_WORTH: u64 = 16;
/// The same where nothing ends the game: no line of play leads anywhere.
const LONGEST_OF_ENDLESS: u64 = 4;
/// How many choices are played at least, though the score changes: where every trick scores, one alone says little.
const LEAST: u64 = 30;
/// How much a choice that was tried seldom is preferred, in standard deviations of the rewards: where they differ little, a
/// small difference tells something.
const EXPLORATION: f64 = 1.0;
/// How many choices deep the tree is.
const DEEPEST: usize = 64;
/// After how many iterations it is decided whether a game is worked out on: if it has come to where the bot is, or if there is
/// hardly anything new in it any more, so that it will. Otherwise it is searched.
const LOST: u32 = 256;
/// How often in a row rules may fault on imagined tables before a search gives up.
const MOST_FAULTS: u32 = 200;
/// What the seat itself can choose is listed once ([`WORK_OF_KEY`]).
const WORK_OF_OWN_KEY: u64 = 1;
/// A decision of more choices is not searched, but played on by chance, unless it is the seat's own: each of them would be
/// tried once at most, and to list them takes long.
const MANY: u64 = 512;

/// A search under way: information-set Monte Carlo tree search with one tree for all imagined games (Cowling, Powley and
/// Whitehouse, "Information Set Monte Carlo Tree Search", 2012). Choices that a seat has in many of them are one, and nobody
/// answers what others choose at the same time. Lines of play are cut where the score changes.
///
/// It can be stopped and gone on with at any time; the parts make the same search as all at once.
///
/// ```
/// use cardable_bots::{Budget, Search, Seen};
/// use cardable_core::{Game, Seat, Seed, Setup};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
/// let seen = Seen::new(&game, Seat(0), Seed::from(1)).ok_or("seat 0 begins")?;
/// let mut search = Search::new(seen);
/// search.run(&mut Budget::iterations(16));
/// search.run(&mut Budget::iterations(16));
/// println!("{:?}", search.thought().ok_or("there is a choice")?.choice);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Search {
    seen: Seen,
    /// What may be chosen: the same at all imagined tables.
    choices: Vec<KeyedChoice>,
    rng: ChaCha8Rng,
    rewards: Rewards,
    /// Of the seat's own rewards.
    spread: Spread,
    tables: Tables,
    /// Where the game is small enough, it is worked out instead of searched.
    equilibrium: Option<Equilibrium>,
    tree: Tree,
    habits: Habits,
    playouts: Playouts,
    spent: u32,
    faults: u32,
    memory: Memory,
}

/// Used again in each iteration.
#[derive(Debug)]
struct Memory {
    game: Game,
    keys: Vec<KeyedChoice>,
    places: Vec<usize>,
    path: Vec<(u32, usize)>,
    /// Who chose what on the way, in the tree and beyond.
    made: Vec<(Seat, ChoiceKey)>,
    rewards: Vec<f64>,
    /// What this iteration has cost so far.
    work: u64,
}

impl Search {
    /// A search that has not begun.
    pub fn new(seen: Seen) -> Search {
        let game = seen.game().fork();
        Search {
            choices: seen
                .decision()
                .map(|decision| decision.keys())
                .unwrap_or_default(),
            rng: generator(seen.seed()),
            rewards: Rewards::new(&game),
            spread: Spread::default(),
            tables: Tables::new(Search::shares_after),
            equilibrium: Equilibrium::new(&seen),
            tree: Tree::new(),
            habits: Habits::default(),
            playouts: Playouts::default(),
            spent: 0,
            faults: 0,
            memory: Memory {
                game,
                keys: Vec::new(),
                places: Vec::new(),
                path: Vec::new(),
                made: Vec::new(),
                rewards: Vec::new(),
                work: 0,
            },
            seen,
        }
    }

    /// The same with another way to play on beyond the tree.
    #[must_use]
    pub fn with_playouts(mut self, playouts: Playouts) -> Search {
        self.playouts = playouts;
        self
    }

    /// Whether thinking more can change nothing: there is one choice, or none.
    pub fn is_forced(&self) -> bool {
        self.choices.len() < 2
    }

    /// Thinks until the budget is used up.
    pub fn run(&mut self, budget: &mut Budget) {
        self.run_for(u32::MAX, budget);
    }

    /// Thinks for so many iterations of a budget at most, so that a program can do something else in between. False where
    /// there is nothing more to think: the budget is used up, or nothing would change.
    ///
    /// ```
    /// use cardable_bots::{Level, Search, Seen};
    /// use cardable_core::{Game, Seat, Seed, Setup};
    /// # let ruleset = cardable_core::testing::tiny_ruleset();
    /// let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
    /// let seen = Seen::new(&game, Seat(0), Seed::from(1)).ok_or("seat 0 begins")?;
    /// let mut search = Search::new(seen);
    /// let mut budget = Level::Medium.budget();
    /// while search.run_for(16, &mut budget) {
    ///     println!("{} iterations so far", budget.spent());
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn run_for(&mut self, iterations: u32, budget: &mut Budget) -> bool {
        if self.is_forced() {
            return false;
        }
        for _ in 0..iterations {
            if self.faults >= MOST_FAULTS || !budget.spend() {
                return false;
            }
            self.spent += 1;
            if let Some(equilibrium) = &mut self.equilibrium {
                let iterated = equilibrium.iterate();
                budget.charge(equilibrium.work());
                let is_lost = self.spent == LOST && !equilibrium.is_explored() && self.worked_out().is_none();
                match iterated {
                    Ok(()) if !is_lost => continue,
                    Ok(()) | Err(TooLarge) => self.equilibrium = None,
                }
            }
            self.faults = match self.iterate() {
                Some(()) => 0,
                None => self.faults + 1,
            };
            budget.charge(self.memory.work);
        }
        true
    }

    /// Imagines a game, walks down the tree, plays on and counts what came of it. None where the rules faulted: what was
    /// tried then counts as neither good nor bad.
    fn iterate(&mut self) -> Option<()> {
        self.memory.path.clear();
        self.memory.made.clear();
        self.memory.work = WORK_OF_ITERATION;
        let played = self.play();
        match played {
            Some(()) => self.rewards.of(&self.memory.game, &mut self.memory.rewards),
            None => self.rewards.unknown(&mut self.memory.rewards),
        }
        if let Some(own) = self.memory.rewards.get(self.seen.seat().index()) {
            self.spread.add(*own);
        }
        self.tree.back_up(&self.memory.path, &self.memory.rewards);
        if played.is_some() {
            for (seat, key) in &self.memory.made {
                if let Some(reward) = self.memory.rewards.get(seat.index()) {
                    self.habits.learn(*seat, *key, *reward);
                }
            }
        }
        played
    }

    /// A line of play: by the tree, then by chance.
    fn play(&mut self) -> Option<()> {
        let memory = &mut self.memory;
        let before = self.tables.work();
        self.tables.lay(&self.seen, &mut self.rng, &mut memory.game);
        memory.work += self.tables.work() - before;
        self.rewards.begin(&memory.game);
        let mut until = UntilScored::new(&memory.game).at_least(LEAST);
        let exploration = EXPLORATION * self.spread.deviation();
        let mut node = 0;
        // From where seats decide at the same time, and who of them still has to.
        let mut together = (node, memory.game.to_decide());
        // The searching seat decides first, whoever else may.
        let mut seat = Some(self.seen.seat());
        while let Some(decision) = seat.and_then(|seat| memory.game.decision(seat)) {
            let mover = decision.seat();
            let waits = together.1.contains(mover) && together.0 != node;
            // Nobody answers what is chosen at the same time.
            let from = match waits {
                true => self.tree.beside(together.0, mover),
                false => node,
            };
            let is_own = memory.path.is_empty();
            if !is_own && self.tree.is_wide(from, || decision.count().get() > MANY) {
                break;
            }
            let work_of_key = match is_own {
                true => {
                    memory.keys.clone_from(&self.choices);
                    WORK_OF_OWN_KEY
                }
                false => {
                    decision.keys_into(&mut memory.keys);
                    WORK_OF_KEY
                }
            };
            memory.work += WORK_OF_CHOICE + work_of_key * memory.keys.len() as u64;
            self.tree.offer(from, mover, &memory.keys, &mut memory.places);
            let edges = &self.tree.nodes.get(from as usize)?.edges;
            let at = select(edges, &memory.places, mover, exploration, &mut self.rng)?;
            let edge = *memory.places.get(at)?;
            let is_new = edges.get(edge)?.visits == 0;
            memory.path.push((from, edge));
            let keyed = *memory.keys.get(at)?;
            memory.made.push((mover, keyed.key));
            together = match waits {
                true => together,
                false => (node, memory.game.to_decide()),
            };
            together.1.remove(mover);
            memory.game.submit_nth(mover, keyed.number).ok()?;
            memory.work += work_of(&memory.game);
            let edge = match waits {
                true => self.tree.edge(node, mover, keyed.key),
                false => edge,
            };
            node = self.tree.follow(node, edge);
            if until.is_reached(&memory.game) {
                return Some(());
            }
            if is_new || memory.path.len() >= DEEPEST {
                break;
            }
            let seats = memory.game.to_decide();
            let nth = below(&mut self.rng, seats.len().max(1));
            seat = seats.into_iter().nth(nth);
        }
        let game = &mut memory.game;
        let longest = match (game.ruleset().is_endless(), self.rewards.knows_worth()) {
            (true, _) => LONGEST_OF_ENDLESS,
            (false, true) => LONGEST_WITH_WORTH,
            (false, false) => LONGEST,
        };
        let mut cut = Cut {
            until: &mut until,
            left: longest,
        };
        let played = match self.playouts {
            Playouts::Uniform => game.playout_with(&mut self.rng, Cut::NO_LIMIT, &mut cut),
            Playouts::Habits => {
                let mut habitual = Habitual {
                    until: cut,
                    habits: &self.habits,
                    made: &mut memory.made,
                };
                game.playout_with(&mut self.rng, Cut::NO_LIMIT, &mut habitual)
            }
        };
        memory.work += played.ok()?.work;
        Some(())
    }

    /// What it has come to so far. None where there is nothing to decide.
    pub fn thought(&self) -> Option<Thought> {
        let decision = self.seen.decision()?;
        let seat = self.seen.seat();
        let mut ranked: Vec<(Ranked, Vec<f64>)> = Vec::new();
        for keyed in &self.choices {
            let opinion = self.opinion(keyed.key);
            let one = Ranked {
                choice: decision.nth(keyed.number)?,
                share: opinion.share,
                value: opinion.values.get(seat.index()).copied(),
            };
            ranked.push((one, opinion.values));
        }
        // Where none was thought about more, the better one, and then the first one.
        ranked.sort_by(|(one, _), (other, _)| {
            let value = |ranked: &Ranked| ranked.value.unwrap_or(0.0);
            let by_value = value(other).total_cmp(&value(one));
            other.share.total_cmp(&one.share).then(by_value)
        });
        let (best, values) = ranked.first()?;
        Some(Thought {
            choice: best.choice.clone(),
            values: values.clone(),
            spent: self.spent,
            ranked: ranked.into_iter().map(|(one, _)| one).collect(),
        })
    }

    /// How likely each choice is after so much thought.
    fn shares_after(seen: Seen, budget: &mut Budget) -> Vec<(ChoiceKey, f64)> {
        let mut search = Search::new(seen);
        search.run(budget);
        search.shares()
    }

    /// How likely it would make each choice.
    fn shares(&self) -> Vec<(ChoiceKey, f64)> {
        let share = |keyed: &KeyedChoice| (keyed.key, self.opinion(keyed.key).share);
        self.choices.iter().map(share).collect()
    }

    fn opinion(&self, key: ChoiceKey) -> Opinion {
        if let Some(known) = self.worked_out() {
            return self.opinion_of_equilibrium(known, key);
        }
        let seat = self.seen.seat();
        let tried = self.tree.nodes.first().and_then(|node| {
            let edge = node.edges.get(node.place(seat, key)?)?;
            (edge.visits > 0).then_some((node, edge))
        });
        let Some((node, edge)) = tried else {
            return Opinion::default();
        };
        Opinion {
            share: f64::from(edge.visits) / f64::from(node.visits.max(1)),
            values: edge
                .rewards
                .iter()
                .map(|sum| sum / f64::from(edge.visits))
                .collect(),
        }
    }

    /// What the equilibrium says of the decision.
    fn worked_out(&self) -> Option<&Known> {
        self.equilibrium
            .as_ref()?
            .known(self.seen.game(), self.seen.seat())
    }

    fn opinion_of_equilibrium(&self, known: &Known, key: ChoiceKey) -> Opinion {
        let usual: f64 = known.ways.iter().map(|way| way.value.abs()).sum();
        let Some(way) = known.ways.iter().find(|way| way.key == key) else {
            return Opinion::default();
        };
        // From 0 to 1, where nobody gains at a half.
        let own = 0.5 + 0.5 * way.value / (way.value.abs() + usual).max(f64::MIN_POSITIVE);
        let seats = self.seen.game().seating().persons();
        let of = |seat: usize| {
            if seat == self.seen.seat().index() {
                own
            } else {
                1.0 - own
            }
        };
        Opinion {
            share: known.share(way),
            values: (0..seats).map(of).collect(),
        }
    }

    /// A choice of the seat, each the likelier the more thought went to it. A temperature of 0 takes the best, one of 1
    /// goes by shares, a higher one evens them out. Where to be predictable costs something, it goes by shares in any case.
    pub fn choose(&mut self, temperature: f64) -> Option<Choice> {
        let thought = self.thought()?;
        let temperature = match self.worked_out() {
            Some(_) => 1.0,
            None => temperature,
        };
        if temperature <= 0.0 || thought.ranked.len() < 2 {
            return Some(thought.choice);
        }
        let weight = |ranked: &Ranked| libm::pow(ranked.share.max(1e-3), 1.0 / temperature);
        let sum: f64 = thought.ranked.iter().map(weight).sum();
        let mut left = unit(&mut self.rng) * sum;
        for ranked in &thought.ranked {
            left -= weight(ranked);
            if left < 0.0 {
                return Some(ranked.choice.clone());
            }
        }
        Some(thought.choice)
    }

    /// What the choices have brought that were made in its imagined games, by whoever made them. Nothing where it has
    /// worked a small game out.
    pub fn habits(&self) -> &Habits {
        &self.habits
    }

    /// The seat for which it thinks.
    pub fn seat(&self) -> Seat {
        self.seen.seat()
    }

    /// For whom it thinks.
    pub fn viewer(&self) -> Viewer {
        Viewer::Seat(self.seen.seat())
    }
}

/// What a search has come to about a choice.
#[derive(Default)]
struct Opinion {
    /// How much of the thinking went to it, from 0 to 1.
    share: f64,
    /// How well each seat does after it, from 0 to 1; empty where it was not tried.
    values: Vec<f64>,
}

/// Which of the choices to try: one that was never tried, else the one with the highest upper bound.
fn select(
    edges: &[Edge],
    places: &[usize],
    seat: Seat,
    exploration: f64,
    rng: &mut ChaCha8Rng,
) -> Option<usize> {
    let untried = |place: &usize| edges.get(*place).is_some_and(|edge| edge.visits == 0);
    let new = places.iter().filter(|place| untried(place)).count();
    if new > 0 {
        let nth = below(rng, new);
        let mut all = (0..places.len()).filter(|at| untried(&places[*at]));
        return all.nth(nth);
    }
    let bound = |at: usize| {
        let edge = edges.get(*places.get(at)?)?;
        let (available, visits) = (f64::from(edge.available), f64::from(edge.visits));
        let unsure = libm::sqrt(libm::log(available) / visits);
        Some(edge.mean(seat) + exploration * unsure)
    };
    let mut best: Option<(f64, usize)> = None;
    for at in 0..places.len() {
        let bound = bound(at)?;
        if best.is_none_or(|(highest, _)| bound > highest) {
            best = Some((bound, at));
        }
    }
    best.map(|(_, at)| at)
}
