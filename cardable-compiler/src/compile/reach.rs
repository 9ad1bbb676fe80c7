//! Looking at the ruleset as a whole: which states follow which.

use super::Builder;
use crate::diag::{Code as Problem, Listed, listed};
use cardable_engine::ids::StateId;
use cardable_engine::program::StateType;

impl Builder {
    /// Warns of what no single place shows: states that are never reached or
    /// never left, a game that cannot end, zones that were not declared.
    pub(super) fn check_whole(&mut self) {
        for (name, span) in std::mem::take(&mut self.undeclared) {
            self.warn(
                Problem::UndeclaredZone,
                span,
                format!("zone `{name}` is used but not declared"),
                format!("declare it in `game_area.player_zones`, as {{ \"name\": \"{name}\" }}"),
            );
        }
        self.check_needs();
        self.check_texts();
        self.check_blanks();
        let shown_by_script = self.script.as_ref().is_some_and(|draft| {
            let mut files = draft.sources.files.iter();
            files.any(|file| Builder::script_may_show(&file.text))
        });
        self.check_unseen(shown_by_script);
        if self.states.is_empty() {
            return;
        }
        let (state, transition, end_game) = if self.in_phases {
            ("phase", "transition", "end_game()")
        } else {
            ("state", "`state_transition`", "end_game(winners)")
        };
        self.check_searches();
        let unpopped = self.check_pushes();
        let reached = self.reached();
        let ends = self.ends_in.iter().any(|state| reached[state.index()]);
        self.check_rounds(&reached);
        for (at, reached) in reached.iter().enumerate() {
            if *reached {
                self.check_leaving(StateId(at as u16));
                self.check_turns(StateId(at as u16));
            }
        }
        for (at, reached) in reached.into_iter().enumerate() {
            let span = self.state_spans[at];
            let name = self.strings.get(self.states[at].name).to_owned();
            if !reached {
                self.warn(
                    Problem::UnreachableState,
                    span,
                    format!("{state} `{name}` is never reached"),
                    format!("lead to it by a {transition}, or take it out"),
                );
            } else if !self.endless && !self.can_be_left(StateId(at as u16)) && !unpopped[at] {
                self.warn(
                    Problem::DeadEnd,
                    span,
                    format!("nobody can leave {state} `{name}`"),
                    if self.in_phases {
                        "give it a transition, or an action with `end_game()`".to_owned()
                    } else {
                        "give it an action with a `state_transition` or with `end_game`".to_owned()
                    },
                );
            }
        }
        if !ends && !self.endless {
            let span = self.state_spans[0];
            let why = match self.ends {
                true => "no action that the game can reach calls `end_game`",
                false => "no action calls `end_game`",
            };
            self.warn(
                Problem::NeverEnds,
                span,
                format!("the game cannot end: {why}"),
                format!("call `{end_game}` where the game is decided"),
            );
        }
        self.check_players();
    }

    /// Warns of states that run by themselves and lead to each other and to nothing else: whoever comes
    /// there never decides anything again.
    fn check_rounds(&mut self, reached: &[bool]) {
        let mut told = vec![false; self.states.len()];
        for at in 0..self.states.len() {
            if !reached[at] || told[at] {
                continue;
            }
            let next = self.leads.iter().filter(|lead| lead.from.index() == at);
            let next: Vec<StateId> = next.map(|lead| lead.to).collect();
            let mut round = vec![false; self.states.len()];
            for state in next {
                let after = self.reached_by(state, |_| true);
                round
                    .iter_mut()
                    .zip(after)
                    .for_each(|(in_it, after)| *in_it |= after);
            }
            let states = (0..self.states.len()).filter(|at| round[*at]);
            let states: Vec<StateId> = states.map(|at| StateId(at as u16)).collect();
            let runs = |state: &StateId| {
                self.states[state.index()].kind == StateType::Auto
                    && [
                        &self.leads_anywhere,
                        &self.pops,
                        &self.ends_in,
                        &self.function_states,
                        &self.asking_states,
                        &self.unsure_states,
                    ]
                    .iter()
                    .all(|others| !others.contains(state))
            };
            if !round[at] || !states.iter().all(runs) {
                continue;
            }
            told.iter_mut()
                .zip(&round)
                .for_each(|(told, in_it)| *told |= in_it);
            let names = self.names_of(states.iter().map(|state| self.states[state.index()].name));
            let message = match listed(names) {
                None => continue,
                Some(Listed::One(only)) => format!(
                    "{only} runs by itself and leads to nothing but itself: the game goes round there without end"
                ),
                Some(Listed::Several(names) | Listed::First(names)) => format!(
                    "{names} run by themselves and lead to nothing but each other: the game goes round there without end"
                ),
            };
            self.warn(
                Problem::DeadEnd,
                self.state_spans[at],
                message,
                "let one of them lead to a state in which a seat acts, or end the game".to_owned(),
            );
        }
    }

    /// Warns of states that are laid over others and cannot be taken away again. Tells which.
    fn check_pushes(&mut self) -> Vec<bool> {
        let mut unpopped = vec![false; self.states.len()];
        let pushes = std::mem::take(&mut self.pushes);
        for (lead, span) in &pushes {
            let pushed = self.leads[*lead].to;
            let goes_on = self.reached_by(pushed, |at| !pushes.iter().any(|(lead, _)| *lead == at));
            let ends = |state: &StateId| {
                self.pops.contains(state)
                    || self.ends_in.contains(state)
                    || self.leads_anywhere.contains(state)
            };
            let states = (0..self.states.len()).map(|at| StateId(at as u16));
            if !states
                .zip(goes_on)
                .any(|(state, reached)| reached && ends(&state))
            {
                unpopped[pushed.index()] = true;
                let name = self.strings.get(self.states[pushed.index()].name);
                let message = format!("`{name}` is pushed, and nothing there leads to a `state_pop`");
                self.warn(
                    Problem::NeverPopped,
                    *span,
                    message,
                    "end it by `state_pop(value)`, or go there by `state_transition` instead".to_owned(),
                );
            }
        }
        unpopped
    }

    fn reached(&self) -> Vec<bool> {
        self.reached_by(StateId(0), |_| true)
    }

    /// The states that can be reached from one by some of the leads.
    fn reached_by(&self, from: StateId, counts: impl Fn(usize) -> bool) -> Vec<bool> {
        let mut reached = vec![false; self.states.len()];
        let mut open = vec![from];
        while let Some(state) = open.pop() {
            if std::mem::replace(&mut reached[state.index()], true) {
                continue;
            }
            let leads = self.leads.iter().enumerate();
            let leads = leads.filter(|(at, lead)| lead.from == state && counts(*at));
            open.extend(leads.map(|(_, lead)| lead.to));
            if self.leads_anywhere.contains(&state) {
                open.extend((0..self.states.len()).map(|at| StateId(at as u16)));
            }
        }
        reached
    }

    pub(super) fn can_be_left(&self, state: StateId) -> bool {
        self.leads.iter().any(|l| l.from == state && l.to != state)
            || self.leads_anywhere.contains(&state)
            || self.pops.contains(&state)
            || self.ends_in.contains(&state)
    }

    /// `$player` in automatic actions where no seat's action can have led.
    fn check_players(&mut self) {
        let mut led = vec![false; self.states.len()];
        let seated =
            |b: &Builder, s: usize| matches!(b.states[s].kind, StateType::RoundRobin | StateType::Grandstand);
        for (at, known) in led.iter_mut().enumerate() {
            *known = seated(self, at);
        }
        loop {
            let mut changed = false;
            for lead in &self.leads {
                if (lead.by_seat || led[lead.from.index()]) && !led[lead.to.index()] {
                    led[lead.to.index()] = true;
                    changed = true;
                }
            }
            for from in &self.leads_anywhere {
                if led[from.index()] || seated(self, from.index()) {
                    changed |= led.iter().any(|l| !l);
                    led.iter_mut().for_each(|l| *l = true);
                }
            }
            if !changed {
                break;
            }
        }
        for (state, span) in std::mem::take(&mut self.needs_player) {
            if !led[state.index()] {
                self.error(
                    Problem::NoPlayer,
                    span,
                    "`$player` is nobody here: no seat's action leads to this state",
                    "name the seats, such as `all`, or read it from data".to_owned(),
                );
            }
        }
    }
}
