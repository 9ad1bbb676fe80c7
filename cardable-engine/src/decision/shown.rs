//! What is offered, as it is shown, and what is not.

use super::*;
use crate::decision;
use crate::play::legal::offers;
use crate::play::valid;
use crate::program::ActionDef;
use crate::text::{unseen_name, with_back};
use crate::value::Items;

/// An offer of a decision, as it is shown.
///
/// ```
/// use cardable_core::{Game, Seed, Setup, decision::Offered};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
/// let decision = game.next_decision().ok_or("a new game asks somebody")?;
/// let Offered::Action { label, pick: None, .. } = &decision.offers()[0] else {
///     return Err("a button".into());
/// };
/// assert_eq!(label, "Take a stone");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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
        /// What the seat reads; a client has words of its own for `None`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        label: Option<String>,
        /// Smallest.
        min: i64,
        /// Largest.
        max: i64,
    },
    /// A question that wants a yes (1) or no (0).
    Confirm {
        /// What the seat reads; a client has words of its own for `None`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        label: Option<String>,
    },
    /// A question that wants entries of a list.
    Items {
        /// What the seat reads; a client has words of its own for `None`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        label: Option<String>,
        /// The entries, as texts.
        items: Vec<String>,
        /// Fewest.
        min: u16,
        /// Most.
        max: u16,
        /// Whether not every number of entries that fits is allowed: ask
        /// [`DecisionRef::extend`] step by step.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        ruled: bool,
        /// Whether the order of the entries counts: the first one that is named comes first.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        ordered: bool,
    },
    /// Nothing to do: just pass.
    Pass,
}

/// What an action lets the seat pick.
///
/// ```
/// use cardable_core::{decision::PickOffered, info::PickWhat};
/// /// What a player reads above the candidates.
/// fn asks(pick: &PickOffered) -> String {
///     let what = if pick.what == PickWhat::Card { "cards" } else { "of these" };
///     format!("pick {} to {} {what}", pick.min, pick.max)
/// }
/// let pick = serde_json::from_str(r#"{"what":"card","min":1,"max":3,"candidates":[]}"#)?;
/// assert_eq!(asks(&pick), "pick 1 to 3 cards");
/// # Ok::<(), serde_json::Error>(())
/// ```
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
    /// [`DecisionRef::extend`] step by step.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ruled: bool,
    /// Whether the order of the picks counts.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ordered: bool,
    /// The candidates.
    pub candidates: Vec<Pick>,
    /// What each candidate is called. A host leaves it out where a client knows the names, but for entries of
    /// lists.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<String>,
}

/// An action that is not offered, and why.
///
/// ```
/// use cardable_core::{Game, Seed, Setup};
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
/// let decision = game.next_decision().ok_or("a new game asks somebody")?;
/// for unavailable in decision.unavailable() {
///     println!("[{}] {}", unavailable.label, unavailable.reason);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
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

/// What each thing gets of a number that is split: `Wolf: 2, Bear: 1`.
fn parts_text(reader: &Reader<'_>, viewer: Viewer, among: &[Value], parts: Value) -> String {
    let parts = reader.items(parts).unwrap_or_default();
    let each = among.iter().zip(&parts).map(|(thing, part)| {
        let (thing, part) = (
            wording::value(reader, viewer, *thing),
            wording::value(reader, viewer, *part),
        );
        format!("{thing}: {part}")
    });
    each.collect::<Vec<_>>().join(", ")
}

impl<'g> DecisionRef<'g> {
    pub(super) fn reason(&self, action: ActionId) -> String {
        self.with_reader(|reader| {
            crate::play::obstacles::unmet(reader, self.seat, self.table.program.action(action))
        })
    }

    /// Everything that is offered, as it is shown.
    pub fn offers(&self) -> Vec<Offered> {
        self.offer_slice().iter().map(|offer| self.shown(offer)).collect()
    }

    /// All choices that have a number, in its order, each with what players read of it. They are made one by
    /// one, as they are asked for: of a pick with thousands of ways take as many as you show.
    ///
    /// ```
    /// # use cardable_core::{Game, Seed, Setup};
    /// # let ruleset = cardable_core::testing::tiny_ruleset();
    /// let game = Game::new(&ruleset, &Setup::seats(2), Seed::from(7))?;
    /// let decision = game.next_decision().expect("somebody decides");
    /// let first = decision.labelled().next().expect("a decision has a choice");
    /// assert_eq!(Some(first.choice), decision.nth(0));
    /// assert_eq!(first.text, "Take a stone");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn labelled(&self) -> impl Iterator<Item = Labelled> + use<'g> {
        let decision = *self;
        decision.offer_slice().iter().flat_map(move |offer| {
            let shown = decision.shown(offer);
            decision::choices_of(&decision, offer).map(move |choice| Labelled {
                text: shown
                    .choice_text_in(decision.language, &choice)
                    .unwrap_or_default(),
                choice,
            })
        })
    }

    /// What players read of a choice, such as `Play: Eight of Hearts`. `None` where it takes something that is
    /// not offered.
    pub fn choice_text(&self, choice: &Choice) -> Option<String> {
        let mut offers = self.offer_slice().iter();
        offers.find_map(|offer| self.shown(offer).choice_text_in(self.language, choice))
    }

    pub(super) fn shown(&self, offer: &Offer) -> Offered {
        match offer.source {
            Source::Pass => Offered::Pass,
            Source::Act(action) => {
                let def = self.table.program.action(action);
                let pick = match (offer.space, &def.pick) {
                    (
                        Space::Choose {
                            min,
                            max,
                            ruled,
                            ordered,
                            ..
                        },
                        Some(pick),
                    ) => {
                        let all = self.candidates(offer);
                        let candidates: Vec<Pick> =
                            all.iter().map(|c| self.name_of(offer, *c, &[])).collect();
                        Some(PickOffered {
                            what: pick.what,
                            min,
                            max,
                            ruled,
                            ordered: ordered && max > 1,
                            texts: self.candidate_texts(offer, pick, &candidates),
                            candidates,
                        })
                    }
                    _ => None,
                };
                let label = self.label_of(def);
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

    /// What an action's button says, with values as the seat sees them.
    pub(crate) fn label_of(&self, def: &ActionDef) -> String {
        match &def.title {
            Some(title) => self.with_reader(|reader| wording::render(reader, title)),
            None => self.table.program.shown(self.language, def.label).to_owned(),
        }
    }

    /// What the candidates of an offer are called.
    fn candidate_texts(&self, offer: &Offer, pick: &PickDef, candidates: &[Pick]) -> Vec<String> {
        let zone_of = |pick: &Pick| match pick {
            Pick::Card { zone, .. } => Some(*zone),
            Pick::Zone(_) | Pick::Seat(_) | Pick::Deck(_) | Pick::Option(_) => None,
        };
        let zone = candidates.first().and_then(zone_of);
        let in_one_zone = candidates.iter().all(|candidate| zone_of(candidate) == zone);
        let viewer = Viewer::Seat(self.seat);
        self.with_reader(|reader| {
            let own = self.candidates(offer);
            let named = candidates.iter().zip(own.iter()).map(|(name, candidate)| {
                let Pick::Card { zone, index } = name else {
                    let value = valid::candidate_value(reader, pick, *candidate).unwrap_or_default();
                    return wording::value(reader, viewer, value);
                };
                let zone = wording::zone_name(reader, *zone);
                match valid::candidate_value(reader, pick, *candidate) {
                    Some(Value::Card(card)) if self.sees(card) => {
                        let card = wording::card_name(reader, card);
                        if in_one_zone {
                            card
                        } else {
                            format!("{card} ({zone})")
                        }
                    }
                    Some(value) => {
                        let number = (u32::from(*index) + 1).to_string();
                        let text = self.language.say(Sentence::CardAt, &[&number, &zone]);
                        match value {
                            Value::Card(card) if self.tells_place(card) => {
                                let back = backs::of(self.table, self.world, card);
                                with_back(text, self.language, &self.table.program, back)
                            }
                            _ => text,
                        }
                    }
                    None => {
                        let back = candidate.back().or(self.table.one_back);
                        let card = match back {
                            Some(back) => unseen_name(self.language, &self.table.program, back),
                            None => self.language.unseen_card().to_owned(),
                        };
                        format!("{card} ({zone})")
                    }
                }
            });
            named.collect()
        })
    }

    /// Whether the seat can tell where in its zone a card lies.
    fn tells_place(&self, card: CardId) -> bool {
        let zone = self.world.zone_of(self.table, card);
        self.world
            .places(self.table, zone)
            .contains(Viewer::Seat(self.seat))
    }

    /// Whether the seat sees a card's face.
    fn sees(&self, card: CardId) -> bool {
        let viewer = Viewer::Seat(self.seat);
        self.world.face_audience(self.table, card).contains(viewer)
    }

    pub(super) fn shown_prompt(&self, at: u16, offer: &Offer) -> Offered {
        let Some(question) = self.world.suspended.get(at as usize).and_then(|s| s.question()) else {
            return Offered::Pass;
        };
        self.with_reader(|reader| {
            let viewer = Viewer::Seat(self.seat);
            let label = match question.label {
                Value::Nothing => None,
                label => Some(wording::value(reader, viewer, label)).filter(|text| !text.is_empty()),
            };
            match question.form {
                Form::Number { min, max } => Offered::Number { label, min, max },
                Form::Confirm => Offered::Confirm { label },
                Form::OneOf { list, .. } | Form::Several { list, .. } => {
                    let items = reader.items(list).unwrap_or_default();
                    let labels = match question.form {
                        Form::OneOf { labels, .. } => reader.items(labels).unwrap_or_default(),
                        Form::Several { .. } | Form::Number { .. } | Form::Confirm => Items::default(),
                    };
                    let own = |at: usize| labels.get(at).filter(|label| **label != Value::Nothing);
                    let named = items.iter().enumerate();
                    let among = match question.form {
                        Form::OneOf { among, .. } => reader.items(among).unwrap_or_default(),
                        Form::Several { .. } | Form::Number { .. } | Form::Confirm => Items::default(),
                    };
                    let named = named.map(|(at, item)| match among.is_empty() {
                        true => wording::value(reader, viewer, *own(at).unwrap_or(item)),
                        false => parts_text(reader, viewer, &among, *item),
                    });
                    let items = named.collect();
                    let (min, max, ruled, ordered) = match offer.space {
                        Space::Choose {
                            min,
                            max,
                            ruled,
                            ordered,
                            ..
                        } => (min, max, ruled, ordered),
                        Space::One | Space::Range { .. } => (1, 1, false, false),
                    };
                    Offered::Items {
                        label,
                        items,
                        min,
                        max,
                        ruled,
                        ordered,
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
            .filter(|a| !state.off_turn || self.with_reader(|reader| offers::may_do(reader, self.seat, **a)));
        missing
            .map(|action| Unavailable {
                action: *action,
                label: self.label_of(self.table.program.action(*action)),
                reason: self.reason(*action),
            })
            .collect()
    }
}
