// The page speaks its reader's language: the first of the browser's that it knows, or the one that was chosen.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { afterEach, test } from "node:test";
import { TEST_RULESETS } from "./support/host.js";
import { open } from "./support/open.js";
import { person, turnAway, until } from "./support/browser.js";
import { act, asked, dice, game } from "./support/play.js";
import { inPage } from "./support/texts.js";

const { browser, host } = await open([TEST_RULESETS]);
// Connections per address are limited, and each window takes some.
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

/** The German texts by the English ones. @type {Record<string, string | Record<string, string>>} */
const GERMAN = JSON.parse(readFileSync(inPage("languages/de.json"), "utf8"));

/** @param {string} text */
const escaped = (text) => text.replace(/[.*+?^$()|[\]\\/{}]/g, "\\$&");

/**
 * English texts of the page, as patterns. A single word may be one that a game has as well, and so may a text in which hardly
 * anything stands but what is filled in; a text that is the same in German tells nothing.
 */
const ENGLISH = Object.entries(GERMAN)
  .map(([key, text]) => ({ english: key.replace(/ \[.*\]$/, ""), text }))
  .filter(({ english, text }) => text !== english && (english.replace(/\{\d\}/g, "").match(/\p{L}{2,}/gu) ?? []).length > 1)
  .map(({ english }) => new RegExp(`^${escaped(english).replace(/\\\{\d\\\}/g, ".+")}$`, "i"));

/** All that is read or heard on a page, but what the host says. @param {import("playwright-core").Page} page @returns {Promise<string[]>} */
const told = (page) =>
  page.evaluate(() => {
    const words = [...document.querySelectorAll("body *")].flatMap((element) => {
      const texts = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent);
      return [...texts, ...["aria-label", "title", "placeholder", "aria-valuetext"].map((name) => element.getAttribute(name))];
    });
    return [...new Set(words.filter(Boolean).map((text) => text.trim()))];
  });

/** The English texts on a page. @param {import("playwright-core").Page} page */
const englishOn = async (page) => (await told(page)).filter((text) => ENGLISH.some((pattern) => pattern.test(text)));

/** No text of the page is English, and all of it fits the screen. @param {import("playwright-core").Page} page */
async function isGerman(page) {
  assert.equal(await page.evaluate(() => document.documentElement.lang), "de");
  assert.deepEqual(await englishOn(page), []);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), "nothing is wider than the screen");
}

/** @param {import("playwright-core").Page} page @param {string} tag */
async function choose(page, tag) {
  await page.locator(".language select:visible").first().selectOption(tag);
  await until(page, (wanted) => document.documentElement.lang === wanted && document.querySelector("main > *") !== null, tag);
}

for (const phone of [false, true]) {
  test(`a German plays in German${phone ? ", on a phone" : ""}`, { timeout: 300_000 }, async () => {
    const who = await person(browser, host.url, { name: "Ada", phone, look: { locale: "de-DE" } });
    const { page } = who;
    await page.getByRole("heading", { name: "Setz dich dazu" }).waitFor();
    await page.locator(".game").first().waitFor();
    await isGerman(page);
    const facts = await page.locator(".game .seats:first-of-type").allInnerTexts();
    assert.ok(facts.every((text) => /^\d+(–\d+)? Spieler/.test(text)), `${facts}`);
    assert.ok(facts.some((text) => / · \d+ Minuten/.test(text)));
    await page.getByLabel("Wie viele Spieler", { exact: true }).selectOption({ label: "1 Spieler" });
    await page.getByLabel("Wie viele Spieler", { exact: true }).selectOption({ label: "2 Spieler" });

    await page.getByRole("button", { name: "Neuer Tisch: Crazy Eights", exact: true }).click();
    const form = page.getByRole("dialog", { name: "Neuer Tisch: Crazy Eights" });
    await form.getByText("Uhren, Zuschauen und mehr").click();
    await isGerman(page);
    assert.deepEqual((await form.getByLabel("Zeit je Zug").locator("option").allInnerTexts()).slice(1), ["15 Sekunden", "30 Sekunden", "1 Minute", "3 Minuten", "1 Tag"]);
    await form.getByLabel("Zeit je Zug").selectOption("86400");
    await form.getByLabel("Plätze").selectOption("2");
    await form.getByRole("button", { name: "Tisch eröffnen" }).click();
    await page.locator(".room-seat", { hasText: "Ada (du)" }).waitFor();
    await page.getByText("1 Platz ist frei.").waitFor();
    await page.locator(".chosen", { hasText: "1 Tag je Zug" }).waitFor();
    await isGerman(page);

    await page.getByRole("button", { name: /^Starten/ }).click();
    await game(page).waitFor();
    const roll = dice(7);
    for (let n = 0; n < 300 && (await asked(page)) === "asked"; n++) {
      if (n < 5) await isGerman(page);
      assert.match(await page.locator("action-bar .turn").innerText(), /^(Du bist am Zug|Deine Wahl)$/);
      await act(who, roll);
    }
    await page.locator(".result h2", { hasText: /gewinnt|gewinnst/ }).waitFor();
    await page.getByRole("button", { name: "Nochmal ansehen" }).waitFor();
    await isGerman(page);
    assert.deepEqual(who.faults, []);
  });
}

test("another language is chosen on the page, and kept", { timeout: 180_000 }, async () => {
  const { page, faults } = await person(browser, host.url, { name: "Ada", look: { locale: "de-AT" } });
  /** @type {string[]} */
  const greeted = [];
  page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => greeted.push(JSON.parse(String(payload)).call.hello?.language)));
  await page.getByRole("heading", { name: "Setz dich dazu" }).waitFor();
  assert.deepEqual(await page.getByLabel("Sprache").locator("option").allInnerTexts(), ["English", "Deutsch"]);

  // Who waits for others does so in another language.
  await page.getByRole("button", { name: "Spieler finden: Hearts", exact: true }).click();
  await page.getByText("Warten auf 3 weitere Spieler für Hearts …").waitFor();
  await choose(page, "en");
  await page.getByText("Waiting for 3 other players who want Hearts …").waitFor();
  await page.getByRole("button", { name: "Stop waiting" }).click();
  assert.equal(greeted.filter(Boolean).at(-1), "en");
  await page.reload();
  await page.getByRole("heading", { name: "Pull up a chair" }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), "en");
  await page.locator(".game").first().waitFor();
  assert.ok((await englishOn(page)).length > 20, "what is English is found");

  // At a table the seat is kept, and what was about to be said.
  await page.getByRole("button", { name: "New table: Stumble", exact: true }).click();
  await page.getByRole("button", { name: "Open the table" }).click();
  await page.locator(".room-seat", { hasText: "Ada (you)" }).waitFor();
  await page.getByLabel("Say something").fill("Guten Abend");
  await choose(page, "de");
  await page.locator(".room-seat", { hasText: "Ada (du)" }).waitFor();
  assert.equal(await page.getByLabel("Sag etwas").inputValue(), "Guten Abend");
  assert.equal(greeted.filter(Boolean).at(-1), "de");
  assert.deepEqual(faults, []);
});

test("what may be chosen of an option is in the reader's language, in the form and at the table", { timeout: 180_000 }, async () => {
  const { page } = await person(browser, host.url, { name: "Ada", look: { locale: "de-DE" } });
  await page.getByRole("button", { name: "Neuer Tisch: Hearts", exact: true }).click();
  const passing = page.getByRole("dialog").getByLabel(/^Karten werden/);
  assert.deepEqual(await passing.locator("option").allTextContents(), ["Im Wechsel", "Nie", "Nach links"]);
  await passing.selectOption("Nie");
  await page.getByRole("button", { name: "Tisch eröffnen" }).click();
  await page.locator(".chosen li", { hasText: /: nie$/ }).waitFor();
});

test("a language that the page does not know is English, and no catalogue is loaded for it", { timeout: 180_000 }, async () => {
  const context = await browser.newContext({ locale: "fr-FR" });
  const page = await context.newPage();
  /** @type {string[]} */
  const loaded = [];
  page.on("request", (request) => loaded.push(new URL(request.url()).pathname));
  await page.goto(`${host.url}/`);
  await page.getByRole("heading", { name: "Pull up a chair" }).waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), "en");
  assert.deepEqual(loaded.filter((path) => path.startsWith("/languages/")), []);
});

test("a busy host says so in German, and the page comes when it can", { timeout: 180_000 }, async () => {
  const context = await browser.newContext({ locale: "de-DE" });
  const page = await context.newPage();
  const away = await turnAway(page, "**/languages/de.json");
  await page.goto(`${host.url}/`, { waitUntil: "commit" });
  await page.getByText("Der Server ist gerade ausgelastet.").waitFor();
  away.read();
  await page.getByRole("heading", { name: "Setz dich dazu" }).waitFor();
  assert.equal(away.asked, 2);
});
