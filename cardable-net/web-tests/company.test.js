// Company: the page says who has left and who owns the table now, chat lines wait
// until they are read, and nobody gives up a seat by accident.

import assert from "node:assert/strict";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { test } from "node:test";
import { startHost } from "./support/host.js";
import { open } from "./support/open.js";
import { isNoted, person, until } from "./support/browser.js";
import { eventually } from "./support/eventually.js";
import { asked, game, openTable, twoAt } from "./support/play.js";

const { browser, host } = await open([]);

const say = async (page, text) => {
  await page.getByRole("tab", { name: "Chat" }).click();
  await page.getByLabel("Say something").fill(text);
  await page.getByRole("button", { name: "Say", exact: true }).click();
};

test("who leaves for good is asked first, and the others are told", { timeout: 180_000 }, async () => {
  const { ada, grace } = await twoAt(browser, host.url, "Goofspiel", { seats: 2, called: "To leave" });
  const leave = async () => {
    await ada.page.getByRole("button", { name: "More" }).click();
    await ada.page.getByRole("button", { name: "Leave for good" }).click();
  };
  await leave();
  const question = ada.page.getByRole("dialog", { name: "Leave for good?" });
  await question.getByText("A bot plays on for you").waitFor();
  await question.getByRole("button", { name: "Stay" }).click();
  await question.waitFor({ state: "detached" });
  assert.equal(await game(ada.page).count(), 1);
  await leave();
  await question.getByRole("button", { name: "Leave", exact: true }).click();
  await ada.page.locator("lobby-view").waitFor();
  const log = grace.page.locator(".log-lines");
  await log.getByText("Ada has left for good; a bot plays on").waitFor();
  await log.getByText("The table is yours now").waitFor();
});

test("what was heard already waits for nobody again after the line was lost", { timeout: 180_000 }, async () => {
  const { ada, grace } = await twoAt(browser, host.url, "Goofspiel", { seats: 2, called: "To talk" });
  const badge = ada.page.locator("#tab-chat .badge");
  for (const [n, text] of ["One", "Two"].entries()) {
    await say(grace.page, text);
    await badge.getByText(String(n + 1), { exact: true }).waitFor();
  }
  const back = (page) =>
    page.evaluate(() => {
      const { session } = document.querySelector("game-view");
      globalThis.before = session.chat;
      session.connection.renew();
    });
  const isBack = (page, lines) => until(page, (n) => {
    const { session } = document.querySelector("game-view");
    return session.chat !== globalThis.before && session.chat.length === n && document.querySelectorAll(".chat-lines .said").length === n;
  }, lines);
  await back(ada.page);
  await isBack(ada.page, 2);
  assert.equal(await badge.innerText(), "2", "they are counted once");
  await ada.page.getByRole("tab", { name: /Chat/ }).click();
  await badge.waitFor({ state: "hidden" });
  await ada.page.getByRole("tab", { name: "Log" }).click();
  await back(ada.page);
  await isBack(ada.page, 2);
  assert.equal(await badge.isVisible(), false, "what was read is not unread again");
  await say(grace.page, "Three");
  await badge.getByText("1", { exact: true }).waitFor();
});

test("on a phone what is said shows on the button that leads to it", { timeout: 180_000 }, async () => {
  const { ada, grace } = await twoAt(browser, host.url, "Goofspiel", { seats: 2, phone: true, called: "To hear" });
  await say(ada.page, "Can you hear me?");
  const button = grace.page.locator(".panel-button");
  await grace.page.getByRole("button", { name: "Log, chat and scores, 1 unread" }).waitFor();
  assert.equal(await button.locator(".badge").innerText(), "1");
  await button.tap();
  await grace.page.getByRole("tab", { name: /Chat/ }).tap();
  await grace.page.getByRole("button", { name: "Log, chat and scores", exact: true }).waitFor();
  assert.equal(await button.locator(".badge").count(), 0);
});

test("nobody waits for the owner to be ready, and texts are as long as the host allows", { timeout: 180_000 }, async () => {
  const ada = await person(browser, host.url, { name: "Ada" });
  await ada.page.locator(".game").first().waitFor();
  await openTable(ada.page, "Goofspiel", { seats: 2, called: "To wait" });
  const told = ada.page.locator("room-view .quiet", { hasText: "free" });
  assert.equal(await told.innerText(), "1 seat is free.");
  const limits = await ada.page.evaluate(() => document.querySelector("room-view").session.welcome.limits);
  assert.equal(await ada.page.getByLabel("Say something").getAttribute("maxlength"), String(limits.chat_chars));
  // Back in the lobby, a person's own table offers only their own seat.
  await ada.page.getByRole("button", { name: "To the lobby" }).click();
  await ada.page.getByRole("button", { name: "Back to my seat: To wait, Goofspiel" }).waitFor();
  assert.equal(await ada.page.getByRole("button", { name: "Watch: To wait, Goofspiel" }).count(), 0);
  assert.equal(await ada.page.getByLabel("Your name at the table").getAttribute("maxlength"), String(limits.name_chars));
});

test("a table that the operator puts aside is back at once, and nobody is told that the host stops", { timeout: 180_000 }, async () => {
  const token = "an operator's token for tests";
  const folder = mkdtempSync(path.join(tmpdir(), "cardable-admin-"));
  const config = path.join(folder, "host.toml");
  writeFileSync(config, `admin_token = "${token}"\n`);
  const own = await startHost(["--config", config], { hurry: false });
  try {
    const { ada, grace } = await twoAt(browser, own.url, "Goofspiel", { seats: 2, called: "To rest" });
    const room = await ada.page.evaluate(() => {
      const { session } = document.querySelector("game-view");
      globalThis.before = session.connection.socket;
      return session.room.room;
    });
    const done = await fetch(`${own.url}/admin/rooms/${room}/drain`, { method: "POST", headers: { authorization: `Bearer ${token}` } });
    assert.equal(done.status, 200);
    await isNoted(grace.page, "has paused this room");
    await until(ada.page, () => {
      const view = document.querySelector("game-view");
      return view && document.body.dataset.line === "there" && view.session.connection.socket !== globalThis.before && view.session.room;
    });
    assert.equal(await asked(ada.page), "asked");
    await eventually("the log tells of it", async () => /operator has put to sleep a room/.test(own.log()));
  } finally {
    await own.stop();
    rmSync(folder, { recursive: true, force: true });
  }
});

test("who waits to be let in is offered nothing", { timeout: 180_000 }, async () => {
  await twoAt(browser, host.url, "Goofspiel", { seats: 2, called: "To knock", watch: "approved" });
  const eve = await person(browser, host.url, { name: "Eve" });
  await eve.page.getByRole("button", { name: "Watch: To knock, Goofspiel" }).click();
  await eve.page.getByText("The owner has not answered yet").waitFor();
  assert.equal(await eve.page.locator("action-bar .why").isVisible(), false);
});
