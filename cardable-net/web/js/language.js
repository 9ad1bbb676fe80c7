// What the page says, in its reader's language. A text stands in the code as it is in English, and that is its key in the
// catalogues of all other languages, `languages/*.json`. `start` has chosen the language and loaded its catalogue before this
// module runs; a text that the catalogue lacks is said in English.

/**
 * The texts of a language by the English ones. `{0}`, `{1}` … stand for what is filled in. Where a number decides, there is a
 * wording for each category of numbers that the language has by Unicode's rules.
 *
 * @typedef {Record<string, string | Partial<Record<Intl.LDMLPluralRule, string>>>} Catalogue
 */

/** What is filled into a text: numbers are written as the language writes them. @typedef {string | number} Value */

// Single modules are tested without a page: they say everything in English.
const page = /** @type {Document | undefined} */ (globalThis.document);

/** The language that the page speaks, as a BCP 47 tag. */
export const language = page?.documentElement.lang || "en";

/** All languages that the page can speak. */
export const languages = (page?.documentElement.dataset.languages ?? "en").split(" ");

/** @type {Catalogue} */
const catalogue = JSON.parse(page?.getElementById("texts")?.textContent ?? "{}");

// Lists in our English have no comma before “and”, as in Britain.
const locale = language === "en" ? "en-GB" : language;
const plurals = new Intl.PluralRules(locale);
const ordinals = new Intl.PluralRules(locale, { type: "ordinal" });
const numbers = new Intl.NumberFormat(locale);
const clockNumbers = new Intl.NumberFormat(locale, { minimumIntegerDigits: 2 });
const percents = new Intl.NumberFormat(locale, { style: "percent" });
const lists = new Intl.ListFormat(locale);

const collator = new Intl.Collator(locale);

/** Compares two texts by the order of the alphabet. @param {string} a @param {string} b */
export const compare = (a, b) => collator.compare(a, b);

/** A number as it is printed, with a minus sign. @param {number} n */
export const number = (n) => numbers.format(n).replace("-", "−");

/** A number of two digits, such as that of minutes on a clock. @param {number} n */
export const twoDigits = (n) => clockNumbers.format(n);

/** A share as a percentage. @param {number} share from 0 to 1 */
export const percent = (share) => percents.format(share);

/** How long something takes. @param {number} n @param {"second" | "minute" | "hour" | "day"} unit */
export const lasting = (n, unit) => n.toLocaleString(locale, { style: "unit", unit, unitDisplay: "long" });

/** The same in the largest unit of which it is a whole number. @param {number} seconds */
export function span(seconds) {
  const units = /** @type {const} */ ([["day", 86_400], ["hour", 3600], ["minute", 60]]);
  const [unit, length] = units.find(([, length]) => seconds >= length && seconds % length === 0) ?? /** @type {const} */ (["second", 1]);
  return lasting(seconds / length, unit);
}

/** Several things as one says them. @param {string[]} names */
export const listed = (names) => lists.format(names);

/** What a text ends with that is a sentence by itself. */
const ENDED = /[.!?…。！？]$/;

/** Several sentences one after the other, those within with a full stop. @param {string[]} texts */
export const sentences = (texts) => texts.map((text, at) => (at === texts.length - 1 ? text : ENDED.test(text) ? `${text} ` : `${text}${say`. `}`)).join("");

/** A text in small letters, to compare it. @param {string} text */
export const lower = (text) => text.toLocaleLowerCase(locale);

/** @param {string} text */
export const capital = (text) => text.charAt(0).toLocaleUpperCase(locale) + text.slice(1);

/** @param {string} text @param {readonly Value[]} values */
const filled = (text, values) => text.replace(/\{(\d+)\}/g, (_, at) => written(values[at]));

/** @param {Value} value */
const written = (value) => (typeof value === "number" ? number(value) : value);

/** The English text of a template. @param {readonly string[]} strings */
const textOf = (strings) => strings.reduce((text, string, at) => `${text}{${at - 1}}${string}`);

/** The text of the language for an English one. @param {string} text @param {string} [meaning] */
function known(text, meaning) {
  const found = catalogue[meaning ? `${text} [${meaning}]` : text];
  return typeof found === "string" ? found : text;
}

/** Says a text: say`Step ${n} of ${all}`. @param {readonly string[]} strings @param {...Value} values */
export function say(strings, ...values) {
  return filled(known(textOf(strings)), values);
}

/**
 * Says a text that means several things in English: sayAs("table")`over`, which is `over [table]` in the catalogues.
 *
 * @param {string} meaning
 * @returns {typeof say}
 */
export const sayAs = (meaning) => (strings, ...values) => filled(known(textOf(strings), meaning), values);

/**
 * A text in pieces, with elements in its places: pieces`The code is ${element}.`
 *
 * @param {readonly string[]} strings
 * @param {...(Node | string)} parts
 * @returns {(Node | string)[]}
 */
export function pieces(strings, ...parts) {
  return known(textOf(strings)).split(/\{(\d+)\}/).map((piece, at) => (at % 2 === 1 ? parts[Number(piece)] : piece));
}

/**
 * Says a text that depends on how many there are: counted(n, "1 card", "{0} cards"). The number is `{0}`, and what else is
 * filled in follows. The key in the catalogues is the wording for many.
 *
 * @param {number} n
 * @param {string} one
 * @param {string} other
 * @param {...Value} values
 */
export function counted(n, one, other, ...values) {
  return filled(formOf(plurals.select(n), { one, other }), [n, ...values]);
}

/**
 * The same of a place in an order: the first, the second.
 *
 * @param {number} n
 * @param {{ one: string, two: string, few: string, other: string }} forms
 */
export function ordinal(n, forms) {
  return filled(formOf(ordinals.select(n), forms), [n]);
}

/** Whether there is one of something, as the language sees it. @param {number} n */
export const isOne = (n) => plurals.select(n) === "one";

/** @param {Intl.LDMLPluralRule} category @param {Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }} english */
function formOf(category, english) {
  const found = catalogue[english.other];
  const forms = typeof found === "object" ? found : english;
  return forms[category] ?? forms.other ?? english.other;
}
