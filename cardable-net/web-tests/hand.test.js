// A pointer can reach every card of a hand, however large it is, and the hand keeps its layout while cards are
// selected.

import assert from "node:assert/strict";
import { test } from "node:test";
import { TEST_RULESETS } from "./support/host.js";
import { open } from "./support/open.js";
import { isAtRest, isLaidOut, person, until } from "./support/browser.js";
import { asked, playWith } from "./support/play.js";

const { browser, host } = await open([TEST_RULESETS]);

/** The cards of the person's own hand from left to right, with the visible part of each from top to bottom. */
const cards = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll(".zone.fan.own playing-card")].map((card, at, all) => {
      const box = card.getBoundingClientRect();
      const next = all[at + 1]?.getBoundingClientRect();
      // A rotated card does not fill its bounding box, so take the middle of the part that the next card leaves free.
      const x = next ? (box.left + Math.min(box.right, next.left)) / 2 + (box.width - card.offsetWidth) / 4 : box.left + box.width / 2;
      return { key: card.key, x, ys: [0.3, 0.5, 0.7].map((part) => box.top + box.height * part) };
    }),
  );

/** The card at a place, at once and when all that a pointer there moves has come to rest. */
const under = (page, { x, y }) =>
  page.evaluate(([x, y]) => {
    const found = () => document.elementFromPoint(x, y)?.closest("playing-card")?.key ?? null;
    const before = found();
    for (const one of document.getAnimations()) one.finish();
    return [before, found()];
  }, [x, y]);

const selected = (page) => page.evaluate(() => [...document.querySelectorAll(".zone.fan.own playing-card.selected")].map((card) => card.key));

for (const [width, height, many, phone] of [[1024, 768, 13, false], [1440, 900, 27, false], [390, 844, 13, true]]) {
  test(`each of ${many} cards is reached at ${width}×${height}`, { timeout: 300_000 }, async () => {
    const who = await person(browser, host.url, { phone, moves: !phone, size: { width, height } });
    const { page } = who;
    await playWith(page, "Handful", { options: { hand: many } });
    await asked(page);
    await isLaidOut(page);
    // Cards that are dealt lie where they belong when they have come there.
    await isAtRest(page);
    const hand = await cards(page);
    assert.equal(hand.length, many);
    // From one card to the next, and back.
    for (const way of [hand, hand.toReversed()]) {
      for (const { key, x, ys } of way) {
        for (const y of ys) {
          if (!phone) await page.mouse.move(x, y);
          assert.deepEqual(await under(page, { x, y }), [key, key], `what is seen at ${x},${y}`);
        }
      }
    }
    // Touching a card selects it, and touching it again deselects it.
    for (const { key, x, ys: [, y] } of hand) {
      const press = () => (phone ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
      await press();
      await until(page, (key) => [...document.querySelectorAll("playing-card.selected")].some((card) => card.key === key), key);
      assert.deepEqual(await selected(page), [key]);
      await press();
      await until(page, () => !document.querySelector("playing-card.selected"));
    }
    assert.deepEqual(who.faults, []);
    await who.context.close();
  });
}

/** Position and size of the bar, the hand and its cards. */
const places = (page) =>
  page.evaluate(() =>
    ["action-bar", "card-table", ".zone.fan.own", ".zone.fan.own .cards"].map((what) => {
      const { left, top, width, height } = document.querySelector(what).getBoundingClientRect();
      return [what, ...[left, top, width, height].map(Math.round)];
    }),
  );

for (const [width, height] of [[1440, 900], [1024, 768], [844, 390], [390, 844], [360, 640]]) {
  test(`a hand stays as it is while cards are selected at ${width}×${height}`, { timeout: 180_000 }, async () => {
    const phone = Math.min(width, height) < 500;
    const who = await person(browser, host.url, { phone, size: { width, height } });
    const { page } = who;
    await playWith(page, "Handful", { options: { hand: 13 } });
    await asked(page);
    await isLaidOut(page);
    const before = await places(page);
    for (let n = 0; n < 3; n++) {
      const { x, ys: [, y] } = (await cards(page))[n * 3];
      await (phone ? page.touchscreen.tap(x, y) : page.mouse.click(x, y));
      await until(page, (n) => document.querySelectorAll("playing-card.selected").length === n, n + 1);
      await page.getByRole("button", { name: "Clear" }).waitFor();
      assert.deepEqual(await places(page), before, `${n + 1} selected`);
    }
    await page.getByRole("button", { name: "Clear" }).click();
    await until(page, () => !document.querySelector("playing-card.selected"));
    assert.deepEqual(await places(page), before);
    assert.deepEqual(who.faults, []);
    await who.context.close();
  });
}
