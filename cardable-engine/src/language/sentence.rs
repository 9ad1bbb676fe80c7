//! What the engine says, each thing once: the languages say it in their own words.

/// Declares the sentences, each with the number of its places. What each language says is a `match` without a
/// wildcard, so no language can lack one.
macro_rules! sentences {
    ($($(#[$about:meta])* $name:ident($places:literal),)*) => {
        /// Something that the engine says. A language has a template for it, whose places are numbered in the order
        /// that is given here, and stand where the language wants them.
        #[derive(Clone, Copy, PartialEq, Eq, Debug)]
        pub(crate) enum Sentence {
            $($(#[$about])* $name,)*
        }

        impl Sentence {
            /// All of them, each with how many places it has.
            #[cfg(test)]
            pub(crate) const ALL: &[(Sentence, usize)] = &[$((Sentence::$name, $places),)*];
        }
    };
}

sentences! {
    // Values.
    Nothing(0),
    Yes(0),
    No(0),
    /// A truth that a client shows as a bare value.
    True(0),
    False(0),
    /// What is between the last two of several things.
    AndLast(0),

    // What things are called.
    /// A seat that nobody has named: its number, from 1.
    SeatNumber(1),
    /// A card: its name and its suit.
    CardOfSuit(2),
    /// A card whose face one does not see.
    UnseenCard(0),
    NoCards(0),
    /// How many.
    Cards(1),
    /// How many equal cards, and what they are called.
    Alike(2),
    /// A card that one does not see: its number in the zone, from 1, and the zone.
    CardAt(2),
    /// The same, without names: the numbers of card and zone.
    CardOfZone(2),
    ZoneNumber(1),
    SeatPicked(1),
    DeckNumber(1),
    EntryNumber(1),
    /// A zone and whose it is, as a label.
    ZoneOf(2),
    /// A zone of the seat that a line is about, where the reader is that seat.
    YourZone(1),
    /// The same, where the reader is another one.
    TheirZone(1),
    /// Within a sentence: whose zone, and the zone.
    ZoneOfSeat(2),
    /// The score, where the ruleset has no label for it.
    Score(0),

    // Hands of poker, the lowest first.
    HighCard(0),
    Pair(0),
    TwoPair(0),
    ThreeOfAKind(0),
    Straight(0),
    Flush(0),
    FullHouse(0),
    FourOfAKind(0),
    StraightFlush(0),
    FiveOfAKind(0),

    // What seats can choose.
    /// None of the entries of a list.
    NoEntries(0),
    Pass(0),

    // Cards that move.
    /// Seat, cards.
    Takes(2),
    /// Behind what was taken: the places that it comes from.
    From(1),
    /// Behind what was taken: the seat that it comes from.
    FromSeat(1),
    /// Behind what is given or played: the zone that it goes to.
    To(1),
    /// Behind what is given or played: the seat that it goes to.
    ToSeat(1),
    /// Cards, zone, number of cards.
    GoesTo(3),
    /// Cards, number of cards.
    GoesToBox(2),
    /// Seat, cards.
    Shows(2),
    /// Cards, zone.
    CanBeSeen(2),
    /// Cards, number of cards.
    TurnedUp(2),
    TurnedDown(2),
    /// Behind what is turned: the zone.
    TurnedIn(1),
    /// Before what each seat is dealt.
    Dealt(0),
    /// The same with the zones that are dealt to.
    DealtInto(1),
    /// The reader's cards.
    YouAreDealt(1),
    /// The same, and the zone.
    YouAreDealtInto(2),
    /// What a seat is dealt: cards, the seat.
    DealtTo(2),
    /// What each of several seats is dealt: cards, the seats.
    DealtToEach(2),
    /// Introduces what seats draw to fill up their hands.
    Drawn(0),
    YouDraw(1),
    /// What a seat draws: cards, the seat.
    DrawnBy(2),
    /// What each of several seats draws: cards, the seats.
    DrawnByEach(2),

    // Zones.
    Shuffled(1),
    Opened(1),
    Closed(1),
    /// Seat, zone, designation.
    Marks(3),
    Unmarks(3),
    /// Zone, designation.
    IsNow(2),
    IsNoLonger(2),

    // What seats do.
    /// Seat: what it does follows.
    Introduces(1),
    /// The seat for which the table chose.
    TimeWasUp(1),
    /// Seat, the label of what it does.
    ChoosesLabel(2),
    /// Behind what a seat does: the cards that are moved for it.
    WithCards(1),
    /// Seat, answer.
    Chooses(2),
    /// Seat, deck.
    TakesDeck(2),
    CanDoNothing(1),
    Passes(1),
    HasChosen(1),
    /// Seat, the label of what it votes for.
    VotesFor(2),
    Abstains(1),
    IsInterrupted(1),
    /// Seat, the label of an action.
    BecameImpossible(2),
    IsOut(1),
    IsBack(1),

    // Data.
    /// Whose, what, its value.
    DataOf(3),
    /// Whose, and what holds.
    TruthOf(2),
    /// What the reader has, its value.
    YourData(2),
    /// What holds of the reader.
    YourTruth(1),
    /// What everybody has.
    ScoreOfEach(1),
    /// What each seat has, as a list of `SeatScore`.
    Scores(1),
    /// Seat, score.
    SeatScore(2),

    // The game.
    GameIsOver(0),
    TakenBack(0),

    // Why something cannot be done.
    YouAreOut(0),
    YouHaveActed(0),
    DependsOnUnseen(0),
    ConditionFails(0),
    NothingToPick(0),
    /// How many are needed, how many there are.
    TooFewToPick(2),
    NoPickIsRight(0),
    /// A zone.
    IsFull(1),
    /// A zone, how many cards.
    MustKeep(2),
    NothingToAnswer(0),
    NotYourTurn(0),
    /// What went wrong.
    RulesetErred(1),
    DoNotGoTogether(0),
    CannotBePicked(0),
}
