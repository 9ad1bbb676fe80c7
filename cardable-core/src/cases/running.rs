//! A test under way: its game, and what is wrong so far.

use super::picks::pick_offered;
use cardable_compiler::cases::Picked;
use cardable_compiler::diag::{Code, Diagnostic};
use cardable_compiler::text::source::Span;
use cardable_engine::ids::ActionId;
use cardable_engine::program::PickWhat;
use cardable_engine::{DecisionRef, Game, PickOffered, Ruleset, Seat};
use std::fmt::Display;

/// A test that runs.
pub(super) struct Running<'r> {
    pub(super) ruleset: &'r Ruleset,
    pub(super) game: Game,
    /// What the log tells of the last choice.
    pub(super) story: Vec<String>,
    pub(super) problems: Vec<Diagnostic>,
}

impl Running<'_> {
    pub(super) fn new(ruleset: &Ruleset, game: Game) -> Running<'_> {
        Running {
            ruleset,
            game,
            story: Vec::new(),
            problems: Vec::new(),
        }
    }

    pub(super) fn fail(&mut self, span: Span, message: impl Display) {
        self.problems.push(failure(span, message));
    }

    pub(super) fn not_a_candidate(
        &self,
        decision: &DecisionRef<'_>,
        action: ActionId,
        wanted: &Picked,
    ) -> String {
        let label = self.game.words().action_label(action).unwrap_or_default();
        let name = self.name_of(wanted);
        match pick_offered(decision, action) {
            Some(offered) => format!(
                "{name} cannot be picked for `{label}`; there are {}",
                quoted(&offered.texts)
            ),
            None => format!("nothing is picked for `{label}`, and so not {name}"),
        }
    }

    /// Why an action cannot be chosen for which a step names no pick.
    pub(super) fn lacks_pick(&self, action: ActionId, offered: &PickOffered) -> String {
        let label = self.game.words().action_label(action).unwrap_or_default();
        let field = match offered.what {
            PickWhat::Card => "cards",
            PickWhat::Zone | PickWhat::Deck => "zones",
            PickWhat::Seat => "seats",
            PickWhat::Option | PickWhat::Drag => "options",
        };
        format!(
            "`{label}` needs a pick: name it in `{field}`; there are {}",
            quoted(&offered.texts)
        )
    }

    pub(super) fn name_of(&self, picked: &Picked) -> String {
        let words = self.game.words();
        match picked {
            Picked::Card(card, _) => words.card_name(*card).unwrap_or_default(),
            Picked::Unseen(_) => "a card that is not seen".to_owned(),
            Picked::Zone(zone) => words.zone_label(*zone).unwrap_or_default(),
            Picked::Seat(seat) => format!("seat {}", seat.0),
            Picked::Entry(text) => format!("`{text}`"),
        }
    }

    /// Why it says nothing that something cannot be picked.
    pub(super) fn not_there(&self, seat: Seat, picked: &Picked) -> String {
        let name = self.name_of(picked);
        match picked {
            Picked::Card(_, Some(_)) => {
                format!("no {name} lies there, so it cannot be picked whatever the rules say")
            }
            _ => format!(
                "seat {} sees no {name} and no seat has one, so it cannot be picked whatever the rules say: give it one, or say \
                 where it lies",
                seat.0
            ),
        }
    }

    /// Why none of some actions of a name is offered.
    pub(super) fn not_offered(&self, decision: &DecisionRef<'_>, actions: &[ActionId]) -> String {
        let missing = decision.unavailable();
        let known = missing.iter().find(|missing| actions.contains(&missing.action));
        match known {
            Some(known) if known.reason.is_empty() => format!("`{}` is not offered", known.label),
            Some(known) => format!("`{}` is not offered: {}", known.label, known.reason),
            None => {
                let labels: Vec<String> = decision
                    .actions()
                    .filter_map(|action| self.game.words().action_label(action).map(str::to_owned))
                    .collect();
                let state = self.state_name();
                format!(
                    "the action is not offered in the state `{state}`; there are {}",
                    quoted(&labels)
                )
            }
        }
    }

    pub(super) fn state_name(&self) -> &str {
        self.ruleset
            .state_name(self.game.world.scene.state)
            .unwrap_or_default()
    }
}

/// Why a test fails: what was expected and what was found say enough.
pub(super) fn failure(span: Span, message: impl Display) -> Diagnostic {
    Diagnostic::error(Code::TestFails, span, message.to_string()).maybe_help(None)
}

pub(super) fn unlike(wanted: &(impl Display + ?Sized), found: &(impl Display + ?Sized)) -> String {
    format!("expected {wanted}, found {found}")
}

/// Names as a list for people.
pub(super) fn quoted(names: &[String]) -> String {
    match names {
        [] => "none".to_owned(),
        names => names
            .iter()
            .map(|name| format!("`{name}`"))
            .collect::<Vec<_>>()
            .join(", "),
    }
}
