//! Which seats take part in a state, and seats that the game itself plays.

use crate::fault::Run;
use crate::ids::{SeatSet, StateId};
use crate::program::Players;
use crate::value::Value;
use crate::vm::engine::{Engine, Reader};
use crate::world::scene::{Form, Question};

impl Engine<'_> {
    /// Lets only those members of the scene in play take part that its state is
    /// for; the others rest until another state is entered.
    #[cold]
    pub(crate) fn choose_members(&mut self) -> Run<()> {
        let layer = self.world.scene;
        let all = layer.all();
        let part = self.part_of(layer.state, all)?;
        self.world.scene.members = part;
        self.world.scene.resting = all.minus(part);
        Ok(())
    }

    /// Those of some seats that take part in a state, which is the one in play.
    fn part_of(&self, state: StateId, all: SeatSet) -> Run<SeatSet> {
        let table = self.table;
        Ok(match table.program.state(state).players {
            None => all.minus(table.automatic),
            Some(Players::Roles(roles)) => all.and(table.with_roles(roles)),
            Some(Players::Named(code)) => {
                let reader = self.reader();
                all.and(reader.seat_set(reader.eval(code)?)?)
            }
            Some(Players::When(code)) => {
                let mut part = SeatSet::EMPTY;
                for seat in all {
                    let reader = Reader {
                        player: Some(seat),
                        ..self.reader()
                    };
                    if reader.holds(code)? {
                        part.insert(seat);
                    }
                }
                part
            }
        })
    }

    /// Seats that have just come to a scene: some of them may have to rest there.
    #[cold]
    pub(crate) fn sort_joined(&mut self, scene: u16, joined: SeatSet) -> Run<()> {
        let home = self.world.scene.scene;
        self.focus(scene);
        let part = self.part_of(self.world.scene.state, joined)?;
        let layer = &mut self.world.scene;
        layer.members = layer.members.minus(joined).or(part);
        layer.resting = layer.resting.minus(part).or(joined.minus(part));
        self.focus(home);
        Ok(())
    }

    /// What a seat that the game itself plays answers: what the question says
    /// for those who run out of time, else anything.
    #[cold]
    pub(crate) fn automatic_answer(&mut self, question: &Question) -> Run<Value> {
        if let Some(declared) = self.reader().declared_answer(question)? {
            return Ok(declared);
        }
        Ok(match question.form {
            Form::Number { min, max } => {
                let ways = max.saturating_sub(min).saturating_add(1);
                let drawn = self.below(u32::try_from(ways).unwrap_or(u32::MAX));
                Value::Int(min.saturating_add(i64::from(drawn)))
            }
            Form::Confirm => Value::Bool(self.below(2) == 1),
            Form::OneOf { list } => {
                let items = self.reader().items(list)?;
                let at = self.below(items.len() as u32) as usize;
                items.get(at).copied().unwrap_or_default()
            }
            Form::Several { list, min, .. } => {
                let mut items = self.reader().items(list)?;
                self.shuffle_items(&mut items);
                items.truncate(min.into());
                self.reader().list(items.iter().copied())?
            }
        })
    }
}

impl Reader<'_> {
    /// The answer that a question declares for those who run out of time, when
    /// it is one that may be given.
    pub(crate) fn declared_answer(&self, question: &Question) -> Run<Option<Value>> {
        let default = question.default;
        let fits = match (question.form, default) {
            (_, Value::Nothing) => false,
            (Form::Number { min, max }, Value::Int(n)) => n >= min && n <= max,
            (Form::OneOf { list }, one) => self.items(list)?.iter().any(|v| v.same(one)),
            (Form::Confirm, Value::Bool(_)) => true,
            (Form::Number { .. } | Form::Several { .. } | Form::Confirm, _) => false,
        };
        Ok(fits.then_some(default))
    }
}
