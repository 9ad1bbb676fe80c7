//! A small table that scripts are tried on, without an engine: two seats with a hand each, a deck, some
//! data. What needs a real game is tested with one.

#![allow(unreachable_pub, dead_code, reason = "each test file uses its part")]

pub mod attacks;
pub mod library;

use cardable_core::Seat;
use cardable_core::ids::{CardId, ListId, StateId, StrId, ZoneId};
use cardable_core::value::{Kind, Type, Value};
use cardable_engine::primitives::{self, Arity, CallKind, Form, ParamType};
use cardable_engine::script::{
    AttributeDecl, Compiled, Crossed, DataDecl, Datum, DeckDecl, Declarations, ErrorKind, FunctionDecl,
    FunctionKind, FunctionParam, PrimitiveDecl, ScriptEnd, ScriptEngine, ScriptError, ScriptFile, ScriptHost,
    ScriptLimits, ScriptSources, ScriptStop, SharedScript, StateDecl, Transition, ZoneDecl,
};
use cardable_engine::value::Items;
use cardable_lua::Luau;
use std::borrow::Cow;
use std::sync::Arc;

fn data(name: &str, ty: Type, constant: bool) -> DataDecl {
    DataDecl {
        name: name.to_owned(),
        ty,
        constant,
    }
}

/// The names of the table, and the functions that are called from outside.
pub fn names(functions: &[(&str, &[ParamType])]) -> Declarations {
    let primitives = primitives::all().map(|primitive| PrimitiveDecl {
        primitive: primitive.into(),
        callable: matches!(
            primitive.kind,
            CallKind::Query
                | CallKind::Step
                | CallKind::Ask
                | CallKind::Form(Form::CountZone | Form::Transition)
        ),
        acts: matches!(primitive.kind, CallKind::Step | CallKind::Ask),
    });
    let functions = functions.iter().map(|(name, params)| FunctionDecl {
        function: (*name).to_owned(),
        kind: FunctionKind::Action,
        doc: String::new(),
        params: params
            .iter()
            .zip(1..)
            .map(|(takes, at)| FunctionParam {
                name: format!("p{at}"),
                doc: String::new(),
                ty: *takes,
                arity: Arity::Required,
            })
            .collect(),
        may_ignore: false,
        result: Type::ANY,
        acts: true,
    });
    Declarations {
        ruleset: "A small table".to_owned(),
        primitives: primitives.collect(),
        functions: functions.collect(),
        globals: vec![
            data("n", Type::NUMBER, false),
            data("text", Type::STRING, false),
            data("who", Type::SEAT, false),
            data("list", Type::List(Kind::Any), false),
            data("fixed", Type::NUMBER, true),
        ],
        seat_data: vec![data("points", Type::NUMBER, false)],
        card_data: Vec::new(),
        abilities: Vec::new(),
        options: vec![data("target", Type::NUMBER, true)],
        states: vec![
            StateDecl {
                name: "play".to_owned(),
                data: vec![data("bid", Type::NUMBER, false)],
                params: 1,
            },
            StateDecl {
                name: "over".to_owned(),
                data: Vec::new(),
                params: 0,
            },
        ],
        actions: vec![data("number", Type::NUMBER, false)],
        shared_zones: vec![ZoneDecl {
            name: "stock".to_owned(),
        }],
        seat_zones: vec![ZoneDecl {
            name: "hand".to_owned(),
        }],
        attributes: ["suit", "rank", "value"]
            .into_iter()
            .zip([Type::STRING, Type::STRING, Type::NUMBER])
            .map(|(name, ty)| AttributeDecl {
                name: name.to_owned(),
                ty,
            })
            .collect(),
        decks: vec![DeckDecl {
            name: "French".to_owned(),
        }],
        roles: Vec::new(),
        teams: Vec::new(),
        refused: Vec::new(),
        designations: Vec::new(),
        limits: ScriptLimits::DEFAULT,
    }
}

/// Compiles a script of one file or more, the first one the ruleset's.
pub fn compile(files: &[(&str, &str)], names: &Declarations) -> Compiled {
    let files = files.iter().map(|(name, text)| ScriptFile {
        name: (*name).to_owned(),
        text: Arc::from(*text),
    });
    let sources = ScriptSources {
        files: files.collect(),
    };
    Luau::new().compile(&sources, names)
}

/// A script that must compile.
pub fn script(text: &str, names: &Declarations) -> SharedScript {
    let compiled = compile(&[("rules.luau", text)], names);
    match compiled.script {
        Some(script) => script,
        None => panic!("{:#?}", compiled.problems),
    }
}

pub struct Small {
    /// `globals`.
    pub globals: Vec<Value>,
    /// The data of seats.
    pub points: [Value; 2],
    /// `state.bid`.
    pub bid: Value,
    /// Texts made in play.
    pub texts: Vec<String>,
    /// Lists made in play.
    pub lists: Vec<Vec<Value>>,
    /// Zones: the stock, then the hands.
    pub zones: [Vec<u16>; 3],
    pub trace: Vec<String>,
    pub done: Vec<String>,
    /// Answers to prompts; when there are none left, the call stops.
    pub answers: Vec<Value>,
    pub ticks: u64,
    /// The next number of chance.
    pub chance: u32,
    /// Whether it may act.
    pub acts: bool,
    /// Whether it keeps no record of what is done.
    pub quiet: bool,
    pub stopped: bool,
}

impl Default for Small {
    fn default() -> Small {
        Small {
            globals: vec![
                Value::Int(7),
                Value::Nothing,
                Value::Seat(Seat(1)),
                Value::Nothing,
                Value::Int(3),
            ],
            points: [Value::Int(0); 2],
            bid: Value::Int(2),
            texts: Vec::new(),
            lists: Vec::new(),
            zones: [(10..52).collect(), (0..5).collect(), (5..10).collect()],
            trace: Vec::new(),
            done: Vec::new(),
            answers: Vec::new(),
            ticks: 0,
            chance: 0,
            acts: true,
            quiet: false,
            stopped: false,
        }
    }
}

impl Small {
    /// Calls the first function of a script.
    pub fn run(&mut self, script: &SharedScript, args: &[Value]) -> Result<Value, ScriptEnd> {
        self.stopped = false;
        script.call(0, args, ScriptLimits::DEFAULT, self)
    }

    /// A value as tests write it.
    pub fn show(&self, value: Value) -> String {
        match value {
            Value::Nothing => "nothing".to_owned(),
            Value::Bool(b) => b.to_string(),
            Value::Int(n) => n.to_string(),
            Value::Float(n) => n.to_string(),
            Value::Str(id) => format!("{:?}", self.text(id)),
            Value::Seat(seat) => format!("seat {}", seat.0),
            Value::Card(card) => format!("card {}", card.0),
            Value::Zone(zone) => format!("zone {}", zone.0),
            Value::Deck(deck) => format!("deck {}", deck.0),
            Value::List(id) => {
                let items = self.lists.get(id.0 as usize).cloned().unwrap_or_default();
                let items: Vec<String> = items.into_iter().map(|v| self.show(v)).collect();
                format!("[{}]", items.join(", "))
            }
        }
    }

    fn alive(&self) -> Crossed<()> {
        if self.stopped {
            Err(Box::new(ScriptStop::Stop))
        } else {
            Ok(())
        }
    }

    fn place(&mut self, at: Datum) -> Crossed<&mut Value> {
        let found = match at {
            Datum::Global(at) => self.globals.get_mut(usize::from(at)),
            Datum::Seat(seat, 0) => self.points.get_mut(usize::from(seat.0)),
            Datum::State(0) => Some(&mut self.bid),
            _ => None,
        };
        found.ok_or_else(|| ScriptError::new(ErrorKind::Unknown, "there is no such thing here").into())
    }
}

impl ScriptHost for Small {
    fn player(&self) -> Option<Seat> {
        Some(Seat(0))
    }

    fn state(&self) -> StateId {
        StateId(0)
    }

    fn seats(&self) -> usize {
        2
    }

    fn may_act(&self) -> bool {
        self.acts
    }

    fn seat_name(&self, seat: Seat) -> &str {
        ["Ada", "Bob"].get(usize::from(seat.0)).copied().unwrap_or("")
    }

    fn zone_name(&self, zone: ZoneId) -> Option<(&str, Option<Seat>)> {
        match zone.0 {
            0 => Some(("stock", None)),
            n @ 1..=2 => Some(("hand", Some(Seat((n - 1) as u8)))),
            _ => None,
        }
    }

    fn shared_zone(&self, at: u16) -> Option<ZoneId> {
        (at == 0).then_some(ZoneId(0))
    }

    fn seat_zone(&self, seat: Seat, at: u16) -> Option<ZoneId> {
        (at == 0 && seat.0 < 2).then_some(ZoneId(u16::from(seat.0) + 1))
    }

    fn text(&self, id: StrId) -> Cow<'_, str> {
        Cow::Borrowed(self.texts.get(id.0 as usize).map_or("", String::as_str))
    }

    fn read(&mut self, at: Datum) -> Crossed<Value> {
        self.alive()?;
        if let Datum::Setting(0) = at {
            return Ok(Value::Int(100));
        }
        Ok(*self.place(at)?)
    }

    fn attribute(&mut self, card: CardId, at: u16) -> Crossed<Value> {
        self.alive()?;
        match at {
            0 => self.new_text(["clubs", "hearts", "spades", "diamonds"][usize::from(card.0 / 13) % 4]),
            1 => self.new_text(&(card.0 % 13 + 1).to_string()),
            _ => Ok(Value::Int(i64::from(card.0 % 13 + 1))),
        }
    }

    fn items(&mut self, of: Value) -> Crossed<Items> {
        self.alive()?;
        Ok(match of {
            Value::Nothing => Items::new(),
            Value::Zone(zone) => {
                let cards = self.zones.get(usize::from(zone.0)).cloned().unwrap_or_default();
                cards.into_iter().map(|card| Value::Card(CardId(card))).collect()
            }
            Value::List(id) => self.lists.get(id.0 as usize).cloned().unwrap_or_default().into(),
            one => [one].into_iter().collect(),
        })
    }

    fn count(&mut self, of: Value) -> Crossed<usize> {
        Ok(self.items(of)?.len())
    }

    fn new_text(&mut self, text: &str) -> Crossed<Value> {
        if text.len() > 1000 {
            return Err(ScriptError::new(ErrorKind::TooMany, "the text is too long").into());
        }
        if text.is_empty() {
            return Ok(Value::Nothing);
        }
        let known = self.texts.iter().position(|t| t == text);
        let at = known.unwrap_or_else(|| {
            self.texts.push(text.to_owned());
            self.texts.len() - 1
        });
        Ok(Value::Str(StrId(at as u32)))
    }

    fn new_list(&mut self, items: &[Value]) -> Crossed<Value> {
        self.lists.push(items.to_vec());
        Ok(Value::List(ListId(self.lists.len() as u32 - 1)))
    }

    fn write(&mut self, at: Datum, value: Value) -> Crossed<()> {
        self.alive()?;
        let kind = self.place(at)?.kind();
        if value != Value::Nothing && kind != "nothing" && kind != value.kind() {
            return Err(ScriptError::new(ErrorKind::Argument, format!("wanted {kind}")).into());
        }
        *self.place(at)? = value;
        Ok(())
    }

    fn call(&mut self, primitive: u16, args: &[Value]) -> Crossed<Value> {
        self.alive()?;
        if self.quiet {
            return Ok(if args.len() == 1 {
                Value::Int(5)
            } else {
                Value::Nothing
            });
        }
        let found = primitives::all().nth(usize::from(primitive));
        let primitive = found.ok_or_else(|| ScriptError::new(ErrorKind::Unknown, "no such primitive"))?;
        let shown: Vec<String> = args.iter().map(|v| self.show(*v)).collect();
        self.done
            .push(format!("{}({})", primitive.name, shown.join(", ")));
        if let CallKind::Ask = primitive.kind {
            if self.answers.is_empty() {
                self.stopped = true;
                return Err(Box::new(ScriptStop::Stop));
            }
            return Ok(self.answers.remove(0));
        }
        match (&*primitive.name, args) {
            ("top_card", [Value::Zone(zone)]) => {
                let top = self.zones.get(usize::from(zone.0)).and_then(|z| z.last());
                Ok(top.map_or(Value::Nothing, |card| Value::Card(CardId(*card))))
            }
            ("cards_of", [zone]) => {
                let cards = self.items(*zone)?;
                self.new_list(&cards)
            }
            ("count_cards", [zone]) => Ok(Value::Int(self.items(*zone)?.len() as i64)),
            ("draw_card", _) => {
                Err(ScriptError::new(ErrorKind::NotEnoughCards, "the zone has too few cards").into())
            }
            ("card_suit", [Value::Card(card)]) => self.attribute(*card, 0),
            _ => Ok(Value::Nothing),
        }
    }

    fn ask(&mut self, _: Value, prompt: u16, args: &[Value]) -> Crossed<Value> {
        self.call(prompt, args)
    }

    fn transition(&mut self, to: &Transition<'_>) -> Crossed<()> {
        let shown = self.show(to.state);
        self.done.push(format!("state_transition({shown})"));
        self.stopped = true;
        Err(Box::new(ScriptStop::Stop))
    }

    fn random(&mut self, below: u32) -> Crossed<u32> {
        self.alive()?;
        self.chance = self.chance.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        Ok(self.chance % below.max(1))
    }

    fn trace(&mut self, line: &str) {
        self.trace.push(line.chars().take(200).collect());
    }

    fn enter(&mut self, _: u16, args: &[Value]) -> Crossed<Items> {
        Ok(Items::from_slice(args))
    }

    fn leave(&mut self, _: u16, result: Value) -> Crossed<Value> {
        Ok(result)
    }

    fn spend(&mut self, ticks: u32) -> Crossed<()> {
        self.ticks += u64::from(ticks);
        Ok(())
    }
}
