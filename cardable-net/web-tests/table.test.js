// More that happens at a table: a card that cannot be played and the reason, an undone
// choice, chat, and a connection that is lost and restored.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./support/open.js";
import { person, until } from "./support/browser.js";
import { act, asked, dice, game, openTable, playBots, playWith, step, touch, twoAt } from "./support/play.js";

const { browser, host } = await open([]);

test("a card that is not lit says why", { timeout: 300_000 }, async () => {
  const who = await person(browser, host.url, { name: "Ada" });
  const { page } = who;
  await playBots(who, "Crazy Eights");
  const other = page.locator(".fan.own playing-card.dim");
  const roll = dice(2);
  for (let n = 0; n < 60 && (await asked(page)) === "asked"; n++) {
    // Who has drawn five cards may pass.
    if ((await page.locator("playing-card.lit").count()) > 0 && (await other.count()) > 0 && (await page.locator(".why li", { hasText: "Pass" }).count()) > 0) break;
    await act(who, roll);
  }
  const before = await step(page);
  await touch(other.first(), false);
  await page.locator("table-tip", { hasText: "It must be an eight" }).waitFor();
  assert.equal(await step(page), before, "nothing has changed");
  await page.getByText("Why not …").click();
  assert.match(await page.locator(".why ul").innerText(), /Pass — You can only pass when the stock is empty/);
  assert.deepEqual(who.faults, []);
});

test("a seat without a turn is said to be all in or folded where the rules say so, and not to have passed", { timeout: 300_000 }, async () => {
  const who = await person(browser, host.url, { name: "Ada" });
  const { page } = who;
  await playWith(page, "Hold'em", { seats: 4 });
  await page.evaluate(() => {
    const table = document.querySelector("card-table");
    const told = (globalThis.told = []);
    const { show } = table;
    table.show = (...args) => {
      show.apply(table, args);
      told.push(...[...document.querySelectorAll("table-seat")].map((seat) => [seat.querySelector(".seat-state").textContent, seat.querySelector(".seat-facts").textContent, seat.getAttribute("aria-label")]));
    };
  });
  const roll = dice(3);
  const isTold = () => page.evaluate(() => ["all in", "folded"].every((word) => globalThis.told.some(([state]) => state.includes(word))));
  const prefers = (/** @type {string[]} */ texts) => ((at) => (at < 0 ? null : at))(texts.findIndex((text) => /^(call|check|fold)/i.test(text)));
  for (let n = 0; n < 80 && !(await isTold()); n++) {
    if ((await asked(page)) === "asked") await act(who, roll, prefers);
    else {
      await page.locator(".result").getByRole("button", { name: "Play again" }).click();
      await until(page, () => !document.querySelector("game-view").session.replica.view.status.result);
    }
  }
  assert.ok(await isTold(), "seats were all in, and others had folded");
  const told = await page.evaluate(() => globalThis.told);
  assert.deepEqual(told.filter(([state]) => /passed/.test(state)), []);
  // It is said once.
  assert.deepEqual(told.filter(([state, facts]) => /all in|folded/.test(state) && /all in|folded/.test(facts)), []);
  assert.ok(told.every(([state, , label]) => label.includes(state.split(" · ")[0])));
  assert.deepEqual(who.faults, []);
});

test("a choice is taken back when all agree, and a line that is lost is found again", { timeout: 300_000 }, async () => {
  // A hidden bid tells the others nothing.
  const { ada, grace, link } = await twoAt(browser, host.url, "Goofspiel", { seats: 2, private: true });
  assert.match(link, /#\/join\//, "a private table has a code");
  await asked(ada.page);
  const before = await step(ada.page);
  await act(ada, dice(1));
  assert.equal(await ada.page.locator("action-bar.asked").count(), 0, "it is for the other to bid");
  await ada.page.getByRole("button", { name: "Ask to take the last choice back" }).click();
  await grace.page.getByRole("button", { name: "Agree" }).click();
  await asked(ada.page);
  assert.equal(await step(ada.page), before);
  await ada.page.locator(".log-lines", { hasText: "was taken back" }).waitFor();

  await grace.page.getByRole("tab", { name: "Chat" }).click();
  await grace.page.getByLabel("Say something").fill("<b>well</b> played");
  await grace.page.getByRole("button", { name: "Say", exact: true }).click();
  await ada.page.getByRole("tab", { name: /^Chat/ }).click();
  await ada.page.locator(".chat-lines", { hasText: "<b>well</b> played" }).waitFor();
  assert.equal(await ada.page.locator(".chat-lines .said span b").count(), 0, "texts are texts");

  // The connection breaks while the others continue, and cannot be had until they have.
  await grace.page.evaluate(() => {
    const { connection } = document.querySelector("game-view").session;
    connection.start = () => {};
    connection.socket.close();
  });
  await grace.page.locator(".line-state", { hasText: "lost" }).waitFor();
  await asked(ada.page);
  await act(ada, dice(4));
  const seen = await step(ada.page);
  await grace.page.evaluate(() => {
    const { connection } = document.querySelector("game-view").session;
    delete connection.start;
    connection.start();
  });
  await grace.page.locator(".line-state", { hasText: "lost" }).waitFor({ state: "detached" });
  await until(grace.page, (least) => document.querySelector("game-view").session.replica.view.seq >= least, seen);
  // What is answered now comes behind all that was missed.
  await grace.page.evaluate(() => document.querySelector("game-view").session.call({ ping: {} }).then(() => {}));
  assert.equal(await grace.page.locator(".chat-lines .said").count(), 1, "what was said is there once");
  for (const who of [ada, grace]) assert.deepEqual(who.faults, []);
});

test("the owner chooses other house rules before the game", { timeout: 180_000 }, async () => {
  const ada = await person(browser, host.url, { name: "Ada" });
  const { page } = ada;
  await page.locator(".game").first().waitFor();
  await openTable(page, "Goofspiel", { seats: 2, bots: 1 });
  const chosen = page.getByRole("list", { name: "What was chosen" });
  const rules = page.getByRole("button", { name: "House rules" });
  for (const [value, shown] of [["Carry", true], ["Discard", false]]) {
    await rules.click();
    const form = page.getByRole("dialog");
    await form.getByLabel(/equal is discarded/).selectOption(value);
    await form.getByRole("button", { name: "Play like this" }).click();
    await form.waitFor({ state: "detached" });
    await chosen.getByText(": carry").waitFor({ state: shown ? "visible" : "detached" });
  }
  await page.getByRole("button", { name: /^Start/ }).click();
  await game(page).waitFor();
  assert.deepEqual(ada.faults, []);
});
