// Bots: the owner chooses how well they play, and they say what they would do.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { open } from "./support/open.js";
import { person, until } from "./support/browser.js";
import { act, asked, dice, isWaitedFor, openTable, playBots, step } from "./support/play.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const { browser, host } = await open([]);

/** The serious faults of the current page. */
async function faults(page) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  const found = await page.evaluate(async () => (await globalThis.axe.run(document, { resultTypes: ["violations"] })).violations);
  return found.filter(({ impact }) => impact === "serious" || impact === "critical").map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 200)).join(" | ")}`);
}

test("the owner chooses how well bots play", { timeout: 180_000 }, async () => {
  const who = await person(browser, host.url, { name: "Ada" });
  const { page } = who;
  await openTable(page, "Goofspiel", { seats: 3, bots: 1, level: "hard" });
  const seat = page.locator(".room-seat.bot");
  const states = () => seat.locator("small").allInnerTexts();
  const names = () => seat.locator("b").allInnerTexts();
  assert.deepEqual(await states(), ["hard bot"]);
  const [first] = await names();
  assert.equal(await seat.locator(".avatar").getAttribute("data-level"), "•••");
  await page.getByLabel(`Level of ${first}`, { exact: true }).selectOption("easy");
  await page.locator(".room-seat.bot small", { hasText: "easy bot" }).waitFor();
  assert.notDeepEqual(await names(), [first], "the name tells the level");
  await page.getByRole("button", { name: "Add a bot" }).click();
  await page.locator(".room-seat.bot small", { hasText: "hard bot" }).waitFor();
  assert.deepEqual(await faults(page), []);
  await page.getByRole("button", { name: /^Start/ }).click();
  await asked(page);
  const heard = await page.locator("table-seat").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
  for (const level of ["easy bot", "hard bot"]) assert.equal(heard.filter((label) => label.includes(level)).length, 1, `${level}: ${heard}`);
  assert.deepEqual(who.faults, []);
});

test("a bot says what it would do, and shows it", { timeout: 180_000 }, async () => {
  const who = await person(browser, host.url, { name: "Ada" });
  const { page } = who;
  await playBots(who, "Goofspiel");
  await asked(page);
  const hint = page.getByRole("button", { name: "What would a bot do?" });
  await hint.click();
  const said = page.locator("action-bar .hint", { hasText: "A bot would choose: " });
  await said.waitFor();
  const advised = page.locator("playing-card.advised");
  assert.equal(await advised.count(), 1);
  const label = await advised.getAttribute("aria-label");
  assert.match(label, /a bot would pick it/);
  assert.ok((await said.innerText()).includes(label.split(",")[0]), `${await said.innerText()} names ${label}`);
  assert.deepEqual(await faults(page), []);
  // With the next decision it is gone.
  await isWaitedFor(page);
  const before = await step(page);
  await act(who, dice(1));
  await until(page, (old) => document.querySelector("game-view").session.replica.view.seq > old, before);
  await isWaitedFor(page);
  assert.equal(await advised.count(), 0);
  // Nobody has to agree to what is taken back.
  await page.getByRole("button", { name: "Take the last choice back" }).click();
  await page.locator(".log-lines", { hasText: "was taken back" }).waitFor();
  assert.equal(await step(page), before);
  assert.deepEqual(who.faults, []);
});

test("where others play, too, there are no hints unless the table allows them", { timeout: 180_000 }, async () => {
  const who = await person(browser, host.url, { name: "Ada" });
  const { page } = who;
  await openTable(page, "Goofspiel", { seats: 2, bots: 1, hints: "never" });
  await page.getByRole("button", { name: /^Start/ }).click();
  await asked(page);
  assert.equal(await page.getByRole("button", { name: "What would a bot do?" }).count(), 0);
  assert.deepEqual(who.faults, []);
});

test("a bot looks back at a game that is over", { timeout: 300_000 }, async () => {
  const who = await person(browser, host.url, { name: "Ada" });
  const { page } = who;
  await playBots(who, "Goofspiel");
  const roll = dice(3);
  while ((await asked(page)) === "asked") await act(who, roll);
  await page.getByRole("button", { name: "What a bot thinks of it" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.locator("summary", { hasText: "All choices" }).click();
  const told = await dialog.locator("details .reviewed p").allInnerTexts();
  assert.ok(told.length >= 10, `${told.length} choices`);
  assert.equal(await dialog.locator(".how-far").count(), 0, "all of them were looked at");
  for (const text of told) assert.match(text, /^Step \d+: .+\. It would have /);
  assert.ok((await dialog.locator(".review > ol .reviewed").count()) <= 3);
  assert.deepEqual(await faults(page), []);
  // The table is shown as it was before the choice.
  const [, at] = /^Step (\d+):/.exec(told[2]);
  await dialog.locator("details").getByRole("button", { name: `Show step ${at}`, exact: true }).click();
  await page.locator("replay-bar:not([hidden])").waitFor();
  assert.equal(await page.locator("replay-bar .replay-count").innerText().then((text) => text.split(" / ")[0]), String(Number(at) - 1));
  assert.deepEqual(who.faults, []);
});
