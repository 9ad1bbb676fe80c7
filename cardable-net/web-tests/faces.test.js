// The faces that the table draws for the packs that come along.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { open } from "./support/open.js";

const { browser, host } = await open([]);
const RULESETS = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../rulesets");

/** A card set of a pack. JSON5 without comments is an expression. @param {string} name */
function cardSet(name) {
  const text = readFileSync(path.join(RULESETS, name, "cardset.json"), "utf8").replace(/^\s*\/\/.*$/gm, "").replace(/, \/\/.*$/gm, ",");
  return Function(`return (${text})`)().cardset;
}

/** Every card of a set as the page is told of it. */
function facesOf(set) {
  const of = (card, suit) => ({ name: card.card_name, rank: card.rank, index: card.attributes.index, court: card.attributes.court, suit: suit?.suit_name, colour: suit && "#7a2030" });
  if (set.symmetrical_deck) return set.suits.flatMap((suit) => set.cards.map((card) => of(card, suit)));
  return set.cards.map((card) => of(card, set.suits.find((suit) => suit.suit_id === card.suit_id)));
}

test("packs of all countries have suits and courts of their own", { timeout: 180_000 }, async () => {
  const page = await (await browser.newContext()).newPage();
  await page.goto(host.url);
  for (const name of ["standard", "spanish", "german", "tarot"]) {
    const set = cardSet(name);
    const drawn = await page.evaluate(
      async ({ faces, size }) => {
        const { faceParts } = await import(/** @type {any} */ ("/js/face.js"));
        const { suitPath } = await import(/** @type {any} */ ("/js/pips.js"));
        return faces.map((face) => {
          const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
          svg.append(...faceParts(face, size));
          const [all, pip] = [svg.outerHTML, suitPath(face.suit)];
          return { ...face, all, pip, pips: [...svg.querySelectorAll("path")].filter((one) => one.getAttribute("d") === pip).length, corner: svg.querySelector("text")?.textContent };
        });
      },
      { faces: facesOf(set), size: set.card_dimensions },
    );
    assert.equal(new Set(drawn.map(({ all }) => all)).size, drawn.length - (name === "standard" ? 3 : 0), `${name}: no two cards look alike, except jokers`);
    for (const card of drawn) {
      assert.doesNotMatch(card.all, /undefined|NaN|null/, card.name);
      if (!card.pip) {
        assert.ok(["Trump", undefined].includes(card.suit), `${card.suit} has a drawing`);
        continue;
      }
      if (card.name === "Joker") continue;
      assert.equal(card.corner, card.index);
      const number = Number(/^\d+$/.test(card.index) ? card.index : card.index === "A" ? 1 : NaN);
      // Two in the corners; on a court card two more beside the figure, on others one for each point.
      assert.equal(card.pips, 2 + (card.court ? 2 : number), `${card.name} of ${card.suit}`);
    }
    const suits = new Set(drawn.filter(({ pip }) => pip).map(({ suit }) => suit));
    assert.equal(new Set(drawn.map(({ pip }) => pip).filter(Boolean)).size, suits.size, `${name}: each suit has its drawing`);
  }
});
