//! Which texts of a ruleset people read where values and steps say so: messages, questions, and what is put into data
//! that tables show or messages tell.

use super::{Hir, NodeId, NodeKind, Stmt, Target};
use cardable_engine::ids::{StateId, StrId};
use cardable_engine::primitives::{Ends, Fold, Form, ParamType};
use cardable_engine::program::{ActionDef, DataDef, PhraseData, PhrasePart, Program, Shown, Text};
use cardable_engine::text::{Piece, pieces};
use cardable_engine::value::Value;
use std::collections::BTreeSet;

/// The texts that people read, in the order in which they are found.
#[derive(Debug, Default)]
pub(crate) struct Told {
    pub(crate) texts: Vec<StrId>,
    /// Those that are put together with values, which stand in them as `{0}` and so on.
    pub(crate) put_together: Vec<StrId>,
}

impl Told {
    /// Goes through all values and steps. Texts that are put together become strings of the ruleset.
    pub(crate) fn of(hir: &mut Hir) -> Told {
        let mut reading = Reading {
            hir,
            puts: puts(hir),
            nodes: Vec::new(),
            data: Vec::new(),
        };
        hir.each_value(|standing, id| {
            let mut read = |nodes: &[NodeId]| {
                let nodes = nodes.iter().map(|node| (*node, standing.state));
                reading.nodes.extend(nodes);
            };
            match &hir.tree.get(id).kind {
                NodeKind::Call(primitive, args) if primitive.says().is_some() => {
                    let values = primitive.says().and_then(|values| args.get(values..));
                    read(args.get(..1).unwrap_or_default());
                    read(values.unwrap_or_default());
                }
                NodeKind::Call(primitive, args) if primitive.properties.ends == Ends::Game => {
                    let reason = primitive.param("reason").and_then(|at| args.get(at));
                    read(reason.map(std::slice::from_ref).unwrap_or_default());
                }
                NodeKind::Ask { prompt, args, .. } => {
                    let params = prompt.params.iter().zip(args);
                    let is_read = |ty: ParamType| matches!(ty, ParamType::Value(_) | ParamType::Items);
                    let args = params.filter(|(param, _)| is_read(param.ty)).map(|(_, arg)| *arg);
                    read(&args.collect::<Vec<NodeId>>());
                }
                _ => {}
            }
        });
        for action in &hir.actions {
            let values = texts_of_action(action).flat_map(|text| &text.tokens);
            let values = values.filter_map(|code| hir.tree.value_of(*code));
            reading
                .nodes
                .extend(values.map(|node| (node, Some(action.state))));
            let parts = action.phrase.iter().flat_map(|phrase| &phrase.parts);
            reading.data.extend(parts.filter_map(|part| match part {
                PhrasePart::Data(PhraseData::Global(at)) => Some(Item::Global(*at)),
                PhrasePart::Data(PhraseData::Player(at)) => Some(Item::OfSeat(*at)),
                PhrasePart::Data(PhraseData::State(at)) => Some(Item::OfState(action.state, *at)),
                _ => None,
            }));
        }
        reading.data.extend(shown(hir));
        reading.follow();
        let Reading { nodes, data, .. } = reading;
        let mut found = Vec::new();
        for item in &data {
            if let Some(Value::Str(text)) = item.def(hir).map(|def| def.value) {
                found.push(Found::Text(text));
            }
        }
        nodes
            .iter()
            .for_each(|(node, _)| texts_of(hir, *node, &mut found));
        let mut told = Told::default();
        for text in found {
            let (id, list) = match text {
                Found::Text(id) => (id, None),
                Found::PutTogether(text) => (hir.strings.intern(&text), Some(&mut told.put_together)),
            };
            if let Some(list) = list.filter(|list| !list.contains(&id)) {
                list.push(id);
            }
            told.texts.push(id);
        }
        told
    }

    /// Notes which strings people read: those of declarations, and those that steps tell.
    pub(crate) fn note(self, program: &mut Program) {
        let mut seen = BTreeSet::new();
        let mut read = Vec::new();
        let mut note = |text: StrId| {
            if seen.insert(text) {
                read.push(text);
            }
        };
        program.each_text(|_, _, text, needed| {
            if needed {
                note(*text);
            }
        });
        let phrases = program.actions.iter().filter_map(|action| action.phrase.as_ref());
        phrases.for_each(|phrase| note(phrase.text));
        self.texts.into_iter().for_each(note);
        read.retain(|text| has_words(program.str(*text)));
        program.metadata.translations.read = read;
        program.metadata.translations.put_together = self.put_together;
    }
}

/// Whether a text holds a word: what is only made of places, numbers and signs is the same in every language.
fn has_words(text: &str) -> bool {
    pieces(text).any(|piece| match piece {
        Piece::Words(words) => {
            // Places of phrases are no pieces.
            let mut inside = 0;
            words.chars().any(|c| {
                inside += i32::from(c == '{') - i32::from(c == '}');
                inside == 0 && c.is_alphabetic()
            })
        }
        Piece::Counted { .. } => true,
        Piece::Token(_) => false,
    })
}

enum Found {
    Text(StrId),
    PutTogether(String),
}

/// What people read of an action beside its label.
fn texts_of_action(action: &ActionDef) -> impl Iterator<Item = &Text> {
    let message = action.message.iter().map(|message| &message.text);
    let parts = action
        .condition_parts
        .iter()
        .filter_map(|part| part.message.as_ref());
    let pick = action
        .pick
        .iter()
        .flat_map(|pick| [&pick.legal_message, &pick.valid_message]);
    let texts = [&action.title, &action.condition_message]
        .into_iter()
        .chain(pick)
        .flatten();
    texts.chain(message).chain(parts)
}

/// An item of data.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Item {
    Global(u16),
    OfSeat(u16),
    OfState(StateId, u16),
}

impl Item {
    fn def(self, hir: &Hir) -> Option<&DataDef> {
        match self {
            Item::Global(at) => hir.globals.get(usize::from(at)),
            Item::OfSeat(at) => hir.seat_data.get(usize::from(at)),
            Item::OfState(state, at) => hir.states.get(state.index())?.data.get(usize::from(at)),
        }
    }
}

/// The item of data that a value or a place names.
fn item(hir: &Hir, node: NodeId, state: Option<StateId>) -> Option<Item> {
    match hir.tree.get(node).kind {
        NodeKind::Global(at) => Some(Item::Global(at)),
        NodeKind::SeatData(_, at) => Some(Item::OfSeat(at)),
        NodeKind::StateData(at) => Some(Item::OfState(state?, at)),
        _ => None,
    }
}

/// The items of data that tables show.
fn shown(hir: &Hir) -> Vec<Item> {
    let of = |data: &[DataDef], item: &dyn Fn(u16) -> Item| {
        let shown = (0..).zip(data).filter(|(_, def)| is_shown(def));
        shown.map(|(at, _)| item(at)).collect::<Vec<Item>>()
    };
    let mut all = of(&hir.globals, &Item::Global);
    all.extend(of(&hir.seat_data, &Item::OfSeat));
    for (at, state) in (0..).zip(&hir.states) {
        all.extend(of(&state.data, &|item| Item::OfState(StateId(at), item)));
    }
    all
}

/// Whether a table shows an item of data: its label says so.
fn is_shown(def: &DataDef) -> bool {
    match def.shown {
        Some(shown) => shown != Shown::Nowhere,
        None => def.label.is_some(),
    }
}

/// What people read, and what is put where they read it.
struct Reading<'h> {
    hir: &'h Hir,
    puts: Vec<Put>,
    /// Values that people read, and the state that each stands in.
    nodes: Vec<(NodeId, Option<StateId>)>,
    /// Items of data that people read.
    data: Vec<Item>,
}

impl Reading<'_> {
    /// Goes from what people read to the data that it is made of, and on to all that is put into these.
    fn follow(&mut self) {
        let mut known = BTreeSet::new();
        let (mut nodes, mut items) = (0, 0);
        while nodes < self.nodes.len() || items < self.data.len() {
            for (node, state) in self.nodes.get(nodes..).unwrap_or_default() {
                items_of(self.hir, *node, *state, &mut self.data);
            }
            nodes = self.nodes.len();
            for item in self.data.get(items..).unwrap_or_default() {
                if known.insert(*item) {
                    let puts = self.puts.iter().filter(|put| put.item == *item);
                    self.nodes.extend(puts.map(|put| (put.value, put.state)));
                }
            }
            items = self.data.len();
        }
        self.data = known.into_iter().collect();
    }
}

/// A value that a step puts into an item of data.
struct Put {
    item: Item,
    value: NodeId,
    /// The state that the step stands in.
    state: Option<StateId>,
}

/// What steps put into data: by setting it, and as parameters of a state that they lead to.
fn puts(hir: &Hir) -> Vec<Put> {
    let mut all = Vec::new();
    for (_, body) in hir.tree.bodies() {
        puts_in(hir, &body.steps, body.scope.state, &mut all);
    }
    all
}

fn puts_in(hir: &Hir, steps: &[Stmt], state: Option<StateId>, all: &mut Vec<Put>) {
    for step in steps {
        match step {
            Stmt::Set { place, value, .. } => {
                let item = item(hir, *place, state);
                all.extend(item.map(|item| Put {
                    item,
                    value: *value,
                    state,
                }));
            }
            Stmt::Transition { target, args, .. } => {
                for (to, def) in (0..).zip(&hir.states) {
                    let to = StateId(to);
                    // A state that is named by a value may be any of them.
                    if matches!(target, Target::State(named) if *named != to) {
                        continue;
                    }
                    let params = (0..def.params).zip(args);
                    all.extend(params.map(|(at, value)| Put {
                        item: Item::OfState(to, at),
                        value: *value,
                        state,
                    }));
                }
            }
            _ => {}
        }
        for list in step.lists() {
            puts_in(hir, list, state, all);
        }
    }
}

/// The items of data that a value may be, or is put together of.
fn items_of(hir: &Hir, node: NodeId, state: Option<StateId>, found: &mut Vec<Item>) {
    let parts = match &hir.tree.get(node).kind {
        NodeKind::List(nodes) => nodes.as_slice(),
        NodeKind::Form(Form::If, nodes) => nodes.get(1..).unwrap_or_default(),
        NodeKind::Over { list, .. } => std::slice::from_ref(list),
        NodeKind::Call(primitive, parts) if primitive.properties.fold == Fold::Join => parts,
        _ => {
            found.extend(item(hir, node, state));
            return;
        }
    };
    parts.iter().for_each(|part| items_of(hir, *part, state, found));
}

/// The texts that a value may be.
fn texts_of(hir: &Hir, node: NodeId, found: &mut Vec<Found>) {
    match &hir.tree.get(node).kind {
        NodeKind::Const(Value::Str(text)) => found.push(Found::Text(*text)),
        NodeKind::Const(Value::List(list)) => {
            let items = hir.constants.items(*list).iter();
            found.extend(items.filter_map(|item| match item {
                Value::Str(text) => Some(Found::Text(*text)),
                _ => None,
            }));
        }
        NodeKind::List(nodes) => nodes.iter().for_each(|node| texts_of(hir, *node, found)),
        NodeKind::Form(Form::If, nodes) => {
            let either = nodes.iter().skip(1);
            either.for_each(|node| texts_of(hir, *node, found));
        }
        NodeKind::Over { list, .. } => texts_of(hir, *list, found),
        NodeKind::Call(primitive, parts) if primitive.properties.fold == Fold::Join => {
            let (mut text, mut values) = (String::new(), 0);
            for part in parts {
                match hir.const_text(*part) {
                    Some(words) => text += words,
                    None => {
                        text += &format!("{{{values}}}");
                        values += 1;
                        texts_of(hir, *part, found);
                    }
                }
            }
            found.push(Found::PutTogether(text));
        }
        _ => {}
    }
}
