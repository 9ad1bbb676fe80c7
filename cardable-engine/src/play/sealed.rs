//! Sealed choices, which are kept until everybody has chosen.

use super::waiting::MAX_SUSPENDED;
use crate::event::Event;
use crate::fault::{FaultKind, Run};
use crate::ids::{ActionId, Seat};
use crate::value::Value;
use crate::vm::engine::Engine;
use crate::world::whole::{Answered, Sealed};
use smallvec::SmallVec;

/// Keeps the choice of a seat: what it has picked, or where its code goes on when that has asked all it asks.
pub(super) fn keep(
    engine: &mut Engine<'_>,
    seat: Seat,
    action: ActionId,
    picks: SmallVec<[Value; 8]>,
    answered: Option<Answered>,
) -> Run<()> {
    let scene = engine.world.scene.scene;
    let extras = engine.world.extras_mut();
    if extras.sealed.len() >= MAX_SUSPENDED {
        return Err(FaultKind::TooMany {
            what: "sealed choices",
            limit: MAX_SUSPENDED,
        }
        .into());
    }
    extras.sealed.push(Sealed {
        scene,
        seat,
        action,
        picks,
        answered,
    });
    engine.world.scene.acted.insert(seat);
    engine.world.scene.led_by = Some(seat);
    engine.emit(Event::Committed { seat });
    Ok(())
}
