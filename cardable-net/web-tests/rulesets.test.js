// Every included ruleset, on large screens and on phones of two sizes: nothing is cut off or
// lies outside the page, a move can be made by hand, and looking back shows the table as it
// was.

import assert from "node:assert/strict";
import { mkdirSync } from "node:fs";
import path from "node:path";
import { before, test } from "node:test";
import { TARGET } from "./support/host.js";
import { open } from "./support/open.js";
import { person, resize } from "./support/browser.js";
import { act, asked, dice, game, openTable, playBots, step } from "./support/play.js";

const SCREENS = path.join(TARGET, "screens");

let games;
mkdirSync(SCREENS, { recursive: true });
// At a table without an end, bots in a hurry never stop.
const { browser, hosts: [host, calm] } = await open([], [[], { hurry: false }]);
before(async () => {
  const { page, context } = await person(browser, host.url);
  await page.locator(".game h4").first().waitFor();
  games = await page.evaluate(() => document.querySelector("lobby-view").session.welcome.rulesets.map(({ title, endless }) => ({ title, endless })));
  await context.close();
});

/** Elements outside the page, and cards without a face or a name. */
const troubles = (page) =>
  page.evaluate(() => {
    const told = [];
    if (document.documentElement.scrollWidth > innerWidth + 1) told.push(`the page is ${document.documentElement.scrollWidth} wide`);
    const cards = [...document.querySelectorAll("card-table playing-card")];
    if (cards.length === 0) told.push("there are no cards");
    for (const card of cards) {
      const name = card.getAttribute("aria-label");
      if (!name) told.push("a card has no name");
      if (!card.querySelector("svg use, img")) told.push(`${name} is not drawn`);
      const box = card.getBoundingClientRect();
      if (box.width > 0 && (box.left < -box.width * 0.2 || box.right > innerWidth + box.width * 0.2)) told.push(`${name} lies outside: ${Math.round(box.left)}–${Math.round(box.right)} of ${innerWidth}`);
    }
    const uses = [...document.querySelectorAll("card-table use")].map((use) => use.getAttribute("href"));
    for (const href of new Set(uses)) if (!document.querySelector(href)) told.push(`${href} is missing`);
    for (const zone of document.querySelectorAll("card-zone")) if (!zone.hidden && !zone.getAttribute("aria-label")) told.push("a zone has no name");
    const bar = document.querySelector("action-bar").getBoundingClientRect();
    if (bar.bottom > innerHeight + 1) told.push("what can be done is below the window");
    return told;
  });

/** Starts a game that no rule ends. The lobby offers no bots for it, but they take its free seats all the same. */
async function playOpen({ page }, title) {
  await openTable(page, title, {});
  await page.getByRole("button", { name: /^Start/ }).click();
  await game(page).waitFor();
}

/** From now on, records what the table shows after each choice: every card by its zone and name, and every seat. @param {import("playwright-core").Page} page */
const keepTables = (page) =>
  page.evaluate(() => {
    const view = document.querySelector("game-view");
    const { table } = view;
    globalThis.tableNow = () =>
      JSON.stringify({
        // What is possible now is not part of the past.
        cards: [...table.querySelectorAll("playing-card")].map((card) => `${card.dataset.zone} ${card.getAttribute("aria-label").split(",")[0]}`),
        zones: [...table.querySelectorAll("card-zone")].map((zone) => zone.getAttribute("aria-label")),
        facts: [...table.querySelectorAll(".facts, .seat-facts, .seat-name")].map((one) => one.textContent),
      });
    globalThis.kept = new Map();
    const { show } = table;
    table.show = (replica, about) => {
      show.call(table, replica, about);
      if (!view.past && view.halfway === 0) globalThis.kept.set(replica.view.seq, globalThis.tableNow());
    };
    view.render();
  });

/** Looks at everything recorded again, with the slider. @param {import("playwright-core").Page} page */
async function lookBack(page) {
  await page.getByRole("button", { name: "Replay", exact: true }).click();
  const slider = page.getByRole("slider", { name: "Step" });
  await slider.waitFor();
  const kept = await page.evaluate(() => {
    const steps = [];
    document.querySelector("game-view").past.steps.forEach((_, at) => steps.push(at));
    return { steps, seqs: [...globalThis.kept.keys()] };
  });
  let looked = 0;
  // Also backwards, where the page must not derive a table from the one after it.
  for (const at of [...kept.steps, ...kept.steps.slice(0, -1).reverse()]) {
    await slider.fill(String(at));
    const [was, is] = await page.evaluate(() => [globalThis.kept.get(document.querySelector("game-view").shown.view.seq), globalThis.tableNow()]);
    if (was === undefined) continue;
    assert.equal(is, was, `step ${at}`);
    looked++;
  }
  await page.getByRole("button", { name: "End the replay" }).click();
  return looked;
}

for (const phone of [false, true]) {
  // Two at once: most of the time a page waits, for the host or for its own drawing. They are told in their order all the same.
  test(`every ruleset on ${phone ? "a phone" : "a large screen"}`, { concurrency: 2 }, async (t) => {
    assert.ok(games.length >= 12, games.map(({ title }) => title).join(", "));
    const played = games.map(({ title, endless }) =>
      t.test(title, { timeout: 300_000 }, async () => {
        const who = await person(browser, (endless ? calm : host).url, { name: "Ada", phone });
        const { page } = who;
        await (endless ? playOpen(who, title) : playBots(who, title));
        assert.equal(await asked(page), "asked", "this seat comes to choose");
        assert.deepEqual(await troubles(page), []);
        await keepTables(page);
        const first = await step(page);
        const roll = dice(7);
        // A pick of several cards, or a question, takes more than one touch.
        for (let n = 0; n < 40 && (await step(page)) === first; n++) await act(who, roll);
        assert.ok((await step(page)) > first, "a move was made");
        assert.deepEqual(await troubles(page), []);
        await resize(page, phone ? { width: 390, height: 844 } : { width: 1440, height: 900 });
        assert.deepEqual(await troubles(page), [], "in a larger window");
        assert.deepEqual(who.faults, []);
        const name = `${title.toLowerCase().replaceAll(/\W+/g, "-")}${phone ? "-phone" : ""}`;
        await page.screenshot({ path: path.join(SCREENS, `${name}.png`) });
        // It is the same on a phone.
        if (!phone) assert.ok((await lookBack(page)) >= 2, "the table was looked at again");
        assert.deepEqual(who.faults, []);
        await who.context.close();
      }),
    );
    await Promise.all(played);
  });
}
