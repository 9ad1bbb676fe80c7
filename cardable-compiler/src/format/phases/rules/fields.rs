//! Every object of a `.cardgame.json` file and its fields. The reader checks against these tables and reads by
//! them, and the JSON Schema for editors is made from them.

use super::context::TurnOrder;
use crate::format::bots::Bots;
use crate::format::kind::{KindOfGame, Minutes};
use crate::format::options::{HouseRule, OPTION};
use crate::text::fields::ObjectSpec;
use crate::text::fields::declare::{any_of, object, words};
use crate::text::fields::read::{
    Any, At, Expression, Integer, List, Map, Name, Nearest, OneOrList, String, Whole,
};
use crate::text::json::Number;
use cardable_engine::program::StateType;

/// What is done, in order.
pub(crate) type Effects = OneOrList<Expression>;

object! {
    /// the rules of a game, in phases
    struct File<'n> = FILE: "card game" {
        /// where an editor finds the description of this format
        "$schema": String => for_people,
        /// name, version and players
        meta: Meta<'n> => needed,
        /// which cards there are and what they count
        deck: Deck<'n> => needed,
        /// who takes part
        roles: List<Role<'n>> => needed,
        /// where cards lie: a list, or a map from names to zones
        zones: At<Zones<'n>> => needed,
        /// values that effects set and expressions read
        variables: Map<Declared<'n>>,
        /// variables by their first values, as older files write them
        initial_variables "initialVariables": Map<Plain<'n>>,
        /// variables that hold texts, as older files write them
        initial_string_variables "initialStringVariables": Map<String>,
        /// variables that players see, as older files write them
        public_variables "publicVariables": List<Name>,
        /// house rules chosen before the game, which expressions read by their keys
        options: OneOrList<HouseRule<'n>>,
        /// what happens when; the first phase begins
        phases: List<Phase<'n>> => needed,
        /// tried in every phase after its own transitions
        global_transitions "globalTransitions": List<Transition<'n>>,
        /// how players are scored and who wins
        scoring: Scoring<'n> => needed,
        /// who sees each zone; it wins over what the zones say
        visibility: List<VisibilityRule<'n>>,
        /// hints for a table
        ui: Ui<'n> => needed for_people,
        /// hints for bots that search
        bots: Bots<'n> => for_people,
    }
}

any_of! {
    /// A variable, or only what it is at first.
    enum Declared<'n> {
        Number(Number),
        Text(String),
        Variable(Variable<'n>),
    }
}

any_of! {
    /// The zones of a game: each with its name, or by their names.
    enum Zones<'n> {
        Listed(List<Zone<'n>>),
        ByName(Map<Zone<'n>>),
    }
}

object! {
    /// name, version and players
    struct Meta<'n> = META: "meta block" {
        /// what players call the game
        name: Name => needed,
        /// its name in addresses: small letters, digits and hyphens
        slug: Name => needed,
        /// version of the rules, such as `1.0.0`
        version: Name => needed for_people,
        /// who wrote the rules
        author: String => needed for_people,
        /// how many can play
        players: Players<'n> => needed,
        /// a sentence or more about it
        description: String => for_people,
        /// what kind of game it is, by which people find it
        kind: KindOfGame => for_people,
        /// how many minutes a game usually takes
        minutes: Minutes => for_people,
        /// words to find it by
        "tags": List<String> => for_people,
        /// under which terms it may be used
        license: String => for_people,
    }
}

/// A number of players.
pub(crate) type Seats = Whole<u8, 1, 32>;

object! {
    /// how many can play
    struct Players<'n> = PLAYERS: "player range" {
        /// fewest players
        min: At<Seats> => needed,
        /// most players
        max: Seats => needed,
    }
}

object! {
    /// which cards there are and what they count
    struct Deck<'n> = DECK: "deck" {
        /// a known deck, or `custom`
        preset: Preset => needed,
        /// how many such decks; 1 when left out
        copies: At<Nearest<usize, 1, 100>>,
        /// the cards of a custom deck, with repeats
        cards: List<Card<'n>>,
        /// what each rank counts: a number, or a value with a kind
        card_values "cardValues": Map<Counts<'n>> => needed,
    }
}

any_of! {
    /// What a rank counts.
    enum Counts<'n> {
        Number(Number),
        Value(Value<'n>),
    }
}

words! {
    /// A deck that is known by its name.
    enum Preset {
        /// four suits from ace to king
        Standard52 = "standard_52",
        /// the same and two jokers
        Standard54 = "standard_54",
        /// four colours of numbers and actions, and eight wild cards
        Uno108 = "uno_108",
        /// those of `cards`
        Custom = "custom",
    }
}

object! {
    /// a card of a custom deck
    struct Card<'n> = CARD: "card" {
        /// its suit or colour
        suit: Name => needed,
        /// its rank, which `cardValues` gives a value
        rank: Name => needed,
        /// how many of it; 1 when left out
        copies: Nearest<usize, 1, 1000>,
        /// what is printed on it
        text: String,
    }
}

object! {
    /// what a rank counts
    struct Value<'n> = VALUE: "card value" {
        /// how the value is found
        kind: CountKind => needed,
        /// the value, for `fixed`
        value: Number,
        /// the lower value, for `dual`
        low: Number,
        /// the higher value, for `dual`
        high: Number,
        /// the values, for `choice`
        options: List<Number> => or(&["values"]),
    }
}

words! {
    /// How the value of a rank is found.
    enum CountKind {
        /// always `value`
        Fixed = "fixed",
        /// `low` or `high`, whichever serves better
        Dual = "dual",
        /// one of `options`, whichever serves better
        Choice = "choice",
    }
}

object! {
    /// a part in the game
    struct Role<'n> = ROLE: "role" {
        /// by which zones name it
        name: Name => needed,
        /// whether players have it; else the rules play it
        is_human "isHuman": bool => needed,
        /// `per_player`, or how many there are
        count: At<RoleCount<'n>> => needed,
    }
}

words! {
    /// As many as there are players.
    enum PerPlayer {
        /// every player has it
        PerPlayer = "per_player",
    }
}

any_of! {
    /// How many have a role.
    enum RoleCount<'n> {
        Seats(Seats),
        PerPlayer(PerPlayer),
    }
}

any_of! {
    /// Who sees a zone: a word, or an object.
    enum Visibility<'n> {
        Short(String),
        Seen(Seen<'n>),
    }
}

object! {
    /// who sees the cards of a zone
    struct Seen<'n> = SEEN: "visibility" {
        /// who
        kind: SeenBy => needed,
        /// which cards: `first_card_only`, `last_card_only` or `face_up_only`
        rule: Name,
    }
}

words! {
    /// Who sees the cards of a zone.
    enum SeenBy {
        /// everybody
        Public = "public",
        /// everybody
        Visible = "visible",
        /// the player whose zone it is
        OwnerOnly = "owner_only",
        /// nobody
        Hidden = "hidden",
        /// nobody; all see how many there are
        CountOnly = "count_only",
        /// everybody sees some of them, as `rule` says
        Partial = "partial",
    }
}

any_of! {
    /// Who sees a zone in some phases: listed, or by their names.
    enum Overrides<'n> {
        Listed(List<Override<'n>>),
        ByPhase(Map<At<Visibility<'n>>>),
    }
}

object! {
    /// a place for cards
    struct Zone<'n> = ZONE: "zone" {
        /// its name; in a map, the key
        name: At<Name>,
        /// what players read instead of the name
        label: String => for_people,
        /// who sees its cards; nobody when nothing is said anywhere
        visibility: At<Visibility<'n>>,
        /// the roles it belongs to; none for a zone of the table
        owners: List<Name>,
        /// how many cards it holds at most
        max_cards "maxCards": Whole<u16, 1, 65_534>,
        /// who sees it in one phase
        phase_override "phaseOverride": Override<'n>,
        /// who sees it in some phases: a list, or a map from phases
        phase_overrides "phaseOverrides": Overrides<'n>,
    }
}

object! {
    /// who sees a zone in a phase
    struct Override<'n> = OVERRIDE: "phase override" {
        /// the phase
        phase: Name => needed,
        /// who sees it then
        visibility: At<Visibility<'n>> => needed,
    }
}

object! {
    /// who sees a zone
    struct VisibilityRule<'n> = VISIBILITY_RULE: "visibility rule" {
        /// the zone
        zone: Name => needed,
        /// who sees its cards
        visibility: At<Visibility<'n>> => needed,
        /// who sees it in one phase
        phase_override "phaseOverride": Override<'n>,
        /// who sees it in some phases: a list, or a map from phases
        phase_overrides "phaseOverrides": Overrides<'n>,
    }
}

object! {
    /// a value that effects set and expressions read
    struct Variable<'n> = VARIABLE: "variable" {
        /// what it holds; what `initial` is when left out
        kind "type": VariableType,
        /// what it is at first and in each new round
        initial: At<Plain<'n>> => needed,
        /// whether players see it; where no variable says so, they see all
        public: bool,
        /// what players call it; a table shows what has a label
        label: String,
        /// all that it may be, for whoever imagines what is hidden
        options: List<Plain<'n>>,
        /// the lowest whole number that it may be
        min: Integer,
        /// the highest whole number that it may be
        max: Integer,
    }
}

any_of! {
    /// A number or a text.
    enum Plain<'n> {
        Number(Number),
        Text(String),
    }
}

words! {
    /// What a variable holds.
    enum VariableType {
        /// a number
        Number = "number",
        /// a text
        String = "string",
    }
}

object! {
    /// a part of the game
    struct Phase<'n> = PHASE: "phase" {
        /// by which transitions name it
        name: Name => needed,
        /// what players read instead of the name
        label: String => for_people,
        /// what happens in it
        "description": String => for_people,
        /// who acts
        kind: PhaseKind => needed,
        /// what players can do
        actions: List<Action<'n>>,
        /// where the game goes from here: the first that holds. An automatic phase tries them after `onEnter` and
        /// after each `onStep`, one of players after each action
        transitions: List<Transition<'n>>,
        /// done when the phase begins
        on_enter "onEnter": Effects => or(&["automaticSequence"]),
        /// of an automatic phase: done again and again until a transition holds
        on_step "onStep": Effects,
        /// done when the phase is left
        on_exit "onExit": Effects,
        /// in which order players take turns
        turn_order "turnOrder": TurnOrderWord,
        /// ends a player's turn after an action when it holds
        auto_end_turn_condition "autoEndTurnCondition": Expression,
        /// a hint that is not read
        "allowedActions": List<String>,
    }
}

words! {
    /// In which order players take turns.
    struct TurnOrderWord => TurnOrder {
        /// in the order of the seats
        TurnOrder::Clockwise => "clockwise",
        /// against it
        TurnOrder::Counterclockwise => "counterclockwise",
        /// in the order of the seats, which nothing reverses
        TurnOrder::Fixed => "fixed",
    }
}

words! {
    /// Who acts in a phase.
    struct PhaseKind => StateType {
        /// the rules do something and go on
        StateType::Auto => "automatic",
        /// players act in turn
        StateType::RoundRobin => "turn_based",
        /// all players may act at once
        StateType::Concurrent => "all_players",
    }
}

object! {
    /// what a player can do; `play_card` lets him play a card of his hand
    struct Action<'n> = ACTION: "action" {
        /// its name; `play_card` for playing a card
        name: Name => needed,
        /// what its button says
        label: String => for_people,
        /// what the log says when a player has done it, such as "{player} plays {cards}"; made of the label when
        /// left out
        phrase: String => for_people,
        /// what it does
        "description": String => for_people,
        /// when it can be done; of `play_card`, with which cards (`played_card_index`)
        condition: Expression,
        /// its condition may depend on what the player does not see
        reveals: bool,
        /// what happens
        effect: Effects => or(&["effects"]),
        /// what the player is asked, read by `get_param`
        params: At<Params<'n>>,
        /// the zone a card is played from; `hand` when left out
        from: Name,
        /// the zone a card is played to; `discard` or `trick` when left out
        to: Name,
    }
}

any_of! {
    /// What an action asks: each with its name, or by their names.
    enum Params<'n> {
        Listed(List<Param<'n>>),
        ByName(Map<ParamByName<'n>>),
    }
}

any_of! {
    /// What a player is asked, or only what may be chosen.
    enum ParamByName<'n> {
        Options(List<Any>),
        Param(Param<'n>),
    }
}

object! {
    /// something that a player is asked
    struct Param<'n> = PARAM: "parameter" {
        /// its name; in a map, the key
        name: Name,
        /// what the player reads
        label: String => for_people,
        /// what is asked
        kind "type": ParamType,
        /// what may be chosen
        options: List<Any> => or(&["values", "enum"]),
        /// the lowest number
        min: Integer,
        /// the highest number
        max: Integer,
    }
}

words! {
    /// What is asked.
    enum ParamType {
        /// one of `options`
        String = "string",
        /// a whole number from `min` to `max`, or one of `options`
        Number = "number",
        /// yes or no, which reads as 1 or 0
        Boolean = "boolean",
    }
}

object! {
    /// a way from a phase to another one
    struct Transition<'n> = TRANSITION: "transition" {
        /// the phase it leads to
        to: Name => needed,
        /// when it is taken
        when: Expression => needed or(&["condition"]),
    }
}

object! {
    /// how players are scored and who wins
    struct Scoring<'n> = SCORING: "scoring block" {
        /// the score of a player, or of a role that the rules play
        method: Expression => needed,
        /// whether it wins
        win_condition "winCondition": Expression => needed,
        /// whether it is out, which loses whatever else holds
        bust_condition "bustCondition": Expression,
        /// whether it neither wins nor loses
        tie_condition "tieCondition": Expression,
        /// what the summary of a round says that a player did, a text such as "took 3 hearts"
        summary: Expression,
        /// for all phases that have none, as older files write it
        auto_end_turn_condition "autoEndTurnCondition": Expression,
    }
}

object! {
    /// hints for a table
    struct Ui<'n> = UI: "ui block" {
        /// how players sit
        layout: Layout,
        /// what the table looks like
        table_color "tableColor": TableColor,
        /// a colour, when `tableColor` is `custom`
        custom_color "customColor": String,
    }
}

words! {
    /// What the table looks like.
    enum TableColor {
        /// green felt
        FeltGreen = "felt_green",
        /// wood
        Wood = "wood",
        /// dark
        Dark = "dark",
        /// that of `customColor`
        Custom = "custom",
    }
}

words! {
    /// How players sit.
    enum Layout {
        /// players sit around one half
        Semicircle = "semicircle",
        /// players sit all around
        Circle = "circle",
        /// players sit in rows
        Grid = "grid",
        /// players sit side by side
        Linear = "linear",
    }
}

/// Every table, outermost first.
pub static ALL: &[&ObjectSpec] = &[
    &FILE,
    &META,
    &PLAYERS,
    &DECK,
    &CARD,
    &VALUE,
    &ROLE,
    &SEEN,
    &ZONE,
    &OVERRIDE,
    &VISIBILITY_RULE,
    &VARIABLE,
    &OPTION,
    &PHASE,
    &ACTION,
    &PARAM,
    &TRANSITION,
    &SCORING,
    &UI,
];
