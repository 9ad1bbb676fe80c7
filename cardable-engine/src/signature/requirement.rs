//! What a primitive needs of the ruleset, beside its parameters.

use super::Signature;

/// Something that must be declared in a ruleset that calls a primitive. Without it the call could only
/// fault, so `check` refuses it.
///
/// ```
/// use cardable_core::primitives::{Requirement, all};
/// let needs_a_zone = all().filter(|primitive| matches!(primitive.requires, Requirement::SeatZone(_)));
/// for primitive in needs_a_zone {
///     println!("{} wants {:?}", primitive.name, primitive.requires);
/// }
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Requirement {
    Nothing,
    /// A zone of this name that every seat has.
    SeatZone(&'static str),
    /// The items of the seats' data that these parameters name.
    SeatData(&'static [&'static str]),
}

/// What a ruleset lacks for a call: what is wrong, and what to write.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lack {
    pub message: String,
    pub help: String,
}

impl Signature {
    /// What is wrong with a call where seats have only these zones.
    #[doc(hidden)]
    pub fn lacks_zone<'a>(&self, seat_zones: impl IntoIterator<Item = &'a str>) -> Option<Lack> {
        let Requirement::SeatZone(wanted) = self.requires else {
            return None;
        };
        let has = seat_zones.into_iter().any(|zone| zone == wanted);
        (!has).then(|| Lack {
            message: format!(
                "`{}` needs a zone `{wanted}` of each seat, and seats have none",
                self.name
            ),
            help: format!("declare it in `game_area.player_zones`, as {{ \"name\": \"{wanted}\" }}"),
        })
    }

    /// Whether the text of the parameter at a place names an item of the seats' data.
    pub fn names_seat_data(&self, at: usize) -> bool {
        let Requirement::SeatData(named) = self.requires else {
            return false;
        };
        self.params
            .get(at)
            .is_some_and(|param| named.contains(&&*param.name))
    }
}
