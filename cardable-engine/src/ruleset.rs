//! A ruleset that was checked and can be played.

use crate::digest::Digest;
use crate::ids::{ActionId, CardTypeId, Seat, StateId, ZoneId};
use crate::language::Language;
use crate::program::{ActionKind, Place, Profile, Program, StateType, ZoneDef, ZoneName};
use crate::value::Value;
use crate::vm::engine::Functions;
use std::sync::Arc;

/// A ruleset that can be played: checked, immutable, cheap to clone.
///
/// ```
/// use cardable_core::Ruleset;
/// let ruleset: Ruleset = cardable_core::parse(cardable_core::testing::TINY)?;
/// assert_eq!(ruleset.name(), "Stones");
/// assert_eq!(ruleset.info().seats, (2, 4));
/// # Ok::<(), cardable_core::LoadError>(())
/// ```
#[derive(Clone, Debug)]
#[doc(alias = "rules")]
#[doc(alias = "game_definition")]
pub struct Ruleset {
    #[doc(hidden)]
    pub program: Arc<Program>,
    pub(crate) functions: Arc<Functions>,
    /// In which language it is told.
    pub(crate) language: Language,
}

/// A place at which rules branch on what is hidden from somebody.
///
/// ```
/// # let ruleset = cardable_core::testing::tiny_ruleset();
/// for branch in ruleset.revealing() {
///     println!("{}:{} tells something of {}", branch.place.file, branch.place.line, branch.secret);
/// }
/// # assert_eq!(ruleset.revealing().count(), 0);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub struct Revealing<'a> {
    /// Where the branch is.
    pub place: &'a Place,
    /// What is hidden.
    pub secret: &'a str,
}

impl Ruleset {
    /// The ruleset of a program that a compiler has made, with what its calls do.
    #[doc(hidden)]
    pub fn new(program: Program, functions: Functions) -> Ruleset {
        Ruleset {
            language: program.metadata.language,
            program: Arc::new(program),
            functions: Arc::new(functions),
        }
    }

    /// What players call the game.
    pub fn name(&self) -> &str {
        self.program.shown(self.language, self.program.metadata.name)
    }

    /// What it is called in its own language, as logs and saves name it.
    pub(crate) fn own_name(&self) -> &str {
        self.program.str(self.program.metadata.name)
    }

    /// A sentence or more about it, where the ruleset has one.
    pub fn description(&self) -> Option<&str> {
        let description = self
            .program
            .shown(self.language, self.program.metadata.description);
        Some(description).filter(|text| !text.is_empty())
    }

    /// What people who look for a game are told of it.
    pub fn profile(&self) -> Profile {
        let metadata = &self.program.metadata;
        Profile {
            description: self.description().map(str::to_owned),
            kind: metadata.kind,
            minutes: metadata.minutes,
        }
    }

    /// The language in which people read its texts: its own, unless [`Ruleset::in_language`] asked for another.
    pub fn language(&self) -> Language {
        self.language
    }

    /// The languages in which it can be told, its own first.
    pub fn languages(&self) -> impl Iterator<Item = Language> {
        let others = self
            .program
            .metadata
            .translations
            .texts
            .iter()
            .map(|texts| texts.language);
        std::iter::once(self.program.metadata.language).chain(others)
    }

    /// The same rules with their texts in a language; where there are none in it, in their own. It costs no more than a
    /// clone. Games, views, choices and saves of one fit the other: only what people read differs.
    ///
    /// ```
    /// use cardable_core::content::{ContentPath, MemoryFiles};
    /// use cardable_core::{Language, Loader};
    ///
    /// let mut files = MemoryFiles::new();
    /// files.add("tiny/ruleset.json", cardable_core::testing::TINY)?;
    /// files.add("tiny/texts/de.json5", r#"{ "Stones": "Steine", "Take a stone": "Stein nehmen" }"#)?;
    /// let english = Loader::new().check_files(&files, &ContentPath::new("tiny")?).into_result()?;
    /// let german = english.in_language(Language::German);
    /// assert_eq!((english.name(), german.name()), ("Stones", "Steine"));
    /// assert!(german.info().actions.iter().any(|action| action.label == "Stein nehmen"));
    /// assert_eq!(german.rules(), english.rules());
    /// assert_eq!(german.languages().collect::<Vec<_>>(), [Language::English, Language::German]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn in_language(&self, language: Language) -> Ruleset {
        Ruleset {
            language: self.program.language_for(language),
            ..self.clone()
        }
    }

    /// The texts that people read and that lack a translation into a language, in the order of the rules: see the chapter
    /// on languages in the manual for authors. Values that rules put into a text stand in it as `{0}`, `{1}` and so on.
    ///
    /// ```
    /// use cardable_core::Language;
    /// let ruleset = cardable_core::testing::tiny_ruleset();
    /// assert!(ruleset.untranslated(Language::German).any(|text| text == "Take a stone"));
    /// assert_eq!(ruleset.untranslated(Language::English).count(), 0);
    /// ```
    pub fn untranslated(&self, language: Language) -> impl Iterator<Item = &str> {
        self.program.untranslated(language).map(|id| self.program.str(id))
    }

    /// Fewest and most seats.
    pub fn seats(&self) -> std::ops::RangeInclusive<usize> {
        self.program.seats.min.into()..=self.program.seats.max.into()
    }

    /// Whether a game of it goes on for as long as its players like: nothing in the rules ends it.
    pub fn is_endless(&self) -> bool {
        self.program.metadata.endless
    }

    /// Whether parts of it are functions of a script, which may take longer than the rules' own
    /// steps.
    pub fn is_scripted(&self) -> bool {
        self.program.code.script.is_some()
    }

    /// Whether all but the owner see cards of some zone: who watches the table then sees what a player must not know.
    pub fn hides_from_owners(&self) -> bool {
        let mut rules = self.program.zones.seat.iter().flat_map(|zone| zone.rules());
        rules.any(|rule| rule.who.is_all_but_owner())
    }

    /// Whether a single choice, with the listing that follows it, may take longer than a few milliseconds.
    /// Every choice is bounded: by the engine's fuel (200,000 instructions), by what its primitives look at,
    /// and by the budget of a listing ([`SEARCH_BUDGET`](crate::program::SEARCH_BUDGET)), which is spent in
    /// some 10 ms. A ruleset can use these bounds in full only if it has a script, primitives of the
    /// program, picks that must be searched for, loops in loops, or states that follow each other in
    /// a circle without a choice. Programs that must answer others meanwhile make such choices on a thread
    /// of their own.
    pub fn may_take_long(&self) -> bool {
        self.program.may_take_long()
    }

    /// Its edition: a hash over every byte that it was made from. Programs that keep the files of a game pin
    /// them by it.
    #[doc(alias = "hash")]
    pub fn edition(&self) -> Digest {
        Digest(self.program.metadata.hashes.edition)
    }

    /// Its rules: a hash over what of it can change a game, in a form that has a version and does not depend
    /// on how rules are compiled. Comments, blanks, the order of fields, labels, layouts and texts that only
    /// people read are no part of it; of scripts the tokens count, of the program's own primitives the
    /// signatures. Saves and logs are tied to it: a ruleset of the same rules goes on with them.
    #[doc(alias = "hash")]
    pub fn rules(&self) -> Digest {
        Digest(self.program.metadata.hashes.rules)
    }

    /// Where the rules branch on what is hidden from somebody, and on what: such a branch shows something of
    /// it to whoever sees what follows.
    pub fn revealing(&self) -> impl Iterator<Item = Revealing<'_>> {
        let revealing = self.program.metadata.revealing.iter();
        revealing.map(|(place, secret)| Revealing { place, secret })
    }

    // --- typed access by name

    /// The shared zone of a name, or a seat's by its name and number: `hand:0`. Nothing where there
    /// is no such zone, or can be no such seat.
    pub fn zone(&self, name: &str) -> Option<ZoneId> {
        if let Some((zone, seat)) = name.split_once(':') {
            return self.seat_zone(zone, Seat(seat.parse().ok()?));
        }
        let id = self.program.strings.find(name)?;
        let at = self.program.zones.shared.iter().position(|z| z.name == id)?;
        Some(ZoneId(at as u16))
    }

    /// A seat's zone of a name; nothing where there is none, or can be no such seat.
    pub fn seat_zone(&self, name: &str, seat: Seat) -> Option<ZoneId> {
        if seat.index() >= most_seats(&self.program) {
            return None;
        }
        let zones = &self.program.zones;
        let id = self.program.strings.find(name)?;
        let at = zones.seat.iter().position(|z| z.name == id)?;
        let at = zones.shared.len() + seat.index() * zones.seat.len() + at;
        u16::try_from(at).ok().map(ZoneId)
    }

    /// The name of a zone, and whose it is; None where there is no such zone.
    pub fn zone_name(&self, zone: ZoneId) -> Option<(&str, Option<Seat>)> {
        zone_name(&self.program, zone)
    }

    /// All copies of a zone, open or not, the first one first: usually it alone.
    pub fn copies(&self, zone: ZoneId) -> impl Iterator<Item = ZoneId> + use<'_> {
        copies(&self.program, zone)
    }

    /// What a zone can be designated, by the numbers that views use.
    pub fn designations(&self, zone: ZoneId) -> impl Iterator<Item = (u8, &str)> {
        let def = zone_def(&self.program, zone).into_iter();
        let names = def
            .flat_map(ZoneDef::designations)
            .map(|d| self.program.str(d.name));
        (0u8..).zip(names)
    }

    /// The zones there is one of, then those every seat has, by name.
    pub fn zone_names(&self) -> (Vec<&str>, Vec<&str>) {
        let zones = &self.program.zones;
        let names = |list: &'_ [crate::program::ZoneDef]| {
            list.iter()
                .filter(|z| z.copy == 0)
                .map(|z| self.program.str(z.name))
                .collect::<Vec<&str>>()
        };
        (names(&zones.shared), names(&zones.seat))
    }

    /// The place of an item of shared data, for [`crate::view::View::global`].
    pub fn global(&self, name: &str) -> Option<u16> {
        let id = self.program.strings.find(name)?;
        self.program
            .data
            .globals
            .iter()
            .position(|d| d.name == id)
            .map(|at| at as u16)
    }

    /// The place of an item of seats' data, for [`crate::view::View::seat_datum`].
    pub fn seat_datum(&self, name: &str) -> Option<u16> {
        let id = self.program.strings.find(name)?;
        self.program
            .data
            .seat
            .iter()
            .position(|d| d.name == id)
            .map(|at| at as u16)
    }

    /// The state of a name.
    pub fn state(&self, name: &str) -> Option<StateId> {
        self.program
            .strings
            .find(name)
            .and_then(|id| self.program.state_named(id))
    }

    /// The name of a state; None where there is no such state.
    pub fn state_name(&self, state: StateId) -> Option<&str> {
        let def = self.program.states.get(state.index())?;
        Some(self.program.str(def.name))
    }

    /// All states, in the order of their declaration: name, and how play is organised. What seats
    /// can do in them is in [`Ruleset::actions`].
    pub fn states(&self) -> impl Iterator<Item = (StateId, &str, StateType)> {
        self.program
            .states
            .iter()
            .enumerate()
            .map(|(at, s)| (StateId(at as u16), self.program.str(s.name), s.kind))
    }

    /// The action of a name in a state.
    pub fn action(&self, state: &str, name: &str) -> Option<ActionId> {
        let state = self.state(state)?;
        let id = self.program.strings.find(name)?;
        let at = self
            .program
            .actions
            .iter()
            .position(|a| a.state == state && a.name == id)?;
        Some(ActionId(at as u16))
    }

    /// All actions, in order: their state, name and kind.
    pub fn actions(&self) -> impl Iterator<Item = (ActionId, StateId, &str, ActionKind)> {
        self.program
            .actions
            .iter()
            .enumerate()
            .map(|(at, a)| (ActionId(at as u16), a.state, self.program.str(a.name), a.kind))
    }

    /// An attribute of a printed card; nothing when its cards have none of that name.
    pub fn card_attribute(&self, card: CardTypeId, name: &str) -> Option<Value> {
        let id = self.program.strings.find(name)?;
        let attribute = self.program.cards.attributes.iter().find(|a| a.name == id)?;
        attribute.of.get(card.index()).copied()
    }
}

/// How a zone is declared; `None` where there is no such zone.
pub(crate) fn zone_def(program: &Program, zone: ZoneId) -> Option<&ZoneDef> {
    match zone_parts(program, zone)?.0 {
        ZoneName::Shared(at) => program.zones.shared.get(at as usize),
        ZoneName::Seat(at) => program.zones.seat.get(at as usize),
    }
}

/// The name of a zone, and whose it is.
pub(crate) fn zone_name(program: &Program, zone: ZoneId) -> Option<(&str, Option<Seat>)> {
    let name = program.str(zone_def(program, zone)?.name);
    Some((name, zone_owner(program, zone)))
}

/// Whose a zone is.
pub(crate) fn zone_owner(program: &Program, zone: ZoneId) -> Option<Seat> {
    zone_parts(program, zone)?.1
}

/// All copies of a zone, the first one first.
pub(crate) fn copies(program: &Program, zone: ZoneId) -> impl Iterator<Item = ZoneId> + use<'_> {
    let base = match zone_parts(program, zone) {
        None | Some((ZoneName::Shared(_), _)) => 0,
        Some((ZoneName::Seat(at), _)) => zone.0 - at,
    };
    let def = zone_def(program, zone).into_iter();
    def.flat_map(ZoneDef::copies).map(move |at| ZoneId(base + at))
}

/// How many seats a game may have, those that the game itself plays included.
pub(crate) fn most_seats(program: &Program) -> usize {
    usize::from(program.seats.max) + program.seats.automatic()
}

/// Which declaration a zone is of, and whose it is.
pub(crate) fn zone_parts(program: &Program, zone: ZoneId) -> Option<(ZoneName, Option<Seat>)> {
    let zones = &program.zones;
    let Some(rest) = zone.index().checked_sub(zones.shared.len()) else {
        return Some((ZoneName::Shared(zone.0), None));
    };
    let seat = rest
        .checked_div(zones.seat.len())
        .filter(|seat| *seat < most_seats(program))?;
    let at = rest % zones.seat.len();
    Some((ZoneName::Seat(at as u16), Some(Seat(seat as u8))))
}
