//! What the languages say.

use super::*;
use crate::ids::Seat;
use std::collections::BTreeSet;

/// Which languages say what is held to be right here, and which does not matter: that it is all there, and that what
/// the engine puts into a sentence is said.
#[test]
fn every_language_has_every_sentence_with_all_its_places() {
    for language in Language::ALL {
        for (sentence, places) in Sentence::ALL {
            let template = language.words(*sentence);
            let whose = format!("{language:?} {sentence:?}: {template}");
            let (mut said, mut counted) = (Vec::new(), BTreeSet::new());
            for piece in pieces(template) {
                match piece {
                    Piece::Words(words) => assert!(!words.contains(['{', '}', '|']), "{whose}"),
                    Piece::Place(at, _) => said.push(at),
                    Piece::Counted(at, wordings) => {
                        counted.insert(at);
                        assert_eq!(wordings.split('|').count(), language.forms().len(), "{whose}");
                    }
                    Piece::Either { other, own } => {
                        assert!(!own.contains('|') && !other.is_empty(), "{whose}")
                    }
                }
            }
            assert!(!template.is_empty(), "{whose}");
            let each: BTreeSet<usize> = said.iter().copied().collect();
            assert_eq!(each.len(), said.len(), "a place is said twice: {whose}");
            assert!(each.union(&counted).all(|at| at < places), "{whose}");
            // A number that only chooses wordings can be left out.
            let english: BTreeSet<usize> = pieces(Language::English.words(*sentence))
                .filter_map(|piece| match piece {
                    Piece::Place(at, _) => Some(at),
                    Piece::Words(_) | Piece::Counted(..) | Piece::Either { .. } => None,
                })
                .collect();
            assert_eq!(each, english, "{whose}");
            let all: BTreeSet<usize> = (0..*places).collect();
            let by_english: BTreeSet<usize> = pieces(Language::English.words(*sentence))
                .filter_map(|piece| match piece {
                    Piece::Place(at, _) | Piece::Counted(at, _) => Some(at),
                    Piece::Words(_) | Piece::Either { .. } => None,
                })
                .collect();
            assert_eq!(all, by_english, "{sentence:?}");
        }
    }
}

#[test]
fn things_have_their_names_in_each_language() {
    for (language, card, joker, list, seat, zone, cards) in [
        (
            Language::English,
            "Ace of Hearts",
            "Red Joker",
            "Ada, Grace and Edsger",
            "Seat 2",
            "hand of Ada",
            "3 cards",
        ),
        (
            Language::German,
            "Hearts-Ace",
            "Red Joker",
            "Ada, Grace und Edsger",
            "Platz 2",
            "hand von Ada",
            "3 Karten",
        ),
    ] {
        assert_eq!(language.card("Ace", Some("Hearts")), card);
        assert_eq!(language.card("Red Joker", Some("Red")), joker);
        let seats = ["Ada", "Grace", "Edsger"].map(str::to_owned);
        assert_eq!(language.listed(&seats), list);
        assert_eq!(language.listed(&seats[..1]), "Ada");
        assert_eq!(language.seat(Seat(1)), seat);
        assert_eq!(language.say(Sentence::ZoneOf, &["hand", "Ada"]), zone);
        assert_eq!(language.say(Sentence::Cards, &["3"]), cards);
    }
    assert_eq!(Language::German.card("Ass", Some("Herz")), "Herz-Ass");
    assert_eq!(Language::German.number((-2.5).to_string()), "-2,5");
    assert_eq!(Language::English.number((-2.5).to_string()), "-2.5");
}

#[test]
fn labels_stand_within_a_sentence() {
    for (label, english, german) in [
        ("Discard pile", "discard pile", "Discard pile"),
        ("MP", "MP", "MP"),
        ("Pile of Ada", "Pile of Ada", "Pile of Ada"),
        ("Ablage", "ablage", "Ablage"),
        ("", "", ""),
    ] {
        assert_eq!(Language::English.within(label), english);
        assert_eq!(Language::German.within(label), german);
    }
}

/// What stands behind the reader, who is the subject.
fn to_reader(language: Language, words: &str) -> String {
    match language.grammar().after_reader(words) {
        AfterReader::Words(words) => words.into_owned(),
        AfterReader::Owns { reader, rest } => format!("[{reader}] {rest}"),
        AfterReader::ByName => format!("[name]{words}"),
    }
}

#[test]
fn verbs_are_said_to_the_reader() {
    for (language, other, own) in [
        (Language::English, " plays a card", " play a card"),
        (Language::English, " passes", " pass"),
        (Language::English, " is out", " are out"),
        (Language::English, " carries on", " carry on"),
        (Language::English, " goes out", " go out"),
        (Language::English, " chooses spades", " choose spades"),
        (Language::English, " matches it", " match it"),
        (Language::English, " discards", " discard"),
        (Language::English, " bids 6", " bid 6"),
        (Language::English, ": 6 points", ": 6 points"),
        (Language::English, " will pass", " will pass"),
        (Language::English, "’s turn is over", "[your] turn is over"),
        (Language::German, " spielt eine Karte", " spielst eine Karte"),
        (Language::German, " nimmt auf", " nimmst auf"),
        (Language::German, " hat gewählt", " hast gewählt"),
        (Language::German, " ist raus", " bist raus"),
        (Language::German, " wird unterbrochen", " wirst unterbrochen"),
        (Language::German, " kann nichts tun", " kannst nichts tun"),
        (Language::German, " muss bedienen", " musst bedienen"),
        (Language::German, " wartet", " wartest"),
        (Language::German, " meldet 40", " meldest 40"),
        (Language::German, " öffnet", " öffnest"),
        (Language::German, " hält die Karte", " hältst die Karte"),
        (Language::German, " behält", " behältst"),
        (Language::German, " gibt", " gibst"),
        (Language::German, " passt", " passt"),
        (Language::German, " reizt 18", " reizt 18"),
        (Language::German, " setzt aus", " setzt aus"),
        (Language::German, " schließt", " schließt"),
        (Language::German, " mischt", " mischst"),
        (Language::German, " tauscht", " tauschst"),
        (Language::German, " tritt an", " trittst an"),
        (Language::German, " rät", " rätst"),
        (Language::German, " lädt ein", " lädst ein"),
        (Language::German, " zieht", " ziehst"),
        (Language::German, " wirft ab", " wirfst ab"),
        (Language::German, " sticht", " stichst"),
        (Language::German, " tut nichts", " tust nichts"),
        (Language::German, " weiß es", " weißt es"),
        (Language::German, " gewann", " gewannst"),
        (Language::German, " spielte", " spieltest"),
        (Language::German, " enthält sich", " enthältst dich"),
        (Language::German, " nimmt sich 2 Karten", " nimmst dir 2 Karten"),
        (Language::German, " nimmt sichtbar auf", " nimmst sichtbar auf"),
        (Language::German, " nicht", " nicht"),
        (Language::German, " und Ada gewinnen", " und Ada gewinnen"),
        (Language::German, ": 6 Punkte", ": 6 Punkte"),
        (Language::German, "s Zug", "[name]s Zug"),
        (Language::German, "", ""),
        (Language::German, " ", " "),
    ] {
        assert_eq!(to_reader(language, other), own, "{language:?} {other}");
    }
}

#[test]
fn labels_with_a_verb_are_deeds() {
    for (language, label, said) in [
        (Language::English, "Play a card", Some("plays a card")),
        (Language::English, "Pass", Some("passes")),
        (Language::English, "Go on!", Some("goes on")),
        (Language::English, "Bury your crib", Some("buries their crib")),
        (Language::English, "Lay down", Some("lays down")),
        (Language::English, "Bingo!", None),
        (Language::English, "I am stuck", None),
        (Language::English, "Karte ziehen", None),
        (Language::English, "", None),
        (Language::German, "Karte ziehen", Some("zieht eine Karte")),
        (Language::German, "Karten ablegen", Some("legt Karten ab")),
        (Language::German, "Den Stapel nehmen", Some("nimmt den Stapel")),
        (Language::German, "2 Karten ziehen", Some("zieht 2 Karten")),
        (Language::German, "Passen", Some("passt")),
        (Language::German, "Aussteigen!", Some("steigt aus")),
        (Language::German, "Auf Rot setzen", Some("setzt auf Rot")),
        // How these begin within a sentence, or whose they are, is not known.
        (Language::German, "Hand aufdecken", None),
        (Language::German, "Meine Hand zeigen", None),
        (Language::German, "Neue Karten ziehen", None),
        (Language::German, "Bingo!", None),
        (Language::German, "", None),
    ] {
        let deed = language.grammar().deed(label, false);
        let deed = deed.map(|deed| {
            let words = [&*deed.verb, &*deed.object, deed.particle];
            let words: Vec<&str> = words.into_iter().filter(|word| !word.is_empty()).collect();
            words.join(" ")
        });
        assert_eq!(deed.as_deref(), said, "{language:?} {label}");
    }
    let own = Language::English.grammar().deed("Bury your crib", true);
    assert_eq!(
        own.map(|deed| deed.object.into_owned()).as_deref(),
        Some("your crib")
    );
    for (language, label) in [
        (Language::English, "Discard"),
        (Language::English, "Play a card"),
        (Language::German, "Karte spielen"),
        (Language::German, "Ablegen"),
    ] {
        let deed = language.grammar().deed(label, false);
        assert!(deed.is_some_and(|deed| deed.stands_for_cards), "{label}");
    }
}

#[test]
fn seats_have_the_form_of_their_place() {
    for (language, behind, name, reader) in [
        (Language::English, "beats ", "Ada", "you"),
        (Language::English, "a card from ", "Ada", "you"),
        (Language::German, "schlägt ", "Ada", "Ada"),
        (Language::German, "eine Karte von ", "Ada", "dir"),
        (Language::German, "eine Karte für ", "Ada", "dich"),
        (Language::German, "die Reihe ist an ", "Ada", "Ada"),
        (Language::German, "davon ", "Ada", "Ada"),
        (Language::German, "von", "Ada", "Ada"),
    ] {
        let form = language.grammar().form_behind(behind);
        assert_eq!(language.seat_in(form, "Ada", false), name, "{behind}");
        assert_eq!(language.seat_in(form, "Ada", true), reader, "{behind}");
    }
    for (language, name, whose, own) in [
        (Language::English, "Ada", "Ada’s", "your"),
        (Language::German, "Ada", "Adas", "deine"),
        (Language::German, "Hans", "Hans’", "deine"),
        (Language::German, "Platz 2", "Platz 2’s", "deine"),
    ] {
        assert_eq!(language.seat_in(SeatForm::Possessive, name, false), whose);
        assert_eq!(language.seat_in(SeatForm::Possessive, name, true), own);
    }
}

#[test]
fn articles_go_before_a_card_that_brings_its_own() {
    for (language, text, kept) in [
        (Language::English, "plays the ", "plays "),
        (Language::English, "breathe ", "breathe "),
        (Language::English, "The ", ""),
        (Language::German, "spielt die ", "spielt "),
        (Language::German, "spielt eine ", "spielt "),
        (Language::German, "keine ", "keine "),
    ] {
        assert_eq!(language.without_article(text), kept);
    }
}
