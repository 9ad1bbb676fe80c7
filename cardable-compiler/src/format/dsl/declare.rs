//! What is declared of states, and of what happens in them.

use super::command::Command;
use super::kind::Seat;
use super::picks::Spoken;
use super::table::{Players, PlayersDraft};
use super::template::{ActionTemplate, DeclaredAt};
use super::value::{Expr, Test, Val};
use cardable_engine::program::{Rounds, StateType, TurnLength};
use std::panic::Location;

/// A state: a phase of the game.
///
/// See [`RulesetBuilder`](super::RulesetBuilder) for an example.
#[derive(Clone, Debug)]
pub struct StateSpec {
    pub(super) kind: StateType,
    pub(super) turn: TurnLength,
    pub(super) starter: Option<Expr>,
    pub(super) players: Option<PlayersDraft>,
    pub(super) label: Option<String>,
    pub(super) seconds: Option<u32>,
    pub(super) sealed: bool,
    pub(super) ask_everyone: bool,
    pub(super) rounds: Rounds,
    pub(super) at: DeclaredAt,
}

impl StateSpec {
    #[track_caller]
    fn new(kind: StateType) -> StateSpec {
        StateSpec {
            kind,
            turn: TurnLength::OneAction,
            starter: None,
            players: None,
            label: None,
            seconds: None,
            sealed: false,
            ask_everyone: false,
            rounds: Rounds {
                entry: true,
                turns: true,
                counted: false,
            },
            at: DeclaredAt(Location::caller()),
        }
    }

    /// Seats act in turn, from the first one on.
    #[track_caller]
    pub fn in_turn() -> StateSpec {
        StateSpec::new(StateType::RoundRobin)
    }

    /// Everybody may act at once.
    #[track_caller]
    pub fn all_at_once() -> StateSpec {
        StateSpec::new(StateType::Concurrent)
    }

    /// Only this seat acts.
    #[track_caller]
    pub fn only(seat: impl Into<Val<Seat>>) -> StateSpec {
        StateSpec::new(StateType::Grandstand).starting_with(seat)
    }

    /// Nobody acts: things happen by themselves.
    #[track_caller]
    pub fn automatic() -> StateSpec {
        StateSpec::new(StateType::Auto)
    }

    /// Who begins.
    #[must_use]
    #[track_caller]
    pub fn starting_with(mut self, seat: impl Into<Val<Seat>>) -> StateSpec {
        self.starter = Some(seat.into().expr);
        self
    }

    /// Who takes part; all persons when it is left out.
    ///
    /// ```
    /// use cardable_core::dsl::*;
    /// let mut rules = RulesetBuilder::new("Example");
    /// let folded = rules.seat_data("folded", false);
    /// let bets = rules.state("bets", StateSpec::in_turn().for_those(folded.mine().is_false()));
    /// let best = rules.state("best", StateSpec::all_at_once().for_those(Seats::from(best_seats())));
    /// # let _ = (bets, best);
    /// # rules.build()?;
    /// # Ok::<(), cardable_core::LoadError>(())
    /// ```
    #[must_use]
    pub fn for_those(mut self, players: impl Into<Players>) -> StateSpec {
        self.players = Some(players.into().0);
        self
    }

    /// Choices are kept from the others until all are in.
    ///
    /// ```
    /// use cardable_core::dsl::*;
    /// let mut rules = RulesetBuilder::new("Example");
    /// let bid = rules.seat_data("bid", 0);
    /// let bids = rules.state("bids", StateSpec::all_at_once().sealed());
    /// let asked = keep_in_mind(ask_number(0, 9, "How much?"), move |said| bid.set(player(), said.get()));
    /// rules.action(bids, ActionTemplate::new("bid", press()).run(asked));
    /// # rules.build()?;
    /// # Ok::<(), cardable_core::LoadError>(())
    /// ```
    #[must_use]
    pub fn sealed(mut self) -> StateSpec {
        self.sealed = true;
        self
    }

    /// Everybody who takes part is asked, and passes who has nothing to do.
    #[must_use]
    pub fn asks_everyone(mut self) -> StateSpec {
        self.ask_everyone = true;
        self
    }

    /// When rounds begin, at which zones fill up: on entering the state, and when every seat has ended a turn. Both when it is
    /// left out.
    #[must_use]
    pub fn rounds(mut self, on_entry: bool, with_turns: bool) -> StateSpec {
        (self.rounds.entry, self.rounds.turns) = (on_entry, with_turns);
        self
    }

    /// A turn lasts until [`super::next_seat`] or an action that ends it.
    #[must_use]
    pub fn long_turns(mut self) -> StateSpec {
        self.turn = TurnLength::UntilEndTurn;
        self
    }

    /// What players read instead of its name.
    #[must_use]
    pub fn label(mut self, label: impl Into<String>) -> StateSpec {
        self.label = Some(label.into());
        self
    }

    /// Seconds for a decision, a hint for hosts.
    #[must_use]
    pub fn seconds(mut self, seconds: u32) -> StateSpec {
        self.seconds = Some(seconds);
        self
    }
}

/// Something that happens by itself.
///
/// See [`RulesetBuilder`](super::RulesetBuilder) for an example.
#[derive(Clone, Debug)]
pub struct Automatic {
    pub(super) name: String,
    pub(super) entry: bool,
    pub(super) turn: bool,
    pub(super) action: bool,
    pub(super) round: bool,
    pub(super) message: Option<Spoken>,
    pub(super) test: Option<Expr>,
    pub(super) command: Command,
}

impl Automatic {
    #[track_caller]
    fn new(name: impl Into<String>, command: Command, when: [bool; 4]) -> Automatic {
        Automatic {
            name: name.into(),
            entry: when[0],
            turn: when[1],
            action: when[2],
            round: when[3],
            message: None,
            test: None,
            command,
        }
    }

    /// When the state is entered.
    #[track_caller]
    pub fn on_entry(name: impl Into<String>, command: impl Into<Command>) -> Automatic {
        Automatic::new(name, command.into(), [true, false, false, false])
    }

    /// At the start of each turn, the first one too.
    #[track_caller]
    pub fn each_turn(name: impl Into<String>, command: impl Into<Command>) -> Automatic {
        Automatic::new(name, command.into(), [true, true, false, false])
    }

    /// After each action of a seat.
    #[track_caller]
    pub fn after_actions(name: impl Into<String>, command: impl Into<Command>) -> Automatic {
        Automatic::new(name, command.into(), [false, false, true, false])
    }

    /// When every seat has ended a turn, or chosen where all choose at once.
    #[track_caller]
    pub fn each_round(name: impl Into<String>, command: impl Into<Command>) -> Automatic {
        Automatic::new(name, command.into(), [false, false, false, true])
    }

    /// When the state is entered, too.
    #[must_use]
    pub fn and_on_entry(mut self) -> Automatic {
        self.entry = true;
        self
    }

    /// Says something when it runs.
    #[must_use]
    pub fn says(mut self, message: Spoken) -> Automatic {
        self.message = Some(message);
        self
    }

    /// Only when a test holds.
    #[must_use]
    pub fn when(mut self, test: Test) -> Automatic {
        self.test = Some(test.expr);
        self
    }
}

/// What happens and what can be done in a state, in order.
#[derive(Clone, Debug)]
pub(super) enum Happening {
    Automatic(Box<Automatic>),
    Action(Box<ActionTemplate>, Option<(String, bool)>),
}
