//! What a seat has to decide. What was told before is not told again: an offer that stands as it
//! did in the decision before is its number there, and labels are told once.

use super::{Pairs, Things, is_false};
use cardable_core::ids::ActionId;
use cardable_core::program::{ActionKind, PickWhat};
use cardable_core::{LegalInteraction, Offered, OptionValue, PickOffered, Touch, Unavailable};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// What a seat has to decide. Each list that is left out is as it was in the decision before: the
/// last one that this client was told since it was told the whole table. Before that one, the
/// lists are empty.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Decision {
    /// What it can do.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offers: Option<Vec<Again<Offer>>>,
    /// What it cannot do now, and why.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unavailable: Option<Vec<Again<Unmet>>>,
    /// What it can touch, at tables whose rules say what that means.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub touches: Option<Vec<Again<TouchOffer>>>,
}

/// An entry of a list.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Again<T> {
    /// As it stands at this place, from 0, of the same list in the decision before.
    Before(u16),
    /// As it is here.
    New(T),
}

/// Something that a seat can do. What an action's offer leaves out is as this client was told it
/// last for the same action, since it was told the whole table.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Offer {
    /// An action.
    Action {
        /// The action.
        action: ActionId,
        /// What its button says.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        label: Option<String>,
        /// What it asks the seat to do.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        kind: Option<ActionKind>,
        /// What is picked; left out where nothing is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pick: Option<PickOffer>,
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
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct PickOffer {
    /// What is picked.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub what: Option<PickWhat>,
    /// Fewest; 1 when left out.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub min: u16,
    /// Most; 1 when left out.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub max: u16,
    /// Whether not every number of candidates that fits is allowed: ask [`super::Call::Extend`]
    /// step by step.
    #[serde(default, skip_serializing_if = "is_false")]
    pub ruled: bool,
    /// The candidates. Cards that the seat cannot tell apart all go by the first place of theirs; of
    /// several, the next one is named by the place behind it.
    pub of: Things,
    /// Entries of a list as texts, where such are picked.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub texts: Vec<String>,
}

/// An action that is not offered, and why.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct Unmet {
    /// The action.
    pub action: ActionId,
    /// What its button says; left out, as told last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// Why.
    pub reason: String,
}

/// What a seat may touch or say to do an action.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
pub struct TouchOffer {
    /// The action.
    pub action: ActionId,
    /// What players call it; left out, as told last.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label: Option<String>,
    /// How it is done.
    pub touch: Touching,
}

/// How an action is done by touching things.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Touching {
    /// By a tap on one of the candidates of the action's offer, or on several together.
    Tap {},
    /// By a tap on one of these things, or on several together.
    TapOn {
        /// The things.
        things: Things,
        /// Fewest.
        min: u16,
        /// Most.
        max: u16,
    },
    /// By drawing the first thing of a pair to the second.
    Drag {
        /// The pairs.
        pairs: Pairs,
    },
    /// By a message.
    Message {
        /// Its name.
        name: String,
        /// Every way to fill in its data.
        data: Vec<BTreeMap<String, OptionValue>>,
    },
}

/// What a seat has to decide, with nothing left out. It does not go over the wire.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Asked {
    /// What it can do.
    pub offers: Vec<Offered>,
    /// What it cannot do now, and why.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unavailable: Vec<Unavailable>,
    /// What it can touch, at tables whose rules say what that means.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub touches: Vec<LegalInteraction>,
}

/// What was told of decisions since the whole table: the host leaves it out, and a client fills it
/// in again. A new table begins with a new memory.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Memory {
    last: Asked,
    actions: BTreeMap<ActionId, Known>,
}

/// What was told last of an action.
#[derive(Clone, PartialEq, Debug, Default)]
struct Known {
    label: Option<String>,
    kind: Option<ActionKind>,
    what: Option<PickWhat>,
}

fn one() -> u16 {
    1
}

fn is_one(n: &u16) -> bool {
    *n == 1
}

/// What is to be told, where that is not known.
fn tell<T: PartialEq + Clone>(known: &mut Option<T>, now: &T) -> Option<T> {
    if known.as_ref() == Some(now) {
        return None;
    }
    *known = Some(now.clone());
    known.clone()
}

/// What is meant by what was told.
fn hear<T: Clone>(known: &mut Option<T>, told: Option<T>) -> Option<T> {
    if told.is_some() {
        *known = told;
    }
    known.clone()
}

/// Shortens a list: nothing where it is as before.
fn shorten<T: PartialEq, U>(
    before: &[T],
    now: &[T],
    mut short: impl FnMut(&T) -> U,
) -> Option<Vec<Again<U>>> {
    if before == now {
        return None;
    }
    let again = |one: &T| before.iter().position(|old| old == one);
    let each = now.iter().map(|one| match again(one) {
        Some(at) => Again::Before(at as u16),
        None => Again::New(short(one)),
    });
    Some(each.collect())
}

/// Fills a list in again.
fn fill<T: Clone, U>(before: &[T], told: Option<Vec<Again<U>>>, mut full: impl FnMut(U) -> T) -> Vec<T> {
    let Some(told) = told else {
        return before.to_vec();
    };
    let each = told.into_iter().filter_map(|one| match one {
        Again::Before(at) => before.get(usize::from(at)).cloned(),
        Again::New(one) => Some(full(one)),
    });
    each.collect()
}

/// What is picked for an action that is offered.
fn pick_of(offers: &[Offered], of: ActionId) -> Option<&PickOffered> {
    offers.iter().find_map(|offer| match offer {
        Offered::Action { action, pick, .. } if *action == of => pick.as_ref(),
        _ => None,
    })
}

impl Memory {
    /// A decision as it is told, and takes note of it.
    pub fn shorten(&mut self, now: Asked) -> Decision {
        let Memory { last, actions } = self;
        let offers = shorten(&last.offers, &now.offers, |offer| short_offer(actions, offer));
        let unavailable = shorten(&last.unavailable, &now.unavailable, |unmet| Unmet {
            action: unmet.action,
            label: tell(&mut actions.entry(unmet.action).or_default().label, &unmet.label),
            reason: unmet.reason.clone(),
        });
        let touches = shorten(&last.touches, &now.touches, |touch| TouchOffer {
            action: touch.action,
            label: tell(&mut actions.entry(touch.action).or_default().label, &touch.label),
            touch: short_touch(&touch.touch, pick_of(&now.offers, touch.action)),
        });
        *last = now;
        Decision {
            offers,
            unavailable,
            touches,
        }
    }

    /// A decision with nothing left out, from how it was told.
    pub fn fill_in(&mut self, told: Decision) -> &Asked {
        let Memory { last, actions } = self;
        let offers = fill(&last.offers, told.offers, |offer| full_offer(actions, offer));
        let unavailable = fill(&last.unavailable, told.unavailable, |unmet| Unavailable {
            action: unmet.action,
            label: hear(&mut actions.entry(unmet.action).or_default().label, unmet.label).unwrap_or_default(),
            reason: unmet.reason,
        });
        let touches = fill(&last.touches, told.touches, |touch| LegalInteraction {
            action: touch.action,
            label: hear(&mut actions.entry(touch.action).or_default().label, touch.label).unwrap_or_default(),
            touch: full_touch(touch.touch, pick_of(&offers, touch.action)),
        });
        *last = Asked {
            offers,
            unavailable,
            touches,
        };
        last
    }
}

fn short_offer(actions: &mut BTreeMap<ActionId, Known>, offer: &Offered) -> Offer {
    match offer {
        Offered::Action {
            action,
            label,
            kind,
            pick,
        } => {
            let known = actions.entry(*action).or_default();
            Offer::Action {
                action: *action,
                label: tell(&mut known.label, label),
                kind: tell(&mut known.kind, kind),
                pick: pick.as_ref().map(|pick| PickOffer {
                    what: tell(&mut known.what, &pick.what),
                    min: pick.min,
                    max: pick.max,
                    ruled: pick.ruled,
                    of: Things(pick.candidates.clone()),
                    texts: pick.texts.clone(),
                }),
            }
        }
        Offered::Number { label, min, max } => Offer::Number {
            label: label.clone(),
            min: *min,
            max: *max,
        },
        Offered::Confirm { label } => Offer::Confirm { label: label.clone() },
        Offered::Items {
            label,
            items,
            min,
            max,
        } => Offer::Items {
            label: label.clone(),
            items: items.clone(),
            min: *min,
            max: *max,
        },
        Offered::Pass => Offer::Pass,
    }
}

fn full_offer(actions: &mut BTreeMap<ActionId, Known>, offer: Offer) -> Offered {
    match offer {
        Offer::Action {
            action,
            label,
            kind,
            pick,
        } => {
            let known = actions.entry(action).or_default();
            Offered::Action {
                action,
                label: hear(&mut known.label, label).unwrap_or_default(),
                kind: hear(&mut known.kind, kind).unwrap_or(ActionKind::Button),
                pick: pick.map(|pick| PickOffered {
                    what: hear(&mut known.what, pick.what).unwrap_or(PickWhat::Card),
                    min: pick.min,
                    max: pick.max,
                    ruled: pick.ruled,
                    candidates: pick.of.0,
                    texts: pick.texts,
                }),
            }
        }
        Offer::Number { label, min, max } => Offered::Number { label, min, max },
        Offer::Confirm { label } => Offered::Confirm { label },
        Offer::Items {
            label,
            items,
            min,
            max,
        } => Offered::Items {
            label,
            items,
            min,
            max,
        },
        Offer::Pass => Offered::Pass,
    }
}

fn short_touch(touch: &Touch, pick: Option<&PickOffered>) -> Touching {
    match touch {
        Touch::Tap { things, min, max } => {
            let as_offered = pick.is_some_and(|p| p.candidates == *things && (p.min, p.max) == (*min, *max));
            if as_offered {
                return Touching::Tap {};
            }
            Touching::TapOn {
                things: Things(things.clone()),
                min: *min,
                max: *max,
            }
        }
        Touch::Drag { pairs } => Touching::Drag {
            pairs: Pairs(pairs.clone()),
        },
        Touch::Message { name, data } => Touching::Message {
            name: name.clone(),
            data: data.clone(),
        },
    }
}

fn full_touch(touch: Touching, pick: Option<&PickOffered>) -> Touch {
    match touch {
        Touching::Tap {} => Touch::Tap {
            things: pick.map(|pick| pick.candidates.clone()).unwrap_or_default(),
            min: pick.map_or(1, |pick| pick.min),
            max: pick.map_or(1, |pick| pick.max),
        },
        Touching::TapOn { things, min, max } => Touch::Tap {
            things: things.0,
            min,
            max,
        },
        Touching::Drag { pairs } => Touch::Drag { pairs: pairs.0 },
        Touching::Message { name, data } => Touch::Message { name, data },
    }
}
