//! How a choice is being made, and the name that it is written down by.

use crate::choice::Choice;
use crate::decision::DecisionRef;
use crate::ids::Seat;
use crate::play::legal;
use crate::play::legal_set::{Chosen, LegalSet};
use crate::vm::engine::{Engine, LinkedTable};
use crate::world::chance::{Chance, Recorded};
use crate::world::whole::{How, World};

/// How a choice is being made: only few are written down.
pub(crate) enum Making<'c> {
    /// By its name.
    Choice(&'c Choice),
    /// By its number.
    Nth(u64),
    /// As it was drawn from what is offered.
    Drawn(&'c Chosen),
    /// By its name, with chance that a program decides.
    Decided(&'c Choice, Recorded<'c>),
    /// Time was up.
    Timeout,
}

impl Making<'_> {
    /// Who decides what would be random, where a program does.
    pub(crate) fn chance(&mut self) -> Option<&mut dyn Chance> {
        match self {
            Making::Decided(_, recorded) => Some(recorded),
            Making::Choice(_) | Making::Nth(_) | Making::Drawn(_) | Making::Timeout => None,
        }
    }

    /// What is written down of it, by the same name however it was made: saves tell no difference.
    pub(super) fn how(self, table: &LinkedTable, before: &World, seat: Seat) -> Option<How> {
        let named = |name: &dyn Fn(DecisionRef<'_>) -> Option<Choice>| {
            let (mut world, mut legal) = (before.clone(), LegalSet::default());
            legal::list_legal(&mut Engine::new(table, &mut world, None), &mut legal).ok()?;
            name(DecisionRef {
                table,
                world: &world,
                legal: &legal,
                seat,
                language: table.program.metadata.language,
            })
        };
        match self {
            Making::Choice(choice) => Some(How::Choice(choice.clone())),
            Making::Nth(n) => named(&|decision| decision.nth(n)).map(How::Choice),
            Making::Drawn(chosen) => named(&|decision| Some(decision.choice_of(chosen))).map(How::Choice),
            Making::Decided(choice, recorded) => {
                let choice = choice.clone();
                recorded.numbers().map(|numbers| match numbers.is_empty() {
                    true => How::Choice(choice),
                    false => How::Decided { choice, numbers },
                })
            }
            Making::Timeout => Some(How::Timeout),
        }
    }
}
