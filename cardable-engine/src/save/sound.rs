//! Whether what was read can be a World: a save may come from anywhere.

use super::saved::{Saved, SavedBeginning};
use crate::fault::Run;
use crate::ids::{Audience, ListId, Seat, SeatSet};
use crate::program::{Op, Strings};
use crate::value::Value;
use crate::world::chance::Draws;
use crate::world::columns::{EXPOSED, FACE_UP, GRANTED, NOBODY};
use crate::world::heap;
use crate::world::journal::{Gave, Journal, LONGEST_MESSAGE, MOST_ENTRIES};
use crate::world::lists::{self, List, MOST_LISTS};
use crate::world::nesting::Nesting;
use crate::world::scene::{Awaits, Cause, Form, Layer, Suspended};
use crate::world::table::Table;
use crate::world::texts::Texts;
use crate::world::whole::{Aside, Beginning, Extras, Note, Sealed, World};
use crate::world::zone_marks::CLOSED;
use smallvec::SmallVec;
use std::sync::Arc;

/// The most choices that a saved game may have behind it.
const FARTHEST: u64 = 1 << 48;

type Checked<T> = Result<T, &'static str>;

fn ensure(fine: bool, what: &'static str) -> Checked<()> {
    if fine { Ok(()) } else { Err(what) }
}

/// Makes a World of what was read, if it can be one.
pub(super) fn world(t: &Table, mut saved: Saved) -> Checked<World> {
    let beginning = saved
        .beginning
        .take()
        .map(|beginning| check_beginning(t, *beginning))
        .transpose()?;
    ensure(
        saved.block.len() == t.columns.len(),
        "it has another number of cards or zones",
    )?;
    ensure(
        saved.values.len() == t.value_count(),
        "it has another number of data items",
    )?;
    check_cards(t, &saved.block, saved.types.as_deref())?;
    let lists = saved.extras.as_ref().map_or(&[][..], |r| r.lists.all());
    let texts = saved.extras.as_ref().map(|r| &r.texts);
    let sound = texts.is_none_or(|texts| texts.are_sound(&t.program.strings));
    ensure(sound, "a text is not as games make them")?;
    let checker = Checker { t, lists, texts };
    checker.lists(saved.lists_kept)?;
    saved.values.iter().try_for_each(|v| checker.value(*v))?;
    checker.layer(&saved.scene)?;
    ensure(
        saved.direction == 1 || saved.direction == -1,
        "play has no direction",
    )?;
    ensure(saved.step <= FARTHEST, "it is further than a game can be")?;
    checker.seats(saved.dismissed)?;
    ensure(
        saved.suspended.len() <= crate::play::waiting::MAX_SUSPENDED,
        "it has too many suspended actions",
    )?;
    saved.suspended.iter().try_for_each(|s| checker.suspended(s))?;
    checker.notes(&saved.notes)?;
    if let Some(extras) = &saved.extras {
        checker.extras(extras)?;
    }
    ensure(
        t.columns.has_known_viewers(&saved.block),
        "it has unknown viewers",
    )?;
    let starts = t.columns.starts_of_zones(&saved.block);
    for zone in t.zone_ids() {
        let marks = t.columns.marks(&saved.block, zone);
        ensure(marks & !t.possible_marks(zone) == 0, "a zone has an unknown mark")?;
        let filled = starts[zone.index()] < starts[zone.index() + 1];
        ensure(
            marks & CLOSED == 0 || !filled,
            "a zone that is not open holds cards",
        )?;
    }
    ensure(
        !saved.over || saved.extras.as_ref().is_some_and(|r| r.result.is_some()),
        "it is over without a result",
    )?;
    let mut extras = saved.extras;
    if let Some(beginning) = beginning {
        extras.get_or_insert_default().beginning = Some(Arc::new(beginning));
    }
    let mut world = World {
        block: saved.block.into(),
        types: saved.types,
        values: saved.values.into(),
        draws: Draws::continued(saved.key, saved.drawn),
        scene: saved.scene,
        dismissed: saved.dismissed,
        direction: saved.direction,
        over: saved.over,
        step: saved.step,
        lists_kept: saved.lists_kept,
        suspended: saved.suspended,
        notes: saved.notes,
        extras,
        aside: Aside::default(),
    };
    heap::count_lists(&mut world).map_err(|_| "it keeps too many items in lists")?;
    world.spare_empty_extras();
    Ok(world)
}

/// How an action began: one game, and choices that are tried when it is begun anew.
fn check_beginning(t: &Table, saved: SavedBeginning) -> Checked<Beginning> {
    ensure(
        saved.before.beginning.is_none(),
        "an action begins within another one",
    )?;
    ensure(
        saved.made.len() <= Beginning::LONGEST,
        "an action began too long ago",
    )?;
    Ok(Beginning {
        before: Arc::new(world(t, saved.before)?),
        made: saved.made,
    })
}

fn check_cards(t: &Table, block: &[u16], types: Option<&[u16]>) -> Checked<()> {
    let n = t.cards;
    let (columns, zone_of) = (&t.columns, t.columns.zones_of_cards(block));
    let order = columns.order(block);
    let mut there = vec![false; n];
    for card in order {
        let slot = there.get_mut(*card as usize).ok_or("a card is out of range")?;
        ensure(!std::mem::replace(slot, true), "a card is there twice")?;
    }
    let starts = columns.starts_of_zones(block);
    ensure(
        starts[0] == 0 && starts[t.zones] as usize == n,
        "the zones do not hold all cards",
    )?;
    ensure(starts.is_sorted(), "the zones overlap")?;
    for zone in 0..t.zones {
        for at in starts[zone]..starts[zone + 1] {
            let card = order[at as usize] as usize;
            ensure(zone_of[card] as usize == zone, "a card is in two zones")?;
        }
    }
    if let Some(types) = types {
        let (mut types, mut wanted) = (types.to_vec(), t.card_type.clone());
        types.sort_unstable();
        wanted.sort_unstable();
        ensure(types == wanted, "the cards are not those of the decks")?;
    }
    let flags = FACE_UP | EXPOSED | GRANTED;
    ensure(
        columns.flags_of_cards(block).iter().all(|f| f & !flags == 0),
        "a card lies in an unknown way",
    )?;
    let owned = |s: &u16| *s == NOBODY || (*s as usize) < t.seats;
    ensure(
        columns.owners_of_decks(block).iter().all(owned),
        "a deck's owner has no seat",
    )?;
    let merged = columns.merged_origins(block);
    let sound = t.origins.as_ref().is_none_or(|origins| origins.are_sound(merged));
    ensure(sound, "the cards begin in other groups")
}

struct Checker<'a> {
    t: &'a Table,
    lists: &'a [List],
    texts: Option<&'a Texts>,
}

impl Checker<'_> {
    fn seats(&self, set: SeatSet) -> Checked<()> {
        ensure(
            set.minus(self.t.every_seat()).is_empty(),
            "it has an unknown seat",
        )
    }

    fn seat(&self, seat: Option<Seat>) -> Checked<()> {
        ensure(
            seat.is_none_or(|s| s.index() < self.t.seats),
            "it has an unknown seat",
        )
    }

    /// Each list has a number of its own, and holds only lists with lower ones, so that none lies in itself.
    fn lists(&self, kept: u32) -> Checked<()> {
        ensure(kept <= MOST_LISTS, "it has kept more lists than a game can")?;
        let first = lists::number(0);
        let mut numbers = self.lists.iter().map(|list| list.id);
        ensure(
            numbers.all(|id| (first..lists::number(kept)).contains(&id))
                && self.lists.is_sorted_by(|one, next| one.id < next.id),
            "lists are numbered as no game numbers them",
        )?;
        let mut known = Vec::with_capacity(self.lists.len());
        for list in self.lists {
            list.items.iter().try_for_each(|value| self.value(*value))?;
            let inner = list.items.iter().all(|item| match item {
                Value::List(inner) => *inner < list.id,
                _ => true,
            });
            ensure(inner, "a list lies in an older one")?;
            let nesting = Nesting::of(&list.items, |inner| self.nesting(inner, &known));
            known.push(nesting.map_err(|_| "lists lie too deep in one another, or hold too many items")?);
        }
        Ok(())
    }

    /// What lies in a list, and how long it is. Of the game's lists, that is known of the first.
    fn nesting(&self, id: ListId, known: &[Nesting]) -> Run<(Nesting, usize)> {
        if let Some(at) = lists::place(self.lists, id) {
            let nesting = known.get(at).copied().unwrap_or(Nesting::FLAT);
            return Ok((nesting, self.lists.get(at).map_or(0, |list| list.items.len())));
        }
        let items = self.t.program.constants.items(id);
        let nesting = Nesting::of(items, |inner| self.nesting(inner, known))?;
        Ok((nesting, items.len()))
    }

    fn value(&self, value: Value) -> Checked<()> {
        let program = &self.t.program;
        let fine = match value {
            Value::Nothing | Value::Bool(_) | Value::Int(_) => true,
            Value::Float(n) => n.is_finite(),
            Value::Str(id) if id.0 >= Strings::DYNAMIC => self.texts.is_some_and(|t| t.0.contains_key(&id.0)),
            Value::Str(id) => id.index() < program.strings.len(),
            Value::Seat(seat) => seat.index() < self.t.seats,
            Value::Card(card) => card.index() < self.t.cards,
            Value::Zone(zone) => zone.index() < self.t.zones,
            Value::Deck(deck) => deck.index() < program.cards.decks.len(),
            Value::List(id) => {
                id.index() < program.constants.list_count() || lists::place(self.lists, id).is_some()
            }
        };
        ensure(fine, "a value is out of range")
    }

    fn layer(&self, layer: &Layer) -> Checked<()> {
        ensure(
            layer.state.index() < self.t.program.states.len(),
            "it is in an unknown state",
        )?;
        for set in [
            layer.members,
            layer.resting,
            layer.acted,
            layer.ending,
            layer.passed,
            layer.passed_cycle,
        ] {
            self.seats(set)?;
        }
        for seat in [layer.turn, layer.first, layer.led_by, layer.next] {
            self.seat(seat)?;
        }
        Ok(())
    }

    fn suspended(&self, frame: &Suspended) -> Checked<()> {
        let program = &self.t.program;
        self.seat(frame.player)?;
        self.seat(frame.actor)?;
        let wrong = "a suspended action stands nowhere";
        let asked = match frame.journal {
            // A function of a script is called again.
            Some(_) => Some(frame.pc),
            None => frame.pc.checked_sub(1),
        };
        let asked = asked.and_then(|pc| program.code.ops.get(pc as usize));
        let fits = match (asked, &frame.awaits) {
            (Some(Op::Script { d, site, .. }), _) => {
                let waits = program.code.script.as_ref().is_some_and(|script| {
                    let site = script.sites.get(usize::from(*site));
                    let function = site.and_then(|s| script.functions.get(usize::from(s.function)));
                    function.is_some_and(|f| f.waits)
                });
                frame.journal.is_some() && waits && *d == frame.into
            }
            (_, _) if frame.journal.is_some() => false,
            (Some(Op::Ask { d, .. }), Awaits::Answer { .. })
            | (Some(Op::AskAll { d, .. }), Awaits::Answers { .. })
            | (Some(Op::Push { d, .. } | Op::PushTo { d, .. }), Awaits::Pop) => *d == frame.into,
            (Some(Op::Settle | Op::Perform { .. }), Awaits::Call(_)) => true,
            _ => false,
        };
        ensure(fits, wrong)?;
        if let Some(journal) = &frame.journal {
            self.journal(journal)?;
        }
        let begun = frame.pc + u32::from(frame.journal.is_some());
        let at = program.code.functions.partition_point(|f| f.start < begun);
        let function = at
            .checked_sub(1)
            .and_then(|at| program.code.functions.get(at))
            .ok_or(wrong)?;
        ensure(frame.registers.len() == function.registers as usize, wrong)?;
        frame.registers.iter().try_for_each(|v| self.value(*v))?;
        match frame.cause {
            Cause::Act(action) => ensure(action.index() < program.actions.len(), wrong)?,
            Cause::Auto { .. } | Cause::Call(_) => {}
        }
        match &frame.awaits {
            Awaits::Answer { seat, .. } => self.seat(Some(*seat))?,
            Awaits::Answers { waiting, given, .. } => {
                self.seats(*waiting)?;
                ensure(!waiting.is_empty(), "a question waits for nobody")?;
                for (seat, value) in given {
                    self.seat(Some(*seat))?;
                    self.value(*value)?;
                }
            }
            Awaits::Pop | Awaits::Call(_) => return Ok(()),
        }
        let Some(question) = frame.question() else {
            return Ok(());
        };
        self.value(question.default)?;
        self.value(question.label)?;
        match question.form {
            Form::Number { min, max } => ensure(
                min <= max && max.checked_sub(min).is_some_and(|n| n < i64::MAX),
                "a question has no answer",
            ),
            Form::OneOf { list, labels, among } => {
                self.value(labels)?;
                self.value(among)?;
                self.question_list(list, 1)
            }
            Form::Several {
                list, min, max, rule, ..
            } => {
                ensure(min <= max, "a question has no answer")?;
                if let Some(rule) = rule {
                    let known = usize::from(rule.number) < program.conditions.answers.len();
                    ensure(known, "a question has a rule that there is not")?;
                    self.value(rule.given)?;
                }
                self.question_list(list, min)
            }
            Form::Confirm => Ok(()),
        }
    }

    /// What a function of a script did.
    fn journal(&self, journal: &Journal) -> Checked<()> {
        let wrong = "a script's journal is not as games make them";
        ensure(journal.entries.len() <= MOST_ENTRIES, wrong)?;
        ensure(journal.args.len() <= usize::from(u8::MAX), wrong)?;
        journal.args.iter().try_for_each(|v| self.value(*v))?;
        for entry in &journal.entries {
            match &entry.gave {
                Gave::Value(value) => self.value(*value)?,
                Gave::Error(error) => ensure(error.message.len() <= LONGEST_MESSAGE, wrong)?,
            }
        }
        Ok(())
    }

    /// A sealed choice that has answers goes on in its own action.
    fn answered(&self, sealed: &Sealed) -> Checked<()> {
        let Some(answered) = &sealed.answered else {
            return Ok(());
        };
        let wrong = "a sealed choice stands nowhere";
        let program = &self.t.program;
        let kept = answered.pc.checked_sub(1).ok_or(wrong)?;
        let at = program.code.functions.partition_point(|f| f.start <= kept);
        let function = at.checked_sub(1).and_then(|at| program.code.functions.get(at));
        let function = function.ok_or(wrong)?;
        let is_kept = matches!(program.code.ops.get(kept as usize), Some(Op::Seal));
        let is_own = function.start == program.action(sealed.action).body.start;
        let is_whole = answered.registers.len() == usize::from(function.registers);
        ensure(is_kept && is_own && is_whole, wrong)?;
        answered.registers.iter().try_for_each(|v| self.value(*v))
    }

    fn question_list(&self, list: Value, least: u16) -> Checked<()> {
        self.value(list)?;
        let n = match list {
            Value::List(id) => match lists::place(self.lists, id).and_then(|at| self.lists.get(at)) {
                Some(list) => list.items.len(),
                None => self.t.program.constants.items(id).len(),
            },
            Value::Nothing => 0,
            _ => 1,
        };
        ensure(
            n >= least as usize && n <= u16::MAX as usize,
            "a question has no answer",
        )
    }

    fn notes(&self, notes: &[Note]) -> Checked<()> {
        for note in notes {
            ensure(
                note.text.index() < self.t.program.strings.len(),
                "a message without a text",
            )?;
            note.tokens.iter().try_for_each(|v| self.value(*v))?;
        }
        Ok(())
    }

    fn extras(&self, extras: &Extras) -> Checked<()> {
        let slots = usize::from(self.t.program.state_slots);
        for (layer, data) in extras.scenes.iter().chain(&extras.under) {
            self.layer(layer)?;
            ensure(data.len() == slots, "a scene has another number of data items")?;
            data.iter().try_for_each(|v| self.value(*v))?;
        }
        ensure(
            extras.scenes.len() <= 64 && extras.under.len() <= 64,
            "it has too many scenes",
        )?;
        ensure(extras.next_scene <= u16::MAX / 2, "it has too many scenes")?;
        for (card, audience) in &extras.grants {
            ensure(
                card.index() < self.t.cards && audience.0 & !Audience::ALL.0 == 0,
                "a look at no card",
            )?;
        }
        for sealed in &extras.sealed {
            self.seat(Some(sealed.seat))?;
            ensure(
                sealed.action.index() < self.t.program.actions.len(),
                "a sealed choice of no action",
            )?;
            sealed.picks.iter().try_for_each(|v| self.value(*v))?;
            self.answered(sealed)?;
        }
        ensure(
            extras.teams.is_empty() || extras.teams.len() == self.t.seats,
            "it has teams of other seats",
        )?;
        let named: SeatSet = extras.places.iter().copied().collect();
        ensure(
            extras.places.is_empty()
                || extras.places.len() == self.t.seats && named == SeatSet::first(self.t.seats),
            "seats have places that there are not",
        )?;
        for told in &extras.told {
            ensure(
                told.card.index() < self.t.cards && told.who.0 & !Audience::ALL.0 == 0,
                "something is told of no card",
            )?;
        }
        ensure(
            extras.told.is_sorted_by_key(|told| told.card),
            "what is told stands in no order",
        )?;
        for raised in &extras.raised {
            ensure(
                usize::from(raised.reaction) < self.t.program.reactions.all.len(),
                "something has set off a reaction that there is not",
            )?;
            raised.given.iter().try_for_each(|v| self.value(*v))?;
        }
        if let Some(result) = &extras.result {
            let seats: SmallVec<[Seat; 8]> = result.winners.iter().copied().collect();
            seats.into_iter().try_for_each(|s| self.seat(Some(s)))?;
            ensure(
                result.scores.iter().all(|s| s.is_finite()),
                "a score is out of range",
            )?;
        }
        Ok(())
    }
}
