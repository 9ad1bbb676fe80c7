//! Checks scripts before a game runs: unknown names, calls with too few or too many arguments, unknown fields
//! and methods, assignments to globals.

use crate::handles::KINDS;
mod calls;

use crate::methods::{is_composed, kinds, short_forms};
use crate::state::{GAME, Properties};
use crate::syntax::{Callee, Facts, Span, Top};
use cardable_engine::primitives::{CallKind, Form, Signature};
use cardable_engine::script::{DataDecl, Declarations, FunctionDecl, FunctionKind, Severity};
use cardable_engine::suggest::did_you_mean;
use cardable_engine::value::{Kind, Type};
use std::collections::{BTreeMap, BTreeSet};

pub(crate) use calls::fits;

/// Whether a primitive asks a question about each of several things. Scripts pass a function for that.
pub(crate) fn is_query(primitive: &Signature) -> bool {
    matches!(primitive.kind, CallKind::Form(Form::Query(_)))
}

/// Maximum number of problems listed per file. Further ones are only counted.
pub(crate) const MOST_SAID: usize = 100;

/// The problems found in one file.
#[derive(Default)]
struct Saying(Vec<Said>);

impl Saying {
    fn say(&mut self, said: Said) {
        self.0.push(said);
    }

    /// A similar name, for the suggestion. The search is slow, so call it only when reporting.
    fn near<'n>(&self, name: &str, all: impl IntoIterator<Item = &'n str>) -> Option<&'n str> {
        match self.0.len() < MOST_SAID {
            true => did_you_mean(name, all),
            false => None,
        }
    }
}

/// Every name that the scripts of a ruleset can use.
pub(crate) struct Known<'a> {
    names: &'a Declarations,
    /// The fields of `globals`, `state` and the other bases. `Some` gives the kind of handle that a field
    /// holds.
    fields: BTreeMap<&'static str, BTreeMap<&'a str, Option<&'static str>>>,
    /// The ruleset's own primitives that script functions implement, by name.
    own: BTreeMap<&'a str, &'a FunctionDecl>,
    /// Primitives that are called by a global name.
    primitives: BTreeMap<&'a str, &'a Signature>,
    /// Global names. `Some` lists the fields of a library.
    globals: BTreeMap<String, Option<BTreeSet<String>>>,
    /// Method names, short forms included, with the primitives they stand for.
    methods: BTreeMap<String, Vec<&'a Signature>>,
    /// Names of properties of handles.
    properties: BTreeSet<String>,
    /// Field names that the files define themselves.
    made: BTreeSet<String>,
    assigned: BTreeSet<String>,
}

impl<'a> Known<'a> {
    /// Looks up `base.name`. The inner option gives its kind of handle.
    fn field(&self, base: &str, name: &str) -> Option<Option<&'static str>> {
        self.fields.get(base)?.get(name).copied()
    }

    /// Collects the names from the declarations, the environment and the files.
    pub(crate) fn new(
        names: &'a Declarations,
        globals: BTreeMap<String, Option<BTreeSet<String>>>,
        files: &[Facts],
    ) -> Known<'a> {
        let properties = Properties::new(names);
        let own = names
            .functions
            .iter()
            .rev()
            .filter_map(|function| match &function.kind {
                FunctionKind::Primitive { name } => Some((name.as_str(), function)),
                FunctionKind::Action | FunctionKind::Value => None,
            });
        let mut primitives = BTreeMap::new();
        let called = names.primitives.iter().map(|decl| (decl, &*decl.primitive));
        for (_, primitive) in called.filter(|(decl, p)| decl.callable || is_composed(p)) {
            for name in primitive.names() {
                primitives.entry(name).or_insert(primitive);
            }
        }
        let mut methods: BTreeMap<String, Vec<&'a Signature>> = BTreeMap::new();
        for decl in names
            .primitives
            .iter()
            .filter(|d| d.callable || is_query(&d.primitive))
        {
            if !kinds(&decl.primitive).is_empty() {
                methods
                    .entry(decl.primitive.name.to_string())
                    .or_default()
                    .push(&decl.primitive);
            }
        }
        for kind in KINDS {
            for (short, of) in short_forms(names, &properties, kind) {
                methods.entry(short).or_default().push(of);
            }
        }
        Known {
            names,
            fields: fields(names),
            own: own.collect(),
            primitives,
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

/// The names of data items with their kinds of handle. If several share a name, the first one wins.
fn kinds_of(data: &[DataDecl]) -> BTreeMap<&str, Option<&'static str>> {
    let all = data.iter().rev();
    all.map(|data| (data.name.as_str(), handle(data.ty))).collect()
}

/// The kind of handle for a type, or `None` if it is not a seat, zone, card or deck.
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

/// The fields of `globals`, `state` and the other bases.
fn fields(names: &Declarations) -> BTreeMap<&'static str, BTreeMap<&str, Option<&'static str>>> {
    let mut all: BTreeMap<&'static str, BTreeMap<&str, Option<&'static str>>> = BTreeMap::from([
        ("globals", kinds_of(&names.globals)),
        ("options", kinds_of(&names.options)),
        ("action", kinds_of(&names.actions)),
        ("seat", kinds_of(&names.seat_data)),
    ]);
    let mut state: BTreeMap<&str, Option<&'static str>> = BTreeMap::new();
    for data in names.states.iter().flat_map(|state| &state.data) {
        // The kind is only known if all states with this item agree.
        let kind = handle(data.ty);
        let known = state.entry(&data.name).or_insert(kind);
        if *known != kind {
            *known = None;
        }
    }
    all.insert("state", state);
    let game = GAME.iter().map(|(name, ..)| (*name, None));
    let zones = names
        .shared_zones
        .iter()
        .map(|zone| (zone.name.as_str(), Some("zone")));
    all.insert("game", game.chain(zones).collect());
    all.entry("seat").or_default().extend(
        names
            .seat_zones
            .iter()
            .map(|zone| (zone.name.as_str(), Some("zone"))),
    );
    all
}

/// Checks one file and returns its problems.
pub(crate) fn check(known: &Known<'_>, facts: &Facts) -> Vec<Said> {
    let mut saying = Saying::default();
    let say = &mut saying;
    let own: BTreeSet<&str> = facts
        .tops
        .iter()
        .filter(|t| t.offered)
        .map(|t| t.name.as_str())
        .collect();
    let mut seen = BTreeSet::new();
    for top in facts.tops.iter().filter(|t| t.offered) {
        if !seen.insert(top.name.as_str()) {
            say.say(Said {
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
    // An argument that nothing reads is reported once, not also as a missing one.
    let mut given: BTreeMap<&str, usize> = BTreeMap::new();
    for call in facts.calls.iter().filter(|call| !call.open) {
        if let Callee::Own(name, _) = &call.callee {
            let most = given.entry(name).or_default();
            *most = call.args.max(*most);
        }
    }
    let gets_more = |top: &&Top| !top.shape.more && given.get(top.name.as_str()) > Some(&top.shape.params);
    let mut lacking: Vec<&Span> = facts.tops.iter().filter(gets_more).map(|top| &top.span).collect();
    lacking.sort_by_key(|span| span.start);
    let lacks = |at: usize| {
        let next = lacking.partition_point(|span| span.start <= at);
        next.checked_sub(1)
            .and_then(|last| lacking.get(last))
            .is_some_and(|span| span.contains(&at))
    };
    for (name, span) in &facts.reads {
        let is_known = known.globals.contains_key(name) || own.contains(name.as_str());
        if is_known || name == "player" || known.assigned.contains(name) {
            continue;
        }
        if lacks(span.start)
            && place_of(known, name).is_none()
            && say.near(name, known.globals.keys().map(String::as_str)).is_none()
        {
            continue;
        }
        let near = say.near(
            name,
            known
                .globals
                .keys()
                .map(String::as_str)
                .chain(own.iter().copied()),
        );
        let data = place_of(known, name);
        let refused = known.names.refused.iter().find(|refused| refused.name == *name);
        if let Some(refused) = refused {
            let what = if refused.acts { "action" } else { "value" };
            say.say(Said {
                span: span.clone(),
                severity: Severity::Error,
                message: format!(
                    "the defined {what} `{name}` cannot be called here: {}",
                    refused.why
                ),
                help: Some("call a function of the script, or let it be a `defined_primitive`".to_owned()),
            });
            continue;
        }
        say.say(Said {
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
        say.say(Said {
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
            let near = say.near(&field.name, all);
            say.say(Said {
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
        calls::call_of(known, call, say);
    }
    saying.0
}

pub(crate) struct Said {
    pub(crate) span: Span,
    pub(crate) severity: Severity,
    pub(crate) message: String,
    pub(crate) help: Option<String>,
}

/// Where data of this name is declared, to suggest the base that the author left out.
fn place_of(known: &Known<'_>, name: &str) -> Option<String> {
    let places = [
        ("globals", "globals"),
        ("state", "state"),
        ("seat", "player"),
        ("game", "game"),
        ("options", "options"),
    ];
    let place = places
        .into_iter()
        .find(|(base, _)| known.field(base, name).is_some());
    // `game`'s fields other than zones are not data.
    let is_own = |base: &str| base == "game" && GAME.iter().any(|(own, ..)| *own == name);
    place
        .filter(|(base, _)| !is_own(base))
        .map(|(_, written)| format!("{written}.{name}"))
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

/// Checks a field access on a known base.
fn member(known: &Known<'_>, base: &str, name: &str, span: &Span, say: &mut Saying) {
    let (of_base, library) = (
        known.fields.get(base).filter(|_| base != "seat"),
        known.globals.get(base),
    );
    let has = match (base, of_base, library) {
        ("player", ..) => known.properties.contains(name) || known.methods.contains_key(name),
        (_, Some(fields), _) => fields.contains_key(name),
        (_, None, Some(Some(fields))) => fields.contains(name),
        (_, None, Some(None) | None) => return,
    };
    if has {
        return;
    }
    let of_base = of_base.into_iter().flat_map(|fields| fields.keys().copied());
    let near = match base {
        "player" => say.near(
            name,
            known
                .properties
                .iter()
                .chain(known.methods.keys())
                .map(String::as_str),
        ),
        _ => {
            let library = library.into_iter().flatten().flatten().map(String::as_str);
            say.near(name, of_base.chain(library))
        }
    };
    say.say(Said {
        span: span.clone(),
        severity: Severity::Error,
        message: match near {
            Some(near) => format!("there is no `{base}.{name}`; did you mean `{near}`?"),
            None => format!("there is no `{base}.{name}`"),
        },
        help: None,
    });
}
