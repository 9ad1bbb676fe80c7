//! The builder: the only way to a [`Program`].
//!
//! A dialect declares names first (zones, data, states), then builds values
//! (`node`) and steps (`stmt`) out of them; types, counts and references
//! are checked on the way, and every mistake is recorded with a placeholder in
//! its place. `Builder::finish` looks at the whole and hands out the program.

mod args;
mod blanks;
mod calls;
pub(crate) mod computed;
mod declare;
mod fills;
mod flow;
mod hoist;
mod leaving;
mod lower;
mod marks;
mod needs;
mod node;
mod phrase;
mod predicate;
mod query;
mod reach;
mod reads;
mod refs;
mod roles;
mod routine;
mod scope;
mod script;
mod searches;
mod secrecy;
mod sizes;
mod slips;
mod stmt;
mod tabulate;
mod template;
mod things;
mod turns;

mod valid;

pub(crate) use args::parameters;
pub(crate) use calls::parameters_of;
pub use flow::StepExtras;
pub use node::{Node, NodeId, NodeKind, Over};
pub(crate) use refs::{NAMESPACES, SINGLE};
pub(crate) use routine::{Mention, RoutineDraft};
pub use scope::{ActionScope, LocalKind, Scope};
use script::FunctionDraft;
pub(crate) use script::{ScriptDraft, UsedAs};
pub(crate) use secrecy::Eyes;
pub(crate) use sizes::IN_PLACE;
pub use stmt::{Stmt, Target};
pub(crate) use template::{Asked, ParamDraft, TemplateDraft, TemplateScopes, TestDraft};
pub(crate) use things::{Query, Source};

use crate::diag::{Code as Problem, Diagnostics, meant_or_told};
use crate::source::{Sources, Span};
use cardable_engine::ids::{DeckId, StateId, StrId};
use cardable_engine::primitives::Signature;
use cardable_engine::program::lists::Constants;
use cardable_engine::program::strings::Strings;
use cardable_engine::program::{
    ActionDef, AttributeDef, CardType, Code, DataDef, DeckDef, HandOrder, Hashes, Lead, Leads, Listing,
    Manners, Op, Operand, Place, PrintedSet, Program, Relation, RoleDef, Rule, SettingDef, StateDef,
    Suspensions, TeamsDef, ZoneCount, ZoneDef, Zones,
};
use cardable_engine::value::{Type, Value};
use std::collections::{BTreeMap, BTreeSet};

/// What a ruleset calls things, and what has been built so far.
#[derive(Debug)]
pub struct Builder {
    pub diags: Diagnostics,
    /// What was said to be too many.
    told_sizes: BTreeSet<&'static str>,
    /// Primitives that the embedding program adds.
    pub(crate) natives: Vec<&'static Signature>,
    /// Whether a card set or deck is missing, so that attributes and decks that nobody knows are no
    /// mistakes of their own.
    pub(crate) lacks_cards: bool,
    /// Whether the script cannot be read, so that there is none whose functions could be missing.
    pub(crate) lacks_script: bool,
    pub(crate) manners: Manners,
    /// Whether the dialect calls states phases, which transitions lead between.
    pub(crate) in_phases: bool,
    pub(crate) hints: Vec<(Box<str>, Box<str>)>,
    pub(crate) strings: Strings,
    pub(crate) constants: Constants,
    pub(crate) name: Box<str>,
    pub(crate) description: Box<str>,
    pub(crate) seats: (u8, u8),
    pub(crate) roles: Vec<RoleDef>,
    pub(crate) teams: Option<TeamsDef>,
    pub(crate) sets: Vec<PrintedSet>,
    pub(crate) types: Vec<CardType>,
    pub(crate) attributes: Vec<AttributeDef>,
    pub(crate) hand_order: HandOrder,
    pub(crate) decks: Vec<DeckDef>,
    pub(crate) zones: Zones,
    pub(crate) globals: Vec<DataDef>,
    pub(crate) seat_data: Vec<DataDef>,
    pub(crate) settings: Vec<SettingDef>,
    pub(crate) states: Vec<StateDef>,
    /// States by their names: each is looked up wherever it is named.
    state_names: BTreeMap<StrId, StateId>,
    pub(crate) actions: Vec<ActionDef>,
    pub(crate) nodes: Vec<Node>,
    /// What the items are of that functions of queries are asked of.
    bound: Vec<NodeId>,
    rules: Vec<Rule>,
    relations: Vec<Relation>,
    card_tables: Vec<Vec<Value>>,
    code: Vec<Op>,
    operands: Vec<Operand>,
    functions: Vec<Code>,
    /// Pieces of code that leave their state whatever holds, by where they begin.
    leaving: BTreeSet<u32>,
    /// What pieces of code move at first, by where they begin.
    fills: BTreeMap<u32, Vec<fills::Moved>>,
    spans: Vec<u32>,
    place_spans: Vec<Span>,
    place_ids: BTreeMap<Span, u32>,
    primitives: Vec<&'static Signature>,
    pub(crate) templates: Vec<cardable_engine::program::Template>,
    pub(crate) rust_functions: Vec<cardable_engine::program::RustFunction>,
    /// States with compound actions.
    pub(crate) compound_states: Vec<StateId>,
    /// The item of seats' data that tells which compound action a seat has begun.
    pub(super) compound_slot: Option<u16>,
    /// Parts of compound actions.
    pub(crate) compound_parts: Vec<cardable_engine::ids::ActionId>,
    /// Where each state is written, and which it leads to.
    pub(crate) state_spans: Vec<Span>,
    pub(crate) leads: Vec<Lead>,
    /// States from which the game can go somewhere that is known only at run time.
    pub(crate) leads_anywhere: Vec<StateId>,
    pub(crate) ends: bool,
    /// Whether the game is meant to go on without end.
    pub(crate) endless: bool,
    /// States in which the game may end.
    pub(crate) ends_in: Vec<StateId>,
    pub(crate) picks_decks: bool,
    pub(crate) pops: Vec<StateId>,
    /// The states that are laid over others, by their leads, and where that is written.
    pushes: Vec<(usize, Span)>,
    /// States whose type is not known, which was said.
    pub(crate) unsure_states: Vec<StateId>,
    /// What the steps of states do about turns.
    pub(crate) turns: turns::Turns,
    /// Whether some step may let seats look at cards that they would not see.
    pub(crate) may_show: bool,
    /// Data that is an empty text at first.
    blanks: blanks::Blanks,
    /// Calls of primitives that need something of the ruleset.
    needing: Vec<needs::Needing>,
    /// Texts that may be meant as calls.
    like_calls: Vec<NodeId>,
    /// Texts that hold what may be meant as a reference.
    like_references: Vec<NodeId>,
    /// Actions that begin with a function of the script.
    open_with_scripts: Vec<(cardable_engine::ids::ActionId, &'static Signature)>,
    /// Picks whose conditions read faces that the seat may never see.
    unseen_picks: Vec<(Span, String)>,
    pub(crate) vote_read: Vec<StateId>,
    pub(crate) undeclared: Vec<(Box<str>, Span)>,
    /// Where automatic actions of a state use `$player`.
    pub(crate) needs_player: Vec<(StateId, Span)>,
    /// Branches on values that are hidden from some seat.
    pub(crate) revealing: Vec<(Span, String)>,
    /// Shared data that no view lists, and that tell nothing but what has been done.
    pub(crate) known_facts: Vec<u16>,
    /// The items of data that are worked out: whether of seats, their places, and how.
    pub(super) computed: Vec<((bool, u16), NodeId)>,
    /// Calls of functions of the script in conditions, which may read what is hidden.
    pub(crate) revealing_calls: Vec<(NodeId, Span)>,
    /// The script.
    pub(crate) script: Option<ScriptDraft>,
    /// Its functions that the ruleset uses.
    functions_of_script: Vec<FunctionDraft>,
    /// Calls of functions whose results a seat reads.
    guarded_calls: BTreeSet<u32>,
    /// The same, with what is worked out by them.
    read_by_seats: Vec<(NodeId, String)>,
    /// Actions that its functions may call, and those that they may not, with why.
    routines: Vec<cardable_engine::program::script::Routine>,
    refused_routines: Vec<(String, String)>,
    /// The states in which its functions act.
    function_states: Vec<StateId>,
    /// The states in which steps ask something.
    asking_states: Vec<StateId>,
    /// Calls of functions in sealed actions.
    sealed_calls: Vec<(u16, Span)>,
    /// The names of `$action` that functions can read.
    action_names: Vec<cardable_engine::script::DataDecl>,
    /// Where functions are called.
    sites: Vec<cardable_engine::program::script::Site>,
}

impl Builder {
    pub(crate) fn new() -> Builder {
        Builder {
            diags: Diagnostics::new(),
            told_sizes: BTreeSet::new(),
            natives: Vec::new(),
            lacks_cards: false,
            lacks_script: false,
            manners: Manners::default(),
            in_phases: false,
            hints: Vec::new(),
            strings: Strings::default(),
            constants: Constants::default(),
            name: "".into(),
            description: "".into(),
            seats: (1, 1),
            roles: Vec::new(),
            teams: None,
            sets: Vec::new(),
            types: Vec::new(),
            attributes: Vec::new(),
            hand_order: HandOrder::default(),
            decks: Vec::new(),
            zones: Zones::default(),
            globals: Vec::new(),
            seat_data: Vec::new(),
            settings: Vec::new(),
            states: Vec::new(),
            state_names: BTreeMap::new(),
            actions: Vec::new(),
            nodes: Vec::new(),
            bound: Vec::new(),
            rules: Vec::new(),
            relations: Vec::new(),
            card_tables: Vec::new(),
            code: Vec::new(),
            operands: Vec::new(),
            functions: Vec::new(),
            leaving: BTreeSet::new(),
            fills: BTreeMap::new(),
            spans: Vec::new(),
            place_spans: Vec::new(),
            place_ids: BTreeMap::new(),
            primitives: Vec::new(),
            templates: Vec::new(),
            rust_functions: Vec::new(),
            compound_states: Vec::new(),
            compound_slot: None,
            compound_parts: Vec::new(),
            state_spans: Vec::new(),
            leads: Vec::new(),
            leads_anywhere: Vec::new(),
            ends: false,
            endless: false,
            ends_in: Vec::new(),
            picks_decks: false,
            pops: Vec::new(),
            pushes: Vec::new(),
            unsure_states: Vec::new(),
            turns: turns::Turns::default(),
            may_show: false,
            blanks: blanks::Blanks::default(),
            needing: Vec::new(),
            like_calls: Vec::new(),
            like_references: Vec::new(),
            open_with_scripts: Vec::new(),
            unseen_picks: Vec::new(),
            vote_read: Vec::new(),
            undeclared: Vec::new(),
            needs_player: Vec::new(),
            revealing: Vec::new(),
            known_facts: Vec::new(),
            computed: Vec::new(),
            revealing_calls: Vec::new(),
            script: None,
            functions_of_script: Vec::new(),
            guarded_calls: BTreeSet::new(),
            read_by_seats: Vec::new(),
            routines: Vec::new(),
            refused_routines: Vec::new(),
            function_states: Vec::new(),
            asking_states: Vec::new(),
            sealed_calls: Vec::new(),
            action_names: Vec::new(),
            sites: Vec::new(),
        }
    }

    // --- problems

    pub(crate) fn error(
        &mut self,
        code: Problem,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.diags.error(code, span, message, help);
    }

    pub(crate) fn warn(
        &mut self,
        code: Problem,
        span: Span,
        message: impl Into<String>,
        help: impl Into<String>,
    ) {
        self.diags.warning(code, span, message, help);
    }

    // --- names

    pub(crate) fn intern(&mut self, text: &str) -> StrId {
        self.strings.intern(text)
    }

    pub(crate) fn deck_named(&self, name: &str) -> Option<DeckId> {
        let id = self.strings.find(name)?;
        self.decks
            .iter()
            .position(|d| d.name == id)
            .map(|at| DeckId(at as u16))
    }

    pub(crate) fn state_named(&self, name: &str) -> Option<StateId> {
        self.state_names.get(&self.strings.find(name)?).copied()
    }

    pub(crate) fn attribute_named(&self, name: &str) -> Option<u16> {
        let id = self.strings.find(name)?;
        self.attributes
            .iter()
            .position(|a| a.name == id)
            .map(|at| at as u16)
    }

    /// The attribute of that name; where cards have none, that is an error.
    pub(crate) fn attribute(&mut self, name: &str, span: Span) -> Option<u16> {
        let found = self.attribute_named(name);
        if found.is_none() && !self.lacks_cards {
            let help = self.diags.help_for(|| {
                let known = self.names_of(self.attributes.iter().map(|a| a.name));
                let none = refs::NO_ATTRIBUTES;
                meant_or_told(name, &known, none, |names| format!("cards have {names}"))
            });
            let message = format!("cards have no `{name}`");
            self.error(Problem::UnknownAttribute, span, message, help);
        }
        found
    }

    pub(crate) fn names_of<'a>(&'a self, ids: impl IntoIterator<Item = StrId> + 'a) -> Vec<&'a str> {
        ids.into_iter().map(|id| self.strings.get(id)).collect()
    }

    /// The score data, which is made when it is first used.
    pub(crate) fn score_slot(&mut self) -> u16 {
        let name = self.intern("score");
        if let Some(at) = self.seat_data.iter().position(|d| d.name == name) {
            return at as u16;
        }
        self.seat_data
            .push(DataDef::open(name, Type::NUMBER, Value::Int(0)));
        (self.seat_data.len() - 1) as u16
    }

    // --- the end

    /// Looks at the whole ruleset and makes the program. The diagnostics say
    /// whether it may be used.
    pub fn finish(
        mut self,
        sources: &Sources,
        hashes: Hashes,
        engine: Option<&dyn cardable_engine::script::ScriptEngine>,
    ) -> (Program, Diagnostics) {
        let script = match self.check_sizes() {
            true => {
                self.name_standard_zones();
                self.copy_zones();
                self.give_fills();
                self.check_whole();
                self.check_circles();
                self.compile_script(engine, sources)
            }
            false => None,
        };
        let place = |span: Span| {
            let (line, column) = sources.line_column(span);
            Place {
                file: sources.name(span.file).into(),
                line,
                column,
                path: sources.path(span).into(),
            }
        };
        let places = std::mem::take(&mut self.place_spans)
            .into_iter()
            .map(place)
            .collect();
        let revealing = std::mem::take(&mut self.revealing);
        let revealing = revealing
            .into_iter()
            .map(|(span, secret)| (place(span), secret))
            .collect();
        let score = self.strings.find("score");
        let score = self
            .seat_data
            .iter()
            .position(|d| Some(d.name) == score)
            .map(|at| at as u16);
        let by_turn = |v: &cardable_engine::program::Visibility| {
            use cardable_engine::program::Who;
            match v.who {
                Who::Active | Who::Inactive | Who::Allies | Who::Opponents | Who::When(_) => true,
                Who::Several(set) => set.by_turn(),
                Who::All | Who::None | Who::Owner | Who::Face => false,
            }
        };
        let zones = || self.zones.shared.iter().chain(&self.zones.seat);
        let turn_visibility = zones().any(|z| z.rules().any(by_turn));
        let state_visibility = turn_visibility || zones().any(|z| !z.visible_in.is_empty());
        let marked =
            |z: &ZoneDef| z.count != ZoneCount::ONE || !z.designations.is_empty() || !z.roles.is_empty();
        let marks_zones = zones().any(marked);
        let replenishes = zones().any(|z| z.replenish.is_some());
        let state_slots = self.states.iter().map(|s| s.data.len()).max().unwrap_or(0) as u16;
        let by_round = zones().any(|z| {
            let when = z.replenish.as_ref().map(|r| r.when);
            when.is_some_and(|w| w.round_start || w.round_end)
        });
        for at in 0..self.states.len() {
            let waits = |id: &cardable_engine::ids::ActionId| self.actions[id.index()].on.round;
            let waits = self.states[at].autos.iter().any(waits);
            let off_turn = |id: &cardable_engine::ids::ActionId| {
                self.actions[id.index()].by != cardable_engine::program::Actors::OnTurn
            };
            self.states[at].off_turn = self.states[at].actions.iter().any(off_turn);
            let rounds = &mut self.states[at].rounds;
            rounds.counted = waits || (rounds.turns && by_round);
        }
        for state in &self.vote_read {
            if let Some(def) = self.states.get_mut(state.index()) {
                def.vote_is_read = true;
            }
        }
        let calls_guests = self.primitives.iter().any(|p| p.guest);
        if calls_guests || script.is_some() {
            // They put texts together, and a message of such a text shows it as its only token.
            self.intern("{0}");
        }
        let leads = Leads {
            known: self.leads,
            anywhere: self.leads_anywhere,
            ends: self.ends_in,
            pops: self.pops,
        };
        let (actions, zones) = (&self.actions, &self.zones);
        let listing = |state| Listing::new(state, actions, zones);
        let listings = self.states.iter().map(listing).collect();
        let mut program = Program {
            suspensions: Suspensions::default(),
            computes: false,
            leads,
            manners: self.manners,
            hints: self.hints,
            name: self.name,
            description: self.description,
            min_seats: self.seats.0,
            max_seats: self.seats.1,
            roles: self.roles,
            teams: self.teams,
            hashes,
            strings: self.strings,
            constants: self.constants,
            sets: self.sets,
            revealing,
            types: self.types,
            attributes: self.attributes,
            hand_order: self.hand_order,
            decks: self.decks,
            decks_are_picked: self.picks_decks,
            zones: self.zones,
            globals: self.globals,
            seat_data: self.seat_data,
            score,
            settings: self.settings,
            states: self.states,
            listings,
            actions: self.actions,
            rules: self.rules,
            relations: self.relations,
            card_tables: self.card_tables,
            code: self.code,
            operands: self.operands,
            functions: self.functions,
            spans: self.spans,
            places,
            calls_guests,
            primitives: self.primitives,
            templates: self.templates,
            rust_functions: self.rust_functions,
            script,
            state_slots,
            replenishes,
            endless: self.endless,
            marks_zones,
            turn_visibility,
            state_visibility,
        };
        program.computes = program.computes_data();
        program.suspensions = Suspensions::of(&program);
        (program, self.diags)
    }

    /// A piece of code that returns a value and does not act.
    pub(crate) fn value_code(&mut self, scope: &Scope, node: NodeId) -> Code {
        self.only_reads(node);
        lower::value(self, scope, node)
    }

    /// A piece of code that returns a value and may act on the way, for trying things out.
    pub fn trial_code(&mut self, scope: &Scope, node: NodeId) -> Code {
        lower::value(self, scope, node)
    }

    /// A piece of code that says whether a condition holds.
    pub fn condition_code(&mut self, scope: &Scope, node: NodeId) -> Code {
        self.only_reads(node);
        lower::condition(self, scope, node)
    }

    /// A piece of code that does steps.
    pub fn body_code(&mut self, scope: &Scope, steps: &[Stmt]) -> Code {
        self.check_steps(scope, steps);
        self.note_turns(scope, steps);
        let code = lower::body(self, scope, steps);
        self.note_leaving(code, steps);
        self.note_fills(scope, code, steps);
        code
    }
}
