//! How an action began that waits with a secret: the game before it, and what was chosen since.

use super::table::Table;
use super::whole::{Beginning, How, Made, World};
use crate::ids::Seat;
use crate::program::Program;
use std::sync::Arc;

impl World {
    /// How the actions began that wait with a secret.
    pub fn beginning(&self) -> Option<&Arc<Beginning>> {
        self.extras.as_ref()?.beginning.as_ref()
    }
}

/// Whether an action waits with something that not everybody can know.
pub(crate) fn keeps_a_secret(world: &World, program: &Program) -> bool {
    world.suspended.iter().any(|frame| frame.is_secret(program))
}

/// Whether there is anything to note after a choice.
#[inline]
pub(crate) fn may_wait(world: &World) -> bool {
    !world.suspended.is_empty() || world.beginning().is_some()
}

/// Forgets how the actions began that wait.
pub(crate) fn forget_beginning(world: &mut World) {
    if let Some(extras) = &mut world.extras {
        extras.beginning = None;
    }
}

/// After a choice of a seat: notes it where an action waits with a secret.
#[cold]
pub(crate) fn note_choice(
    world: &mut World,
    table: &Table,
    before: &World,
    seat: Seat,
    how: impl FnOnce() -> Option<How>,
) {
    let program = &table.program;
    let beginning = world.extras.as_mut().and_then(|extras| extras.beginning.take());
    if !keeps_a_secret(world, program) {
        if beginning.is_some() {
            world.aside.beginning = beginning;
            world.spare_empty_extras();
        }
        return;
    }
    let Some(how) = how() else {
        return;
    };
    let made = Made { seat, how };
    let beginning = match beginning {
        None if keeps_a_secret(before, program) => return,
        None => note_beginning(world, before, made),
        Some(mut beginning) => {
            if beginning.made.len() >= Beginning::LONGEST {
                return;
            }
            Arc::make_mut(&mut beginning).made.push(made);
            beginning
        }
    };
    world.extras_mut().beginning = Some(beginning);
}

/// Begins with a choice, in the memory of an older beginning where there is one.
fn note_beginning(world: &mut World, before: &World, made: Made) -> Arc<Beginning> {
    if let Some(mut old) = world.aside.beginning.take()
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
