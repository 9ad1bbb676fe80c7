//! A running state and the actions that wait in it.

use super::journal::Journal;
use crate::fault::Run;
use crate::ids::{ActionId, Seat, SeatSet, StateId};
use crate::program::Program;
use crate::value::Value;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// A running instance of a state. Its data lies in the World's values while
/// its scene is in play.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Layer {
    pub(crate) scene: u16,
    pub state: StateId,
    pub(crate) members: SeatSet,
    /// Seats that are in the scene and take no part in its state.
    pub(crate) resting: SeatSet,
    /// Members that have acted or ended their turn (concurrent).
    pub(crate) acted: SeatSet,
    /// Members whose turn ends with the action they are in.
    pub ending: SeatSet,
    /// Members that have ended a turn in this state.
    #[serde(default)]
    pub(crate) ended: SeatSet,
    /// Members that passed until the state ends.
    pub(crate) passed: SeatSet,
    /// Members that have ended a turn since the round began, where rounds are counted.
    #[serde(default)]
    pub(crate) this_round: SeatSet,
    /// Members that passed until play returns to the first seat.
    pub(crate) passed_cycle: SeatSet,
    /// Who acts (round robin, grandstand).
    pub turn: Option<Seat>,
    /// The seat that a round begins with.
    pub(crate) first: Option<Seat>,
    /// The seat whose action led into this state.
    pub(crate) led_by: Option<Seat>,
    /// Who is next, when that was set.
    pub(crate) next: Option<Seat>,
    /// How many seats to leave out when the turn passes.
    pub(crate) skips: u8,
    /// Whether the same seat has one more turn.
    pub(crate) extra_turn: bool,
    /// Turns begun in this state.
    pub(crate) turns: u32,
    /// Each seat's vote: 0 for none, 255 for an abstention, else its place + 1.
    pub(crate) votes: [u8; 32],
}

/// A vote that was not cast in time.
pub(crate) const ABSTAINED: u8 = u8::MAX;

impl Layer {
    pub(crate) fn empty(members: SeatSet) -> Layer {
        Layer {
            scene: 0,
            state: StateId(0),
            members,
            resting: SeatSet::EMPTY,
            acted: SeatSet::EMPTY,
            ending: SeatSet::EMPTY,
            ended: SeatSet::EMPTY,
            passed: SeatSet::EMPTY,
            passed_cycle: SeatSet::EMPTY,
            this_round: SeatSet::EMPTY,
            turn: None,
            first: None,
            led_by: None,
            next: None,
            skips: 0,
            extra_turn: false,
            turns: 0,
            votes: [0; 32],
        }
    }

    /// All seats of the scene, those that rest too.
    pub(crate) fn all(&self) -> SeatSet {
        self.members.or(self.resting)
    }

    /// Members that take no part in turns just now.
    pub(crate) fn out(&self) -> SeatSet {
        self.passed.or(self.passed_cycle)
    }
}

/// Why a piece of code runs, and so what follows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Cause {
    Act(ActionId),
    /// An automatic action; the next one to look at, and what set them off.
    Auto {
        next: u16,
        on: Trigger,
    },
    /// Other code called it, or what happened did: a reaction or an ability. The number is that of the call.
    Call(u16),
}

/// What sets automatic actions off.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Trigger {
    Entry,
    Turn,
    Action,
    Round,
    Step,
}

/// A question to one or more seats.
///
/// ```
/// use cardable_core::primitives::{Primitive, Question};
/// use cardable_core::value::{Type, Value};
/// let bid = Primitive::ask("own_bid", "Asks for a bid.", [], Type::NUMBER, |_, _| {
///     Ok(Question::number(0, 10).with_default(Value::Int(0)))
/// });
/// # let _ = bid;
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Question {
    pub form: Form,
    /// What a seat that runs out of time answers.
    pub(crate) default: Value,
    pub(crate) label: Value,
}

impl Question {
    /// A question for a whole number, bounds included.
    pub fn number(min: i64, max: i64) -> Question {
        Question::new(Form::Number { min, max })
    }

    /// A question to be answered with yes or no.
    pub fn confirm() -> Question {
        Question::new(Form::Confirm)
    }

    /// A question for one entry of a list.
    pub fn one_of(list: Value) -> Question {
        Question::new(Form::one_of(list))
    }

    /// A question for several entries of a list.
    pub fn several(list: Value, min: u16, max: u16) -> Question {
        Question::new(Form::Several {
            list,
            min,
            max,
            ordered: false,
            rule: None,
        })
    }

    fn new(form: Form) -> Question {
        Question {
            form,
            default: Value::Nothing,
            label: Value::Nothing,
        }
    }

    /// Shows every value it holds.
    pub(crate) fn each_value(&self, mut see: impl FnMut(Value) -> Run<()>) -> Run<()> {
        match self.form {
            Form::OneOf { list, labels, among } => {
                see(list)?;
                see(labels)?;
                see(among)?;
            }
            Form::Several { list, .. } => see(list)?,
            Form::Number { .. } | Form::Confirm => {}
        }
        if let Some(rule) = self.form.rule() {
            see(rule.given)?;
        }
        see(self.default)?;
        see(self.label)
    }

    /// What a seat that runs out of time answers; without, an answer is drawn.
    #[must_use]
    pub fn with_default(mut self, answer: Value) -> Question {
        self.default = answer;
        self
    }

    /// What the seat reads: a text.
    #[must_use]
    pub fn with_label(mut self, text: Value) -> Question {
        self.label = text;
        self
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub enum Form {
    /// A whole number, bounds included.
    Number {
        min: i64,
        max: i64,
    },
    /// One entry of a list.
    OneOf {
        list: Value,
        /// What the seat reads of each entry, where that is not its own text.
        #[serde(default, skip_serializing_if = "is_nothing")]
        labels: Value,
        /// What a number is split among, where each entry is a list of the parts.
        #[serde(default, skip_serializing_if = "is_nothing")]
        among: Value,
    },
    /// Several entries of a list.
    Several {
        list: Value,
        min: u16,
        max: u16,
        /// Whether their order counts.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        ordered: bool,
        /// Which of them go together.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<AnswerRule>,
    },
    Confirm,
}

fn is_nothing(value: &Value) -> bool {
    *value == Value::Nothing
}

impl Form {
    pub(crate) fn one_of(list: Value) -> Form {
        Form::OneOf {
            list,
            labels: Value::Nothing,
            among: Value::Nothing,
        }
    }

    /// What must hold of all that is picked.
    pub(crate) fn rule(&self) -> Option<&AnswerRule> {
        match self {
            Form::Several { rule, .. } => rule.as_ref(),
            Form::Number { .. } | Form::OneOf { .. } | Form::Confirm => None,
        }
    }
}

/// What must hold of all that is picked for an answer.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct AnswerRule {
    /// Its number among those of the program.
    pub(crate) number: u16,
    /// What it was given when the question was asked, as a list.
    pub(crate) given: Value,
}

/// What a suspended action waits for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) enum Awaits {
    Answer {
        seat: Seat,
        question: Question,
    },
    /// Answers of several seats, kept until all are in.
    Answers {
        waiting: SeatSet,
        question: Question,
        given: Vec<(Seat, Value)>,
    },
    /// The end of a pushed state.
    Pop,
    /// The end of a call of that number.
    Call(u16),
}

/// An action that waits: where it stands, its registers, and what it waits for.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Suspended {
    pub(crate) scene: u16,
    /// How deep under pushed states it lies: 0 belongs to the lowest one.
    pub(crate) depth: u16,
    pub(crate) pc: u32,
    pub(crate) player: Option<Seat>,
    /// Whose action it is, however the player is bound within it.
    pub(crate) actor: Option<Seat>,
    pub(crate) cause: Cause,
    /// The register that takes the answer.
    pub(crate) into: u8,
    pub(crate) awaits: Awaits,
    pub(crate) registers: SmallVec<[Value; 12]>,
    /// What the function of a script did that waits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) journal: Option<Box<Journal>>,
}

impl Suspended {
    /// Shows every value it holds.
    pub(crate) fn each_value(&mut self, mut see: impl FnMut(&mut Value)) {
        self.registers.iter_mut().for_each(&mut see);
        if let Some(journal) = &mut self.journal {
            journal.each_value(&mut see);
        }
        let question = match &mut self.awaits {
            Awaits::Answer { question, .. } => question,
            Awaits::Answers { question, given, .. } => {
                given.iter_mut().for_each(|(_, value)| see(value));
                question
            }
            Awaits::Pop | Awaits::Call(_) => return,
        };
        see(&mut question.default);
        see(&mut question.label);
        match &mut question.form {
            Form::OneOf { list, labels, among } => {
                see(list);
                see(labels);
                see(among);
            }
            Form::Several { list, rule, .. } => {
                see(list);
                rule.iter_mut().for_each(|rule| see(&mut rule.given));
            }
            Form::Number { .. } | Form::Confirm => {}
        }
    }

    /// Whether something of it is alive that not everybody can know.
    pub(crate) fn is_secret(&self, program: &Program) -> bool {
        let kept = matches!(&self.awaits, Awaits::Answers { given, .. } if !given.is_empty());
        let at = self.waits_at().and_then(|pc| program.code.suspensions.at(pc));
        kept || at.is_none_or(|at| at.secret)
    }

    /// The instruction at which it waits.
    pub(crate) fn waits_at(&self) -> Option<u32> {
        match self.journal {
            // A script is called again.
            Some(_) => Some(self.pc),
            None => self.pc.checked_sub(1),
        }
    }

    /// The question, when it waits for one.
    pub fn question(&self) -> Option<&Question> {
        match &self.awaits {
            Awaits::Answer { question, .. } | Awaits::Answers { question, .. } => Some(question),
            Awaits::Pop | Awaits::Call(_) => None,
        }
    }

    pub fn waiting(&self) -> SeatSet {
        match &self.awaits {
            Awaits::Answer { seat, .. } => SeatSet::one(*seat),
            Awaits::Answers { waiting, .. } => *waiting,
            Awaits::Pop | Awaits::Call(_) => SeatSet::EMPTY,
        }
    }
}
