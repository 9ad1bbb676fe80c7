//! Actions of the ruleset that functions of its script call.

use super::Builder;
use super::node::NodeKind;
use super::script::is_script;
use super::stmt::Stmt;
use cardable_engine::ids::StateId;
use cardable_engine::primitives::Own;
use cardable_engine::program::Code;
use cardable_engine::program::script::Routine;

/// How many ways from state to state were known.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ways {
    leads: usize,
    anywhere: usize,
    pops: usize,
    ends_in: usize,
    ends: bool,
}

/// Whether the texts of the script have a word.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Mention {
    Never,
    Somewhere,
}

/// Such an action as it is read.
#[derive(Clone, Debug)]
pub(crate) struct RoutineDraft {
    /// How functions call it.
    pub(crate) own: Own,
    /// Its steps, by the state in which they are done.
    pub(crate) codes: Vec<(StateId, Code)>,
    /// Why it cannot be called in some state.
    pub(crate) refused: Option<String>,
}

impl RoutineDraft {
    pub(crate) fn new(own: Own) -> RoutineDraft {
        RoutineDraft {
            own,
            codes: Vec::new(),
            refused: None,
        }
    }
}

impl Builder {
    /// Lets functions of the script call an action, when it can be done in some state.
    pub(crate) fn add_routine(&mut self, draft: RoutineDraft) {
        match draft.refused {
            Some(why) if draft.codes.is_empty() => self.refused_routines.push((draft.own.name, why)),
            _ => self.routines.push(Routine {
                primitive: draft.own.signature(),
                codes: draft.codes,
            }),
        }
    }

    /// How many ways from state to state are known.
    pub(crate) fn ways(&self) -> Ways {
        Ways {
            leads: self.leads.len(),
            anywhere: self.leads_anywhere.len(),
            pops: self.pops.len(),
            ends_in: self.ends_in.len(),
            ends: self.ends,
        }
    }

    /// Forgets what steps have added to the ways, or keeps it as what functions of a state may do:
    /// which action calls them is not known.
    pub(crate) fn keep_ways(&mut self, before: &Ways, state: StateId, keep: bool) {
        let goes = self.leads.len() > before.leads;
        self.leads.truncate(before.leads);
        self.pushes.retain(|(lead, _)| *lead < before.leads);
        if !keep {
            self.leads_anywhere.truncate(before.anywhere);
            self.pops.truncate(before.pops);
            self.ends_in.truncate(before.ends_in);
            self.ends = before.ends;
        } else if goes {
            self.leads_anywhere.push(state);
        }
    }

    /// How the texts of the script name something; nothing where there is no script, where it
    /// cannot be a name there, or where it is a function of theirs.
    pub(crate) fn named_in_script(&self, name: &str) -> Option<Mention> {
        let draft = self.script.as_ref()?;
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
        if name.is_empty() || name.starts_with(|c: char| c.is_ascii_digit()) || !name.chars().all(is_name) {
            return None;
        }
        let mut mention = Mention::Never;
        for file in &draft.sources.files {
            for (at, _) in file.text.match_indices(name) {
                let before = file.text.get(..at).unwrap_or_default();
                let after = file.text.get(at + name.len()..).unwrap_or_default();
                if before.ends_with(is_name) || after.starts_with(is_name) {
                    continue;
                }
                if before.trim_end().ends_with("function") {
                    return None;
                }
                mention = Mention::Somewhere;
            }
        }
        Some(mention)
    }

    /// The states in which functions of the script act.
    pub(crate) fn states_with_functions(&self) -> Vec<StateId> {
        let mut states = self.function_states.clone();
        states.sort_unstable();
        states.dedup();
        states
    }

    /// Whether steps can come to a question or push a state, or call a function that may.
    pub(crate) fn waits(&self, steps: &[Stmt]) -> bool {
        let mut stack = Vec::new();
        super::lower::collect(steps, &mut stack);
        while let Some(id) = stack.pop() {
            let kind = &self.get(id).kind;
            let waits = match kind {
                NodeKind::Ask { .. } | NodeKind::Push(..) => true,
                NodeKind::Call(primitive, _) => is_script(primitive),
                _ => false,
            };
            if waits {
                return true;
            }
            super::lower::children(kind, &mut stack);
        }
        false
    }
}
