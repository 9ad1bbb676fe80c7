//! A bench for trying single steps and values.

use cardable_compiler::diag::Diagnostics;
pub(super) use cardable_compiler::expr::compile::Names;
use cardable_compiler::expr::{self as expression, Origin, Plain};
use cardable_compiler::finish::finish;
use cardable_compiler::hir::Scope;
use cardable_compiler::hir::build::Builder;
use cardable_compiler::text::source::{FileId, Sources, Span};
use cardable_engine::Game;
use cardable_engine::Ruleset;
use cardable_engine::fault::Run;
use cardable_engine::ids::{Seat, StateId, Viewer};
pub(super) use cardable_engine::play::exec::Exit;
use cardable_engine::program::{Code, Hashes, Program};
use cardable_engine::value::Value;
use cardable_engine::vm::engine::{Engine, Functions, LinkedTable, PendingAutos, Reader};
use cardable_engine::world::scene::{Cause, Form, Trigger};
use cardable_engine::world::table::Table;
use cardable_engine::{Seed, Setup};
use std::sync::Arc;

/// A game for trying single steps and values, as the first seat.
///
/// ```
/// use cardable_core::testing::{Bench, TINY};
/// let mut bench = Bench::new(TINY, &["Ada", "Grace"]);
/// bench.step("draw_cards($player, 2, deck, $player.hand)")?;
/// assert_eq!(bench.value("count_cards($player.hand)")?, "2");
/// # Ok::<(), String>(())
/// ```
#[derive(Clone, Debug)]
pub struct Bench {
    text: String,
    game: Game,
}

/// A minimal game in a single file: players take the cards of a deck in turn.
pub const TINY: &str = include_str!("tiny.json");

/// The ruleset of [`TINY`].
///
/// ```
/// assert_eq!(cardable_core::testing::tiny_ruleset().name(), "Stones");
/// ```
pub fn tiny_ruleset() -> Ruleset {
    match cardable_compiler::parse(TINY) {
        Ok(ruleset) => ruleset,
        Err(error) => unreachable!("{error}"),
    }
}

/// Something to try on a bench.
///
/// See [`Bench`] for an example.
#[cfg_attr(
    not(test),
    allow(dead_code, reason = "the core's own tests try more than steps and values")
)]
#[derive(Clone, Copy, Debug)]
pub enum Work<'a> {
    /// Evaluates an expression and returns its value as text.
    Value(&'a str),
    /// Compiles a condition.
    Condition(&'a str),
    /// Executes a step.
    Step(&'a str),
    /// Executes steps after evaluating all their arguments.
    AtOnce(&'a [&'a str]),
}

struct InText(FileId);

impl Origin for InText {
    fn span(&self, start: u32, end: u32) -> Span {
        Span {
            file: self.0,
            start,
            end,
        }
    }
}

impl Bench {
    /// Starts a game of a single-file ruleset with seats of these names, always with the same seed.
    ///
    /// # Panics
    /// If the file has errors.
    pub fn new(text: &str, seats: &[&str]) -> Bench {
        let ruleset = match cardable_compiler::parse(text) {
            Ok(ruleset) => ruleset,
            Err(error) => unreachable!("{error}"),
        };
        match Game::new(&ruleset, &Setup::named(seats.iter().copied()), Seed::from(1)) {
            Ok(game) => Bench {
                text: text.to_owned(),
                game,
            },
            Err(error) => unreachable!("{error}"),
        }
    }

    /// Executes a step.
    pub fn step(&mut self, text: &str) -> Result<(), String> {
        self.run(&Plain, &Work::Step(text)).map(|_| ())
    }

    /// Evaluates an expression and returns its value as text.
    pub fn value(&mut self, text: &str) -> Result<String, String> {
        self.run(&Plain, &Work::Value(text))
    }

    /// Compiles an expression with the ruleset's names and runs it. It replaces the game's program meanwhile.
    pub fn run(&mut self, names: &dyn Names, work: &Work<'_>) -> Result<String, String> {
        let (program, code) = self.compile(names, work)?;
        self.execute(program, code, !matches!(work, Work::Value(_)))
    }

    /// The program extended with the code of an expression.
    pub fn compile(&self, names: &dyn Names, work: &Work<'_>) -> Result<(Arc<Program>, Code), String> {
        let mut sources = Sources::new();
        let mut diags = Diagnostics::new();
        let package = cardable_compiler::content::Package::from_text(
            "bench.json",
            self.text.as_str(),
            cardable_compiler::content::Roots::NONE,
            &mut sources,
            &mut diags,
        )
        .ok_or("the file has no ruleset")?;
        let mut b: Builder =
            cardable_compiler::format::ruleset::build(&cardable_compiler::content::Reading {
                package: &package,
                sources: &sources,
                primitives: &[],
                cap: cardable_engine::script::ScriptLimits::CAP,
                asked: None,
            });
        b.call_internal();
        let mut scope = Scope {
            state: Some(StateId(0)),
            player: true,
            ..Scope::outside()
        };
        let mut parsed = |text: &str| {
            let file = sources.add("expression", text);
            let tree = expression::parse(text).map_err(|e| e.to_string())?;
            Ok::<_, String>((InText(file), tree))
        };
        let code = match work {
            Work::Value(text) => {
                let (origin, tree) = parsed(text)?;
                let node = expression::compile(&mut b, &scope, names, &origin, &tree);
                b.trial_code(&scope, node)
            }
            Work::Condition(text) => {
                let (origin, tree) = parsed(text)?;
                let node = expression::compile(&mut b, &scope, names, &origin, &tree);
                b.condition_code(&scope, node)
            }
            Work::Step(text) => {
                let (origin, tree) = parsed(text)?;
                let steps = expression::steps(&mut b, &mut scope, names, &origin, &tree);
                b.body_code(&scope, steps)
            }
            Work::AtOnce(texts) => {
                let mut steps = Vec::new();
                for text in *texts {
                    let (origin, tree) = parsed(text)?;
                    steps.extend(expression::steps(&mut b, &mut scope, names, &origin, &tree));
                }
                let steps = cardable_compiler::hir::build::at_once(&mut b, &mut scope, steps);
                b.body_code(&scope, steps)
            }
        };
        if b.diags.has_errors() {
            return Err(problems(&b.diags, &sources));
        }
        let compiled = finish(b, &sources, Hashes::default(), None);
        let code = compiled.code_of(code);
        match (compiled.program, code) {
            (Some(program), Some(code)) => Ok((Arc::new(program), code)),
            _ => Err(problems(&compiled.diagnostics, &sources)),
        }
    }

    fn execute(&mut self, program: Arc<Program>, code: Code, as_step: bool) -> Result<String, String> {
        let old = &self.game.table;
        let functions = Arc::new(Functions::link(&program, &[]));
        let table = Table::new(program, old.seating(), old.settings.clone());
        let table = LinkedTable::new(table, functions);
        let mut world = self.game.world.clone();
        let mut engine = Engine::new(&table, &mut world, None);
        engine.player = Some(Seat(0));
        let outcome = if as_step {
            let cause = Cause::Auto {
                next: u16::MAX,
                on: Trigger::Entry,
            };
            let done = engine
                .run_code(code, &[], cause)
                .and_then(|_| follow_up(&mut engine));
            done.map(|()| (Exit::Done, Value::Nothing))
        } else {
            engine.run_value(code)
        };
        let (exit, value) = outcome.map_err(|fault| fault.to_string())?;
        let temp = std::mem::take(&mut engine.temp);
        let text = {
            let reader = Reader {
                table: &table,
                world: &world,
                temp: &temp,
                player: Some(Seat(0)),
            };
            match exit {
                Exit::Suspended => asked(&reader),
                Exit::Done | Exit::Left => told(&reader, value),
            }
        };
        // What is suspended would go on in this program, which ends here.
        world.suspended.clear();
        self.game.world = world;
        Ok(text)
    }
}

/// Follows up on a step: runs automatic actions, gives questions their first possible answer, and passes a turn
/// that was ended.
fn follow_up(engine: &mut Engine<'_>) -> Run<()> {
    loop {
        if engine.world.over {
            return Ok(());
        }
        let scene = &engine.world.scene;
        if let Some(pending_autos) = engine.pending_autos.take() {
            engine.run_autos(pending_autos)?;
        } else if let Some((seat, answer)) = first_answer(&engine.reader())? {
            engine.answer(seat, answer)?;
        } else if scene.turn.is_some_and(|seat| scene.ending.contains(seat)) {
            engine.pending_autos = Some(PendingAutos {
                next: 0,
                on: Trigger::Action,
            });
        } else {
            return Ok(());
        }
    }
}

/// The first possible answer to the newest question, with the seat that is asked.
fn first_answer(reader: &Reader<'_>) -> Run<Option<(Seat, Value)>> {
    let asked = reader
        .world
        .suspended
        .iter()
        .rev()
        .find_map(|s| Some((s.waiting().lowest()?, s.question()?)));
    let Some((seat, question)) = asked else {
        return Ok(None);
    };
    let answer = match question.form {
        Form::Number { min, .. } => Value::Int(min),
        Form::OneOf { list, .. } => reader.items(list)?.first().copied().unwrap_or_default(),
        Form::Several { list, min, .. } => reader.list(reader.items(list)?.into_iter().take(min.into()))?,
        Form::Confirm => Value::Bool(true),
    };
    Ok(Some((seat, answer)))
}

fn problems(diags: &Diagnostics, sources: &Sources) -> String {
    diags
        .reports(sources)
        .iter()
        .map(ToString::to_string)
        .collect::<Vec<_>>()
        .join("; ")
}

/// A value in the notation of the examples.
fn told(reader: &Reader<'_>, value: Value) -> String {
    match value {
        Value::Bool(b) => b.to_string(),
        Value::Card(card) => cardable_engine::vm::wording::card_name(reader, card),
        Value::List(_) => {
            let items = reader.items(value).unwrap_or_default();
            format!(
                "[{}]",
                items
                    .into_iter()
                    .map(|v| told(reader, v))
                    .collect::<Vec<_>>()
                    .join(", ")
            )
        }
        other => cardable_engine::vm::wording::value(reader, Viewer::Omniscient, other),
    }
}

/// The newest question in the notation of the examples.
fn asked(reader: &Reader<'_>) -> String {
    let Some(question) = reader.world.suspended.last().and_then(|s| s.question()) else {
        return "nothing".into();
    };
    match question.form {
        Form::Number { min, max } => format!("number {min} to {max}"),
        Form::OneOf { list, labels, among } => match labels {
            Value::Nothing if among != Value::Nothing => {
                let ways = reader.items(list).map_or(0, |ways| ways.len());
                let number: i64 = reader
                    .items(list)
                    .ok()
                    .and_then(|ways| reader.items(*ways.first()?).ok())
                    .map_or(0, |parts| {
                        parts.iter().filter_map(|part| part.as_f64()).sum::<f64>() as i64
                    });
                format!("{number} split among {} in {ways} ways", told(reader, among))
            }
            Value::Nothing => format!("one of {}", told(reader, list)),
            labels => format!("one of {}, read as {}", told(reader, list), told(reader, labels)),
        },
        Form::Several {
            list,
            min,
            max,
            ordered,
            rule,
        } => {
            let rule = rule.map_or("", |_| " that go together");
            let order = if ordered { " in order" } else { "" };
            format!("some of {} ({min} to {max}){rule}{order}", told(reader, list))
        }
        Form::Confirm => "yes or no".into(),
    }
}
