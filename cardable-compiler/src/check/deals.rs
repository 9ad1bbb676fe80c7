//! Deals of a number that is written out, and more cards than a game of so many seats has.

use crate::hir::{Hir, NodeId, NodeKind, Stmt};
use crate::text::diag::{Code as Problem, Diagnostics};
use cardable_engine::ids::DeckId;
use cardable_engine::primitives::Moves;
use cardable_engine::program::{Copies, ZoneDef};
use cardable_engine::value::Value;

pub(super) fn check(hir: &Hir, diags: &mut Diagnostics) {
    if hir.cards.are_missing || hir.cards.are_picked || hir.head.lacks_rules {
        return;
    }
    for (at, body) in hir.tree.bodies() {
        // What happens only on a condition may be what happens only with few seats.
        let mut actions = hir.actions.iter().filter(|action| action.body.start == at);
        let always = actions.next().is_some_and(|action| action.condition.is_none());
        check_steps(hir, &body.steps, always, diags);
    }
}

fn check_steps(hir: &Hir, steps: &[Stmt], always: bool, diags: &mut Diagnostics) {
    for step in steps {
        if let Stmt::Do(node) = step {
            check_step(hir, *node, always, diags);
        }
        let always = always && matches!(step, Stmt::Group(_));
        for list in step.lists() {
            check_steps(hir, list, always, diags);
        }
    }
}

fn check_step(hir: &Hir, step: NodeId, always: bool, diags: &mut Diagnostics) {
    let (least, most) = hir.head.seats;
    let seats = least..=(if always { most } else { least });
    let too_many = seats.into_iter().find_map(|seats| {
        let (dealt, cards) = (dealt(hir, step, seats.into())?, cards(hir, seats.into()));
        (dealt > cards).then_some((seats, dealt, cards))
    });
    let Some((seats, dealt, cards)) = too_many else {
        return;
    };
    let with = match (least == most, seats) {
        (true, _) => String::new(),
        (false, 1) => "with 1 seat ".to_owned(),
        (false, seats) => format!("with {seats} seats "),
    };
    let has = if cards == 1 {
        "1 card"
    } else {
        &*format!("{cards} cards")
    };
    diags.warning(
        Problem::TooManyDealt,
        hir.tree.get(step).span,
        format!("{with}this takes {dealt} cards, and the game has {has}"),
        "deal fewer, use more decks, or let fewer seats play",
    );
}

/// How many cards a step surely takes from a zone.
fn dealt(hir: &Hir, step: NodeId, seats: usize) -> Option<usize> {
    let NodeKind::Call(primitive, args) = &hir.tree.get(step).kind else {
        return None;
    };
    let arg = |name: &str| {
        let at = primitive.params.iter().position(|param| param.name == name)?;
        Some(&hir.tree.get(*args.get(at)?).kind)
    };
    let each = match primitive.moves {
        Moves::Counted { .. } => 1,
        Moves::Dealt { .. } => match arg("seats") {
            None | Some(NodeKind::Const(Value::Nothing) | NodeKind::Everyone) => seats,
            Some(_) => 1,
        },
        _ => return None,
    };
    match arg("count") {
        Some(NodeKind::Const(Value::Int(count))) => usize::try_from(*count).ok()?.checked_mul(each),
        _ => None,
    }
}

/// How many cards a game of so many seats has at most.
fn cards(hir: &Hir, seats: usize) -> usize {
    let has = |zones: &[ZoneDef], deck: DeckId| zones.iter().any(|zone| zone.decks.contains(&deck));
    let of_deck = |(at, deck): (usize, &cardable_engine::program::DeckDef)| {
        let id = DeckId(at as u16);
        let of_each = match deck.copies {
            Copies::AsDeclared => has(&hir.zones.seat, id) && !has(&hir.zones.shared, id),
            Copies::EachSeat => true,
            Copies::One => false,
        };
        deck.cards.len().saturating_mul(if of_each { seats } else { 1 })
    };
    hir.cards
        .decks
        .iter()
        .enumerate()
        .map(of_deck)
        .fold(0, usize::saturating_add)
}
