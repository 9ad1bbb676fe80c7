// Nothing is lost or fetched twice: the host restarts under open pages, known files
// are not loaded again, and the log is the host's.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import path from "node:path";
import { test } from "node:test";
import { isDeepStrictEqual } from "node:util";
import { TEST_RULESETS, startHost } from "./support/host.js";
import { emptyFolder, open } from "./support/open.js";
import { isNoted, person, until } from "./support/browser.js";
import { eventually } from "./support/eventually.js";
import { act, asked, dice, game, isOver, openTable, playBots, press, step, stepIs, twoAt } from "./support/play.js";

const { browser } = await open();
const folder = emptyFolder();

/** The table as a person sees it, as text. */
const seen = (page) => page.locator("card-table playing-card, card-table .plaque").evaluateAll((all) => all.map((one) => one.getAttribute("aria-label") ?? one.textContent));

const isThere = (page) => until(page, () => document.body.dataset.line === "there");

for (const how of ["SIGTERM", "SIGKILL"]) {
  test(`the host is started anew under open pages after ${how}`, { timeout: 300_000 }, async () => {
    const data = path.join(folder, `${how}.db`);
    let host = await startHost(TEST_RULESETS, { data });
    const { url, port } = host;
    try {
      const { ada, grace } = await twoAt(browser, url, "Goofspiel", { seats: 3, bots: 1, phone: true, called: "The mill" });
      const eve = await person(browser, url, { name: "Eve" });
      await eve.page.getByRole("button", { name: "Watch: The mill, Goofspiel" }).click();
      await game(eve.page).waitFor();
      for (let n = 0; n < 3; n++) {
        for (const who of [ada, grace]) {
          await asked(who.page);
          await act(who, dice(n));
        }
        for (const { page } of [ada, grace]) await asked(page);
      }
      // Three bids of each, and the bot's next one: only these two can go on.
      const at = 10;
      for (const { page } of [ada, grace, eve]) await stepIs(page, at);
      // Ada is writing a chat line.
      await ada.page.getByRole("tab", { name: "Chat" }).click();
      await ada.page.getByLabel("Say something").fill("Where were we");
      const all = [ada, grace, eve];
      const before = await Promise.all(all.map(({ page }) => seen(page)));
      const addresses = all.map(({ page }) => page.url());

      await host.stop(how);
      for (const { page } of all) await page.locator(".line-state", { hasText: "lost" }).waitFor();
      assert.ok(!(await eve.page.evaluate(() => globalThis.noted)).some((text) => /seat/.test(text)), "who watches has no seat that is kept");
      // A person who chooses now reads that it is not possible, and keeps the choice.
      await ada.page.locator(".fan.own playing-card.lit").first().click({ position: { x: 9, y: 40 }, force: true });
      await isNoted(ada.page, "no connection");
      assert.equal(await step(ada.page), at);

      host = await startHost(TEST_RULESETS, { data, port });
      for (const { page } of all) await isThere(page);
      for (const [n, { page }] of all.entries()) {
        await stepIs(page, at);
        await page.locator(".line-state", { hasText: "lost" }).waitFor({ state: "detached" });
        // The others come back one after the other, and are away until then.
        await eventually("everybody is back", async () => isDeepStrictEqual(await seen(page), before[n])).catch(() => {});
        assert.deepEqual(await seen(page), before[n], "everybody sees the table as it was");
        assert.equal(page.url(), addresses[n]);
      }
      assert.equal(await ada.page.getByLabel("Say something").inputValue(), "Where were we");
      assert.equal(await ada.page.getByRole("tab", { name: "Chat" }).getAttribute("aria-selected"), "true");

      // The game continues.
      for (const who of [ada, grace]) {
        await asked(who.page);
        await act(who, dice(7));
      }
      for (const { page } of all) await until(page, (least) => document.querySelector("game-view").shown.view.seq > least, at);
      for (const who of all) assert.deepEqual(who.faults.filter((fault) => !/WebSocket connection|ERR_CONNECTION/.test(fault)), [], who.name);
      for (const who of all) await who.context.close();
    } finally {
      await host.stop();
    }
  });
}

test("what somebody is about to say outlives a reload and the start of the game, in its own room", { timeout: 180_000 }, async () => {
  const host = await startHost(TEST_RULESETS);
  try {
    const { page, faults } = await person(browser, host.url, { name: "Ada" });
    const input = page.getByLabel("Say something");
    const holds = async (text) => {
      // The field is emptied when the host has the chat line, perhaps after the connection is back.
      await eventually(`the field holds “${text}”`, async () => (await input.inputValue()) === text);
    };
    await page.locator(".game").first().waitFor();
    await openTable(page, "Goofspiel", { seats: 2, bots: 1 });
    await input.fill("Shall we");
    await page.reload();
    await holds("Shall we");
    await page.getByRole("button", { name: /^Start/ }).click();
    await game(page).waitFor();
    await holds("Shall we");
    await input.fill("Shall we begin?");
    await page.reload();
    await game(page).waitFor();
    await holds("Shall we begin?");
    await input.press("Enter");
    await page.locator(".chat-lines .said", { hasText: "Shall we begin?" }).waitFor();
    await holds("");
    await page.reload();
    await game(page).waitFor();
    await page.getByRole("tab", { name: "Chat" }).click();
    await holds("");
    await input.fill("One moment");
    // Another table does not get it.
    await page.getByRole("button", { name: "To the lobby", exact: true }).click();
    await openTable(page, "Goofspiel", { seats: 2, bots: 1 });
    await holds("");
    assert.deepEqual(faults, []);
  } finally {
    await host.stop();
  }
});

test("what a browser has, it does not load again", { timeout: 180_000 }, async () => {
  const host = await startHost(TEST_RULESETS);
  try {
    const ada = await person(browser, host.url, { name: "Ada" });
    /** The files of `/content/` that a page loads while it opens. */
    const loaded = async (page) => {
      /** @type {Map<string, string>} */
      const over = new Map();
      const line = await page.context().newCDPSession(page);
      await line.send("Network.enable");
      line.on("Network.responseReceived", ({ requestId, response }) => {
        if (new URL(response.url).pathname.startsWith("/content/") && !response.fromDiskCache) over.set(requestId, response.url);
      });
      line.on("Network.requestServedFromCache", ({ requestId }) => over.delete(requestId));
      await page.goto(`${host.url}/`);
      await until(page, () => document.querySelectorAll(".game .sample").length >= 9 && document.querySelectorAll(".game").length > 12);
      await page.getByRole("button", { name: "Play with bots: Skullable", exact: true }).click();
      await game(page).waitFor();
      await asked(page);
      await line.detach();
      return [...over.values()];
    };
    const fresh = await browser.newContext();
    const [first, second] = [await fresh.newPage(), await fresh.newPage()];
    const before = await loaded(first);
    assert.ok(before.length >= 3, "the info of each game that is seen");
    const again = await loaded(second);
    assert.deepEqual(again.filter((url) => before.includes(url)), [], "the second time nothing");
    await fresh.close();
  } finally {
    await host.stop();
  }
});

test("a browser that comes for the first time asks for few files", { timeout: 180_000 }, async () => {
  const host = await startHost();
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    /** @type {string[]} */
    const asked = [];
    page.on("request", (request) => asked.push(new URL(request.url()).pathname));
    await page.goto(`${host.url}/`);
    await until(page, () => document.querySelectorAll(".game .sample").length >= 9);
    await page.waitForLoadState("networkidle");
    const own = asked.filter((path) => !path.startsWith("/content/"));
    assert.ok(own.length <= 6, `the page itself: ${own.join(" ")}`);
    assert.ok(asked.length <= 16, `with what is seen of the games: ${asked.length}`);
    // The sample of a game is drawn when it scrolls into view.
    const last = page.locator(".game").last();
    await last.scrollIntoViewIfNeeded();
    await last.locator(".sample").first().waitFor({ state: "attached" });
    await context.close();
  } finally {
    await host.stop();
  }
});

test("the log that is downloaded is the host's", { timeout: 180_000 }, async () => {
  const host = await startHost(TEST_RULESETS);
  try {
    const { ada, grace } = await twoAt(browser, host.url, "Stumble", { phone: true });
    const promised = await ada.page.evaluate(() => document.querySelector("game-view").session.room.fairness.commitment);
    await press(ada.page, "Step");
    await press(ada.page, "Arrive");
    for (const [who, tap] of [[ada, "click"], [grace, "tap"]]) {
      const { page } = who;
      await page.locator(".result").waitFor();
      assert.ok(await isOver(page));
      const saved = page.waitForEvent("download");
      await page.getByRole("button", { name: "Download the log" })[tap]();
      const file = await saved;
      assert.match(file.suggestedFilename(), /^stumble-.*\.json$/);
      const log = JSON.parse(readFileSync(await file.path(), "utf8"));
      const told = await page.evaluate(async () => (await document.querySelector("game-view").session.call({ record: {} })).record);
      assert.deepEqual(log, told);
      assert.ok(JSON.stringify(log).includes(promised), "it holds what was promised at the start");
      assert.deepEqual(who.faults, []);
    }
  } finally {
    await host.stop();
  }
});

test("what a page of another version has kept is not taken up", { timeout: 180_000 }, async () => {
  const host = await startHost();
  try {
    const ada = await person(browser, host.url, { name: "Ada" });
    await playBots(ada, "Crazy Eights");
    const roll = dice(3);
    for (let n = 0; n < 3 && (await asked(ada.page)) === "asked"; n++) await act(ada, roll);
    // Turn the stored steps into those of an older protocol, whose events had no status.
    await ada.page.addInitScript(() => {
      const story = JSON.parse(sessionStorage.getItem("cardable.story") ?? "null");
      if (!story) return;
      story.protocol = 3;
      for (const step of story.steps) if (step.events) step.events = step.events.filter((event) => !event.status);
      sessionStorage.setItem("cardable.story", JSON.stringify(story));
    });
    await ada.page.reload();
    // While she is asked, nobody else changes the table.
    assert.equal(await asked(ada.page), "asked");
    const [kept, fresh] = await ada.page.evaluate(async () => {
      const { session } = document.querySelector("game-view");
      const view = JSON.stringify(session.replica.view);
      const told = new Promise((resolve) => session.connection.addEventListener("view", (event) => resolve(event.detail.view), { once: true }));
      await session.call({ resync: {} });
      return [JSON.parse(view), await told];
    });
    assert.deepEqual(kept, fresh);
    assert.deepEqual(ada.faults, []);
  } finally {
    await host.stop();
  }
});
