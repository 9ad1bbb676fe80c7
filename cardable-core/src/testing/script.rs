//! Scripts in Rust, for tests of everything about scripts that is not a language.

use cardable_engine::ids::Seat;
use cardable_engine::script::{
    Compiled, Crossed, Datum, Declarations, ErrorKind, Frame, Problem, Required, Script, ScriptEnd,
    ScriptEngine, ScriptError, ScriptFault, ScriptFaultKind, ScriptHost, ScriptLimits, ScriptSources,
    ScriptStop, Severity,
};
use cardable_engine::value::Value;
use std::sync::Arc;

/// A function of such a script.
///
/// See [`RustScripts`] for an example.
pub type RustFn = fn(&mut Hands<'_>, &[Value]) -> Crossed<Value>;

/// A language whose scripts are lists of names, one a line, each of which stands for a function
/// in Rust. A line `require x` requires a file, `# …` says nothing.
///
/// ```
/// use cardable_core::Loader;
/// use cardable_core::testing::{Hands, RustScripts, TINY};
/// use cardable_core::value::Value;
/// fn two(_: &mut Hands<'_>, _: &[Value]) -> Result<Value, Box<cardable_engine::script::ScriptStop>> {
///     Ok(Value::Int(2))
/// }
/// let language = RustScripts { functions: &[("two", two)] };
/// let checked = Loader::new().scripts(&language).check_text("tiny.json", TINY);
/// assert!(checked.ruleset.is_some());
/// ```
#[derive(Clone, Copy)]
pub struct RustScripts {
    /// The functions, by their names.
    pub functions: &'static [(&'static str, RustFn)],
}

impl std::fmt::Debug for RustScripts {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let names: Vec<&str> = self.functions.iter().map(|(name, _)| *name).collect();
        f.debug_struct("RustScripts").field("functions", &names).finish()
    }
}

impl ScriptEngine for RustScripts {
    fn name(&self) -> &str {
        "Rust"
    }

    fn extension(&self) -> &str {
        "names"
    }

    fn requires(&self, text: &str) -> Vec<Required> {
        let lines = text.lines().zip(1..);
        let named = |(line, at): (&str, u32)| {
            let name = line.strip_prefix("require ")?.trim().to_owned();
            Some(Required {
                name,
                line: at,
                column: 9,
            })
        };
        lines.filter_map(named).collect()
    }

    fn compile(&self, sources: &ScriptSources, names: &Declarations) -> Compiled {
        let mut problems = Vec::new();
        let mut say = |file: usize, line: u32, lacks: Option<usize>, message: String| {
            problems.push(Problem {
                file,
                line,
                column: u32::from(line > 0),
                length: 0,
                severity: Severity::Error,
                message,
                help: None,
                lacks,
            });
        };
        let mut listed: Vec<&str> = Vec::new();
        for (at, file) in sources.files.iter().enumerate() {
            for (line, number) in file.text.lines().zip(1..) {
                let line = line.trim();
                if line.is_empty() || line.starts_with('#') || line.starts_with("require ") {
                    continue;
                }
                if self.functions.iter().any(|(name, _)| *name == line) {
                    listed.push(line);
                } else {
                    say(at, number, None, format!("there is no function `{line}`"));
                }
            }
        }
        let mut functions = Vec::new();
        for (at, wanted) in names.functions.iter().enumerate() {
            let found = self.functions.iter().find(|(name, _)| *name == wanted.function);
            match found.filter(|(name, _)| listed.contains(name)) {
                Some(found) => functions.push(*found),
                None => {
                    let message = format!("the script has no function `{}`", wanted.function);
                    say(0, 0, Some(at), message);
                }
            }
        }
        let script = RustScript {
            functions,
            names: names.clone(),
            file: sources.files.first().map_or_else(String::new, |f| f.name.clone()),
        };
        Compiled {
            script: problems.is_empty().then(|| Arc::new(script) as Arc<dyn Script>),
            problems,
            texts: Vec::new(),
        }
    }
}

#[derive(Debug)]
struct RustScript {
    functions: Vec<(&'static str, RustFn)>,
    names: Declarations,
    file: String,
}

impl Script for RustScript {
    /// Functions whose names end with `quietly` never ask.
    fn may_wait(&self, function: u16) -> bool {
        let name = self.functions.get(usize::from(function)).map(|(name, _)| *name);
        !name.is_some_and(|name| name.ends_with(" quietly"))
    }

    fn call(
        &self,
        function: u16,
        args: &[Value],
        limits: ScriptLimits,
        table: &mut dyn ScriptHost,
    ) -> Result<Value, ScriptEnd> {
        let Some((name, run)) = self.functions.get(usize::from(function)) else {
            return Err(ScriptEnd::Stopped);
        };
        let mut hands = Hands {
            table,
            names: &self.names,
            ticks: limits.ticks,
        };
        let fault = |kind, message: String| {
            let frame = Frame {
                file: Some(self.file.clone()),
                line: Some(1),
                function: Some((*name).to_owned()),
            };
            ScriptEnd::Fault(Box::new(ScriptFault {
                kind,
                message,
                traceback: vec![frame],
            }))
        };
        match run(&mut hands, args) {
            Ok(value) => Ok(value),
            Err(_) if hands.ticks == 0 => Err(fault(ScriptFaultKind::Ticks, String::new())),
            Err(stop) => Err(match *stop {
                ScriptStop::Stop => ScriptEnd::Stopped,
                ScriptStop::Error(error) => {
                    fault(ScriptFaultKind::Crossing(error.kind), error.message.into_owned())
                }
            }),
        }
    }
}

/// What a function in Rust gets hold of the game with: crossings, by names.
///
/// See [`RustScripts`] for an example.
pub struct Hands<'a> {
    /// The crossings themselves.
    pub table: &'a mut dyn ScriptHost,
    /// What names mean.
    pub names: &'a Declarations,
    /// Ticks left.
    ticks: u32,
}

impl Hands<'_> {
    /// Calls a primitive.
    ///
    /// # Errors
    ///
    /// What the crossing ends in; so for all others.
    pub fn call(&mut self, name: &str, args: &[Value]) -> Crossed<Value> {
        let at = self.primitive(name)?;
        self.table.call(at, args)
    }

    /// Asks several seats.
    ///
    /// # Errors
    ///
    /// See [`Hands::call`].
    pub fn ask(&mut self, seats: Value, prompt: &str, args: &[Value]) -> Crossed<Value> {
        let at = self.primitive(prompt)?;
        self.table.ask(seats, at, args)
    }

    /// Where an item of data is: `globals.x`, `options.x`, `state.x`, `action.x`, `player.x`.
    ///
    /// # Errors
    ///
    /// See [`Hands::call`].
    pub fn datum(&mut self, name: &str) -> Crossed<Datum> {
        let found = name.split_once('.').and_then(|(space, name)| {
            let names = self.names;
            let list = match space {
                "globals" => &names.globals,
                "options" => &names.options,
                "action" => &names.actions,
                "player" => &names.seat_data,
                _ => &names.states.get(self.table.state().index())?.data,
            };
            let at = list.iter().position(|item| item.name == name)? as u16;
            Some(match space {
                "globals" => Datum::Global(at),
                "options" => Datum::Setting(at),
                "action" => Datum::Action(at),
                "player" => Datum::Seat(self.table.player()?, at),
                _ => Datum::State(at),
            })
        });
        found.ok_or_else(|| unknown(name))
    }

    /// Reads an item of data.
    ///
    /// # Errors
    ///
    /// See [`Hands::call`].
    pub fn get(&mut self, name: &str) -> Crossed<Value> {
        let at = self.datum(name)?;
        self.table.read(at)
    }

    /// Writes an item of data.
    ///
    /// # Errors
    ///
    /// See [`Hands::call`].
    pub fn set(&mut self, name: &str, value: Value) -> Crossed<()> {
        let at = self.datum(name)?;
        self.table.write(at, value)
    }

    /// A zone of the acting seat, or of the table.
    ///
    /// # Errors
    ///
    /// See [`Hands::call`].
    pub fn zone(&mut self, name: &str) -> Crossed<Value> {
        let seat = self.table.player();
        self.zone_of(seat, name)
    }

    /// A zone of a seat, or of the table.
    ///
    /// # Errors
    ///
    /// See [`Hands::call`].
    pub fn zone_of(&mut self, seat: Option<Seat>, name: &str) -> Crossed<Value> {
        let own = self.names.seat_zones.iter().position(|z| z.name == name);
        let shared = self.names.shared_zones.iter().position(|z| z.name == name);
        let zone = match (own, seat, shared) {
            (Some(at), Some(seat), _) => self.table.seat_zone(seat, at as u16),
            (_, _, Some(at)) => self.table.shared_zone(at as u16),
            _ => None,
        };
        zone.map(Value::Zone).ok_or_else(|| unknown(name))
    }

    /// A text.
    ///
    /// # Errors
    ///
    /// See [`Hands::call`].
    pub fn text(&mut self, text: &str) -> Crossed<Value> {
        self.table.new_text(text)
    }

    /// Uses up ticks.
    ///
    /// # Errors
    ///
    /// See [`Hands::call`].
    pub fn work(&mut self, ticks: u32) -> Crossed<()> {
        self.table.spend(ticks.min(self.ticks))?;
        self.ticks = self.ticks.saturating_sub(ticks);
        if self.ticks == 0 {
            return Err(Box::new(ScriptStop::Stop));
        }
        Ok(())
    }

    fn primitive(&self, name: &str) -> Crossed<u16> {
        let found = self
            .names
            .primitives
            .iter()
            .position(|p| p.primitive.name == name);
        found.map(|at| at as u16).ok_or_else(|| unknown(name))
    }
}

#[cold]
fn unknown(name: &str) -> Box<ScriptStop> {
    ScriptError::new(ErrorKind::Unknown, format!("there is no `{name}`")).into()
}
