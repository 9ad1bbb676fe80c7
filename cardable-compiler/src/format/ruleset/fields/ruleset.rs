//! A whole ruleset, its options and its data.

use super::{Defined, GameArea, Import, Limits, OwnPrimitive, Seats, State, Trigger, TriggerOrder, Value};
use crate::format::bots::Bots;
use crate::format::kind::{KindOfGame, Minutes};
use crate::format::options::HouseRule;
use crate::text::fields::declare::{any_of, object, words};
use crate::text::fields::read::{Any, At, Integer, List, Map, Name, OneOf, OneOrList, String, Whole};
use cardable_engine::program::{DataVisible, Keep, Shown};

object! {
    /// the rules of a game
    struct Ruleset<'n> = RULESET: "ruleset" {
        /// path of the JSON Schema, for editors
        "$schema": String => for_people,
        /// what players call the game
        ruleset_name: Name => usual,
        /// a sentence or more about it
        description: String => for_people,
        /// what kind of game it is, by which people find it
        kind: KindOfGame => for_people,
        /// how many minutes a game usually takes
        minutes: Minutes => for_people,
        /// who wrote the rules
        "author": String => for_people,
        /// version of the rules
        "version": String => for_people,
        /// fewest seats
        min_players: At<Seats> => usual,
        /// most seats
        max_players: Seats => usual,
        /// names of the card sets it is played with
        cardsets: OneOrList<Name> => or(&["cardset_names"]) usual,
        /// names of its decks; without any, one of every card
        decks: OneOrList<Name> => usual,
        /// the attribute of cards by which tables sort hands inside their suits; without it `value`
        sort_hands_by: Name => for_people,
        /// zones of the table
        game_area: GameArea<'n> => usual,
        /// fragments of rules that are used in these
        "import": OneOrList<Import<'n>>,
        /// house rules chosen before the game, read as `$options.key`
        options: OneOrList<HouseRule<'n>>,
        /// data of the whole game, `$globals.key`
        "global_data": OneOrList<Data<'n>> => usual,
        /// data of every seat, `$player.key`
        "player_data": OneOrList<Data<'n>> => usual,
        /// data of every card, `$card.key`
        card_data: OneOrList<CardDatum<'n>>,
        /// what happens by itself when something else does, in every state
        "triggers": OneOrList<Trigger<'n>>,
        /// which comes first where several triggers of one seat's cards wait at the same time: the `older`, as when left
        /// out, or what its `owner` chooses
        trigger_order: At<TriggerOrder>,
        /// what the owner reads then
        trigger_question: String => for_people,
        /// functions in Luau: the path of a file of the package, such as `rules.luau`, or the script itself, a text
        /// or a list of lines
        script: OneOf<(String, List<String>)> => for_people,
        /// what a single call of a function may use
        script_limits: Limits<'n>,
        /// primitives that are functions of the script
        defined_primitives: OneOrList<OwnPrimitive<'n>>,
        /// values that are worked out wherever they are asked for, `name(parameter)` or `parameter.name`
        "defined_values": OneOrList<DefinedValue<'n>>,
        /// actions to use by reference
        defined_actions: OneOrList<Defined<'n>>,
        /// the states; the first one begins
        game_state: OneOrList<State<'n>> => usual,
        /// hints for bots that search
        bots: Bots<'n> => for_people,
    }
}

object! {
    /// a value that is worked out wherever it is asked for
    struct DefinedValue<'n> = DEFINED_VALUE: "defined value" {
        /// the name it is called by
        ref_id: At<Name>,
        /// its parameters, which the value reads by their keys
        ref_params: OneOrList<Data<'n>>,
        /// what it is worked out from, such as "= card.strength + card.growth"
        value: Value,
        /// the type of what it gives; follows from the value when left out
        kind "type": String,
    }
}

object! {
    /// a named value
    struct Data<'n> = DATA: "item of data" {
        /// its name
        key: At<Name> => or(&["param", "name"]),
        /// what players read instead of the name
        label: String => for_people,
        /// its type; follows from the value when left out
        kind "type": String,
        /// what it is at first
        value: Value => or(&["default"]),
        /// what it is worked out from whenever it is read, instead of a `value` that steps set: "=
        /// count($player.won)"
        computed: Value,
        /// whether it never changes
        constant "const": bool,
        /// where a table shows it; left out, data with a label are shown, and the score
        shown: ShownWord => for_people,
        /// what players read instead of some of its values, such as {"true": "alone", "false": ""}; an empty text
        /// shows nothing
        texts: Map<String> => for_people,
        /// who may read it
        visible_to: VisibleWord,
        /// what it may be, for bots that imagine it: a list of values, {"min": …, "max": …}, `players`, cards, or
        /// what lists hold
        domain: At<DomainForm<'n>>,
    }
}

object! {
    /// an item of data that every card has
    struct CardDatum<'n> = CARD_DATUM: "item of card data" {
        /// its name
        key: At<Name> => or(&["param", "name"]),
        /// how long it keeps its value; `zone` when left out
        keep: KeepWord,
        /// who may read it; `all` when left out
        visible_to: CardVisibleWord,
    } read by Data {
        /// what players read instead of the name; tables show data with a label on the card
        label: String => for_people,
        /// its type; follows from the value when left out
        kind "type": String,
        /// what it is at first
        value: Value => or(&["default"]),
        /// whether a table shows it; left out, data with a label are shown
        shown: ShownWord => for_people,
        /// what players read instead of some of its values; an empty text shows nothing
        texts: Map<String> => for_people,
    }
}

words! {
    /// How long an item of a card's data keeps its value.
    struct KeepWord => Keep {
        /// while the card lies in its zone
        Keep::Zone => "zone",
        /// while everybody can follow the card
        Keep::Followed => "followed",
        /// the whole game
        Keep::Game => "game",
    }
}

words! {
    /// Who may read an item of a card's data.
    struct CardVisibleWord => DataVisible {
        /// everybody
        DataVisible::All => "all",
        /// whoever sees the face of the card
        DataVisible::Owner => "face",
        /// nobody: it is the rules' own
        DataVisible::None => "none",
    }
}

words! {
    /// Where a table shows an item of data.
    struct ShownWord => Shown {
        /// at the seat it belongs to, and among the scores
        Shown::Seat => "seat",
        /// in the middle
        Shown::Table => "table",
        /// among the scores only
        Shown::Score => "score",
        /// nowhere: it is the rules' own
        Shown::Nowhere => "nowhere",
    }
}

words! {
    /// Who may read an item of data.
    struct VisibleWord => DataVisible {
        /// everybody
        DataVisible::All => "all",
        /// the seat it belongs to
        DataVisible::Owner => "owner",
        /// nobody
        DataVisible::None => "none",
    }
}

any_of! {
    /// What data may be: a word, values, or an object that says it.
    enum DomainForm<'n> {
        Word(DomainWord),
        List(List<Value>),
        Domain(Domain<'n>),
    }
}

words! {
    /// What data may be, in a word.
    enum DomainWord {
        /// any seat
        Players = "players",
        /// any seat but the one whose data it is
        Others = "others",
        /// any card of the game
        Cards = "cards",
        /// any zone
        Zones = "zones",
        /// any deck
        Decks = "decks",
    }
}

object! {
    /// what hidden data may be, by the kind of its values
    struct Domain<'n> = DOMAIN: "domain" {
        /// of numbers: the smallest one
        min: Integer,
        /// of numbers: the largest one
        max: Integer,
        /// of cards: the zones in one of which the card lies
        zones: OneOrList<Name>,
        /// of cards: the names of those that it may be
        cards: OneOrList<Name>,
        /// of lists: the domain of an item
        items: At<DomainForm<'n>>,
        /// of lists: how many items there are
        length: At<DomainLength<'n>>,
        /// of lists: whether all items differ
        unique: bool,
        /// a domain; it may also be nothing
        or_nothing: At<DomainForm<'n>>,
    }
}

any_of! {
    /// How long lists are.
    enum DomainLength<'n> {
        Exactly(ListLength),
        Length(Length<'n>),
    }
}

/// The items of a list.
pub(crate) type ListLength = Whole<u16, 0, 1_000>;

object! {
    /// how many items a list may have
    struct Length<'n> = LENGTH: "length" {
        /// the fewest items
        min: ListLength,
        /// the most items
        max: ListLength,
    }
}

object! {
    /// a named value that a client sends
    struct MessageItem<'n> = MESSAGE_ITEM: "item of a message" {
        /// its name
        key: Name => or(&["param", "name"]),
        /// what players read instead of the name
        "label": String => for_people,
        /// its type; follows from the domain when left out
        kind "type": String,
        /// what it is when the message leaves it out
        value: Value => or(&["default"]),
        /// what it may be: a list, an expression that gives one, or {"min": …, "max": …}
        domain: Any,
    }
}
