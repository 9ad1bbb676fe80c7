// Debugging at the table: the owner asks, evaluates, changes, steps and goes back; the others are told that she may, and cannot.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { open } from "./support/open.js";
import { person, until } from "./support/browser.js";
import { act, asked, dice, game, inviteOf, openTable, step } from "./support/play.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const { browser, hosts } = await open([["--debug"]], []);
const [host, other] = hosts;

/** The serious faults of the page. */
async function faultsOf(page) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  const found = await page.evaluate(async () => (await globalThis.axe.run(document, { resultTypes: ["violations"] })).violations);
  return found.filter(({ impact }) => impact === "serious" || impact === "critical").map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 200)} ${nodes[0].failureSummary}`);
}

/** Nothing in the panel is cut off at its sides. @param {import("playwright-core").Page} page */
const sticksOut = (page) =>
  page.evaluate(() => {
    const panel = document.querySelector("debug-panel");
    const { left, right } = panel.parentElement.getBoundingClientRect();
    return [...panel.querySelectorAll("*")].filter((one) => one.checkVisibility() && (one.getBoundingClientRect().right > right + 1 || one.getBoundingClientRect().left < left - 1)).map((one) => one.outerHTML.slice(0, 120));
  });

/** Opens the tab. @param {{ page: import("playwright-core").Page, phone: boolean }} who */
async function openDebug({ page, phone }) {
  if (phone) await page.getByRole("button", { name: "Log, chat and scores" }).tap();
  await page.getByRole("tab", { name: "Debug" }).click();
  await page.locator("debug-panel .debug-data tbody tr").first().waitFor();
}

for (const phone of [false, true]) {
  test(`the owner debugs${phone ? " on a phone" : ""}`, { timeout: 300_000 }, async () => {
    const ada = await person(browser, host.url, { name: "Ada", phone });
    const { page, faults } = ada;
    await openTable(page, "Crazy Eights", { seats: 3, bots: 1, debug: true });
    const told = /You can see all hidden cards, and change the game/;
    await page.getByText(told).waitFor();
    const link = await inviteOf(page);

    // Whoever is invited is told before he sits down to play, and at the table.
    const ben = await person(browser, host.url, { name: "Ben", at: new URL(link).hash });
    await ben.page.getByText(/Ada can see all hidden cards, and change the game/).waitFor();
    await ben.page.getByRole("button", { name: "I am ready" }).click();
    await until(page, () => document.querySelector("room-view").session.room.seats[1].ready);
    await page.getByRole("button", { name: /^Start/ }).click();
    await game(page).waitFor();
    await game(ben.page).waitFor();
    await ben.page.locator(".notice.debugged", { hasText: "Ada can see all hidden cards" }).waitFor();
    assert.equal(await ben.page.getByRole("tab", { name: "Debug" }).count(), 0, "he has no such tab");

    await asked(page);
    await openDebug(ada);
    const panel = page.locator("debug-panel");
    assert.deepEqual(await faultsOf(page), [], "the panel");
    assert.deepEqual(await sticksOut(page), []);

    // Why not, part by part.
    const form = panel.getByRole("form", { name: "Why not" });
    await form.getByLabel("Action").selectOption({ label: "Play a card" });
    await form.getByRole("button", { name: "Explain" }).click();
    await form.locator(".parts > li").nth(4).waitFor();
    const parts = await form.locator(".parts .part").allInnerTexts();
    assert.equal(parts.length, 5 * 4, "five cards, each with the three parts of its condition");
    assert.ok(parts.every((text) => /^[✓✗] (true|false) /.test(text)), parts.join("\n"));
    assert.match(await form.locator(".values").first().innerText(), /^\$card\.rank\s+= '\w+'$/);
    await form.getByLabel("Seat").selectOption({ label: "Ben" });
    await form.getByRole("button", { name: "Explain" }).click();
    await form.getByText("it is not for the seat to choose now").waitFor();
    assert.deepEqual(await faultsOf(page), [], "an explanation");
    assert.deepEqual(await sticksOut(page), []);

    // An expression, by the keyboard; and one that is none.
    const evaluate = panel.getByRole("form", { name: "Evaluate" });
    await evaluate.getByLabel("Expression").fill("count_cards(stock)");
    await page.keyboard.press("Enter");
    await evaluate.locator(".debug-answer", { hasText: /^36$/ }).waitFor();
    await evaluate.getByLabel("As").selectOption({ label: "Ada" });
    await evaluate.getByLabel("Expression").fill("top_card(stock).rank == 'Ace'");
    await page.keyboard.press("Enter");
    await panel.getByRole("alert").filter({ hasText: "which the seat may not see" }).waitFor();
    await evaluate.getByLabel("Expression").fill("count_cards(stok)");
    await page.keyboard.press("Enter");
    await panel.getByRole("alert").filter({ hasText: "stok" }).waitFor();
    assert.deepEqual(await faultsOf(page), [], "a problem");

    // Data are set, and what has changed is marked, until something else changes.
    await page.evaluate(() => {
      const panel = document.querySelector("debug-panel");
      globalThis.marked = [];
      const look = () => panel.querySelectorAll("tr.changed").forEach((row) => globalThis.marked.push(`${row.cells[0].textContent}: ${row.cells[1].textContent}`));
      new MutationObserver(look).observe(panel, { childList: true, subtree: true });
    });
    await panel.getByRole("button", { name: "Set $globals.left" }).click();
    await panel.getByLabel("New value of $globals.left").fill("2 + 1");
    await page.keyboard.press("Enter");
    await until(page, () => globalThis.marked.includes("$globals.left: 3 was 5"));
    await page.locator(".log-lines", { hasText: "The game was edited" }).waitFor({ state: "attached" });
    await ben.page.locator(".log-lines", { hasText: "The game was edited" }).waitFor();
    await page.locator(".notice.debugged", { hasText: "Bots wait" }).waitFor();

    // A card goes to another zone, and is there on the table.
    const cards = panel.getByRole("form", { name: "Cards" });
    await cards.getByLabel("From").selectOption({ label: "Stock" });
    await cards.getByLabel("To", { exact: true }).selectOption({ label: "Your Hand" });
    const before = await page.evaluate(() => document.querySelector("game-view").shown.view.zones.map((zone) => zone.cards.length));
    await cards.getByRole("button", { name: "Move the card" }).click();
    await until(page, (old) => document.querySelector("game-view").shown.view.zones[0].cards.length === old - 1, before[0]);
    const after = await page.evaluate(() => document.querySelector("game-view").shown.view.zones.map((zone) => zone.cards.length));
    assert.equal(after.filter((n, at) => n === before[at] + 1).length, 1, `${before} and ${after}`);

    // Back, and it is where it was; the number of cards tells.
    await panel.getByRole("button", { name: "Back" }).click();
    await until(page, (old) => document.querySelector("game-view").shown.view.zones[0].cards.length === old, before[0]);

    // A step lets a bot choose, here for her; then Ben plays, and the bot waits until it is let.
    await panel.getByRole("button", { name: "Step" }).click();
    await panel.locator(".debug-lines li").first().waitFor();
    assert.deepEqual(await faultsOf(page), [], "a step");
    assert.deepEqual(await sticksOut(page), []);
    if (phone) await page.getByRole("button", { name: "Close", exact: true }).click();
    const roll = dice(4);
    for (let n = 0; n < 40 && !(await page.evaluate(() => document.querySelector("game-view").session.replica.view.status.scenes[0].turn === 2)); n++) {
      const turn = await page.evaluate(() => document.querySelector("game-view").session.replica.view.status.scenes[0].turn);
      const who = turn === 0 ? ada : ben;
      await asked(who.page);
      await act(who, roll);
      // Whose turn it is then is read off her table.
      await until(page, (least) => document.querySelector("game-view").session.replica.view.seq >= least, await step(who.page));
    }
    const waits = await step(page);
    if (phone) await page.getByRole("button", { name: "Log, chat and scores" }).tap();
    await panel.getByRole("button", { name: "Step" }).click();
    await until(page, (old) => document.querySelector("game-view").session.replica.view.seq > old, waits);
    await panel.getByRole("button", { name: "Bots wait", pressed: true }).click();
    await panel.getByRole("button", { name: "Bots wait", pressed: false }).waitFor();
    assert.equal(await page.locator(".notice.debugged", { hasText: "Bots wait" }).count(), 0);

    // Tabs are reached by arrows.
    await page.getByRole("tab", { name: "Debug" }).focus();
    await page.keyboard.press("ArrowRight");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Log");
    await page.keyboard.press("ArrowLeft");
    assert.equal(await page.evaluate(() => document.activeElement.textContent), "Debug");
    assert.deepEqual(faults, []);
    assert.deepEqual(ben.faults, []);
  });
}

test("data of cards are listed where they are set, and say what they were until something else changes", { timeout: 180_000 }, async () => {
  const ada = await person(browser, host.url, { name: "Ada" });
  const { page, faults } = ada;
  await openTable(page, "Lamps in the Fog", { seats: 2, bots: 1, debug: true });
  await page.getByRole("button", { name: /^Start/ }).click();
  await game(page).waitFor();
  await openDebug(ada);
  const panel = page.locator("debug-panel");
  const row = panel.locator(".debug-data tbody tr", { hasText: /@hand:\d.*told_number/ });
  assert.equal(await row.count(), 0, "all are what they are at first");
  // A hint is given, as rules would give it.
  await page.evaluate(async () => {
    const panel = document.querySelector("debug-panel");
    const { info, replica } = panel.session;
    const item = info.data.card_data.findIndex(({ name }) => name === "told_number");
    const { zone, cards } = panel.state.zones.find(({ zone, cards }) => replica.view.zones[zone] && cards.length === 5);
    await panel.change({ set: { item: { card: { card: cards[0], at: { zone, nth: 0 }, item } }, value: "3" } }, "It is set");
  });
  await row.waitFor();
  assert.match(await row.innerText(), /@hand:\d\.told_number\s+3/);
  await row.getByRole("button", { name: /^Set / }).click();
  await panel.getByLabel(/^New value of .*told_number$/).fill("4");
  await page.keyboard.press("Enter");
  await row.getByText("was 3").waitFor();
  await page.evaluate(() => document.querySelector("debug-panel").refresh());
  assert.match(await row.innerText(), /4 was 3/, "what it was is kept when all is asked for again");
  assert.deepEqual(await faultsOf(page), []);
  assert.deepEqual(faults, []);
});

test("a host that does not allow it offers none of it", { timeout: 180_000 }, async () => {
  const { page } = await person(browser, other.url, { name: "Ada" });
  await page.getByRole("button", { name: "New table: Crazy Eights", exact: true }).click();
  await page.getByText("Clocks, watching and more").click();
  await page.getByLabel("Advice of a bot").waitFor();
  assert.equal(await page.getByLabel(/^Debug/).count(), 0);
  await page.keyboard.press("Escape");
  await openTable(page, "Crazy Eights", { seats: 2, bots: 1 });
  await page.getByRole("button", { name: /^Start/ }).click();
  await game(page).waitFor();
  assert.equal(await page.getByRole("tab", { name: "Debug" }).count(), 0);
  assert.equal(await page.locator(".notice.debugged").count(), 0);
});
