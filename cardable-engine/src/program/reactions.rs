//! What rules and cards do by themselves when something happens, and what cards can do.

use super::cards::TypeSet;
use super::op::Code;
use super::zone::ZoneName;
use crate::ids::{CardTypeId, StateId, StrId};
use serde::{Deserialize, Serialize};

/// A beginning or an end.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Edge {
    Begins,
    Ends,
}

/// An item of data, whosever it is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Watched {
    Global(u16),
    Seat(u16),
    Card(u16),
    /// Of the running state, where that has an item of this name.
    State(StrId),
}

/// What a reaction waits for. Lists of zones that are empty mean any zone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Occasion {
    /// A card goes from one zone to another.
    Moved {
        from: Vec<ZoneName>,
        to: Vec<ZoneName>,
    },
    /// A card is turned face up where it lies.
    TurnedUp {
        within: Vec<ZoneName>,
    },
    /// An item of data gets another value.
    Changed(Watched),
    Turn(Edge),
    Round(Edge),
    /// The rules say that something of this name has happened.
    Emitted(StrId),
}

/// Whose doing a card reacts to.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum About {
    /// The card itself, and what is about no card.
    This,
    /// Other cards, and what is about no card.
    Others,
    /// Any card, and what is about no card.
    Any,
}

/// The cards that a reaction belongs to.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Carried {
    pub by: TypeSet,
    pub about: About,
    /// Where the card must lie; anywhere where this is empty.
    pub within: Vec<ZoneName>,
}

/// Steps that are done when something happens.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct ReactionDef {
    pub name: StrId,
    /// What the owner of its card reads where he chooses what comes next; without it the card itself.
    pub label: Option<StrId>,
    pub occasion: Occasion,
    /// The state whose rule it is; None is a rule of the whole game.
    pub state: Option<StateId>,
    /// The cards whose rule it is.
    pub carried: Option<Carried>,
    pub condition: Option<Code>,
    pub body: Code,
}

impl ReactionDef {
    /// The registers in which its code and its condition find what has happened.
    pub const CARRIER: u8 = 0;
    pub const CARD: u8 = 1;
    pub const FROM: u8 = 2;
    pub const TO: u8 = 3;
    pub const SEAT: u8 = 4;
    pub const OLD: u8 = 5;
    pub const NEW: u8 = 6;
    /// How many there are.
    pub const GIVEN: usize = 7;
}

/// What cards of some types do when they are asked to by this name. Its code finds the card in the first register.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct AbilityDef {
    pub name: StrId,
    /// The code of each type that has it, by the types' numbers.
    pub codes: Vec<(CardTypeId, Code)>,
}

impl AbilityDef {
    /// What a card of a type does.
    pub fn code(&self, ty: CardTypeId) -> Option<Code> {
        let at = self.codes.binary_search_by_key(&ty, |(of, _)| *of);
        at.ok().and_then(|at| self.codes.get(at)).map(|(_, code)| *code)
    }
}

/// What any reaction waits for, so that what nothing waits for costs nothing.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Heard {
    pub moves: bool,
    pub turned: bool,
    /// Data of any of the next three kinds.
    pub data: bool,
    pub globals: bool,
    pub of_seats: bool,
    pub of_states: bool,
    pub of_cards: bool,
    pub turns: bool,
    pub rounds: bool,
    /// Whether code can wait for other code: there are reactions or abilities.
    pub any: bool,
}

impl Heard {
    fn note(&mut self, watched: Watched) {
        match watched {
            Watched::Global(_) => self.globals = true,
            Watched::Seat(_) => self.of_seats = true,
            Watched::State(_) => self.of_states = true,
            Watched::Card(_) => self.of_cards = true,
        }
        self.data = self.globals || self.of_seats || self.of_states;
    }
}

/// All reactions and abilities of a ruleset.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Reactions {
    /// Those of the rules and states first, as declared, then those of cards.
    pub all: Vec<ReactionDef>,
    pub abilities: Vec<AbilityDef>,
    /// Asks the owner of several cards whose reactions wait at the same time which comes next. It finds the entries in the
    /// first register. Without it the older comes first.
    pub choose_next: Option<Code>,
    #[serde(skip)]
    pub heard: Heard,
}

impl Reactions {
    /// Whether a piece of code is that of a reaction or an ability.
    pub(super) fn has_code(&self, code: Code) -> bool {
        let choice = self.choose_next.iter().any(|choice| choice.start == code.start);
        let abilities = self.abilities.iter().flat_map(|ability| &ability.codes);
        let mut bodies = self.all.iter().map(|reaction| reaction.body);
        choice
            || bodies.any(|body| body.start == code.start)
            || abilities.into_iter().any(|(_, body)| body.start == code.start)
    }

    /// What any of them waits for.
    pub(super) fn heard(&self) -> Heard {
        let mut heard = Heard {
            any: !self.all.is_empty() || !self.abilities.is_empty(),
            ..Heard::default()
        };
        for reaction in &self.all {
            match reaction.occasion {
                Occasion::Moved { .. } => heard.moves = true,
                Occasion::TurnedUp { .. } => heard.turned = true,
                Occasion::Changed(watched) => heard.note(watched),
                Occasion::Turn(_) => heard.turns = true,
                Occasion::Round(_) => heard.rounds = true,
                Occasion::Emitted(_) => {}
            }
        }
        heard
    }
}
