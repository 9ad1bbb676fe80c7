// Clocks: the table shows the time left as the host sends it, and says when the host
// chose because time was up.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./support/open.js";
import { person, until } from "./support/browser.js";
import { playWith } from "./support/play.js";

const { browser, host } = await open([]);

/** A person at a table with a bot and these clocks. */
async function at(clocks, title = "Goofspiel") {
  const { page } = await person(browser, host.url, { name: "Ada" });
  await playWith(page, title, { clocks });
  return page;
}

/** Waits until the person's own clock changes. */
async function runs(page) {
  const clock = page.locator(".bottom-seat .clock:not([hidden])");
  await clock.waitFor();
  const first = await clock.innerText();
  assert.match(first, /^\d+:\d\d(:\d\d)?$/);
  await until(page, (shown) => document.querySelector(".bottom-seat .clock").textContent !== shown, first);
  return clock;
}

test("the time for a choice runs", { timeout: 180_000 }, async () => {
  const page = await at({ decision: 60 });
  const clock = await runs(page);
  assert.equal(await clock.getAttribute("title"), "Time left to choose");
  await page.locator(".side.top .clock.gone").waitFor({ state: "hidden" });
});

test("the time for a game runs, and has hours where it is long", { timeout: 180_000 }, async () => {
  // The test takes less than the minute, and so does the bot.
  const page = await at({ game: 3660 });
  const clock = await runs(page);
  assert.match(await clock.innerText(), /^1:0[01]:\d\d$/);
  assert.equal(await clock.getAttribute("title"), "Time left for the game");
  // The bot has chosen: its clock is stopped, and is still shown.
  const other = page.locator(".side.top .clock.stands:not([hidden])");
  await other.waitFor();
  assert.match(await other.innerText(), /^1:0[01]:\d\d$/);
});

test("what was done because time was up is told as that", { timeout: 180_000 }, async () => {
  const page = await at({ decision: 1 });
  const line = page.locator(".log-lines .line", { hasText: "Your time was up" }).first();
  await line.waitFor();
  assert.equal(await page.locator(".log-lines .line", { hasText: /^You: / }).count(), 0, "nothing is told as if it had been chosen");
});
