// A person whose turn it is sees it in the tab's title until they look, and the keyboard focus never jumps back
// to the start of the page.

import assert from "node:assert/strict";
import { test } from "node:test";
import { TEST_RULESETS } from "./support/host.js";
import { open } from "./support/open.js";
import { person, until } from "./support/browser.js";
import { eventually } from "./support/eventually.js";
import { asked, game, openTable, press, twoAt } from "./support/play.js";

const { browser, host } = await open([TEST_RULESETS]);

/** Switches to another tab, or back to the page. */
const look = (page, isHere) =>
  page.evaluate((isHere) => {
    Object.defineProperty(document, "hidden", { configurable: true, get: () => !isHere });
    document.dispatchEvent(new Event("visibilitychange"));
  }, isHere);

const titled = (page, wanted) => until(page, (wanted) => document.title.startsWith("• ") === wanted, wanted);

test("the tab is marked until somebody looks", { timeout: 180_000 }, async () => {
  const { ada, grace } = await twoAt(browser, host.url, "Stumble");
  // A person who looks at the page needs no mark.
  await asked(ada.page);
  await titled(ada.page, false);
  await look(grace.page, false);
  for (const _ of [1, 2]) {
    await press(ada.page, "Rest");
    await asked(grace.page);
    await titled(grace.page, true);
    await look(grace.page, true);
    await titled(grace.page, false);
    await look(grace.page, false);
    await titled(grace.page, false);
    await press(grace.page, "Rest");
    await asked(ada.page);
  }
  // The mark goes when it is no longer the person's turn.
  await press(ada.page, "Rest");
  await titled(grace.page, true);
  await press(grace.page, "Arrive");
  await titled(grace.page, false);
  for (const who of [ada, grace]) assert.deepEqual(who.faults, []);
});

/** A short name for the focused element. */
const focus = (page) => page.evaluate(() => document.activeElement.id || document.activeElement.dataset.does || document.activeElement.localName);

/** Waits until something has the focus. @param {import("playwright-core").Page} page @param {string} wanted its short name @param {string} when */
const hasFocus = (page, wanted, when) => eventually(`${wanted} has the focus ${when}`, async () => (await focus(page)) === wanted);

test("the focus is kept when a game begins, when others play, and when it ends", { timeout: 180_000 }, async () => {
  const ada = await person(browser, host.url, { name: "Ada" });
  const { page } = ada;
  await page.locator(".game").first().waitFor();
  await openTable(page, "Stumble", { seats: 2, bots: 1 });
  await hasFocus(page, "main", "at a new table");
  await page.getByRole("button", { name: /^Start/ }).focus();
  await page.keyboard.press("Enter");
  await game(page).waitFor();
  await hasFocus(page, "main", "at the beginning of the game");
  await asked(page);
  await page.locator("action-bar").getByRole("button", { name: "Step", exact: true }).focus();
  const step = await focus(page);
  await page.keyboard.press("Enter");
  await until(page, () => document.querySelector("game-view").session.replica.view.seq >= 1);
  await asked(page);
  await hasFocus(page, step, "after the choice");
  // A button at the top whose label changes.
  await page.getByRole("button", { name: "Sound is off" }).focus();
  await page.keyboard.press("Enter");
  await hasFocus(page, "sound", "after it was pressed");
  await page.locator("action-bar").getByRole("button", { name: "Arrive", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.locator(".result").waitFor();
  await hasFocus(page, "h2", "at the end");
  await page.keyboard.press("Tab");
  await until(page, () => document.activeElement.localName !== "h2" && document.activeElement.closest(".result") !== null);
  await page.getByRole("button", { name: "Look at the table" }).click();
  await hasFocus(page, "main", "when the result was put away");
  await page.getByRole("button", { name: "To the lobby", exact: true }).focus();
  await page.keyboard.press("Enter");
  await page.locator("lobby-view").waitFor();
  await hasFocus(page, "main", "in the lobby");
  assert.deepEqual(ada.faults, []);
});
