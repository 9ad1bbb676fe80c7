//! A whole ruleset in Rust.

mod assemble;
mod data;
mod import;
mod reactions;
mod table;
mod zones;

use super::content::{DataContent, DataDraft};
use super::declare::{Automatic, CardSetSpec, CardSpec, Happening, StateSpec};
use super::import::Fragment;
use super::handles::{Cards, Deck, SeatZone, SharedZone, State};
use super::lower::Lower;
use super::reactions::Trigger;
use super::template::{ActionTemplate, Compound, DeclaredAt};
use super::value::Expr;
use super::zones::{SeatZoneSpec, ZoneSpec};
use crate::checked::{Checked, LoadError};
use crate::content::{self, CardValue};
use crate::finish::{Compiled, finish};
use crate::format::imports::Imports;
use crate::hir::build::{Builder, refs};
use crate::hir::{ActionScope, Scope};
use crate::text::diag::{Code as Problem, Diagnostics};
use crate::text::json::Number as Json;
use crate::text::source::{Sources, Span};
use cardable_engine::Ruleset;
use table::{AboutDraft, TableDraft};
use cardable_engine::ids::{StateId, StrId};
use cardable_engine::program::{
    ActionDef, ActionKind, DataDef, Hashes, Keep, SettingDef, StateDef, StateType, Triggers,
};
use cardable_engine::value::Value;
use std::panic::Location;

pub use table::{About, Item, Table};

/// Declares a ruleset, thing by thing. What a declaration gives back stands for the
/// thing in the rules.
///
/// ```
/// use cardable_core::dsl::*;
/// use cardable_core::{Game, interact::Interaction, Seed, Setup};
///
/// // Everybody takes cards from a heap in turn; whoever takes the last one wins.
/// let mut rules = RulesetBuilder::new("Last card").seats(2..=4);
/// let cards = rules.card_set(CardSetSpec::new("Stones").cards([CardSpec::new("Stone")]));
/// let stones = rules.deck("stones", cards, 7);
/// let heap = rules.zone("heap", ZoneSpec::face_down().begins_with(stones));
/// let taken = rules.seat_zone("taken", SeatZoneSpec::face_down());
/// let play = rules.state("play", StateSpec::in_turn());
/// rules.automatic(
///     play,
///     Automatic::each_turn("end", game_over(player().previous(), "the heap is empty")).when(heap.is_empty()),
/// );
/// rules.action(
///     play,
///     ActionTemplate::new("take", tap(heap))
///         .require("The heap is empty.", not(heap.is_empty()))
///         .run(draw(heap, taken.mine(), 1)),
/// );
/// let ruleset = rules.build()?;
///
/// let mut game = Game::new(&ruleset, &Setup::seats(2), Seed::from(1))?;
/// while let Some(decision) = game.next_decision() {
///     let seat = decision.seat();
///     let touch = game.decision(seat).expect("the seat is asked").touches()[0].each()[0].clone();
///     game.interact(seat, &touch)?;
/// }
/// assert_eq!(game.result().map(|r| r.winners.clone()), Some(vec![cardable_core::Seat(0)]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct RulesetBuilder {
    name: String,
    description: String,
    version: String,
    seats: (u8, u8),
    sets: Vec<CardSetSpec>,
    decks: Vec<DeckDraft>,
    shared: Vec<(String, ZoneSpec, DeclaredAt)>,
    of_seats: Vec<(String, ZoneSpec, DeclaredAt)>,
    globals: Vec<DataDraft>,
    seat_data: Vec<DataDraft>,
    card_data: Vec<(DataDraft, Keep)>,
    options: Vec<(DataDraft, String)>,
    states: Vec<StateDraft>,
    triggers: Vec<Trigger>,
    trigger_question: Option<(String, DeclaredAt)>,
    table: TableDraft,
    about: AboutDraft,
    imports: Vec<Fragment>,
    at: DeclaredAt,
}

#[derive(Clone, Debug)]
struct DeckDraft {
    name: String,
    set: u16,
    copies: Copies,
    at: DeclaredAt,
}

#[derive(Clone, Debug)]
enum Copies {
    Each(u16),
    Named(Vec<(String, u16)>),
}

#[derive(Clone, Debug)]
struct StateDraft {
    name: String,
    spec: StateSpec,
    params: Vec<DataDraft>,
    data: Vec<DataDraft>,
    happenings: Vec<Happening>,
    triggers: Vec<Trigger>,
}

#[track_caller]
fn here() -> DeclaredAt {
    DeclaredAt(Location::caller())
}

fn place_in<T>(list: &mut Vec<T>, item: T) -> u16 {
    list.push(item);
    u16::try_from(list.len() - 1).unwrap_or(u16::MAX)
}

impl RulesetBuilder {
    /// A ruleset of a name, for two seats.
    #[track_caller]
    pub fn new(name: impl Into<String>) -> RulesetBuilder {
        RulesetBuilder {
            name: name.into(),
            description: String::new(),
            version: String::new(),
            seats: (2, 2),
            sets: Vec::new(),
            decks: Vec::new(),
            shared: Vec::new(),
            of_seats: Vec::new(),
            globals: Vec::new(),
            seat_data: Vec::new(),
            card_data: Vec::new(),
            options: Vec::new(),
            states: Vec::new(),
            triggers: Vec::new(),
            trigger_question: None,
            table: TableDraft::default(),
            about: AboutDraft::default(),
            imports: Vec::new(),
            at: here(),
        }
    }

    /// Fewest and most seats.
    #[must_use]
    pub fn seats(mut self, seats: std::ops::RangeInclusive<u8>) -> RulesetBuilder {
        self.seats = (*seats.start(), *seats.end());
        self
    }

    /// A sentence or more about it.
    #[must_use]
    pub fn description(mut self, text: impl Into<String>) -> RulesetBuilder {
        self.description = text.into();
        self
    }

    /// Its version. Saves and logs are of one ruleset as it was declared; what
    /// functions do cannot be told from outside, so raise the version when one of
    /// them changes.
    #[must_use]
    pub fn version(mut self, version: impl Into<String>) -> RulesetBuilder {
        self.version = version.into();
        self
    }

    // --- cards

    /// Declares a card set.
    pub fn card_set(&mut self, set: CardSetSpec) -> Cards {
        Cards(place_in(&mut self.sets, set))
    }

    /// Declares a deck: so many copies of every card of a set.
    #[track_caller]
    pub fn deck(&mut self, name: impl Into<String>, cards: Cards, copies: u16) -> Deck {
        let draft = DeckDraft {
            name: name.into(),
            set: cards.0,
            copies: Copies::Each(copies),
            at: here(),
        };
        Deck(place_in(&mut self.decks, draft))
    }

    /// Declares a deck of the cards of these names, each as often as is said; of
    /// every suit where several have a card of the name.
    #[track_caller]
    pub fn deck_of<S: Into<String>>(
        &mut self,
        name: impl Into<String>,
        cards: Cards,
        copies: impl IntoIterator<Item = (S, u16)>,
    ) -> Deck {
        let draft = DeckDraft {
            name: name.into(),
            set: cards.0,
            copies: Copies::Named(copies.into_iter().map(|(s, n)| (s.into(), n)).collect()),
            at: here(),
        };
        Deck(place_in(&mut self.decks, draft))
    }

    // --- the table

    /// Declares a zone there is one of.
    #[track_caller]
    pub fn zone(&mut self, name: impl Into<String>, spec: ZoneSpec) -> SharedZone {
        SharedZone(place_in(&mut self.shared, (name.into(), spec, here())))
    }

    /// Declares a zone that every seat has.
    #[track_caller]
    pub fn seat_zone(&mut self, name: impl Into<String>, spec: SeatZoneSpec) -> SeatZone {
        SeatZone(place_in(&mut self.of_seats, (name.into(), spec.0, here())))
    }

    // --- states

    /// Declares a state. The first one begins the game.
    pub fn state(&mut self, name: impl Into<String>, spec: StateSpec) -> State {
        let draft = StateDraft {
            name: name.into(),
            spec,
            params: Vec::new(),
            data: Vec::new(),
            happenings: Vec::new(),
            triggers: Vec::new(),
        };
        State(place_in(&mut self.states, draft))
    }

    fn add(&mut self, state: State, happening: Happening) {
        if let Some(state) = self.states.get_mut(usize::from(state.0)) {
            state.happenings.push(happening);
        }
    }

    /// Lets something happen by itself in a state.
    pub fn automatic(&mut self, state: State, automatic: Automatic) {
        self.add(state, Happening::Automatic(automatic));
    }

    /// Lets something be done in a state. Interactions are tried in the order in
    /// which they are added.
    pub fn action(&mut self, state: State, template: ActionTemplate) {
        self.add(state, Happening::Action(Box::new(template), None));
    }

    /// Lets a compound action be done in a state.
    pub fn compound(&mut self, state: State, compound: Compound) {
        for (template, finishes) in compound.parts {
            let part = Some((compound.name.clone(), finishes));
            self.add(state, Happening::Action(Box::new(template), part));
        }
    }

    // --- the end

    /// Checks all of it.
    pub fn check(&self) -> Checked {
        let mut sources = Sources::new();
        let compiled = self.compiled(&mut sources);
        compiled.into_checked(Diagnostics::new(), sources, &[])
    }

    /// The ruleset, or its errors, each with the line of the program that it is
    /// about.
    pub fn build(&self) -> Result<Ruleset, LoadError> {
        self.check().into_result()
    }

    fn compiled(&self, sources: &mut Sources) -> Compiled {
        let mut builder = Builder::new();
        let importing = import::importing(self, sources, &mut builder.diags);
        // Expressions of fragments are read in their texts.
        let texts = sources.clone();
        let imports = Imports::read(&mut builder, &texts, &importing.root, &importing.texts);
        let mut lower = Lower {
            imports: &imports,
            b: &mut builder,
            sources,
        };
        lower.head(self);
        lower.cards(self);
        lower.declare_reactions(self);
        lower.table(self);
        lower.zones(&self.shared, false);
        lower.zones(&self.of_seats, true);
        refs::add_standard_zones(lower.b);
        lower.data(self);
        imports.declare(lower.b);
        lower.card_data(self);
        lower.declare_states(&self.states);
        imports.check(lower.b);
        lower.zone_rules(&self.shared, false);
        lower.zone_rules(&self.of_seats, true);
        lower.computed_items(self);
        for (at, state) in self.states.iter().enumerate() {
            lower.state(StateId(at as u16), state);
            lower.triggers_of_state(StateId(at as u16), state);
        }
        lower.reactions(self);
        imports.triggers(lower.b);
        lower.about(self);
        imports.check_unused(lower.b);
        let mut hash = blake3::Hasher::new();
        hash.update(format!("{self:?}").as_bytes());
        let hash = *hash.finalize().as_bytes();
        let hashes = Hashes {
            edition: hash,
            rules: hash,
        };
        finish(builder, sources, hashes, None)
    }
}
