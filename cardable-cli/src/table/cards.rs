//! Renders cards in few columns.

use crate::paint::{FAINT, STRONG, colour, styled, wrapped};
use crate::say::say;
use crate::table::words;
use anstyle::{AnsiColor, Style};
use cardable_core::RulesetInfo;
use cardable_core::ids::CardTypeId;
use cardable_core::view::CardSeen;
use std::collections::{BTreeMap, BTreeSet};

/// Maximum number of backs drawn individually.
const FEW_BACKS: usize = 6;

/// A card's face or back.
pub(crate) fn card(info: &RulesetInfo, seen: CardSeen) -> String {
    match seen {
        CardSeen::Back(back) => styled(FAINT, from_behind(info, back)),
        CardSeen::Face(ty) => face(info, ty),
    }
}

/// A card's back, with what is printed there.
fn from_behind(info: &RulesetInfo, back: u16) -> String {
    let printed = info.on_back(back).map_or("", |back| back.text.as_str());
    format!("▒{printed}")
}

/// What a card is called of which only the back is seen: `a card (level 2)`.
pub(crate) fn unseen(info: &RulesetInfo, back: u16, card: String) -> String {
    match info.on_back(back) {
        Some(back) => format!("{card} ({})", back.label),
        None => card,
    }
}

/// A card's face in the shortest form the card set allows: `8♣`, `Two ♥`, `Skull of Zulu`.
pub(crate) fn face(info: &RulesetInfo, ty: CardTypeId) -> String {
    let Some(card) = info.cards.get(ty.index()) else {
        return "?".to_owned();
    };
    let symbol = card.suit.as_deref().and_then(symbol);
    let text = match (&card.index, symbol) {
        (Some(index), Some(symbol)) => format!("{index}{symbol}"),
        (None, Some(symbol)) => format!("{} {symbol}", card.name_label.as_ref().unwrap_or(&card.name)),
        (_, None) => card.label.clone(),
    };
    let ink = ink(card.colour.as_deref(), card.suit.as_deref().unwrap_or_default());
    styled(ink, text)
}

/// What is printed on cards besides their names, each kind once: `Oak  cost 3. Draw two cards.`
pub(crate) fn printed(
    info: &RulesetInfo,
    seen: impl Iterator<Item = CardTypeId>,
    columns: usize,
) -> Vec<String> {
    let kinds: BTreeSet<CardTypeId> = seen.collect();
    let mut lines = Vec::new();
    for kind in kinds {
        let Some(card) = info.cards.get(kind.index()) else {
            continue;
        };
        let corners = card
            .corners
            .iter()
            .map(|corner| format!("{} {}", corner.name, corner.text));
        let corners = corners.collect::<Vec<_>>().join(", ");
        let text = card.text.clone().unwrap_or_default();
        let all: Vec<String> = [corners, text]
            .into_iter()
            .filter(|part| !part.is_empty())
            .collect();
        if !all.is_empty() {
            let first = format!("  {}  ", face(info, kind));
            lines.extend(wrapped(&first, &words(&all.join(". ")), " ", columns));
        }
    }
    if lines.is_empty() {
        lines.push(say!("Nothing else is printed on the cards that you see."));
    }
    lines
}

fn symbol(suit: &str) -> Option<char> {
    Some(match suit.to_ascii_lowercase().as_str() {
        "clubs" => '♣',
        "diamonds" => '♦',
        "hearts" => '♥',
        "spades" => '♠',
        _ => return None,
    })
}

/// The terminal colour closest to the card's.
fn ink(colour_name: Option<&str>, suit: &str) -> Style {
    let rgb = colour_name.and_then(|name| u32::from_str_radix(name.strip_prefix('#')?, 16).ok());
    let nearest = match rgb {
        Some(rgb) => {
            let part = |shift: u32| (rgb >> shift) & 0xff;
            let bright = part(16).max(part(8)).max(part(0)) / 2;
            match [part(16) > bright, part(8) > bright, part(0) > bright] {
                _ if bright < 0x28 => None,
                [true, false, false] => Some(AnsiColor::Red),
                [false, true, false] => Some(AnsiColor::Green),
                [false, false, true] => Some(AnsiColor::Blue),
                [true, true, false] => Some(AnsiColor::Yellow),
                [true, false, true] => Some(AnsiColor::Magenta),
                [false, true, true] => Some(AnsiColor::Cyan),
                _ => None,
            }
        }
        None if matches!(symbol(suit), Some('♦' | '♥')) => Some(AnsiColor::Red),
        None => None,
    };
    nearest.map_or(STRONG, |nearest| colour(nearest).bold())
}

/// The cards of a zone. If there are more than `few` faces, only the top card, which is taken next.
pub(crate) fn row(info: &RulesetInfo, cards: &[CardSeen], few: usize, oldest_first: bool) -> String {
    if cards.is_empty() {
        return styled(FAINT, say!("empty"));
    }
    let is_face = |card: &&CardSeen| matches!(card, CardSeen::Face(_));
    let faces = cards.iter().filter(is_face).count();
    if faces > few {
        let top = if oldest_first { cards.first() } else { cards.last() };
        let top = top.map_or_else(String::new, |top| card(info, *top));
        let rest = styled(FAINT, say!("on {0} more", cards.len() - 1));
        return format!("{top} {rest}");
    }
    list(info, cards)
}

/// Cards in order, with equal neighbours counted.
pub(crate) fn list(info: &RulesetInfo, cards: &[CardSeen]) -> String {
    let alike = |a: &CardSeen, b: &CardSeen| match (a, b) {
        (CardSeen::Face(a), CardSeen::Face(b)) => a == b,
        (CardSeen::Back(a), CardSeen::Back(b)) => info.on_back(*a) == info.on_back(*b),
        (CardSeen::Face(_) | CardSeen::Back(_), _) => false,
    };
    let runs = cards.chunk_by(alike).map(|run| match run {
        [CardSeen::Back(back), ..] if info.on_back(*back).is_none() => backs(run.len()),
        [one] => card(info, *one),
        [one, ..] => format!("{} ×{}", card(info, *one), run.len()),
        [] => String::new(),
    });
    let runs: Vec<String> = runs.collect();
    // Names of several words need a separator.
    let between = if runs.iter().any(|run| run.contains(' ')) {
        ", "
    } else {
        " "
    };
    runs.join(between)
}

/// Cards in order, each with what it carries: data, and what was told of it.
pub(crate) fn carrying(
    info: &RulesetInfo,
    cards: &[CardSeen],
    carried: &BTreeMap<u16, Vec<String>>,
) -> String {
    let each = cards.iter().zip(0..).map(|(seen, at)| match carried.get(&at) {
        Some(facts) => format!("{} ({})", card(info, *seen), facts.join(", ")),
        None => card(info, *seen),
    });
    each.collect::<Vec<_>>().join(", ")
}

fn backs(n: usize) -> String {
    styled(
        FAINT,
        if n <= FEW_BACKS {
            "▒".repeat(n)
        } else {
            format!("▒×{n}")
        },
    )
}
