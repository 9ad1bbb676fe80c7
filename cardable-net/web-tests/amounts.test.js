// Numbers out of a wide range are drawn on a slider, bids are made in a box, an auction is read as a table, and pots as lines.

import assert from "node:assert/strict";
import { test } from "node:test";
import { TEST_RULESETS } from "./support/host.js";
import { open } from "./support/open.js";
import { person, until } from "./support/browser.js";
import { asked, playWith, press, step } from "./support/play.js";

const { browser, host } = await open([TEST_RULESETS]);

for (const phone of [false, true]) {
  test(`a number is drawn, typed or taken from a few${phone ? ", on a phone" : ""}`, { timeout: 120_000 }, async () => {
    const { page, faults } = await person(browser, host.url, { name: "Ada", phone });
    await playWith(page, "Amounts", { seats: 2 });
    await press(page, "Name a number");
    const slider = page.getByRole("slider", { name: "How much?" });
    const field = page.getByRole("spinbutton", { name: "A number from 5 to 200" });
    const said = () => slider.getAttribute("aria-valuetext");
    assert.ok(await slider.evaluate((one) => one === document.activeElement), "the slider has the focus");
    assert.equal(await said(), "5, the least");
    await page.keyboard.press("ArrowRight");
    assert.equal(await field.inputValue(), "6");
    assert.equal(await said(), "6 of 200");
    await page.keyboard.press("End");
    assert.equal(await said(), "200, the most");
    await page.getByRole("button", { name: "Half 100" }).click();
    assert.equal(await slider.inputValue(), "100");
    assert.match(await page.locator(".quick[aria-pressed=true]").innerText(), /^Half\s+100$/);
    await page.getByRole("button", { name: "One more" }).click();
    assert.equal(await slider.inputValue(), "101");

    const box = await slider.boundingBox();
    assert.ok(box && box.height >= 44, "a thumb reaches it");
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.mouse.down();
    await page.mouse.move(box.x + 2, box.y + box.height / 2);
    await page.mouse.up();
    assert.equal(await field.inputValue(), "5", "it was drawn to the left");

    const before = await step(page);
    await field.fill("900");
    await field.press("Enter");
    assert.ok(await field.evaluate((one) => one.matches(":invalid")), "that is too much");
    assert.equal(await step(page), before);
    await field.fill("77");
    assert.equal(await said(), "77 of 200");
    await field.press("Enter");
    await page.locator(".fact", { hasText: "named 77" }).waitFor();
    assert.equal(await page.locator("table-prompt").isVisible(), false);
    assert.deepEqual(faults, []);
  });
}

test("pots are lines on the table, and among the scores", { timeout: 60_000 }, async () => {
  const { page, faults } = await person(browser, host.url, { name: "Ada" });
  await playWith(page, "Amounts", { seats: 2 });
  await press(page, "Part the pot");
  const [main, side] = await page.locator(".facts.lines .fact").allInnerTexts();
  assert.match(main, /^main pot 60 for you and \p{Lu}\p{L}+$/u);
  assert.equal(side, "side pot 12 for you");
  await page.getByRole("tab", { name: "Scores" }).click();
  assert.match(await page.locator(".scores").innerText(), /Pots\s+main pot 60 for you and \S+\. side pot 12 for you/);
  assert.deepEqual(faults, []);
});

for (const phone of [false, true]) {
  test(`bids lie in a box, and the auction is a table${phone ? ", on a phone" : ""}`, { timeout: 120_000 }, async () => {
    const { page, faults } = await person(browser, host.url, { name: "Ada", phone });
    await playWith(page, "Bridge", { seats: 4 });
    const box = page.getByRole("group", { name: "Bid" });
    assert.equal(await asked(page), "asked");
    const bids = box.getByRole("button");
    assert.equal(await bids.count(), 35);
    const first = await box.locator("button:not(:disabled)").first().innerText();
    const texts = await bids.allInnerTexts();
    assert.deepEqual([texts[0], texts[4], texts[34]], ["1♣", "1NT", "7NT"]);
    const lower = bids.nth(texts.indexOf(first));
    assert.equal(await box.locator("button:disabled").count(), texts.indexOf(first), "all lower ones are grey");
    assert.equal(await box.locator("button[tabindex='0']").count(), 1, "one stop of the Tab key");

    const places = await bids.evaluateAll((all) => all.map((one) => one.getBoundingClientRect()).map(({ left, top, right, bottom }) => ({ left, top, right, bottom })));
    const [width, height] = await page.evaluate(() => [innerWidth, innerHeight]);
    assert.ok(places.every(({ left, top, right, bottom }) => left >= 0 && top >= 0 && right <= width && bottom <= height), "all of it is on the screen");
    const pass = await page.locator("action-bar").getByRole("button", { name: "Pass" }).boundingBox();
    assert.ok(pass && pass.y + pass.height <= height, "and so is Pass");

    // From the first bid that can be made the arrows lead on, never to a grey one.
    await lower.focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowLeft");
    await page.keyboard.press("ArrowLeft");
    assert.ok(await page.evaluate(() => document.activeElement?.matches(".bid:not(:disabled)")));
    await lower.focus();
    const before = await step(page);
    await page.keyboard.press("Enter");
    await until(page, (seq) => document.querySelector("game-view").session.replica.view.seq > seq, before);
    await page.getByRole("region", { name: "Auction" }).getByRole("cell", { name: first, exact: true }).waitFor();
    const heads = await page.getByRole("region", { name: "Auction" }).getByRole("columnheader").allInnerTexts();
    assert.equal(heads.length, 4);
    assert.ok(heads.includes("You"));
    assert.deepEqual(faults, []);
  });
}
