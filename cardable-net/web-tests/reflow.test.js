// Windows that are small because one has zoomed in, and larger texts: nothing is wider than the window, and all of it can be
// reached and read. A window of 1280×1024 at 400 % has 320×256 pixels.

import assert from "node:assert/strict";
import { after, test } from "node:test";
import { open } from "./support/open.js";
import { isLaidOut, person, resize, startBrowser, until } from "./support/browser.js";
import { asked, dice, game, isOver, act, openTable, playBots, playToQuestion, playWith } from "./support/play.js";

const { browser, host } = await open([]);

/** A browser in which texts are twice as large. */
const large = await startBrowser({ text: 2 });
after(() => large.close());

const ZOOMED = { width: 320, height: 256 };

/** What is seen beyond the left and right edges of the window, or has to be scrolled from side to side. */
const tooWide = (page) =>
  page.evaluate(() => {
    const { clientWidth, scrollWidth } = document.documentElement;
    const isSeen = (/** @type {Element} */ element) => element.checkVisibility({ visibilityProperty: true, contentVisibilityAuto: true }) && !element.closest(".only-heard, .skip, svg, .reserved");
    const clips = (/** @type {Element} */ element) => getComputedStyle(element).overflowX !== "visible";
    /** How far to the left and to the right an element is seen, which those around it may cut off. */
    const seen = (/** @type {Element} */ element) => {
      let { left, right } = element.getBoundingClientRect();
      for (let around = element.parentElement; around && around !== document.body; around = around.parentElement) {
        if (!clips(around)) continue;
        const box = around.getBoundingClientRect();
        [left, right] = [Math.max(left, box.left), Math.min(right, box.right)];
      }
      return { left, right };
    };
    const all = [...document.body.querySelectorAll("*")].filter(isSeen);
    const beyond = all.filter((element) => {
      const { left, right } = seen(element);
      return right > left && (left < -1 || right > clientWidth + 1);
    });
    const scrolled = all.filter((element) => ["auto", "scroll"].includes(getComputedStyle(element).overflowX) && element.scrollWidth > element.clientWidth + 1);
    const name = (/** @type {Element} */ element) => `${element.localName}.${element.className}`;
    return [...(scrollWidth > clientWidth ? [`the page is ${scrollWidth} wide`] : []), ...beyond.map((one) => `${name(one)} is beyond the edge`), ...scrolled.map((one) => `${name(one)} is scrolled`)];
  });

/** Buttons that one cannot get to: others lie above them, or they are cut off wherever one scrolls. @param {import("playwright-core").Page} page @param {string} selector */
const unreachable = (page, selector) =>
  page.locator(selector).evaluateAll((all) =>
    all.filter((button) => {
      button.scrollIntoView({ block: "center", inline: "center" });
      const { left, top, width, height } = button.getBoundingClientRect();
      const corners = [[left + 4, top + 4], [left + width - 4, top + height - 4]];
      return width < 24 || height < 24 || !corners.every(([x, y]) => button.contains(document.elementFromPoint(x, y)));
    }).map((button) => button.textContent ?? ""),
  );

for (const size of [ZOOMED, { width: 320, height: 640 }]) {
  test(`nothing is wider than a window of ${size.width}×${size.height}`, { timeout: 300_000 }, async () => {
    const who = await person(browser, host.url, { name: "Ada", size });
    const { page } = who;
    await page.locator(".game").first().waitFor();
    assert.deepEqual(await tooWide(page), [], "the lobby");
    assert.ok(await page.locator(".page-head .title").evaluate((title) => title.scrollWidth <= title.clientWidth), "its name is read as a whole");
    await page.getByRole("button", { name: "New table: Crazy Eights" }).click();
    await page.getByText("Clocks, watching and more").click();
    assert.deepEqual(await tooWide(page), [], "the form of a new table");
    await page.keyboard.press("Escape");
    await openTable(page, "Crazy Eights", { bots: 1 });
    assert.deepEqual(await tooWide(page), [], "a table before its game");
    await page.getByRole("button", { name: /^Start/ }).click();
    await game(page).waitFor();
    await asked(page);
    await isLaidOut(page);
    assert.deepEqual(await tooWide(page), [], "Crazy Eights");
    await page.keyboard.press("?");
    await page.getByRole("dialog").waitFor();
    assert.deepEqual(await tooWide(page), [], "the help");
    await who.context.close();
    for (const title of ["Bridge", "Klondike", "Hold'em", "Skat"]) {
      const other = await person(browser, host.url, { name: "Ada", size });
      await playBots(other, title);
      await asked(other.page);
      await isLaidOut(other.page);
      assert.deepEqual(await tooWide(other.page), [], title);
      assert.deepEqual(await unreachable(other.page, "action-bar button:not(:disabled)"), [], title);
      assert.deepEqual(other.faults, []);
      await other.context.close();
    }
  });
}

test("where the window has no room for table and buttons, the page scrolls as one", { timeout: 300_000 }, async () => {
  const who = await person(browser, host.url, { name: "Ada", size: ZOOMED });
  const { page } = who;
  await playBots(who, "Hold'em");
  await asked(page);
  await isLaidOut(page);
  // The own hand is seen first, and nothing on the page is scrolled by itself.
  const hand = await page.locator(".bottom-seat .seat-hand").boundingBox();
  assert.ok(hand.y >= 0 && hand.y < ZOOMED.height - 40, `the hand begins at ${hand.y}`);
  const scrolled = () => page.evaluate(() => ["card-table", ".choices", ".over", ".board", "main"].filter((selector) => {
    const one = document.querySelector(selector);
    return getComputedStyle(one).overflowY !== "visible" && one.scrollHeight > one.clientHeight + 1;
  }));
  assert.deepEqual(await scrolled(), []);
  // A question comes into sight, covers no card, and can be answered.
  await playToQuestion(who, dice(2), [/^raise/i, /^call|^check/i]);
  const prompt = page.locator("table-prompt");
  await until(page, () => document.querySelector("table-prompt h2").getBoundingClientRect().top >= 0 && document.querySelector("table-prompt h2").getBoundingClientRect().bottom <= innerHeight);
  assert.ok((await prompt.boundingBox()).y >= (await page.locator("card-table").boundingBox()).y + (await page.locator("card-table").boundingBox()).height);
  assert.deepEqual(await unreachable(page, "table-prompt button, table-prompt input"), []);
  assert.deepEqual(await scrolled(), []);
  // Log and chat have the whole window.
  await page.evaluate(() => scrollTo(0, 0));
  await page.getByRole("button", { name: /^Log, chat/ }).click();
  const { x, y, width, height } = await page.locator("side-panel").boundingBox();
  assert.deepEqual({ x, y, width, height }, { x: 0, y: 0, ...ZOOMED });
  await page.getByRole("tab", { name: "Chat" }).click();
  await page.getByLabel("Say something").fill("Good evening");
  await page.keyboard.press("Enter");
  await page.locator(".said", { hasText: "Good evening" }).waitFor();
  await page.locator(".panel-close").click();
  // In a larger window the table is the part that scrolls again.
  await resize(page, { width: 390, height: 844 });
  await until(page, () => document.documentElement.scrollHeight === innerHeight);
  assert.deepEqual(who.faults, []);
  await who.context.close();
});

test("a result comes into sight in a small window, with all that can be done next", { timeout: 300_000 }, async () => {
  const who = await person(browser, host.url, { name: "Ada", size: ZOOMED });
  const { page } = who;
  await playWith(page, "Crazy Eights", { seats: 2 });
  const roll = dice(4);
  for (let n = 0; n < 200 && (await asked(page)) === "asked"; n++) await act(who, roll);
  assert.ok(await isOver(page));
  await page.locator(".result").waitFor();
  await until(page, () => document.querySelector(".result").getBoundingClientRect().top < innerHeight / 2 && document.querySelector(".result").getBoundingClientRect().top >= 0);
  assert.deepEqual(await tooWide(page), []);
  assert.deepEqual(await unreachable(page, ".result button"), []);
  assert.deepEqual(who.faults, []);
  await who.context.close();
});

test("in a low window each bid is reached, and names are on their plaques", { timeout: 180_000 }, async () => {
  const who = await person(browser, host.url, { name: "Ada", size: { width: 640, height: 400 } });
  const { page } = who;
  await playBots(who, "Bridge");
  await asked(page);
  await isLaidOut(page);
  assert.deepEqual(await unreachable(page, "action-bar .bid:not(:disabled)"), []);
  const beside = await page.locator(".plaque").evaluateAll((all) =>
    all.filter((plaque) => {
      const [around, name] = [plaque, plaque.querySelector(".avatar")].map((one) => one.getBoundingClientRect());
      return name.left < around.left - 1;
    }).map((plaque) => plaque.textContent),
  );
  assert.deepEqual(beside, []);
  assert.deepEqual(who.faults, []);
  await who.context.close();
});

for (const size of [ZOOMED, { width: 640, height: 400 }]) {
  test(`why a card cannot be taken is read as a whole in a window of ${size.width}×${size.height}`, { timeout: 180_000 }, async () => {
    const who = await person(browser, host.url, { name: "Ada", size });
    const { page } = who;
    await playBots(who, "Klondike");
    await asked(page);
    await isLaidOut(page);
    const cards = page.locator(".zone.column playing-card:last-child:not(.lit)");
    const n = await cards.count();
    assert.ok(n > 0);
    for (let at = 0; at < n; at++) {
      await cards.nth(at).click();
      await page.locator("table-tip:not([hidden])").waitFor();
      const cut = await page.locator("table-tip").evaluate((tip) => {
        const [box, board] = [tip, tip.parentElement].map((one) => one.getBoundingClientRect());
        // One that is higher than the window is scrolled with the page.
        const below = box.height > innerHeight ? box.bottom - board.bottom : Math.max(box.bottom - innerHeight, box.bottom - board.bottom);
        return { above: Math.min(0, box.top, box.top - board.top), below: Math.max(0, below), left: Math.min(0, box.left), right: Math.max(0, box.right - innerWidth) };
      });
      assert.ok(Object.values(cut).every((much) => Math.abs(much) < 1), JSON.stringify(cut));
    }
    assert.deepEqual(who.faults, []);
    await who.context.close();
  });
}

test("with texts twice as large one plays as in a smaller window", { timeout: 300_000 }, async () => {
  for (const title of ["Crazy Eights", "Bridge", "Hold'em"]) {
    const who = await person(large, host.url, { name: "Ada" });
    const { page } = who;
    await page.locator(".game").first().waitFor();
    assert.deepEqual(await tooWide(page), [], "the lobby");
    assert.ok((await page.locator(".skip").boundingBox()).y + (await page.locator(".skip").boundingBox()).height <= 0, "the link past the header shows only with the focus");
    await playBots(who, title);
    await asked(page);
    await isLaidOut(page);
    assert.deepEqual(await tooWide(page), [], title);
    assert.ok((await page.locator("action-bar button:not(:disabled)").count()) > 0);
    assert.deepEqual(await unreachable(page, "action-bar button:not(:disabled)"), [], title);
    assert.deepEqual(who.faults, []);
    await who.context.close();
  }
});
