//! Search over imagined games.

use crate::budget::Budget;
use crate::random::{below, generator, new_seed};
use crate::reward::Rewards;
use crate::seen::Seen;
use crate::thought::{Ranked, Thought};
use crate::tree::{Edge, Tree};
use cardable_core::rand_chacha::ChaCha8Rng;
use cardable_core::search::{KeyedChoice, UntilScored};
use cardable_core::{Choice, Game, Seat, Viewer};

/// How many choices a line of play is played on at most beyond the tree.
const LONGEST: u64 = 200;
/// How many choices are played at least, though the score changes: where every trick scores, one alone says little.
const LEAST: u64 = 30;
/// How much a choice that was tried seldom is preferred.
const EXPLORATION: f64 = 0.5;
/// How many choices deep the tree is.
const DEEPEST: usize = 64;
/// How often in a row rules may fault on imagined tables before a search gives up.
const MOST_FAULTS: u32 = 200;

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
    rng: ChaCha8Rng,
    rewards: Rewards,
    tree: Tree,
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
    rewards: Vec<f64>,
}

impl Search {
    /// A search that has not begun.
    pub fn new(seen: Seen) -> Search {
        let game = seen.game().fork();
        Search {
            rng: generator(seen.seed()),
            rewards: Rewards::new(&game),
            tree: Tree::new(),
            spent: 0,
            faults: 0,
            memory: Memory {
                game,
                keys: Vec::new(),
                places: Vec::new(),
                path: Vec::new(),
                rewards: Vec::new(),
            },
            seen,
        }
    }

    /// Whether thinking more can change nothing: there is one choice, or none.
    pub fn is_forced(&self) -> bool {
        self.seen
            .decision()
            .is_none_or(|decision| decision.keys().len() < 2)
    }

    /// Thinks until the budget is used up.
    pub fn run(&mut self, budget: &mut Budget) {
        if self.is_forced() {
            return;
        }
        while self.faults < MOST_FAULTS && budget.spend() {
            self.spent += 1;
            self.faults = match self.iterate() {
                Some(()) => 0,
                None => self.faults + 1,
            };
        }
    }

    /// Imagines a game, walks down the tree, plays on and counts what came of it. None where the rules faulted: what was
    /// tried then counts as neither good nor bad.
    fn iterate(&mut self) -> Option<()> {
        self.memory.path.clear();
        let played = self.play();
        match played {
            Some(()) => self.rewards.of(&self.memory.game, &mut self.memory.rewards),
            None => self.rewards.unknown(&mut self.memory.rewards),
        }
        self.tree.back_up(&self.memory.path, &self.memory.rewards);
        played
    }

    /// A line of play: by the tree, then by chance.
    fn play(&mut self) -> Option<()> {
        let memory = &mut self.memory;
        self.seen.imagine_into(new_seed(&mut self.rng), &mut memory.game);
        self.rewards.begin(&memory.game);
        let until = UntilScored::new(&memory.game);
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
            decision.keys_into(&mut memory.keys);
            self.tree.offer(from, mover, &memory.keys, &mut memory.places);
            let edges = &self.tree.nodes.get(from as usize)?.edges;
            let at = select(edges, &memory.places, mover, &mut self.rng)?;
            let edge = *memory.places.get(at)?;
            let is_new = edges.get(edge)?.visits == 0;
            memory.path.push((from, edge));
            let keyed = *memory.keys.get(at)?;
            together = match waits {
                true => together,
                false => (node, memory.game.to_decide()),
            };
            together.1.remove(mover);
            memory.game.submit_nth(mover, keyed.number).ok()?;
            let edge = match waits {
                true => self.tree.edge(node, mover, keyed.key),
                false => edge,
            };
            node = self.tree.follow(node, edge);
            if is_new || memory.path.len() >= DEEPEST {
                break;
            }
            let seats = memory.game.to_decide();
            let nth = below(&mut self.rng, seats.len().max(1));
            seat = seats.into_iter().nth(nth);
        }
        let made = memory.path.len() as u64;
        if made < LEAST || !self.rewards.is_scored(&memory.game) {
            let mut until = until.at_least(LEAST.saturating_sub(made));
            memory
                .game
                .playout_with(&mut self.rng, LONGEST, &mut until)
                .ok()?;
        }
        Some(())
    }

    /// What it has come to so far. None where there is nothing to decide.
    pub fn thought(&self) -> Option<Thought> {
        let decision = self.seen.decision()?;
        let seat = self.seen.seat();
        let edges = &self.tree.nodes.first()?.edges;
        let all: u32 = edges.iter().map(|edge| edge.visits).sum();
        let mut ranked: Vec<(u32, Ranked, &[f64])> = Vec::new();
        for keyed in decision.keys() {
            let edge = edges
                .iter()
                .find(|edge| edge.key == keyed.key && edge.seat == seat);
            let visits = edge.map_or(0, |edge| edge.visits);
            let one = Ranked {
                choice: decision.nth(keyed.number)?,
                share: f64::from(visits) / f64::from(all.max(1)),
                value: edge.filter(|_| visits > 0).map(|edge| edge.mean(seat)),
            };
            ranked.push((visits, one, edge.map_or(&[], |edge| &edge.rewards)));
        }
        // Where none was tried more, the better one, and then the first one.
        ranked.sort_by(|(visits, one, _), (other_visits, other, _)| {
            let value = |ranked: &Ranked| ranked.value.unwrap_or(0.0);
            let by_value = value(other).total_cmp(&value(one));
            other_visits.cmp(visits).then(by_value)
        });
        let (visits, best, rewards) = ranked.first()?;
        let mean = |sum: &f64| sum / f64::from((*visits).max(1));
        Some(Thought {
            choice: best.choice.clone(),
            values: rewards.iter().map(mean).collect(),
            spent: self.spent,
            ranked: ranked.into_iter().map(|(_, one, _)| one).collect(),
        })
    }

    /// A choice of the seat, each the likelier the more thought went to it. A temperature of 0 takes the best, one of 1
    /// goes by shares, a higher one evens them out.
    pub fn choose(&mut self, temperature: f64) -> Option<Choice> {
        let thought = self.thought()?;
        if temperature <= 0.0 || thought.ranked.len() < 2 {
            return Some(thought.choice);
        }
        let weight = |ranked: &Ranked| libm::pow(ranked.share.max(1e-3), 1.0 / temperature);
        let sum: f64 = thought.ranked.iter().map(weight).sum();
        let mut left = crate::random::unit(&mut self.rng) * sum;
        for ranked in &thought.ranked {
            left -= weight(ranked);
            if left < 0.0 {
                return Some(ranked.choice.clone());
            }
        }
        Some(thought.choice)
    }

    /// For whom it thinks.
    pub fn viewer(&self) -> Viewer {
        Viewer::Seat(self.seen.seat())
    }
}

/// Which of the choices to try: one that was never tried, else the one with the highest upper bound.
fn select(edges: &[Edge], places: &[usize], seat: Seat, rng: &mut ChaCha8Rng) -> Option<usize> {
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
        Some(edge.mean(seat) + EXPLORATION * unsure)
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
