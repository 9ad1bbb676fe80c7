//! Whether what was read can be rules: every number names something, code stays inside itself and comes to an end.
//!
//! The engine looks things up by number without asking again, and takes it that what a compiler made ends. Here both
//! are made sure of for rules from anywhere. Kinds of values need no check: code meets them as faults of the ruleset.

mod code;
mod predicates;

use crate::ids::{ActionId, CardTypeId, DeckId, MAX_SEATS, StateId};
use crate::language::Language;
use crate::limits::{MAX_CARDS, MOST_CARD_DATA, MOST_DRAG_ZONES};
use crate::program::script::ScriptDef;
use crate::program::{
    ActionDef, Arrangement, ChangedCards, Code, Constants, DataDef, Domain, MAX_DESIGNATIONS, MAX_ROLES,
    Occasion, Operand, Phrase, PhraseData, PhrasePart, PickDef, PickFrom, Players, Program, StateDef,
    Template, Text, Triggers, Values, Visibility, Who, ZoneCount, ZoneDef, ZoneName,
};
use crate::value::Value;
use code::CodeCheck;

const MOST_CODE: usize = 1 << 18;
/// The most comparisons of values for the tables of attributes.
const MOST_COMPARED: u64 = 1 << 31;
/// The most entries of a list that the engine goes through for a single move or listing.
const MOST_ENTRIES: usize = 256;

type Checked<T = ()> = Result<T, &'static str>;

fn ensure(fine: bool, what: &'static str) -> Checked {
    if fine { Ok(()) } else { Err(what) }
}

/// Whether a number names one of so many.
fn within(at: impl Into<usize>, n: usize, what: &'static str) -> Checked {
    ensure(at.into() < n, what)
}

/// Looks through a program.
pub(super) fn check(program: &Program) -> Checked {
    sizes(program)?;
    facts(program)?;
    constants(program)?;
    cards(program)?;
    let code = CodeCheck::new(program)?;
    code.all()?;
    let parts = Parts { program, code };
    parts.texts()?;
    parts.seats()?;
    parts.zones()?;
    let settings = program.settings.iter();
    settings.into_iter().try_for_each(|setting| {
        parts.value(setting.value)?;
        setting.domain.iter().try_for_each(|domain| parts.values(*domain))
    })?;
    let of_cards = program.data.card.iter().map(|data| &data.def);
    let shared = program
        .data
        .globals
        .iter()
        .chain(&program.data.seat)
        .chain(of_cards);
    shared.into_iter().try_for_each(|def| parts.data(def))?;
    program.states.iter().try_for_each(|state| parts.state(state))?;
    program
        .actions
        .iter()
        .try_for_each(|action| parts.action(action))?;
    program
        .conditions
        .answers
        .iter()
        .try_for_each(|pick| parts.answer(pick))?;
    program
        .templates
        .iter()
        .try_for_each(|template| parts.template(template))?;
    parts.transitions()?;
    parts.reactions()?;
    bots(program)?;
    program
        .code
        .script
        .iter()
        .try_for_each(|script| parts.script(script))
}

/// Nothing is more than the numbers have room for that name it.
fn sizes(program: &Program) -> Checked {
    let in_place = usize::from(Operand::LIMIT);
    let numbered = usize::from(u16::MAX);
    let most = [
        (program.data.globals.len(), in_place),
        (program.data.seat.len(), in_place),
        (program.data.card.len(), MOST_CARD_DATA),
        (program.reactions.all.len(), numbered),
        (program.reactions.abilities.len(), numbered),
        (usize::from(program.state_slots), in_place),
        (program.settings.len(), in_place),
        (program.constants.count(), in_place),
        (program.zones.shared.len(), in_place),
        (program.zones.seat.len(), in_place),
        (program.states.len(), numbered),
        (program.actions.len(), numbered),
        (program.conditions.answers.len(), numbered),
        (program.cards.types.len(), numbered),
        (program.cards.attributes.len(), numbered),
        (program.cards.decks.len(), numbered),
        (program.conditions.rules.len(), numbered),
        (program.conditions.measures.len(), numbered),
        (program.conditions.relations.len(), numbered),
        (program.conditions.tables.len(), numbered),
        (program.code.primitives.len(), numbered),
    ];
    let fit = most.iter().all(|(found, limit)| found <= limit);
    ensure(fit, "there is more of something than rules can have")?;
    let lists = program.constants.list_count();
    ensure(lists < Constants::DYNAMIC as usize, "there are too many lists")?;
    ensure(program.code.ops.len() <= MOST_CODE, "there is too much code")?;
    ensure(
        program.transitions.known.len() <= numbered,
        "there are too many transitions",
    )?;
    // Attributes are tabulated by comparing the values of all cards.
    let types = program.cards.types.len() as u64;
    let compared = types * types * program.cards.attributes.len() as u64;
    ensure(compared <= MOST_COMPARED, "there are too many kinds of cards")?;
    ensure(!program.states.is_empty(), "there is no state")?;
    ensure(
        program.code.spans.len() == program.code.ops.len(),
        "instructions have no places",
    )?;
    let places = program.code.places.len();
    let mut spans = program.code.spans.iter();
    ensure(
        spans.all(|span| (*span as usize) < places),
        "an instruction has a place that there is not",
    )
}

/// What follows from the rest says what follows from it.
fn facts(program: &Program) -> Checked {
    let zones = || program.zones.shared.iter().chain(&program.zones.seat);
    let fine = program.code.calls_custom == program.code.primitives.iter().any(|p| p.custom)
        && program.zones.any_marked == zones().any(ZoneDef::can_be_marked)
        && program.zones.any_replenished == zones().any(|zone| zone.replenish.is_some());
    ensure(fine, "it says something else of its zones or calls than they are")
}

fn bots(program: &Program) -> Checked {
    let hints = &program.bots;
    let scores = [hints.score, hints.worth];
    scores.iter().flatten().try_for_each(|hint| {
        within(
            hint.item,
            program.data.seat.len(),
            "a hint for bots names no item of data",
        )
    })?;
    hints
        .cut
        .iter()
        .try_for_each(|state| within(state.0, program.states.len(), "a hint for bots names no state"))
}

fn constants(program: &Program) -> Checked {
    let constants = &program.constants;
    for value in constants.all() {
        value_of(program, *value, constants.list_count())?;
    }
    for at in 0..constants.list_count() {
        let list = crate::ids::ListId(at as u32);
        // Lists only hold lists that come before them, so that none lies in itself.
        constants
            .items(list)
            .iter()
            .try_for_each(|item| value_of(program, *item, at))?;
    }
    depths(program)
}

/// Lists do not lie deeper in each other, nor hold more, than lists that games make.
fn depths(program: &Program) -> Checked {
    use crate::value::{LIST_DEPTH, NESTED_ITEMS};
    let constants = &program.constants;
    let mut known: Vec<(u32, usize)> = Vec::with_capacity(constants.list_count());
    for at in 0..constants.list_count() {
        let (mut depth, mut items) = (1, 0usize);
        for item in constants.items(crate::ids::ListId(at as u32)) {
            items = items.saturating_add(1);
            if let Value::List(inner) = item
                && let Some((inner_depth, inner_items)) = known.get(inner.index())
            {
                depth = depth.max(inner_depth + 1);
                items = items.saturating_add(*inner_items);
            }
        }
        let fit = depth <= LIST_DEPTH && items <= 2 * NESTED_ITEMS;
        ensure(fit, "a list holds more than lists can")?;
        known.push((depth, items));
    }
    Ok(())
}

/// A value that stands in the rules: of every game, and where it is a list one of the constants.
fn value_of(program: &Program, value: Value, lists: usize) -> Checked {
    match value {
        Value::Nothing | Value::Bool(_) | Value::Int(_) => Ok(()),
        Value::Float(n) => ensure(n.is_finite(), "a number is none"),
        Value::Str(text) => within(text.index(), program.strings.len(), "a text is unknown"),
        Value::Zone(zone) => within(zone.index(), program.zones.shared.len(), "a zone is unknown"),
        Value::Deck(deck) => within(deck.index(), program.cards.decks.len(), "a deck is unknown"),
        Value::List(list) => within(list.index(), lists, "a list is unknown"),
        Value::Seat(seat) => within(
            seat.index(),
            program.seats.min.into(),
            "a seat is not in every game",
        ),
        Value::Card(_) => Err("a card is of a single game"),
    }
}

fn cards(program: &Program) -> Checked {
    let types = program.cards.types.len();
    let lists = program.constants.list_count();
    for ty in &program.cards.types {
        within(ty.set, program.cards.sets.len(), "a card is of an unknown set")?;
        let mut values = std::iter::once(&ty.value).chain(&ty.values);
        values.try_for_each(|value| value_of(program, *value, lists))?;
    }
    for attribute in &program.cards.attributes {
        ensure(attribute.of.len() == types, "an attribute is not of all cards")?;
        let mut values = attribute.of.iter();
        values.try_for_each(|value| value_of(program, *value, lists))?;
    }
    let attributes = &program.cards.attributes;
    let mut shown = program.cards.sets.iter().filter_map(|set| set.back_shows);
    shown.try_for_each(|at| within(at, attributes.len(), "a back shows an unknown attribute"))?;
    let known = |at: &u16| {
        let attribute = attributes.get(usize::from(*at));
        attribute.is_some_and(|attribute| attribute.follows_from_back(&program.cards.types))
    };
    ensure(
        program.cards.on_backs.iter().all(known),
        "an attribute is on no back",
    )?;
    for table in &program.conditions.tables {
        ensure(table.len() == types, "a function of cards is not of all cards")?;
        table
            .iter()
            .try_for_each(|value| value_of(program, *value, lists))?;
    }
    let all_types = |relation: &crate::program::Relation| relation.is_of(types);
    ensure(
        program.conditions.relations.iter().all(all_types),
        "a relation is not of all cards",
    )?;
    let known = |ty: &CardTypeId| ty.index() < types;
    let fine = program
        .cards
        .decks
        .iter()
        .all(|deck| deck.cards.iter().all(known));
    ensure(fine, "a deck has an unknown card")?;
    let cards: usize = program.cards.decks.iter().map(|deck| deck.cards.len()).sum();
    ensure(cards <= MAX_CARDS, "there are too many cards")?;
    let by = program.cards.hand_order.by;
    by.map_or(Ok(()), |by| {
        within(
            by,
            program.cards.attributes.len(),
            "hands are sorted by an unknown attribute",
        )
    })
}

/// What a ruleset declares, with its code looked through already.
struct Parts<'p> {
    program: &'p Program,
    code: CodeCheck<'p>,
}

impl Parts<'_> {
    fn seats(&self) -> Checked {
        let program = self.program;
        let automatic = program.seats.automatic();
        let (min, max) = (program.seats.min, program.seats.max);
        let fit = min >= 1 && min <= max && usize::from(max) + automatic <= MAX_SEATS;
        ensure(fit, "there can be no such seats")?;
        ensure(program.seats.roles.len() <= MAX_ROLES, "there are too many roles")?;
        let fine = program.seats.roles.iter().all(|role| role.min <= role.max);
        ensure(fine, "a role has no number of seats")?;
        if let Some(Arrangement::Listed(teams)) = program.seats.teams.as_ref().map(|teams| &teams.arrangement)
        {
            ensure(teams.len() <= MAX_SEATS, "there are too many teams")?;
        }
        program.data.score.map_or(Ok(()), |score| {
            within(score, program.data.seat.len(), "the score is no item of data")
        })
    }

    fn zones(&self) -> Checked {
        let zones = &self.program.zones;
        let (shared, seat) = (zones.shared.len(), zones.seat.len());
        ensure(
            shared + seat * MAX_SEATS <= MOST_DRAG_ZONES,
            "there are too many zones",
        )?;
        let named = [zones.deck, zones.discard, Some(zones.boxed), zones.leftovers];
        let owned = [zones.seat_deck, zones.seat_hand, zones.seat_discard];
        let fine = named.iter().flatten().all(|at| usize::from(*at) < shared)
            && owned.iter().flatten().all(|at| usize::from(*at) < seat);
        ensure(fine, "a zone is named that there is not")?;
        zones.declared.iter().try_for_each(|zone| self.zone_name(*zone))?;
        for list in [&zones.shared, &zones.seat] {
            list.iter().try_for_each(|zone| self.zone(zone, list))?;
        }
        Ok(())
    }

    fn zone(&self, zone: &ZoneDef, among: &[ZoneDef]) -> Checked {
        let states = self.program.states.len();
        let short = zone.visible_in.len() <= states
            && zone.control_in.len() <= states
            && zone.decks.len() <= self.program.cards.decks.len()
            && zone
                .replenish
                .as_ref()
                .is_none_or(|rule| rule.from.len() <= MOST_ENTRIES);
        ensure(short, "a zone has a list that is too long")?;
        self.visibility(zone.visible)?;
        for (state, rule) in &zone.visible_in {
            self.state_id(*state)?;
            self.visibility(*rule)?;
        }
        self.who(zone.control)?;
        for (state, who) in &zone.control_in {
            self.state_id(*state)?;
            self.who(*who)?;
        }
        zone.decks.iter().try_for_each(|deck| self.deck(*deck))?;
        if let Some(replenish) = &zone.replenish {
            replenish.from.iter().try_for_each(|from| self.zone_name(*from))?;
        }
        let count = zone.count;
        let counted =
            count.min <= count.initial && count.initial <= count.max && count.max <= ZoneCount::MOST;
        ensure(
            counted && zone.copy < count.max.max(1),
            "a zone has no number of copies",
        )?;
        let mut copies = zone.copies().zip(0..);
        let same = copies.all(|(at, copy)| {
            among.get(usize::from(at)).is_some_and(|other| {
                other.copy == copy && other.count == count && other.family == zone.family
            })
        });
        ensure(same, "the copies of a zone are others")?;
        ensure(
            zone.designations().count() <= MAX_DESIGNATIONS,
            "a zone can be designated too much",
        )?;
        zone.designations().try_for_each(|designation| {
            designation.visible.map_or(Ok(()), |rule| self.visibility(rule))?;
            designation.control.map_or(Ok(()), |who| self.who(who))
        })
    }

    fn visibility(&self, rule: Visibility) -> Checked {
        self.who(rule.who)
    }

    fn who(&self, who: Who) -> Checked {
        match who {
            Who::When(code) => self.code.code(code),
            Who::Group(_) | Who::Face | Who::Several(_) => Ok(()),
        }
    }

    fn data(&self, def: &DataDef) -> Checked {
        self.value(def.value)?;
        self.codes([def.code, def.computed])?;
        def.texts.iter().try_for_each(|(value, _)| self.value(*value))?;
        self.domain(&def.domain)
    }

    fn domain(&self, domain: &Domain) -> Checked {
        match domain {
            Domain::Unknown | Domain::Seats | Domain::OtherSeats | Domain::Cards => Ok(()),
            Domain::Values(values) => self.values(*values),
            Domain::CardsIn(zones) | Domain::Zones(zones) => {
                zones.iter().try_for_each(|zone| self.zone_name(*zone))
            }
            Domain::CardsOf(types) => {
                let all = self.program.cards.types.len();
                types
                    .iter()
                    .try_for_each(|ty| within(ty.index(), all, "a card is unknown"))
            }
            Domain::OrNothing(inner) => self.domain(inner),
            Domain::List(list) => self.domain(&list.item),
        }
    }

    fn values(&self, values: Values) -> Checked {
        match values {
            Values::Range(..) => Ok(()),
            Values::OneOf(list) => self.value(Value::List(list)),
        }
    }

    fn state(&self, state: &StateDef) -> Checked {
        let slots = usize::from(self.program.state_slots);
        let fine = usize::from(state.params) <= state.data.len() && state.data.len() <= slots;
        ensure(fine, "a state has no place for its data")?;
        state.data.iter().try_for_each(|def| self.data(def))?;
        if let Some(players) = &state.players {
            match *players {
                Players::Roles(_) => {}
                Players::When(code) | Players::Named(code) => self.code.code(code)?,
            }
        }
        self.codes([state.starter])?;
        ensure(state.votes.len() < 255, "a state has too many votes")?;
        for list in [&state.autos, &state.actions, &state.votes] {
            list.iter().try_for_each(|action| self.action_id(*action))?;
            let mut once: Vec<ActionId> = list.clone();
            once.sort_unstable();
            once.dedup();
            ensure(once.len() == list.len(), "a state has an action twice")?;
        }
        let on = state.autos.iter().map(|action| self.program.action(*action).on);
        let on = on.fold(Triggers::default(), Triggers::or);
        ensure(
            on == state.autos_on,
            "a state says wrongly when its automatic actions run",
        )?;
        if let Some(onward) = &state.onward {
            let conditions = onward.transitions.iter().map(|test| test.condition);
            self.codes(conditions)?;
        }
        Ok(())
    }

    fn action(&self, action: &ActionDef) -> Checked {
        self.state_id(action.state)?;
        self.codes([action.condition])?;
        self.codes(action.condition_parts.iter().map(|part| Some(part.code)))?;
        self.code.code(action.body)?;
        let message = action.message.as_ref().map(|message| &message.text);
        let texts = [action.condition_message.as_ref(), message].into_iter();
        let of_parts = action.condition_parts.iter().map(|part| part.message.as_ref());
        texts
            .chain(of_parts)
            .flatten()
            .try_for_each(|text| self.text(text))?;
        action
            .phrase
            .iter()
            .try_for_each(|phrase| self.phrase(action, phrase))?;
        if let Some(vote) = &action.vote {
            self.state_id(vote.target)?;
        }
        ensure(
            action.capacity.len() <= MOST_ENTRIES,
            "an action has a list that is too long",
        )?;
        for change in &action.capacity {
            self.zone_name(change.zone)?;
            match change.cards {
                ChangedCards::Of { zone, .. } | ChangedCards::Instead(zone) => self.zone_name(zone)?,
                ChangedCards::OfSeats(at) => self.zone_name(ZoneName::Seat(at))?,
                ChangedCards::Picked | ChangedCards::Count(_) | ChangedCards::InGame => {}
            }
        }
        action.title.iter().try_for_each(|title| self.text(title))?;
        action
            .pick
            .iter()
            .try_for_each(|pick| self.pick(pick, action.body))
    }

    fn phrase(&self, action: &ActionDef, phrase: &Phrase) -> Checked {
        for part in &phrase.parts {
            let PhrasePart::Data(data) = part else { continue };
            let (at, n) = match *data {
                PhraseData::Global(at) => (at, self.program.data.globals.len()),
                PhraseData::Player(at) => (at, self.program.data.seat.len()),
                PhraseData::State(at) => (at, self.program.state(action.state).data.len()),
            };
            within(at, n, "a phrase shows an unknown item of data")?;
        }
        Ok(())
    }

    /// Translations hold no more than the program, and each language is there once.
    fn texts(&self) -> Checked {
        let program = self.program;
        let translations = &program.metadata.translations.texts;
        ensure(
            translations.len() < Language::ALL.len(),
            "there are too many languages",
        )?;
        for (at, texts) in translations.iter().enumerate() {
            let before = translations[..at].iter().map(|other| other.language);
            let mut known = before.chain([program.metadata.language]);
            ensure(
                known.all(|language| language != texts.language),
                "a language is there twice",
            )?;
            let fits =
                texts.shown.len() <= program.strings.len() && texts.phrases.len() <= program.actions.len();
            ensure(fits, "there are more translations than texts")?;
            let few = texts.patterns.len() <= program.strings.len();
            ensure(few, "there are more translations than texts")?;
            let phrases = program.actions.iter().zip(&texts.phrases);
            for (action, phrase) in phrases {
                phrase.iter().try_for_each(|phrase| self.phrase(action, phrase))?;
            }
        }
        Ok(())
    }

    /// What is picked lies in the first register of the conditions themselves.
    fn answer(&self, pick: &PickDef) -> Checked {
        match pick.valid {
            Some(valid) => self.pick(pick, valid.code),
            None => Ok(()),
        }
    }

    fn reactions(&self) -> Checked {
        let (program, reactions) = (self.program, &self.program.reactions);
        let zones = |names: &[ZoneName]| {
            ensure(
                names.len() <= MOST_ENTRIES,
                "a reaction has a list that is too long",
            )?;
            names.iter().try_for_each(|name| self.zone_name(*name))
        };
        for reaction in &reactions.all {
            let texts = reaction.label.iter().chain([&reaction.name]);
            for text in texts {
                within(text.index(), program.strings.len(), "a text is unknown")?;
            }
            match &reaction.occasion {
                Occasion::Moved { from, to } => {
                    zones(from)?;
                    zones(to)?;
                }
                Occasion::TurnedUp { within } => zones(within)?,
                Occasion::Changed(_) | Occasion::Turn(_) | Occasion::Round(_) | Occasion::Emitted(_) => {}
            }
            reaction
                .state
                .iter()
                .try_for_each(|state| self.state_id(*state))?;
            reaction
                .carried
                .iter()
                .try_for_each(|carried| zones(&carried.within))?;
            self.codes([reaction.condition])?;
            self.code.code(reaction.body)?;
        }
        self.codes([reactions.choose_next])?;
        for ability in &reactions.abilities {
            within(ability.name.index(), program.strings.len(), "a text is unknown")?;
            let in_order = ability.codes.windows(2).all(|two| two[0].0 < two[1].0);
            ensure(in_order, "an ability is that of cards in no order")?;
            ability
                .codes
                .iter()
                .try_for_each(|(_, code)| self.code.code(*code))?;
        }
        Ok(())
    }

    fn pick(&self, pick: &PickDef, body: Code) -> Checked {
        ensure(pick.min <= pick.max, "fewer are picked than must be")?;
        ensure(
            pick.from.len() <= MOST_ENTRIES,
            "a pick has a list that is too long",
        )?;
        // Steps that ask nothing of what is picked may have no register for it.
        within(
            pick.register,
            usize::from(body.registers.max(1)),
            "what is picked has no register",
        )?;
        self.codes([pick.count, pick.least, pick.most])?;
        let valid = pick.valid.as_ref();
        self.codes([
            pick.legal.map(|legal| legal.code),
            valid.map(|valid| valid.code),
            valid.and_then(|valid| valid.parts),
        ])?;
        let texts = [&pick.legal_message, &pick.valid_message];
        texts.into_iter().flatten().try_for_each(|text| self.text(text))?;
        pick.from.iter().try_for_each(|from| match *from {
            PickFrom::Code(code) => self.code.code(code),
            PickFrom::SharedZone(at) => self.zone_name(ZoneName::Shared(at)),
            PickFrom::OwnZone(at) | PickFrom::EveryonesZone(at) | PickFrom::OthersZone(at) => {
                self.zone_name(ZoneName::Seat(at))
            }
        })
    }

    fn text(&self, text: &Text) -> Checked {
        let fits = text.tokens.len() <= Text::MOST_TOKENS;
        ensure(fits, "a text has too many values")?;
        self.codes(text.tokens.iter().map(|token| Some(*token)))
    }

    fn template(&self, template: &Template) -> Checked {
        self.action_id(template.action)?;
        if let crate::program::By::Message { params, .. } = &template.by {
            let mut defaults = params.iter().filter_map(|param| param.default);
            defaults.try_for_each(|value| self.value(value))?;
        }
        for test in template.query.iter().chain(&template.tests) {
            self.code.code(test.code)?;
            test.message.iter().try_for_each(|text| self.text(text))?;
        }
        Ok(())
    }

    fn transitions(&self) -> Checked {
        let transitions = &self.program.transitions;
        for transition in &transitions.known {
            self.state_id(transition.from)?;
            self.state_id(transition.to)?;
            transition
                .action
                .iter()
                .try_for_each(|action| self.action_id(*action))?;
        }
        let lists = [&transitions.anywhere, &transitions.ends, &transitions.pops];
        lists
            .into_iter()
            .flatten()
            .try_for_each(|state| self.state_id(*state))
    }

    fn script(&self, script: &ScriptDef) -> Checked {
        let functions = script.functions.len();
        ensure(
            functions == script.source.names.functions.len(),
            "the script has other functions",
        )?;
        let mut sites = script.sites.iter();
        sites.try_for_each(|site| within(site.function, functions, "a function of the script is unknown"))?;
        for routine in &script.routines {
            for (state, code) in routine.codes.iter().chain(&routine.seen) {
                self.state_id(*state)?;
                self.code.code(*code)?;
            }
        }
        Ok(())
    }

    // --- numbers

    fn codes(&self, codes: impl IntoIterator<Item = Option<Code>>) -> Checked {
        let mut codes = codes.into_iter().flatten();
        codes.try_for_each(|code| self.code.code(code))
    }

    fn value(&self, value: Value) -> Checked {
        value_of(self.program, value, self.program.constants.list_count())
    }

    fn zone_name(&self, zone: ZoneName) -> Checked {
        let zones = &self.program.zones;
        match zone {
            ZoneName::Shared(at) => within(at, zones.shared.len(), "a shared zone is unknown"),
            ZoneName::Seat(at) => within(at, zones.seat.len(), "a zone of seats is unknown"),
        }
    }

    fn state_id(&self, state: StateId) -> Checked {
        within(state.index(), self.program.states.len(), "a state is unknown")
    }

    fn action_id(&self, action: ActionId) -> Checked {
        within(action.index(), self.program.actions.len(), "an action is unknown")
    }

    fn deck(&self, deck: DeckId) -> Checked {
        within(deck.index(), self.program.cards.decks.len(), "a deck is unknown")
    }
}
