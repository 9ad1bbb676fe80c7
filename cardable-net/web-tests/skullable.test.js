// Two people and a bot play Skullable to its end. One is at a desk and reloads the page
// in the middle, the other has a phone. A third person watches, and never receives a
// hidden face.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./support/open.js";
import { person, until } from "./support/browser.js";
import { act, asked, dice, game, isOver, step, twoAt } from "./support/play.js";

const { browser, host } = await open([]);

/** The page's replica, and a new view from the host. */
const views = (page) =>
  page.evaluate(async () => {
    const { session } = document.querySelector("game-view");
    const kept = JSON.stringify(session.replica.view);
    const fresh = new Promise((resolve) => session.connection.addEventListener("view", (event) => resolve(JSON.stringify(event.detail.view)), { once: true }));
    await session.call({ resync: {} });
    return [JSON.parse(kept), JSON.parse(await fresh)];
  });

test("a whole game, with a reload, a phone and a spectator", { timeout: 600_000 }, async () => {
  const watcher = await person(browser, host.url, { name: "Edsger" });
  const meanwhile = async () => {
    await watcher.page.getByRole("button", { name: /^Watch/ }).click();
    await watcher.page.locator("room-view").waitFor();
  };
  const { ada, grace, link } = await twoAt(browser, host.url, "Skullable", { seats: 3, bots: 1, phone: true, meanwhile });
  assert.match(link, /#\/sit\//);
  await game(watcher.page).waitFor();

  // Both act when they are asked, which happens an unknown number of times.
  const roll = dice(11);
  let turns = 0;
  let reloaded = false;
  while (!(await isOver(ada.page))) {
    assert.ok(turns < 500, "the game comes to an end");
    const ready = await Promise.race([ada, grace].map(async (who) => ((await asked(who.page, 60_000)), who)));
    if (await isOver(ready.page)) break;
    await act(ready, roll);
    turns++;
    // Each of the two lays a disc in each of the two rounds that a game has at least.
    if (turns === 3) {
      const before = await step(ada.page);
      const lines = await ada.page.locator(".log-lines li").count();
      await ada.page.reload();
      await game(ada.page).waitFor();
      await until(ada.page, (least) => (document.querySelector("game-view")?.session.replica?.view.seq ?? -1) >= least, before);
      assert.match(await ada.page.locator("table-seat.own .seat-name").innerText(), /Ada/);
      // What happened before is still told.
      await until(ada.page, (least) => document.querySelectorAll(".log-lines li").length >= least, lines);
      reloaded = true;
    }
  }
  assert.ok(reloaded, "there was a middle");

  for (const { page } of [ada, grace]) {
    await page.locator(".result").waitFor();
    const [kept, fresh] = await views(page);
    assert.deepEqual(kept, fresh, "what the page kept is what the host would send");
  }
  assert.match(await ada.page.locator(".result h2").innerText(), /win/);
  for (const who of [ada, grace, watcher]) assert.deepEqual(who.faults, [], `${who.name}'s page has no faults`);

  // The spectator gets faces only in zones that everybody sees.
  const hidden = await watcher.page.evaluate(() => {
    const { session } = document.querySelector("game-view");
    const { info } = session;
    const zones = session.replica.view.zones.map((_, at) => at);
    return zones.filter((at) => ["deck", "hand", "front"].includes(info.zone(at).def.name));
  });
  assert.ok(hidden.length >= 9);
  let moves = 0;
  for (const frame of watcher.frames) {
    const message = JSON.parse(frame);
    const zones = message.view?.view.zones ?? [];
    zones.forEach((zone, at) => {
      if (hidden.includes(at)) assert.ok(zone.cards.every((card) => "back" in card), `a face in zone ${at}: ${frame.slice(0, 300)}`);
    });
    for (const event of message.events?.events ?? []) {
      const { moved, shown, turned, arranged } = event;
      if (moved) {
        moves++;
        if (hidden.includes(moved.from.zone)) assert.ok("back" in moved.was, JSON.stringify(event));
        if (hidden.includes(moved.to.zone)) assert.ok("back" in moved.card, JSON.stringify(event));
      }
      for (const one of [shown, turned].filter(Boolean)) if (hidden.includes(one.slot.zone)) assert.ok("back" in one.card, JSON.stringify(event));
      if (arranged && hidden.includes(arranged.zone)) assert.ok("back" in arranged.card, JSON.stringify(event));
    }
    assert.ok(!frame.includes('"token"'), "nobody's token is told to a spectator");
  }
  assert.ok(moves > 10, "the spectator saw cards move");
  assert.equal(await watcher.page.locator("playing-card.lit").count(), 0);
});
