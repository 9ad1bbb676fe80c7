//! Which numbers of their own the choices of a ruleset have, and what those are called.

use super::plain_datum;
use super::questions::{self, Questions};
use crate::decision::{DecisionRef, Taken, TakenChoice, asked_at};
use crate::ids::{ActionId, CardId, CardTypeId, DeckId, Seat, Viewer, ZoneId};
use crate::play::legal_set::{self, Offer};
use crate::program::{
    ActionDef, ActionKind, Code, Op, Operand, OperandPlace, Order, Part, PickDef, PickFrom, PickOnly,
    PickWhat, Program, Who, ZoneDef, ZoneName,
};
use crate::ruleset::{Ruleset, most_seats, zone_def, zone_parts};
use crate::value::Value;
use crate::world::table::is_of_each_seat;
use std::collections::BTreeMap;

/// The number of a pass.
const PASS: usize = 0;

/// Of how many places of a zone without a limit unseen cards have numbers.
const PLACES: usize = 16;

/// With more numbers than this for the cards of an action, printed cards are not told apart by their zones.
const CARDS_BY_ZONE: usize = 4096;

/// The numbers of all that has one of its own.
#[derive(Debug)]
pub(super) struct Numbers {
    /// By action; an empty block for those that run by themselves.
    actions: Vec<Block>,
    /// By question.
    questions: Vec<Block>,
    asked: Questions,
    /// What each number stands for.
    names: Vec<String>,
    /// Whether all that can be chosen has a number of its own, as far as a ruleset tells.
    pub(super) is_all: bool,
}

/// The numbers of an action or of a question.
#[derive(Debug, Default)]
struct Block {
    /// That of the action without picks.
    plain: Option<usize>,
    /// The first one of single picks.
    first: usize,
    picks: Picks,
}

/// What a single pick may be.
#[derive(Debug, Default)]
enum Picks {
    #[default]
    Else,
    /// A card of one of these zones; a printed card alone, where they are left out.
    Cards { known: Vec<Lying>, unknown: Vec<Lying> },
    /// So many zones, seats or decks.
    Things(usize),
    /// Values that the ruleset writes out.
    Values(Vec<Value>),
}

/// Cards of one zone, of each seat if seats have it.
#[derive(Debug)]
struct Lying {
    zone: ZoneName,
    /// Whether it is the acting seat's, whichever that is.
    own: bool,
    first: usize,
    /// How many numbers there are for one seat.
    each: usize,
}

impl Lying {
    /// The first number of a zone for a seat; None where it is not this one.
    fn first_of(&self, name: ZoneName, owner: Option<Seat>, acting: Seat) -> Option<usize> {
        let seat = match (owner, self.own) {
            (Some(owner), true) if owner != acting => return None,
            (None, _) | (_, true) => 0,
            (Some(owner), false) => owner.index(),
        };
        (self.zone == name).then(|| self.first + seat * self.each)
    }
}

/// A zone that an action picks from, with its ids: one for each seat if several seats' count.
struct Source {
    zone: ZoneName,
    own: bool,
    ids: Vec<ZoneId>,
}

/// What a single pick is known by.
pub(super) enum Own {
    Number(usize),
    /// The number of a printed card: others may lie in other zones or have other data.
    Card(usize),
    None,
}

impl Numbers {
    pub(super) fn of(ruleset: &Ruleset) -> Numbers {
        let mut numbering = Numbering::new(ruleset);
        let program = &ruleset.program;
        let actions = program.actions.iter().enumerate();
        let actions = actions.map(|(at, action)| numbering.action(ActionId(at as u16), action));
        let actions = actions.collect();
        let asked = Questions::of(program);
        let questions = (0..)
            .zip(asked.sites())
            .map(|(at, pc)| numbering.question(at, *pc))
            .collect();
        Numbers {
            actions,
            questions,
            asked,
            names: told_apart(numbering.names),
            is_all: numbering.is_all,
        }
    }

    pub(super) fn count(&self) -> usize {
        self.names.len()
    }

    pub(super) fn name(&self, number: usize) -> Option<&String> {
        self.names.get(number)
    }

    /// The number that a choice of an offer has, if it has one of its own.
    pub(super) fn own(&self, decision: &DecisionRef<'_>, offer: &Offer, choice: &TakenChoice) -> Own {
        let block = match offer.source {
            legal_set::Source::Pass => return Own::Number(PASS),
            legal_set::Source::Act(action) => self.actions.get(action.index()),
            legal_set::Source::Prompt(_) => {
                let question = asked_at(decision).and_then(|pc| self.asked.number(pc));
                question.and_then(|at| self.questions.get(at))
            }
        };
        let Some(block) = block else {
            return Own::None;
        };
        match (choice.taken, offer.source) {
            (Taken::Nothing, legal_set::Source::Act(_)) => block.plain.map_or(Own::None, Own::Number),
            (Taken::Unseen(zone), _) => number_or_none(block.unknown(decision, zone, None)),
            (Taken::One(value), _) => self.single(decision, block, value),
            (Taken::Nothing | Taken::Number(_) | Taken::Several, _) => Own::None,
        }
    }

    fn single(&self, decision: &DecisionRef<'_>, block: &Block, value: Value) -> Own {
        let within = match (&block.picks, value) {
            (Picks::Cards { .. }, Value::Card(card)) => return block.card(decision, card),
            (Picks::Things(_), Value::Zone(zone)) => Some(zone.index()),
            (Picks::Things(_), Value::Seat(seat)) => Some(seat.index()),
            (Picks::Things(_), Value::Deck(deck)) => Some(deck.index()),
            (Picks::Values(values), value) => values.iter().position(|other| other.same(value)),
            (Picks::Else | Picks::Cards { .. } | Picks::Things(_), _) => None,
        };
        let most = match &block.picks {
            Picks::Things(count) => *count,
            Picks::Values(values) => values.len(),
            Picks::Else | Picks::Cards { .. } => 0,
        };
        number_or_none(within.filter(|at| *at < most).map(|at| block.first + at))
    }
}

fn number_or_none(number: Option<usize>) -> Own {
    number.map_or(Own::None, Own::Number)
}

impl Block {
    fn card(&self, decision: &DecisionRef<'_>, card: CardId) -> Own {
        let (t, world, viewer) = (decision.table, decision.world, Viewer::Seat(decision.seat));
        let zone = world.zone_of(t, card);
        if world.knows(t, card).contains(viewer) {
            let first = self.first_of(decision, zone, true).unwrap_or(self.first);
            return Own::Card(first + world.type_of(t, card).index());
        }
        let place = world.places(t, zone).contains(viewer);
        let place = place.then(|| world.place_of(t, card));
        number_or_none(self.unknown(decision, zone, place))
    }

    /// The first number of the known or the unknown cards of a zone.
    fn first_of(&self, decision: &DecisionRef<'_>, zone: ZoneId, is_known: bool) -> Option<usize> {
        let Picks::Cards { known, unknown } = &self.picks else {
            return None;
        };
        let (name, owner) = zone_parts(&decision.table.program, zone)?;
        let all = if is_known { known } else { unknown };
        all.iter()
            .find_map(|lying| lying.first_of(name, owner, decision.seat))
    }

    /// The number of a card that the seat does not know.
    fn unknown(&self, decision: &DecisionRef<'_>, zone: ZoneId, place: Option<usize>) -> Option<usize> {
        let Picks::Cards { unknown, .. } = &self.picks else {
            return None;
        };
        let first = self.first_of(decision, zone, false)?;
        let (name, _) = zone_parts(&decision.table.program, zone)?;
        let each = unknown.iter().find(|lying| lying.zone == name)?.each;
        match place {
            // One card alone can be picked there, wherever it lies.
            Some(_) if each == 1 => Some(first),
            Some(place) => (1 + place < each).then(|| first + 1 + place),
            None => Some(first),
        }
    }
}

impl Source {
    /// Its cards, with so many numbers for each seat from a first one on.
    fn lying(&self, first: usize, each: usize) -> Lying {
        Lying {
            zone: self.zone,
            own: self.own,
            first,
            each,
        }
    }
}

/// Gives numbers away, one after the other.
struct Numbering<'r> {
    ruleset: &'r Ruleset,
    names: Vec<String>,
    is_all: bool,
}

impl<'r> Numbering<'r> {
    fn new(ruleset: &'r Ruleset) -> Numbering<'r> {
        Numbering {
            ruleset,
            names: vec!["pass".to_owned()],
            is_all: true,
        }
    }

    fn program(&self) -> &'r Program {
        &self.ruleset.program
    }

    fn action(&mut self, id: ActionId, action: &ActionDef) -> Block {
        if action.kind == ActionKind::Auto {
            return Block::default();
        }
        let name = self.name_of(id, action);
        let plain = self.names.len();
        self.names.push(name.clone());
        let first = self.names.len();
        let picks = match &action.pick {
            Some(pick) => self.picks(&name, pick),
            None => Picks::Else,
        };
        Block {
            plain: Some(plain),
            first,
            picks,
        }
    }

    /// The label of an action, with its state before it where others have the same.
    fn name_of(&self, id: ActionId, action: &ActionDef) -> String {
        let words = self.ruleset.own_words();
        let label = words.action_label(id).unwrap_or_default();
        let others = self.program().actions.iter().enumerate();
        let mut others = others.filter(|(at, other)| *at != id.index() && other.kind != ActionKind::Auto);
        match others.any(|(at, _)| words.action_label(ActionId(at as u16)) == Some(label)) {
            true => format!(
                "{}: {label}",
                self.program().str(self.program().state(action.state).name)
            ),
            false => label.to_owned(),
        }
    }

    fn picks(&mut self, name: &str, pick: &PickDef) -> Picks {
        let counted = pick.count.is_some() || pick.least.is_some() || pick.most.is_some();
        self.is_all &= !counted && pick.max <= 1;
        match pick.what {
            PickWhat::Card => self.cards(name, pick),
            PickWhat::Zone => self.things(name, self.zones(), |numbering, at| {
                numbering.zone(ZoneId(at as u16))
            }),
            PickWhat::Seat => self.things(name, most_seats(self.program()), |_, at| format!("seat {at}")),
            PickWhat::Deck => self.things(name, self.program().cards.decks.len(), |numbering, at| {
                let deck = numbering.program().cards.decks.get(DeckId(at as u16).index());
                deck.map_or_else(String::new, |deck| numbering.program().str(deck.name).to_owned())
            }),
            PickWhat::Option => {
                let codes = pick.from.iter().filter_map(|from| match from {
                    PickFrom::Code(code) => Some(*code),
                    PickFrom::OwnZone(_)
                    | PickFrom::SharedZone(_)
                    | PickFrom::EveryonesZone(_)
                    | PickFrom::OthersZone(_) => None,
                });
                self.is_all = false;
                let operands: Vec<Operand> = codes.flat_map(|code| self.operands_of(code)).collect();
                self.values(name, &operands)
            }
            PickWhat::Drag => {
                self.is_all = false;
                Picks::Else
            }
        }
    }

    /// All zones that there can be.
    fn zones(&self) -> usize {
        let zones = &self.program().zones;
        zones.shared.len() + most_seats(self.program()) * zones.seat.len()
    }

    fn things(&mut self, name: &str, count: usize, thing: impl Fn(&Self, usize) -> String) -> Picks {
        for at in 0..count {
            let thing = thing(self, at);
            self.names.push(format!("{name}: {thing}"));
        }
        Picks::Things(count)
    }

    /// The name of a zone, as observations name it.
    fn zone(&self, zone: ZoneId) -> String {
        super::zone_name(self.ruleset, zone)
    }

    fn cards(&mut self, name: &str, pick: &PickDef) -> Picks {
        let cards = &self.program().cards;
        let (types, in_decks) = (cards.types.len(), cards.decks.iter().map(|deck| deck.cards.len()));
        // Cards of one print may lie in several zones and have other data, and places may be too many.
        let mut decks = (0..cards.decks.len()).map(|at| DeckId(at as u16));
        let is_copied = decks.any(|deck| is_of_each_seat(self.program(), deck));
        let are_distinct = in_decks.sum::<usize>() <= types && !is_copied;
        let sources: Vec<Source> = pick.from.iter().flat_map(|from| self.sources(from)).collect();
        let zones: usize = sources.iter().map(|source| source.ids.len()).sum();
        let is_told = sources.len() >= pick.from.len();
        let by_zone = !are_distinct && is_told && zones > 1 && zones * types <= CARDS_BY_ZONE;
        let mut known = Vec::new();
        if by_zone {
            for source in &sources {
                known.push(source.lying(self.names.len(), types));
                for zone in &source.ids {
                    let zone = self.zone_of(source, *zone);
                    self.printed(name, &format!(" of {zone}"));
                }
            }
        } else {
            self.printed(name, "");
        }
        let mut unknown = Vec::new();
        for source in &sources {
            self.unknown(name, pick, source, &mut unknown);
        }
        let has_data = !self.program().data.card.is_empty();
        self.is_all &= is_told && sources.len() == 1 && unknown.is_empty() && are_distinct && !has_data;
        Picks::Cards { known, unknown }
    }

    /// Numbers for all printed cards.
    fn printed(&mut self, name: &str, of: &str) {
        let words = self.ruleset.own_words();
        for at in 0..self.program().cards.types.len() {
            let card = words.card_name(CardTypeId(at as u16)).unwrap_or_default();
            self.names.push(format!("{name}: {card}{of}"));
        }
    }

    /// The name of a zone of a source.
    fn zone_of(&self, source: &Source, zone: ZoneId) -> String {
        let name = self.zone(zone);
        match source.own {
            true => format!("own {}", name.trim_end_matches(":0")),
            false => name,
        }
    }

    /// The zones that cards are picked from; none where code works them out.
    fn sources(&self, from: &PickFrom) -> Vec<Source> {
        let zones = &self.program().zones;
        let (defs, at, own) = match *from {
            PickFrom::OwnZone(at) => (&zones.seat, at, true),
            PickFrom::SharedZone(at) => (&zones.shared, at, false),
            PickFrom::EveryonesZone(at) | PickFrom::OthersZone(at) => (&zones.seat, at, false),
            PickFrom::Code(_) => return Vec::new(),
        };
        let is_shared = matches!(from, PickFrom::SharedZone(_));
        let seats = match own {
            true => 1,
            false => most_seats(self.program()),
        };
        let of_seat =
            |seat: usize, at: u16| ZoneId((zones.shared.len() + seat * zones.seat.len()) as u16 + at);
        let copies = defs.get(usize::from(at)).into_iter().flat_map(ZoneDef::copies);
        let source = |at: u16| match is_shared {
            true => Source {
                zone: ZoneName::Shared(at),
                own,
                ids: vec![ZoneId(at)],
            },
            false => Source {
                zone: ZoneName::Seat(at),
                own,
                ids: (0..seats).map(|seat| of_seat(seat, at)).collect(),
            },
        };
        copies.map(source).collect()
    }

    /// Numbers for the cards of a source that the seat does not know.
    fn unknown(&mut self, name: &str, pick: &PickDef, source: &Source, all: &mut Vec<Lying>) {
        let def = source
            .ids
            .first()
            .and_then(|zone| zone_def(self.program(), *zone));
        let Some(def) = def.filter(|def| pick.blind || !is_always_seen(def, source.own)) else {
            return;
        };
        let places = places(def, pick.only);
        all.push(source.lying(self.names.len(), 1 + places));
        for zone in &source.ids {
            let zone = self.zone_of(source, *zone);
            self.names.push(format!("{name}: an unknown card of {zone}"));
            let places = (1..=places).map(|place| format!("{name}: unknown card {place} of {zone}"));
            self.names.extend(places);
        }
    }

    fn question(&mut self, at: usize, pc: u32) -> Block {
        let first = self.names.len();
        // What is no entry of a list that is written out is hashed.
        self.is_all = false;
        let op = self.program().code.ops.get(pc as usize);
        let picks = match op {
            Some(Op::Ask { n, args, .. } | Op::AskAll { n, args, .. }) => {
                let operands = self.row(*args, *n);
                let name = questions::name(self.program(), at, pc);
                self.values(&name, operands)
            }
            _ => Picks::Else,
        };
        Block {
            plain: None,
            first,
            picks,
        }
    }

    /// Numbers for the entries of all lists that are written out among some operands.
    fn values(&mut self, name: &str, operands: &[Operand]) -> Picks {
        let constants = &self.program().constants;
        let mut values: Vec<Value> = Vec::new();
        for operand in operands {
            let OperandPlace::Constant(at) = operand.place() else {
                continue;
            };
            let Some(Value::List(list)) = constants.all().get(usize::from(at)) else {
                continue;
            };
            for item in constants.items(*list) {
                if !values.iter().any(|other| other.same(*item)) {
                    values.push(*item);
                }
            }
        }
        if values.is_empty() {
            return Picks::Else;
        }
        let words = self.ruleset.own_words();
        let texts = values.iter().map(|value| words.datum_text(&plain_datum(*value)));
        let texts: Vec<String> = texts.map(|text| format!("{name}: {text}")).collect();
        self.names.extend(texts);
        Picks::Values(values)
    }

    fn row(&self, args: u32, n: u8) -> &'r [Operand] {
        let first = args as usize;
        let row = self.program().code.operands.get(first..first + usize::from(n));
        row.unwrap_or_default()
    }

    /// The values that a piece of code loads, gives back or hands on.
    fn operands_of(&self, code: Code) -> Vec<Operand> {
        let bytecode = &self.program().code;
        let starts = bytecode.functions.iter().map(|other| other.start as usize);
        let first = code.start as usize;
        let after = starts
            .filter(|start| *start > first)
            .min()
            .unwrap_or(bytecode.ops.len());
        let mut operands = Vec::new();
        for op in bytecode.ops.get(first..after).unwrap_or_default() {
            if let Op::Load { s, .. } | Op::Return { s } = op {
                operands.push(*s);
            }
            if let Op::Query { n, args, .. } | Op::Step { n, args, .. } = op {
                operands.extend(self.row(*args, *n));
            }
        }
        operands
    }
}

/// Whether who picks from a zone sees all cards of it at any time.
fn is_always_seen(def: &ZoneDef, own: bool) -> bool {
    let is_seen = |who: Who| who == Who::ALL || own && who == Who::OWNER;
    def.rules()
        .all(|rule| is_seen(rule.who) && rule.part == Part::All)
}

/// How many places of a zone can be told apart and picked from.
fn places(def: &ZoneDef, only: PickOnly) -> usize {
    let is_ordered = matches!(def.order, Order::FixedFifo | Order::FixedLifo);
    match only {
        PickOnly::Top | PickOnly::Bottom => 0,
        PickOnly::ByOrder if is_ordered => 0,
        PickOnly::All | PickOnly::ByOrder if is_ordered || def.laid_out => {
            usize::from(def.size.max).min(PLACES)
        }
        PickOnly::All | PickOnly::ByOrder => 0,
    }
}

/// The same names, with a number behind those that were there before.
fn told_apart(mut names: Vec<String>) -> Vec<String> {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for name in &mut names {
        let times = seen.entry(name.clone()).or_default();
        *times += 1;
        if *times > 1 {
            name.push_str(&format!(" ({times})"));
        }
    }
    names
}
