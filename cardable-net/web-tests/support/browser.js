// A real browser with people in it.

import { chromium } from "playwright-core";
import { existsSync } from "node:fs";
import { LOOK } from "../../web/js/pace.js";

const PLACES = [process.env.CHROMIUM, "/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/** @param {{ text?: number }} [about] `text` is how many times as large as usual the reader wants texts */
export async function startBrowser({ text = 1 } = {}) {
  const executablePath = PLACES.find((place) => place && existsSync(place));
  if (!executablePath) throw new Error("there is no chromium: install it, or name it in CHROMIUM");
  return chromium.launch({
    executablePath,
    args: ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync", `--blink-settings=defaultFontSize=${16 * text}`],
  });
}

export const SIZES = { desktop: { width: 1280, height: 800 }, phone: { width: 360, height: 740 } };

/**
 * Opens a browser window for one person.
 *
 * @param {import("playwright-core").Browser} browser
 * @param {string} url
 * @param {{ name?: string, phone?: boolean, dark?: boolean, at?: string, moves?: boolean, looks?: boolean, size?: { width: number, height: number }, look?: import("playwright-core").BrowserContextOptions }} [about]
 *   `moves` is whether cards are animated, `looks` whether the page waits while a card is looked at that goes at once, `look` are
 *   further preferences of the device
 */
export async function person(browser, url, { name = "Guest", phone = false, dark = false, at = "", moves = false, looks = moves, size = phone ? SIZES.phone : SIZES.desktop, look = {} } = {}) {
  const context = await browser.newContext({
    viewport: size,
    hasTouch: phone,
    isMobile: phone,
    deviceScaleFactor: phone ? 2 : 1,
    reducedMotion: moves ? "no-preference" : "reduce",
    colorScheme: dark ? "dark" : "light",
    ...look,
  });
  await context.addInitScript((called) => localStorage.setItem("cardable.name", JSON.stringify(called)), name);
  await context.addInitScript(keepNotes);
  await context.addInitScript(keepHeard);
  await context.addInitScript(drawTheSame, name);
  if (!looks) await context.addInitScript(lookAway, LOOK);
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  /** All errors in the page. */
  const faults = [];
  /** All messages received over its sockets. */
  const frames = [];
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("websocket", (socket) => socket.on("framereceived", ({ payload }) => frames.push(String(payload))));
  await page.goto(`${url}/${at}`);
  return { page, context, faults, frames, phone, name };
}

/**
 * Turns a page away when it asks for a file for the first time. It loads itself again soon; what it says meanwhile stays until
 * it is `read`, for only then it gets the page anew.
 *
 * @param {import("playwright-core").Page} page
 * @param {string} file
 */
export async function turnAway(page, file) {
  const told = { asked: 0, read: () => {} };
  const isRead = new Promise((done) => (told.read = () => done(null)));
  await page.route(file, (route) => (told.asked++ === 0 ? route.fulfill({ status: 429, body: "you ask too much at once" }) : route.continue()));
  await page.route(({ pathname }) => pathname === "/", async (route) => {
    if (told.asked > 0) await isRead;
    await route.continue();
  });
  return told;
}

/**
 * Lets the page draw the same in each run, as the host does: each adds its part to the seed of a game. Playwright draws the names
 * of the sockets that it routes in the page, too, which must stay different.
 *
 * @param {string} name
 */
function drawTheSame(name) {
  const byChance = crypto.getRandomValues.bind(crypto);
  let drawn = 0;
  crypto.getRandomValues = (array) => {
    if (!new Error().stack?.includes("/fairness.js")) return byChance(array);
    drawn += 1;
    const text = `${drawn} ${name}`;
    for (let at = 0; at < array.length; at++) array[at] = text.charCodeAt(at % text.length);
    return array;
  };
}

/** Shortens the time for which the page waits while a card is looked at: a game has many tricks. @param {number} look */
function lookAway(look) {
  const late = setTimeout;
  globalThis.setTimeout = /** @type {typeof setTimeout} */ ((act, time, ...more) => late(act, time === look ? 0 : time, ...more));
}

/** Keeps the texts of all short notes: they go after some seconds, which may be too soon on a busy machine. */
function keepNotes() {
  globalThis.noted = [];
  const isNote = (/** @type {Node} */ node) => node instanceof Element && node.matches(".note");
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) globalThis.noted.push(...[...addedNodes].filter(isNote).map((note) => note.textContent));
  }).observe(document, { childList: true, subtree: true });
}

/** Keeps all that is read out: what a screen reader is given replaces what it was given before. */
function keepHeard() {
  globalThis.announced = [];
  new MutationObserver((changes) => {
    for (const { target, addedNodes } of changes) if (target instanceof Element && target.id === "live") globalThis.announced.push(...[...addedNodes].map((text) => text.textContent));
  }).observe(document, { childList: true, subtree: true });
}

/**
 * Waits until a text was read out on a page since it was loaded.
 *
 * @param {import("playwright-core").Page} page
 * @param {RegExp} text
 */
export const isHeard = (page, text) => until(page, ([source, flags]) => globalThis.announced.some((told) => new RegExp(source, flags).test(told)), [text.source, text.flags]);

/** Waits until a page has shown a short note with this text since it was loaded. @param {import("playwright-core").Page} page @param {string} text */
export const isNoted = (page, text) => until(page, (wanted) => globalThis.noted.some((told) => told.includes(wanted)), text);

/**
 * Waits until a page has laid itself out: it fits itself to its size once that is known.
 *
 * @param {import("playwright-core").Page} page
 */
export const isLaidOut = (page) => page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done(null)))));

/** Waits until nothing moves on a page. @param {import("playwright-core").Page} page */
export const isAtRest = (page) => until(page, () => document.getAnimations().every((one) => one.playState === "finished"));

/** Gives a window another size, and waits until the page has followed. @param {import("playwright-core").Page} page @param {{ width: number, height: number }} size */
export async function resize(page, { width, height }) {
  await page.setViewportSize({ width, height });
  // However far the page is zoomed out on a phone.
  await until(page, (wanted) => [visualViewport.width, visualViewport.height].every((size, at) => Math.abs(size * visualViewport.scale - wanted[at]) < 20), [width, height]);
  await isLaidOut(page);
}

/**
 * Waits until a condition holds in a page. Playwright's own function needs `eval` in
 * the page, which the host's content security policy forbids.
 *
 * @param {import("playwright-core").Page} page
 * @param {(arg: any) => any} holds
 * @param {any} [arg]
 * @param {number} [timeout]
 */
export async function until(page, holds, arg, timeout = 30_000) {
  const end = Date.now() + timeout;
  for (;;) {
    // A page that is still loading may lack what the condition reads. This is an error only if it stays so.
    let thrown = null;
    const found = await page.evaluate(holds, arg).catch((error) => {
      thrown = error;
      return false;
    });
    if (found) return found;
    if (Date.now() > end) throw new Error(`this never came: ${holds}`, { cause: thrown });
    await new Promise((done) => setTimeout(done, 30));
  }
}
