// How people come together: through a match, by asking to watch, by watching with a
// delay, and for a rematch.

import assert from "node:assert/strict";
import { test } from "node:test";
import { TEST_RULESETS } from "./support/host.js";
import { open } from "./support/open.js";
import { isNoted, person, until } from "./support/browser.js";
import { act, asked, dice, game, openTable, press, stepIs, twoAt } from "./support/play.js";

const { browser, host } = await open([TEST_RULESETS]);

/** The steps of a seat, as the page tells them. */
const fact = (page, seat) => page.locator("table-seat", { hasText: seat }).locator(".seat-facts");

test("two who want the same game are brought together", { timeout: 180_000 }, async () => {
  const wait = async (who) => {
    await who.page.getByRole("button", { name: "Find players: Goofspiel", exact: true }).click();
    await who.page.getByRole("dialog").getByRole("button", { name: "2", exact: true }).click();
  };
  const ada = await person(browser, host.url, { name: "Ada" });
  await wait(ada);
  const waiting = ada.page.getByText("Waiting for another player who wants Goofspiel");
  await waiting.waitFor();
  await ada.page.getByRole("button", { name: "Stop waiting" }).click();
  await waiting.waitFor({ state: "hidden" });

  // A person who stops waiting is not taken to a table; a short loss of the connection does not matter.
  await wait(ada);
  await waiting.waitFor();
  await ada.page.evaluate(() => {
    const { connection } = document.querySelector("lobby-view").session;
    globalThis.before = connection.socket;
    connection.socket.close();
  });
  await until(ada.page, () => document.body.dataset.line === "there" && document.querySelector("lobby-view").session.connection.socket !== globalThis.before);
  await waiting.waitFor();
  const grace = await person(browser, host.url, { name: "Grace" });
  await wait(grace);
  for (const { page } of [ada, grace]) {
    await game(page).waitFor();
    assert.equal(await asked(page), "asked");
    assert.equal(await page.locator("table-seat").count(), 2);
  }
  assert.match(await ada.page.locator("table-seat").allInnerTexts().then((all) => all.join()), /Grace/);
  await act(ada, dice(1));
  await act(grace, dice(2));
  await stepIs(ada.page, 2);
  for (const who of [ada, grace]) assert.deepEqual(who.faults, []);
});

test("the owner says who may watch", { timeout: 180_000 }, async () => {
  const { ada, grace } = await twoAt(browser, host.url, "Stumble", { called: "By leave", watch: "approved" });
  const [eve, alan] = [await person(browser, host.url, { name: "Eve" }), await person(browser, host.url, { name: "Alan", phone: true })];
  for (const { page } of [eve, alan]) {
    await page.getByRole("button", { name: "Watch: By leave, Stumble" }).click();
    await page.getByText("The owner has not answered yet").waitFor();
    assert.equal(await page.locator("playing-card").count(), 0, "nothing is seen before that");
  }
  const wants = (name) => ada.page.locator(".notice", { hasText: `${name} asks to watch` });
  for (const name of ["Eve", "Alan"]) await wants(name).waitFor();
  assert.equal(await grace.page.locator(".notice").count(), 0, "only the owner is asked");
  await grace.page.getByRole("tab", { name: "Chat" }).click();
  await grace.page.getByLabel("Say something").fill("hello");
  await grace.page.keyboard.press("Enter");
  await wants("Eve").getByRole("button", { name: "Refuse" }).click();
  await eve.page.locator("lobby-view").waitFor();
  await isNoted(eve.page, "removed you");
  await wants("Alan").getByRole("button", { name: "Allow" }).click();
  await alan.page.locator("card-table playing-card").first().waitFor();
  await alan.page.getByText("The owner has not answered yet").waitFor({ state: "detached" });
  // What was said before is told.
  await until(alan.page, () => document.querySelectorAll(".chat-lines .said").length === 1);
  await press(ada.page, "Step");
  await stepIs(alan.page, 1);
  assert.equal(await alan.page.locator("action-bar button.choice").count(), 0, "who watches does nothing");
  const frames = eve.frames.filter((frame) => /^\{"(view|events|chat)"/.test(frame));
  assert.deepEqual(frames, [], "who was refused was told nothing");
  for (const who of [ada, grace, eve, alan]) assert.deepEqual(who.faults, []);
});

test("who watches late sees what is old enough, and everything at the end", { timeout: 180_000 }, async () => {
  const { ada, grace } = await twoAt(browser, host.url, "Stumble", { called: "Later", watch: "delayed", late: 2 });
  const eve = await person(browser, host.url, { name: "Eve" });
  await eve.page.getByRole("button", { name: "Watch: Later, Stumble" }).click();
  await eve.page.locator("card-table playing-card").first().waitFor();
  for (let n = 1; n <= 4; n++) {
    await press(ada.page, "Step");
    await stepIs(grace.page, n);
    await stepIs(eve.page, Math.max(0, n - 2));
  }
  // What the host would send again is delayed as well.
  const told = await eve.page.evaluate(async () => {
    const { session } = document.querySelector("game-view");
    const view = new Promise((resolve) => session.connection.addEventListener("view", (event) => resolve(event.detail.view.seq), { once: true }));
    await session.call({ resync: {} });
    return view;
  });
  assert.equal(told, 2);
  await stepIs(eve.page, 2);
  assert.match(await fact(ada.page, "Ada").innerText(), /4/);
  assert.match(await fact(eve.page, "Ada").innerText(), /2/);
  await press(ada.page, "Arrive");
  await stepIs(eve.page, 5);
  assert.match(await eve.page.locator(".result h2").innerText(), /Ada wins/);
  for (const who of [ada, grace, eve]) assert.deepEqual(who.faults, []);
});

test("another game at the same table", { timeout: 180_000 }, async () => {
  const { ada, grace } = await twoAt(browser, host.url, "Stumble", { phone: true });
  for (let round = 1; round <= 2; round++) {
    await press(ada.page, "Step");
    await press(ada.page, "Arrive");
    for (const { page } of [ada, grace]) await page.locator(".result").waitFor();
    await grace.page.getByText("The owner may begin another game").waitFor();
    // One person is still looking back when the next game begins.
    if (round === 1) {
      await grace.page.getByRole("button", { name: "Watch it again" }).tap();
      await grace.page.getByRole("slider", { name: "Step" }).fill("1");
    }
    await ada.page.getByRole("button", { name: "Play again" }).click();
    for (const { page } of [ada, grace]) {
      await stepIs(page, 0);
      await page.locator(".result").waitFor({ state: "hidden" });
      await page.locator("replay-bar").waitFor({ state: "hidden" });
      // The log begins anew.
      await until(page, () => document.querySelectorAll(".log-lines .said").length === 0);
    }
    await until(ada.page, (wanted) => document.querySelector("game-view").session.room.game === wanted, round + 1);
  }
  await asked(ada.page);
  for (const who of [ada, grace]) assert.deepEqual(who.faults, []);
});
