// Animated cards, unless the person prefers reduced motion; and sounds, if the person
// turns them on.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./support/open.js";
import { isAtRest, person, until } from "./support/browser.js";
import { act, asked, dice, game, playBots, step, touch } from "./support/play.js";

const { browser, host } = await open([]);

/** Records every animation of the page, with the position of its card at the start. */
const noteMoves = (page) =>
  page.evaluate(() => {
    const made = (globalThis.made = []);
    const { animate } = Element.prototype;
    Element.prototype.animate = function (frames, how) {
      const box = this.getBoundingClientRect();
      const [, x = 0, y = 0] = /translate\((-?[\d.]+)px, (-?[\d.]+)px\)/.exec(frames[0]?.transform ?? "") ?? [];
      made.push({ key: this.key, zone: Number(this.dataset.zone), from: [box.left + box.width / 2 + Number(x), box.top + box.height / 2 + Number(y)], far: Math.hypot(Number(x), Number(y)), duration: how.duration });
      return animate.call(this, frames, how);
    };
  });

/** A card that can be played, and the position of its centre at rest. */
const litCard = (page) =>
  page.evaluate(() => {
    const card = document.querySelector(".fan.own playing-card.lit");
    if (!card) return null;
    const box = card.getBoundingClientRect();
    return { key: card.key, at: [box.left + box.width / 2, box.top + box.height / 2] };
  });

for (const moves of [true, false]) {
  test(moves ? "a card that is played is seen to go from the hand to the pile" : "nothing moves where nothing is to move", { timeout: 300_000 }, async () => {
    const who = await person(browser, host.url, { name: "Ada", moves });
    const { page } = who;
    await playBots(who, "Crazy Eights");
    const roll = dice(2);
    while ((await asked(page)) === "asked" && !(await litCard(page))) await act(who, roll);
    await page.mouse.move(5, 5);
    await isAtRest(page);
    await noteMoves(page);
    const card = await litCard(page);
    const before = await step(page);
    await touch(page.locator(".fan.own playing-card.lit").first(), false);
    await until(page, (least) => document.querySelector("game-view").shown.view.seq > least, before);
    if (!moves) {
      await asked(page);
      assert.deepEqual(await page.evaluate(() => globalThis.made), []);
      assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
    } else {
      const way = await until(page, (key) => globalThis.made.find((one) => one.key === key && one.far > 60), card.key);
      const off = Math.hypot(way.from[0] - card.at[0], way.from[1] - card.at[1]);
      assert.ok(off < 30, `it sets off where it lay, not ${off} pixels from there`);
      assert.ok(way.duration >= 200);
      const name = await page.evaluate((zone) => document.querySelector("card-table").info.zone(zone).def.name, way.zone);
      assert.equal(name, "discard", "it lies on the pile");
      // All animations end: no card stays above the others.
      await asked(page);
      await until(page, () => document.getAnimations().every((one) => one.playState === "finished") && !document.querySelector("playing-card.moving"));
    }
    assert.deepEqual(who.faults, []);
  });
}

test("the last card of a trick is seen before the trick is taken, also where nothing is to move", { timeout: 300_000 }, async () => {
  const who = await person(browser, host.url, { name: "Ada", looks: true });
  const { page } = who;
  await playBots(who, "Whist");
  await asked(page);
  await page.evaluate(() => {
    const table = document.querySelector("card-table");
    const seen = (globalThis.tricks = []);
    const { show } = table;
    table.show = (...args) => {
      show.apply(table, args);
      seen.push({ n: document.querySelectorAll(".trick playing-card").length, at: performance.now() });
    };
  });
  const roll = dice(4);
  const whole = () => page.evaluate(() => globalThis.tricks.some(({ n }) => n === 4));
  for (let n = 0; n < 12 && !(await whole()) && (await asked(page)) === "asked"; n++) await act(who, roll);
  await asked(page);
  const long = await until(page, () => {
    const first = globalThis.tricks.findIndex(({ n }) => n === 4);
    const next = globalThis.tricks.slice(first).find(({ n }) => n < 4);
    return first >= 0 && next ? next.at - globalThis.tricks[first].at : 0;
  });
  assert.ok(long > 900, `it is seen for ${long} ms`);
  assert.equal(await page.evaluate(() => document.getAnimations().length), 0);
  assert.deepEqual(who.faults, []);
});

test("sounds are off until somebody wants them", { timeout: 300_000 }, async () => {
  const who = await person(browser, host.url, { name: "Ada" });
  const { page } = who;
  await page.addInitScript(() => {
    const heard = (globalThis.heard = { contexts: 0, tones: 0, noises: 0, states: [] });
    const Made = globalThis.AudioContext;
    globalThis.AudioContext = class extends Made {
      constructor() {
        super();
        heard.contexts++;
        this.addEventListener("statechange", () => heard.states.push(this.state));
      }
    };
    const start = (kind, name) => {
      const { start: original } = kind.prototype;
      kind.prototype.start = function (...args) {
        heard[name]++;
        return original.apply(this, args);
      };
    };
    start(globalThis.OscillatorNode, "tones");
    start(globalThis.AudioBufferSourceNode, "noises");
  });
  await page.reload();
  const heard = () => page.evaluate(() => globalThis.heard);
  await playBots(who, "Crazy Eights");
  const roll = dice(2);
  for (let n = 0; n < 3 && (await asked(page)) === "asked"; n++) await act(who, roll);
  const quiet = { contexts: 0, tones: 0, noises: 0, states: [] };
  assert.deepEqual(await heard(), quiet, "nothing sounds by itself");

  const off = page.getByRole("button", { name: "Sound is off" });
  assert.equal(await off.getAttribute("aria-pressed"), "false");
  await off.click();
  const on = page.getByRole("button", { name: "Sound is on" });
  assert.equal(await on.getAttribute("aria-pressed"), "true");
  await until(page, () => globalThis.heard.tones > 0);
  await asked(page);
  await act(who, roll);
  await until(page, () => globalThis.heard.noises > 0);
  assert.equal((await heard()).contexts, 1);

  // The setting is stored; a page that nobody has touched yet stays silent.
  await page.reload();
  await game(page).waitFor();
  await on.waitFor();
  await asked(page);
  await act(who, roll);
  await until(page, () => globalThis.heard.noises > 0 && globalThis.heard.states.every((state) => state === "running"));
  await on.click();
  await off.waitFor();
  const then = await heard();
  await asked(page);
  await act(who, roll);
  await asked(page);
  const { tones, noises } = await heard();
  assert.deepEqual({ tones, noises }, { tones: then.tones, noises: then.noises });
  assert.deepEqual(who.faults, []);
});
