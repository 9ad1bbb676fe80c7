//! Zones: who sees and uses them, what they hold, and how they fill up again.

use super::fields::{GAME, REPLENISH, ZONE};
use super::{Bounds, Reader};
use crate::text::diag::{Code as Problem, listed};
use crate::text::json::{Node, Value as Json};
use crate::text::source::Span;
use cardable_engine::ids::DeckId;
use cardable_engine::program::{
    Group, Lies, Order, Part, Replenish, ReplenishWhen, TeamsDef, Visibility, Who, ZoneCount, ZoneName,
};

/// A zone as read.
#[derive(Clone)]
pub(super) struct Zone<'n> {
    pub(super) node: Option<&'n Node>,
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

impl<'a> Reader<'a> {
    /// Declares all zones, and then what they say of each other.
    pub(super) fn zones(&mut self, root: &'a Node) {
        for (field, of_seat) in [("shared_zones", false), ("player_zones", true)] {
            for node in GAME.get(root, field).map_or(&[][..], Node::items) {
                self.zone(node, of_seat, None);
            }
        }
    }

    /// Declares a zone; `name` is what it is called when it does not say so itself.
    pub(super) fn zone(&mut self, node: &'a Node, of_seat: bool, name: Option<&str>) -> Option<ZoneName> {
        if !matches!(node.value, Json::Object(_)) {
            return None;
        }
        let written = ZONE
            .get(node, "name")
            .filter(|n| n.as_str().is_some_and(|t| !t.is_empty()));
        let library = ZONE.get(node, "is_library").and_then(Node::as_bool) == Some(true);
        let name = match (written.and_then(Node::as_str), name) {
            (Some(written), _) => written.to_owned(),
            (None, Some(given)) => given.to_owned(),
            (None, None) => free_name(self, if library { "draw pile" } else { "zone" }),
        };
        let twice = if of_seat {
            self.b.hir.seat_zone_named(&name).is_some()
        } else {
            self.b.hir.zone_named(&name).is_some()
        };
        let span = written.map_or(node.span, |n| n.span);
        if twice {
            let message = format!("there are two zones `{name}`");
            let help = "give one of them another name; with a `count` one zone has several copies".to_owned();
            self.b.error(Problem::DuplicateName, span, message, help);
            return None;
        }
        let mut def = self.b.default_zone(&name, of_seat);
        def.declared = true;
        def.library = library;
        def.order = match ZONE.get(node, "order").and_then(Node::as_str) {
            Some("fixed-fifo") => Order::FixedFifo,
            Some("fixed-lifo") => Order::FixedLifo,
            Some("shuffled") => Order::Shuffled,
            None if library => Order::FixedLifo,
            _ => Order::Any,
        };
        let size = size(self, node);
        def.count = count(self, node);
        (def.size.min, def.size.max) = (size.least, size.most);
        def.size.initial = if library {
            size.initial
        } else {
            Some(
                size.initial
                    .unwrap_or(if size.fixed { size.most } else { size.least }),
            )
        };
        def.control = ZONE
            .get(node, "control")
            .and_then(|n| self.who(n, of_seat))
            .unwrap_or(Who::NONE);
        let seen = visible(self, node, of_seat);
        let public = matches!(seen.who, Who::ALL | Who::NONE | Who::Face) && seen.part == Part::All;
        let wanted = ZONE.get(node, "flip").and_then(Node::as_bool);
        let face = seen.who == Who::Face;
        let flips = public && wanted.unwrap_or(face || !library);
        if wanted == Some(true) && !public {
            let span = ZONE.get(node, "flip").map_or(node.span, |n| n.span);
            self.b.error(
                Problem::NotAChoice,
                span,
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
        let label = ZONE
            .get(node, "label")
            .and_then(Node::as_str)
            .filter(|l| !l.is_empty());
        let label = label.unwrap_or(&name).to_owned();
        def.layout.label = Some(label.as_str().into());
        if let Some(decks) = ZONE.get(node, "decks") {
            def.decks = deck_names(self, decks);
        }
        let place = self.b.add_zone(def, of_seat);
        self.zones.push(Zone {
            node: Some(node),
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
    pub(super) fn who(&mut self, node: &Node, of_seat: bool) -> Option<Who> {
        Some(match node.as_str()? {
            "owner" if !of_seat => {
                self.b.error(
                    Problem::NotAChoice,
                    node.span,
                    "a shared zone has no owner",
                    "write another word, such as `all`, or make it a player zone".to_owned(),
                );
                return None;
            }
            // Another word has been reported.
            word => Who::Group(Group::named(word)?),
        })
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

    pub(super) fn unknown_zone(&mut self, node: &Node, name: &str) {
        if self.b.hir.seat_zone_named(name).is_some() {
            self.b.error(
                Problem::UnknownZone,
                node.span,
                format!("every player has a zone `{name}`, and it is not said whose is meant"),
                "name a shared zone here".to_owned(),
            );
            return;
        }
        let zones = self.b.hir.zones.shared.iter().filter(|z| z.declared);
        let known = self.b.hir.names_of(zones.map(|z| z.name));
        let known: Vec<String> = known.into_iter().map(str::to_owned).collect();
        self.unknown(Problem::UnknownZone, node.span, "shared zone", name, &known);
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
pub(super) fn settle_zones<'a>(reader: &mut Reader<'a>, root: &'a Node) {
    add_box(reader);
    for at in 0..reader.zones.len() {
        let zone = reader.zones[at].clone();
        if let Some(rule) = zone.node.and_then(|node| ZONE.get(node, "replenish")) {
            let rule = replenish(reader, rule, &zone);
            reader.def_mut(zone.place).replenish = Some(rule);
        }
    }
    leftovers(reader, root);
    check_decks(reader, root);
    backs(reader);
    teams(reader);
}

/// Lets teams be chosen where they mean something: in a game that speaks of allies or of
/// opponents and that two teams of two can play. Until they are, everybody plays alone.
fn teams(reader: &mut Reader<'_>) {
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
fn add_box(reader: &mut Reader<'_>) {
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
fn free_name(reader: &Reader<'_>, what: &str) -> String {
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

fn size(reader: &mut Reader<'_>, node: &Node) -> Bounds {
    const ANY: Bounds = Bounds {
        least: 0,
        most: u16::MAX,
        initial: None,
        fixed: false,
    };
    match ZONE.get(node, "size") {
        Some(size) => reader.bounds(size, "size").unwrap_or(ANY),
        None => {
            reader.b.warn(
                Problem::NoSize,
                node.span,
                "this zone does not say how many cards it holds: it is taken to hold any number",
                "write `\"size\": \"*\"`, or `\"size\": 1` if it holds just one".to_owned(),
            );
            ANY
        }
    }
}

/// How many copies of a zone there are.
fn count(reader: &mut Reader<'_>, node: &Node) -> ZoneCount {
    let Some(count) = ZONE.get(node, "count") else {
        return ZoneCount::ONE;
    };
    let Some(bounds) = reader.bounds(count, "count") else {
        return ZoneCount::ONE;
    };
    let most = match bounds.most {
        u16::MAX => {
            let most = bounds.least.max(ZoneCount::UNLIMITED);
            reader.b.warn(
                Problem::CopiesKept,
                count.span,
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
            count.span,
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

/// Who sees which of a zone's cards.
pub(super) fn visible(reader: &mut Reader<'_>, node: &Node, of_seat: bool) -> Visibility {
    let who = ZONE
        .get(node, "zone_visibility")
        .and_then(|n| reader.who(n, of_seat));
    let cards = ZONE.get(node, "card_visibility");
    match (cards.map(|n| &n.value), who) {
        (None, None) => Visibility {
            who: Who::NONE,
            part: Part::All,
        },
        (None, Some(who)) => Visibility { who, part: Part::All },
        (Some(Json::String(word)), who) => {
            let who = match &**word {
                "none" => Who::NONE,
                "face" => Who::Face,
                _ => who.unwrap_or(Who::ALL),
            };
            Visibility { who, part: Part::All }
        }
        (Some(_), who) => {
            let n = cards.and_then(Node::as_i64).unwrap_or(0).clamp(0, 65_535) as u16;
            let who = if n == 0 {
                Who::NONE
            } else {
                who.unwrap_or(Who::ALL)
            };
            let part = if n == 0 { Part::All } else { Part::Next(n) };
            Visibility { who, part }
        }
    }
}

fn deck_names(reader: &mut Reader<'_>, node: &Node) -> Vec<DeckId> {
    let mut decks = Vec::new();
    for name_node in node.items() {
        let Some(name) = name_node.as_str() else { continue };
        match reader.b.hir.deck_named(name) {
            Some(deck) if decks.contains(&deck) => {
                let message = format!("`{name}` is listed twice");
                reader.b.diags.warning(
                    Problem::ListedTwice,
                    name_node.span,
                    message,
                    "take one of the two out",
                );
            }
            Some(deck) => decks.push(deck),
            None => {
                let known = reader.deck_list();
                reader.unknown(Problem::UnknownDeck, name_node.span, "deck", name, &known);
            }
        }
    }
    if node.items().is_empty() {
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

fn replenish(reader: &mut Reader<'_>, node: &Node, zone: &Zone<'_>) -> Replenish {
    let mut when = ReplenishWhen::default();
    for word in REPLENISH.get(node, "when").map_or(&[][..], Node::items) {
        match word.as_str() {
            Some("on_empty") => when.on_empty = true,
            Some("on_input") => when.on_input = true,
            Some("turn_start") => when.turn_start = true,
            Some("turn_end") => when.turn_end = true,
            Some("round_start") => when.round_start = true,
            Some("round_end") => when.round_end = true,
            _ => {}
        }
    }
    when.on_empty |= REPLENISH.get(node, "on_empty").and_then(Node::as_bool) == Some(true);
    if when == ReplenishWhen::default() && REPLENISH.get(node, "when").is_none() {
        reader.b.error(
            Problem::MissingField,
            node.span,
            "when does this zone fill up again?",
            "add `\"when\": \"on_empty\"`, or another moment".to_owned(),
        );
    }
    let mut from = Vec::new();
    for name in REPLENISH.get(node, "from").map_or(&[][..], Node::items) {
        let Some(text) = name.as_str() else { continue };
        match reader.zone_for(text, zone.place) {
            Some(found) if found == zone.place => {
                let message = "a zone cannot fill up from itself";
                let help = "name the zone that its cards come from".to_owned();
                reader.b.error(Problem::CyclicReference, name.span, message, help);
            }
            Some(found) => from.push(found),
            None => reader.unknown_zone(name, text),
        }
    }
    let def = reader.def(zone.place);
    let (least, most, library) = (def.size.min, def.size.max, def.library);
    let up_to = REPLENISH
        .get(node, "up_to")
        .and_then(Node::as_i64)
        .and_then(|n| u16::try_from(n).ok());
    if let Some(up_to) = up_to
        && up_to > most
    {
        let span = REPLENISH.get(node, "up_to").map_or(node.span, |n| n.span);
        reader.b.error(
            Problem::OutOfBounds,
            span,
            format!("the zone fills up to {up_to} cards and holds at most {most}"),
            "let `up_to` be within its `size`".to_owned(),
        );
    }
    // A zone of a fixed size is short of cards as soon as one is gone.
    let fixed = zone
        .node
        .and_then(|node| ZONE.get(node, "size"))
        .is_some_and(|size| size.as_i64().is_some());
    Replenish {
        when,
        from,
        up_to,
        below: if fixed && !library { most } else { least.max(1) },
        shuffle: REPLENISH.get(node, "shuffle").and_then(Node::as_bool) == Some(true),
    }
}

fn leftovers(reader: &mut Reader<'_>, root: &Node) {
    let Some(node) = GAME.get(root, "leftovers") else {
        return;
    };
    let Some(name) = node.as_str() else { return };
    match reader.b.hir.zone_named(name) {
        Some(zone) => reader.b.hir.zones.leftovers = Some(zone.0),
        None => reader.unknown_zone(node, name),
    }
}

/// Says which decks have nowhere to be, and when there are not cards enough.
fn check_decks(reader: &mut Reader<'_>, root: &Node) {
    let uses = GAME.get(root, "decks").map_or(&[][..], Node::items);
    for at in 0..reader.b.hir.cards.decks.len() {
        let deck = DeckId(at as u16);
        let name = reader
            .b
            .hir
            .strings
            .get(reader.b.hir.cards.decks[at].name)
            .to_owned();
        let is = |n: &&Node| n.get("name").and_then(Node::as_str) == Some(name.as_str());
        let span = uses.iter().find(is).map_or(root.span, |n| n.span);
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
fn backs(reader: &mut Reader<'_>) {
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
