//! The registry of codes.

use serde::{Serialize, Serializer};

/// Declares every code once: variant, number, meaning.
macro_rules! codes {
    ($($variant:ident $number:literal $meaning:literal;)*) => {
        /// Which kind of problem a diagnostic tells of.
        ///
        /// The number after the letter never changes its meaning and is never given to another
        /// kind of problem. `E1…` and `E2…` keep a text from being read and its cards from being
        /// found; `W2…` are the same stage's warnings.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        pub enum Code {
            $(#[doc = concat!("`", $number, "`: ", $meaning, ".")] $variant,)*
        }

        impl Code {
            /// Every code, in the order of their numbers.
            pub const ALL: &'static [Code] = &[$(Code::$variant),*];

            /// The code as it is written in messages and looked up in the manual.
            pub fn as_str(self) -> &'static str {
                match self { $(Code::$variant => $number,)* }
            }

            /// What all problems of this code have in common.
            pub fn meaning(self) -> &'static str {
                match self { $(Code::$variant => $meaning,)* }
            }
        }
    };
}

codes! {
    // Reading a text.
    MoreProblems "E100" "there are more problems than are listed";
    TextTooLarge "E101" "a text is larger than is read";
    NotUtf8 "E102" "a text is not UTF-8";
    EmptyText "E103" "a text holds no value";
    UnexpectedText "E104" "something stands where it cannot";
    MissingComma "E105" "two neighbours have no comma between them";
    MissingColon "E106" "a key has no colon after it";
    Unclosed "E107" "a bracket is never closed";
    StrayBracket "E108" "a bracket closes what was not opened";
    UnclosedString "E109" "a string does not end on its line";
    BadEscape "E110" "a backslash is followed by something it cannot escape";
    BadNumber "E111" "a number is not written as numbers are";
    NumberOutOfRange "E112" "a number is too large to be kept exactly";
    NotFinite "E113" "infinities and NaN are not numbers a game can use";
    DuplicateKey "E114" "an object has the same key twice";
    TooDeep "E115" "brackets are nested deeper than is read";
    TooManyValues "E116" "a text holds more values than are read";
    UnclosedComment "E117" "a comment never ends";
    UnknownWord "E118" "a word stands without quotation marks and means nothing";
    AfterTheEnd "E119" "something follows the end of the value";
    MissingValue "E120" "a value is missing";

    // Fields of objects.
    UnknownField "E201" "an object has a field that nothing reads";
    MissingField "E202" "an object lacks a field it needs";
    WrongType "E203" "a field holds another kind of value than it should";
    TooLong "E204" "a name is longer than names may be";
    SameFieldTwice "E205" "an object has a field under two of its names";
    NotAChoice "E206" "a field holds none of the words it may hold";
    OutOfBounds "E207" "a number is smaller or larger than it may be";

    // Files.
    BadPath "E210" "a path leaves the place it must stay in";
    Unreadable "E211" "a file or folder cannot be read";
    FolderTooLarge "E212" "a folder holds more than is looked through";

    // Card sets.
    DuplicateSuit "E220" "two suits have the same name or id";
    UnknownSuit "E221" "a card belongs to a suit that the set does not have";
    DuplicateCard "E222" "two cards have the same id";
    CardIdOutOfRange "E223" "a card's id lies outside its suit";
    TooManyCards "E224" "a card set has more cards than a set may have";

    BadColour "E225" "a colour is not written as colours are";
    BadTable "E226" "a file of cards is no table of rows and columns";

    // Decks.
    UnknownCard "E230" "a deck names a card that its set does not have";
    DeckTooLarge "E231" "a deck has more cards than a deck may have";
    NoCardSet "E232" "a deck does not say which card set it is made of";

    // Packages.
    NoRuleset "E240" "there is no ruleset in the file or folder";
    TwoRulesets "E241" "a folder holds several rulesets";
    UnknownCardSet "E242" "no card set has this name";
    UnknownDeck "E243" "no deck has this name";
    TwoCandidates "E244" "a name could mean two different things";
    NothingFound "E245" "there are no card sets and decks in the file or folder";
    NotPacked "E246" "a ruleset cannot be packed into one text";
    UnknownFragment "E248" "no fragment of rules has this name";
    LeftOut "E247" "the program was built without what reads this kind of rules";

    // Rules.
    UnknownReference "E301" "a reference names nothing";
    UnknownPrimitive "E302" "no primitive has this name";
    UnknownState "E303" "no state has this name";
    UnknownZone "E304" "no zone has this name";
    UnknownAction "E305" "no defined action has this name";
    UnknownAttribute "E306" "cards have no attribute of this name";
    UnknownType "E307" "no type has this name";
    DuplicateName "E308" "two things have the same name";
    ParameterCount "E310" "a call has too many or too few parameters";
    ParameterType "E311" "a value of another type is needed";
    NotAPlace "E312" "what is to be assigned is no place for a value";
    ConstantData "E313" "constant data is assigned";
    NotConstant "E314" "a value must be known before the game";
    StepAsValue "E315" "a step stands where a value is needed";
    BadExpression "E316" "an expression is not written as expressions are";
    CyclicReference "E317" "an action, a value or an import leads back to itself";
    NoPlayer "E318" "there can be no acting seat";
    HiddenRead "E319" "what a seat reads depends on what it may not see";
    PromptInSealed "E320" "a sealed choice acts before it asks, or asks others";
    PromptInCondition "E321" "a condition acts or asks something";
    TooComplex "E322" "a piece of the rules is too large";
    PickWithoutSource "E323" "a pick does not say where from";
    UnknownDesignation "E324" "no zone has a designation of this name";
    UnknownRole "E325" "no role has this name";
    RolesDoNotFit "E326" "the roles, the teams and the number of seats do not go together";
    InTwoTeams "E332" "a seat is named twice where teams are formed";
    ActionInAuto "E327" "a seat is to act in a state that only runs by itself";
    BlindFaces "E328" "a blind pick depends on faces, which nobody sees";
    BadPrimitive "E329" "a primitive that the program adds cannot be called";
    WrongDomain "E330" "a domain has values of another kind than its data";
    LacksZone "E331" "a primitive needs a zone that seats do not have";
    OutsideDomain "E336" "a value is none of those that the domain of its data has";
    ActionAsStep "E338" "an action of seats is called as a step";
    ListTooLarge "E337" "a list holds too many lists inside one another, or too many items in them";
    UnknownPlace "E355" "a phrase has a place that means nothing";
    NotAValue "E356" "a text is given for a value that its data never has";
    WrongWordings "E357" "words that go with a number are too few or too many";

    // Scripts.
    NoScript "E360" "a function of the script is named, and there is no script";
    NoScriptEngine "E361" "the program reads no scripts";
    ScriptError "E362" "a script is not as scripts must be";
    ScriptNotHere "E363" "a function of the script stands where none may";
    ScriptTooLarge "E364" "the scripts of a ruleset are too large";
    RequiredOutside "E365" "a script requires what is no file of the package";
    ScriptWarning "W360" "something in a script may be a slip";

    // Rules in phases.
    ComputedBeside "E350" "data is computed where it cannot be";
    ComputedSet "E351" "data that is computed is set";
    ComputedCircle "E352" "data is computed from itself";
    BadSlug "E340" "a game's slug has other characters than slugs may have";
    BadVersion "E341" "a game's version is not written as versions are";
    UnknownVariable "E343" "no variable has this name";
    SeveralOfRole "E380" "a role that the rules play is there more than once";
    TestSetUp "E382" "a test of rules cannot be set up";
    TestFails "E383" "a test of rules fails";
    UnknownAbility "E390" "no card has an ability of this name";
    KeptAndShown "E391" "data of cards is kept for the game where not everybody can follow them";
    NoOccasion "E392" "a trigger does not say what it waits for";
    OfNoCard "E393" "a trigger says which card it is about, and belongs to none";
    UnknownLanguage "E394" "texts are in a language in which no game is told";
    OtherPlaces "E395" "a translation has other places for values than its text";
    TwoTexts "E396" "texts in one language are in two files";
    NotServed "E381" "a file of rules lies where a host serves no ruleset from it";

    // Rules that can be lived with.
    PartialRule "W340" "a rule for seeing some cards of a zone is not known";
    UnknownParameter "W341" "an action reads what nobody is asked for";
    UndeclaredVariable "W342" "a variable is set and not declared";
    StaleLook "W343" "an effect asks for a card that its own list has yet to put there";
    StaleVariable "W344" "an effect reads a variable that its own list has yet to set";
    UnusedTranslation "W394" "a translation is of no text of the rules";
    NotTranslated "W395" "texts lack a translation";
    LeftOutPlace "W396" "a translation leaves out a value of its text";
    LikePrimitive "W397" "a card calls what is nearly a primitive";
    NoTexts "W398" "a file beside texts in other languages is none";
    NonePublic "W380" "no variable of a game in phases says whether players see it";
    StepOfPlayers "W381" "a phase in which players act has effects or steps of its own";
    NeverOffered "W382" "what seats can do in a state is never offered";
    NothingSets "W383" "a condition asks for what no effect of the file does";
    DrawnOnTurn "W384" "cards are drawn for whoever is on turn where everybody acts";
    AskedByUse "W385" "an action reads answers and does not say what may be chosen";
    NoActionType "W301" "an action has no type";
    UndeclaredZone "W302" "a zone is used and not declared";
    UnreachableState "W303" "a state is never reached";
    DeadEnd "W304" "a state can never be left";
    NeverEnds "W305" "the game cannot end";
    NeverAvailable "W306" "an action is never available";
    EmptyEntry "W307" "an entry is empty and left out";
    UselessStep "W308" "a step does nothing";
    NoSuchCard "W309" "a card is compared with what no card has";
    SameName "W310" "two actions of a state have the same name";
    EmptyPlace "W311" "a text has a place for a value that it is not given";
    TextLikeCall "W312" "a text looks like a call, or holds what looks like a reference";
    IdleHere "W313" "a primitive makes no sense in its state";
    NeverPopped "W314" "a state is laid over others and never ends";
    NeverValid "W315" "a pick depends on faces that its seat never sees";
    MayReadHidden "W316" "what a seat reads may depend on what it may not see";
    UnusedAction "W317" "a defined action is used nowhere";
    UnusedValue "W320" "a defined value is used nowhere";
    Unheard "W322" "rules emit what no trigger waits for, a trigger waits for what nothing does, or nothing performs an ability";
    SetsItselfOff "W323" "a trigger without a condition sets itself off again";
    CannotMark "W324" "an item that all see is set on a card that not all can tell from its neighbours";
    ShownOnCard "W325" "data of cards is to be shown elsewhere than on its card";
    TooManyDealt "W326" "more cards are dealt than the game has";
    UnreadOption "W327" "rules read an option nowhere";
    NeverOfOption "W328" "an option is compared with what it never is";
    TurnNeverEnds "W318" "turns of a state are never ended";
    NotAllTried "W335" "there are more picks than a listing can try";
    BareContent "W336" "a card set or deck stands where no ruleset finds it";
    PhraseUnheard "W355" "a phrase is given for what no seat does";
    NoDomain "W319" "hidden data does not say what it may be";
    UnseenTold "W321" "a text tells of a card what those who read it do not see";

    // What can be lived with.
    PictureMissing "W201" "a picture is not where it is looked for";
    EmptyDeck "W202" "a deck has no cards";
    EmptyCardSet "W203" "a card set has no cards";
    UnusedCardSet "W204" "a card set in the ruleset's file is not used";
    UnusedDeck "W205" "a deck in the ruleset's file is not used";
    ListedTwice "W206" "a name or a value is listed twice";
    CardsInNoDeck "W207" "cards of a set in the ruleset's file are in none of its decks";
    SuitIgnored "W208" "a suit is given where it has no meaning";
    NoCards "W209" "a ruleset has no cards";
    NoSize "W210" "a zone does not say how many cards it holds";
    TooFewCards "W211" "zones begin with more cards than there are";
    CardsOut "W212" "cards begin outside the game";
    CopiesKept "W213" "a zone may have fewer copies than its text allows";
    MixedColumn "W215" "a column of a table of cards is read as texts because of some of its cells";
    NoPlaces "W214" "a zone is to show places that its cards do not have";
}

impl Serialize for Code {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(self.as_str())
    }
}

#[cfg(test)]
mod tests {
    use super::Code;

    #[test]
    fn numbers_are_unique_and_well_formed() {
        let mut seen = std::collections::BTreeSet::new();
        for code in Code::ALL {
            let (letter, number) = code.as_str().split_at(1);
            assert!(matches!(letter, "E" | "W"), "{code:?}");
            assert!(number.len() == 3 && number.parse::<u16>().is_ok(), "{code:?}");
            assert!(
                seen.insert(code.as_str()),
                "{code:?} has the number of another code"
            );
        }
    }

    #[test]
    fn meanings_follow_the_grammar_of_messages() {
        for code in Code::ALL {
            let meaning = code.meaning();
            assert!(!meaning.is_empty() && !meaning.ends_with('.'), "{code:?}");
            assert!(!meaning.starts_with(char::is_uppercase), "{code:?}");
        }
    }
}
