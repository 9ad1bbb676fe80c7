// Screenshots of the page for its developers. They go to `target/screens/` and, with
// UPDATE_SCREENS=1, two of them to `docs/screens/`.

import assert from "node:assert/strict";
import { mkdirSync, statSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { TARGET } from "./support/host.js";
import { open } from "./support/open.js";
import { person } from "./support/browser.js";
import { act, asked, dice, game, openTable, playToQuestion } from "./support/play.js";

const SCREENS = path.join(TARGET, "screens");
const DOCS = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../docs/screens");

mkdirSync(SCREENS, { recursive: true });
const { browser, host } = await open([]);

/** @param {import("playwright-core").Page} page @param {string} name */
async function shot(page, name) {
  const file = path.join(SCREENS, `${name}.png`);
  await page.screenshot({ path: file });
  assert.ok(statSync(file).size > 10_000, `${name} shows something`);
  return file;
}

/** The same for the documentation, with UPDATE_SCREENS=1. A JPEG, because the grain of the felt makes a PNG large. */
async function forDocs(page, name) {
  if (!process.env.UPDATE_SCREENS) return;
  mkdirSync(DOCS, { recursive: true });
  await page.screenshot({ path: path.join(DOCS, `${name}.jpg`), type: "jpeg", quality: 78, scale: "css" });
}

/** Starts a game against bots and plays some choices. */
async function playSome(who, title, moves, seed = 5) {
  const { page } = who;
  const begin = page.getByRole("button", { name: `Play with bots: ${title}`, exact: true });
  await begin.waitFor();
  await begin.click();
  await game(page).waitFor();
  const roll = dice(seed);
  for (let n = 0; n < moves && (await asked(page)) === "asked"; n++) await act(who, roll);
  await asked(page);
  await page.evaluate(() => /** @type {any} */ (document.activeElement)?.blur());
}

test("pictures of the lobby, a table, a question, a phone and a replay", { timeout: 600_000 }, async () => {
  const ada = await person(browser, host.url, { name: "Ada" });
  await ada.page.locator(".game .sample").nth(8).waitFor();
  await shot(ada.page, "lobby");
  await playSome(ada, "Crazy Eights", 4);
  await shot(ada.page, "table");
  await forDocs(ada.page, "table");
  for (let n = 0; n < 30 && (await asked(ada.page)) === "asked"; n++) await act(ada, dice(n));
  await ada.page.getByRole("button", { name: "Replay", exact: true }).click();
  await ada.page.getByRole("slider", { name: "Step" }).fill("5");
  assert.match(await ada.page.locator(".replay-count").innerText(), /^5 \/ \d+$/);
  assert.equal(await ada.page.locator("playing-card.lit").count(), 0, "nothing can be done in the past");
  await shot(ada.page, "replay");
  await ada.page.getByRole("button", { name: "End the replay" }).click();

  // A person can save what they saw, and replay it from the lobby.
  await ada.page.getByRole("button", { name: "More" }).click();
  const saved = ada.page.waitForEvent("download");
  await ada.page.getByRole("button", { name: "Save what I have seen" }).click();
  const story = path.join(SCREENS, "story.json");
  await (await saved).saveAs(story);
  await ada.page.getByRole("button", { name: "To the lobby" }).click();
  await ada.page.locator("#story-file").setInputFiles(story);
  await ada.page.getByRole("slider", { name: "Step" }).fill("5");
  assert.ok((await ada.page.locator("card-table playing-card").count()) > 5, "the cards of that step");
  await ada.page.getByRole("button", { name: "Close", exact: true }).click();
  await ada.page.locator("lobby-view").waitFor();

  const grace = await person(browser, host.url, { name: "Grace" });
  await openTable(grace.page, "Skullable", { seats: 4, bots: 3 });
  await shot(grace.page, "room");
  await grace.page.getByRole("button", { name: /^Start/ }).click();
  await game(grace.page).waitFor();
  await playToQuestion(grace, dice(1), [/bid/i]);
  await shot(grace.page, "prompt");

  const phone = await person(browser, host.url, { name: "Alan", phone: true });
  await playSome(phone, "Skullable", 3);
  await shot(phone.page, "phone");
  await forDocs(phone.page, "phone");
  for (const who of [ada, grace, phone]) assert.deepEqual(who.faults, []);
});
