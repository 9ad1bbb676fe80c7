//! The chapters of the manual.

/// A group of primitives, a chapter of the manual.
///
/// ```
/// use cardable_core::primitives::{Family, all};
/// let arithmetic = all().filter(|primitive| primitive.family == Family::Arithmetic);
/// println!("{}: {}", Family::Arithmetic.title(), arithmetic.count());
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Family {
    /// States, scenes, turns and the end.
    Flow,
    Data,
    /// Moving and turning cards.
    Moves,
    /// Opening, closing and designating zones.
    Zones,
    /// Questions about cards and zones.
    Cards,
    Decks,
    Seats,
    Teams,
    Prompts,
    Logic,
    Arithmetic,
    Texts,
    Lists,
    Queries,
    Random,
    Tricks,
    /// Scores and the result.
    Scoring,
    Hints,
    /// What a ruleset defines itself.
    Own,
}

impl Family {
    /// Its heading in the manual.
    pub fn title(self) -> &'static str {
        match self {
            Family::Flow => "States and turns",
            Family::Data => "Data",
            Family::Moves => "Moving cards",
            Family::Zones => "Opening and marking zones",
            Family::Cards => "Looking at cards",
            Family::Decks => "Decks",
            Family::Seats => "Seats",
            Family::Teams => "Teams and roles",
            Family::Prompts => "Prompts",
            Family::Logic => "Truth and comparison",
            Family::Arithmetic => "Numbers",
            Family::Texts => "Texts",
            Family::Lists => "Lists",
            Family::Queries => "Queries",
            Family::Random => "Chance",
            Family::Tricks => "Tricks",
            Family::Scoring => "Scores and the end",
            Family::Hints => "Hints for clients",
            Family::Own => "Of this ruleset",
        }
    }
}
