//! What triggers know of what has happened.

use crate::hir::{Hir, LocalKind, Scope};
use cardable_engine::program::{Occasion, ReactionDef, Watched};
use cardable_engine::value::Type;

/// Lets code read what has happened, as `$event`.
pub(crate) fn know(hir: &Hir, scope: &mut Scope, occasion: &Occasion) {
    let mut knows = |name: &str, ty: Type, register: u8| {
        let name = format!("$event.{name}");
        scope.action.add(&name, ty, LocalKind::Given(register));
    };
    match occasion {
        Occasion::Moved { .. } => {
            knows("card", Type::CARD, ReactionDef::CARD);
            knows("from", Type::ZONE, ReactionDef::FROM);
            knows("to", Type::ZONE, ReactionDef::TO);
            knows("seat", Type::SEAT, ReactionDef::SEAT);
        }
        Occasion::TurnedUp { .. } => {
            knows("card", Type::CARD, ReactionDef::CARD);
            knows("to", Type::ZONE, ReactionDef::TO);
            knows("seat", Type::SEAT, ReactionDef::SEAT);
        }
        Occasion::Changed(watched) => {
            if let Watched::Card(_) = watched {
                knows("card", Type::CARD, ReactionDef::CARD);
            }
            let ty = type_of(hir, *watched);
            knows("seat", Type::SEAT, ReactionDef::SEAT);
            knows("old", ty, ReactionDef::OLD);
            knows("new", ty, ReactionDef::NEW);
        }
        Occasion::Turn(_) => knows("seat", Type::SEAT, ReactionDef::SEAT),
        Occasion::Round(_) => {}
        Occasion::Emitted(_) => {
            knows("card", Type::CARD, ReactionDef::CARD);
            knows("seat", Type::SEAT, ReactionDef::SEAT);
            knows("new", Type::ANY, ReactionDef::NEW);
        }
    }
}

/// Lets code read whatever may have happened, where it is not known what that is.
pub(crate) fn know_any(scope: &mut Scope) {
    let members = [
        ("card", Type::CARD, ReactionDef::CARD),
        ("from", Type::ZONE, ReactionDef::FROM),
        ("to", Type::ZONE, ReactionDef::TO),
        ("seat", Type::SEAT, ReactionDef::SEAT),
        ("old", Type::ANY, ReactionDef::OLD),
        ("new", Type::ANY, ReactionDef::NEW),
    ];
    for (name, ty, register) in members {
        let name = format!("$event.{name}");
        scope.action.add(&name, ty, LocalKind::Given(register));
    }
}

/// The type of an item of data. States may have items of the same name and different types.
fn type_of(hir: &Hir, item: Watched) -> Type {
    let def = match item {
        Watched::Global(at) => hir.globals.get(usize::from(at)),
        Watched::Seat(at) => hir.seat_data.get(usize::from(at)),
        Watched::Card(at) => hir.cards.data.get(usize::from(at)).map(|data| &data.def),
        Watched::State(name) => {
            let items = hir.states.iter().flat_map(|state| &state.data);
            let mut items = items.filter(|item| item.name == name);
            let first = items.next();
            return match first {
                Some(first) if items.all(|item| item.ty == first.ty) => first.ty,
                _ => Type::ANY,
            };
        }
    };
    def.map_or(Type::ANY, |def| def.ty)
}
