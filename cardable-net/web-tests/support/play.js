// Plays by hand: uses only what the page shows, as a person does.

import { person, until } from "./browser.js";

/** A deterministic random generator. @param {number} seed */
export function dice(seed) {
  let state = seed >>> 0;
  return (/** @type {number} */ below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** The game on the page, when it has loaded. @param {import("playwright-core").Page} page */
export const game = (page) => page.locator("game-view");

/** The number of choices that the page knows of. @param {import("playwright-core").Page} page */
export const step = (page) => page.evaluate(() => document.querySelector("game-view")?.session.replica?.view.seq ?? -1);

/** Whether the result is shown. @param {import("playwright-core").Page} page */
export const isOver = (page) => page.evaluate(() => Boolean(document.querySelector("game-view")?.session.replica?.view.status.result));

/**
 * Waits until this person can act, or the game is over.
 *
 * @param {import("playwright-core").Page} page
 * @returns {Promise<"asked" | "over">}
 */
export async function asked(page, timeout = 30_000) {
  await until(
    page,
    () => {
      const view = document.querySelector("game-view");
      return Boolean(view && !view.sending && (view.querySelector("action-bar.asked") || view.session.replica?.view.status.result));
    },
    null,
    timeout,
  );
  return (await isOver(page)) ? "over" : "asked";
}

/** What can be touched now. */
const TOUCH = "card-table playing-card.lit:not(.selected), card-table .zone-target, card-table .seat-target, action-bar .choices button.choice:not(:disabled):not(.open):not(.quiet)";

/**
 * Takes one of the offered actions: answers, picks or presses.
 *
 * @param {{ page: import("playwright-core").Page, phone: boolean }} who
 * @param {(below: number) => number} roll
 * @param {(texts: string[]) => number | null} [prefers] can choose which button to press
 */
export async function act({ page, phone }, roll, prefers = () => null) {
  const before = await stamp(page);
  const prompt = page.locator("table-prompt:not([hidden])");
  let touched = "an answer";
  if ((await prompt.count()) > 0) await answer(prompt, roll);
  else {
    const things = page.locator(TOUCH);
    const n = await things.count();
    if (n === 0) throw new Error(`nothing can be touched: ${await page.locator("action-bar").innerText()}`);
    const texts = await things.evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? one.textContent ?? ""));
    const ready = texts.length > 0 ? await page.locator("action-bar .choice.ready").count() : 0;
    const at = prefers(texts) ?? roll(n);
    const thing = ready > 0 ? page.locator("action-bar .choice.ready").first() : things.nth(at);
    touched = ready > 0 ? "the ready action" : texts[at];
    await touchUnless(thing, phone, async () => (await now(page)) !== before);
    if ((await now(page)) !== before) return answered(page);
  }
  await until(page, (old) => {
    const view = document.querySelector("game-view");
    if (view.sending || document.querySelector("action-bar [aria-busy='true']")) return false;
    const now = `${view.session.seq} ${view.chooser?.selected.map(({ touched }) => touched).join()} ${Boolean(document.querySelector(".notes .note, table-tip:not([hidden])"))}`;
    return now !== old;
  }, before).catch(async () => {
    throw new Error(`nothing came of touching “${touched}”: ${await state(page)}`);
  });
}

/**
 * Plays until a question is asked. Where a game ends before, another one begins.
 *
 * @param {Parameters<typeof act>[0]} who
 * @param {Parameters<typeof act>[1]} roll
 * @param {RegExp[]} wanted what is pressed if it is offered, the first before the others
 */
export async function playToQuestion(who, roll, wanted) {
  const { page } = who;
  const prompt = page.locator("table-prompt:not([hidden])");
  const prefers = (/** @type {string[]} */ texts) => wanted.map((one) => texts.findIndex((text) => one.test(text))).find((at) => at >= 0) ?? null;
  for (let n = 0; n < 600; n++) {
    const how = await asked(page);
    if ((await prompt.count()) > 0) return prompt;
    if (how === "asked") await act(who, roll, prefers);
    else {
      await page.locator(".result").getByRole("button", { name: "Play again" }).click();
      await until(page, () => !document.querySelector("game-view").session.replica.view.status.result);
    }
  }
  throw new Error("no question was asked");
}

/**
 * Waits until all others have chosen, where all do at once: then nothing happens until this person chooses.
 *
 * @param {import("playwright-core").Page} page
 */
export async function isWaitedFor(page) {
  await asked(page);
  await until(page, () => {
    const { replica, own } = document.querySelector("game-view").session;
    const open = replica.view.status.scenes.map(({ members = 0, acted = 0, passed = 0 }) => members & ~acted & ~passed);
    return open.reduce((all, seats) => all | seats, 0) === 1 << own;
  });
}

/** Waits until the host has answered the choice. @param {import("playwright-core").Page} page */
const answered = (page) => until(page, () => !document.querySelector("game-view")?.sending);

/** Describes the state of a page, for failure messages. @param {import("playwright-core").Page} page */
const state = (page) =>
  page.evaluate(() => {
    const view = document.querySelector("game-view");
    const { session, chooser, queue } = view;
    const lit = [...document.querySelectorAll("card-table .lit, card-table .zone-target")].map((one) => {
      const box = one.getBoundingClientRect();
      const over = document.elementFromPoint(box.left + 9, box.top + box.height / 2);
      return `${one.getAttribute("aria-label")} at ${Math.round(box.left)},${Math.round(box.top)} ${Math.round(box.width)}×${Math.round(box.height)} under ${over?.localName}.${over?.className} ${over?.getAttribute("aria-label")}`;
    });
    return JSON.stringify({ seq: session.seq, queue: queue.length, asked: session.decision?.offers, selected: chooser?.selected, lit, bar: document.querySelector("action-bar").innerText });
  });

/** @param {import("playwright-core").Page} page */
const now = (page) =>
  page.evaluate(() => {
    const view = document.querySelector("game-view");
    return `${view.session.seq} ${view.chooser?.selected.map(({ touched }) => touched).join()} ${Boolean(document.querySelector(".notes .note, table-tip:not([hidden])"))}`;
  });

/** The same, after closing notices that were read. @param {import("playwright-core").Page} page */
async function stamp(page) {
  await page.evaluate(() => {
    document.querySelector(".notes")?.replaceChildren();
    document.querySelector("table-tip")?.put();
  });
  return now(page);
}

/** @param {import("playwright-core").Locator} thing @param {boolean} phone */
export async function touch(thing, phone, timeout = 30_000) {
  // Only the left edge of a card in a fan is certain to be visible, and its upper part where the hand lies in two rows.
  const down = await thing.evaluate((one) => (one.localName === "playing-card" ? /** @type {any} */ (one).offsetHeight * (one.closest(".folded") ? 0.3 : 0.5) : 0), null, { timeout });
  const how = down > 0 ? { position: { x: 9, y: down }, force: true } : {};
  await thing.scrollIntoViewIfNeeded({ timeout });
  if (phone) await thing.tap({ ...how, timeout });
  else await thing.click({ ...how, timeout });
}

/**
 * Touches a thing. Where all players act at once it may have disappeared, which is looked at now and then.
 *
 * @param {import("playwright-core").Locator} thing
 * @param {boolean} phone
 * @param {() => Promise<boolean>} isPast whether the page shows something else already
 */
async function touchUnless(thing, phone, isPast) {
  const end = Date.now() + 30_000;
  for (;;) {
    try {
      return await touch(thing, phone, 4000);
    } catch (error) {
      if (await isPast()) return;
      if (Date.now() > end) throw error;
    }
  }
}

/** @param {import("playwright-core").Locator} prompt @param {(below: number) => number} roll */
async function answer(prompt, roll) {
  const buttons = prompt.locator("button.answer");
  const n = await buttons.count();
  if (n > 0) return buttons.nth(roll(n)).click();
  const boxes = prompt.locator("input[type=checkbox]");
  for (let at = 0; at < (await boxes.count()) && (await prompt.locator("button[type=submit]").isDisabled()); at++) await boxes.nth(at).check();
  return prompt.locator("button[type=submit]").click();
}

/**
 * Opens a table with the form in the lobby.
 *
 * @param {import("playwright-core").Page} page
 * @param {string} title the game's title
 * @param {{ seats?: number, bots?: number, private?: boolean, clock?: string, called?: string, watch?: string, late?: number, undo?: string, level?: string, hints?: string, debug?: boolean }} about
 */
export async function openTable(page, title, about) {
  await page.getByRole("button", { name: `New table: ${title}`, exact: true }).click();
  const form = page.getByRole("dialog");
  if (about.seats) await form.getByLabel("Seats").selectOption(String(about.seats));
  if (about.bots) await form.getByLabel("Bots", { exact: true }).fill(String(about.bots));
  if (about.level) await form.getByLabel("Level of the bots").selectOption(about.level);
  if (about.private) await form.getByLabel(/Private/).check();
  if (about.clock) {
    await form.getByText("Clocks, watching and more").click();
    await form.getByLabel("Time for each choice").selectOption(about.clock);
  }
  if (about.watch || about.undo || about.called || about.hints || about.debug) await form.getByText("Clocks, watching and more").click();
  if (about.called) await form.getByLabel("Name of the table").fill(about.called);
  if (about.watch) await form.getByLabel("Who may watch").selectOption(about.watch);
  if (about.late) await form.getByLabel("How many choices late").fill(String(about.late));
  if (about.undo) await form.getByLabel("Choices may be taken back").selectOption(about.undo);
  if (about.hints) await form.getByLabel("Advice of a bot").selectOption(about.hints);
  if (about.debug) await form.getByLabel(/^Debug/).check();
  await form.getByRole("button", { name: "Open the table" }).click();
  await page.locator("room-view .room-seats").waitFor();
}

/**
 * Starts a game against bots with one touch in the lobby.
 *
 * @param {{ page: import("playwright-core").Page, phone: boolean }} who
 * @param {string} title
 */
export async function playBots({ page, phone }, title) {
  const begin = page.getByRole("button", { name: `Play with bots: ${title}`, exact: true });
  await (phone ? begin.tap() : begin.click());
  await game(page).waitFor();
}

/**
 * Starts a game against bots with these settings, including those that the form does not offer.
 *
 * @param {import("playwright-core").Page} page
 * @param {string} title
 * @param {{ seats?: number, clocks?: { decision?: number, game?: number }, options?: Record<string, unknown> }} settings
 */
export async function playWith(page, title, { seats = 2, ...more }) {
  await page.locator(".game").first().waitFor();
  await page.evaluate(
    async ([named, n, wanted]) => {
      const { session } = document.querySelector("lobby-view");
      const { hash } = session.welcome.rulesets.find((one) => one.title === named);
      // A refusal is a fault here: the page would only show it, and the test wait for a game that does not begin.
      const done = await session.call({ create: { ruleset: hash, title: named, settings: { seats: n, ...wanted }, bots: n - 1 } });
      session.seated(done);
      await session.call({ ready: { ready: true } });
      await session.call({ start: {} });
    },
    [title, seats, more],
  );
  // On a machine that builds beside it, everything may stand still for half a minute.
  await game(page).waitFor({ timeout: 90_000 });
}

/** The invite link. @param {import("playwright-core").Page} page */
export const inviteOf = (page) => page.getByLabel("Invite link").inputValue();

/**
 * Seats two people at a table of their own and starts the game.
 *
 * @param {import("playwright-core").Browser} browser
 * @param {string} url
 * @param {string} title
 * @param {Parameters<typeof openTable>[2] & { phone?: boolean, meanwhile?: () => Promise<void> }} [about] `phone` is whether the
 *   second person has one, `meanwhile` what others do before the game starts
 */
export async function twoAt(browser, url, title, { phone = false, meanwhile = async () => {}, ...about } = {}) {
  const ada = await person(browser, url, { name: "Ada" });
  await ada.page.locator(".game").first().waitFor();
  await openTable(ada.page, title, about);
  const link = await inviteOf(ada.page);
  const grace = await person(browser, url, { name: "Grace", phone, at: link.slice(link.indexOf("#")) });
  const ready = grace.page.getByRole("button", { name: "I am ready" });
  await (phone ? ready.tap() : ready.click());
  await ada.page.locator(".room-seat.person.ready", { hasText: "Grace" }).waitFor();
  await meanwhile();
  await ada.page.getByRole("button", { name: /^Start/ }).click();
  for (const { page } of [ada, grace]) await game(page).waitFor();
  return { ada, grace, link };
}

/** Presses an action's button, and waits until the page shows the result. @param {import("playwright-core").Page} page @param {string} name */
export async function press(page, name) {
  const before = await step(page);
  await page.locator("action-bar").getByRole("button", { name, exact: true }).click();
  await until(page, (least) => document.querySelector("game-view").session.replica.view.seq > least, before);
}

/** Waits until the page shows the table after n choices. @param {import("playwright-core").Page} page @param {number} n */
export const stepIs = (page, n) =>
  until(page, (wanted) => {
    const view = document.querySelector("game-view");
    return view?.session.replica?.view.seq === wanted && view.shown?.view.seq === wanted;
  }, n);
