// Without a pointer: Crazy Eights from the lobby to the end with the keyboard alone,
// and the cards of a grid with the arrow keys. Keys that write a character can be turned off.

import assert from "node:assert/strict";
import { test } from "node:test";
import { TEST_RULESETS } from "./support/host.js";
import { open } from "./support/open.js";
import { person, until } from "./support/browser.js";
import { asked, game, isOver, playBots, step } from "./support/play.js";

const { browser, host } = await open([TEST_RULESETS]);

/** The focused element, as a screen reader would name it. */
const focused = (page) =>
  page.evaluate(() => {
    const one = document.activeElement;
    return { name: one?.getAttribute("aria-label") ?? one?.textContent ?? "", lit: Boolean(one?.classList.contains("lit")), tag: one?.localName ?? "" };
  });

/** Presses a key until the given element has the focus. */
async function press(page, key, is, most = 80) {
  for (let n = 0; n < most; n++) {
    if (is(await focused(page))) return true;
    await page.keyboard.press(key);
  }
  return false;
}

test("Crazy Eights by keyboard alone", { timeout: 600_000 }, async () => {
  const { page, faults } = await person(browser, host.url, { name: "Ada" });
  await page.locator(".game").first().waitFor();
  // Nothing below may use a pointer.
  await page.evaluate(() => addEventListener("pointerdown", () => document.body.setAttribute("data-pointer", ""), true));
  assert.ok(await press(page, "Tab", (f) => f.name === "Play with bots: Crazy Eights"), "the game is reached by Tab");
  await page.keyboard.press("Enter");
  await game(page).waitFor();

  let turns = 0;
  let cards = 0;
  while ((await asked(page)) === "asked") {
    assert.ok(turns++ < 300, "the game comes to an end");
    const before = await page.evaluate(() => document.querySelector("game-view").session.seq);
    if ((await page.locator("table-prompt:not([hidden])").count()) > 0) {
      // A question takes the focus.
      await until(page, () => document.activeElement.localName === "button" && document.activeElement.closest("table-prompt") !== null);
      await page.keyboard.press("Enter");
    } else if ((await page.locator("playing-card.lit").count()) > 0) {
      await page.keyboard.press("h");
      assert.equal((await focused(page)).tag, "playing-card", "H leads to the hand");
      assert.ok(await press(page, "ArrowRight", (f) => f.lit), "arrows lead to a card that can be played");
      const { name } = await focused(page);
      assert.match(name, / of .*Play a card/, "the card says what it is and what it does");
      await page.keyboard.press(turns % 2 === 0 ? "Enter" : "Space");
      cards++;
    } else await page.keyboard.press("1");
    await until(page, (old) => document.querySelector("game-view").session.seq !== old, before);
  }
  assert.ok(await isOver(page));
  assert.ok(cards > 0, "cards were played");
  assert.match(await page.locator(".result h2").innerText(), /win/);
  // Screen readers announce what happened, several things together.
  await until(page, () => document.querySelector("#live").textContent.length > 0);
  assert.equal(await page.locator("body[data-pointer]").count(), 0);
  // Escape closes the result, and the keyboard opens and closes the help.
  await page.keyboard.press("Escape");
  await page.locator(".result").waitFor({ state: "hidden" });
  await page.keyboard.press("?");
  await page.getByRole("dialog").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("dialog").waitFor({ state: "hidden" });
  assert.deepEqual(faults, []);
});

test("piles that all look at are reached by Tab, and Enter asks about them", { timeout: 180_000 }, async () => {
  const { page } = await person(browser, host.url, { name: "Ada" });
  await page.locator(".game").first().waitFor();
  await page.getByRole("button", { name: "Play with bots: Crazy Eights", exact: true }).focus();
  await page.keyboard.press("Enter");
  await game(page).waitFor();
  await asked(page);
  const zone = () => page.evaluate(() => document.activeElement?.closest(".shared card-zone")?.getAttribute("aria-label") ?? "");
  const reached = new Set();
  for (let n = 0; n < 40 && reached.size < 2; n++) {
    await page.keyboard.press("Tab");
    const label = await zone();
    if (label && (await focused(page)).tag === "playing-card") {
      reached.add(label.split(",")[0]);
      if (reached.size === 1) {
        await page.keyboard.press("Enter");
        await page.locator("table-tip:not([hidden])").waitFor();
      }
    }
  }
  assert.deepEqual([...reached].sort(), ["Discard pile", "Stock"]);
});

test("H leads to the hand, also where other own cards lie", { timeout: 180_000 }, async () => {
  const who = await person(browser, host.url, { name: "Ada" });
  const { page } = who;
  await page.locator(".game").first().waitFor();
  await playBots(who, "Hearts");
  for (const cards of [13, 12, 11]) {
    await asked(page);
    await until(page, (n) => document.querySelectorAll(".bottom-seat .seat-hand playing-card.lit").length === n, cards);
    await page.keyboard.press("h");
    assert.ok(await page.evaluate(() => document.activeElement.matches(".seat-hand playing-card.lit")), `with ${cards} cards`);
    await page.keyboard.press("Enter");
  }
  await until(page, () => document.querySelectorAll(".bottom-seat .seat-hand playing-card").length === 13);
  assert.deepEqual(who.faults, []);
});

test("keys that write a character can be turned off, and stay so", { timeout: 180_000 }, async () => {
  const who = await person(browser, host.url, { name: "Ada" });
  const { page } = who;
  await page.locator(".game").first().waitFor();
  await playBots(who, "Crazy Eights");
  await asked(page);
  const help = page.getByRole("dialog", { name: "Keys and help" });
  const setting = help.getByLabel("Letters, digits and ? work as keys");
  const told = () => page.locator("action-bar button[aria-keyshortcuts]").count();
  assert.ok((await told()) > 0, "buttons tell their keys");
  await page.keyboard.press("?");
  await setting.uncheck();
  assert.equal(await help.getByText("to your hand").isVisible(), false, "what does nothing is not listed");
  assert.ok(await help.getByText("from zone to zone").isVisible());
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "detached" });
  /** What all these keys do. */
  const pressed = async () => {
    const before = await step(page);
    await page.locator("main").focus();
    for (const key of ["1", "h", "l", "?"]) await page.keyboard.press(key);
    return page.evaluate((old) => {
      const view = document.querySelector("game-view");
      return { isSent: view.sending || view.session.seq !== old, focus: document.activeElement.localName, isPanelOpen: view.classList.contains("panel-open"), isHelpOpen: Boolean(document.querySelector("dialog")) };
    }, before);
  };
  const nothing = { isSent: false, focus: "main", isPanelOpen: false, isHelpOpen: false };
  assert.deepEqual(await pressed(), nothing);
  assert.equal(await told(), 0, "no button tells a key that does nothing");
  // Other keys still work.
  await page.locator(".bottom-seat playing-card[tabindex='0']").first().focus();
  const card = () => page.evaluate(() => document.activeElement.getAttribute("aria-label"));
  const first = await card();
  await page.keyboard.press("ArrowRight");
  assert.notEqual(await card(), first);
  // It is kept, and can be turned on without these keys.
  await page.reload();
  await game(page).waitFor();
  await asked(page);
  assert.deepEqual(await pressed(), nothing);
  await page.getByRole("button", { name: "Keys and help" }).click();
  await setting.check();
  assert.ok((await told()) > 0);
  await page.keyboard.press("Escape");
  await help.waitFor({ state: "detached" });
  await page.keyboard.press("?");
  await help.waitFor();
  assert.deepEqual(who.faults, []);
});

test("arrows lead through a grid, to the nearest card that can be taken", { timeout: 180_000 }, async () => {
  const { page, faults } = await person(browser, host.url, { name: "Ada" });
  await page.getByRole("button", { name: "Play with bots: Garden", exact: true }).focus();
  await page.keyboard.press("Enter");
  await game(page).waitFor();
  assert.equal(await asked(page), "asked");
  const lit = page.locator("card-zone.grid playing-card.lit");
  // The grid has four columns, with a card in every place except the last one of the third row.
  const places = () => page.locator("card-zone.grid playing-card").evaluateAll((cards) => cards.map((card) => card.classList.contains("lit")));
  const at = () => page.evaluate(() => [...document.querySelectorAll("card-zone.grid playing-card")].indexOf(document.activeElement));
  const last = (list) => list[list.length - 1];

  const garden = await places();
  const [columns, n] = [4, garden.length];
  assert.equal(n, 11);
  const taken = garden.flatMap((is, place) => (is ? [place] : []));
  assert.equal(taken.length, 5);
  const row = (place) => Math.floor(place / columns);
  const off = (a, b) => Math.abs((a % columns) - (b % columns));
  /** Where an arrow key must lead from a place: past empty rows, to the nearest column. */
  const across = (from, by) => {
    const beyond = taken.filter((to) => (row(to) - row(from)) * by > 0);
    const near = Math.min(...beyond.map((to) => Math.abs(row(to) - row(from))));
    const there = beyond.filter((to) => Math.abs(row(to) - row(from)) === near).sort((a, b) => off(a, from) - off(b, from) || a - b);
    return there[0] ?? from;
  };
  await lit.first().focus();
  for (const [key, leads] of [["End", () => last(taken)], ["Home", () => taken[0]]]) {
    await page.keyboard.press(key);
    assert.equal(await at(), leads(), key);
  }
  for (const [n, place] of taken.entries()) {
    for (const [key, to] of [["ArrowDown", across(place, 1)], ["ArrowUp", across(place, -1)], ["ArrowRight", taken[(n + 1) % taken.length]], ["ArrowLeft", taken[(n + taken.length - 1) % taken.length]]]) {
      await lit.nth(n).focus();
      await page.keyboard.press(key);
      assert.equal(await at(), to, `${key} from ${place} among ${taken}`);
    }
  }
  // Tab reaches one of them, and Enter takes it.
  assert.equal(await page.locator("card-zone.grid playing-card[tabindex='0']").count(), 1);
  const before = await step(page);
  await page.keyboard.press("Enter");
  await until(page, (least) => document.querySelector("game-view").session.replica.view.seq > least, before);
  await until(page, () => document.querySelectorAll(".fan.own playing-card").length === 1);
  // The focus stays among the cards.
  await until(page, () => document.activeElement.localName === "playing-card");
  assert.deepEqual(faults, []);
});
