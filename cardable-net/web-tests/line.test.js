// A connection that fails silently: the socket stays open, but nothing gets through. The page notices, reconnects
// by itself, and no choice is lost or made twice.

import assert from "node:assert/strict";
import net from "node:net";
import { after, describe, test } from "node:test";
import { open } from "./support/open.js";
import { isNoted, person, until } from "./support/browser.js";
import { asked, game, openTable, playBots, press, step } from "./support/play.js";
import { TEST_RULESETS } from "./support/host.js";

const { browser, host } = await open([TEST_RULESETS]);

/**
 * A proxy to the host that can swallow everything sent through it, in both directions. Swallowed data is lost for
 * good, and existing connections stay dead; new ones get through once the line is up again.
 *
 * @param {string} port where the host listens
 */
async function lineTo(port) {
  /** @type {Set<net.Socket>} */
  const sockets = new Set();
  const line = { up: true, down: true, url: "" };
  const dead = new WeakSet();
  const server = net.createServer((near) => {
    const far = net.connect(Number(port), "127.0.0.1");
    const pass = (from, to, way) => {
      sockets.add(from);
      from.on("data", (bytes) => {
        if (!line[way]) dead.add(near);
        if (!dead.has(near) && line[way]) to.write(bytes);
      });
      from.on("error", () => {});
      from.on("close", () => {
        sockets.delete(from);
        // A close is swallowed, too.
        if (line.up && line.down) to.destroy();
      });
    };
    pass(near, far, "up");
    pass(far, near, "down");
  });
  await new Promise((done) => server.listen(0, "127.0.0.1", done));
  after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  line.url = `http://127.0.0.1:${server.address().port}`;
  return line;
}

const swallow = (line) => Object.assign(line, { up: false, down: false });
const mend = (line) => Object.assign(line, { up: true, down: true });

const lostSays = (page) => page.locator(".line-state", { hasText: "lost" });

/** The person's own choices in the host's log, counted in the page's story. */
const own = (page) =>
  page.evaluate(() => {
    const { steps, own } = document.querySelector("game-view").session;
    return steps.flatMap(({ events = [] }) => events).filter((event) => event.acted?.seat === own).length;
  });

// Several at once: they wait for lines to be noticed and found again, and each has a line of its own.
describe("a line that fails", { concurrency: 3 }, () => {
  test("what a page waits for adds up to 10 s until it notices, and to 3 s until it is back", { timeout: 180_000 }, async () => {
    const ada = await person(browser, host.url, { name: "Ada" });
    const { TIMES, EAGER } = await ada.page.evaluate(() => import("/js/connection.js").then(({ TIMES, EAGER }) => ({ TIMES, EAGER })));
    assert.ok(TIMES.quiet + TIMES.silent + 2 * TIMES.beat < 10_000, JSON.stringify(TIMES));
    assert.ok(Math.max(EAGER.open, EAGER.pause) < 3000, JSON.stringify(EAGER));
    await ada.context.close();
  });

  test("a line that swallows all is noticed, and found again", { timeout: 600_000 }, async () => {
    const line = await lineTo(host.port);
    const ada = await person(browser, line.url, { name: "Ada" });
    const { page } = ada;
    await playBots(ada, "Goofspiel");
    await asked(page);
    // Also if nothing happens at the table.
    for (const outage of [0, 9000]) {
      swallow(line);
      await lostSays(page).waitFor();
      await new Promise((done) => setTimeout(done, outage));
      mend(line);
      await lostSays(page).waitFor({ state: "detached" });
      assert.equal(await asked(page), "asked");
    }
    assert.deepEqual(ada.faults.filter((fault) => !/WebSocket connection/.test(fault)), []);
    await ada.context.close();
  });

  test("a page that is looked at again looks at its line at once", { timeout: 180_000 }, async () => {
    const line = await lineTo(host.port);
    const ada = await person(browser, line.url, { name: "Ada" });
    const { page } = ada;
    await playBots(ada, "Goofspiel");
    await asked(page);
    for (const event of ["visibilitychange", "online", "pageshow"]) {
      // The page has just heard something, so it would not send a ping for some seconds.
      const sent = await page.evaluate(async (event) => {
        const { connection } = document.querySelector("game-view").session;
        await connection.call({ ping: {} });
        const before = connection.pinged;
        if (event === "pageshow") dispatchEvent(new PageTransitionEvent(event, { persisted: true }));
        else (event === "online" ? globalThis : document).dispatchEvent(new Event(event));
        return before === null && connection.pinged !== null;
      }, event);
      assert.ok(sent, event);
    }
    // If the line is down, the page retries at once. It would find a line that is up by itself.
    swallow(line);
    await lostSays(page).waitFor();
    const tries = await page.evaluate(() => {
      const { connection } = document.querySelector("game-view").session;
      connection.tries = 5;
      dispatchEvent(new Event("online"));
      return connection.tries;
    });
    assert.equal(tries, 1, "it begins anew");
    mend(line);
    await lostSays(page).waitFor({ state: "detached" });
    await ada.context.close();
  });

  for (const [what, way] of [["never came to the host", "up"], ["was made, and its answer lost", "down"]]) {
    test(`a choice that ${what} is made once`, { timeout: 300_000 }, async () => {
      const line = await lineTo(host.port);
      const ada = await person(browser, line.url, { name: "Ada" });
      const { page } = ada;
      await page.locator(".game").first().waitFor();
      await openTable(page, "Stumble", { seats: 2, bots: 1 });
      await page.getByRole("button", { name: /^Start/ }).click();
      await game(page).waitFor();
      await asked(page);
      line[way] = false;
      await page.locator("action-bar").getByRole("button", { name: "Step", exact: true }).click();
      // The choice can be made only once, although no answer comes.
      await until(page, () => document.querySelector("game-view").sending);
      assert.equal(await page.locator("action-bar .choice").count(), 0);
      await lostSays(page).waitFor();
      mend(line);
      await lostSays(page).waitFor({ state: "detached" });
      await until(page, () => !document.querySelector("game-view").sending);
      await until(page, () => document.querySelector("game-view").session.replica.view.seq === 1);
      assert.equal(await own(page), 1);
      // The game continues from there.
      await press(page, "Step");
      await until(page, () => document.querySelector("game-view").session.replica.view.seq === 2);
      assert.equal(await own(page), 2);
      await ada.context.close();
    });
  }

  test("a choice that others have overtaken is told as lost", { timeout: 300_000 }, async () => {
    const line = await lineTo(host.port);
    const ada = await person(browser, line.url, { name: "Ada" });
    const { page } = ada;
    await page.locator(".game").first().waitFor();
    await openTable(page, "Goofspiel", { seats: 2 });
    const grace = await person(browser, host.url, { name: "Grace", at: new URL(await page.getByLabel("Invite link").inputValue()).hash });
    await grace.page.getByRole("button", { name: "I am ready" }).click();
    await page.locator(".room-seat.person.ready", { hasText: "Grace" }).waitFor();
    await page.getByRole("button", { name: /^Start/ }).click();
    await asked(page);
    await asked(grace.page);
    line.up = false;
    const bid = (who) => who.page.locator(".fan.own playing-card.lit").first().click({ position: { x: 9, y: 40 }, force: true });
    await bid(ada);
    await bid(grace);
    await lostSays(page).waitFor();
    mend(line);
    await isNoted(page, "choose again");
    assert.equal(await step(page), 1);
    assert.equal(await own(page), 0);
    await asked(page);
    await bid(ada);
    await until(page, () => document.querySelector("game-view").session.replica.view.seq >= 2);
    for (const one of [ada, grace]) await one.context.close();
  });

  for (const code of ["storage", "draining"]) {
    test(`a seat that is refused with ${code} is asked for again`, { timeout: 180_000 }, async () => {
      const ada = await person(browser, host.url, { name: "Ada" });
      const { page } = ada;
      let refusals = 0;
      await page.routeWebSocket(/\/ws$/, (near) => {
        near.connectToServer().onMessage((text) => {
          const message = JSON.parse(String(text));
          const hello = message.answer?.done.hello;
          if (!hello || refusals === 0) return near.send(text);
          refusals--;
          delete hello.seated;
          hello.not_resumed = { code, reason: "not now" };
          near.send(JSON.stringify(message));
        });
      });
      await page.reload();
      await playBots(ada, "Goofspiel");
      await asked(page);
      const at = await step(page);
      refusals = 2;
      await page.evaluate(() => {
        const { session } = document.querySelector("game-view");
        globalThis.left = globalThis.lost = 0;
        session.addEventListener("room", ({ detail }) => (globalThis.left += detail ? 0 : 1));
        session.addEventListener("connection", ({ detail }) => (globalThis.lost += detail.state === "lost" ? 1 : 0));
        session.connection.socket.close();
      });
      // It is lost, and twice more: each greeting that is refused ends a line.
      await until(page, () => globalThis.lost >= 3);
      await lostSays(page).waitFor({ state: "detached" });
      assert.equal(refusals, 0);
      assert.equal(await asked(page), "asked");
      assert.equal(await step(page), at);
      assert.equal(await page.evaluate(() => globalThis.left), 0, "the page stays at the table");
      await ada.context.close();
    });
  }
});
