//! German. Labels of rulesets do not tell their gender, and nouns change with case and gender: sentences are
//! put so that labels stand alone, as in `Herz-Ass → Ablage` and `Hand von Ada`.

use super::grammar::{AfterReader, Deed, Grammar, SeatForm};
use super::plural::PluralForm;
use super::sentence::Sentence;
use std::borrow::Cow;

pub(super) struct German;

impl Grammar for German {
    fn sentence(&self, sentence: Sentence) -> &'static str {
        match sentence {
            Sentence::Nothing => "nichts",
            Sentence::Yes => "ja",
            Sentence::No => "nein",
            Sentence::True => "ja",
            Sentence::False => "nein",
            Sentence::AndLast => " und ",

            Sentence::SeatNumber => "Platz {0}",
            Sentence::CardOfSuit => "{1}-{0}",
            Sentence::UnseenCard => "eine Karte",
            Sentence::NoCards => "keine Karten",
            Sentence::Cards => "{0} {0|Karte|Karten}",
            Sentence::Alike => "{0} × {1}",
            Sentence::CardAt => "Karte {0} ({1})",
            Sentence::CardOfZone => "Karte {0} von Zone {1}",
            Sentence::ZoneNumber => "Zone {0}",
            Sentence::SeatPicked => "Platz {0}",
            Sentence::DeckNumber => "Kartenspiel {0}",
            Sentence::EntryNumber => "Eintrag {0}",
            Sentence::ZoneOf => "{0} von {1}",
            Sentence::YourZone => "{0}",
            Sentence::TheirZone => "{0}",
            Sentence::ZoneOfSeat => "{1} von {0:dative}",
            Sentence::Score => "Punkte",

            Sentence::HighCard => "hohe Karte",
            Sentence::Pair => "Paar",
            Sentence::TwoPair => "zwei Paare",
            Sentence::ThreeOfAKind => "Drilling",
            Sentence::Straight => "Straße",
            Sentence::Flush => "Flush",
            Sentence::FullHouse => "Full House",
            Sentence::FourOfAKind => "Vierling",
            Sentence::StraightFlush => "Straight Flush",
            Sentence::FiveOfAKind => "Fünfling",

            Sentence::NoEntries => "nichts",
            Sentence::Pass => "passen",

            Sentence::Takes => "{0} nimmt {1}",
            Sentence::From => " ({0})",
            Sentence::FromSeat => " von {0:dative}",
            Sentence::To => " → {0}",
            Sentence::ToSeat => " an {0:accusative}",
            Sentence::GoesTo => "{0} → {1}",
            Sentence::GoesToBox => "{0} {1|kommt|kommen} aus dem Spiel",
            Sentence::Shows => "{0} zeigt {1}",
            Sentence::CanBeSeen => "zu sehen: {0} ({1})",
            Sentence::TurnedUp => "{0} {1|wird|werden} aufgedeckt",
            Sentence::TurnedDown => "{0} {1|wird|werden} zugedeckt",
            Sentence::TurnedIn => " ({0})",
            Sentence::Dealt => "Gegeben: ",
            Sentence::DealtInto => "Gegeben ({0}): ",
            Sentence::YouAreDealt => "Du bekommst {0}",
            Sentence::YouAreDealtInto => "Du bekommst {0} ({1})",
            Sentence::DealtTo => "{0} an {1}",
            Sentence::DealtToEach => "je {0} an {1}",
            Sentence::Drawn => "Nachgezogen: ",
            Sentence::YouDraw => "Du ziehst {0} nach",
            Sentence::DrawnBy => "{0} ({1})",
            Sentence::DrawnByEach => "je {0} ({1})",

            Sentence::Shuffled => "gemischt: {0}",
            Sentence::Opened => "geöffnet: {0}",
            Sentence::Closed => "geschlossen: {0}",
            Sentence::Marks => "{0} markiert: {1}, {2}",
            Sentence::Unmarks => "{0} nimmt die Markierung weg: {1}, {2}",
            Sentence::IsNow => "{0}: jetzt {1}",
            Sentence::IsNoLonger => "{0}: nicht mehr {1}",

            Sentence::Introduces => "{0}: ",
            Sentence::TimeWasUp => "{0:possessive} Zeit war um, also wählte der Tisch",
            Sentence::ChoosesLabel => "{0}: {1}",
            Sentence::WithCards => " – {0}",
            Sentence::Chooses => "{0} wählt {1}",
            Sentence::TakesDeck => "{0} nimmt {1}",
            Sentence::CanDoNothing => "{0} kann nichts tun",
            Sentence::Passes => "{0} passt",
            Sentence::HasChosen => "{0} hat gewählt",
            Sentence::VotesFor => "{0} stimmt ab: {1}",
            Sentence::Abstains => "{0} enthält sich",
            Sentence::IsInterrupted => "{0} wird unterbrochen",
            Sentence::BecameImpossible => "{1} ({0:subject}) ist nicht mehr möglich",
            Sentence::IsOut => "{0} ist ausgeschieden",
            Sentence::IsBack => "{0} ist wieder dabei",

            Sentence::DataOf => "{1} von {0:dative}: {2}",
            Sentence::TruthOf => "{1} von {0:dative}",
            Sentence::YourData => "{0} (du): {1}",
            Sentence::YourTruth => "{0} (du)",
            Sentence::ScoreOfEach => "Punkte: je {0}",
            Sentence::Scores => "Punkte: {0}",
            Sentence::SeatScore => "{0:subject} {1}",

            Sentence::GameIsOver => "Das Spiel ist aus",
            Sentence::TakenBack => "Der letzte Zug wurde zurückgenommen",

            Sentence::YouAreOut => "du bist ausgeschieden",
            Sentence::YouHaveActed => "du warst schon dran; warte auf die anderen",
            Sentence::DependsOnUnseen => "es hängt von einer Karte ab, die du nicht siehst",
            Sentence::ConditionFails => "die Bedingung dafür ist nicht erfüllt",
            Sentence::NothingToPick => "es gibt nichts zu wählen",
            Sentence::TooFewToPick => "zur Auswahl braucht es {0}, und da {1|ist|sind} {1}",
            Sentence::NoPickIsRight => "keine Auswahl ist erlaubt",
            Sentence::IsFull => "kein Platz mehr: {0}",
            Sentence::MustKeep => "{1} {1|Karte muss|Karten müssen} bleiben: {0}",
            Sentence::NothingToAnswer => "auf die Frage danach gäbe es keine Antwort",
            Sentence::NotYourTurn => "du bist nicht an der Reihe",
            Sentence::RulesetErred => "Fehler im Regelwerk: {0}",
            Sentence::DoNotGoTogether => "das passt nicht zusammen",
            Sentence::CannotBePicked => "das ist nicht wählbar",
        }
    }

    fn forms(&self) -> &'static [PluralForm] {
        &[PluralForm::One, PluralForm::Other]
    }

    fn decimal_mark(&self) -> char {
        ','
    }

    fn ends_sentence(&self, last: char) -> bool {
        matches!(last, '.' | '!' | '?' | '“' | '«' | ':')
    }

    /// The case that an object has depends on its verb, so that the reader is mostly only right by name there.
    fn reader(&self, form: SeatForm) -> Option<&'static str> {
        match form {
            SeatForm::Subject => Some("du"),
            SeatForm::Object => None,
            // Only before what is feminine.
            SeatForm::Possessive => Some("deine"),
            SeatForm::Dative => Some("dir"),
            SeatForm::Accusative => Some("dich"),
        }
    }

    fn name<'n>(&self, form: SeatForm, name: &'n str) -> Cow<'n, str> {
        match form {
            SeatForm::Subject | SeatForm::Object | SeatForm::Dative | SeatForm::Accusative => {
                Cow::Borrowed(name)
            }
            SeatForm::Possessive if name.ends_with(['s', 'S', 'ß', 'x', 'X', 'z', 'Z']) => {
                Cow::Owned(format!("{name}’"))
            }
            // `Platz 2s` is no word.
            SeatForm::Possessive if name.ends_with(|c: char| !c.is_alphabetic()) => {
                Cow::Owned(format!("{name}’s"))
            }
            SeatForm::Possessive => Cow::Owned(format!("{name}s")),
        }
    }

    /// Prepositions that have one case; `an` has both.
    fn form_behind(&self, words: &str) -> SeatForm {
        let Some(before) = words.strip_suffix(' ') else {
            return SeatForm::Object;
        };
        let last = before.rsplit(|c: char| !c.is_alphabetic()).next();
        match last.unwrap_or_default() {
            "von" | "mit" | "bei" | "zu" | "nach" | "aus" | "außer" | "Von" | "Mit" | "Bei" | "Zu"
            | "Nach" | "Außer" => SeatForm::Dative,
            "für" | "gegen" | "ohne" | "durch" | "Für" | "Gegen" | "Ohne" | "Durch" => SeatForm::Accusative,
            _ => SeatForm::Object,
        }
    }

    fn after_reader<'t>(&self, words: &'t str) -> AfterReader<'t> {
        // `Adas Zug`: what follows does not tell whether it is `dein` or `deine`.
        let is_genitive = ["s ", "'s ", "’s ", "’ ", "' "]
            .iter()
            .any(|end| words.starts_with(end));
        match is_genitive {
            true => AfterReader::ByName,
            false => AfterReader::Words(to_you(words)),
        }
    }

    fn articles(&self) -> &'static [&'static str] {
        &[
            "der ", "die ", "das ", "den ", "dem ", "ein ", "eine ", "einen ", "einem ", "einer ", "Der ",
            "Die ", "Das ", "Den ", "Dem ", "Ein ", "Eine ", "Einen ", "Einem ", "Einer ",
        ]
    }

    /// Nouns keep their capital.
    fn within(&self, label: &str) -> String {
        label.to_owned()
    }

    fn definite(&self, label: String) -> String {
        label
    }

    fn is_hand(&self, label: &str) -> bool {
        label.to_lowercase().contains("hand")
    }

    /// The infinitive is the last word. Its object keeps its case when the verb goes before it, and its gender is not
    /// needed where it brings a word before the noun: `Den Stapel nehmen` is `nimmt den Stapel`. Of others it is not
    /// known how they begin, but of cards.
    fn deed<'l>(&self, label: &'l str, _is_own: bool) -> Option<Deed<'l>> {
        let label = label.trim_end_matches(['.', '!']).trim();
        let (rest, infinitive) = label.rsplit_once(' ').unwrap_or(("", label));
        let infinitive = infinitive.to_lowercase();
        let of_cards = OF_CARDS.iter().find(|(known, ..)| *known == infinitive);
        let takes_cards = of_cards.is_some();
        let known = of_cards.or_else(|| OTHERS.iter().find(|(known, ..)| *known == infinitive));
        let (_, verb, particle) = known?;
        let stands_for_cards = takes_cards && CARDS.contains(&rest.to_lowercase().as_str());
        let object = match rest {
            "" => Cow::Borrowed(""),
            "Karte" => Cow::Borrowed("eine Karte"),
            "Karten" => Cow::Borrowed("Karten"),
            rest => begins_an_object(rest)?,
        };
        Some(Deed {
            verb: Cow::Borrowed(verb),
            object,
            particle,
            takes_cards,
            stands_for_cards,
        })
    }
}

/// An object that begins with a word before its noun, as it stands within a sentence.
fn begins_an_object(object: &str) -> Option<Cow<'_, str>> {
    let (first, rest) = object.split_once(' ')?;
    let is_whose = |word: &str| ["dein", "mein"].iter().any(|whose| word.starts_with(whose));
    let mut words = object.split(' ');
    if words.any(|word| word == "sich" || is_whose(&word.to_lowercase())) {
        return None;
    }
    if first.starts_with(|c: char| c.is_ascii_digit()) {
        return Some(Cow::Borrowed(object));
    }
    let first = first.to_lowercase();
    let is_known = BEFORE_NOUNS.contains(&first.as_str());
    is_known.then(|| Cow::Owned(format!("{first} {rest}")))
}

/// The first word behind `Du`, as one says it to somebody: `spielt` is `spielst`, `hat` is `hast`.
fn to_you(text: &str) -> Cow<'_, str> {
    let Some(rest) = text.strip_prefix(' ') else {
        return Cow::Borrowed(text);
    };
    let end = rest.find(|c: char| !c.is_alphabetic()).unwrap_or(rest.len());
    let (verb, rest) = rest.split_at(end);
    let said = second_person(verb);
    let is_end = |rest: &str| !rest.starts_with(char::is_alphabetic);
    let reflexive = rest.strip_prefix(" sich").filter(|rest| is_end(rest));
    match (said, reflexive) {
        (Some(said), Some(rest)) => {
            let reader = if FOR_ONESELF.contains(&verb) {
                "dir"
            } else {
                "dich"
            };
            Cow::Owned(format!(" {said} {reader}{rest}"))
        }
        (Some(said), None) => Cow::Owned(format!(" {said}{rest}")),
        (None, _) => Cow::Borrowed(text),
    }
}

/// A verb of another one, as it is said to somebody; None where a word is no verb.
fn second_person(verb: &str) -> Option<Cow<'_, str>> {
    if !verb.starts_with(char::is_lowercase) || NO_VERBS.contains(&verb) {
        return None;
    }
    if let Some((_, own)) = IRREGULAR.iter().find(|(other, _)| *other == verb) {
        return Some(Cow::Borrowed(own));
    }
    // These keep the `t` of their stem: `hält` is `hältst`.
    if ["hält", "gilt", "tritt", "rät", "brät", "ficht"]
        .iter()
        .any(|end| verb.ends_with(end))
    {
        return Some(Cow::Owned(format!("{verb}st")));
    }
    // What is past: `spielte` is `spieltest`.
    if verb.ends_with("te") {
        return Some(Cow::Owned(format!("{verb}st")));
    }
    let stem = verb.strip_suffix('t')?;
    Some(match stem {
        // `wartet` is `wartest`.
        stem if stem.ends_with('e') => Cow::Owned(format!("{stem}st")),
        // `passt` and `setzt` are the same.
        stem if stem.ends_with(['s', 'ß', 'x', 'z']) => Cow::Borrowed(verb),
        stem => Cow::Owned(format!("{stem}st")),
    })
}

/// Verbs that do not just get an `st`.
const IRREGULAR: [(&str, &str); 44] = [
    ("ist", "bist"),
    ("hat", "hast"),
    ("wird", "wirst"),
    ("kann", "kannst"),
    ("muss", "musst"),
    ("darf", "darfst"),
    ("will", "willst"),
    ("soll", "sollst"),
    ("mag", "magst"),
    ("weiß", "weißt"),
    ("war", "warst"),
    ("wurde", "wurdest"),
    ("wäre", "wärst"),
    ("würde", "würdest"),
    ("nahm", "nahmst"),
    ("gab", "gabst"),
    ("zog", "zogst"),
    ("ging", "gingst"),
    ("kam", "kamst"),
    ("warf", "warfst"),
    ("lag", "lagst"),
    ("stand", "standest"),
    ("blieb", "bliebst"),
    ("fand", "fandest"),
    ("bekam", "bekamst"),
    ("verlor", "verlorst"),
    ("gewann", "gewannst"),
    ("begann", "begannst"),
    ("stach", "stachst"),
    ("schob", "schobst"),
    ("stieg", "stiegst"),
    ("sprach", "sprachst"),
    ("griff", "griffst"),
    ("hob", "hobst"),
    ("sah", "sahst"),
    ("fiel", "fielst"),
    ("lief", "liefst"),
    ("rief", "riefst"),
    ("trug", "trugst"),
    ("schlug", "schlugst"),
    ("bot", "botest"),
    ("hielt", "hieltst"),
    ("behielt", "behieltst"),
    ("tat", "tatest"),
];

/// Words that end like verbs.
const NO_VERBS: [&str; 16] = [
    "nicht", "jetzt", "mit", "seit", "dort", "zuerst", "zuletzt", "fast", "sonst", "selbst", "erst", "heute",
    "bitte", "gut", "letzte", "leicht",
];

/// Verbs of which what one does for oneself is the dative.
const FOR_ONESELF: [&str; 10] = [
    "nimmt", "holt", "sucht", "merkt", "sichert", "sieht", "kauft", "wünscht", "leiht", "schnappt",
];

/// Objects that the cards themselves can stand for.
const CARDS: [&str; 6] = ["", "karte", "karten", "eine karte", "die karte", "die karten"];

/// Words with which an object begins, and which are right within a sentence.
const BEFORE_NOUNS: [&str; 46] = [
    "der", "die", "das", "den", "dem", "ein", "eine", "einen", "einem", "einer", "kein", "keine", "keinen",
    "alle", "alles", "beide", "jede", "jeden", "nichts", "zwei", "drei", "vier", "fünf", "sechs", "sieben",
    "acht", "neun", "zehn", "noch", "auf", "in", "an", "aus", "von", "vom", "zum", "zur", "im", "ins", "am",
    "ans", "mit", "ohne", "um", "für", "gegen",
];

/// Infinitives that take cards as their object: the verb of another one, and what stands behind the object.
const OF_CARDS: [(&str, &str, &str); 29] = [
    ("ablegen", "legt", "ab"),
    ("abgeben", "gibt", "ab"),
    ("abwerfen", "wirft", "ab"),
    ("anlegen", "legt", "an"),
    ("aufdecken", "deckt", "auf"),
    ("aufnehmen", "nimmt", "auf"),
    ("auslegen", "legt", "aus"),
    ("ausspielen", "spielt", "aus"),
    ("behalten", "behält", ""),
    ("drücken", "drückt", ""),
    ("geben", "gibt", ""),
    ("hinlegen", "legt", "hin"),
    ("legen", "legt", ""),
    ("melden", "meldet", ""),
    ("nehmen", "nimmt", ""),
    ("opfern", "opfert", ""),
    ("schieben", "schiebt", ""),
    ("spielen", "spielt", ""),
    ("stechen", "sticht", ""),
    ("umdrehen", "dreht", "um"),
    ("weglegen", "legt", "weg"),
    ("wegwerfen", "wirft", "weg"),
    ("weitergeben", "gibt", "weiter"),
    ("weiterreichen", "reicht", "weiter"),
    ("werfen", "wirft", ""),
    ("zeigen", "zeigt", ""),
    ("ziehen", "zieht", ""),
    ("zugeben", "gibt", "zu"),
    ("zurücklegen", "legt", "zurück"),
];

/// Other infinitives that labels of games end with.
const OTHERS: [(&str, &str, &str); 48] = [
    ("abheben", "hebt", "ab"),
    ("ablehnen", "lehnt", "ab"),
    ("abwehren", "wehrt", "ab"),
    ("angreifen", "greift", "an"),
    ("annehmen", "nimmt", "an"),
    ("ansagen", "sagt", "an"),
    ("anzweifeln", "zweifelt", "an"),
    ("antworten", "antwortet", ""),
    ("aufgeben", "gibt", "auf"),
    ("aufhören", "hört", "auf"),
    ("aufstehen", "steht", "auf"),
    ("aussetzen", "setzt", "aus"),
    ("aussteigen", "steigt", "aus"),
    ("bauen", "baut", ""),
    ("beenden", "beendet", ""),
    ("beginnen", "beginnt", ""),
    ("bezahlen", "bezahlt", ""),
    ("bieten", "bietet", ""),
    ("checken", "checkt", ""),
    ("erhöhen", "erhöht", ""),
    ("fortfahren", "fährt", "fort"),
    ("fragen", "fragt", ""),
    ("gehen", "geht", ""),
    ("halten", "hält", ""),
    ("kaufen", "kauft", ""),
    ("klopfen", "klopft", ""),
    ("lügen", "lügt", ""),
    ("mischen", "mischt", ""),
    ("mitgehen", "geht", "mit"),
    ("nachziehen", "zieht", "nach"),
    ("nennen", "nennt", ""),
    ("öffnen", "öffnet", ""),
    ("passen", "passt", ""),
    ("raten", "rät", ""),
    ("reizen", "reizt", ""),
    ("schließen", "schließt", ""),
    ("setzen", "setzt", ""),
    ("stoppen", "stoppt", ""),
    ("tauschen", "tauscht", ""),
    ("teilen", "teilt", ""),
    ("verdoppeln", "verdoppelt", ""),
    ("verkaufen", "verkauft", ""),
    ("verteidigen", "verteidigt", ""),
    ("wählen", "wählt", ""),
    ("warten", "wartet", ""),
    ("weitermachen", "macht", "weiter"),
    ("würfeln", "würfelt", ""),
    ("zweifeln", "zweifelt", ""),
];
