//! What a ruleset's own file declares in vain.

use super::resolve::{OWN_FILE, Resolver};
use crate::content::{CardSet, Deck, shelf::Wanted};
use crate::format::ruleset::check_card_rules;
use crate::text::diag::{Code, Diagnostic};

/// How many names a warning lists.
const FEW: usize = 5;

/// Warns of cards that nobody can ever hold, where the sets are the ruleset's own.
pub(super) fn warn_of_cards(resolver: &mut Resolver<'_, '_>, decks: &[Deck]) {
    let own_file = resolver.own(Wanted::CardSet, 0).map(|(_, span)| span.file);
    let mut dealt: Vec<Vec<bool>> = resolver
        .card_sets
        .iter()
        .map(|set| vec![false; set.cards.len()])
        .collect();
    for deck in decks {
        let Some(dealt) = dealt.get_mut(deck.card_set) else {
            continue;
        };
        for card in &deck.cards {
            if let Some(dealt) = dealt.get_mut(*card) {
                *dealt = true;
            }
        }
    }
    for (set, dealt) in resolver.card_sets.iter().zip(&dealt) {
        if Some(set.span.file) == own_file && !set.shared && dealt.contains(&false) {
            resolver.diags.push(lost_cards(set, dealt));
        }
    }
}

fn lost_cards(set: &CardSet, dealt: &[bool]) -> Diagnostic {
    let lost = set.cards.iter().zip(dealt).filter(|(_, dealt)| !**dealt);
    let count = lost.clone().count();
    let listed: Vec<String> = lost
        .take(FEW)
        .map(|(card, _)| format!("`{}` ({})", card.name, card.id))
        .collect();
    let more = match count.saturating_sub(FEW) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let message = format!(
        "no deck has these cards of `{}`: {}{more}",
        set.name,
        listed.join(", ")
    );
    Diagnostic::warning(Code::CardsInNoDeck, set.span, message)
        .help("name them in the `content` of a deck, or take them out of the set")
}

/// Checks, and warns of, what the ruleset's own file declares without using it.
pub(super) fn check_unused(resolver: &mut Resolver<'_, '_>) {
    let (used_sets, used_inputs) = (resolver.card_sets.len(), resolver.inputs.len());
    let used_decks = resolver.written.decks.len();
    for index in resolver.unused(Wanted::Deck) {
        let own = resolver.own(Wanted::Deck, index);
        resolver.read_deck(OWN_FILE, index);
        if let Some((name, span)) = own.filter(|(name, _)| !name.is_empty()) {
            let message = format!("the deck `{name}` is not used");
            resolver.diags.push(
                Diagnostic::warning(Code::UnusedDeck, span, message).help("name it in the ruleset's `decks`"),
            );
        }
    }
    for index in resolver.unused(Wanted::CardSet) {
        let own = resolver.own(Wanted::CardSet, index);
        resolver.read_set(OWN_FILE, index);
        if let Some((name, span)) = own.filter(|(name, _)| !name.is_empty()) {
            let message = format!("the card set `{name}` is not used");
            resolver.diags.push(
                Diagnostic::warning(Code::UnusedCardSet, span, message)
                    .help("name it in the ruleset's `cardsets`"),
            );
        }
    }
    let unused = resolver.card_sets.get(used_sets..).unwrap_or_default();
    let problems = check_card_rules(unused, resolver.sources);
    resolver.diags.append(problems);
    resolver.card_sets.truncate(used_sets);
    resolver.written.sets.truncate(used_sets);
    resolver.written.decks.truncate(used_decks);
    resolver.inputs.truncate(used_inputs);
}
