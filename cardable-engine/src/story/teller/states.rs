//! States that begin, and their data.

use super::Teller;
use super::data::described;
use crate::ids::StateId;
use crate::program::{Shown, StateType};
use crate::shown_data;
use crate::shown_data::words;
use crate::story::{LineKind, Part};
use crate::view::{Datum, SceneSeen};

impl Teller<'_, '_> {
    pub(super) fn entered(&mut self, state: StateId) {
        self.lines.close();
        // What happens by itself from here on is nobody's action.
        self.actor = None;
        self.speaks = false;
        self.is_said = false;
        let def = self.names.words.program.states.get(state.index());
        let kind = def.map(|def| def.kind);
        let is_named = def.is_some_and(|def| def.label.is_some());
        let scenes = &self.happened.view.status.scenes;
        let scene = scenes.iter().find(|scene| scene.state == state);
        // To come back from a pushed state is nothing new, and neither is to begin the same one anew.
        let was_there = self.happened.before.is_some_and(|before| {
            let stood = |now: &SceneSeen| {
                let was = before.scenes.iter().find(|was| was.scene == now.scene);
                was.is_some_and(|was| was.state == now.state && was.data == now.data)
            };
            scene.is_some_and(stood)
        });
        let Some(scene) = scene.filter(|_| kind != Some(StateType::Auto) && is_named && !was_there) else {
            // What happens in it is told; that it was entered and left again is of no interest.
            return;
        };
        let data = self.told_data(scene, |_, datum| !self.said.contains(datum));
        // States that follow each other within a hand are to be seen at the table.
        if data.is_empty() && !self.is_dealt {
            return;
        }
        let label = words(self.names.words.state_label(state).unwrap_or_default());
        let head = match data.is_empty() {
            true => label,
            false => format!("{label} ({})", data.join(", ")),
        };
        self.lines.closed(LineKind::State, None, vec![Part::Text(head)]);
    }

    /// Data of a state that was not just entered, where it has changed.
    pub(super) fn state_data(&mut self) {
        let Some(before) = self.happened.before else {
            return;
        };
        if self.speaks {
            return;
        }
        for scene in &self.happened.view.status.scenes {
            let old = before
                .scenes
                .iter()
                .find(|old| old.scene == scene.scene && old.state == scene.state);
            let Some(old) = old else { continue };
            for change in self.told_data(scene, |at, datum| {
                old.data.get(at) != Some(datum) && !self.said.contains(datum)
            }) {
                self.lines.detail(vec![Part::Text(change)]);
            }
        }
    }

    fn told_data(&self, scene: &SceneSeen, wanted: impl Fn(usize, &Datum) -> bool) -> Vec<String> {
        let program = self.names.words.program;
        let state = program.states.get(scene.state.index());
        let data = state.map_or(&[][..], |state| &state.data);
        let told = data
            .iter()
            .zip(&scene.data)
            .enumerate()
            .filter(|(at, (def, datum))| shown_data::shown_of_all(def) == Shown::Table && wanted(*at, datum));
        let texts = told.filter_map(|(_, (def, datum))| {
            let text = self.data_text(def, datum)?;
            let words = shown_data::data_words(&self.names.words, def);
            Some(described(&words, &text, " "))
        });
        texts.collect()
    }
}
