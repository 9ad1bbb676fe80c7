//! Lists the legal choices of every seat.

mod gather;
pub mod offers;

use self::offers::{offer_prompt, offer_scene};
use super::legal_set::LegalSet;
use crate::fault::Run;
use crate::play::in_play;
use crate::vm::engine::Engine;
pub(crate) use gather::candidates_of;
pub(crate) use offers::can_be_answered;

/// Lists the legal choices of every seat, in every scene.
#[inline(always)]
pub(crate) fn list_legal(engine: &mut Engine<'_>, legal: &mut LegalSet) -> Run<()> {
    legal.clear();
    if engine.world.suspended.is_empty() && engine.world.extras.is_none() {
        return offer_scene(&engine.reader(), legal);
    }
    list_everywhere(engine, legal)
}

/// Like [`list_legal`], with open questions or several scenes.
fn list_everywhere(engine: &mut Engine<'_>, legal: &mut LegalSet) -> Run<()> {
    for at in 0..engine.world.suspended.len() {
        let waiting = engine.world.suspended[at].waiting();
        for seat in waiting {
            let newest = engine
                .world
                .suspended
                .iter()
                .rposition(|s| s.waiting().contains(seat));
            if newest == Some(at) {
                offer_prompt(&engine.reader(), seat, at, legal)?;
            }
        }
    }
    if engine.world.extras.as_ref().is_none_or(|r| r.scenes.is_empty()) {
        return offer_scene(&engine.reader(), legal);
    }
    let scenes = in_play::scenes(engine);
    for scene in &scenes {
        in_play::focus(engine, *scene);
        offer_scene(&engine.reader(), legal)?;
    }
    in_play::focus(engine, scenes[0]);
    Ok(())
}
