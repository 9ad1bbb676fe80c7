//! Imports as an object that the reader of fragments understands.

use super::{RulesetBuilder, here};
use crate::content::Beside;
use crate::format::dsl::import::{Fragment, HandedDraft, Import, OwnPrimitive};
use crate::format::dsl::value::{Expr, Tree};
use crate::text::diag::{Code as Problem, Diagnostics};
use crate::text::json::{self, Node};
use crate::text::source::Sources;
use cardable_engine::primitives::Primitive;

/// What a ruleset uses that it does not say itself: fragments, and primitives of the program.
#[derive(Clone, Debug, Default)]
pub(super) struct Borrowed {
    fragments: Vec<Fragment>,
    pub(super) primitives: Vec<Primitive>,
}

impl RulesetBuilder {
    /// Adds a primitive of the program itself.
    ///
    /// ```
    /// use cardable_core::dsl::*;
    /// use cardable_core::primitives::{Param, ParamType, Primitive};
    /// use cardable_core::value::{Type, Value};
    /// let mut rules = RulesetBuilder::new("Example");
    /// let number = Param::required("number", "what is doubled", ParamType::Value(Type::NUMBER));
    /// let doubled = Primitive::query("doubled", "Twice a number.", [number], Type::NUMBER, |_, args| {
    ///     Ok(Value::Int(args[0].as_f64().unwrap_or(0.0) as i64 * 2))
    /// });
    /// let doubled = rules.primitive(doubled);
    /// let score = rules.scores();
    /// let play = rules.state("play", StateSpec::in_turn());
    /// let double = score.set(player(), doubled.value([score.mine().into()]));
    /// rules.action(play, ActionTemplate::new("double", press()).run(double));
    /// # rules.build()?;
    /// # Ok::<(), cardable_core::LoadError>(())
    /// ```
    pub fn primitive(&mut self, primitive: Primitive) -> OwnPrimitive {
        let callee = primitive.callee();
        self.borrowed.primitives.push(primitive);
        OwnPrimitive(callee)
    }

    /// Imports a fragment of rules: its data, its values, its actions and its triggers.
    #[track_caller]
    pub fn import(&mut self, fragment: Fragment) -> Import {
        let prefix = fragment.prefix().to_owned();
        let at = here();
        self.borrowed.fragments.push(Fragment { at, ..fragment });
        Import { prefix }
    }
}

/// What the reader of fragments reads: an object that imports, and the texts of the fragments.
pub(super) struct Importing {
    pub(super) root: Node,
    pub(super) texts: Vec<Beside>,
}

pub(super) fn importing(rules: &RulesetBuilder, sources: &mut Sources, diags: &mut Diagnostics) -> Importing {
    let mut texts: Vec<Beside> = Vec::new();
    for (name, text) in rules
        .borrowed
        .fragments
        .iter()
        .flat_map(|fragment| &fragment.texts)
    {
        if texts.iter().any(|known| *known.path == **name) {
            continue;
        }
        let file = sources.add(format!("{name}.fragment.json"), text.as_str());
        let mut root = json::parse(file, text, diags);
        if let Some(inner) = root.get_mut("fragment") {
            root = inner.clone();
        }
        texts.push(Beside {
            path: name.as_str().into(),
            root,
        });
    }
    let mut written = Vec::new();
    for fragment in &rules.borrowed.fragments {
        let mut with = Vec::new();
        for (key, handed) in &fragment.with {
            match text_of(rules, handed) {
                Some(value) => with.push(format!("{}: {value}", quoted(key))),
                None => {
                    let at = fragment.at.0;
                    let span = sources.spot(at.file(), at.line(), at.column());
                    let message =
                        format!("what is handed over for `{key}` cannot be read where the fragment stands");
                    let help = "hand over data, a zone, a constant, or what primitives work out from these";
                    diags.error(Problem::ParameterType, span, message, help);
                }
            }
        }
        written.push(format!(
            "{{ \"from\": {}, \"as\": {}, \"with\": {{ {} }} }}",
            quoted(&fragment.name),
            quoted(fragment.prefix()),
            with.join(", ")
        ));
    }
    let text = format!("{{ \"import\": [{}] }}", written.join(",\n"));
    let file = sources.add("imports of the ruleset", text.as_str());
    let root = json::parse(file, &text, diags);
    Importing { root, texts }
}

/// A text as JSON writes it.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

fn text_of(rules: &RulesetBuilder, handed: &HandedDraft) -> Option<String> {
    let name = match handed {
        HandedDraft::SeatZone(at) => &rules.of_seats.get(usize::from(*at))?.0,
        HandedDraft::SeatData(at) => &rules.seat_data.get(usize::from(*at))?.name,
        HandedDraft::State(at) => &rules.states.get(usize::from(*at))?.name,
        HandedDraft::Attribute(name) => name,
        HandedDraft::Value(expr) => {
            return match &expr.tree {
                // As a word by itself: a text in JSON.
                Tree::Text(text) => Some(quoted(text)),
                Tree::Zone(at) => Some(quoted(&rules.shared.get(usize::from(*at))?.0)),
                Tree::Global(_) | Tree::SeatData(..) | Tree::StateData(..) => {
                    Some(quoted(&expression(rules, expr)?))
                }
                _ => Some(quoted(&format!("= {}", expression(rules, expr)?))),
            };
        }
    };
    Some(quoted(name))
}

/// A value as an expression; nothing for what only Rust can say, or what stands in one action only.
fn expression(rules: &RulesetBuilder, expr: &Expr) -> Option<String> {
    let word = |name: &str| {
        let is_word = name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
        is_word.then(|| name.to_owned())
    };
    let text = |text: &str| (!text.contains(['\'', '\\'])).then(|| format!("'{text}'"));
    let all = |exprs: &[Expr]| {
        let all: Option<Vec<String>> = exprs.iter().map(|expr| expression(rules, expr)).collect();
        all.map(|all| all.join(", "))
    };
    Some(match &expr.tree {
        Tree::Nothing => "nothing".to_owned(),
        Tree::Truth(holds) => holds.to_string(),
        Tree::Whole(n) => n.to_string(),
        Tree::Fraction(n) => n.to_string(),
        Tree::Text(written) => text(written)?,
        Tree::List(items) => format!("[{}]", all(items)?),
        Tree::Player => "$player".to_owned(),
        Tree::Everyone => "all".to_owned(),
        Tree::Global(at) => format!("$globals.{}", word(&rules.globals.get(usize::from(*at))?.name)?),
        Tree::Option(at) => format!("$options.{}", word(&rules.options.get(usize::from(*at))?.0.name)?),
        Tree::SeatData(seat, at) => {
            let name = word(&rules.seat_data.get(usize::from(*at))?.name)?;
            format!("{}.{name}", expression(rules, seat)?)
        }
        Tree::SeatZone(seat, at) => {
            let name = word(&rules.of_seats.get(usize::from(*at))?.0)?;
            format!("{}.{name}", expression(rules, seat)?)
        }
        Tree::Zone(at) => format!("$game.{}", word(&rules.shared.get(usize::from(*at))?.0)?),
        Tree::StateName(at) => text(&rules.states.get(usize::from(*at))?.name)?,
        Tree::SeatDataName(at) => text(&rules.seat_data.get(usize::from(*at))?.name)?,
        Tree::Attribute(card, name) => format!("{}.{}", expression(rules, card)?, word(name)?),
        Tree::Call(primitive, args) => format!("{}({})", primitive.name, all(args)?),
        Tree::Imported(name, args) => format!("{name}({})", all(args)?),
        Tree::StateData(state, is_param, at) => {
            let state = rules.states.get(usize::from(*state))?;
            let items = if *is_param { &state.params } else { &state.data };
            format!("$state.{}", word(&items.get(usize::from(*at))?.name)?)
        }
        Tree::CardData(..)
        | Tree::Deck(_)
        | Tree::RoleName(_)
        | Tree::ImportedItem(..)
        | Tree::Named(_)
        | Tree::Item(_)
        | Tree::Over(..)
        | Tree::Function(..)
        | Tree::OfEach(..)
        | Tree::Question(_)
        | Tree::Built(_)
        | Tree::SameAttribute(..) => return None,
    })
}
