//! What a text tells bots that search: the same object in every dialect with rules.

use crate::hir::build::{Builder, refs};
use crate::text::diag::{Code as Problem, suggestion_or};
use crate::text::fields::declare::{object, words};
use crate::text::fields::read::{Name, Text};
use cardable_engine::program::{Best, BotHints, ScoreHint, StateType};
use cardable_engine::value::Type;

object! {
    /// hints for bots that search; they change no game
    struct Bots<'n> = BOTS: "block of hints for bots" {
        /// what is counted over the whole game; without it the score of seats, of which more is better
        score: BotScore<'n>,
        /// what estimates how good a position is before the score changes
        worth: BotScore<'n>,
        /// the state at which a bot may stop playing on in thought: when it is entered, something is decided
        cut: Name,
    }
}

object! {
    /// an item of the players' data as a score
    struct BotScore<'n> = BOT_SCORE: "score for bots" {
        /// the item's name, such as `score`; it may be hidden and may be computed
        of: Name => needed,
        /// which score is best; `high` when left out
        best: BestWord,
    }
}

words! {
    /// Which score is best.
    struct BestWord => Best {
        /// the highest
        Best::High => "high",
        /// the lowest
        Best::Low => "low",
    }
}

/// Reads the hints, once all that they name is declared.
pub(crate) fn bots(builder: &mut Builder, bots: Option<Bots<'_>>) {
    let Some(bots) = bots else { return };
    let cut = bots
        .cut()
        .and_then(|name| refs::state_by_name(builder, &name, name.span()).map(|state| (state, name.span())));
    let cut = cut.and_then(|(state, span)| {
        let def = builder.hir.states.get(state.index())?;
        if def.kind != StateType::Auto {
            return Some(state);
        }
        builder.error(
            Problem::WrongType,
            span,
            "nobody chooses in this state, so no bot stops at it",
            "name a state in which players choose, such as the first one of a deal".to_owned(),
        );
        None
    });
    builder.hir.head.bots = BotHints {
        score: bots.score().and_then(|score| hint(builder, score)),
        worth: bots.worth().and_then(|worth| hint(builder, worth)),
        cut,
    };
}

fn hint(builder: &mut Builder, score: BotScore<'_>) -> Option<ScoreHint> {
    let item = item(builder, &score.of()?)?;
    let best = score.best().unwrap_or(Best::High);
    Some(ScoreHint { item, best })
}

fn item(builder: &mut Builder, name: &Text<'_>) -> Option<u16> {
    // Both ways to write it are understood.
    let bare = name.strip_prefix("$player.").unwrap_or(name);
    let known = builder.hir.strings.find(bare);
    let found = builder
        .hir
        .seat_data
        .iter()
        .position(|def| Some(def.name) == known);
    if found.is_none() {
        let help = builder.diags.help_for(|| {
            let names = builder
                .hir
                .names_of(builder.hir.seat_data.iter().map(|def| def.name));
            let none = "declare it in `player_data`";
            suggestion_or(bare, &names, none, |names| format!("players have {names}"))
        });
        let message = format!("players have no item of data `{bare}`");
        builder.error(Problem::UnknownReference, name.span(), message, help);
    }
    let at = found?;
    let ty = builder.hir.seat_data.get(at)?.ty;
    if !matches!(ty, Type::NUMBER | Type::ANY) {
        builder.error(
            Problem::WrongType,
            name.span(),
            format!("`{bare}` holds no number"),
            "name an item of `player_data` that is a number".to_owned(),
        );
        return None;
    }
    Some(at as u16)
}
