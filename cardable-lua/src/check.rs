//! What `check` says of scripts before a game runs: names that nobody has, calls with too few or too
//! many values, fields and methods that nothing has, globals that are assigned.

use crate::handles::KINDS;
use crate::methods::{is_composed, kinds, short_forms};
use crate::state::{GAME, Properties};
use crate::syntax::{Call, Callee, Facts, Shape, Span, Top};
use cardable_core::diag::did_you_mean;
use cardable_core::primitives::{Body, Form, Need, Primitive, Takes};
use cardable_core::script::{DataDecl, Declarations, FunctionKind, Severity};
use cardable_core::value::{Kind, Type};
use std::collections::{BTreeMap, BTreeSet};

/// Whether a primitive is a question about each of several, which scripts ask with functions of theirs.
pub(crate) fn is_query(primitive: &Primitive) -> bool {
    matches!(primitive.body, Body::Form(Form::Query(_)))
}

/// What scripts of a ruleset can name.
pub(crate) struct Known<'a> {
    names: &'a Declarations,
    /// Global names, with the fields of those that are libraries.
    globals: BTreeMap<String, Option<BTreeSet<String>>>,
    /// Names of methods, short forms too, and the primitives they stand for.
    methods: BTreeMap<String, Vec<&'static Primitive>>,
    /// Names that handles have.
    properties: BTreeSet<String>,
    /// Names that files make themselves.
    made: BTreeSet<String>,
    assigned: BTreeSet<String>,
}

impl<'a> Known<'a> {
    /// What can be named, given what the environment holds and the files.
    pub(crate) fn new(
        names: &'a Declarations,
        globals: BTreeMap<String, Option<BTreeSet<String>>>,
        files: &[Facts],
    ) -> Known<'a> {
        let properties = Properties::new(names);
        let mut methods: BTreeMap<String, Vec<&'static Primitive>> = BTreeMap::new();
        for decl in names
            .primitives
            .iter()
            .filter(|d| d.callable || is_query(d.primitive))
        {
            if !kinds(decl.primitive).is_empty() {
                methods
                    .entry(decl.primitive.name.to_owned())
                    .or_default()
                    .push(decl.primitive);
            }
        }
        for kind in KINDS {
            for (short, of) in short_forms(names, &properties, kind) {
                methods.entry(short).or_default().push(of);
            }
        }
        Known {
            names,
            globals,
            methods,
            properties: properties.names().map(|(name, _)| name.to_owned()).collect(),
            made: files.iter().flat_map(|f| f.made.iter().cloned()).collect(),
            assigned: files
                .iter()
                .flat_map(|f| &f.writes)
                .map(|(name, _)| name.clone())
                .collect(),
        }
    }
}

/// Says what there is to say of a file.
pub(crate) fn check(known: &Known<'_>, facts: &Facts, say: &mut dyn FnMut(Said)) {
    let own: BTreeSet<&str> = facts
        .tops
        .iter()
        .filter(|t| t.offered)
        .map(|t| t.name.as_str())
        .collect();
    let mut seen = BTreeSet::new();
    for top in facts.tops.iter().filter(|t| t.offered) {
        if !seen.insert(top.name.as_str()) {
            say(Said {
                span: top.named.clone(),
                severity: Severity::Warning,
                message: format!(
                    "there is a function `{}` already; this one takes its place",
                    top.name
                ),
                help: Some("give one of them another name, or take it out".to_owned()),
            });
        }
    }
    // What a function would read if it took all that it is given is not missed as well.
    let lacking: Vec<&Span> = facts
        .tops
        .iter()
        .filter(|top| facts.calls.iter().any(|call| gives_more(call, top)))
        .map(|top| &top.span)
        .collect();
    for (name, span) in &facts.reads {
        if lacking.iter().any(|inside| inside.contains(&span.start)) && place_of(known, name).is_none() {
            let near = known.globals.keys().map(String::as_str);
            if !known.globals.contains_key(name) && did_you_mean(name, near).is_none() {
                continue;
            }
        }
        let is_known = known.globals.contains_key(name) || own.contains(name.as_str());
        if is_known || name == "player" || known.assigned.contains(name) {
            continue;
        }
        let near = did_you_mean(
            name,
            known
                .globals
                .keys()
                .map(String::as_str)
                .chain(own.iter().copied()),
        );
        let data = place_of(known, name);
        let refused = known.names.refused.iter().find(|(action, _)| action == name);
        if let Some((_, why)) = refused {
            say(Said {
                span: span.clone(),
                severity: Severity::Error,
                message: format!("the defined action `{name}` cannot be called here: {why}"),
                help: Some("call a function of the script, or let it be a `defined_primitive`".to_owned()),
            });
            continue;
        }
        say(Said {
            span: span.clone(),
            severity: Severity::Error,
            message: match near {
                Some(near) if data.is_none() => format!("unknown name `{name}`; did you mean `{near}`?"),
                _ => format!("unknown name `{name}`"),
            },
            help: data.map(|place| format!("write `{place}`")),
        });
    }
    for (name, span) in &facts.writes {
        if own.contains(name.as_str()) {
            continue;
        }
        say(Said {
            span: span.clone(),
            severity: Severity::Warning,
            message: format!("`{name}` is a global name, which cannot be assigned"),
            help: Some(format!(
                "write `local {name}`; what should last goes into `globals`"
            )),
        });
    }
    for field in &facts.fields {
        if let Some(base) = &field.base {
            member(known, base, &field.name, &field.span, say);
        } else if !is_field(known, &field.name, field.method) {
            let what = if field.method { "method" } else { "property" };
            let all = known.methods.keys().chain(&known.properties).map(String::as_str);
            let near = did_you_mean(&field.name, all);
            say(Said {
                span: field.span.clone(),
                severity: if field.method {
                    Severity::Error
                } else {
                    Severity::Warning
                },
                message: match near {
                    Some(near) => format!("nothing has a {what} `{}`; did you mean `{near}`?", field.name),
                    None => format!("nothing has a {what} `{}`", field.name),
                },
                help: None,
            });
        }
    }
    for call in &facts.calls {
        call_of(known, call, say);
    }
}

/// Whether a call gives a function of the file more than it takes.
fn gives_more(call: &Call, top: &Top) -> bool {
    let shape = top.shape;
    let names_it = matches!(&call.callee, Callee::Own(name, _) if *name == top.name);
    names_it && !shape.more && !call.open && call.args > shape.params
}

/// Something to say.
pub(crate) struct Said {
    pub(crate) span: Span,
    pub(crate) severity: Severity,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
}

/// Where data of a name lies, for who forgot to say.
fn place_of(known: &Known<'_>, name: &str) -> Option<String> {
    let names = known.names;
    let has = |data: &[DataDecl]| data.iter().any(|d| d.name == name);
    if has(&names.globals) {
        Some(format!("globals.{name}"))
    } else if names.states.iter().any(|s| has(&s.data)) {
        Some(format!("state.{name}"))
    } else if has(&names.seat_data) || names.seat_zones.iter().any(|z| z.name == name) {
        Some(format!("player.{name}"))
    } else if names.shared_zones.iter().any(|z| z.name == name) {
        Some(format!("game.{name}"))
    } else if has(&names.options) {
        Some(format!("options.{name}"))
    } else {
        None
    }
}

fn is_field(known: &Known<'_>, name: &str, method: bool) -> bool {
    let of_texts = known
        .globals
        .get("string")
        .is_some_and(|f| f.as_ref().is_some_and(|f| f.contains(name)));
    known.methods.contains_key(name)
        || known.made.contains(name)
        || (method && of_texts)
        || (!method
            && (known.properties.contains(name) || name == "n" || name == "kind" || name == "message"))
}

/// A field of something that is known.
fn member(known: &Known<'_>, base: &str, name: &str, span: &Span, say: &mut dyn FnMut(Said)) {
    let names = known.names;
    let list: Vec<&str> = match base {
        "globals" => names.globals.iter().map(|d| d.name.as_str()).collect(),
        "options" => names.options.iter().map(|d| d.name.as_str()).collect(),
        "action" => names.actions.iter().map(|d| d.name.as_str()).collect(),
        "state" => names
            .states
            .iter()
            .flat_map(|s| &s.data)
            .map(|d| d.name.as_str())
            .collect(),
        "game" => {
            let zones = names.shared_zones.iter().map(|z| z.name.as_str());
            zones.chain(GAME.iter().map(|(name, ..)| *name)).collect()
        }
        "player" => {
            let all = known.properties.iter().chain(known.methods.keys());
            all.map(String::as_str).collect()
        }
        library => match known.globals.get(library) {
            Some(Some(fields)) => fields.iter().map(String::as_str).collect(),
            _ => return,
        },
    };
    if list.contains(&name) {
        return;
    }
    let near = did_you_mean(name, list.iter().copied());
    say(Said {
        span: span.clone(),
        severity: Severity::Error,
        message: match near {
            Some(near) => format!("there is no `{base}.{name}`; did you mean `{near}`?"),
            None => format!("there is no `{base}.{name}`"),
        },
        help: None,
    });
}

fn plural(n: usize) -> String {
    format!("{n} {}", if n == 1 { "value" } else { "values" })
}

fn call_of(known: &Known<'_>, call: &Call, say: &mut dyn FnMut(Said)) {
    match &call.callee {
        Callee::Own(name, shape) => {
            if !shape.more && call.args > shape.params && !call.open {
                say(Said {
                    span: call.span.clone(),
                    severity: Severity::Error,
                    message: format!("`{name}` takes {}, not {}", plural(shape.params), call.args),
                    help: Some(format!(
                        "let it take what it is given: write `function {name}(…)` with a name for each"
                    )),
                });
            }
        }
        Callee::Global(name) => {
            if let Some(decl) = known
                .names
                .functions
                .iter()
                .find(|f| matches!(&f.kind, FunctionKind::Primitive { name: own } if own == name))
            {
                let needs = decl.params.iter().map(|p| p.need);
                count(name, needs, call, 0, say);
            } else if let Some(primitive) = primitive(known, name) {
                if primitive.name == "select" {
                    return;
                }
                count(name, primitive.params.iter().map(|p| p.need), call, 0, say);
                texts(known, primitive, call, 0, say);
            }
        }
        Callee::Method(name, on) => {
            let is_text = known
                .globals
                .get("string")
                .is_some_and(|f| f.as_ref().is_some_and(|f| f.contains(name)));
            let kind = on.as_ref().and_then(|path| kind_of(known, path));
            let found = match kind {
                Some(kind) => {
                    let found = method(known, kind, name);
                    if found.is_none() {
                        no_method(known, kind, name, call, say);
                    }
                    found
                }
                None if known.made.contains(name) || is_text => None,
                None => match known.methods.get(name).map(Vec::as_slice) {
                    Some([one]) => Some(*one),
                    _ => None,
                },
            };
            if let Some(one) = found {
                if !is_query(one) {
                    count(name, one.params.iter().map(|p| p.need), call, 1, say);
                }
                texts(known, one, call, 1, say);
            }
        }
        Callee::Field(name, path) => {
            let kind = kind_of(known, path);
            if let Some(kind) = kind.filter(|kind| method(known, kind, name).is_some()) {
                let on = path.join(".");
                say(Said {
                    span: call.span.clone(),
                    severity: Severity::Error,
                    message: format!("`{name}` is a method of a {kind}, and called with `.`"),
                    help: Some(format!("write `{on}:{name}(…)`, with `:`")),
                });
            }
        }
    }
}

/// The kind of handle that a type is.
fn handle(ty: Type) -> Option<&'static str> {
    match ty {
        Type::One(Kind::Seat) => Some("seat"),
        Type::One(Kind::Card) => Some("card"),
        Type::One(Kind::Zone) => Some("zone"),
        Type::One(Kind::Deck) => Some("deck"),
        Type::One(Kind::Any | Kind::Bool | Kind::Number | Kind::String)
        | Type::List(_)
        | Type::Nothing
        | Type::State => None,
    }
}

/// The kind of handle that a path leads to, where that is declared.
fn kind_of(known: &Known<'_>, path: &[String]) -> Option<&'static str> {
    let names = known.names;
    let of = |data: &[DataDecl], name: &str| data.iter().find(|d| d.name == name).and_then(|d| handle(d.ty));
    let [base, rest @ ..] = path else { return None };
    let (mut kind, rest) = match (base.as_str(), rest) {
        ("player", rest) => ("seat", rest),
        ("game", [name, rest @ ..]) => {
            names.shared_zones.iter().find(|z| z.name == *name)?;
            ("zone", rest)
        }
        ("globals", [name, rest @ ..]) => (of(&names.globals, name)?, rest),
        ("options", [name, rest @ ..]) => (of(&names.options, name)?, rest),
        ("action", [name, rest @ ..]) => (of(&names.actions, name)?, rest),
        ("state", [name, rest @ ..]) => {
            // The same in every state that has it.
            let mut all = names
                .states
                .iter()
                .filter_map(|s| s.data.iter().find(|d| d.name == *name));
            let first = handle(all.next()?.ty)?;
            all.all(|d| handle(d.ty) == Some(first))
                .then_some((first, rest))?
        }
        _ => return None,
    };
    for name in rest {
        kind = match kind {
            "seat" if names.seat_zones.iter().any(|z| z.name == *name) => "zone",
            "seat" => of(&names.seat_data, name)?,
            "zone" if name == "owner" => "seat",
            _ => return None,
        };
    }
    Some(kind)
}

/// The primitive that is a method of a kind of handle under a name.
fn method(known: &Known<'_>, kind: &str, name: &str) -> Option<&'static Primitive> {
    let all = known.methods.get(name)?.iter().copied();
    let mut of_kind = all.filter(|primitive| kinds(primitive).contains(&kind));
    // Its own name goes before a short form.
    of_kind
        .clone()
        .find(|p| p.name == name)
        .or_else(|| of_kind.next())
}

#[cold]
fn no_method(known: &Known<'_>, kind: &str, name: &str, call: &Call, say: &mut dyn FnMut(Said)) {
    // A name that nothing has is told already.
    if !is_field(known, name, true) {
        return;
    }
    let all = known.methods.iter();
    let of_kind = all.filter(|(_, of)| of.iter().any(|primitive| kinds(primitive).contains(&kind)));
    let near = did_you_mean(name, of_kind.map(|(name, _)| name.as_str()));
    let hint = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
    say(Said {
        span: call.span.clone(),
        severity: Severity::Error,
        message: format!("a {kind} has no method `{name}`{hint}"),
        help: None,
    });
}

fn primitive(known: &Known<'_>, name: &str) -> Option<&'static Primitive> {
    let found = known.names.primitives.iter().find(|d| {
        (d.callable || is_composed(d.primitive))
            && (d.primitive.name == name || d.primitive.aliases.contains(&name))
    });
    found.map(|d| d.primitive)
}

/// How many values a call gives, against what is needed. `given` are there already.
fn count(
    name: &str,
    needs: impl Iterator<Item = Need>,
    call: &Call,
    given: usize,
    say: &mut dyn FnMut(Said),
) {
    let (mut least, mut most) = (0usize, Some(0usize));
    for need in needs {
        match need {
            Need::Required => {
                least += 1;
                most = most.map(|n| n + 1);
            }
            Need::Optional => most = most.map(|n| n + 1),
            Need::Rest => most = None,
        }
    }
    let (least, most) = (least.saturating_sub(given), most.map(|n| n.saturating_sub(given)));
    let too_many = most.is_some_and(|most| call.args > most + usize::from(call.open));
    if too_many || (call.args < least && !call.open) {
        let wanted = match most {
            Some(most) if most == least => plural(least),
            Some(most) => format!("{least} to {}", plural(most)),
            None => format!("at least {}", plural(least)),
        };
        say(Said {
            span: call.span.clone(),
            severity: Severity::Error,
            message: format!("`{name}` takes {wanted}, not {}", call.args),
            help: None,
        });
    }
}

/// Texts that must be names.
fn texts(known: &Known<'_>, primitive: &Primitive, call: &Call, given: usize, say: &mut dyn FnMut(Said)) {
    let names = known.names;
    for (at, text, span) in &call.texts {
        let Some(param) = primitive.params.get(at + given) else {
            continue;
        };
        let (what, list): (&str, Vec<&str>) = match param.takes {
            Takes::StateName => ("state", names.states.iter().map(|s| s.name.as_str()).collect()),
            Takes::SeatZone => (
                "zone of seats",
                names.seat_zones.iter().map(|z| z.name.as_str()).collect(),
            ),
            Takes::Attribute => (
                "attribute",
                names.attributes.iter().map(|a| a.name.as_str()).collect(),
            ),
            Takes::Designation => (
                "designation",
                names.designations.iter().map(String::as_str).collect(),
            ),
            Takes::Role => ("role", names.roles.iter().map(String::as_str).collect()),
            Takes::Value(_)
            | Takes::Whole
            | Takes::Count
            | Takes::EachSeat
            | Takes::Seats
            | Takes::Cards
            | Takes::Place
            | Takes::Prompt
            | Takes::Step
            | Takes::Items
            | Takes::Contents
            | Takes::Function => continue,
        };
        if list.contains(&text.as_str()) {
            continue;
        }
        let near = did_you_mean(text, list.iter().copied());
        say(Said {
            span: span.clone(),
            severity: Severity::Error,
            message: match near {
                Some(near) => format!("there is no {what} `{text}`; did you mean `{near}`?"),
                None => format!("there is no {what} `{text}`"),
            },
            help: None,
        });
    }
}

/// Whether a function of a script has the parameters that it is given.
pub(crate) fn fits(params: &[Need], may_ignore: bool, shape: Shape) -> Result<(), String> {
    let given = params.len();
    let fixed = params.iter().all(|need| *need == Need::Required);
    if shape.more {
        return Ok(());
    }
    if shape.params > given {
        return Err(format!(
            "it is given {}, and takes {}",
            plural(given),
            shape.params
        ));
    }
    if fixed && !may_ignore && shape.params < given {
        return Err(format!(
            "it is given {}, and takes only {}",
            plural(given),
            shape.params
        ));
    }
    Ok(())
}
