// Forced colours and higher contrast: what is highlighted, selected, focused or on turn is still visible, and
// cards are readable. The tests measure visibility in pixels.

import assert from "node:assert/strict";
import { test } from "node:test";
import { TEST_RULESETS } from "./support/host.js";
import { open } from "./support/open.js";
import { person, until } from "./support/browser.js";
import { asked, playBots, playWith } from "./support/play.js";

const { browser, host } = await open([TEST_RULESETS]);

const LOOKS = [
  { what: "forced colours, dark", look: { forcedColors: "active", colorScheme: "dark" } },
  { what: "forced colours, light", look: { forcedColors: "active", colorScheme: "light" } },
  { what: "more contrast", contrast: "more" },
  { what: "more contrast, dark", contrast: "more", look: { colorScheme: "dark" } },
];

/** A blank page to compare pictures in, without the host's content security policy. */
const desk = await (await browser.newContext()).newPage();

/**
 * How many pixels of two pictures differ visibly: by a contrast of at least three to one.
 *
 * @param {Buffer} a
 * @param {Buffer} b
 */
const differing = (a, b) =>
  desk.evaluate(async (pictures) => {
    const [one, other] = await Promise.all(
      pictures.map(async (base64) => {
        const image = new Image();
        image.src = `data:image/png;base64,${base64}`;
        await image.decode();
        const canvas = new OffscreenCanvas(image.width, image.height);
        const context = canvas.getContext("2d");
        context.drawImage(image, 0, 0);
        return context.getImageData(0, 0, image.width, image.height).data;
      }),
    );
    const linear = (value) => (value <= 10 ? value / 3294 : ((value / 255 + 0.055) / 1.055) ** 2.4);
    const light = (data, at) => 0.2126 * linear(data[at]) + 0.7152 * linear(data[at + 1]) + 0.0722 * linear(data[at + 2]);
    let count = 0;
    for (let at = 0; at < one.length; at += 4) {
      const [low, high] = [light(one, at), light(other, at)].sort((x, y) => x - y);
      if ((high + 0.05) / (low + 0.05) >= 3) count++;
    }
    return count;
  }, [a, b].map((picture) => picture.toString("base64")));

/** A picture of an element, with a margin. */
async function sight(page, selector) {
  const { x, y, width, height } = await page.locator(selector).first().boundingBox();
  const margin = 14;
  return page.screenshot({ clip: { x: Math.max(0, x - margin), y: Math.max(0, y - margin), width: width + 2 * margin, height: height + 2 * margin } });
}

/** How many pixels a change affects visibly. The change is made and undone again. */
async function seen(page, selector, change, undo) {
  const before = await sight(page, selector);
  await page.evaluate(change, selector);
  // The clip follows a card that rises, so the rise itself does not count.
  const after = await page.screenshot({ clip: await clipOf(page, selector, before) });
  await page.evaluate(undo, selector);
  return differing(before, after);
}

/** A clip of the same size as another one. */
async function clipOf(page, selector, picture) {
  const { x, y, width, height } = await page.locator(selector).first().boundingBox();
  const [w, h] = [picture.readUInt32BE(16), picture.readUInt32BE(20)];
  return { x: Math.max(0, x + (width - w) / 2), y: Math.max(0, y + (height - h) / 2), width: w, height: h };
}

const toggling = (name) => [
  (selector) => document.querySelector(selector).classList.toggle(NAME),
  (selector) => document.querySelector(selector).classList.toggle(NAME),
].map((act) => new Function("selector", `(${String(act).replaceAll("NAME", JSON.stringify(name))})(selector)`));

for (const { what, look, contrast } of LOOKS) {
  test(`what matters is seen with ${what}`, { timeout: 300_000 }, async () => {
    const who = await person(browser, host.url, { name: "Ada", look, size: { width: 1280, height: 800 } });
    const { page } = who;
    if (contrast) await (await page.context().newCDPSession(page)).send("Emulation.setEmulatedMedia", { features: [{ name: "prefers-contrast", value: contrast }, { name: "prefers-color-scheme", value: look?.colorScheme ?? "light" }, { name: "prefers-reduced-motion", value: "reduce" }] });

    // The lobby and its windows.
    await page.locator(".game").first().locator(".sample").nth(2).waitFor();
    await until(page, () => document.querySelectorAll(".game .sample").length > 6);
    const drawn = await seen(page, ".game .art", () => document.body.classList.add("bare"), () => document.body.classList.remove("bare"));
    assert.equal(drawn, 0, "nothing else changes meanwhile");
    const samples = await seen(page, ".game .art", (s) => document.querySelector(s).querySelectorAll(".sample > *").forEach((one) => one.setAttribute("visibility", "hidden")), (s) => document.querySelector(s).querySelectorAll(".sample > *").forEach((one) => one.removeAttribute("visibility")));
    assert.ok(samples > 300, `of the cards that stand for a game ${samples} pixels are read`);
    const focus = async (selector) => seen(page, selector, (s) => document.querySelector(s).focus({ focusVisible: true }), () => document.activeElement.blur());
    assert.ok((await focus(".game .button.primary")) > 300, "which button has the focus");
    await page.getByRole("button", { name: "New table: Handful" }).click();
    for (const selector of ["dialog select", "dialog input[type=number]", "dialog button[type=submit]"]) assert.ok((await focus(selector)) > 100, `which field has the focus: ${selector}`);
    await page.keyboard.press("Escape");

    // The table.
    await playWith(page, "Handful", { options: { hand: 7 } });
    await asked(page);
    await page.mouse.move(5, 5);
    const card = ".zone.fan.own playing-card:nth-child(7)";
    const face = await seen(page, card, (s) => (document.querySelector(s).firstElementChild.style.visibility = "hidden"), (s) => (document.querySelector(s).firstElementChild.style.visibility = ""));
    assert.ok(face > 150, `of a card's face ${face} pixels are read`);
    for (const [name, selector, least] of [["lit", card, 400], ["on-turn", "table-seat.bottom-seat", 300], ["goal", ".shared card-zone:not([hidden])", 200]]) {
      const n = await seen(page, selector, ...toggling(name));
      assert.ok(n > least, `${name}: ${n} pixels`);
    }
    // A selected card differs from a highlighted one wherever it lies, and so does the focused one.
    const still = (s) => (document.querySelector(s).style.translate = "none");
    await page.evaluate(still, card);
    const selected = await seen(page, card, ...toggling("selected"));
    assert.ok(selected > 200, `selected: ${selected} pixels`);
    const focused = await focus(card);
    assert.ok(focused > 300, `focused: ${focused} pixels`);
    // The buttons for the selection.
    await page.locator(card).click();
    await page.locator("action-bar .choice.ready").first().waitFor();
    const ready = await seen(page, "action-bar .choice.ready", ...toggling("ready"));
    assert.ok(ready > 150, `ready: ${ready} pixels`);
    assert.deepEqual(who.faults, []);
    await who.context.close();
  });
}

for (const colorScheme of /** @type {const} */ (["dark", "light"])) {
  test(`in forced colours, ${colorScheme}, only what is out of reach looks so, and what is chosen shows it`, { timeout: 180_000 }, async () => {
    const who = await person(browser, host.url, { name: "Ada", look: { forcedColors: "active", colorScheme } });
    const { page } = who;
    await page.locator(".game").first().waitFor();
    await playBots(who, "Bridge");
    await asked(page);
    await page.mouse.move(5, 5);
    const colours = await page.evaluate(() => {
      const colourOf = (/** @type {Element} */ element) => getComputedStyle(element).color;
      const sample = document.body.appendChild(document.createElement("p"));
      const system = (/** @type {string} */ name) => ((sample.style.color = name), colourOf(sample));
      const counts = [...document.querySelectorAll("table-seat .zone-count:disabled")];
      const [bid] = /** @type {HTMLButtonElement[]} */ ([...document.querySelectorAll(".bid")]);
      bid.disabled = true;
      const found = { text: system("CanvasText"), out: system("GrayText"), counts: [...new Set(counts.map(colourOf))], bid: [colourOf(bid), getComputedStyle(bid).opacity] };
      bid.disabled = false;
      sample.remove();
      return found;
    });
    assert.deepEqual(colours.counts, [colours.text], "numbers of cards");
    assert.deepEqual(colours.bid, [colours.out, "1"], "a bid that is too low");
    const advised = await seen(page, "action-bar .choice:not(.bid)", ...toggling("advised"));
    assert.ok(advised > 150, `what a bot would press: ${advised} pixels`);
    const pressed = await seen(page, ".page-head [data-does=sound]", (s) => document.querySelector(s).setAttribute("aria-pressed", "true"), (s) => document.querySelector(s).setAttribute("aria-pressed", "false"));
    assert.ok(pressed > 150, `what is pressed: ${pressed} pixels`);
    assert.deepEqual(who.faults, []);
    await who.context.close();
  });
}
