// Who watches: how one comes to watch and to sit down, what is told of the watching and to them.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { open } from "./support/open.js";
import { TEST_RULESETS } from "./support/host.js";
import { isHeard, isLaidOut, isNoted, person, until } from "./support/browser.js";
import { act, asked, dice, game, openTable, playWith, press, stepIs, twoAt } from "./support/play.js";

const { browser, host } = await open([TEST_RULESETS]);
// Connections per address are limited, and each window takes some.
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

/** Somebody who watches a table that the lobby lists. @param {string} table @param {string} [name] */
async function watcher(table, name = "Eve") {
  const eve = await person(browser, host.url, { name });
  await eve.page.getByRole("button", { name: `Watch: ${table}` }).click();
  return eve;
}

/** Somebody who watches what another plays. @param {Awaited<ReturnType<typeof person>>} ada @param {Parameters<typeof person>[2]} [about] */
async function watcherOf(ada, about = {}) {
  const room = await ada.page.evaluate(() => document.querySelector("game-view").session.room.room);
  const eve = await person(browser, host.url, { name: "Eve", at: `#/watch/${room}`, ...about });
  await game(eve.page).waitFor();
  return eve;
}

const say = async (page, text) => {
  await page.getByRole("tab", { name: "Chat" }).click();
  await page.getByLabel("Say something").fill(text);
  await page.getByRole("button", { name: "Say", exact: true }).click();
};

/** As what one is at the table. @param {import("playwright-core").Page} page */
const you = (page) => page.evaluate(() => document.querySelector("game-view, room-view")?.session.room?.you);

/** @param {import("playwright-core").Page} page @param {string} wanted */
const isAt = (page, wanted) => until(page, (part) => JSON.stringify(document.querySelector("game-view, room-view")?.session.room?.you)?.includes(part), wanted);

test("at the beginning of a game nobody sees or hears the result of the one before", { timeout: 180_000 }, async () => {
  const { ada, grace } = await twoAt(browser, host.url, "Stumble", { called: "Again" });
  const eve = await watcher("Again, Stumble");
  await game(eve.page).waitFor();
  await press(ada.page, "Arrive");
  const all = [ada, grace, eve];
  for (const { page } of all) {
    await page.locator(".result").waitFor();
    await isHeard(page, /wins?\b/);
    await isLaidOut(page);
    // Who watches looks at the table on.
    const isOver = await page.evaluate(() => document.querySelector(".result").getBoundingClientRect().top < document.querySelector("card-table").getBoundingClientRect().bottom - 1);
    assert.equal(isOver, page !== eve.page);
    await page.evaluate(() => {
      const view = document.querySelector("game-view");
      globalThis.shownAgain = [];
      // Heard after the view itself has drawn.
      for (const kind of ["room", "view"]) view.session.addEventListener(kind, () => view.session.room.game === 2 && globalThis.shownAgain.push([view.result.hidden, view.bar.turn.textContent]));
    });
  }
  await ada.page.getByRole("button", { name: "Play again" }).click();
  for (const { page } of all) {
    await until(page, () => document.querySelector("game-view").game === 2);
    // What is said now is read out behind anything that was.
    await say(page, "Good luck");
    await isHeard(page, /Good luck/);
    const { told, drawn } = await page.evaluate(() => ({ told: globalThis.announced.join(" | "), drawn: globalThis.shownAgain }));
    assert.equal(told.match(/\bwins?\b/g)?.length, 1, told);
    assert.ok(drawn.length > 1 && drawn.every(([hidden, turn]) => hidden && !/\bwins?\b/.test(turn)), JSON.stringify(drawn));
  }
  for (const who of all) assert.deepEqual(who.faults, []);
});

test("whose seat another has taken first watches on, and hears everything once", { timeout: 180_000 }, async () => {
  const ada = await person(browser, host.url, { name: "Ada" });
  await ada.page.locator(".game").first().waitFor();
  await openTable(ada.page, "Goofspiel", { seats: 2, called: "To race" });
  await say(ada.page, "Who is first?");
  const eve = await watcher("To race, Goofspiel");
  await eve.page.locator(".chat-lines .said").waitFor();
  const grace = await person(browser, host.url, { name: "Grace" });
  const sits = grace.page.getByRole("button", { name: "Sit down: To race, Goofspiel" });
  await sits.waitFor();
  await eve.page.exposeFunction("graceSits", async () => {
    await sits.click();
    await grace.page.locator("room-view").waitFor();
  });
  await eve.page.evaluate(() => {
    const { session } = document.querySelector("room-view");
    const { join } = session;
    session.join = async (at) => {
      await globalThis.graceSits();
      return join.call(session, at);
    };
  });
  await eve.page.locator("room-view").getByRole("button", { name: "Sit down" }).click();
  await isNoted(eve.page, "taken");
  await eve.page.locator(".room-seat.person", { hasText: "Grace" }).waitFor();
  await isAt(eve.page, "spectator");
  await until(eve.page, () => document.querySelectorAll(".chat-lines .said").length === 1);
  // It is no dead page: what is said now comes here.
  await say(grace.page, "I am");
  await eve.page.locator(".chat-lines .said", { hasText: "I am" }).waitFor();
  assert.equal(await eve.page.getByRole("button", { name: "Sit down" }).count(), 0);
  for (const who of [ada, grace, eve]) assert.deepEqual(who.faults, []);
});

test("who comes by the code of a full private table watches, also after a reload", { timeout: 180_000 }, async () => {
  const { ada, link } = await twoAt(browser, host.url, "Goofspiel", { seats: 2, private: true, called: "Behind the curtain" });
  const at = link.slice(link.indexOf("#"));
  assert.match(at, /^#\/join\//);
  const eve = await person(browser, host.url, { name: "Eve", at });
  await game(eve.page).waitFor();
  assert.equal(await you(eve.page), "spectator");
  await eve.page.waitForURL((url) => url.hash.startsWith("#/watch/"));
  await eve.page.reload();
  await game(eve.page).waitFor();
  await isAt(eve.page, "spectator");
  // Where the line was lost, too.
  await eve.page.evaluate(() => {
    const { session } = document.querySelector("game-view");
    globalThis.rooms = 0;
    session.addEventListener("room", () => (globalThis.rooms += 1));
    session.connection.renew();
  });
  await until(eve.page, () => globalThis.rooms > 0 && document.querySelector("game-view")?.session.room);
  assert.equal(await you(eve.page), "spectator");

  const bob = await person(browser, host.url, { name: "Bob" });
  await bob.page.getByText("I have an invite code").click();
  await bob.page.getByLabel("Invite code", { exact: true }).fill(decodeURIComponent(at.replace("#/join/", "")));
  await bob.page.getByRole("button", { name: "Join" }).click();
  await game(bob.page).waitFor();
  assert.equal(await you(bob.page), "spectator");
  await ada.page.locator(".notice", { hasText: "2 people watch." }).waitFor();
  for (const who of [ada, eve, bob]) assert.deepEqual(who.faults, []);
});

test("nobody is promised a seat at a table that plays", { timeout: 180_000 }, async () => {
  const { ada } = await twoAt(browser, host.url, "Goofspiel", { seats: 2, called: "Already on" });
  const room = await ada.page.evaluate(() => document.querySelector("game-view").session.room.room);
  const eve = await person(browser, host.url, { name: "", at: `#/sit/${room}` });
  const dialog = eve.page.getByRole("dialog", { name: "You are invited" });
  await dialog.getByLabel("Your name at the table").fill("Eve");
  assert.equal(await dialog.getByText(/seat/i).count(), 0);
  await dialog.getByRole("button", { name: "To the table" }).click();
  await game(eve.page).waitFor();
  await isAt(eve.page, "spectator");
  assert.deepEqual(eve.faults, []);
});

test("a summary goes away for who watches, when the next hand is on its way", { timeout: 300_000 }, async () => {
  const ada = await person(browser, host.url, { name: "Ada" });
  await playWith(ada.page, "Skat", { seats: 3 });
  const eve = await watcherOf(ada);
  const now = () => eve.page.evaluate(() => (({ lines, hidden }) => ({ lines, hidden }))(document.querySelector("hand-summary")));
  const roll = dice(5);
  const playUntil = async (/** @type {(summary: { lines: string, hidden: boolean }) => boolean} */ holds) => {
    for (let n = 0; n < 80; n++) {
      assert.equal(await asked(ada.page), "asked");
      await stepIs(eve.page, await ada.page.evaluate(() => document.querySelector("game-view").session.replica.view.seq));
      const summary = await now();
      if (holds(summary)) return summary;
      await act(ada, roll);
    }
    throw new Error("that never came");
  };
  const { lines } = await playUntil((summary) => !summary.hidden);
  assert.ok(lines);
  const after = await playUntil((summary) => summary.hidden);
  assert.equal(after.lines, lines, "the rules still show it");
  assert.deepEqual(eve.faults, []);
});

test("who watches reads an auction as a table", { timeout: 180_000 }, async () => {
  const ada = await person(browser, host.url, { name: "Ada" });
  await playWith(ada.page, "Bridge", { seats: 4 });
  const eve = await watcherOf(ada);
  assert.equal(await asked(ada.page), "asked");
  const first = ada.page.getByRole("group", { name: "Bid" }).locator("button:not(:disabled)").first();
  const bid = await first.innerText();
  await first.click();
  const auction = eve.page.getByRole("region", { name: "Auction" });
  await auction.getByRole("cell", { name: bid, exact: true }).waitFor();
  assert.ok((await auction.getByRole("columnheader").allInnerTexts()).includes("Ada"));
  // Whose turn it is, is read out to who is never asked.
  await isHeard(eve.page, /Ada’s turn/);
  assert.deepEqual(eve.faults, []);
});

test("who watches has all hands alike, and more to read on a large screen", { timeout: 180_000 }, async () => {
  const ada = await person(browser, host.url, { name: "Ada" });
  await playWith(ada.page, "Golf", { seats: 3 });
  for (const [width, size] of [[1280, 16], [1920, 19.2], [2560, 24]]) {
    const eve = await watcherOf(ada, { size: { width, height: Math.round(width * 0.5625) } });
    await isLaidOut(eve.page);
    const { font, heights } = await eve.page.evaluate(() => ({ font: parseFloat(getComputedStyle(document.body).fontSize), heights: [...document.querySelectorAll("table-seat")].map((seat) => seat.querySelector("playing-card").offsetHeight) }));
    assert.equal(font, size);
    if (width > 1600) assert.ok(Math.max(...heights) < 1.15 * Math.min(...heights), `${width}: ${heights}`);
    await eve.context.close();
  }
});

test("on a phone who watches sees a long table from its beginning", { timeout: 180_000 }, async () => {
  const ada = await person(browser, host.url, { name: "Ada" });
  await playWith(ada.page, "The Gardens of Tillwick", { seats: 2 });
  const eve = await watcherOf(ada, { phone: true });
  await eve.page.locator("card-table[tabindex='0']").waitFor();
  await isLaidOut(eve.page);
  assert.equal(await eve.page.evaluate(() => document.querySelector("card-table").scrollTop), 0);
});

test("who watches is told that nobody is there to play, and players who watches", { timeout: 180_000 }, async () => {
  const { ada, grace } = await twoAt(browser, host.url, "Goofspiel", { seats: 3, bots: 1, called: "Left alone" });
  const watched = ada.page.locator(".notice", { hasText: "1 person watches." });
  assert.equal(await watched.count(), 0);
  const eve = await watcher("Left alone, Goofspiel");
  await watched.waitFor();
  const deserted = eve.page.locator(".notice", { hasText: "Nobody who plays is here" });
  await grace.page.goto("about:blank");
  await eve.page.locator("table-seat.away").waitFor();
  assert.equal(await deserted.count(), 0, "Ada is there");
  await ada.page.goto("about:blank");
  await deserted.waitFor();
  assert.equal(await eve.page.locator("action-bar .turn").innerText(), "Waiting for Ada and Grace to come back");
  await ada.page.goBack();
  await deserted.waitFor({ state: "detached" });
  assert.deepEqual(eve.faults, []);
});

test("a seat that is free after a game can be taken", { timeout: 180_000 }, async () => {
  const { ada, grace } = await twoAt(browser, host.url, "Stumble", { called: "One more" });
  const eve = await watcher("One more, Stumble");
  await game(eve.page).waitFor();
  await press(ada.page, "Arrive");
  const result = eve.page.locator(".result");
  await result.waitFor();
  const sits = result.getByRole("button", { name: "Sit down" });
  assert.equal(await sits.count(), 0, "all seats are held");
  await grace.page.locator(".result").waitFor();
  await grace.page.getByRole("button", { name: "More" }).click();
  await grace.page.getByRole("button", { name: "Leave for good" }).click();
  await grace.page.getByRole("dialog", { name: "Leave for good?" }).getByRole("button", { name: "Leave", exact: true }).click();
  await grace.page.getByRole("button", { name: "Sit down: One more, Stumble" }).waitFor();
  await sits.click();
  await isAt(eve.page, "seat");
  await ada.page.getByRole("button", { name: "Play again" }).click();
  await until(eve.page, () => document.querySelector("game-view").game === 2 && document.querySelector("game-view").result.hidden);
  for (const who of [ada, grace, eve]) assert.deepEqual(who.faults, []);
});

test("what somebody says who watches is told as theirs", { timeout: 180_000 }, async () => {
  const { ada } = await twoAt(browser, host.url, "Goofspiel", { seats: 2, called: "To chat" });
  const eve = await watcher("To chat, Goofspiel");
  await game(eve.page).waitFor();
  await say(eve.page, "Play the king!");
  await isHeard(ada.page, /Eve \(watching\) says: Play the king!/);
  await ada.page.getByRole("tab", { name: "Chat" }).click();
  assert.equal(await ada.page.locator(".chat-lines .said b").innerText(), "Eve (watching)");
  await say(ada.page, "Hush");
  await isHeard(eve.page, /Ada says: Hush/);
});

test("who waits to be let in sees no empty table, and can stop waiting", { timeout: 180_000 }, async () => {
  const { ada } = await twoAt(browser, host.url, "Goofspiel", { seats: 2, called: "Knocked at", watch: "approved" });
  const [eve, bob] = [await watcher("Knocked at, Goofspiel"), await watcher("Knocked at, Goofspiel", "Bob")];
  for (const { page } of [eve, bob]) {
    await page.getByText("The owner has not answered yet").waitFor();
    assert.equal(await page.locator("card-table, side-panel, [data-does='play']").count(), 0);
  }
  const asks = (name) => ada.page.locator(".notice", { hasText: `${name} asks to watch` });
  await asks("Eve").waitFor();
  await eve.page.getByRole("button", { name: "Stop waiting" }).click();
  await eve.page.locator("lobby-view").waitFor();
  await asks("Eve").waitFor({ state: "detached" });
  await asks("Bob").getByRole("button", { name: "Allow" }).click();
  await bob.page.locator("card-table playing-card").first().waitFor();
  for (const who of [ada, eve, bob]) assert.deepEqual(who.faults, []);
});
