//! Zones: who sees and uses them, what they hold, and how they fill up again.

use super::fields::{self, DeckUse, Game, Replenish as Refill, Size};
use super::{Bounds, TablesReader};
use crate::format::shapes::{CardsSeen, CardsSeenWord, refill_when};
use crate::text::diag::{Code as Problem, listed};
use crate::text::fields::read::{Items, Name, Placed, Text};
use crate::text::source::Span;
use cardable_engine::ids::DeckId;
use cardable_engine::program::{
    Group, Lies, Order, Part, Replenish, ReplenishWhen, TeamsDef, Visibility, Who, ZoneCount, ZoneName,
};

#[derive(Clone)]
pub(super) struct Zone<'n> {
    /// What is written of it; None for one that is made.
    pub(super) fields: Option<fields::Zone<'n>>,
    /// Where it is written; of one that is made, what it is made for.
    pub(super) span: Span,
    pub(super) label: String,
    pub(super) place: ZoneName,
    /// Whether its cards may be turned over.
    pub(super) flips: bool,
    /// Whether the usual moves leave it alone.
    pub(super) apart: bool,
    /// How many designations of its own it has.
    pub(super) own_marks: usize,
    /// The sets of the game's designations that it bears along.
    pub(super) mirrors: Vec<usize>,
}

impl<'a> TablesReader<'a> {
    /// Declares all zones, and then what they say of each other.
    pub(super) fn zones(&mut self, game: Game<'a>) {
        for (zones, of_seat) in [(game.shared_zones(), false), (game.player_zones(), true)] {
            for zone in zones {
                self.zone(zone, of_seat, None);
            }
        }
    }

    /// Declares a zone; `name` is what it is called when it does not say so itself.
    pub(super) fn zone(
        &mut self,
        zone: fields::Zone<'a>,
        of_seat: bool,
        name: Option<&str>,
    ) -> Option<ZoneName> {
        let written = zone.name().filter(|name| !name.is_empty());
        let library = zone.is_library() == Some(true);
        let name = match (written, name) {
            (Some(written), _) => written.to_string(),
            (None, Some(given)) => given.to_owned(),
            (None, None) => free_name(self, if library { "draw pile" } else { "zone" }),
        };
        let twice = if of_seat {
            self.b.hir.seat_zone_named(&name).is_some()
        } else {
            self.b.hir.zone_named(&name).is_some()
        };
        let span = written.map_or(zone.node.span, Text::span);
        if twice {
            let message = format!("there are two zones `{name}`");
            let help = "give one of them another name; with a `count` one zone has several copies".to_owned();
            self.b.error(Problem::DuplicateName, span, message, help);
            return None;
        }
        let mut def = self.b.default_zone(&name, of_seat);
        def.declared = true;
        def.library = library;
        let usual = if library { Order::FixedLifo } else { Order::Any };
        def.order = zone.order().unwrap_or(usual);
        let size = size(self, zone);
        def.count = count(self, zone);
        (def.size.min, def.size.max) = (size.least, size.most);
        def.size.initial = if library {
            size.initial
        } else {
            Some(
                size.initial
                    .unwrap_or(if size.fixed { size.most } else { size.least }),
            )
        };
        def.control = self.who(zone.control(), of_seat).unwrap_or(Who::NONE);
        let seen = self.visible(zone.zone_visibility(), zone.card_visibility(), of_seat);
        let public = matches!(seen.who, Who::ALL | Who::NONE | Who::Face) && seen.part == Part::All;
        let flip = zone.flip();
        let wanted = flip.and_then(|flip| flip.value);
        let face = seen.who == Who::Face;
        let flips = public && wanted.unwrap_or(face || !library);
        if wanted == Some(true) && !public {
            self.b.error(
                Problem::NotAChoice,
                flip.map_or(span, |flip| flip.span()),
                "cards are turned over only where all players see the same of them",
                "let `zone_visibility` be `all`, or take `flip` out".to_owned(),
            );
        }
        def.lies = match seen.who {
            Who::NONE => Lies::Down,
            Who::ALL => Lies::Up,
            _ => Lies::AsBefore,
        };
        def.visible = match (flips, seen.who) {
            (true, _) => Visibility {
                who: Who::Face,
                part: Part::All,
            },
            (false, _) => seen,
        };
        def.laid_out = def.order == Order::Any && matches!(seen.who, Who::ALL | Who::NONE | Who::Face);
        let label = zone.label().filter(|label| !label.is_empty());
        let label = label.map_or(&*name, Text::as_str).to_owned();
        def.layout.label = Some(self.b.intern(&label));
        def.decks = deck_names(self, zone.decks());
        let place = self.b.add_zone(def, of_seat);
        self.zones.push(Zone {
            fields: Some(zone),
            span,
            label,
            place,
            flips,
            apart: false,
            own_marks: 0,
            mirrors: Vec::new(),
        });
        Some(place)
    }

    /// Who a word means. `owner` is somebody for player zones only.
    pub(super) fn who(&mut self, word: Option<Placed<'_, Group>>, of_seat: bool) -> Option<Who> {
        let word = word?;
        let group = word.value?;
        if group == Group::Owner && !of_seat {
            self.b.error(
                Problem::NotAChoice,
                word.span(),
                "a shared zone has no owner",
                "write another word, such as `all`, or make it a player zone".to_owned(),
            );
            return None;
        }
        Some(Who::Group(group))
    }

    /// Who sees which of a zone's cards.
    pub(super) fn visible(
        &mut self,
        who: Option<Placed<'_, Group>>,
        cards: Option<CardsSeen<'_>>,
        of_seat: bool,
    ) -> Visibility {
        let who = self.who(who, of_seat);
        let (who, part) = match cards {
            None => (who.unwrap_or(Who::NONE), Part::All),
            Some(CardsSeen::Word(CardsSeenWord::None) | CardsSeen::First(0)) => (Who::NONE, Part::All),
            Some(CardsSeen::Word(CardsSeenWord::Face)) => (Who::Face, Part::All),
            Some(CardsSeen::Word(CardsSeenWord::All)) => (who.unwrap_or(Who::ALL), Part::All),
            Some(CardsSeen::First(n)) => (who.unwrap_or(Who::ALL), Part::Next(n)),
        };
        Visibility { who, part }
    }

    fn deck_list(&self) -> Vec<String> {
        let names = self.b.hir.names_of(self.b.hir.cards.decks.iter().map(|d| d.name));
        names.into_iter().map(str::to_owned).collect()
    }

    /// The zone of a name, as another zone speaks of it: a player zone means its own player's.
    pub(super) fn zone_for(&self, name: &str, of: ZoneName) -> Option<ZoneName> {
        let shared = self.b.hir.zone_named(name).map(|z| ZoneName::Shared(z.0));
        match of {
            ZoneName::Seat(_) => self.b.hir.seat_zone_named(name).map(ZoneName::Seat).or(shared),
            ZoneName::Shared(_) => shared,
        }
    }

    pub(super) fn unknown_zone(&mut self, name: Text<'_>) {
        if self.b.hir.seat_zone_named(&name).is_some() {
            self.b.error(
                Problem::UnknownZone,
                name.span(),
                format!("every player has a zone `{name}`, and it is not said whose is meant"),
                "name a shared zone here".to_owned(),
            );
            return;
        }
        let zones = self.b.hir.zones.shared.iter().filter(|z| z.declared);
        let known = self.b.hir.names_of(zones.map(|z| z.name));
        let known: Vec<String> = known.into_iter().map(str::to_owned).collect();
        self.unknown(Problem::UnknownZone, name.span(), "shared zone", &name, &known);
    }

    pub(super) fn def(&self, place: ZoneName) -> &cardable_engine::program::ZoneDef {
        match place {
            ZoneName::Shared(at) => &self.b.hir.zones.shared[at as usize],
            ZoneName::Seat(at) => &self.b.hir.zones.seat[at as usize],
        }
    }

    pub(super) fn def_mut(&mut self, place: ZoneName) -> &mut cardable_engine::program::ZoneDef {
        match place {
            ZoneName::Shared(at) => &mut self.b.hir.zones.shared[at as usize],
            ZoneName::Seat(at) => &mut self.b.hir.zones.seat[at as usize],
        }
    }
}
/// What zones say of each other, once all are declared.
pub(super) fn settle_zones(reader: &mut TablesReader<'_>, game: Game<'_>) {
    add_box(reader);
    for at in 0..reader.zones.len() {
        let zone = reader.zones[at].clone();
        if let Some(rule) = zone.fields.and_then(fields::Zone::replenish) {
            let rule = replenish(reader, rule, &zone);
            reader.def_mut(zone.place).replenish = Some(rule);
        }
    }
    leftovers(reader, game);
    check_decks(reader, game);
    backs(reader);
    teams(reader);
}

/// Lets teams be chosen where they mean something: in a game that speaks of allies or of
/// opponents and that two teams of two can play. Until they are, everybody plays alone.
fn teams(reader: &mut TablesReader<'_>) {
    let (least, most) = reader.b.hir.head.seats;
    let fits = (least..=most).any(|seats| seats >= 4 && seats.is_multiple_of(2));
    let sided = |who: Who| matches!(who, Who::Group(Group::Allies | Group::Opponents));
    let mut zones = reader.b.hir.zones.shared.iter().chain(&reader.b.hir.zones.seat);
    if fits && zones.any(|zone| sided(zone.control) || zone.rules().any(|rule| sided(rule.who))) {
        reader.b.hir.teams = Some(TeamsDef {
            chosen: true,
            ..TeamsDef::default()
        });
    }
}

/// Where cards lie that have no place in the game.
fn add_box(reader: &mut TablesReader<'_>) {
    let mut def = reader.b.default_zone("box", false);
    def.name = reader.b.intern("(box)");
    def.visible = Visibility {
        who: Who::NONE,
        part: Part::All,
    };
    def.order = Order::Any;
    def.control = Who::NONE;
    reader.b.hir.zones.shared.push(def);
    reader.b.hir.zones.boxed = (reader.b.hir.zones.shared.len() - 1) as u16;
}

/// A name that no zone has yet.
fn free_name(reader: &TablesReader<'_>, what: &str) -> String {
    let taken =
        |name: &str| reader.b.hir.zone_named(name).is_some() || reader.b.hir.seat_zone_named(name).is_some();
    if !taken(what) {
        return what.to_owned();
    }
    let mut n = 2u32;
    loop {
        let name = format!("{what} {n}");
        if !taken(&name) {
            return name;
        }
        n += 1;
    }
}

fn size(reader: &mut TablesReader<'_>, zone: fields::Zone<'_>) -> Bounds {
    match zone.size() {
        Some(size) => reader
            .bounds(size.node, size.value, "size")
            .unwrap_or(Bounds::ANY),
        None => {
            reader.b.warn(
                Problem::NoSize,
                zone.node.span,
                "this zone does not say how many cards it holds: it is taken to hold any number",
                "write `\"size\": \"*\"`, or `\"size\": 1` if it holds just one".to_owned(),
            );
            Bounds::ANY
        }
    }
}

/// How many copies of a zone there are.
fn count(reader: &mut TablesReader<'_>, zone: fields::Zone<'_>) -> ZoneCount {
    let Some(count) = zone.count() else {
        return ZoneCount::ONE;
    };
    let Some(bounds) = reader.bounds(count.node, count.value, "count") else {
        return ZoneCount::ONE;
    };
    let most = match bounds.most {
        u16::MAX => {
            let most = bounds.least.max(ZoneCount::UNLIMITED);
            reader.b.warn(
                Problem::CopiesKept,
                count.span(),
                format!("this zone may have any number of copies: it is given {most} at most"),
                format!(
                    "say how many there may be, such as `[{}, {most}]`; a zone has {} copies at most",
                    bounds.least,
                    ZoneCount::MOST
                ),
            );
            most
        }
        most => most,
    };
    let least = if bounds.fixed { most } else { bounds.least };
    if most == 0 || most > ZoneCount::MOST {
        reader.b.error(
            Problem::OutOfBounds,
            count.span(),
            format!("there are 1 to {} copies of a zone", ZoneCount::MOST),
            "write how many, such as `3` or `[0, 4]`".to_owned(),
        );
        return ZoneCount::ONE;
    }
    ZoneCount {
        initial: bounds.initial.unwrap_or(least),
        min: least,
        max: most,
    }
}

fn deck_names(reader: &mut TablesReader<'_>, names: Items<'_, Name>) -> Vec<DeckId> {
    let mut decks = Vec::new();
    for name in names {
        match reader.b.hir.deck_named(&name) {
            Some(deck) if decks.contains(&deck) => {
                let message = format!("`{name}` is listed twice");
                reader.b.diags.warning(
                    Problem::ListedTwice,
                    name.span(),
                    message,
                    "take one of the two out",
                );
            }
            Some(deck) => decks.push(deck),
            None => {
                let known = reader.deck_list();
                reader.unknown(Problem::UnknownDeck, name.span(), "deck", &name, &known);
            }
        }
    }
    if let Some(node) = names.node
        && names.is_empty()
    {
        reader.b.error(
            Problem::MissingField,
            node.span,
            "a zone without decks can never hold a card",
            listed(reader.deck_list()).map_or_else(
                || "declare a deck in the game's `decks`, and name it here".to_owned(),
                |known| format!("name the decks whose cards may lie here: {known}"),
            ),
        );
    }
    decks
}

fn replenish(reader: &mut TablesReader<'_>, rule: Refill<'_>, zone: &Zone<'_>) -> Replenish {
    let mut when = refill_when(rule.when());
    when.on_empty |= rule.on_empty() == Some(true);
    if when == ReplenishWhen::default() && !rule.when().is_given() {
        reader.b.error(
            Problem::MissingField,
            rule.node.span,
            "when does this zone fill up again?",
            "add `\"when\": \"on_empty\"`, or another moment".to_owned(),
        );
    }
    let mut from = Vec::new();
    for name in rule.from() {
        match reader.zone_for(&name, zone.place) {
            Some(found) if found == zone.place => {
                let message = "a zone cannot fill up from itself";
                let help = "name the zone that its cards come from".to_owned();
                reader
                    .b
                    .error(Problem::CyclicReference, name.span(), message, help);
            }
            Some(found) => from.push(found),
            None => reader.unknown_zone(name),
        }
    }
    let def = reader.def(zone.place);
    let (least, most, library) = (def.size.min, def.size.max, def.library);
    let written = rule.up_to();
    let up_to = written.and_then(|up_to| up_to.value);
    if let (Some(up_to), Some(written)) = (up_to, written)
        && up_to > most
    {
        reader.b.error(
            Problem::OutOfBounds,
            written.span(),
            format!("the zone fills up to {up_to} cards and holds at most {most}"),
            "let `up_to` be within its `size`".to_owned(),
        );
    }
    // A zone of a fixed size is short of cards as soon as one is gone.
    let size = zone
        .fields
        .and_then(fields::Zone::size)
        .and_then(|size| size.value);
    let fixed = matches!(size, Some(Size::Count(_)));
    Replenish {
        when,
        from,
        up_to,
        below: if fixed && !library { most } else { least.max(1) },
        shuffle: rule.shuffle() == Some(true),
    }
}

fn leftovers(reader: &mut TablesReader<'_>, game: Game<'_>) {
    let Some(name) = game.leftovers() else {
        return;
    };
    match reader.b.hir.zone_named(&name) {
        Some(zone) => reader.b.hir.zones.leftovers = Some(zone.0),
        None => reader.unknown_zone(name),
    }
}

/// Says which decks have nowhere to be, and when there are not cards enough.
fn check_decks(reader: &mut TablesReader<'_>, game: Game<'_>) {
    for at in 0..reader.b.hir.cards.decks.len() {
        let deck = DeckId(at as u16);
        let name = reader
            .b
            .hir
            .strings
            .get(reader.b.hir.cards.decks[at].name)
            .to_owned();
        let is = |of: &DeckUse<'_>| of.name().is_some_and(|n| *n == *name);
        let span = game
            .decks()
            .iter()
            .find(is)
            .map_or(game.node.span, |of| of.node.span);
        let each = reader.b.hir.cards.decks[at].copies == cardable_engine::program::Copies::EachSeat;
        let holds = |z: &&cardable_engine::program::ZoneDef| z.decks.contains(&deck);
        let zones = &reader.b.hir.zones;
        let shared: Vec<_> = zones.shared.iter().filter(holds).collect();
        let seat: Vec<_> = zones.seat.iter().filter(holds).collect();
        if shared.is_empty() && seat.is_empty() {
            reader.b.warn(
                Problem::UnusedDeck,
                span,
                format!("no zone takes cards of the deck `{name}`"),
                "name it in the `decks` of a zone".to_owned(),
            );
            continue;
        }
        let first = |zones: &[&cardable_engine::program::ZoneDef]| -> usize {
            let of = |z: &&cardable_engine::program::ZoneDef| {
                usize::from(z.size.initial.unwrap_or(0)) * usize::from(z.count.initial)
            };
            zones.iter().map(of).sum()
        };
        let players = if each {
            1
        } else {
            usize::from(reader.b.hir.head.seats.1)
        };
        let wanted = first(&shared) + first(&seat) * players;
        let cards = reader.b.hir.cards.decks[at].cards.len();
        let alone = shared.iter().chain(&seat).all(|z| z.decks.len() == 1);
        let library = shared.iter().chain(&seat).any(|z| z.library);
        if alone && wanted > cards && cards > 0 {
            reader.b.warn(
                Problem::TooFewCards,
                span,
                format!("zones begin with up to {wanted} cards of the deck `{name}`, which has {cards}"),
                "let zones begin with fewer cards, or let fewer play".to_owned(),
            );
        }
        if !library && reader.b.hir.zones.leftovers.is_none() && wanted < cards {
            reader.b.warn(
                Problem::CardsOut,
                span,
                format!("the deck `{name}` has {cards} cards, and zones begin with {wanted} of them: the others are out of the game"),
                "let a zone be a library (`\"is_library\": true`), or name a zone for `leftovers`".to_owned(),
            );
        }
    }
}

/// Decks that may lie in the same zones look alike from behind; others can be told apart.
fn backs(reader: &mut TablesReader<'_>) {
    let mut kinds: Vec<Vec<bool>> = Vec::new();
    for at in 0..reader.b.hir.cards.decks.len() {
        let deck = DeckId(at as u16);
        let zones = reader.b.hir.zones.shared.iter().chain(&reader.b.hir.zones.seat);
        let lies: Vec<bool> = zones.map(|z| z.decks.contains(&deck)).collect();
        let back = kinds.iter().position(|k| *k == lies).unwrap_or_else(|| {
            kinds.push(lies);
            kinds.len() - 1
        });
        for ty in reader
            .b
            .hir
            .cards
            .types
            .iter_mut()
            .filter(|ty| usize::from(ty.set) == at)
        {
            ty.back = back as u16;
        }
    }
}
