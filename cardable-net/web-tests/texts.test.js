// What the page says stands in the catalogues of all its languages, and what the catalogues say fits.

import assert from "node:assert/strict";
import { readFileSync, readdirSync } from "node:fs";
import { test } from "node:test";
import { inPage, modules, textsOf, unsaid } from "./support/texts.js";

const START = readFileSync(inPage("js/start.js"), "utf8");

/** All languages that the page can speak: those in which `start` says that the host is busy. */
const LANGUAGES = [.../BUSY = \{([^}]*)\}/.exec(START)[1].matchAll(/^\s*"?([\w-]+)"?:/gm)].map(([, tag]) => tag);

/** The page's other languages, with their catalogues. */
const CATALOGUES = LANGUAGES.filter((tag) => tag !== "en").map((tag) => ({ tag, texts: JSON.parse(readFileSync(inPage(`languages/${tag}.json`), "utf8")) }));

const read = [...modules()].map(([file, text]) => ({ file, text, ...textsOf(file, text) }));

/** The texts that the modules say, by their keys. */
const SAID = new Map(read.flatMap(({ texts }) => texts).map((text) => [text.key, text]));

/** The places in a text. @param {string} text */
const placesOf = (text) => [...new Set(text.match(/\{\d+\}/g) ?? [])].sort();

/** The modules of the page as they speak another language. @param {string} tag @param {object} texts */
async function speaking(tag, texts) {
  globalThis.document = { documentElement: { lang: tag, dataset: { languages: `en ${tag}` } }, getElementById: () => ({ textContent: JSON.stringify(texts) }) };
  try {
    return await import(`../web/js/language.js?${tag}`);
  } finally {
    delete globalThis.document;
  }
}

test("each language has a catalogue, and a text for pages without JavaScript", () => {
  assert.ok(LANGUAGES.includes("en") && LANGUAGES.includes("de"), `${LANGUAGES}`);
  assert.deepEqual(readdirSync(inPage("languages")).sort(), CATALOGUES.map(({ tag }) => `${tag}.json`).sort());
  const told = [...readFileSync(inPage("index.html"), "utf8").matchAll(/<p lang="([\w-]+)">/g)].map(([, tag]) => tag);
  assert.deepEqual(told, LANGUAGES);
  for (const tag of LANGUAGES) assert.deepEqual(Intl.getCanonicalLocales(tag), [tag]);
});

test("the modules say their texts so that they can be found", () => {
  assert.deepEqual(read.flatMap(({ unclear }) => unclear), []);
  assert.ok(SAID.size > 400);
});

for (const { tag, texts } of CATALOGUES) {
  test(`the catalogue ${tag} has every text, and none that is not said`, () => {
    const missing = [...SAID.values()].filter(({ key }) => !Object.hasOwn(texts, key)).map(({ key, where }) => `${where}: ${key}`);
    assert.deepEqual(missing, [], "these texts are not in the catalogue");
    assert.deepEqual(Object.keys(texts).filter((key) => !SAID.has(key)), [], "nothing says these texts");
  });

  test(`the texts of ${tag} have the places of the English ones`, () => {
    const rules = { counted: new Intl.PluralRules(tag), ordinal: new Intl.PluralRules(tag, { type: "ordinal" }) };
    for (const { key, kind } of SAID.values()) {
      const text = texts[key];
      if (kind === "said") {
        assert.equal(typeof text, "string", key);
        assert.deepEqual(placesOf(text), placesOf(key), `${key}: ${text}`);
        continue;
      }
      const { pluralCategories } = rules[kind].resolvedOptions();
      assert.deepEqual(Object.keys(text).sort(), [...pluralCategories].sort(), `${key} has a wording for each category of numbers`);
      for (const [category, wording] of Object.entries(text)) {
        const numbers = Array.from({ length: 200 }, (_, n) => n).filter((n) => rules[kind].select(n) === category);
        // A wording for a single number may say it in words.
        const needed = placesOf(key).filter((place) => place !== "{0}" || numbers.length > 1);
        for (const place of needed) assert.ok(wording.includes(place), `${key}: ${wording}`);
        for (const place of placesOf(wording)) assert.ok(placesOf(key).includes(place), `${key}: ${wording}`);
      }
    }
  });
}

test("nothing that people read stands beside the catalogues", () => {
  // `start` says its texts before there is a catalogue.
  assert.deepEqual(read.filter(({ file }) => file !== "start.js").flatMap(({ file, text }) => unsaid(file, text)), []);
});

test("texts beside the catalogues are found", () => {
  for (const [code, found] of [
    [`h("p", { class: "quiet big" }, "now")`, ["now"]],
    ["h('p', null, of > 1 && [`${of} seats`, say`taken`])", [" seats"]],
    [`h("input", { "aria-label": "name", type: "text", placeholder: deep ? "one" : "two" })`, ["name", "one", "two"]],
    [`button({ icon: "play", label: isOn ? "on" : say\`Off\`, data: { does: "play" } })`, ["on"]],
    [`this.hint.textContent = "wait"; this.className = "one two";`, ["wait"]],
    [`const told = "The table is open"; const key = "no_such_room";`, ["The table is open"]],
    [`box.setAttribute("title", "left"); box.setAttribute("role", "left");`, ["left"]],
    [`select([["open", "everybody"], ["none", say\`Nobody\`]])`, ["everybody"]],
    [`note(["gone", name].join(", "))`, ["gone"]],
    [`if (kind === "Not a text") throw new Error("not a text");`, []],
  ]) {
    assert.deepEqual(unsaid("it", code).map((one) => JSON.parse(one.slice(one.indexOf(": ") + 2))), found, code);
  }
});

test("German counts, lists and measures as Germans do", async () => {
  const { texts } = CATALOGUES.find(({ tag }) => tag === "de");
  const { compare, counted, lasting, listed, number, ordinal, percent, pieces, say, sayAs, span } = await speaking("de", texts);
  assert.equal(say`Your turn`, "Du bist am Zug");
  assert.equal(sayAs("table")`over`, "beendet");
  assert.equal(say`A number from ${-1} to ${12_345}`, "Eine Zahl von −1 bis 12.345");
  assert.deepEqual([0, 1, 2].map((n) => counted(n, "1 card", "{0} cards")), ["0 Karten", "1 Karte", "2 Karten"]);
  assert.equal(counted(1, "{1} of {0} seat taken", "{1} of {0} seats taken", 1), "1 von 1 Platz besetzt");
  assert.equal(ordinal(2, { one: "{0}st place", two: "{0}nd place", few: "{0}rd place", other: "{0}th place" }), "2. Platz");
  assert.equal(listed(["Ada", "Ben", "Clara"]), "Ada, Ben und Clara");
  assert.deepEqual([number(1.5), percent(0.53)], ["1,5", "53\u00a0%"]);
  assert.deepEqual([lasting(90, "minute"), span(60), span(90), span(86_400)], ["90 Minuten", "1 Minute", "90 Sekunden", "1 Tag"]);
  assert.deepEqual(["Öl", "Zug", "Ofen"].sort(compare), ["Ofen", "Öl", "Zug"]);
  assert.deepEqual(pieces`Seed: ${"…"}.`, ["Startwert: ", "…", "."]);
  assert.equal(say`Nobody has translated ${"this"}`, "Nobody has translated this");
});

test("English counts things and places", async () => {
  const { counted, listed, ordinal, span } = await import("../web/js/language.js");
  const place = (/** @type {number} */ n) => ordinal(n, { one: "{0}st place", two: "{0}nd place", few: "{0}rd place", other: "{0}th place" });
  assert.deepEqual([1, 2, 3, 4, 11, 12, 13, 21, 102].map(place), ["1st place", "2nd place", "3rd place", "4th place", "11th place", "12th place", "13th place", "21st place", "102nd place"]);
  assert.deepEqual([counted(1, "1 card", "{0} cards"), counted(1000, "1 card", "{0} cards")], ["1 card", "1,000 cards"]);
  assert.deepEqual([listed([]), listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])], ["", "a", "a and b", "a, b and c"]);
  assert.deepEqual([span(15), span(180), span(7200)], ["15 seconds", "3 minutes", "2 hours"]);
});

test("a language may have more forms than English, and another order", async () => {
  const texts = { "{0} cards": { one: "{0} karta", few: "{0} karty", many: "{0} kart", other: "{0} karty" }, "{0}’s {1}": "{1}: {0}" };
  const { counted, isOne, say } = await speaking("pl", texts);
  assert.deepEqual([1, 2, 5, 22, 1.5].map((n) => counted(n, "1 card", "{0} cards")), ["1 karta", "2 karty", "5 kart", "22 karty", "1,5 karty"]);
  assert.equal(say`${"Ada"}’s ${"ręka"}`, "ręka: Ada");
  assert.deepEqual([1, 2].map(isOne), [true, false]);
});
