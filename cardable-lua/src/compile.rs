//! Turns texts into a script: compile, check, rewrite, compile again, then run the first file once to see
//! whether it loads and has the functions that the ruleset names. All problems are reported together.

use crate::accesses::Places;
use crate::builtins::compiler;
use crate::check::{self, Known, MOST_SAID, Said};
use crate::methods::is_composed;
use crate::platform;
use crate::reach;
use crate::rewrite::{Inserted, MOST_TOPS, rewrite};
use crate::script::{Code, CodeFile, LuauScript};
use crate::state::Properties;
use crate::syntax::{self, Changing, Facts, Span};
use crate::vm::Vm;
use cardable_engine::script::{
    Compiled, Declarations, FunctionDecl, FunctionKind, MAX_SOURCE, Problem, Required, ScriptFault,
    ScriptLimits, ScriptSources, Severity, SharedScript,
};
use mlua::{Table, Value};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

/// Compiles and checks the scripts of a ruleset.
pub(crate) fn compile(
    sources: &ScriptSources,
    names: &Declarations,
    caps: ScriptLimits,
    longest: Duration,
) -> Compiled {
    let mut problems = Vec::new();
    let script = with_room(|| {
        let mut found = Vec::new();
        let script = compiled(sources, names, caps, longest, &mut found);
        (script, found)
    });
    let script = match script {
        Some((script, found)) => {
            problems = found;
            script
        }
        None => {
            problems.push(whole_file(
                0,
                "the script cannot be compiled: there is no room for that".to_owned(),
            ));
            None
        }
    };
    let fails = problems.iter().any(|p| p.severity == Severity::Error);
    let (script, texts) = script.filter(|_| !fails).unzip();
    Compiled {
        script,
        problems,
        texts: texts.unwrap_or_default(),
    }
}

/// Stack size for the compilers, whose recursion follows the nesting of the text. They stop at 1,000 levels.
const ROOM: usize = 64 << 20;

/// Runs a closure on a thread with a large stack. `None` if the thread cannot start or panics.
fn with_room<R: Send>(run: impl FnOnce() -> R + Send) -> Option<R> {
    std::thread::scope(|scope| {
        let thread = std::thread::Builder::new()
            .name("compile".to_owned())
            .stack_size(ROOM);
        thread.spawn_scoped(scope, run).ok()?.join().ok()
    })
}

fn compiled(
    sources: &ScriptSources,
    names: &Declarations,
    caps: ScriptLimits,
    longest: Duration,
    problems: &mut Vec<Problem>,
) -> Option<(SharedScript, Vec<String>)> {
    if let Err(why) = platform::counts_alike() {
        problems.push(Problem {
            help: Some(
                "build the program with the flags that `cardable-luau` sets, and leave its locale alone"
                    .to_owned(),
            ),
            ..whole_file(0, why)
        });
        return None;
    }
    let size: usize = sources.files.iter().map(|file| file.text.len()).sum();
    if size > MAX_SOURCE {
        let message = format!("the scripts are {size} bytes long, more than {MAX_SOURCE}");
        problems.push(whole_file(0, message));
        return None;
    }
    let mut all = Vec::new();
    for (at, file) in sources.files.iter().enumerate() {
        all.push(facts(at, &file.text, problems)?);
    }
    if problems.iter().any(|p| p.severity == Severity::Error) {
        return None;
    }
    let mut files = Vec::new();
    let mut used = BTreeSet::new();
    let properties = Properties::new(names);
    let primitives: BTreeSet<&str> = names.functions.iter().filter_map(own_primitive).collect();
    let inserted = Inserted::apart_from(sources.files.iter().map(|file| &*file.text));
    let places = Places::new(names, &properties);
    let direct = |base: &str, name: &str| places.has(base, name);
    for ((at, file), facts) in sources.files.iter().enumerate().zip(&all) {
        let text = rewrite(&file.text, facts, &direct, &primitives, &inserted, &mut used);
        if let Some(what) = syntax::left(&text, &inserted) {
            problems.push(Problem {
                help: Some("write that part of it in a plainer way, and report this".to_owned()),
                ..whole_file(at, format!("the file cannot be rewritten: {what} would be left"))
            });
            return None;
        }
        let code = match compiler().compile(text) {
            Ok(code) => code,
            Err(error) => {
                problems.push(of_compiler(at, &error));
                return None;
            }
        };
        let mut requires: BTreeMap<&str, Option<usize>> = BTreeMap::new();
        let mut missing = 0;
        for (name, span) in &facts.requires {
            let place = *requires.entry(name).or_insert_with(|| {
                let found = sources.required(&file.name, name, crate::EXTENSION)?;
                sources.files.iter().position(|other| other.name == found.name)
            });
            if place.is_none() && missing < MOST_SAID {
                missing += 1;
                let message = format!("there is no file `{name}` in the package");
                problems.push(at_span(at, &file.text, span, Severity::Error, message, None));
            }
        }
        let requires = requires
            .into_iter()
            .filter_map(|(name, place)| Some((name.to_owned(), place?)));
        files.push(CodeFile {
            name: file.name.clone(),
            code,
            requires: requires.collect(),
        });
    }
    let code = Arc::new(Code {
        id: Code::next_id(),
        names: names.clone(),
        files,
        mentions: all
            .iter()
            .flat_map(|facts| &facts.mentions)
            .map(|(name, _)| name.clone())
            .collect(),
        inserted,
        used,
        reach: reach::reach(names, &all),
        lasts: all.iter().all(|facts| facts.lasts),
        caps,
        longest,
    });
    let mut vm = match Vm::new(&code) {
        Ok(vm) => vm,
        Err(error) => {
            problems.push(whole_file(0, format!("the script cannot be loaded: {error}")));
            return None;
        }
    };
    let known = Known::new(names, globals(&code, vm.globals()), &all);
    for ((at, file), facts) in sources.files.iter().enumerate().zip(&all) {
        let mut said = check::check(&known, facts);
        let more = said.split_off(said.len().min(MOST_SAID));
        for Said {
            span,
            severity,
            message,
            help,
        } in said
        {
            problems.push(at_span(at, &file.text, &span, severity, message, help));
        }
        if let Some(first) = more.first() {
            let severity = match more.iter().any(|said| said.severity == Severity::Error) {
                true => Severity::Error,
                false => Severity::Warning,
            };
            let message = format!("{} more like these are in this file", more.len());
            let help = Some("mend those that are told, then check again".to_owned());
            problems.push(at_span(at, &file.text, &first.span, severity, message, help));
        }
    }
    if let Some(cycle) = cycle(&code.files) {
        problems.push(whole_file(
            cycle,
            "this file requires itself, through others".to_owned(),
        ));
        return None;
    }
    if problems.iter().all(|p| p.severity != Severity::Error) {
        look(&mut vm, sources, names, caps, longest, problems);
    }
    let texts: BTreeSet<String> = all.into_iter().flat_map(|facts| facts.texts).collect();
    Some((Arc::new(LuauScript(code)), texts.into_iter().collect()))
}

/// The primitive of the same name that a script function implements.
fn own_primitive(function: &FunctionDecl) -> Option<&str> {
    match &function.kind {
        FunctionKind::Primitive { name } if *name == function.function => Some(name),
        FunctionKind::Primitive { .. } | FunctionKind::Action | FunctionKind::Value => None,
    }
}

/// Parses a file. Pushes problems and returns `None` if its syntax is wrong.
fn facts(at: usize, text: &str, problems: &mut Vec<Problem>) -> Option<Facts> {
    // Run the machine's compiler first, because it limits the nesting depth.
    let machine = compiler()
        .compile(text)
        .err()
        .map(|error| of_compiler(at, &error));
    match (syntax::read(text), machine) {
        (Ok(facts), None) => {
            for changed in facts.changed.iter().filter(|c| !c.simple).take(MOST_SAID) {
                let sign = match changed.by {
                    Changing::Power => "^",
                    Changing::Joining => "..",
                };
                problems.push(at_span(
                    at,
                    text,
                    &changed.place,
                    Severity::Error,
                    format!("`{sign}=` works on names and their fields only"),
                    Some(format!("write it out: `x = x {sign} y`")),
                ));
            }
            if facts.tops.iter().filter(|t| t.offered).count() > MOST_TOPS {
                problems.push(whole_file(
                    at,
                    format!("more than {MOST_TOPS} functions stand at the top: make them fields of a table"),
                ));
            }
            Some(facts)
        }
        (Err(mistakes), Some(machine)) => {
            for mistake in mistakes.iter().take(MOST_SAID) {
                let message = plain(&mistake.message);
                problems.push(at_span(at, text, &mistake.span, Severity::Error, message, None));
            }
            if mistakes.is_empty() {
                problems.push(machine);
            }
            None
        }
        (_, Some(machine)) => {
            problems.push(machine);
            None
        }
        (_, None) => {
            problems.push(whole_file(at, "the file cannot be read as Luau".to_owned()));
            None
        }
    }
}

/// Rewords a message of Luau's compiler in the style of our diagnostics.
fn plain(message: &str) -> String {
    let mut chars = message.trim_end_matches('.').chars();
    match chars.next() {
        Some(first) => first.to_lowercase().chain(chars).collect(),
        None => "the syntax is wrong".to_owned(),
    }
}

/// Converts a compiler error of the form `…:12: message`.
fn of_compiler(file: usize, error: &mlua::Error) -> Problem {
    let text = match error {
        mlua::Error::SyntaxError { message, .. } => message.clone(),
        other => other.to_string(),
    };
    let line_and_rest = text.split(':').enumerate().find_map(|(at, part)| {
        let line: u32 = part.trim().parse().ok()?;
        let rest: Vec<&str> = text.split(':').skip(at + 1).collect();
        Some((line, rest.join(":").trim().to_owned()))
    });
    let (line, message) = line_and_rest.unwrap_or((0, text));
    Problem {
        file,
        line,
        column: u32::from(line > 0),
        length: 0,
        severity: Severity::Error,
        message: plain(&message),
        help: None,
        lacks: None,
    }
}

fn whole_file(file: usize, message: String) -> Problem {
    Problem {
        file,
        line: 0,
        column: 0,
        length: 0,
        severity: Severity::Error,
        message,
        help: None,
        lacks: None,
    }
}

/// A problem at a span. Lines and columns count characters.
fn at_span(
    file: usize,
    text: &str,
    span: &Span,
    severity: Severity,
    message: String,
    help: Option<String>,
) -> Problem {
    let before = text.get(..span.start).unwrap_or(text);
    let line_start = before.rfind('\n').map_or(0, |at| at + 1);
    let here = text.get(span.clone()).unwrap_or_default();
    let first_line = here.lines().next().unwrap_or_default();
    let count = |text: &str| u32::try_from(text.chars().count()).unwrap_or(u32::MAX);
    Problem {
        file,
        line: count(&before.replace(|c| c != '\n', "")) + 1,
        column: count(before.get(line_start..).unwrap_or_default()) + 1,
        length: count(first_line),
        severity,
        message,
        help,
        lacks: None,
    }
}

/// The global names, with the fields of those that are libraries.
fn globals(code: &Code, table: &Table) -> BTreeMap<String, Option<BTreeSet<String>>> {
    let mut found: BTreeMap<String, Option<BTreeSet<String>>> = BTreeMap::new();
    // The environment only holds primitives that the files mention, so add all others.
    for primitive in code
        .names
        .primitives
        .iter()
        .filter(|d| d.callable || is_composed(&d.primitive))
        .map(|d| &d.primitive)
    {
        for name in primitive.names() {
            match name.split_once('.') {
                None => _ = found.insert(name.to_owned(), None),
                Some((fragment, rest)) => {
                    let own = rest.split('.').next().unwrap_or(rest);
                    let fields = found.entry(fragment.to_owned()).or_default();
                    fields.get_or_insert_default().insert(own.to_owned());
                }
            }
        }
    }
    for (name, value) in table.pairs::<String, Value>().flatten() {
        // Inserted names are internal; only rewritten code uses them.
        if name.starts_with(code.inserted.beginning()) {
            continue;
        }
        let fields = match &value {
            Value::Table(library) => {
                let fields: BTreeSet<String> = library
                    .pairs::<String, Value>()
                    .flatten()
                    .map(|(name, _)| name)
                    .collect();
                (!fields.is_empty()).then_some(fields)
            }
            _ => None,
        };
        match found.get_mut(&name) {
            // All that a fragment defines is known already.
            Some(Some(_)) => {}
            _ => _ = found.insert(name, fields),
        }
    }
    found
}

/// Finds a file that requires itself, directly or through others.
fn cycle(files: &[CodeFile]) -> Option<usize> {
    let mut seen = BTreeSet::new();
    for start in 0..files.len() {
        if !seen.insert(start) {
            continue;
        }
        // The current path, each file with the number of its requirements already visited.
        let mut way = vec![(start, 0)];
        let mut on_the_way = BTreeSet::from([start]);
        while let Some((at, looked_at)) = way.last_mut() {
            let next = files.get(*at).and_then(|file| file.requires.get(*looked_at));
            *looked_at += 1;
            match next {
                Some((_, next)) if on_the_way.contains(next) => return Some(*next),
                Some((_, next)) if seen.insert(*next) => {
                    on_the_way.insert(*next);
                    way.push((*next, 0));
                }
                Some(_) => {}
                None => {
                    on_the_way.remove(at);
                    way.pop();
                }
            }
        }
    }
    None
}

/// Runs the first file and compares the functions it offers with those the ruleset needs.
fn look(
    vm: &mut Vm,
    sources: &ScriptSources,
    names: &Declarations,
    caps: ScriptLimits,
    longest: Duration,
    problems: &mut Vec<Problem>,
) {
    let found = match vm.look(names.limits.at_most(caps), longest) {
        Ok(found) => found,
        Err(fault) => {
            problems.push(of_fault(sources, &fault));
            return;
        }
    };
    let mut told = BTreeSet::new();
    for (at, wanted) in names.functions.iter().enumerate() {
        let Some((_, shape, line)) = found.iter().find(|(name, ..)| *name == wanted.function) else {
            if told.insert(&wanted.function) {
                let all: Vec<&str> = found.iter().map(|(name, ..)| name.as_str()).collect();
                let near = cardable_engine::suggest::did_you_mean(&wanted.function, all.iter().copied());
                let message = format!("the script has no function `{}`", wanted.function);
                problems.push(Problem {
                    lacks: Some(at),
                    help: Some(match near {
                        Some(near) => format!("did you mean `{near}`?"),
                        None if all.is_empty() => {
                            format!("write `function {}()` in the script", wanted.function)
                        }
                        None => format!("the script has `{}`", all.join("`, `")),
                    }),
                    ..whole_file(0, message)
                });
            }
            continue;
        };
        let needs: Vec<_> = wanted.params.iter().map(|p| p.arity).collect();
        if let Err(message) = check::fits(&needs, wanted.may_ignore, *shape) {
            problems.push(Problem {
                file: 0,
                line: *line,
                column: u32::from(*line > 0),
                length: 0,
                severity: Severity::Error,
                message: format!("function `{}`: {message}", wanted.function),
                help: Some({
                    let params: Vec<&str> = wanted.params.iter().map(|p| p.name.as_str()).collect();
                    format!("write `function {}({})`", wanted.function, params.join(", "))
                }),
                lacks: None,
            });
        }
    }
}

/// Converts an error raised while a file was loading.
fn of_fault(sources: &ScriptSources, fault: &ScriptFault) -> Problem {
    let place = fault.traceback.first();
    let file = place.and_then(|frame| {
        sources
            .files
            .iter()
            .position(|f| Some(&f.name) == frame.file.as_ref())
    });
    let line = place.and_then(|frame| frame.line).unwrap_or(0);
    // The message starts with the location, which the problem carries separately.
    let own = place.and_then(|frame| frame.file.as_ref());
    let own = own.map_or(String::new(), |file| format!("{file}:{line}: "));
    let message = fault.message.strip_prefix(&own).unwrap_or(&fault.message);
    Problem {
        file: file.unwrap_or(0),
        line,
        column: u32::from(line > 0),
        length: 0,
        severity: Severity::Error,
        message: format!("the file does not load: {message}"),
        help: None,
        lacks: None,
    }
}

/// The files that a text requires by literal names. Empty if its syntax is wrong.
pub(crate) fn requires(text: &str) -> Vec<Required> {
    let read = || facts(0, text, &mut Vec::new());
    let Some(facts) = (text.len() <= MAX_SOURCE)
        .then(|| with_room(read))
        .flatten()
        .flatten()
    else {
        return Vec::new();
    };
    let all = facts.requires.iter().map(|(name, span)| {
        let place = at_span(0, text, span, Severity::Error, String::new(), None);
        Required {
            name: name.clone(),
            line: place.line,
            column: place.column,
        }
    });
    all.collect()
}
