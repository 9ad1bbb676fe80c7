//! What a game remembers beside its cards: variables, scores, and a few facts.

use super::PhasesReader;
use super::fields::{Declared, File, Plain, Variable as Fields, VariableType};
use super::survey::SetVariable;
use crate::expr::Bindings;
use crate::format::literals;
use crate::hir::Hir;
use crate::secrecy::domains;
use crate::text::diag::{Code as Problem, did_you_mean};
use crate::text::fields::read::{FieldType, Text};
use crate::text::json::Node;
use crate::text::source::Span;
use cardable_engine::program::{DataDef, DataVisible, Domain, SettingDef, Shown, Values};
use cardable_engine::value::{Type, Value};

/// Variables that functions of tricks read by themselves.
pub(super) const KNOWN_TO_TRICKS: [&str; 2] = ["lead_player", "trump_suit"];

/// What a file declares variables in, newest form first.
fn declaring<'n>(file: File<'n>) -> impl Iterator<Item = &'n Node> {
    let old = [
        file.initial_variables().node,
        file.initial_string_variables().node,
    ];
    file.variables().node.into_iter().chain(old.into_iter().flatten())
}

/// Which variables players see.
enum Publicity<'n> {
    All,
    Named(Vec<&'n str>),
}

impl Publicity<'_> {
    fn shows(&self, name: &str) -> bool {
        match self {
            Publicity::All => true,
            Publicity::Named(names) => names.contains(&name),
        }
    }
}

#[derive(Clone, Debug)]
pub(super) struct Variable {
    pub(super) name: String,
    /// Its place among the shared data.
    pub(super) at: u16,
    pub(super) is_text: bool,
    /// What it is in each new round.
    pub(super) first: Value,
    /// Whether any effect sets it.
    pub(super) changes: bool,
}

/// The places of what is kept; nothing for what the file never asks about.
#[derive(Clone, Debug, Default)]
pub(super) struct Kept {
    pub(super) score: Option<u16>,
    pub(super) result: Option<u16>,
    /// The result in words, which players read.
    pub(super) outcome: Option<u16>,
    pub(super) last_scores: Option<u16>,
    pub(super) last_results: Option<u16>,
    pub(super) cumulative: Option<u16>,
    /// What the summary says that a player did.
    pub(super) took: Option<u16>,
    /// Whether the rules add rounds up to totals.
    pub(super) accumulates: bool,
    /// Of the game: for each role, where the rules play it.
    pub(super) role_scores: Vec<Option<u16>>,
    /// Whether a rule reads the score of each role. Else it says nothing to players, who are not measured by it.
    pub(super) role_scores_read: Vec<bool>,
    pub(super) role_results: Vec<Option<u16>>,
    pub(super) last_role_scores: Vec<Option<u16>>,
    pub(super) dealt: Option<u16>,
    pub(super) scored: Option<u16>,
    pub(super) turn_number: Option<u16>,
}

impl Kept {
    /// What expressions call that of a seat which is kept: `$player.score`.
    pub(super) fn names(&self, span: Span) -> Bindings {
        let kept = [
            ("score", self.score),
            ("result", self.result),
            ("outcome", self.outcome),
            ("last_score", self.last_scores),
            ("last_result", self.last_results),
            ("cumulative", self.cumulative),
            ("took", self.took),
        ];
        let kept = kept.into_iter().filter_map(|(name, item)| Some((name, item?)));
        kept.fold(Bindings::at(span), |names, (name, item)| {
            names.with_seat_data(name, item)
        })
    }
}

/// Declares the variables, those too that only effects name.
pub(super) fn variables(reader: &mut PhasesReader<'_>, file: File<'_>) {
    let public = shown_variables(reader, file);
    for block in declaring(file) {
        for member in block.members() {
            let (first, span, fields) = match Declared::read(&member.value) {
                None => continue,
                Some(Declared::Number(number)) => (Plain::Number(number), member.value.span, None),
                Some(Declared::Text(text)) => (Plain::Text(text), text.span(), None),
                Some(Declared::Variable(variable)) => match variable.initial() {
                    Some(initial) => match initial.value {
                        Some(first) => (first, initial.span(), Some(variable)),
                        None => continue,
                    },
                    None => continue,
                },
            };
            let shown = public.shows(&member.key);
            let is_text = matches!(first, Plain::Text(_));
            let first = first_value(reader, first);
            let wanted = fields.and_then(Fields::kind);
            let of_option = option_of_text(&reader.b.hir, first);
            if wanted.is_some_and(|wanted| (wanted == VariableType::String) != is_text) {
                reader.b.error(
                    Problem::WrongType,
                    span,
                    format!("`initial` of `{}` is not of its `type`", member.key),
                    match of_option {
                        Some(option) => begins_as(&reader.b.hir, &member.key, &option),
                        None => "a number has a number at first, a string a text".to_owned(),
                    },
                );
            } else if let Some(option) = of_option {
                let name = reader.b.hir.strings.get(option.name);
                let message = format!("`{name}` is a text here, though an option is called so");
                let help = begins_as(&reader.b.hir, &member.key, &option);
                reader.b.warn(Problem::TextLikeCall, span, message, help);
            }
            if reader.facts.variable(&member.key).is_some() {
                reader.b.error(
                    Problem::DuplicateName,
                    member.key_span,
                    format!("there are two variables `{}`", member.key),
                    "take one of the two out",
                );
                continue;
            }
            if reader.b.hir.setting_named(&member.key).is_some() {
                reader.b.error(
                    Problem::DuplicateName,
                    member.key_span,
                    format!(
                        "`{}` is an option, too: in expressions it means the option",
                        member.key
                    ),
                    "give the variable, or the option, another name",
                );
                continue;
            }
            let is_zone = reader.b.hir.zone_named(&member.key).is_some();
            if is_zone || reader.b.hir.seat_zone_named(&member.key).is_some() {
                reader.b.error(
                    Problem::DuplicateName,
                    member.key_span,
                    format!(
                        "`{}` is a zone, too: in expressions it means the zone",
                        member.key
                    ),
                    "give the variable, or the zone, another name".to_owned(),
                );
                continue;
            }
            let at = add_variable(reader, &member.key, first, is_text, shown);
            variable_domain(reader, at, fields, member.value.span);
        }
    }
    // A file that declares none leaves them all to its effects.
    let declared: Vec<String> = reader.facts.variables.iter().map(|v| v.name.clone()).collect();
    for SetVariable { name, is_text, span } in std::mem::take(&mut reader.survey.set) {
        // That nothing sets an option is told where it is tried.
        let hir = &reader.b.hir;
        let is_option = hir.setting_named(&name).is_some() || hir.is_faulty_option(&name);
        if reader.facts.variable(&name).is_none() && !is_option {
            if !declared.is_empty() && !KNOWN_TO_TRICKS.contains(&&*name) {
                let suggestion = did_you_mean(&name, declared.iter().map(|d| &**d));
                let help = match suggestion {
                    Some(near) => format!("did you mean `{near}`?"),
                    None => format!(
                        "declare it under `variables`, as \"{name}\": {}",
                        if is_text { "\"\"" } else { "0" }
                    ),
                };
                reader.b.warn(
                    Problem::UndeclaredVariable,
                    span,
                    format!("variable `{name}` is set and not declared"),
                    help,
                );
            }
            let first = if is_text {
                Value::Str(reader.b.intern(""))
            } else {
                Value::Int(0)
            };
            add_variable(reader, &name, first, is_text, public.shows(&name));
        }
    }
    if reader.survey.calls_any(|builtin| builtin.leads) && reader.facts.variable("lead_player").is_none() {
        add_variable(reader, "lead_player", Value::Int(0), false, true);
    }
}

/// The option that is called like a text.
fn option_of_text(hir: &Hir, value: Value) -> Option<SettingDef> {
    let Value::Str(text) = value else {
        return None;
    };
    hir.settings.iter().find(|def| def.name == text).cloned()
}

/// How a variable begins as an option.
fn begins_as(hir: &Hir, variable: &str, option: &SettingDef) -> String {
    let name = hir.strings.get(option.name);
    let (first, sets) = match option.ty {
        Type::STRING => ("\"\"", "set_str_var"),
        _ => ("0", "set_var"),
    };
    format!(
        "did you mean the option? Write `\"initial\": {first}`, and `{sets}('{variable}', {name})` in the `onEnter` of the first phase"
    )
}

/// Which variables players see. Where no variable says whether it is public, in the older form of
/// such files, they see all of them.
fn shown_variables<'n>(reader: &mut PhasesReader<'_>, file: File<'n>) -> Publicity<'n> {
    let listed = file.public_variables();
    let mut named: Vec<&str> = listed.iter().map(Text::as_str).collect();
    let mut says = listed.is_given();
    let mut declared = None;
    for block in declaring(file) {
        for member in block.members() {
            declared.get_or_insert(block.span);
            let public = Fields::read(&member.value).and_then(Fields::public);
            says |= public.is_some();
            named.extend(public.filter(|public| *public).map(|_| &*member.key));
        }
    }
    if says {
        return Publicity::Named(named);
    }
    if let Some(span) = declared {
        reader.b.warn(
            Problem::NonePublic,
            span,
            "no variable says whether it is public, so all players see all of them",
            "write `{ \"initial\": 0, \"public\": true }`, or `false` for one that nobody may see",
        );
    }
    Publicity::All
}

/// Reads what a variable may be. Of one that is hidden and changes something has to say it: who imagines
/// the table knows no better than what it is at first.
fn variable_domain(reader: &mut PhasesReader<'_>, at: u16, fields: Option<Fields<'_>>, span: Span) {
    let options = fields.map(Fields::options).unwrap_or_default();
    let (min, max) = (fields.and_then(Fields::min), fields.and_then(Fields::max));
    let domain = match (options.node, min, max) {
        (Some(_), ..) => {
            let mut values: Vec<Value> = Vec::new();
            for (node, option) in options.nodes().iter().zip(options.iter()) {
                match first_value(reader, option) {
                    value if values.contains(&value) => literals::once_more(reader.b, node),
                    value => values.push(value),
                }
            }
            Domain::Values(Values::OneOf(reader.b.hir.constants.list(&values)))
        }
        (None, None, None) => Domain::Unknown,
        (None, min, max) => variable_range(reader, span, min.unwrap_or(0), max.unwrap_or(999)),
    };
    let changes = reader.facts.variables.iter().any(|v| v.at == at && v.changes);
    let Some(def) = reader.b.hir.globals.get_mut(usize::from(at)) else {
        return;
    };
    def.domain = domain;
    let def = def.clone();
    if let Domain::Values(values) = def.domain
        && !values.holds(&reader.b.hir.constants, def.value)
    {
        let name = reader.b.hir.strings.get(def.name).to_owned();
        reader.b.error(
            Problem::OutOfBounds,
            span,
            format!("`{name}` may not be what it is at first"),
            "let its `options`, or its `min` and `max`, take in its `initial`",
        );
    }
    if changes {
        let help = match def.ty == Type::STRING {
            true => {
                "add what it may be, as `\"options\": [\"red\", \"blue\"]`; or `\"public\": true` where players may see it"
            }
            false => {
                "add what it may be, as `\"min\": 0, \"max\": 9`; or `\"public\": true` where players may see it"
            }
        };
        domains::check_domain(reader.b, &def, span, help);
    }
}

fn variable_range(reader: &mut PhasesReader<'_>, span: Span, min: i64, max: i64) -> Domain {
    let width = max.checked_sub(min).and_then(|width| u32::try_from(width).ok());
    if width.is_some_and(|width| width < u32::MAX) {
        return Domain::Values(Values::Range(min, max));
    }
    reader.b.error(
        Problem::OutOfBounds,
        span,
        format!("no variable goes from {min} to {max}"),
        "let `min` be at most `max`, and bring them nearer to each other; without `max` it is 999",
    );
    Domain::Unknown
}

/// A number or a text.
fn first_value(reader: &mut PhasesReader<'_>, written: Plain<'_>) -> Value {
    match written {
        Plain::Text(text) => Value::Str(reader.b.intern(&text)),
        Plain::Number(n) => n.as_i64().map_or(Value::Float(n.as_f64()), Value::Int),
    }
}

fn add_variable(reader: &mut PhasesReader<'_>, name: &str, first: Value, is_text: bool, public: bool) -> u16 {
    let ty = if is_text { Type::STRING } else { Type::NUMBER };
    let at = shared(reader, name, ty, first, public);
    reader.facts.variables.push(Variable {
        name: name.to_owned(),
        at,
        is_text,
        first,
        changes: reader.survey.sets(name),
    });
    at
}

/// Notes what players call variables. A table shows those that have a label, and public texts: the
/// format has no labels, and what it puts into texts is meant for people.
pub(super) fn name_variables(reader: &mut PhasesReader<'_>, file: File<'_>) {
    let members = file.variables().members();
    for variable in &reader.facts.variables {
        let label = members.iter().find(|member| *member.key == *variable.name);
        let label = label.and_then(|member| Fields::read(&member.value)?.label());
        let label = label.map(|label| reader.b.hir.strings.intern(&label));
        let Some(def) = reader.b.hir.globals.get_mut(usize::from(variable.at)) else {
            continue;
        };
        def.label = label;
        if variable.is_text && def.visible == DataVisible::All {
            def.shown = Some(cardable_engine::program::Shown::Table);
        }
    }
}

/// Declares scores and facts, as far as anything asks for them.
pub(super) fn declare_kept(reader: &mut PhasesReader<'_>) {
    let calls = |name: &str| reader.survey.calls(name);
    let (scores, winners) = (calls("calculate_scores"), calls("determine_winners"));
    let resets = calls("reset_round");
    let sums = reader.survey.calls_any(|builtin| builtin.cumulates);
    let asks_dealt = calls("all_hands_dealt") && calls("deal");
    let asks_scored = calls("scores_calculated") && scores;
    let turns = calls("turn_number");
    let mut kept = Kept::default();
    let zero = Value::Int(0);
    let mut of_seat = |name, wanted: bool| {
        wanted.then(|| {
            let name = reader.b.intern(name);
            reader.b.hir.seat_data.push(datum(name, Type::NUMBER, zero, true));
            (reader.b.hir.seat_data.len() - 1) as u16
        })
    };
    kept.score = of_seat("score", scores || winners);
    kept.result = of_seat("result", winners);
    kept.outcome = of_seat("outcome", winners);
    kept.last_scores = of_seat("last_scores", scores && resets);
    kept.last_results = of_seat("last_results", winners && resets);
    kept.cumulative = of_seat("cumulative_score", sums);
    kept.took = of_seat("took", scores && reader.facts.scoring.summary.is_some());
    kept.accumulates = scores && calls("accumulate_scores");
    let roles: Vec<(String, bool)> = reader
        .facts
        .roles
        .iter()
        .map(|r| (r.name.clone(), r.human))
        .collect();
    for (name, human) in roles {
        let read = [&*name, &format!("{name}_score"), "dealer_score", "dealer_value"];
        kept.role_scores_read
            .push(read.into_iter().any(|name| reader.survey.calls(name)));
        let mut of_role = |before: &str, after: &str, wanted: bool| {
            (wanted && !human).then(|| {
                shared(
                    reader,
                    &format!("{before}{name}{after}"),
                    Type::NUMBER,
                    zero,
                    true,
                )
            })
        };
        kept.role_scores.push(of_role("", "_score", scores || winners));
        kept.role_results.push(of_role("", "_result", winners));
        kept.last_role_scores
            .push(of_role("last_", "_score", scores && resets));
    }
    if let Some(def) = kept
        .outcome
        .and_then(|at| reader.b.hir.seat_data.get_mut(usize::from(at)))
    {
        def.ty = Type::STRING;
        def.value = Value::Str(reader.b.hir.strings.intern(""));
        def.label = Some(reader.b.hir.strings.intern("result"));
        // Who leads after a round has not won yet; whoever beats the bank has.
        def.shown = Some(match kept.role_results.iter().any(Option::is_some) {
            true => Shown::Seat,
            false => Shown::Score,
        });
    }
    if let Some(def) = kept
        .took
        .and_then(|at| reader.b.hir.seat_data.get_mut(usize::from(at)))
    {
        def.ty = Type::STRING;
        def.value = Value::Str(reader.b.hir.strings.intern(""));
        def.shown = Some(Shown::Nowhere);
    }
    if let Some(def) = kept
        .result
        .and_then(|at| reader.b.hir.seat_data.get_mut(usize::from(at)))
    {
        def.shown = Some(Shown::Nowhere);
    }
    for (role, at) in kept.role_scores.iter().enumerate() {
        let Some(def) = at.and_then(|at| reader.b.hir.globals.get_mut(usize::from(at))) else {
            continue;
        };
        let name = reader.facts.roles.get(role).map_or("", |role| role.name.as_str());
        let label = format!("{}’s score", name.replace('_', " "));
        def.label = Some(reader.b.hir.strings.intern(&label));
        def.shown = Some(match kept.role_scores_read.get(role) {
            Some(true) => Shown::Table,
            _ => Shown::Nowhere,
        });
        // A score that is cleared tells nothing.
        def.texts = vec![(zero, reader.b.hir.strings.intern(""))];
    }
    let no = Value::Bool(false);
    kept.dealt = asks_dealt.then(|| shared(reader, "hands_dealt", Type::BOOL, no, false));
    let scored = asks_scored || kept.last_scores.is_some();
    kept.scored = scored.then(|| shared(reader, "scores_calculated", Type::BOOL, no, false));
    // Steps that everybody sees set them.
    for fact in [kept.dealt, kept.scored].into_iter().flatten() {
        if let Some(def) = reader.b.hir.globals.get_mut(usize::from(fact)) {
            def.told = true;
        }
    }
    reader
        .b
        .hir
        .sight
        .known_facts
        .extend(kept.dealt.into_iter().chain(kept.scored));
    kept.turn_number = turns.then(|| shared(reader, "turn_number", Type::NUMBER, Value::Int(1), true));
    reader.facts.kept = kept;
}

fn shared(reader: &mut PhasesReader<'_>, name: &str, ty: Type, first: Value, public: bool) -> u16 {
    let name = reader.b.intern(name);
    reader.b.hir.globals.push(datum(name, ty, first, public));
    (reader.b.hir.globals.len() - 1) as u16
}

fn datum(name: cardable_engine::ids::StrId, ty: Type, value: Value, public: bool) -> DataDef {
    let visible = if public {
        DataVisible::All
    } else {
        DataVisible::None
    };
    DataDef {
        visible,
        ..DataDef::open(name, ty, value)
    }
}
