//! How an action began that waits with a secret: the game before it, and what was chosen since.

use super::table::Table;
use super::whole::{Beginning, How, Made, World};
use crate::ids::Seat;
use crate::program::Program;
use std::sync::Arc;

impl World {
    /// Whether an action waits with something that not everybody can know.
    pub(crate) fn keeps_a_secret(&self, program: &Program) -> bool {
        self.suspended.iter().any(|frame| frame.is_secret(program))
    }

    /// Whether there is anything to note after a choice.
    #[inline]
    pub(crate) fn may_wait(&self) -> bool {
        !self.suspended.is_empty() || self.beginning().is_some()
    }

    /// How the actions began that wait with a secret.
    pub fn beginning(&self) -> Option<&Arc<Beginning>> {
        self.extras.as_ref()?.beginning.as_ref()
    }

    /// Forgets how the actions began that wait.
    pub(crate) fn forget_beginning(&mut self) {
        if let Some(extras) = &mut self.extras {
            extras.beginning = None;
        }
    }

    /// After a choice of a seat: notes it where an action waits with a secret.
    #[cold]
    pub(crate) fn note_choice(
        &mut self,
        table: &Table,
        before: &World,
        seat: Seat,
        how: impl FnOnce() -> Option<How>,
    ) {
        let program = &table.program;
        let beginning = self.extras.as_mut().and_then(|extras| extras.beginning.take());
        if !self.keeps_a_secret(program) {
            if beginning.is_some() {
                self.spare.beginning = beginning;
                // It is tidied already, but for what waited.
                let _ = self.tidy();
            }
            return;
        }
        let Some(how) = how() else {
            return;
        };
        let made = Made { seat, how };
        let beginning = match beginning {
            None if before.keeps_a_secret(program) => return,
            None => self.note_beginning(before, made),
            Some(mut beginning) => {
                if beginning.made.len() >= Beginning::LONGEST {
                    return;
                }
                Arc::make_mut(&mut beginning).made.push(made);
                beginning
            }
        };
        self.extras_mut().beginning = Some(beginning);
    }

    /// Begins with a choice, in the memory of an older beginning where there is one.
    fn note_beginning(&mut self, before: &World, made: Made) -> Arc<Beginning> {
        if let Some(mut old) = self.spare.beginning.take()
            && let Some(beginning) = Arc::get_mut(&mut old)
            && let Some(world) = Arc::get_mut(&mut beginning.before)
        {
            world.copy_from(before);
            beginning.made.clear();
            beginning.made.push(made);
            return old;
        }
        Arc::new(Beginning {
            before: Arc::new(before.clone()),
            made: vec![made],
        })
    }
}
