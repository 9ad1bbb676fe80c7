//! Every object of game and deck files and its fields. The reader checks against these tables and reads by
//! them, and the JSON Schemas for editors are made from them.

use crate::format::kind::{KindOfGame, Minutes};
use crate::format::shapes::{CardsSeen, Count, NameOr, RefillMoment};
use crate::text::fields::ObjectSpec;
use crate::text::fields::declare::{any_of, object, words};
use crate::text::fields::read::{At, List, Name, Nearest, OneOrList, String, Whole};
use crate::text::json::Number;
use cardable_engine::program::{Group, Order as ZoneOrder};

any_of! {
    /// A number, a range, `"*"`, or how many at first and the bounds.
    enum Size<'n> {
        Count(Count),
        Range(List<Bound<'n>>),
        Unlimited(Unlimited),
        Limits(Limits<'n>),
    }
}

any_of! {
    /// One end of a range.
    enum Bound<'n> {
        Count(Count),
        Unlimited(Unlimited),
    }
}

words! {
    /// No bound at all.
    enum Unlimited {
        /// any number
        Unlimited = "*",
    }
}

any_of! {
    /// What is printed on a card: a number or a text.
    enum Value<'n> {
        Number(Number),
        Text(Name),
    }
}

words! {
    /// Who sees a zone or may use it.
    struct WhoWord => Group {
        /// everybody
        Group::All => "all",
        /// nobody
        Group::None => "none",
        /// the seat whose zone it is
        Group::Owner => "owner",
        /// the seat on turn; everybody where there are no turns
        Group::Active => "active-player",
        /// seats that are not on turn
        Group::Inactive => "inactive-player",
        /// the seat on turn and its team
        Group::Allies => "allies",
        /// seats that are not of its team
        Group::Opponents => "opponents",
        /// everybody but the seat whose zone it is
        Group::Others => "others",
    }
}

object! {
    /// decks and zones to play with as at a table
    struct Game<'n> = GAME: "game" {
        /// path of the JSON Schema, for editors
        "$schema": String => for_people,
        /// what players call the game; the file's name when left out
        name: Name,
        /// a sentence or more about it
        description: String => for_people,
        /// what kind of game it is, by which people find it
        kind: KindOfGame => for_people,
        /// how many minutes a game usually takes
        minutes: Minutes => for_people,
        /// the decks it is played with
        decks: List<DeckUse<'n>> => needed,
        /// zones there is one of for all players
        shared_zones: List<Zone<'n>> => needed,
        /// zones every player has
        player_zones: List<Zone<'n>> => needed,
        /// how many players there are
        players: At<Size<'n>> => needed,
        /// whether players take turns
        turns: At<bool> => needed,
        /// whether tricks are played, and where
        tricks: At<TricksPlayed<'n>>,
        /// the stages that a round goes through
        rounds: At<Stages<'n>>,
        /// what the whole game may be marked as
        designations: OneOrList<Designation<'n>>,
        /// numbers that players keep
        scoreboards: OneOrList<Scoreboard<'n>>,
        /// the shared zone for cards that libraries cannot share evenly, or have no room for
        leftovers: Name,
    }
}

any_of! {
    /// Whether tricks are played, or how.
    enum TricksPlayed<'n> {
        Flag(bool),
        Tricks(Tricks<'n>),
    }
}

any_of! {
    /// The stages of a round.
    enum Stages<'n> {
        Listed(List<NameOr<'n, Stage<'n>>>),
        Rounds(Rounds<'n>),
    }
}

object! {
    /// how many at first, and between which bounds
    struct Limits<'n> = LIMITS: "limits" {
        /// how many at first
        initial: At<Count>,
        /// [fewest, most]; "*" for no upper bound
        limits: List<Bound<'n>>,
    }
}

object! {
    /// a deck that the game is played with
    struct DeckUse<'n> = DECK_USE: "deck of a game" {
        /// the name by which zones speak of it
        name: Name => needed,
        /// the path of the deck's file from this one's folder, or the deck itself
        source: Source<'n> => needed,
        /// whether every player has a copy; one for all when left out
        each_player: bool,
    }
}

any_of! {
    /// Where the cards of a deck are written.
    enum Source<'n> {
        Path(String),
        Deck(Deck<'n>),
    }
}

object! {
    /// a place for cards
    struct Zone<'n> = ZONE: "zone of a table" {
        /// its name, by which other zones speak of it
        name: Name,
        /// what players read instead of the name
        label: String => for_people,
        /// which cards are seen: all, none, those that lie face up, or the first n to be drawn
        card_visibility: CardsSeen<'n>,
        /// who sees them
        zone_visibility: At<WhoWord>,
        /// who may take its cards and put cards there
        control: At<WhoWord> => needed,
        /// the decks whose cards may lie here
        decks: OneOrList<Name> => needed,
        /// whether it begins with the cards of its decks that are left
        is_library: bool,
        /// how many cards it holds; any number when left out
        size: At<Size<'n>>,
        /// how its cards lie; any when left out
        order: OrderWord,
        /// how many copies of it there are; one when left out
        count: At<Size<'n>>,
        /// how it fills up again
        replenish: Replenish<'n>,
        /// what it may be marked as
        designations: OneOrList<Designation<'n>>,
        /// who sees and controls it while it, or the game, is marked so; the first that holds counts
        when: OneOrList<Case<'n>>,
        /// whether its cards may be turned over; yes where all see the same when left out
        flip: At<bool>,
    }
}

words! {
    /// How the cards of a zone lie.
    struct OrderWord => ZoneOrder {
        /// the oldest card is taken first
        ZoneOrder::FixedFifo => "fixed-fifo",
        /// the newest card is taken first
        ZoneOrder::FixedLifo => "fixed-lifo",
        /// shuffled whenever cards come
        ZoneOrder::Shuffled => "shuffled",
        /// as players put them
        ZoneOrder::Any => "any",
    }
}

object! {
    /// what is different about a zone in some case
    struct Case<'n> = CASE: "case of a zone" {
        /// while the zone, or the game, is marked as one of these
        designation: OneOrList<Name>,
        /// in these stages of a round
        stage: OneOrList<Name>,
        /// which cards are seen then
        card_visibility: CardsSeen<'n>,
        /// who sees them then
        zone_visibility: At<WhoWord>,
        /// who may take and put cards then
        control: At<WhoWord>,
    }
}

object! {
    /// how a zone fills up again
    struct Replenish<'n> = REPLENISH: "refill rule" {
        /// when
        when: OneOrList<RefillWord>,
        /// the same as `"when": "on_empty"`
        on_empty: bool,
        /// the zones its cards come from, in order
        from: OneOrList<Name> => needed,
        /// up to how many cards; all there are, or its size, when left out
        up_to: At<Whole<u16, 1, 65_535>>,
        /// whether the cards are shuffled on the way
        shuffle: bool,
    }
}

words! {
    /// When a zone fills up again.
    struct RefillWord => RefillMoment {
        /// when it is empty, or under its lower bound
        RefillMoment::OnEmpty => "on_empty",
        /// when a player asks for it
        RefillMoment::OnInput => "on_input",
        /// at the start of a turn: its owner's, for player zones
        RefillMoment::TurnStart => "turn_start",
        /// at the end of a turn
        RefillMoment::TurnEnd => "turn_end",
        /// at the start of a round
        RefillMoment::RoundStart => "round_start",
        /// at the end of a round
        RefillMoment::RoundEnd => "round_end",
    }
}

object! {
    /// marks that players set and take away
    struct Designation<'n> = DESIGNATION: "set of designations" {
        /// what the set is called
        name: Name,
        /// the marks
        values: List<Name> => needed,
        /// the mark that is set at first
        default: OneOrList<Name>,
        /// whether only one of them is set at a time
        mutually_exclusive: bool,
    }
}

object! {
    /// where tricks are played, and how
    struct Tricks<'n> = TRICKS: "tricks" {
        /// the shared zone that tricks are played to; made when there is none
        trick_play: NameOr<'n, Zone<'n>>,
        /// the player zone that cards are played from; made when there is none
        trick_play_from: NameOr<'n, Zone<'n>>,
        /// the player zone that tricks go to; made when there is none
        trick_scoring: NameOr<'n, Zone<'n>>,
        /// whether who has a card of the suit that was led must play one
        follow_suit: bool,
        /// whether the highest card wins, takes the trick and leads; otherwise players take tricks themselves. The
        /// same as `follow_suit` when left out
        winner_takes: bool,
        /// the suit that beats the others, or the set of the game's designations that names it
        trump: Name,
    }
}

object! {
    /// what a round goes through
    struct Rounds<'n> = ROUNDS: "rounds" {
        /// its stages, in order; after the last one a new round begins
        stages: List<NameOr<'n, Stage<'n>>> => needed,
    }
}

object! {
    /// a part of a round
    struct Stage<'n> = STAGE: "stage" {
        /// its name
        name: Name => needed,
        /// what players read instead of the name
        label: String => for_people,
        /// the stages it consists of itself
        stages: List<NameOr<'n, Stage<'n>>>,
        /// whether players take turns in it; as in the game when left out
        turns: bool,
        /// when it ends; when a player goes on, when left out
        ends: At<Ends>,
    }
}

words! {
    /// When a stage ends.
    enum Ends {
        /// when a player goes on to the next one
        OnInput = "on_input",
        /// when every player has ended a turn
        Turns = "turns",
    }
}

/// What a number of players may be.
pub(crate) type Points = Whole<i64, -99_999, 99_999>;

object! {
    /// a number that players keep
    struct Scoreboard<'n> = SCOREBOARD: "scoreboard" {
        /// its name
        name: Name => needed,
        /// whose number it is; every player's when left out
        of: Whose,
        /// what it begins with; 0 when left out
        initial: Points,
        /// the lowest it may be
        min: Points,
        /// the highest it may be
        max: Points,
        /// who may change it; its owner, or everybody for the game's, when left out
        control: At<WhoWord>,
    }
}

words! {
    /// Whose number a scoreboard is.
    enum Whose {
        /// every player has one
        Players = "players",
        /// there is one for all
        Game = "game",
    }
}

object! {
    /// cards, listed one by one or as suits and ranks
    struct Deck<'n> = DECK: "deck of cards" {
        /// path of the JSON Schema, for editors
        "$schema": String => for_people,
        /// what it is called
        "name": Name,
        /// cards, one by one
        raw: List<Card<'n>>,
        /// suits and ranks: a card of every suit with every rank
        pairs: OneOrList<Pairs<'n>>,
        /// which card is higher than which
        order: Order<'n>,
    }
}

object! {
    /// a card of a deck
    struct Card<'n> = CARD: "single card" {
        /// its value
        value: Value<'n> => needed,
        /// the suit it belongs to
        suit: Name,
        /// its colour: #rgb or #rrggbb
        color: String,
        /// what else is printed on it
        text: String,
        /// how many of it there are; one when left out
        copies: Nearest<usize, 0, 65_535>,
        /// where in the order it stands: below (negative) or above (positive) the others, or next to a card
        position: Position<'n>,
    }
}

any_of! {
    /// A place in the order of cards.
    enum Position<'n> {
        Level(Level),
        Beside(Beside<'n>),
    }
}

/// How far below (negative) or above (positive) the others a card stands.
pub(crate) type Level = Whole<i64, -999, 999>;

object! {
    /// next to which card another one stands
    struct Beside<'n> = BESIDE: "place in the order" {
        /// the card it is just above
        above: At<CardName<'n>>,
        /// the card it is just below
        below: At<CardName<'n>>,
    }
}

object! {
    /// all cards of a value, a suit, or both
    struct CardName<'n> = CARD_NAME: "cards meant" {
        /// their value
        value: Value<'n>,
        /// their suit
        suit: Name,
    }
}

object! {
    /// a card of every suit with every rank
    struct Pairs<'n> = PAIRS: "suits and ranks" {
        /// the suits, the lowest first
        suits: List<Suit<'n>> => needed,
        /// the ranks, the lowest first
        ranks: List<Rank<'n>> => needed,
        /// how many of each card there are; one when left out
        copies: Nearest<usize, 0, 65_535>,
        /// where in the order they stand: below (negative) or above (positive) the others
        position: Level,
    }
}

object! {
    /// a suit
    struct Suit<'n> = SUIT: "suit of a deck" {
        /// its name
        name: Name => needed,
        /// its colour: #rgb or #rrggbb
        color: String,
    }
}

object! {
    /// a rank
    struct Rank<'n> = RANK: "rank of a deck" {
        /// its value
        value: Value<'n> => needed,
        /// what else is printed on its cards
        text: String,
    }
}

object! {
    /// which card is higher than which
    struct Order<'n> = ORDER: "order of cards" {
        /// what decides; as they are listed when left out
        by: SortedBy,
        /// the suits, the lowest first; as listed when left out
        suits: List<Name>,
        /// the ranks, the lowest first; as listed when left out
        ranks: List<At<Value<'n>>>,
        /// suits, or single cards, that beat all others; each beats those before it
        trumps: List<NameOr<'n, CardName<'n>>>,
    }
}

words! {
    /// What decides which card is higher.
    enum SortedBy {
        /// as they are listed, the lowest first
        Listed = "listed",
        /// by suit, then by rank within the suit
        SuitRank = "suit-rank",
        /// by rank, then by suit among equal ranks
        RankSuit = "rank-suit",
    }
}

/// All tables that a game file can hold, for the schema.
pub static ALL: &[&ObjectSpec] = &[
    &GAME,
    &LIMITS,
    &DECK_USE,
    &ZONE,
    &CASE,
    &REPLENISH,
    &DESIGNATION,
    &TRICKS,
    &ROUNDS,
    &STAGE,
    &SCOREBOARD,
    &DECK,
    &CARD,
    &BESIDE,
    &CARD_NAME,
    &PAIRS,
    &SUIT,
    &RANK,
    &ORDER,
];
