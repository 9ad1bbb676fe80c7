// Columns that cascade: each card lies over the one above, and the last one is whole.

import assert from "node:assert/strict";
import { test } from "node:test";
import { TEST_RULESETS } from "./support/host.js";
import { open } from "./support/open.js";
import { resize, until } from "./support/browser.js";
import { asked, press, twoAt } from "./support/play.js";

const { browser, host } = await open([TEST_RULESETS]);

/** The columns of the table: where each is, and its cards from above. */
const columns = (page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("card-zone.column")].map((zone) => {
      const at = ({ left, top, width, height }) => ({ left, top, width, height });
      const cards = [...zone.querySelectorAll("playing-card")].map((card) => ({ ...at(card.getBoundingClientRect()), down: card.classList.contains("down"), label: card.getAttribute("aria-label") }));
      return { ...at(zone.querySelector(".cards").getBoundingClientRect()), cards };
    }),
  );

/** Which card is at the middle of what is seen of each card of a column. */
const touched = (page, nth) =>
  page.evaluate((nth) => {
    const zone = document.querySelectorAll("card-zone.column")[nth];
    const cards = [...zone.querySelectorAll("playing-card")];
    return cards.map((card, at) => {
      const [box, next] = [card.getBoundingClientRect(), cards[at + 1]?.getBoundingClientRect()];
      const bottom = next ? next.top : box.bottom;
      const found = document.elementFromPoint(box.left + box.width / 2, (box.top + bottom) / 2)?.closest("playing-card");
      return cards.indexOf(/** @type {any} */ (found));
    });
  }, nth);

for (const [name, size, phone] of [["a large screen", { width: 1440, height: 900 }, false], ["a phone", { width: 390, height: 844 }, true]]) {
  test(`columns cascade on ${name}`, { timeout: 300_000 }, async () => {
    const { ada, grace } = await twoAt(browser, host.url, "Columns", { phone });
    const { page } = ada;
    await asked(page);
    await resize(page, size);
    const check = async (counts) => {
      const all = await columns(page);
      assert.deepEqual(all.map(({ cards }) => cards.length), counts);
      const tops = new Set(all.map(({ top }) => Math.round(top)));
      assert.equal(tops.size, 1, "they stand side by side and begin at one height");
      const table = await page.locator("card-table").evaluate((one) => ({ fits: one.felt.offsetHeight <= one.clientHeight + 1, box: one.getBoundingClientRect().toJSON() }));
      assert.ok(table.fits, "nothing has to be scrolled");
      all.forEach(({ left, width, top, height, cards }, at) => {
        assert.ok(left >= table.box.left - 1 && left + width <= table.box.right + 1, `column ${at} is on the table`);
        if (at > 0) assert.ok(left >= all[at - 1].left + all[at - 1].width, "no column lies on another");
        assert.ok(Math.abs(cards.at(-1).top + cards.at(-1).height - top - height) <= 1, "the last card ends the column");
        assert.ok(cards.at(-1).height >= 44, "and is large enough to be read");
        cards.slice(1).forEach((card, n) => {
          const above = cards[n];
          assert.ok(Math.abs(card.left - above.left) <= 1, "straight down");
          const shown = (card.top - above.top) / above.height;
          // The sign in the corner of an open card ends at a seventh of its height.
          assert.ok(shown >= (above.down ? 0.05 : 0.15) && shown < 0.6, `${shown} of a card is seen`);
        });
      });
      return all;
    };
    await until(page, () => document.querySelectorAll("card-zone.column playing-card").length === 35);
    const all = await check([2, 3, 4, 5, 6, 7, 8]);
    for (const { cards } of all) {
      assert.deepEqual(cards.map(({ down }) => down), cards.map((_, at) => at < cards.length - 1), "the last one lies open");
    }
    assert.deepEqual(await touched(page, 6), [0, 1, 2, 3, 4, 5, 6, 7], "each card is touched where it is seen");

    // Open cards show more of themselves; a long column is drawn closer together.
    await press(page, "Deal to the first column");
    await until(page, () => document.querySelectorAll("card-zone.column")[0].querySelectorAll("playing-card").length === 10);
    await press(page, "Deal to the first column");
    await until(page, () => document.querySelectorAll("card-zone.column")[0].querySelectorAll("playing-card").length === 18);
    await check([18, 3, 4, 5, 6, 7, 8]);

    // A card out of the middle, by keys: up and down go through a column.
    const lit = page.locator("card-zone.column").first().locator("playing-card.lit");
    await lit.first().focus();
    await page.keyboard.press("ArrowDown");
    const second = await page.evaluate(() => document.activeElement?.getAttribute("aria-label"));
    assert.equal(second, await lit.nth(1).getAttribute("aria-label"));
    await page.keyboard.press("ArrowUp");
    assert.equal(await page.evaluate(() => document.activeElement?.getAttribute("aria-label")), await lit.first().getAttribute("aria-label"));
    await page.keyboard.press("Enter");
    await until(page, () => document.querySelectorAll("card-zone.column")[0].querySelectorAll("playing-card").length === 17);
    for (const who of [ada, grace]) assert.deepEqual(who.faults, []);
  });
}
