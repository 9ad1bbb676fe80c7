//! A whole ruleset in Rust.

mod assemble;
mod data;
mod import;
mod reactions;
mod table;
mod zones;

use super::cards::{CardSetSpec, CardSpec, PrintedCard};
use super::content::{DataContent, DataDraft};
use super::declare::{Automatic, Happening, StateSpec};
use super::handles::{Cards, Deck, SeatZone, SharedZone, State};
use super::lower::Lower;
use super::reactions::Trigger;
use super::template::{ActionTemplate, Compound, DeclaredAt};
use super::value::Expr;
use super::zones::{SeatZoneSpec, ZoneSpec};
use crate::checked::{Checked, LoadError};
use crate::content;
use crate::finish::{Compiled, finish};
use crate::format::imports::Imports;
use crate::hir::build::{Builder, own, refs};
use crate::hir::{ActionScope, Scope};
use crate::text::diag::{Code as Problem, Diagnostics};
use crate::text::source::{Sources, Span};
use crate::translate::translate;
use cardable_engine::Ruleset;
use cardable_engine::ids::{StateId, StrId};
use cardable_engine::program::{
    ActionDef, ActionKind, DataDef, Hashes, Keep, SettingDef, StateDef, StateType, Triggers,
};
use cardable_engine::value::Value;
use import::Borrowed;
use std::panic::Location;
use table::{AboutDraft, TableDraft, declare_table, tell_of};
use zones::{declare_zones, zone_rules};

pub use table::{About, Item, TableRules};

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
    borrowed: Borrowed,
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
    /// Of each card in the order of the set.
    Counted(Vec<u16>),
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

/// What happens and can be done in a state, in order.
fn add(states: &mut [StateDraft], state: State, happening: Happening) {
    if let Some(state) = states.get_mut(usize::from(state.0)) {
        state.happenings.push(happening);
    }
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
            borrowed: Borrowed::default(),
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

    /// Declares a deck in which each card of a set is as often as a function says.
    ///
    /// ```
    /// use cardable_core::dsl::*;
    /// let mut rules = RulesetBuilder::new("Example");
    /// let cards = rules.card_set(CardSetSpec::french());
    /// let pack = rules.deck_by("pack", cards, |card| match card.name() {
    ///     "Ace" => 2,
    ///     _ => u16::from(card.suit() != Some("Clubs")),
    /// });
    /// # let _ = pack;
    /// ```
    #[track_caller]
    pub fn deck_by(
        &mut self,
        name: impl Into<String>,
        cards: Cards,
        copies: impl Fn(PrintedCard<'_>) -> u16,
    ) -> Deck {
        let set = self.sets.get(usize::from(cards.0));
        let draft = DeckDraft {
            name: name.into(),
            set: cards.0,
            copies: Copies::Counted(set.map_or_else(Vec::new, |set| set.printed().map(copies).collect())),
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

    /// Lets something happen by itself in a state.
    pub fn automatic(&mut self, state: State, automatic: Automatic) {
        add(&mut self.states, state, Happening::Automatic(Box::new(automatic)));
    }

    /// Lets something be done in a state. Interactions are tried in the order in
    /// which they are added.
    pub fn action(&mut self, state: State, template: ActionTemplate) {
        add(
            &mut self.states,
            state,
            Happening::Action(Box::new(template), None),
        );
    }

    /// Lets a compound action be done in a state.
    pub fn compound(&mut self, state: State, compound: Compound) {
        for (template, finishes) in compound.parts {
            let part = Some((compound.name.clone(), finishes));
            add(
                &mut self.states,
                state,
                Happening::Action(Box::new(template), part),
            );
        }
    }

    // --- the end

    /// Checks all of it.
    pub fn check(&self) -> Checked {
        let mut sources = Sources::new();
        let mut compiled = compiled(self, &mut sources);
        if let Some(program) = &mut compiled.program {
            let texts = self.about.translations(&mut sources, &mut compiled.diagnostics);
            translate(program, &texts, &mut sources, &mut compiled.diagnostics);
        }
        compiled.into_checked(Diagnostics::new(), sources, &self.borrowed.primitives)
    }

    /// The ruleset, or its errors, each with the line of the program that it is
    /// about.
    pub fn build(&self) -> Result<Ruleset, LoadError> {
        self.check().into_result()
    }
}

fn compiled(rules: &RulesetBuilder, sources: &mut Sources) -> Compiled {
    let mut builder = Builder::new();
    builder.hir.custom = own::callable(&rules.borrowed.primitives, &mut builder.diags);
    let importing = import::importing(rules, sources, &mut builder.diags);
    // Expressions of fragments are read in their texts.
    let texts = sources.clone();
    let imports = Imports::read(&mut builder, &texts, &importing.root, &importing.texts);
    let mut lower = Lower {
        imports: &imports,
        b: &mut builder,
        sources,
    };
    lower.head(rules);
    lower.cards(rules);
    lower.declare_reactions(rules);
    declare_table(&mut lower, rules);
    declare_zones(&mut lower, &rules.shared, false);
    declare_zones(&mut lower, &rules.of_seats, true);
    refs::add_standard_zones(lower.b);
    lower.data(rules);
    imports.declare(lower.b);
    lower.card_data(rules);
    lower.declare_states(&rules.states);
    imports.check(lower.b);
    zone_rules(&mut lower, &rules.shared, false);
    zone_rules(&mut lower, &rules.of_seats, true);
    lower.computed_items(rules);
    for (at, state) in rules.states.iter().enumerate() {
        lower.state(StateId(at as u16), state);
        lower.triggers_of_state(StateId(at as u16), state);
    }
    lower.reactions(rules);
    imports.triggers(lower.b);
    tell_of(&mut lower, rules);
    imports.check_unused(lower.b);
    let mut hash = blake3::Hasher::new();
    hash.update(format!("{rules:?}").as_bytes());
    let hash = *hash.finalize().as_bytes();
    let hashes = Hashes {
        edition: hash,
        rules: hash,
    };
    finish(builder, sources, hashes, None)
}
