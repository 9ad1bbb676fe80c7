//! What a function asks: one seat, or several.

use super::WriteHost;
use crate::hosts::calls::Callable;
use crate::hosts::pending::Pending;
use crate::ids::{Seat, SeatSet};
use crate::play::{members, waiting};
use crate::script::{Crossed, ErrorKind, ScriptError};
use crate::value::Value;

impl WriteHost<'_, '_> {
    pub(super) fn no_question_in_sealed(&self) -> Crossed<()> {
        if self.engine.pending_transition.is_some() || !self.recorder.records {
            return Err(ScriptError::new(
                ErrorKind::OnlyReads,
                "nothing can be asked here: the choice is sealed, or the script said that it asks nothing",
            )
            .into());
        }
        Ok(())
    }

    pub(super) fn ask_one(
        &mut self,
        seat: Seat,
        prompt: Callable<'_>,
        args: &[Value],
        key: u32,
    ) -> Crossed<Value> {
        let question = waiting::question_of(self.engine, prompt.function, args, SeatSet::one(seat));
        let question = self.crossed(question)?;
        if self.engine.table.seating.automatic.contains(seat) {
            let answer = members::automatic_answer(self.engine, seat, &question);
            return self.crossed(answer);
        }
        self.no_question_in_sealed()?;
        self.recorder.journal.waits_in = key;
        Err(self.end(Pending::Ask(seat, question)))
    }

    pub(super) fn ask_all(
        &mut self,
        seats: SeatSet,
        prompt: Callable<'_>,
        args: &[Value],
        key: u32,
    ) -> Crossed<Value> {
        let question = waiting::question_of(self.engine, prompt.function, args, seats);
        let question = self.crossed(question)?;
        let waiting = seats.minus(self.engine.world.dismissed);
        let mut given = Vec::new();
        for seat in waiting.and(self.engine.table.seating.automatic) {
            let answer = members::automatic_answer(self.engine, seat, &question);
            given.push((seat, self.crossed(answer)?));
        }
        let waiting = waiting.minus(self.engine.table.seating.automatic);
        if waiting.is_empty() {
            let answers = given.into_iter().map(|(_, answer)| answer);
            let list = self.engine.reader().list(answers);
            return self.crossed(list);
        }
        self.no_question_in_sealed()?;
        self.recorder.journal.waits_in = key;
        Err(self.end(Pending::AskAll(waiting, question, given)))
    }
}
