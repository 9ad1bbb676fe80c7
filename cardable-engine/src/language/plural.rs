//! Which wording goes with a number, by Unicode's rules for plurals.

use super::known::Language;
use intl_pluralrules::operands::PluralOperands;
use intl_pluralrules::{PluralCategory, PluralRuleType, PluralRules};
use std::sync::LazyLock;

/// A category of numbers by Unicode's rules for plurals: a language has a wording for each of those that it tells
/// apart ([`Language::forms`]).
///
/// ```
/// use cardable_core::{Language, PluralForm};
/// assert_eq!(Language::English.forms(), [PluralForm::One, PluralForm::Other]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum PluralForm {
    /// In Arabic that of none.
    Zero,
    /// In English that of one.
    One,
    /// In Slovenian that of two.
    Two,
    /// In Polish that of two to four.
    Few,
    /// In Polish that of five and more.
    Many,
    /// All others; every language has it.
    Other,
}

impl From<PluralCategory> for PluralForm {
    fn from(category: PluralCategory) -> PluralForm {
        match category {
            PluralCategory::ZERO => PluralForm::Zero,
            PluralCategory::ONE => PluralForm::One,
            PluralCategory::TWO => PluralForm::Two,
            PluralCategory::FEW => PluralForm::Few,
            PluralCategory::MANY => PluralForm::Many,
            PluralCategory::OTHER => PluralForm::Other,
        }
    }
}

/// The rules of each language, in the order of [`Language::ALL`].
static RULES: LazyLock<[Option<PluralRules>; Language::ALL.len()]> = LazyLock::new(|| {
    let known = PluralRules::get_locales(PluralRuleType::CARDINAL);
    Language::ALL.map(|language| {
        let known = known.iter().find(|locale| locale.to_string() == language.tag())?;
        PluralRules::create(known.clone(), PluralRuleType::CARDINAL).ok()
    })
});

/// The category of a number in a language.
fn category(language: Language, number: PluralOperands) -> PluralForm {
    let rules = RULES.get(language as usize).and_then(Option::as_ref);
    let category = rules.and_then(|rules| rules.select(number).ok());
    category.map_or(PluralForm::Other, PluralForm::from)
}

/// The category of a number of things.
pub(super) fn of_count(language: Language, count: usize) -> PluralForm {
    category(language, PluralOperands::from(count))
}

/// The category of a number as it is printed in a language; what is no number is like many.
pub(super) fn of_printed(language: Language, decimal_mark: char, printed: &str) -> PluralForm {
    let digits = printed.trim_start_matches(['-', '−']);
    // Texts that begin like `infinity` are no numbers, though they can be parsed.
    if !digits.starts_with(|c: char| c.is_ascii_digit()) {
        return PluralForm::Other;
    }
    let number = match decimal_mark == '.' || !digits.contains(decimal_mark) {
        true => PluralOperands::try_from(digits),
        false => PluralOperands::try_from(digits.replace(decimal_mark, ".").as_str()),
    };
    number.map_or(PluralForm::Other, |number| category(language, number))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_language_has_just_the_forms_that_unicode_tells_apart() {
        for language in Language::ALL {
            let whole = (0..2_000).map(|n| of_count(language, n));
            let parts = (0..200).map(|n| of_printed(language, '.', &format!("{}.{}", n / 10, n % 10)));
            let found: BTreeSet<PluralForm> = whole.chain(parts).collect();
            let declared: BTreeSet<PluralForm> = language.forms().iter().copied().collect();
            assert_eq!(found, declared, "{language:?}");
            assert!(language.forms().is_sorted(), "{language:?}");
        }
    }

    #[test]
    fn numbers_are_read_as_they_are_printed() {
        for (language, printed, form) in [
            (Language::English, "1", PluralForm::One),
            (Language::English, "-1", PluralForm::One),
            (Language::English, "−1", PluralForm::One),
            (Language::English, "0", PluralForm::Other),
            (Language::English, "1.5", PluralForm::Other),
            (Language::English, "Ada", PluralForm::Other),
            (Language::English, "", PluralForm::Other),
            (Language::German, "1", PluralForm::One),
            (Language::German, "1,5", PluralForm::Other),
            (Language::German, "inf", PluralForm::Other),
        ] {
            let mark = language.grammar().decimal_mark();
            assert_eq!(
                of_printed(language, mark, printed),
                form,
                "{language:?} {printed}"
            );
        }
    }
}
