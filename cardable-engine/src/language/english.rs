//! English.

use super::grammar::{AfterReader, Deed, Grammar, SeatForm};
use super::plural::PluralForm;
use super::sentence::Sentence;
use std::borrow::Cow;

pub(super) struct English;

impl Grammar for English {
    fn sentence(&self, sentence: Sentence) -> &'static str {
        match sentence {
            Sentence::Nothing => "nothing",
            Sentence::Yes => "yes",
            Sentence::No => "no",
            Sentence::True => "true",
            Sentence::False => "false",
            Sentence::AndLast => " and ",

            Sentence::SeatNumber => "Seat {0}",
            Sentence::CardOfSuit => "{0} of {1}",
            Sentence::UnseenCard => "a card",
            Sentence::NoCards => "no cards",
            Sentence::Cards => "{0} {0|card|cards}",
            Sentence::Alike => "{0} × {1}",
            Sentence::CardAt => "card {0} ({1})",
            Sentence::CardOfZone => "card {0} of zone {1}",
            Sentence::ZoneNumber => "zone {0}",
            Sentence::SeatPicked => "seat {0}",
            Sentence::DeckNumber => "deck {0}",
            Sentence::EntryNumber => "entry {0}",
            Sentence::ZoneOf => "{0} of {1}",
            Sentence::YourZone => "your {0}",
            Sentence::TheirZone => "their {0}",
            Sentence::ZoneOfSeat => "{0:possessive} {1}",
            Sentence::Score => "score",

            Sentence::HighCard => "high card",
            Sentence::Pair => "pair",
            Sentence::TwoPair => "two pair",
            Sentence::ThreeOfAKind => "three of a kind",
            Sentence::Straight => "straight",
            Sentence::Flush => "flush",
            Sentence::FullHouse => "full house",
            Sentence::FourOfAKind => "four of a kind",
            Sentence::StraightFlush => "straight flush",
            Sentence::FiveOfAKind => "five of a kind",

            Sentence::NoEntries => "none",
            Sentence::Pass => "pass",

            Sentence::Takes => "{0} takes {1}",
            Sentence::From => " from {0}",
            Sentence::FromSeat => " from {0:object}",
            Sentence::To => " to {0}",
            Sentence::ToSeat => " to {0:object}",
            Sentence::GoesTo => "{0} {2|goes|go} to {1}",
            Sentence::GoesToBox => "{0} {1|goes|go} to the box, out of the game",
            Sentence::Shows => "{0} shows {1}",
            Sentence::CanBeSeen => "{0} can be seen in {1}",
            Sentence::TurnedUp => "{0} {1|is|are} turned up",
            Sentence::TurnedDown => "{0} {1|is|are} turned down",
            Sentence::TurnedIn => " in {0}",
            Sentence::Dealt => "Dealt: ",
            Sentence::DealtInto => "Dealt ({0}): ",
            Sentence::YouAreDealt => "You are dealt {0}",
            Sentence::YouAreDealtInto => "You are dealt {0} ({1})",
            Sentence::DealtTo => "{0} to {1}",
            Sentence::DealtToEach => "{0} each to {1}",
            Sentence::Drawn => "Drawn: ",
            Sentence::YouDraw => "You draw {0}",
            Sentence::DrawnBy => "{0} by {1}",
            Sentence::DrawnByEach => "{0} each by {1}",

            Sentence::Shuffled => "{0} is shuffled",
            Sentence::Opened => "{0} is opened",
            Sentence::Closed => "{0} is closed",
            Sentence::Marks => "{0} marks {1} as {2}",
            Sentence::Unmarks => "{0} unmarks {1} as {2}",
            Sentence::IsNow => "{0} is now {1}",
            Sentence::IsNoLonger => "{0} is no longer {1}",

            Sentence::Introduces => "{0}: ",
            Sentence::TimeWasUp => "{0:possessive} time was up, so the table chose",
            Sentence::ChoosesLabel => "{0} chooses “{1}”",
            Sentence::WithCards => ": {0}",
            Sentence::Chooses => "{0} chooses {1}",
            Sentence::TakesDeck => "{0} takes {1}",
            Sentence::CanDoNothing => "{0} can do nothing",
            Sentence::Passes => "{0} passes",
            Sentence::HasChosen => "{0} has chosen",
            Sentence::VotesFor => "{0} votes: {1}",
            Sentence::Abstains => "{0} abstains",
            Sentence::IsInterrupted => "{0} is interrupted",
            Sentence::BecameImpossible => "{1} of {0:object} has become impossible",
            Sentence::IsOut => "{0} is out",
            Sentence::IsBack => "{0} is back",

            Sentence::DataOf => "{0:possessive} {1}: {2}",
            Sentence::TruthOf => "{0:possessive} {1}",
            Sentence::YourData => "your {0}: {1}",
            Sentence::YourTruth => "your {0}",
            Sentence::ScoreOfEach => "Score: {0} each",
            Sentence::Scores => "Score: {0}",
            Sentence::SeatScore => "{0:object} {1}",

            Sentence::GameIsOver => "The game is over",
            Sentence::TakenBack => "The last choice was taken back",

            Sentence::YouAreOut => "you are out of the game",
            Sentence::YouHaveActed => "you have acted already; wait for the others",
            Sentence::DependsOnUnseen => "it depends on a card that you cannot see",
            Sentence::ConditionFails => "its condition does not hold",
            Sentence::NothingToPick => "there is nothing to pick",
            Sentence::TooFewToPick => "it needs {0} to pick from, and there are {1}",
            Sentence::NoPickIsRight => "no pick is right",
            Sentence::IsFull => "there is no room in {0}",
            Sentence::MustKeep => "{0} must keep {1} {1|card|cards}",
            Sentence::NothingToAnswer => "there is nothing to answer to its question",
            Sentence::NotYourTurn => "it is not your turn",
            Sentence::RulesetErred => "the ruleset erred: {0}",
            Sentence::DoNotGoTogether => "these do not go together",
            Sentence::CannotBePicked => "that cannot be picked",
        }
    }

    fn forms(&self) -> &'static [PluralForm] {
        &[PluralForm::One, PluralForm::Other]
    }

    fn decimal_mark(&self) -> char {
        '.'
    }

    fn ends_sentence(&self, last: char) -> bool {
        matches!(last, '.' | '!' | '?' | '»' | ':')
    }

    fn reader(&self, form: SeatForm) -> Option<&'static str> {
        Some(match form {
            SeatForm::Subject | SeatForm::Object | SeatForm::Dative | SeatForm::Accusative => "you",
            SeatForm::Possessive => "your",
        })
    }

    fn name<'n>(&self, form: SeatForm, name: &'n str) -> Cow<'n, str> {
        match form {
            SeatForm::Subject | SeatForm::Object | SeatForm::Dative | SeatForm::Accusative => {
                Cow::Borrowed(name)
            }
            SeatForm::Possessive => Cow::Owned(format!("{name}’s")),
        }
    }

    fn form_behind(&self, _words: &str) -> SeatForm {
        SeatForm::Object
    }

    fn after_reader<'t>(&self, words: &'t str) -> AfterReader<'t> {
        match ["'s ", "’s "].iter().find_map(|end| words.strip_prefix(end)) {
            Some(rest) => AfterReader::Owns { reader: "your", rest },
            None => AfterReader::Words(to_you(words)),
        }
    }

    fn articles(&self) -> &'static [&'static str] {
        &["the ", "a ", "an ", "The ", "A ", "An "]
    }

    /// `Discard pile` is `discard pile`, and `MP` stays.
    fn within(&self, label: &str) -> String {
        let mut chars = label.chars();
        let Some(first) = chars.next() else {
            return String::new();
        };
        match chars.as_str().chars().any(char::is_uppercase) {
            true => label.to_owned(),
            false => first.to_lowercase().chain(chars).collect(),
        }
    }

    fn definite(&self, label: String) -> String {
        match label.starts_with("the ") {
            true => label,
            false => format!("the {label}"),
        }
    }

    fn is_hand(&self, label: &str) -> bool {
        label.to_lowercase().contains("hand")
    }

    fn deed<'l>(&self, label: &'l str, is_own: bool) -> Option<Deed<'l>> {
        let label = label.trim_end_matches(['.', '!']).trim();
        let (verb, rest) = label.split_once(' ').unwrap_or((label, ""));
        let (verb, rest) = (verb.to_lowercase(), rest.trim());
        let takes_cards = OF_CARDS.contains(&verb.as_str());
        if !takes_cards && !OTHERS.contains(&verb.as_str()) {
            return None;
        }
        Some(Deed {
            verb: Cow::Owned(of_another(&verb)),
            stands_for_cards: takes_cards && CARDS.contains(&rest.to_lowercase().as_str()),
            object: object(rest, is_own),
            particle: "",
            takes_cards,
        })
    }
}

/// The first word behind `You`, as one says it to somebody: `plays` is `play`, `has` is `have`.
fn to_you(text: &str) -> Cow<'_, str> {
    let Some(rest) = text.strip_prefix(' ') else {
        return Cow::Borrowed(text);
    };
    let end = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
    let (verb, rest) = rest.split_at(end);
    let irregular = [
        ("is", "are"),
        ("has", "have"),
        ("was", "were"),
        ("does", "do"),
        ("goes", "go"),
    ];
    let known = irregular.iter().find(|(other, _)| *other == verb);
    let ends = |end: &str| verb.strip_suffix(end).filter(|stem| !stem.is_empty());
    let sibilant = |stem: &&str| {
        ["ss", "x", "zz", "ch", "sh"]
            .iter()
            .any(|end| stem.ends_with(end))
    };
    if let Some((_, own)) = known {
        return Cow::Owned(format!(" {own}{rest}"));
    }
    match (
        ends("ies"),
        ends("es").filter(sibilant),
        ends("s").filter(|stem| !stem.ends_with('s')),
    ) {
        (Some(stem), _, _) => Cow::Owned(format!(" {stem}y{rest}")),
        (_, Some(stem), _) | (_, _, Some(stem)) => Cow::Owned(format!(" {stem}{rest}")),
        (None, None, None) => Cow::Borrowed(text),
    }
}

/// The object of a deed: what is the actor's own is `their` or `your`.
fn object(rest: &str, is_own: bool) -> Cow<'_, str> {
    let is_theirs = |word: &str| matches!(word, "your" | "my");
    if !rest.split(' ').any(is_theirs) {
        return Cow::Borrowed(rest);
    }
    let whose = if is_own { "your" } else { "their" };
    let words = rest.split(' ');
    let words = words.map(|word| if is_theirs(word) { whose } else { word });
    Cow::Owned(words.collect::<Vec<_>>().join(" "))
}

/// A verb as it is said of another one.
fn of_another(verb: &str) -> String {
    let before_y = verb
        .strip_suffix('y')
        .filter(|stem| !stem.ends_with(['a', 'e', 'o', 'u']));
    let hisses = ["s", "x", "z", "ch", "sh", "o"]
        .iter()
        .any(|end| verb.ends_with(end));
    match before_y {
        Some(stem) => format!("{stem}ies"),
        None if hisses => format!("{verb}es"),
        None => format!("{verb}s"),
    }
}

/// Objects that the cards themselves can stand for.
const CARDS: [&str; 7] = ["", "a card", "the card", "one card", "one", "card", "cards"];

/// Verbs that labels of games begin with, in the form they have there, which take cards as their object.
const OF_CARDS: [&str; 19] = [
    "add", "bury", "cover", "discard", "draw", "drop", "give", "keep", "lay", "lead", "meld", "move",
    "place", "play", "put", "return", "show", "take", "throw",
];

/// Other verbs that labels of games begin with.
const OTHERS: [&str; 56] = [
    "accept",
    "answer",
    "ask",
    "attack",
    "begin",
    "bet",
    "bid",
    "build",
    "buy",
    "call",
    "challenge",
    "check",
    "choose",
    "claim",
    "close",
    "collect",
    "continue",
    "cut",
    "deal",
    "declare",
    "decline",
    "defend",
    "do",
    "double",
    "end",
    "exchange",
    "finish",
    "flip",
    "fold",
    "go",
    "guess",
    "hit",
    "knock",
    "leave",
    "name",
    "open",
    "order",
    "pass",
    "pay",
    "pick",
    "raise",
    "reveal",
    "roll",
    "sell",
    "shuffle",
    "skip",
    "split",
    "stand",
    "start",
    "stay",
    "stick",
    "stop",
    "surrender",
    "swap",
    "turn",
    "twist",
];
