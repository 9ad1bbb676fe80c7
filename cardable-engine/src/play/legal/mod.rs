//! What every seat may do now.

mod gather;
mod offers;

use self::offers::{offer_prompt, offer_scene};
use super::legal_set::LegalSet;
use crate::fault::Run;
use crate::vm::engine::Engine;
pub(crate) use offers::can_be_answered;

impl Engine<'_> {
    /// Lists what every seat may do, in every scene.
    #[inline(always)]
    pub(crate) fn list_legal(&mut self, legal: &mut LegalSet) -> Run<()> {
        legal.clear();
        if self.world.suspended.is_empty() && self.world.extras.is_none() {
            return offer_scene(&self.reader(), legal);
        }
        self.list_everywhere(legal)
    }

    /// The same where questions are open or scenes run beside each other.
    fn list_everywhere(&mut self, legal: &mut LegalSet) -> Run<()> {
        for at in 0..self.world.suspended.len() {
            let waiting = self.world.suspended[at].waiting();
            for seat in waiting {
                let newest = self
                    .world
                    .suspended
                    .iter()
                    .rposition(|s| s.waiting().contains(seat));
                if newest == Some(at) {
                    offer_prompt(&self.reader(), seat, at, legal)?;
                }
            }
        }
        if self.world.extras.as_ref().is_none_or(|r| r.scenes.is_empty()) {
            return offer_scene(&self.reader(), legal);
        }
        let scenes = self.scenes();
        for scene in &scenes {
            self.focus(*scene);
            offer_scene(&self.reader(), legal)?;
        }
        self.focus(scenes[0]);
        Ok(())
    }
}
