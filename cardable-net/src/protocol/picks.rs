//! Lists of things that can be picked, in a short form.

use cardable_core::ids::{DeckId, ZoneId};
use cardable_core::{Pick, Seat};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use smallvec::SmallVec;

/// The most things that one list may stand for: a reader makes no more of a short text.
const MOST: usize = 1 << 16;

/// Things that can be picked, in order: written as a list of runs.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Things(pub Vec<Pick>);

/// Pairs of things, in order: written as a list of pairs of lists of runs. Such a pair stands for
/// each of its first things with each of its second ones.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Pairs(pub Vec<(Pick, Pick)>);

/// Things of one kind, by their numbers. A negative number stands for all numbers behind the one
/// before it, up to itself without the sign: `[3, 5, -8]` are 3, 5, 6, 7 and 8.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Run {
    /// Cards of a zone: first the zone, then their places.
    Cards(SmallVec<[i32; 8]>),
    /// Zones.
    Zones(SmallVec<[i32; 8]>),
    /// Seats.
    Seats(SmallVec<[i32; 8]>),
    /// Decks.
    Decks(SmallVec<[i32; 8]>),
    /// Entries of a list, from 0.
    Options(SmallVec<[i32; 8]>),
}

/// What a run is of; for cards also the zone.
type Kind = (u8, u16);

fn taken_apart(pick: Pick) -> (Kind, u16) {
    match pick {
        Pick::Card { zone, index } => ((0, zone.0), index),
        Pick::Zone(zone) => ((1, 0), zone.0),
        Pick::Seat(seat) => ((2, 0), seat.0.into()),
        Pick::Deck(deck) => ((3, 0), deck.0),
        Pick::Option(at) => ((4, 0), at),
    }
}

impl Run {
    fn of((kind, zone): Kind) -> Run {
        match kind {
            0 => Run::Cards(SmallVec::from_slice(&[zone.into()])),
            1 => Run::Zones(SmallVec::new()),
            2 => Run::Seats(SmallVec::new()),
            3 => Run::Decks(SmallVec::new()),
            _ => Run::Options(SmallVec::new()),
        }
    }

    fn numbers(&mut self) -> &mut SmallVec<[i32; 8]> {
        match self {
            Run::Cards(n) | Run::Zones(n) | Run::Seats(n) | Run::Decks(n) | Run::Options(n) => n,
        }
    }

    /// How many numbers stand before the places.
    fn before(&self) -> usize {
        usize::from(matches!(self, Run::Cards(_)))
    }

    /// Adds a number behind those that are there.
    fn push(&mut self, number: u16) {
        let before = self.before();
        let number = i32::from(number);
        let numbers = self.numbers();
        let places = numbers.get(before..).unwrap_or_default();
        let follows = places.last().is_some_and(|last| last.abs() + 1 == number);
        match (follows, places) {
            (true, [.., last]) if *last < 0 => {
                if let Some(last) = numbers.last_mut() {
                    *last = -number;
                }
            }
            // Two in a row are as short one by one.
            (true, [.., second, last]) if *second >= 0 && second + 1 == *last => {
                if let Some(last) = numbers.last_mut() {
                    *last = -number;
                }
            }
            _ => numbers.push(number),
        }
    }

    /// The things it stands for.
    pub fn things(&self) -> impl Iterator<Item = Pick> + '_ {
        let (numbers, kind) = match self {
            Run::Cards(n) => (n, 0),
            Run::Zones(n) => (n, 1),
            Run::Seats(n) => (n, 2),
            Run::Decks(n) => (n, 3),
            Run::Options(n) => (n, 4),
        };
        let zone = numbers.first().copied().unwrap_or_default() as u16;
        let places = numbers.get(self.before()..).unwrap_or_default();
        let mut last = -1;
        let each = places.iter().flat_map(move |number| {
            let from = if *number < 0 { last + 1 } else { *number };
            last = number.saturating_abs();
            from..=last.min(i32::from(u16::MAX))
        });
        each.map(move |number| {
            let number = number as u16;
            match kind {
                0 => Pick::Card {
                    zone: ZoneId(zone),
                    index: number,
                },
                1 => Pick::Zone(ZoneId(number)),
                2 => Pick::Seat(Seat(number as u8)),
                3 => Pick::Deck(DeckId(number)),
                _ => Pick::Option(number),
            }
        })
    }
}

fn runs(things: impl IntoIterator<Item = Pick>) -> Vec<Run> {
    let mut runs: Vec<Run> = Vec::new();
    let mut of = None;
    for thing in things {
        let (kind, number) = taken_apart(thing);
        if of != Some(kind) {
            of = Some(kind);
            runs.push(Run::of(kind));
        }
        if let Some(run) = runs.last_mut() {
            run.push(number);
        }
    }
    runs
}

fn things(runs: &[Run]) -> Vec<Pick> {
    runs.iter().flat_map(Run::things).take(MOST).collect()
}

impl Serialize for Things {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        runs(self.0.iter().copied()).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Things {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Things, D::Error> {
        Ok(Things(things(&Vec::<Run>::deserialize(deserializer)?)))
    }
}

impl JsonSchema for Things {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Things".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let runs = generator.subschema_for::<Run>();
        schemars::json_schema!({
            "description": "Things that can be picked, in order, as a list of runs.",
            "type": "array",
            "items": runs,
        })
    }
}

impl Serialize for Pairs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        // Pairs with the same first thing, then those among them with the same second ones.
        let mut groups: Vec<(Vec<Pick>, Vec<Pick>)> = Vec::new();
        for same in self.0.chunk_by(|(a, _), (b, _)| a == b) {
            let Some((from, _)) = same.first() else { continue };
            let to: Vec<Pick> = same.iter().map(|(_, to)| *to).collect();
            match groups.last_mut() {
                Some((froms, tos)) if *tos == to => froms.push(*from),
                _ => groups.push((vec![*from], to)),
            }
        }
        serializer.collect_seq(groups.into_iter().map(|(from, to)| (runs(from), runs(to))))
    }
}

impl<'de> Deserialize<'de> for Pairs {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Pairs, D::Error> {
        let groups = Vec::<(Vec<Run>, Vec<Run>)>::deserialize(deserializer)?;
        let each = groups.into_iter().flat_map(|(from, to)| {
            let to = things(&to);
            let pairs = things(&from)
                .into_iter()
                .flat_map(move |from| to.clone().into_iter().map(move |to| (from, to)));
            pairs.take(MOST)
        });
        Ok(Pairs(each.take(MOST).collect()))
    }
}

impl JsonSchema for Pairs {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Pairs".into()
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        let things = generator.subschema_for::<Things>();
        schemars::json_schema!({
            "description": "Pairs of things, in order, as a list of pairs of lists: each such pair stands for each \
                of its first things with each of its second ones.",
            "type": "array",
            "items": { "type": "array", "prefixItems": [things.clone(), things], "minItems": 2, "maxItems": 2 },
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn card(zone: u16, index: u16) -> Pick {
        let zone = ZoneId(zone);
        Pick::Card { zone, index }
    }

    fn pick() -> impl Strategy<Value = Pick> {
        prop_oneof![
            4 => (0..3_u16, 0..6_u16).prop_map(|(zone, index)| card(zone, index)),
            1 => (0..4_u16).prop_map(|at| Pick::Zone(ZoneId(at))),
            1 => (0..4_u8).prop_map(|at| Pick::Seat(Seat(at))),
            1 => (0..4_u16).prop_map(|at| Pick::Deck(DeckId(at))),
            1 => prop_oneof![0..9_u16, Just(u16::MAX)].prop_map(Pick::Option),
        ]
    }

    proptest! {
        #[test]
        fn what_is_written_short_is_read_whole(picks in proptest::collection::vec(pick(), 0..40)) {
            let text = serde_json::to_string(&Things(picks.clone())).unwrap();
            prop_assert_eq!(serde_json::from_str::<Things>(&text).unwrap().0, picks, "{}", text);
        }

        #[test]
        fn so_are_pairs(pairs in proptest::collection::vec((pick(), pick()), 0..40)) {
            let text = serde_json::to_string(&Pairs(pairs.clone())).unwrap();
            prop_assert_eq!(serde_json::from_str::<Pairs>(&text).unwrap().0, pairs, "{}", text);
        }
    }

    #[test]
    fn the_short_form_is_as_documented() {
        let hand = (0..13).map(|at| card(5, at)).chain([card(6, 2), card(6, 2)]);
        let text = serde_json::to_string(&Things(hand.collect())).unwrap();
        assert_eq!(text, r#"[{"cards":[5,0,-12]},{"cards":[6,2,2]}]"#);
        let things: Things = serde_json::from_str(r#"[{"options":[3,5,-8]}]"#).unwrap();
        assert_eq!(things.0, [3, 5, 6, 7, 8].map(Pick::Option));
    }

    #[test]
    fn a_short_text_never_stands_for_too_much() {
        for text in [
            r#"[{"zones":[0,-2147483648,0,-2147483648]}]"#,
            r#"[{"cards":[]}]"#,
            r#"[{"cards":[-7]}]"#,
        ] {
            assert!(serde_json::from_str::<Things>(text).unwrap().0.len() <= MOST);
        }
    }
}
