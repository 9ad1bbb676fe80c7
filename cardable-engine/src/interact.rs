//! Interactions: what a seat touches or says, and which choice that is.

use crate::choice::{Choice, Pick, Picks};
use crate::decision::DecisionRef;
use crate::error::{NotApplied, Refusal};
use crate::game::{Game, submit};
use crate::ids::{ActionId, CardId, Seat, StateId, Viewer};
use crate::play::legal_set::{Offer, Source, Space};
use crate::program::{By, MessageParam, PickFrom, Template, TemplateTest};
use crate::setup::OptionValue;
use crate::value::Value;
use crate::view::slot_of;
use crate::vm::engine::Reader;
use crate::vm::temp::TempLists;
use crate::vm::wording;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;
use std::collections::BTreeMap;

/// What a seat does at its table, before anybody knows what it means. The action
/// templates of the rules are tried in their order; the first one that the
/// interaction fits and whose conditions hold is what the seat does.
///
/// ```
/// use cardable_core::{Pick, ids::ZoneId, interact::Interaction};
/// let from = Pick::card(ZoneId(2), 0);
/// let dragged = Interaction::drag(from, Pick::Zone(ZoneId(0)));
/// assert_eq!(serde_json::to_string(&dragged)?, r#"{"drag":{"from":{"card":{"zone":2,"index":0}},"to":{"zone":0}}}"#);
/// let said = Interaction::message("ask").with("whom", 1).with("rank", "Ace");
/// assert_ne!(said, Interaction::message("ask"));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[doc(alias = "gesture")]
#[doc(alias = "input")]
pub enum Interaction {
    /// It taps a card or a zone, or several that it has selected.
    Tap(Picks),
    /// It draws a card or a zone to a card or a zone.
    Drag {
        /// What it draws.
        from: Pick,
        /// To what.
        to: Pick,
    },
    /// It says something by a part of the interface.
    Message {
        /// What the message is called.
        name: String,
        /// What else it says. Seats are given by their place at the table, from 0.
        #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
        data: BTreeMap<String, OptionValue>,
    },
}

impl Interaction {
    /// A tap on one thing.
    pub fn tap(thing: Pick) -> Interaction {
        Interaction::Tap(smallvec::smallvec![thing])
    }

    /// A drag.
    pub fn drag(from: Pick, to: Pick) -> Interaction {
        Interaction::Drag { from, to }
    }

    /// A message without data.
    pub fn message(name: impl Into<String>) -> Interaction {
        Interaction::Message {
            name: name.into(),
            data: BTreeMap::new(),
        }
    }

    /// The same message with one more item of data; nothing else has data.
    #[must_use]
    pub fn with(mut self, key: impl Into<String>, value: impl Into<OptionValue>) -> Interaction {
        if let Interaction::Message { data, .. } = &mut self {
            data.insert(key.into(), value.into());
        }
        self
    }
}

/// What a seat may touch or say by one of the templates.
///
/// ```
/// use cardable_core::{Game, Seat, Seed, Setup, dsl::*, interact::Touch};
/// let mut rules = RulesetBuilder::new("Example");
/// let pile = rules.zone("pile", ZoneSpec::open());
/// let play = rules.state("play", StateSpec::in_turn());
/// rules.action(play, ActionTemplate::new("pass", tap(pile)).run(next_seat()));
/// let game = Game::new(&rules.build()?, &Setup::seats(2), Seed::from(7))?;
/// let legal = game.decision(Seat(0)).ok_or("the seat is asked")?.touches();
/// assert!(matches!(&legal[0].touch, Touch::Tap { things, .. } if things.len() == 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct LegalInteraction {
    /// The action that it is.
    pub action: ActionId,
    /// What players call that.
    pub label: String,
    /// How it is done.
    pub touch: Touch,
}

/// How a template is set off, as an interface highlights it.
///
/// See [`LegalInteraction`] for an example.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Touch {
    /// By a tap on one of these things, or on several together.
    Tap {
        /// The things.
        things: Vec<Pick>,
        /// Fewest.
        min: u16,
        /// Most.
        max: u16,
    },
    /// By drawing the first thing of a pair to the second.
    Drag {
        /// The pairs.
        pairs: Vec<(Pick, Pick)>,
    },
    /// By a message.
    Message {
        /// Its name.
        name: String,
        /// Every way to fill in its data.
        data: Vec<BTreeMap<String, OptionValue>>,
    },
}

impl LegalInteraction {
    /// Every interaction it stands for; of taps on several things together only
    /// those on the fewest that are listed first.
    pub fn each(&self) -> Vec<Interaction> {
        match &self.touch {
            Touch::Tap { things, min, max } if *min <= 1 && *max >= 1 => {
                things.iter().map(|t| Interaction::tap(*t)).collect()
            }
            Touch::Tap { things, min, .. } => {
                let fewest = things.iter().copied().take(usize::from(*min)).collect();
                vec![Interaction::Tap(fewest)]
            }
            Touch::Drag { pairs } => pairs.iter().map(|(a, b)| Interaction::drag(*a, *b)).collect(),
            Touch::Message { name, data } => data
                .iter()
                .map(|data| Interaction::Message {
                    name: name.clone(),
                    data: data.clone(),
                })
                .collect(),
        }
    }
}

/// A thing as rules know it: its value, its zone, and whether its face is seen.
#[derive(Clone, Copy)]
struct Thing {
    value: Value,
    zone: Value,
    seen: bool,
}

/// What a template makes of an interaction.
enum Resolved {
    /// It is not about it.
    Other,
    /// It is about it, but its data are wrong.
    Wrong(Refusal),
    /// It would be this choice, of these things.
    Choice(Choice, SmallVec<[Thing; 2]>),
}

impl Game {
    /// Submits what a seat touches or says: the choice that
    /// [`Game::choice_for`] finds. Logs hold that choice.
    pub fn interact(&mut self, seat: Seat, interaction: &Interaction) -> Result<Choice, NotApplied> {
        let choice = self.choice_for(seat, interaction)?;
        self.submit(seat, &choice)?;
        Ok(choice)
    }

    /// The choice that an interaction of a seat means: that of the first template
    /// that it fits and whose conditions hold. Where there is none, the refusal
    /// is what the first one that it fits has to say.
    pub fn choice_for(&self, seat: Seat, interaction: &Interaction) -> Result<Choice, Refusal> {
        if self.world.over {
            return Err(Refusal::GameOver);
        }
        if seat.index() >= self.table.seats {
            return Err(Refusal::NoSuchSeat);
        }
        let decision = self.decision(seat);
        if decision.is_some_and(|d| {
            d.offer_slice()
                .iter()
                .any(|o| matches!(o.source, Source::Prompt(_)))
        }) {
            return Err(Refusal::WrongKind);
        }
        let state = state_of(self, seat);
        let temp = TempLists::in_language(self.language());
        let reader = Reader {
            table: &self.table,
            world: &self.world,
            temp: &temp,
            player: Some(seat),
        };
        let mut reason = None;
        for template in &self.table.program.templates {
            if self.table.program.action(template.action).state != state {
                continue;
            }
            let (choice, things) = match resolve(self, &reader, seat, template, interaction) {
                Resolved::Other => continue,
                Resolved::Wrong(refusal) => {
                    reason.get_or_insert(refusal);
                    continue;
                }
                Resolved::Choice(choice, things) => (choice, things),
            };
            let refusal = match decision.map(|d| d.resolve(&choice).map(|_| ())) {
                Some(Ok(())) => return Ok(choice),
                Some(Err(refusal)) => Some(refusal),
                None => None,
            };
            if reason.is_some() || !about(&reader, template, &things) {
                continue;
            }
            let message = unmet(&reader, template, &things).map(|reason| Refusal::NotOffered { reason });
            let other = || refusal.unwrap_or_else(|| submit::not_asked(self, seat, &choice));
            reason = Some(message.unwrap_or_else(other));
        }
        Err(reason.unwrap_or(match decision {
            Some(_) => Refusal::NotOffered {
                reason: nothing_comes(self, seat, state, interaction),
            },
            None => Refusal::NotAsked,
        }))
    }
}

/// Why no template is about an interaction.
fn nothing_comes(game: &Game, seat: Seat, state: StateId, interaction: &Interaction) -> String {
    let program = &game.table.program;
    let (first, second) = match interaction {
        Interaction::Tap(picks) if picks.is_empty() => return "nothing is tapped".to_owned(),
        Interaction::Tap(picks) => (picks.as_slice(), None),
        Interaction::Drag { from, to } => (std::slice::from_ref(from), Some(to)),
        Interaction::Message { name, .. } => {
            let here = program
                .templates
                .iter()
                .filter(|template| program.action(template.action).state == state);
            let names = here.filter_map(|template| match &template.by {
                By::Message { name, .. } => Some(program.str(*name)),
                By::Tap | By::Drag => None,
            });
            let known: Vec<&str> = names.collect();
            let help = crate::suggest::suggestion_or_list(name, &known, "nothing can be said here");
            return format!("`{name}` cannot be said here: {help}");
        }
    };
    let wrong = first.iter().chain(second).find_map(|pick| match pick {
        Pick::Card { zone, .. } | Pick::Zone(zone) if zone.index() >= game.table.zones => {
            Some(format!("there is no zone {}", zone.0))
        }
        Pick::Card { zone, index } if thing(game, seat, *pick).is_none() => Some(format!(
            "there is no card {index} in {}: they are counted from 0",
            game.words().zone_label(*zone).unwrap_or_default()
        )),
        Pick::Seat(_) | Pick::Deck(_) | Pick::Option(_) => {
            Some("only cards and zones are touched".to_owned())
        }
        Pick::Card { .. } | Pick::Zone(_) => None,
    });
    wrong.unwrap_or_else(|| "nothing comes of that".to_owned())
}

fn state_of(game: &Game, seat: Seat) -> StateId {
    let layer = &game.world.scene;
    let other = game.world.extras.iter().flat_map(|r| &r.scenes);
    let other = other.map(|(l, _)| l).find(|l| l.members.contains(seat));
    match other {
        Some(other) if !layer.members.contains(seat) => other.state,
        _ => layer.state,
    }
}

fn resolve(
    game: &Game,
    reader: &Reader<'_>,
    seat: Seat,
    template: &Template,
    interaction: &Interaction,
) -> Resolved {
    let picks: Picks = match (&template.by, interaction) {
        (By::Tap, Interaction::Tap(picks)) if !picks.is_empty() => picks.clone(),
        (By::Drag, Interaction::Drag { from, to }) => smallvec::smallvec![*from, *to],
        (By::Message { name, params }, Interaction::Message { name: said, data }) => {
            if game.table.program.str(*name) != said {
                return Resolved::Other;
            }
            return message_choice(game, reader, template, params, data);
        }
        (By::Tap | By::Drag | By::Message { .. }, _) => return Resolved::Other,
    };
    let things: Option<SmallVec<[Thing; 2]>> = picks.iter().map(|p| thing(game, seat, *p)).collect();
    let Some(things) = things else {
        return Resolved::Other;
    };
    let action = template.action;
    Resolved::Choice(Choice::Act { action, picks }, things)
}

/// What a pick names, whether it is offered or not.
fn thing(game: &Game, seat: Seat, pick: Pick) -> Option<Thing> {
    let viewer = Viewer::Seat(seat);
    let (zone, index) = match pick {
        Pick::Zone(zone) if zone.index() < game.table.zones => {
            let value = Value::Zone(zone);
            return Some(Thing {
                value,
                zone: value,
                seen: true,
            });
        }
        Pick::Card { zone, index } if zone.index() < game.table.zones => (zone, index),
        _ => return None,
    };
    let (t, world) = (&game.table, &game.world);
    let cards = world.zone_cards(t, zone);
    if index as usize >= cards.len() {
        return None;
    }
    let sees = |card: u16| world.face_audience(t, CardId(card)).contains(viewer);
    let card = if world.places(t, zone).contains(viewer) {
        cards.get(index as usize).copied()
    } else {
        let at = |c: &&u16| slot_of(t, world, viewer, CardId(**c)).1 == index;
        cards.iter().filter(|c| sees(**c)).find(at).copied()
    };
    Some(Thing {
        value: card.map_or(Value::Nothing, |c| Value::Card(CardId(c))),
        zone: Value::Zone(zone),
        seen: card.is_some_and(sees),
    })
}

fn message_choice(
    game: &Game,
    reader: &Reader<'_>,
    template: &Template,
    params: &[MessageParam],
    data: &BTreeMap<String, OptionValue>,
) -> Resolved {
    let program = &game.table.program;
    let wrong = |reason: String| Resolved::Wrong(Refusal::NotACandidate { reason });
    let known = |key: &String| params.iter().any(|p| program.str(p.name) == key);
    if let Some(other) = data.keys().find(|key| !known(key)) {
        return wrong(format!("`{other}` is nothing that this can say"));
    }
    let mut picks = Picks::new();
    let mut value = Value::Nothing;
    if !params.is_empty() {
        let ways = domain(reader, template);
        let fits = |way: &Value| {
            let items = parts(reader, params, *way);
            params
                .iter()
                .zip(items)
                .all(|(param, item)| match data.get(program.str(param.name)) {
                    Some(said) => same(program, said, item),
                    None => param.default.is_some_and(|d| d.same(item)),
                })
        };
        let Some(at) = ways.iter().position(fits) else {
            let missing = params
                .iter()
                .find(|p| p.default.is_none() && !data.contains_key(program.str(p.name)));
            return wrong(match missing {
                Some(param) => format!("it must say `{}`", program.str(param.name)),
                None => "that cannot be said".to_owned(),
            });
        };
        value = ways[at];
        picks.push(Pick::Option(at as u16));
    }
    let thing = Thing {
        value,
        zone: Value::Nothing,
        seen: true,
    };
    let action = template.action;
    Resolved::Choice(Choice::Act { action, picks }, smallvec::smallvec![thing])
}

impl DecisionRef<'_> {
    /// What the seat may touch or say, template by template in the order in which they are tried.
    pub fn touches(&self) -> Vec<LegalInteraction> {
        let program = &self.table.program;
        let mut legal = Vec::new();
        for template in &program.templates {
            let Some(offer) = offer_of(self, template) else {
                continue;
            };
            let touch = match &template.by {
                By::Tap => {
                    let (min, max) = match offer.space {
                        Space::Choose { min, max, .. } => (min, max),
                        Space::One | Space::Range { .. } => (1, 1),
                    };
                    let candidates = self.candidates(offer);
                    let things = candidates.iter().map(|c| self.name_of(offer, *c, &[])).collect();
                    Touch::Tap { things, min, max }
                }
                By::Drag => Touch::Drag {
                    pairs: self.pairs(offer),
                },
                By::Message { name, params } => Touch::Message {
                    name: program.str(*name).to_owned(),
                    data: ways(self, offer, template, params),
                },
            };
            legal.push(LegalInteraction {
                action: template.action,
                label: self.label_of(program.action(template.action)),
                touch,
            });
        }
        legal
    }
}

/// The offer of a template's action.
fn offer_of<'a>(decision: &'a DecisionRef<'_>, template: &Template) -> Option<&'a Offer> {
    let mut offers = decision.offer_slice().iter();
    offers.find(|offer| offer.source == Source::Act(template.action))
}

/// Every way to fill in a message's data that is offered.
fn ways(
    decision: &DecisionRef<'_>,
    offer: &Offer,
    template: &Template,
    params: &[MessageParam],
) -> Vec<BTreeMap<String, OptionValue>> {
    if params.is_empty() {
        return vec![BTreeMap::new()];
    }
    let program = &decision.table.program;
    decision.with_reader(|reader| {
        let all = domain(reader, template);
        let offered = decision.candidates(offer);
        let offered = offered.iter().filter_map(|c| all.get(c.raw as usize));
        offered
            .map(|way| {
                let items = parts(reader, params, *way);
                let named = params.iter().zip(items);
                named
                    .filter_map(|(p, item)| Some((program.str(p.name).to_owned(), said(program, item)?)))
                    .collect()
            })
            .collect()
    })
}

/// What a message's data may be: a value for each way.
fn domain(reader: &Reader<'_>, template: &Template) -> Vec<Value> {
    let pick = reader.program().action(template.action).pick.as_ref();
    let Some([PickFrom::Code(code)]) = pick.map(|p| p.from.as_slice()) else {
        return Vec::new();
    };
    let list = reader.eval(*code).and_then(|list| reader.items(list));
    list.map(|items| items.to_vec()).unwrap_or_default()
}

/// The items of data of one way.
fn parts(reader: &Reader<'_>, params: &[MessageParam], way: Value) -> SmallVec<[Value; 16]> {
    if params.len() == 1 {
        return smallvec::smallvec![way];
    }
    reader.items(way).unwrap_or_default()
}

fn same(program: &crate::program::Program, said: &OptionValue, value: Value) -> bool {
    match (said, value) {
        (OptionValue::Bool(a), Value::Bool(b)) => *a == b,
        (OptionValue::Int(a), Value::Int(_) | Value::Float(_)) => Value::Int(*a).same(value),
        (OptionValue::Float(a), Value::Int(_) | Value::Float(_)) => Value::Float(*a).same(value),
        (OptionValue::Int(a), Value::Seat(seat)) => *a == i64::from(seat.0),
        (OptionValue::Text(a), Value::Str(id)) => program.str(id) == a,
        _ => false,
    }
}

fn said(program: &crate::program::Program, value: Value) -> Option<OptionValue> {
    Some(match value {
        Value::Bool(b) => OptionValue::Bool(b),
        Value::Int(n) => OptionValue::Int(n),
        Value::Float(n) => OptionValue::Float(n),
        Value::Str(id) => OptionValue::Text(program.str(id).to_owned()),
        Value::Seat(seat) => OptionValue::Int(seat.0.into()),
        Value::Nothing | Value::Card(_) | Value::Zone(_) | Value::Deck(_) | Value::List(_) => return None,
    })
}

/// Whether a test holds for what is touched.
fn holds(reader: &Reader<'_>, template: &Template, test: &TemplateTest, things: &[Thing]) -> bool {
    let one = |thing: &Thing, picked: Value| {
        let blind = test.reads_face && !thing.seen;
        let given = [thing.value, thing.zone, picked];
        !blind && matches!(reader.eval_with(test.code, &given), Ok(Value::Bool(true)))
    };
    match (&template.by, things) {
        (By::Drag, [from, to]) => reader.list([from.value]).is_ok_and(|picked| one(to, picked)),
        _ => things.iter().all(|thing| one(thing, Value::Nothing)),
    }
}

/// Whether a template is about what is touched at all.
fn about(reader: &Reader<'_>, template: &Template, things: &[Thing]) -> bool {
    let Some(query) = &template.query else {
        return true;
    };
    let drawn = |thing: &Thing| {
        let Ok(none) = reader.list([]) else {
            return false;
        };
        let given = [thing.value, thing.zone, none];
        matches!(reader.eval_with(query.code, &given), Ok(Value::Bool(true)))
    };
    match (&template.by, things) {
        (By::Drag, [from, _]) => drawn(from) && holds(reader, template, query, things),
        _ => holds(reader, template, query, things),
    }
}

/// What the first test that does not hold has to say.
fn unmet(reader: &Reader<'_>, template: &Template, things: &[Thing]) -> Option<String> {
    let failed = template
        .tests
        .iter()
        .filter(|test| !holds(reader, template, test, things));
    let mut messages = failed.filter_map(|test| test.message.as_ref());
    messages.next().map(|message| wording::render(reader, message))
}
