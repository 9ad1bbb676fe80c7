//! The table as a whole, what belongs to states, and what people and bots are told of the game.

use super::data::draft_of;
use super::{RulesetBuilder, StateDraft, here, place_in};
use crate::content::texts::{self, Translations};
use crate::format::dsl::content::{Content, DataContent, DataDraft};
use crate::format::dsl::handles::{Attribute, HiddenData, SeatData, SeatZone, SharedZone, State, StateData};
use crate::format::dsl::kind::{Kind, Number, Stored};
use crate::format::dsl::lower::Lower;
use crate::format::dsl::table::{DomainDraft, MayBe, PlayersDraft, Role, RoleSpec, Teams};
use crate::format::dsl::template::DeclaredAt;
use crate::format::dsl::value::{Expr, Val};
use crate::format::dsl::zones::{SeatZoneSpec, ZoneSpec};
use crate::hir::build::roles::{self, MAX_SEATS};
use crate::hir::build::{self, computed, node};
use crate::hir::{NodeId, Scope};
use crate::secrecy::steps;
use crate::text::diag::{Code as Problem, Diagnostics};
use crate::text::json;
use crate::text::source::{Sources, Span};
use cardable_engine::ids::{CardTypeId, DeckId, Seat, SeatSet, StateId};
use cardable_engine::program::{
    Arrangement, Best, BotHints, DataDef, DataVisible, Domain, GameKind, ListDomain, MAX_ROLES, Players,
    RoleDef, RoleSet, ScoreHint, Shown, StateType, TeamsDef, Values, ZoneName,
};
use cardable_engine::value::{LIST_DEPTH, NESTED_ITEMS, Value};

/// The most numbers that can be told apart when one of them is drawn.
const MOST_NUMBERS: u64 = u32::MAX as u64;

/// What is declared of the table as a whole.
#[derive(Clone, Debug, Default)]
pub(super) struct TableDraft {
    roles: Vec<(String, RoleSpec, DeclaredAt)>,
    teams: Option<(Teams, DeclaredAt)>,
    hand_order: Option<(String, DeclaredAt)>,
}

/// What people and bots are told.
#[derive(Clone, Debug, Default)]
pub(super) struct AboutDraft {
    kind: Option<GameKind>,
    minutes: Option<u16>,
    score: Option<(u16, Best)>,
    worth: Option<(u16, Best)>,
    cut: Option<(State, DeclaredAt)>,
    texts: Vec<(String, Vec<(String, String)>)>,
}

impl AboutDraft {
    /// What people read in other languages.
    pub(super) fn translations(&self, sources: &mut Sources, diags: &mut Diagnostics) -> Vec<Translations> {
        let mut all = Vec::new();
        for (tag, texts) in &self.texts {
            let texts: serde_json::Map<String, serde_json::Value> = texts
                .iter()
                .map(|(text, other)| (text.clone(), other.as_str().into()))
                .collect();
            let text = serde_json::Value::from(texts).to_string();
            let file = sources.add(format!("texts of `{tag}`"), text.as_str());
            let root = json::parse(file, &text, diags);
            let span = Span::whole_file(file);
            all.extend(texts::language_of(tag, span, diags).map(|language| Translations {
                language,
                root,
                own: true,
            }));
        }
        all
    }
}

/// The table as a whole: roles, teams, and what is said of zones later.
///
/// See [`RoleSpec`] for an example.
#[derive(Debug)]
pub struct TableRules<'r>(&'r mut RulesetBuilder);

impl TableRules<'_> {
    /// Declares a role.
    #[track_caller]
    pub fn role(&mut self, name: impl Into<String>, spec: RoleSpec) -> Role {
        Role(place_in(&mut self.0.table.roles, (name.into(), spec, here())))
    }

    /// Declares who plays together.
    #[track_caller]
    pub fn teams(&mut self, teams: Teams) {
        self.0.table.teams = Some((teams, here()));
    }

    /// Sorts hands by an attribute where tables show them.
    ///
    /// ```
    /// use cardable_core::dsl::*;
    /// let mut rules = RulesetBuilder::new("Example");
    /// let cards = rules.card_set(CardSetSpec::french());
    /// rules.deck("pack", cards, 1);
    /// rules.table().sort_hands_by(&VALUE);
    /// # rules.state("play", StateSpec::in_turn());
    /// # rules.build()?;
    /// # Ok::<(), cardable_core::LoadError>(())
    /// ```
    #[track_caller]
    pub fn sort_hands_by<K>(&mut self, attribute: &Attribute<K>) {
        self.0.table.hand_order = Some((attribute.name().to_owned(), here()));
    }

    /// Says more of a zone that is declared already: rules that name states, data or zones that were not there yet.
    ///
    /// ```
    /// use cardable_core::dsl::*;
    /// let mut rules = RulesetBuilder::new("Example");
    /// let stock = rules.zone("stock", ZoneSpec::face_down());
    /// let pile = rules.zone("pile", ZoneSpec::open());
    /// let play = rules.state("play", StateSpec::in_turn());
    /// rules.table().zone(stock, |zone| zone.refilled(Refill::from(pile).when_empty()).seen_in(play, Group::Active));
    /// # rules.build()?;
    /// # Ok::<(), cardable_core::LoadError>(())
    /// ```
    pub fn zone(&mut self, zone: SharedZone, more: impl FnOnce(ZoneSpec) -> ZoneSpec) {
        if let Some((_, spec, _)) = self.0.shared.get_mut(usize::from(zone.0)) {
            *spec = more(spec.clone());
        }
    }

    /// The same of a zone that every seat has.
    pub fn seat_zone(&mut self, zone: SeatZone, more: impl FnOnce(SeatZoneSpec) -> SeatZoneSpec) {
        if let Some((_, spec, _)) = self.0.of_seats.get_mut(usize::from(zone.0)) {
            *spec = more(SeatZoneSpec(spec.clone())).0;
        }
    }
}

/// What more is said of an item of data.
///
/// See [`MayBe`] for an example.
#[derive(Debug)]
pub struct Item<'r, K> {
    draft: Option<&'r mut DataDraft>,
    kind: std::marker::PhantomData<fn() -> K>,
}

impl<K: Kind> Item<'_, K> {
    fn with(mut self, more: impl FnOnce(&mut DataDraft)) -> Self {
        if let Some(draft) = &mut self.draft {
            more(draft);
        }
        self
    }

    /// Says what it may be: of a hidden item who imagines the table draws it, of a house rule it can be chosen.
    pub fn may_be(self, domain: MayBe<K>) -> Self {
        self.with(|draft| draft.domain = Some(domain.draft))
    }

    /// Nothing sets it.
    pub fn is_constant(self) -> Self {
        self.with(|draft| draft.constant = true)
    }

    /// Only the seat whose it is may read it; of data of the game nobody.
    pub fn is_private(self) -> Self {
        self.with(|draft| draft.visible = DataVisible::Owner)
    }

    /// Nobody may read it.
    pub fn is_hidden(self) -> Self {
        self.with(|draft| draft.visible = DataVisible::None)
    }

    /// What players call it.
    pub fn label(self, label: impl Into<String>) -> Self {
        self.with(|draft| draft.label = Some(label.into()))
    }

    /// Where tables show it.
    pub fn shown(self, shown: Shown) -> Self {
        self.with(|draft| draft.shown = Some(shown))
    }
}

/// What people who look for a game are told of it, and bots that search.
///
/// ```
/// use cardable_core::dsl::*;
/// let mut rules = RulesetBuilder::new("Example");
/// let score = rules.scores();
/// let deal = rules.state("deal", StateSpec::in_turn());
/// rules.about().kind(GameKind::Tricks).minutes(20).bots_play_for(score, Best::High).bots_stop_at(deal);
/// # rules.build()?;
/// # Ok::<(), cardable_core::LoadError>(())
/// ```
#[derive(Debug)]
pub struct About<'r>(&'r mut AboutDraft);

impl About<'_> {
    /// What kind of game it is.
    pub fn kind(self, kind: GameKind) -> Self {
        self.0.kind = Some(kind);
        self
    }

    /// How many minutes a game usually takes.
    pub fn minutes(self, minutes: u16) -> Self {
        self.0.minutes = Some(minutes);
        self
    }

    /// What bots count over the whole game; without it the score, of which more is better.
    pub fn bots_play_for(self, score: SeatData<Number>, best: Best) -> Self {
        self.0.score = Some((score.at, best));
        self
    }

    /// What tells bots how good a position is before the score changes.
    pub fn bots_value(self, worth: SeatData<Number>, best: Best) -> Self {
        self.0.worth = Some((worth.at, best));
        self
    }

    /// What players read in another language: each text, and its translation.
    ///
    /// ```
    /// use cardable_core::dsl::*;
    /// let mut rules = RulesetBuilder::new("Example");
    /// let play = rules.state("play", StateSpec::in_turn());
    /// rules.action(play, ActionTemplate::new("pass", press()).label("Pass").run(next_seat()));
    /// rules.about().texts("de", [("Pass", "Passen")]);
    /// # rules.build()?;
    /// # Ok::<(), cardable_core::LoadError>(())
    /// ```
    pub fn texts<A: Into<String>, B: Into<String>>(
        self,
        language: impl Into<String>,
        texts: impl IntoIterator<Item = (A, B)>,
    ) -> Self {
        let texts = texts.into_iter().map(|(text, other)| (text.into(), other.into()));
        self.0.texts.push((language.into(), texts.collect()));
        self
    }

    /// The state at which a bot may stop playing on in thought.
    #[track_caller]
    pub fn bots_stop_at(self, state: State) -> Self {
        self.0.cut = Some((state, here()));
        self
    }
}

impl RulesetBuilder {
    /// The table as a whole: roles, teams, and what is said of zones later.
    pub fn table(&mut self) -> TableRules<'_> {
        TableRules(self)
    }

    /// Says more of an item of data, such as what it may be.
    pub fn item<K: Kind>(&mut self, of: impl Into<HiddenData<K>>) -> Item<'_, K> {
        Item {
            draft: draft_of(self, of.into()),
            kind: std::marker::PhantomData,
        }
    }

    /// Says what people who look for a game are told of it, and bots that search.
    pub fn about(&mut self) -> About<'_> {
        About(&mut self.about)
    }

    /// Declares an item of data that a state has while it runs, with what it is when the state is entered.
    #[track_caller]
    pub fn state_data<K: Stored>(
        &mut self,
        state: State,
        name: impl Into<String>,
        value: impl Into<Val<K>>,
    ) -> StateData<K> {
        let draft = DataDraft::new(name.into(), Content::from(value), DataVisible::All, here());
        let items = self
            .states
            .get_mut(usize::from(state.0))
            .map(|state| &mut state.data);
        StateData::new(
            state,
            false,
            items.map_or(u16::MAX, |items| place_in(items, draft)),
        )
    }

    /// Declares a parameter of a state, which [`transition`](crate::dsl::transition) and
    /// [`push_state`](crate::dsl::push_state) hand over.
    #[track_caller]
    pub fn state_param<K: Stored>(&mut self, state: State, name: impl Into<String>) -> StateData<K> {
        let unset = Content::from(crate::format::dsl::value::nothing::<K>());
        let draft = DataDraft::new(name.into(), unset, DataVisible::All, here());
        let items = self
            .states
            .get_mut(usize::from(state.0))
            .map(|state| &mut state.params);
        StateData::new(
            state,
            true,
            items.map_or(u16::MAX, |items| place_in(items, draft)),
        )
    }
}

/// Roles, teams, and how hands are sorted.
pub(super) fn declare_table(lower: &mut Lower<'_>, rules: &RulesetBuilder) {
    for (name, spec, at) in &rules.table.roles {
        declare_role(lower, name, spec, *at);
    }
    if let Some((.., at)) = rules.table.roles.first() {
        let span = lower.span(at.0);
        roles::check_roles(lower.b, span);
    }
    if let Some((teams, at)) = &rules.table.teams {
        declare_teams(lower, teams, *at);
    }
    if let Some((attribute, at)) = &rules.table.hand_order {
        let span = lower.span(at.0);
        lower.b.hir.cards.hand_order.by = build::attribute(lower.b, attribute, span);
    }
}

fn declare_role(lower: &mut Lower<'_>, name: &str, spec: &RoleSpec, at: DeclaredAt) {
    lower.named("role", name, at);
    let span = lower.span(at.0);
    let usual = if spec.automatic { (1, 1) } else { (0, MAX_SEATS) };
    let (min, max) = spec.seats.unwrap_or(usual);
    let wrong = if lower.b.hir.role_named(name).is_some() {
        Some((
            format!("there are two roles `{name}`"),
            "call one of the two otherwise",
        ))
    } else if min > max || max > MAX_SEATS || spec.automatic && (min != max || max == 0) {
        let message = format!("{min} to {max} seats cannot have this role");
        Some((
            message,
            "put the fewest first; an automatic role always has as many seats",
        ))
    } else if lower.b.hir.roles.len() >= MAX_ROLES {
        let message = format!("a ruleset has at most {MAX_ROLES} roles");
        Some((
            message,
            "make one role of several, and tell its seats apart by data",
        ))
    } else {
        None
    };
    if let Some((message, help)) = wrong {
        lower.b.error(Problem::RolesDoNotFit, span, message, help);
    }
    let label = spec.label.as_deref().map(|label| lower.b.intern(label));
    let name = lower.b.intern(name);
    lower.b.hir.roles.push(RoleDef {
        name,
        label,
        automatic: spec.automatic,
        min,
        max,
    });
}

fn declare_teams(lower: &mut Lower<'_>, teams: &Teams, at: DeclaredAt) {
    if let Arrangement::Listed(listed) = &teams.arrangement {
        let mut taken = SeatSet::EMPTY;
        for seat in listed.iter().flatten() {
            if *seat >= lower.b.hir.head.seats.1 || taken.contains(Seat(*seat)) {
                let span = lower.span(at.0);
                let message = format!("there is no seat {seat}, or it is in two teams");
                let help = "seats are counted from 0: write `[[0, 2], [1, 3]]`";
                lower.b.error(Problem::RolesDoNotFit, span, message, help);
                continue;
            }
            taken.insert(Seat(*seat));
        }
    }
    let names = teams.names.iter().map(|name| lower.b.intern(name)).collect();
    lower.b.hir.teams = Some(TeamsDef {
        arrangement: teams.arrangement.clone(),
        chosen: teams.chosen,
        names,
    });
}

/// The roles as a set; one of another ruleset was told.
pub(super) fn role_set(lower: &mut Lower<'_>, roles: &[Role], span: Span) -> RoleSet {
    let mut set = RoleSet::default();
    for role in roles {
        match u8::try_from(role.0) {
            Ok(at) if usize::from(at) < lower.b.hir.roles.len() => set.insert(at),
            _ => {
                lower.foreign(span);
            }
        }
    }
    set
}

/// Who takes part in a state.
pub(super) fn players_of(
    lower: &mut Lower<'_>,
    scope: &mut Scope,
    players: &PlayersDraft,
) -> Option<Players> {
    let (expr, is_test) = match players {
        PlayersDraft::Roles(roles) => {
            let span = lower.b.hir.places.spans.first().copied()?;
            return Some(Players::Roles(role_set(lower, roles, span)));
        }
        PlayersDraft::When(test) => (test, true),
        PlayersDraft::Named(seats) => (seats, false),
    };
    let value = match is_test {
        true => lower.test(scope, expr),
        false => lower.value(scope, expr),
    };
    if lower.b.is_broken(value) {
        return None;
    }
    steps::note_revealing(lower.b, scope, value);
    Some(match is_test {
        true => Players::When(lower.b.condition_code(scope, value)),
        false => Players::Named(lower.b.value_code(scope, value)),
    })
}

// --- data of states

pub(super) fn state_items(lower: &mut Lower<'_>, id: StateId, state: &StateDraft) {
    for draft in &state.params {
        let def = lower.item(draft);
        let value = computed::unset(lower.b, draft.ty);
        state_item(lower, id, DataDef { value, ..def }, draft);
    }
    for draft in &state.data {
        // What it is at first may be worked out when the state is entered.
        let unset = DataDraft {
            content: DataContent::First(Expr {
                tree: crate::format::dsl::value::Tree::Nothing,
                at: draft.at.0,
            }),
            ..draft.clone()
        };
        let def = lower.item(&unset);
        state_item(lower, id, def, draft);
    }
}

fn state_item(lower: &mut Lower<'_>, id: StateId, def: DataDef, draft: &DataDraft) {
    let Some(state) = lower.b.hir.states.get_mut(id.index()) else {
        return;
    };
    let twice = state.data.iter().any(|item| item.name == def.name);
    state.data.push(def);
    if twice {
        let span = lower.span(draft.at.0);
        let message = format!("`{}` is there twice", draft.name);
        let help = "call one of the two otherwise";
        lower.b.error(Problem::DuplicateName, span, message, help);
    }
}

/// What a state's data are when it is entered.
pub(super) fn first_values(lower: &mut Lower<'_>, id: StateId, state: &StateDraft, scope: &mut Scope) {
    for (draft, slot) in state.data.iter().zip(state.params.len()..) {
        let DataContent::First(value) = &draft.content else {
            continue;
        };
        let node = lower.value(scope, value);
        if lower.b.is_broken(node) {
            continue;
        }
        let constant = lower.b.constant_value(node);
        let code = match constant {
            Some(_) => None,
            None => {
                steps::note_first_value(lower.b, scope, draft.visible, node);
                Some(lower.b.value_code(scope, node))
            }
        };
        let state = lower.b.hir.states.get_mut(id.index());
        if let Some(item) = state.and_then(|state| state.data.get_mut(slot)) {
            item.value = constant.unwrap_or(item.value);
            item.code = code;
        }
    }
}

// --- domains

pub(super) fn domain_of(lower: &mut Lower<'_>, draft: &DataDraft) -> Domain {
    let domain = draft.domain.as_ref();
    let domain = domain.and_then(|domain| domain_form(lower, domain, draft));
    domain.unwrap_or_default()
}

/// What a house rule may be, where that is said.
pub(super) fn setting_domain(lower: &mut Lower<'_>, draft: &DataDraft, usual: Value) -> Option<Values> {
    let domain = match domain_of(lower, draft) {
        Domain::Values(values) => values,
        _ => return None,
    };
    if !domain.holds(&lower.b.hir.constants, usual) {
        let span = lower.span(draft.at.0);
        let message = format!(
            "what `{}` is when nobody chooses is none of its domain",
            draft.name
        );
        let help = "let the domain hold it";
        lower.b.error(Problem::OutOfBounds, span, message, help);
    }
    Some(domain)
}

fn domain_form(lower: &mut Lower<'_>, domain: &DomainDraft, draft: &DataDraft) -> Option<Domain> {
    let span = lower.span(draft.at.0);
    let zones = |names: &[ZoneName]| names.iter().copied().collect();
    Some(match domain {
        DomainDraft::OneOf(values) => Domain::Values(one_of_these(lower, values, draft, span)?),
        DomainDraft::Between(min, max) => {
            if max
                .checked_sub(*min)
                .is_none_or(|more| more < 0 || more as u64 >= MOST_NUMBERS)
            {
                let message = format!("no domain is from {min} to {max}");
                let help = "put the lower bound first, and bring them nearer to each other";
                lower.b.error(Problem::OutOfBounds, span, message, help);
                return None;
            }
            Domain::Values(Values::Range(*min, *max))
        }
        DomainDraft::Seats => Domain::Seats,
        DomainDraft::OtherSeats => Domain::OtherSeats,
        DomainDraft::Cards => Domain::Cards,
        DomainDraft::CardsIn(names) => Domain::CardsIn(zones(names)),
        DomainDraft::CardsNamed(names) => Domain::CardsOf(cards_named(lower, names, span)?),
        DomainDraft::AnyZone => {
            let all = |n: usize, name: fn(u16) -> ZoneName| (0..n as u16).map(name);
            let shared = all(lower.b.hir.zones.shared.len(), ZoneName::Shared);
            let names = shared.chain(all(lower.b.hir.zones.seat.len(), ZoneName::Seat));
            Domain::Zones(names.collect())
        }
        DomainDraft::Zones(names) => Domain::Zones(zones(names)),
        DomainDraft::AnyDeck => {
            let decks = 0..lower.b.hir.cards.decks.len() as u16;
            let all: Vec<Value> = decks.map(|at| Value::Deck(DeckId(at))).collect();
            Domain::Values(Values::OneOf(lower.b.hir.constants.list(&all)))
        }
        DomainDraft::OrNothing(inner) => Domain::OrNothing(Box::new(domain_form(lower, inner, draft)?)),
        DomainDraft::List(item, min, max, unique) => {
            let lists = Domain::List(Box::new(ListDomain {
                item: domain_form(lower, item, draft)?,
                min: *min,
                max: *max,
                unique: *unique,
            }));
            let (depth, items) = lists.largest();
            if min > max || depth > LIST_DEPTH || items > NESTED_ITEMS {
                node::list_too_large(lower.b, span);
                return None;
            }
            lists
        }
    })
}

fn one_of_these(lower: &mut Lower<'_>, values: &[Expr], draft: &DataDraft, span: Span) -> Option<Values> {
    let mut all = Vec::new();
    for value in values {
        let node: NodeId = lower.value(&mut Scope::outside(), value);
        let Some(value) = lower.b.constant_value(node) else {
            let message = format!("what `{}` may be must be known before the game", draft.name);
            lower
                .b
                .error(Problem::NotConstant, span, message, "give constants");
            return None;
        };
        all.push(value);
    }
    if all.is_empty() {
        let message = format!("`{}` may be nothing at all", draft.name);
        lower
            .b
            .error(Problem::WrongDomain, span, message, "give a value at least");
        return None;
    }
    Some(Values::OneOf(lower.b.hir.constants.list(&all)))
}

fn cards_named(lower: &mut Lower<'_>, names: &[String], span: Span) -> Option<Box<[CardTypeId]>> {
    let mut types = Vec::new();
    for name in names {
        let id = lower.b.intern(name);
        let before = types.len();
        let all = lower.b.hir.cards.types.iter().zip(0..);
        types.extend(all.filter(|(ty, _)| ty.name == id).map(|(_, at)| CardTypeId(at)));
        if types.len() == before {
            let message = format!("no card is called `{name}`");
            let help = "name a card as its card set does";
            lower.b.error(Problem::WrongDomain, span, message, help);
            return None;
        }
    }
    Some(types.into())
}

// --- what people and bots are told

pub(super) fn tell_of(lower: &mut Lower<'_>, rules: &RulesetBuilder) {
    let about = &rules.about;
    lower.b.hir.head.kind = about.kind;
    lower.b.hir.head.minutes = about.minutes;
    let known = lower.b.hir.seat_data.len();
    let hint = |of: Option<(u16, Best)>| {
        let (item, best) = of.filter(|(at, _)| usize::from(*at) < known)?;
        Some(ScoreHint { item, best })
    };
    let (score, worth) = (hint(about.score), hint(about.worth));
    let mut cut = None;
    if let Some((state, at)) = about.cut {
        let span = lower.span(at.0);
        let id = StateId(state.0);
        match lower.b.hir.states.get(id.index()) {
            Some(def) if def.kind != StateType::Auto => cut = Some(id),
            Some(_) => {
                let message = "nobody chooses in this state, so no bot stops at it";
                let help = "name a state in which players choose, such as the first one of a deal";
                lower.b.error(Problem::WrongType, span, message, help);
            }
            None => {
                lower.foreign(span);
            }
        }
    }
    lower.b.hir.head.bots = BotHints { score, worth, cut };
}
