//! What is offered, as it is shown, and what is not.

use super::*;

/// An offer of a decision, as it is shown.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum Offered {
    /// An action.
    Action {
        /// The action.
        action: ActionId,
        /// What its button says.
        label: String,
        /// What it asks the seat to do.
        kind: ActionKind,
        /// What is picked, and how many.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pick: Option<PickOffered>,
    },
    /// A question that wants a number.
    Number {
        /// What the seat reads.
        label: String,
        /// Smallest.
        min: i64,
        /// Largest.
        max: i64,
    },
    /// A question that wants a yes (1) or no (0).
    Confirm {
        /// What the seat reads.
        label: String,
    },
    /// A question that wants entries of a list.
    Items {
        /// What the seat reads.
        label: String,
        /// The entries, as texts.
        items: Vec<String>,
        /// Fewest.
        min: u16,
        /// Most.
        max: u16,
    },
    /// Nothing to do: just pass.
    Pass,
}

/// What an action lets the seat pick.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct PickOffered {
    /// What is picked.
    pub what: PickWhat,
    /// Fewest.
    pub min: u16,
    /// Most.
    pub max: u16,
    /// Whether not every number of candidates that fits is allowed: ask
    /// [`Decision::extend`] step by step.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ruled: bool,
    /// The candidates.
    pub candidates: Vec<Pick>,
    /// Entries of a list as texts, where such are picked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<String>,
}

/// An action that is not offered, and why.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
pub struct Unavailable {
    /// The action.
    pub action: ActionId,
    /// What its button says.
    pub label: String,
    /// Why.
    pub reason: String,
}

impl<'g> Decision<'g> {
    pub(super) fn reason(&self, action: ActionId) -> String {
        self.with_reader(|reader| {
            crate::engine::obstacles::unmet(reader, self.seat, self.table.program.action(action))
        })
    }

    /// Everything that is offered, as it is shown.
    pub fn offers(&self) -> Vec<Offered> {
        self.offer_slice().iter().map(|offer| self.shown(offer)).collect()
    }

    pub(super) fn shown(&self, offer: &Offer) -> Offered {
        match offer.source {
            Source::Pass => Offered::Pass,
            Source::Act(action) => {
                let def = self.table.program.action(action);
                let pick = match (offer.space, &def.pick) {
                    (Space::Choose { min, max, ruled, .. }, Some(pick)) => Some(PickOffered {
                        what: pick.what,
                        min,
                        max,
                        ruled,
                        candidates: self
                            .legal
                            .of(offer)
                            .iter()
                            .map(|c| self.name_of(offer, *c, &[]))
                            .collect(),
                        texts: self.option_texts(offer, pick),
                    }),
                    _ => None,
                };
                let label = self.table.program.str(def.label).to_owned();
                Offered::Action {
                    action,
                    label,
                    kind: def.kind,
                    pick,
                }
            }
            Source::Prompt(at) => self.shown_prompt(at, offer),
        }
    }

    pub(super) fn option_texts(&self, offer: &Offer, pick: &PickDef) -> Vec<String> {
        if pick.what != PickWhat::Option {
            return Vec::new();
        }
        self.with_reader(|reader| {
            let values = self
                .legal
                .of(offer)
                .iter()
                .filter_map(|c| reader.candidate_value(pick, *c));
            values
                .map(|v| wording::value(reader, Viewer::Seat(self.seat), v))
                .collect()
        })
    }

    pub(super) fn shown_prompt(&self, at: u16, offer: &Offer) -> Offered {
        let Some(question) = self.world.suspended.get(at as usize).and_then(|s| s.question()) else {
            return Offered::Pass;
        };
        self.with_reader(|reader| {
            let viewer = Viewer::Seat(self.seat);
            let label = match question.label {
                crate::value::Value::Nothing => String::new(),
                label => wording::value(reader, viewer, label),
            };
            match question.form {
                Form::Number { min, max } => Offered::Number { label, min, max },
                Form::Confirm => Offered::Confirm { label },
                Form::OneOf { list } | Form::Several { list, .. } => {
                    let items = reader.items(list).unwrap_or_default();
                    let items = items
                        .into_iter()
                        .map(|v| wording::value(reader, viewer, v))
                        .collect();
                    let (min, max) = match offer.space {
                        Space::Choose { min, max, .. } => (min, max),
                        Space::One | Space::Range { .. } => (1, 1),
                    };
                    Offered::Items {
                        label,
                        items,
                        min,
                        max,
                    }
                }
            }
        })
    }

    /// The actions of the seat's state that it cannot do now, and why.
    pub fn unavailable(&self) -> Vec<Unavailable> {
        let offers = self.offer_slice();
        if offers.iter().any(|o| matches!(o.source, Source::Prompt(_))) {
            return Vec::new();
        }
        let state = self.table.program.state(self.world.scene.state);
        let missing = state
            .actions
            .iter()
            .filter(|a| !offers.iter().any(|o| o.source == Source::Act(**a)))
            .filter(|a| !state.off_turn || self.with_reader(|reader| reader.may_do(self.seat, **a)));
        missing
            .map(|action| Unavailable {
                action: *action,
                label: self
                    .table
                    .program
                    .str(self.table.program.action(*action).label)
                    .to_owned(),
                reason: self.reason(*action),
            })
            .collect()
    }
}
