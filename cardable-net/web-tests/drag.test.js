// Dragging cards to where they go: with a mouse, and with a finger on a phone.

import assert from "node:assert/strict";
import { test } from "node:test";
import { TEST_RULESETS } from "./support/host.js";
import { open } from "./support/open.js";
import { person, resize, until } from "./support/browser.js";
import { act, asked, dice, game, playBots, press, step, stepIs, twoAt } from "./support/play.js";

const { browser, host } = await open([TEST_RULESETS]);

/** Where to touch a thing: only the left edge of a card in a fan is certain to be visible. @param {import("playwright-core").Locator} thing */
async function spot(thing) {
  await thing.scrollIntoViewIfNeeded();
  const box = await thing.boundingBox();
  const isCard = await thing.evaluate((one) => one.localName === "playing-card");
  return { x: box.x + (isCard ? 8 : box.width / 2), y: box.y + box.height / 2 };
}

/** Points from one place to another. */
const between = (from, to) => [0.2, 0.5, 0.8, 1].map((part) => ({ x: from.x + (to.x - from.x) * part, y: from.y + (to.y - from.y) * part }));

/** Drags one thing to another. Before it is dropped, it must be over the named zone, or over none. */
async function draw(who, thing, goal, over) {
  const [from, to] = [await spot(thing), await spot(goal)];
  const seen = () =>
    until(who.page, (wanted) => {
      const goals = [...document.querySelectorAll(".zone.goal .zone-name")].map((one) => one.textContent);
      return document.querySelectorAll(".ghost").length === 1 && goals.join() === (wanted ?? "");
    }, over);
  if (!who.phone) {
    await who.page.mouse.move(from.x, from.y);
    await who.page.mouse.down();
    for (const { x, y } of between(from, to)) await who.page.mouse.move(x, y);
    await seen();
    return who.page.mouse.up();
  }
  const line = await who.context.newCDPSession(who.page);
  const send = (type, ...points) => line.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  await send("touchStart", from);
  for (const point of between(from, to)) await send("touchMove", point);
  await seen();
  await send("touchEnd");
  await line.detach();
}

/** Plays until some of one's own cards are lit, and returns them. @param {Parameters<typeof act>[0]} who */
async function ownLit(who) {
  const roll = dice(4);
  const lit = who.page.locator(".fan.own playing-card.lit");
  while ((await asked(who.page)) === "asked" && (await lit.count()) === 0) await act(who, roll);
  return lit;
}

for (const phone of [false, true]) {
  const by = phone ? "a finger" : "a mouse";

  test(`a card is played with ${by}`, { timeout: 300_000 }, async () => {
    const who = await person(browser, host.url, { name: "Ada", phone });
    const { page } = who;
    await playBots(who, "Crazy Eights");
    const lit = await ownLit(who);
    const before = await step(page);
    const name = (await lit.first().getAttribute("aria-label")).split(",")[0];
    const discards = page.locator(".shared card-zone", { hasText: "Discard pile" });

    // Not far enough, or back to the hand: this does nothing.
    const hand = page.locator(".fan.own playing-card");
    const isLast = await lit.first().evaluate((one) => one === [...document.querySelectorAll(".fan.own playing-card")].at(-1));
    await draw(who, lit.first(), isLast ? hand.first() : hand.last());
    await until(page, () => !document.querySelector(".ghost"));
    // Nor does it beside the table.
    for (const beside of [".page-head", "action-bar .bar-text"]) {
      await draw(who, lit.first(), page.locator(beside));
      await until(page, () => !document.querySelector(".ghost, playing-card.drawn"));
    }
    assert.equal(await page.evaluate(() => document.querySelector("game-view").sending), false);
    assert.equal(await step(page), before);

    await draw(who, lit.first(), discards, "Discard pile");
    await until(page, (least) => document.querySelector("game-view").session.replica.view.seq > least, before);
    await page.locator(".log-lines li", { hasText: name }).first().waitFor({ state: "attached" });
    await until(page, () => !document.querySelector(".ghost, playing-card.drawn, .goal"));
    assert.deepEqual(who.faults, []);
  });

  test(`several cards go together with ${by}`, { timeout: 180_000 }, async () => {
    const { ada, grace } = await twoAt(browser, host.url, "Painted", { phone });
    const who = phone ? grace : ada;
    const { page } = who;
    if (phone) {
      await press(ada.page, "Draw");
      // A touch plays the only card there is.
      await ada.page.locator(".fan.own playing-card").click();
      await asked(page);
    }
    for (let n = 0; n < 3; n++) await press(page, "Draw");
    const hand = page.locator(".fan.own playing-card");
    // The rules have selected the drawn cards; deselect one of the three.
    await page.locator(".fan.own playing-card.selected").nth(2).waitFor();
    await (phone ? hand.nth(1).tap({ position: { x: 8, y: 30 }, force: true }) : hand.nth(1).click({ position: { x: 8, y: 30 }, force: true }));
    await until(page, () => document.querySelectorAll(".fan.own .selected").length === 2);
    const before = await step(page);
    await draw(who, page.locator(".fan.own playing-card.selected").first(), page.locator("card-zone.grid .cards"), "Wall");
    await stepIs(page, before + 1);
    assert.equal(await hand.count(), 1);
    for (const one of [ada, grace]) assert.deepEqual(one.faults, []);
  });
}

test("a card that is drawn while the tablet is turned stays where it was", { timeout: 180_000 }, async () => {
  const who = await person(browser, host.url, { name: "Ada", phone: true, size: { width: 820, height: 1180 } });
  const { page } = who;
  await playBots(who, "Crazy Eights");
  const lit = await ownLit(who);
  const before = await step(page);
  const line = await who.context.newCDPSession(page);
  const send = (type, ...points) => line.send("Input.dispatchTouchEvent", { type, touchPoints: points });
  const from = await spot(lit.first());
  await send("touchStart", from);
  for (const point of between(from, await spot(page.locator(".shared card-zone", { hasText: "Discard pile" })))) await send("touchMove", point);
  await until(page, () => document.querySelector(".ghost") && document.querySelector(".zone.goal"));
  await resize(page, { width: 1180, height: 820 });
  await until(page, () => !document.querySelector(".ghost, playing-card.drawn, .goal"));
  await send("touchEnd");
  await line.detach();
  assert.equal(await page.evaluate(() => document.querySelector("game-view").sending), false);
  assert.equal(await step(page), before);
  assert.deepEqual(who.faults, []);
});

test("with a card of a column all that lies on it is drawn", { timeout: 180_000 }, async () => {
  const { ada, grace } = await twoAt(browser, host.url, "Columns");
  const { page } = ada;
  await asked(page);
  await press(page, "Deal to the first column");
  await until(page, () => document.querySelectorAll("card-zone.column")[0].querySelectorAll("playing-card").length === 10);
  const before = await step(page);
  const card = page.locator("card-zone.column").first().locator("playing-card.lit").first();
  const box = await card.boundingBox();
  const from = { x: box.x + box.width / 2, y: box.y + 6 };
  const to = { x: from.x + 150, y: from.y + 40 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  for (const { x, y } of between(from, to)) await page.mouse.move(x, y);
  const moved = await page.evaluate(() => {
    const at = (card) => [Math.round(card.getBoundingClientRect().left), Math.round(card.getBoundingClientRect().top)];
    const drawn = [...document.querySelectorAll("playing-card.drawn:not(.ghost)")].map(at);
    const shown = [...document.querySelectorAll("playing-card.ghost")].map(at);
    const column = [...document.querySelectorAll("card-zone.column")[0].querySelectorAll("playing-card")];
    return { wanted: column.length - column.findIndex((one) => one.classList.contains("lit")), drawn: drawn.length, by: shown.map(([x, y], n) => [x - drawn[n][0], y - drawn[n][1]]) };
  });
  assert.ok(moved.wanted > 1, "cards lie on it");
  assert.equal(moved.drawn, moved.wanted);
  assert.equal(moved.by.length, moved.wanted);
  for (const [x, y] of moved.by) assert.ok(Math.abs(x - 150) <= 3 && Math.abs(y - 40) <= 3, `a card has gone ${x}, ${y}`);
  // Let go beside the table, all of them lie where they lay.
  const head = await page.locator(".page-head").boundingBox();
  await page.mouse.move(head.x + 300, head.y + 10);
  await page.mouse.up();
  await until(page, () => !document.querySelector(".ghost, playing-card.drawn"));
  assert.equal(await step(page), before);
  for (const who of [ada, grace]) assert.deepEqual(who.faults, []);
});
