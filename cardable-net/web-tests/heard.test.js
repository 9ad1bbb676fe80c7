// What a screen reader reads of a table, what is read out by itself, and where the focus is meanwhile.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { TEST_RULESETS } from "./support/host.js";
import { open } from "./support/open.js";
import { isHeard, person, until } from "./support/browser.js";
import { asked, game, playBots, playWith } from "./support/play.js";
import { sentences } from "../web/js/language.js";

const { browser, host } = await open([TEST_RULESETS]);
// Connections per address are limited, and each window takes some.
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

/** A person who plays this with bots, and is asked. @param {string} title */
async function playing(title) {
  const ada = await person(browser, host.url, { name: "Ada" });
  await ada.page.locator(".game").first().waitFor();
  await playBots(ada, title);
  await asked(ada.page);
  return ada.page;
}

/** What is read of the cards of zones. @param {import("playwright-core").Page} page @param {string} zones */
const read = (page, zones) => page.locator(`${zones} playing-card:not([aria-hidden])`).evaluateAll((cards) => cards.map((card) => card.getAttribute("aria-label")));

/** Waits until the host has answered, and all is shown that has happened. @param {import("playwright-core").Page} page @param {number} before */
const isAnswered = (page, before) =>
  until(page, (least) => {
    const view = document.querySelector("game-view");
    return !view.sending && view.queue.length === 0 && view.shown.view.seq > least;
  }, before);

/** @param {import("playwright-core").Page} page */
const seq = (page) => page.evaluate(() => document.querySelector("game-view").shown.view.seq);

test("cards that cannot be told apart are read once", { timeout: 180_000 }, async () => {
  const page = await playing("Crazy Eights");
  for (const hand of await page.locator(".side:not(.bottom) .seat-hand card-zone").all()) {
    const n = await hand.locator("playing-card").count();
    const told = await hand.locator("playing-card:not([aria-hidden])").evaluateAll((cards) => cards.map((card) => card.getAttribute("aria-label")));
    assert.deepEqual(told, [n === 1 ? "Hidden card" : `${n} hidden cards`]);
  }
  // Of piles the top; how many they are is a part of their names.
  assert.equal((await read(page, ".shared card-zone[aria-label^='Stock']")).length, 1);
  assert.equal((await read(page, ".shared card-zone[aria-label^='Discard pile']")).length, 1);
  assert.equal(await page.locator(".zone-count:not([hidden]):disabled:not([aria-hidden])").count(), 0);
  // One's own are read one by one.
  assert.equal((await read(page, ".bottom-seat .seat-hand")).length, await page.locator(".bottom-seat .seat-hand playing-card").count());
});

test("cards of a grid say where they lie", { timeout: 180_000 }, async () => {
  const page = await playing("Garden");
  const told = await read(page, "card-zone.grid");
  assert.match(told[0], /row 1, column 1/);
  assert.match(told[6], /row 2, column 3/);
});

test("what lies open is reached by Tab, also where nothing can be taken", { timeout: 180_000 }, async () => {
  const page = await playing("Klondike");
  const columns = page.locator(".shared card-zone.column");
  assert.equal(await columns.count(), 7);
  for (const column of await columns.all()) assert.equal(await column.locator("playing-card[tabindex='0']").count(), 1);
});

test("what stands on the table is read out when one has to choose", { timeout: 180_000 }, async () => {
  const page = await playing("Skullable");
  await isHeard(page, /Lay a disc face down\./);
});

test("an answer to a question leads the focus on to what can be done next", { timeout: 180_000 }, async () => {
  const { page } = await person(browser, host.url, { name: "Ada" });
  await playWith(page, "Amounts", { seats: 2 });
  await asked(page);
  await page.locator("action-bar").getByRole("button", { name: "Name a number" }).focus();
  await page.keyboard.press("Enter");
  await until(page, () => document.activeElement.closest("table-prompt"));
  const before = await seq(page);
  await page.keyboard.press("Enter");
  await isAnswered(page, before);
  await until(page, () => document.activeElement.closest("action-bar .choices"));
  // A question that has the focus is read by that, and not once more.
  assert.ok(!(await page.evaluate(() => globalThis.announced.some((told) => /You are asked/.test(told)))));
});

test("what is selected for an action is counted aloud", { timeout: 180_000 }, async () => {
  const page = await playing("Golf");
  await page.locator("action-bar").getByRole("button", { name: "Turn two cards up" }).focus();
  await page.keyboard.press("Enter");
  await isHeard(page, /Turn two cards up: pick 2 cards/);
  await page.locator(".bottom-seat playing-card[tabindex='0']").focus();
  await page.keyboard.press("Enter");
  await isHeard(page, /1 of 2 selected/);
});

test("it is read out once that little time is left", { timeout: 180_000 }, async () => {
  const { page } = await person(browser, host.url, { name: "Ada" });
  await playWith(page, "Goofspiel", { clocks: { decision: 8 } });
  await isHeard(page, /\d seconds? left to choose/);
  await game(page).waitFor();
  const [told, choices] = await page.evaluate(() => [globalThis.announced.join(" ").split("left to choose").length - 1, document.querySelector("game-view").session.seq + 1]);
  assert.ok(told <= choices, `${told} times for ${choices} choices`);
});

test("a search in the lobby says how many games it found", { timeout: 180_000 }, async () => {
  const { page } = await person(browser, host.url, { name: "Ada" });
  await page.locator(".game").first().waitFor();
  await page.getByLabel("Find a game").pressSequentially("crazy eights");
  await isHeard(page, /^1 game$/);
  assert.deepEqual(await page.evaluate(() => globalThis.announced), ["1 game"]);
});

test("sentences have one full stop each", () => {
  assert.equal(sentences(["You bid 2.", "Your turn", "Pass?", "Yes"]), "You bid 2. Your turn. Pass? Yes");
});
