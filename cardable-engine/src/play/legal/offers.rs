//! Lists legal choices action by action.

use super::gather::gather;
use crate::fault::{FaultKind, Run};
use crate::ids::{ActionId, CardId, Seat, ZoneId};
use crate::play::answers::Asked;
use crate::play::legal_set::{Candidate, Gathered, LegalSet, Source, Space, Unmet};
use crate::play::valid::Picking;
use crate::play::{answers, choose, control, room};
use crate::program::{ActionDef, Actors, Code, Entry, Op, Plan, StateType, ZoneName};
use crate::value::Value;
use crate::vm::engine::Reader;
use crate::vm::evaluate::{Evaluation, Stop};
use crate::vm::interpret::interpret;
use crate::vm::kinds::whole;
use crate::vm::select::{Types, Wide, flow, truth};
use crate::vm::{conditions, interpret, lists, select};
use crate::world::scene::{Form, Question};
use smallvec::SmallVec;

/// Whether a seat may do an action, judged by turns only.
pub fn may_do(reader: &Reader<'_>, seat: Seat, id: ActionId) -> bool {
    is_for(reader, seat, reader.program().action(id).by)
}

/// The choices of an action, or the reason why it offers none.
pub fn try_offer(
    reader: &Reader<'_>,
    seat: Seat,
    action: &ActionDef,
    candidates: &mut SmallVec<[Candidate; 24]>,
) -> Run<Result<Space, Unmet>> {
    if let Some(condition) = action.condition
        && !conditions::allows(reader, condition)?
    {
        return Ok(Err(Unmet::Condition));
    }
    try_picks(reader, seat, action, candidates, None)
}

pub(super) fn offer_prompt(reader: &Reader<'_>, seat: Seat, at: usize, legal: &mut LegalSet) -> Run<()> {
    let Some(question) = reader.world.suspended[at].question() else {
        return Ok(());
    };
    let first = legal.candidates.len();
    let reader = &Reader {
        player: Some(seat),
        ..*reader
    };
    let space = answers(reader, question, legal)?;
    legal.push(seat, Source::Prompt(at as u16), space, first);
    Ok(())
}

fn answers(reader: &Reader<'_>, question: &Question, legal: &mut LegalSet) -> Run<Space> {
    let (list, min, max, ordered) = match question.form {
        Form::Number { min, max } => return Ok(Space::Range { min, max }),
        Form::Confirm => return Ok(Space::Range { min: 0, max: 1 }),
        Form::OneOf { list, .. } => (list, 1, 1, false),
        Form::Several {
            list,
            min,
            max,
            ordered,
            ..
        } => (list, min, max, ordered),
    };
    let n = lists::item_count(reader, list);
    legal.candidates.extend((0..n as u16).map(Candidate::plain));
    let Some(rule) = question.form.rule() else {
        return Ok(Space::in_order(min, max.min(n as u16), ordered));
    };
    let asked = Asked { min, max, ordered };
    // What the rule reads may have changed since the question was asked.
    match answers::any(reader, rule, list, asked)? {
        true => Ok(answers::space(reader, asked, n)),
        false => Err(FaultKind::NoAnswer.into()),
    }
}

/// Lists the choices of members of the running scene.
#[inline]
pub(super) fn offer_scene(reader: &Reader<'_>, legal: &mut LegalSet) -> Run<()> {
    let Some(listing) = reader.program().listings.get(reader.world.scene.state.index()) else {
        return Ok(());
    };
    if listing.entries.is_empty() && !listing.ask_everyone {
        return Ok(());
    }
    legal.shares = listing.shares;
    for seat in control::may_act(reader) {
        if listing.shares {
            legal.gathered.clear();
        }
        let own = Reader {
            player: Some(seat),
            ..*reader
        };
        for entry in &listing.entries {
            if (!listing.off_turn || is_for(&own, seat, entry.by)) && opens(&own, entry)? {
                offer(&own, seat, entry, legal)?;
            }
        }
        if listing.ask_everyone && !legal.has(seat) && (!listing.off_turn || on_turn(reader, seat)) {
            let first = legal.candidates.len();
            legal.push(seat, Source::Pass, Space::One, first);
        }
    }
    Ok(())
}

pub(super) fn on_turn(reader: &Reader<'_>, seat: Seat) -> bool {
    reader.world.scene.turn.is_none_or(|turn| turn == seat)
}

/// Whether a seat is among the actors.
fn is_for(reader: &Reader<'_>, seat: Seat, by: Actors) -> bool {
    let turn = match reader.state_type() {
        StateType::RoundRobin | StateType::Grandstand => reader.world.scene.turn,
        StateType::Auto | StateType::Concurrent => None,
    };
    match by {
        Actors::Anyone => true,
        Actors::OnTurn => turn.is_none_or(|t| t == seat),
        Actors::OffTurn => turn.is_some_and(|t| t != seat),
    }
}

#[inline(always)]
fn opens(reader: &Reader<'_>, entry: &Entry) -> Run<bool> {
    entry
        .condition
        .map_or(Ok(true), |condition| conditions::allows(reader, condition))
}

/// Lists the choices of an action whose condition holds.
#[inline(always)]
fn offer(reader: &Reader<'_>, seat: Seat, entry: &Entry, legal: &mut LegalSet) -> Run<()> {
    let first = legal.candidates.len();
    // What offers at most one card needs no more room than for that.
    if entry.capacity && !matches!(entry.plan, Plan::Other) && !has_room_for_one(reader, seat, entry.action) {
        return Ok(());
    }
    let space = match &entry.plan {
        Plan::Button => Space::One,
        Plan::TopCard(from) => {
            let zone = zone_from(reader, seat, *from);
            if !control::controls(reader, seat, zone) {
                return Ok(());
            }
            let Some(card) = reader.top(zone) else {
                return Ok(());
            };
            legal.candidates.push(Candidate::plain(card.0));
            Space::ONE_OF
        }
        Plan::OneCard(from, rule) => {
            let zone = zone_from(reader, seat, *from);
            let viewer = crate::ids::Viewer::Seat(seat);
            let traits = &reader.table.traits[zone.index()];
            if traits.shown_by != 0 || !reader.world.sees(reader.table, zone).contains(viewer) {
                // The seat has to be asked card by card what it sees.
                return offer_slowly(reader, seat, entry.action, legal);
            }
            if !control::controls(reader, seat, zone) {
                return Ok(());
            }
            return offer_card(reader, seat, entry.action, (zone, *rule), legal);
        }
        Plan::Other => return offer_slowly(reader, seat, entry.action, legal),
    };
    legal.push(seat, Source::Act(entry.action), space, first);
    Ok(())
}

/// Whether the zones have room for an action that picks at most one card.
fn has_room_for_one(reader: &Reader<'_>, seat: Seat, action: ActionId) -> bool {
    room::room_for(reader, seat, &reader.program().action(action).capacity).is_ok()
}

/// The seat's zone for a zone name.
#[inline(always)]
fn zone_from(reader: &Reader<'_>, seat: Seat, from: ZoneName) -> ZoneId {
    match from {
        ZoneName::Seat(at) => reader.table.seat_zone(seat, at),
        ZoneName::Shared(at) => reader.table.shared_zone(at),
    }
}

#[inline(never)]
fn offer_slowly(reader: &Reader<'_>, seat: Seat, id: ActionId, legal: &mut LegalSet) -> Run<()> {
    let first = legal.candidates.len();
    let gathered = legal.shares.then_some(&mut legal.gathered);
    match try_picks(
        reader,
        seat,
        reader.program().action(id),
        &mut legal.candidates,
        gathered,
    )? {
        Ok(space) => legal.push(seat, Source::Act(id), space, first),
        Err(_) => legal.candidates.truncate(first),
    }
    Ok(())
}

/// Lists an action that picks one card from a zone whose faces the seat sees. `rule` limits which cards.
#[inline(never)]
fn offer_card(
    reader: &Reader<'_>,
    seat: Seat,
    action: ActionId,
    (zone, rule): (ZoneId, Option<u16>),
    legal: &mut LegalSet,
) -> Run<()> {
    let cards = reader.world.zone_cards(reader.table, zone);
    let passing = match rule {
        None => Some((u64::MAX, cards.len())),
        Some(rule) => types_passing(reader, rule, cards),
    };
    if let Some((types, n)) = passing {
        if n > 0 {
            legal.push_cards(seat, Source::Act(action), zone, types, n);
        }
        return Ok(());
    }
    let first = legal.candidates.len();
    let kept = match rule {
        Some(rule) if reader.program().cards.types.len() <= 64 => {
            keep_passing::<u64>(reader, rule, cards, &mut legal.candidates)
        }
        Some(rule) => keep_passing::<Wide>(reader, rule, cards, &mut legal.candidates),
        None => None,
    };
    if kept.is_none() {
        return offer_slowly(reader, seat, action, legal);
    }
    if legal.candidates.len() > first {
        legal.push(seat, Source::Act(action), Space::ONE_OF, first);
    }
    Ok(())
}

/// The types of the given cards that pass a rule, and the number of those cards.
#[inline]
fn types_passing(reader: &Reader<'_>, rule: u16, cards: &[u16]) -> Option<(u64, usize)> {
    if reader.program().cards.types.len() > 64 {
        return None;
    }
    let types: u64 = select::types_of(reader, cards.iter().copied());
    let passing = match types {
        0 => 0,
        types => flow::passing_rule(reader, rule, types)?,
    };
    let n = match passing {
        0 => 0,
        _ if reader.table.each_type.len() == reader.table.cards && reader.world.types.is_none() => {
            passing.len()
        }
        _ => {
            let of = reader.world.types(reader.table);
            let ty = |card: &u16| of.get(usize::from(*card)).copied().unwrap_or(0);
            cards.iter().filter(|card| passing.has(ty(card).into())).count()
        }
    };
    Some((passing, n))
}

/// Collects the cards that pass a rule, in a ruleset with at most 64 card types.
#[inline]
pub(super) fn keep_passing_of_few(
    reader: &Reader<'_>,
    rule: u16,
    cards: &[u16],
    out: &mut SmallVec<[Candidate; 24]>,
) -> Option<()> {
    let Some(passing) = flow::passing_rule(reader, rule, select::types_of(reader, cards.iter().copied()))
    else {
        return keep_passing::<u64>(reader, rule, cards, out);
    };
    if passing != 0 {
        let types = reader.world.types(reader.table);
        let ty = |card: u16| types.get(usize::from(card)).copied().unwrap_or(0);
        keep(cards, out, |card| passing.has(ty(card).into()));
    }
    Some(())
}

/// Collects the cards that pass a rule.
#[inline(never)]
pub(super) fn keep_passing<T: Types>(
    reader: &Reader<'_>,
    rule: u16,
    cards: &[u16],
    out: &mut SmallVec<[Candidate; 24]>,
) -> Option<()> {
    let passing = select::passing::<T>(reader, rule, cards.iter().copied()).ok()?;
    let (passing_types, alike) = passing.types();
    if alike && passing_types.is_empty() {
        return Some(());
    }
    let types = reader.world.types(reader.table);
    let ty = |card: u16| types.get(usize::from(card)).copied().unwrap_or(0).into();
    match alike {
        true => keep(cards, out, |card| passing_types.has(ty(card))),
        false => keep(cards, out, |card| passing.has(CardId(card), ty(card))),
    }
    Some(())
}

/// Like [`try_offer`], for an action whose condition holds.
pub(super) fn try_picks(
    reader: &Reader<'_>,
    seat: Seat,
    action: &ActionDef,
    candidates: &mut SmallVec<[Candidate; 24]>,
    gathered: Option<&mut Gathered>,
) -> Run<Result<Space, Unmet>> {
    if action.opens_with_prompt && !opening_prompt_has_answer(reader, action.body)? {
        return Ok(Err(Unmet::Prompt));
    }
    let mut room = None;
    if !action.capacity.is_empty() {
        match room::room_for(reader, seat, &action.capacity) {
            Ok(most) => room = most,
            Err(full) => return Ok(Err(full)),
        }
    }
    let Some(pick) = &action.pick else {
        return Ok(Ok(Space::One));
    };
    let first = candidates.len();
    let mut ruled = gather(reader, seat, pick, candidates, gathered)?;
    let found = candidates.len() - first;
    let (min, max) = match pick.count {
        None => (pick.min, pick.max),
        Some(code) => {
            let n = number_to_pick(reader, code)?;
            (n, n)
        }
    };
    let min = pick.least.map_or(Ok(min), |code| number_to_pick(reader, code))?;
    let max = pick.most.map_or(Ok(max), |code| number_to_pick(reader, code))?;
    let max = match room {
        Some((most, unmet)) if most < min => return Ok(Err(unmet)),
        Some((most, _)) => max.min(most),
        None => max,
    };
    if found < min as usize || max < min || (found == 0 && max > 0) {
        return Ok(Err(Unmet::Candidates {
            found: found as u16,
            needed: min.max(1),
        }));
    }
    ruled |= pick.is_searched();
    let max = max.min(found as u16);
    if !ruled {
        return Ok(Ok(Space::in_order(min, max, pick.ordered)));
    }
    let ordered = pick.reads_picked() || pick.ordered && max > 1;
    let share = choose::search_share(reader);
    let space = |unfound| Space::Choose {
        min,
        max,
        ruled,
        ordered,
        unfound,
        share,
    };
    Ok(
        match choose::any_pick(reader, Picking::of(pick, &candidates[first..]), space(false))? {
            Some(true) => Ok(space(false)),
            Some(false) => Err(Unmet::Valid),
            // The search was given up: the seat may know better.
            None => Ok(space(true)),
        },
    )
}

pub(super) fn number_to_pick(reader: &Reader<'_>, code: Code) -> Run<u16> {
    Ok(whole(reader.eval(code)?)?.clamp(0, i64::from(u16::MAX)) as u16)
}

/// Whether an action's opening question has an answer, without acting.
pub(super) fn opening_prompt_has_answer(reader: &Reader<'_>, body: Code) -> Run<bool> {
    if let Some(rule) = body.rule
        && let Some(has) = truth::rule_has_answer(reader, rule)
    {
        return Ok(has);
    }
    let op = reader.program().code.ops.get(body.start as usize);
    if let Some(Op::Ask { .. } | Op::AskAll { .. }) = op {
        return prompt_has_answer(reader, op.copied(), &[]);
    }
    let mut registers: SmallVec<[Value; 16]> = smallvec::smallvec![Value::Nothing; body.registers as usize];
    let mut opening = Evaluation {
        reader: *reader,
        fuel: 10_000,
    };
    let Stop::Acts(op) = interpret(&mut opening, body.start, &mut registers)? else {
        return Ok(true);
    };
    prompt_has_answer(&opening.reader, Some(op), &registers)
}

pub(super) fn prompt_has_answer(reader: &Reader<'_>, op: Option<Op>, r: &[Value]) -> Run<bool> {
    if let Some(Op::Script { n, site, args, .. }) = op {
        let row = reader
            .program()
            .code
            .operands
            .get(args as usize..args as usize + n as usize);
        return reader.script_can_open(r, site, row.unwrap_or_default());
    }
    let Some(
        Op::Ask {
            n, primitive, args, ..
        }
        | Op::AskAll {
            n, primitive, args, ..
        },
    ) = op
    else {
        return Ok(true);
    };
    let row = &reader.program().code.operands[args as usize..args as usize + n as usize];
    let args = interpret::arguments(reader, r, row);
    match reader.table.functions.code[primitive as usize].ask(reader, &args) {
        Some(asked) => can_be_answered(reader, &asked?),
        None => Ok(true),
    }
}

/// Whether a question has an answer. The reader is the seat that is asked.
pub(crate) fn can_be_answered(reader: &Reader<'_>, question: &Question) -> Run<bool> {
    Ok(match question.form {
        Form::Number { min, max } => min <= max,
        Form::Confirm => true,
        Form::OneOf { list, .. } => lists::item_count(reader, list) > 0,
        Form::Several {
            list,
            min,
            max,
            ordered,
            rule,
        } => {
            let enough = min <= max && lists::item_count(reader, list) >= min as usize;
            match rule.filter(|_| enough) {
                Some(rule) => answers::any(reader, &rule, list, Asked { min, max, ordered })?,
                None => enough,
            }
        }
    })
}

/// Keeps the cards that pass. The test is unpredictable, so it always writes, and advances only on a match.
#[inline(always)]
fn keep(cards: &[u16], out: &mut SmallVec<[Candidate; 24]>, passes: impl Fn(u16) -> bool) {
    const AT_ONCE: usize = 16;
    for some in cards.chunks(AT_ONCE) {
        let mut kept = [Candidate::plain(0); AT_ONCE];
        let mut n = 0;
        for card in some {
            kept[n % AT_ONCE] = Candidate::plain(*card);
            n += usize::from(passes(*card));
        }
        out.extend_from_slice(&kept[..n]);
    }
}
