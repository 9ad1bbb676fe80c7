//! What the terminal says to those who play, in their language. A text stands in the code as it is in English, and that is its
//! key in the catalogues of the other languages. What authors of rules read is English: problems, faults, the debugger.

use cardable_core::Language;
use std::collections::BTreeMap;
use std::fmt::Display;
use std::sync::{LazyLock, OnceLock};

/// The catalogue of each language but English.
const CATALOGUES: [(Language, &str); 1] = [(Language::German, include_str!("de.json"))];

/// The texts of a language by the English ones.
type Catalogue = BTreeMap<String, String>;

static READ: LazyLock<BTreeMap<Language, Catalogue>> = LazyLock::new(|| {
    // A test reads them all.
    let read = |(language, text)| Some((language, serde_json::from_str(text).ok()?));
    CATALOGUES.into_iter().filter_map(read).collect()
});

/// The language of the terminal. Like its colours it is one for the whole run.
static SPOKEN: OnceLock<Language> = OnceLock::new();

/// Says everything in a language from now on. The first call counts.
pub(crate) fn speak(language: Language) {
    let _ = SPOKEN.set(language);
}

/// The language that the terminal speaks.
pub(crate) fn spoken() -> Language {
    SPOKEN.get().copied().unwrap_or_default()
}

/// Says a text: `say!("Step {0} of {1}", n, all)`. `{0|card|cards}` goes with a number.
macro_rules! say {
    ($text:literal $(, $place:expr)* $(,)?) => {
        $crate::say::said_in($crate::say::spoken(), $text, &[$(&$place as &dyn std::fmt::Display),*])
    };
}
pub(crate) use say;

/// A text as a language says it; where its catalogue lacks the text, in English.
pub(crate) fn said_in(language: Language, text: &'static str, places: &[&dyn Display]) -> String {
    let places: Vec<String> = places.iter().map(ToString::to_string).collect();
    let places: Vec<&str> = places.iter().map(String::as_str).collect();
    match READ.get(&language).and_then(|catalogue| catalogue.get(text)) {
        Some(translation) => language.filled(translation, &places),
        None => Language::English.filled(text, &places),
    }
}
