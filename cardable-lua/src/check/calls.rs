//! Checks calls: the callee exists, and its arguments fit in number and kind.

use super::{Known, Said, Saying, is_field, is_query};
use crate::methods::kinds;
use crate::syntax::{Call, Callee, Shape};
use cardable_engine::primitives::{Arity, CallKind, Form, ParamType, Signature};
use cardable_engine::script::Severity;

fn plural(n: usize) -> String {
    format!("{n} {}", if n == 1 { "value" } else { "values" })
}

pub(super) fn call_of(known: &Known<'_>, call: &Call, say: &mut Saying) {
    match &call.callee {
        Callee::Own(name, shape) => {
            if !shape.more && call.args > shape.params && !call.open {
                say.say(Said {
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
            if let Some(decl) = known.own.get(name.as_str()) {
                let needs = decl.params.iter().map(|p| p.arity);
                count(name, needs, call, 0, say);
            } else if let Some(primitive) = known.primitives.get(name.as_str()) {
                if primitive.name == "select" {
                    return;
                }
                if !asks_of_picked(primitive, call, say) {
                    count(name, primitive.params.iter().map(|p| p.arity), call, 0, say);
                }
                needs(known, primitive, call, say);
                texts(known, primitive, call, 0, say);
            }
        }
        Callee::Asked(name) => {
            let prompt = known.primitives.get(name.as_str());
            if let Some(prompt) = prompt.filter(|primitive| primitive.kind == CallKind::Ask) {
                if !asks_of_picked(prompt, call, say) {
                    count(name, prompt.params.iter().map(|p| p.arity), call, 0, say);
                }
                texts(known, prompt, call, 0, say);
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
                    count(name, one.params.iter().map(|p| p.arity), call, 1, say);
                }
                needs(known, one, call, say);
                texts(known, one, call, 1, say);
            }
        }
        Callee::Field(name, path) => {
            let kind = kind_of(known, path);
            if let Some(kind) = kind.filter(|kind| method(known, kind, name).is_some()) {
                let on = path.join(".");
                say.say(Said {
                    span: call.span.clone(),
                    severity: Severity::Error,
                    message: format!("`{name}` is a method of a {kind}, and called with `.`"),
                    help: Some(format!("write `{on}:{name}(…)`, with `:`")),
                });
            }
        }
    }
}

/// Reports a condition about all that is picked, which is read while choices are listed: by the engine, not by a script.
fn asks_of_picked(primitive: &Signature, call: &Call, say: &mut Saying) -> bool {
    let of_picked = primitive.params.iter().position(|p| p.ty == ParamType::OfPicked);
    let given = of_picked.filter(|at| call.args > *at && !call.open);
    if given.is_some() {
        say.say(Said {
            span: call.span.clone(),
            severity: Severity::Error,
            message: format!("`{}` takes no `valid` in a script", primitive.name),
            help: Some(
                "ask in the steps of the action, `$action.those = prompt_cards(…, picked => …)`, and hand the answer to a function in `defined_primitives`"
                    .to_owned(),
            ),
        });
    }
    given.is_some()
}

/// The kind of handle that a path evaluates to, if declared.
fn kind_of(known: &Known<'_>, path: &[String]) -> Option<&'static str> {
    let [base, rest @ ..] = path else { return None };
    let (mut kind, rest) = match (base.as_str(), rest) {
        ("player", rest) => ("seat", rest),
        ("seat", _) => return None,
        (base, [name, rest @ ..]) => (known.field(base, name)??, rest),
        _ => return None,
    };
    for name in rest {
        kind = match kind {
            "seat" => known.field("seat", name)??,
            "zone" if name == "owner" => "seat",
            _ => return None,
        };
    }
    Some(kind)
}

/// The primitive that a method of this kind of handle calls.
fn method<'a>(known: &Known<'a>, kind: &str, name: &str) -> Option<&'a Signature> {
    let all = known.methods.get(name)?.iter().copied();
    let mut of_kind = all.filter(|primitive| kinds(primitive).contains(&kind));
    // A full name takes precedence over a short form.
    of_kind
        .clone()
        .find(|p| p.name == name)
        .or_else(|| of_kind.next())
}

#[cold]
fn no_method(known: &Known<'_>, kind: &str, name: &str, call: &Call, say: &mut Saying) {
    // A name that exists nowhere is reported elsewhere.
    if !is_field(known, name, true) {
        return;
    }
    let all = known.methods.iter();
    let of_kind = all.filter(|(_, of)| of.iter().any(|primitive| kinds(primitive).contains(&kind)));
    let near = say.near(name, of_kind.map(|(name, _)| name.as_str()));
    let hint = near.map_or_else(String::new, |near| format!("; did you mean `{near}`?"));
    say.say(Said {
        span: call.span.clone(),
        severity: Severity::Error,
        message: format!("a {kind} has no method `{name}`{hint}"),
        help: None,
    });
}

/// Compares the number of arguments with the number of parameters. `given` counts implicit ones, such as the
/// receiver.
fn count(name: &str, needs: impl Iterator<Item = Arity>, call: &Call, given: usize, say: &mut Saying) {
    let (mut least, mut most) = (0usize, Some(0usize));
    for need in needs {
        match need {
            Arity::Required => {
                least += 1;
                most = most.map(|n| n + 1);
            }
            Arity::Optional => most = most.map(|n| n + 1),
            Arity::Rest => most = None,
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
        say.say(Said {
            span: call.span.clone(),
            severity: Severity::Error,
            message: format!("`{name}` takes {wanted}, not {}", call.args),
            help: None,
        });
    }
}

/// Reports what the ruleset lacks for a call that could therefore only fault.
fn needs(known: &Known<'_>, primitive: &Signature, call: &Call, say: &mut Saying) {
    let zones = known.names.seat_zones.iter().map(|zone| zone.name.as_str());
    if let Some(lack) = primitive.lacks_zone(zones) {
        say.say(Said {
            span: call.span.clone(),
            severity: Severity::Error,
            message: lack.message,
            help: Some(lack.help),
        });
    }
}

/// Whether an argument is the name of an ability.
fn names_ability(primitive: &Signature, at: usize) -> bool {
    at == 1 && matches!(primitive.kind, CallKind::Form(Form::Perform | Form::CanPerform))
}

/// Checks text arguments that must be declared names.
fn texts(known: &Known<'_>, primitive: &Signature, call: &Call, given: usize, say: &mut Saying) {
    let names = known.names;
    for (at, text, span) in &call.texts {
        let Some(param) = primitive.params.get(at + given) else {
            continue;
        };
        let data = || names.seat_data.iter().map(|d| d.name.as_str()).collect();
        let (what, list): (&str, Vec<&str>) = match param.ty {
            _ if primitive.names_seat_data(at + given) => ("data of seats", data()),
            _ if names_ability(primitive, at + given) => (
                "ability of a card",
                names.abilities.iter().map(String::as_str).collect(),
            ),
            ParamType::StateName => ("state", names.states.iter().map(|s| s.name.as_str()).collect()),
            ParamType::SeatZone => (
                "zone of seats",
                names.seat_zones.iter().map(|z| z.name.as_str()).collect(),
            ),
            ParamType::Attribute => (
                "attribute",
                names.attributes.iter().map(|a| a.name.as_str()).collect(),
            ),
            ParamType::Designation => (
                "designation",
                names.designations.iter().map(String::as_str).collect(),
            ),
            ParamType::Role => ("role", names.roles.iter().map(String::as_str).collect()),
            ParamType::Value(_)
            | ParamType::Whole
            | ParamType::Count
            | ParamType::EachSeat
            | ParamType::Seats
            | ParamType::Cards
            | ParamType::Place
            | ParamType::Prompt
            | ParamType::Step
            | ParamType::Items
            | ParamType::Contents
            | ParamType::Function
            | ParamType::OfPicked => continue,
        };
        if list.contains(&text.as_str()) {
            continue;
        }
        let near = say.near(text, list.iter().copied());
        say.say(Said {
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

/// Whether a script function with parameters `shape` can be called with `params`.
pub(crate) fn fits(params: &[Arity], may_ignore: bool, shape: Shape) -> Result<(), String> {
    let given = params.len();
    let fixed = params.iter().all(|need| *need == Arity::Required);
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
