//! Where an expression stands, and what its names mean there.

use super::data::Variable;
use crate::hir::{ActionScope, NodeId, Scope};
use cardable_engine::ids::StateId;
use cardable_engine::program::ZoneName;
use cardable_engine::value::Type;

/// Where an expression stands.
#[derive(Clone)]
pub(super) struct Context {
    pub(super) scope: Scope,
    /// The card that is played, where there is one.
    pub(super) played: Option<Played>,
    /// Whose score is worked out, where that is so.
    pub(super) scored: Scored,
    pub(super) params: Vec<AskedParam>,
    /// Whether this asks if an action is there at all, before anything is chosen.
    pub(super) availability: bool,
    /// How players' turns go round in the phase.
    pub(super) order: TurnOrder,
    /// The local that says whether effects have ended a turn, where that is asked.
    pub(super) turn_ended: Option<u16>,
}

#[derive(Clone)]
pub(super) struct Played {
    pub(super) card: NodeId,
    /// Where it comes from.
    pub(super) from: ZoneName,
    /// Its place there, where it has left already.
    pub(super) index: Option<NodeId>,
}

/// Something that the player was asked.
#[derive(Clone)]
pub(super) struct AskedParam {
    pub(super) name: String,
    pub(super) local: u16,
    pub(super) ty: Type,
}

/// Whose score is worked out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Scored {
    Nobody,
    Player,
    /// A role's that the rules play.
    Role(usize),
}

/// How turns go round.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum TurnOrder {
    /// As the direction of play is.
    #[default]
    Clockwise,
    Counterclockwise,
    /// In the order of the seats.
    Fixed,
}

impl Context {
    /// A place in a phase.
    pub(super) fn new(state: StateId, order: TurnOrder) -> Context {
        Context {
            scope: Scope {
                state: Some(state),
                // The seat on turn outlasts phases: there is always one.
                player: true,
                action: ActionScope::default(),
                ..Scope::outside()
            },
            played: None,
            scored: Scored::Nobody,
            params: Vec::new(),
            availability: false,
            order,
            turn_ended: None,
        }
    }
}

/// A variable that an expression names: one, or one of several by a number.
pub(super) enum Named {
    One(usize),
    Numbered(NodeId, Vec<(i64, usize)>),
}

/// The variables whose names are a beginning and a number.
pub(super) fn numbered(variables: &[Variable], beginning: &str) -> Vec<(i64, usize)> {
    variables
        .iter()
        .enumerate()
        .filter_map(|(at, v)| Some((v.name.strip_prefix(beginning)?.parse().ok()?, at)))
        .collect()
}
