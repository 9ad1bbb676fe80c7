//! Beginning a game, anew or again.

use crate::error::SetupError;
use crate::fault::FaultReport;
use crate::game::Game;
use crate::hosts::calls;
use crate::play::legal_set::LegalSet;
use crate::play::{run, setup};
use crate::ruleset::Ruleset;
use crate::setup::{Generator, Seed, Setup};
use crate::vm::engine::{Engine, LinkedTable};
use crate::vm::temp::{ListMemory, TempLists};
use crate::world::chance::{Chance, Draws};
use crate::world::heap;
use crate::world::table::Table;
use crate::world::whole::World;
use std::sync::Arc;

impl Game {
    /// Begins a game and runs it up to the first decision.
    pub fn new(ruleset: &Ruleset, setup: &Setup, seed: Seed) -> Result<Game, SetupError> {
        begun(ready(ruleset, setup, seed)?, None)
    }

    /// The same, letting `chance` decide what would be random up to the first decision: for stacked
    /// decks, in tests and puzzles. From there on the seed decides, or whoever is given to
    /// [`Game::submit_with`].
    ///
    /// ```
    /// use cardable_core::{search::Chance, Game, Seed, Setup};
    /// # let ruleset = cardable_core::testing::tiny_ruleset();
    /// struct Highest;
    /// impl Chance for Highest {
    ///     fn below(&mut self, n: u32) -> u32 {
    ///         n - 1
    ///     }
    /// }
    /// let one = Game::new_with(&ruleset, &Setup::seats(2), Seed::from(1), &mut Highest)?;
    /// let other = Game::new_with(&ruleset, &Setup::seats(2), Seed::from(1), &mut Highest)?;
    /// assert_eq!(one.save(), other.save());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn new_with(
        ruleset: &Ruleset,
        setup: &Setup,
        seed: Seed,
        chance: &mut dyn Chance,
    ) -> Result<Game, SetupError> {
        begun(ready(ruleset, setup, seed)?, Some(chance))
    }

    /// Begins a game that records what happens from its very beginning: until the first choice,
    /// [`Game::events`] tells how the cards were dealt. They lead from [`Game::opening_view`] to the view
    /// of the same moment.
    ///
    /// ```
    /// # use cardable_core::{Game, Ruleset, Seed, Setup, ViewEvent, Viewer};
    /// # let text = cardable_core::testing::TINY.replace("\"actions\": [",
    /// #     "\"actions\": [{ \"action_name\": \"deal\", \"type\": \"auto\", \"on\": \"entry\", \"primitives\": \"deal(deck, hand, 1)\" },");
    /// # let ruleset = cardable_core::parse(text)?;
    /// let game = Game::begin_with_events(&ruleset, &Setup::seats(2), Seed::from(7))?;
    /// let moved = |e: &ViewEvent| matches!(e, ViewEvent::Moved { .. });
    /// let dealt = game.events(Viewer::Spectator).iter().filter(|e| moved(e)).count();
    /// assert_eq!(dealt, 2);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn begin_with_events(ruleset: &Ruleset, setup: &Setup, seed: Seed) -> Result<Game, SetupError> {
        begun(ready(ruleset, setup, seed)?.with_events(), None)
    }

    /// Begins again with another seed: the same as a new game of the same setup,
    /// in the memory of this one. A game that records events tells how it begins.
    pub fn restart(&mut self, seed: Seed) -> Result<(), SetupError> {
        self.chose_at.clear();
        let draws = Draws::new(seed.0);
        let table = &self.table;
        let fresh = table.opening.fresh(|| World::new(table, draws.clone()));
        self.world.copy_from(fresh);
        self.world.draws = draws;
        set_generator(&self.table, &mut self.world, &seed);
        begin(self, None)
    }
}

/// A game of which nothing has happened yet.
pub(super) fn ready(ruleset: &Ruleset, setup: &Setup, seed: Seed) -> Result<Game, SetupError> {
    let table = crate::checked_setup::table(ruleset, setup)?;
    let mut world = World::new(&table, Draws::new(seed.0));
    set_generator(&table, &mut world, &seed);
    let mut game = of_parts(table, world, LegalSet::default());
    game.language = ruleset.language;
    Ok(game)
}

/// Begins for the first time. A game that only waits holds nothing for choices to come.
fn begun(mut game: Game, chance: Option<&mut dyn Chance>) -> Result<Game, SetupError> {
    begin(&mut game, chance)?;
    game.rest();
    Ok(game)
}

fn begin(game: &mut Game, chance: Option<&mut dyn Chance>) -> Result<(), SetupError> {
    game.returnable = false;
    if let Some(events) = &mut game.events {
        events.clear();
    }
    let begun = {
        let mut engine = Engine::new(&game.table, &mut game.world, game.events.as_mut());
        engine.temp = TempLists::with_memory(std::mem::take(&mut game.memory));
        engine.chance = match chance {
            Some(chance) => Some(chance),
            None => None,
        };
        let done = setup::set_up(&mut engine).and_then(|()| engine.run_until_decision(&mut game.legal));
        let done = done.and_then(|()| heap::tidy(engine.world, engine.events.is_some()));
        let done = done.map_err(|fault| run::placed(&engine, fault));
        game.trace = calls::traced(&mut engine, &done);
        game.memory = engine.temp.into_memory();
        done
    };
    match begun {
        Ok(()) => {
            // The first view shows all of it.
            game.world.nothing_changed(&game.table);
            Ok(())
        }
        Err(fault) => Err(SetupError::Faulted(FaultReport::new(&game.table.program, &fault))),
    }
}

pub(crate) fn of_parts(table: LinkedTable, world: World, legal: LegalSet) -> Game {
    Game {
        language: table.program.metadata.language,
        table: Arc::new(table),
        world,
        legal,
        events: None,
        spare: None,
        memory: ListMemory::default(),
        chose_at: Vec::new(),
        returnable: false,
        work: 0,
        entered_cut: false,
        trace: None,
    }
}

/// Takes the generator that the setup names.
fn set_generator(table: &Table, world: &mut World, seed: &Seed) {
    if table.rng == Generator::Mulberry32 {
        world.extras_mut().mulberry = Some(crate::world::mulberry::Mulberry::new(&seed.0));
    }
}
