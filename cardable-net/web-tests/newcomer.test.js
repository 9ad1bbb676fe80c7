// A new visitor: plays a first card within two touches, finds the instructions, reads
// why a touch does nothing, and follows a link.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { TEST_RULESETS, startHost } from "./support/host.js";
import { open } from "./support/open.js";
import { SIZES, person, turnAway, until } from "./support/browser.js";
import { act, asked, dice, game, inviteOf, openTable, press, step, touch, twoAt } from "./support/play.js";
import { blocks } from "../web/js/text.js";
import { speakingOf, whyNothing } from "../web/js/why.js";

const { browser, host } = await open([TEST_RULESETS]);
// Connections per address are limited, and each window takes some.
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

for (const phone of [false, true]) {
  const tap = (thing) => (phone ? thing.tap() : thing.click());

  test(`a game begins with the first touch${phone ? " on a phone" : ""}`, { timeout: 180_000 }, async () => {
    const who = await person(browser, host.url, { name: "", phone });
    const { page } = who;
    const begin = page.getByRole("button", { name: /^Play with bots/ }).first();
    await begin.waitFor();
    const box = await begin.boundingBox();
    const { height } = phone ? SIZES.phone : SIZES.desktop;
    assert.ok(box.y + box.height <= height, `it is seen without looking for it: ${box.y} of ${height}`);
    assert.equal(await page.locator("dialog").count(), 0, "nothing stands before it");
    await tap(begin);
    await game(page).waitFor();
    assert.equal(await asked(page), "asked");
    assert.match(await page.locator("action-bar .turn").innerText(), /^Your /);
    assert.ok((await page.locator("action-bar .hint").innerText()) !== "" || (await page.locator("action-bar .choice").count()) > 0, "what can be done is said");

    // The instructions are at hand.
    if (phone) await tap(page.getByRole("button", { name: "More" }));
    await tap(page.getByRole("button", { name: "How to play" }).last());
    const rules = page.locator(".rules p");
    await rules.first().waitFor();
    assert.ok((await rules.allInnerTexts()).join(" ").length > 200);
    await page.keyboard.press("Escape");
    assert.deepEqual(who.faults, []);
  });

  test(`what cannot be taken says why, and what can be done instead${phone ? ", on a phone" : ""}`, { timeout: 300_000 }, async () => {
    const { ada, grace } = await twoAt(browser, host.url, "Rummy", { seats: 2, phone });
    const turn = async (who) => (await asked(who.page), who);
    const first = await Promise.race([turn(ada), turn(grace)]);
    const [other] = [ada, grace].filter((who) => who !== first);
    const tip = (who) => who.page.locator("table-tip:visible");
    const card = (who) => who.page.locator(".fan.own playing-card").nth(2);
    const pile = (who) => who.page.locator(".shared card-zone").first().locator("playing-card").last();
    // It is another player's turn.
    await touch(card(other), other.phone);
    await tip(other).waitFor();
    assert.match(await tip(other).innerText(), new RegExp(`^${first.name}’s turn`));
    // Only buttons are offered.
    const before = await step(first.page);
    await touch(card(first), first.phone);
    await tip(first).waitFor();
    assert.match(await tip(first).innerText(), /Take a card first/);
    assert.deepEqual((await tip(first).getByRole("button").allInnerTexts()).sort(), ["Draw from the stock", "Take the discard"]);
    const inside = await tip(first).boundingBox();
    const { width } = first.page.viewportSize();
    assert.ok(inside.x >= 0 && inside.x + inside.width <= width, "it is seen whole");
    await until(first.page, () => /Take a card first/.test(document.querySelector("#live").textContent));
    // The keyboard opens and closes it as well.
    await first.page.keyboard.press("Escape");
    await tip(first).waitFor({ state: "hidden" });
    await card(first).focus();
    await first.page.keyboard.press("Enter");
    await tip(first).waitFor();
    assert.equal(await step(first.page), before, "nothing is done by that");
    // A pile offers the actions that concern it.
    await touch(pile(first), first.phone);
    await until(first.page, () => document.querySelectorAll("table-tip button").length === 1);
    assert.equal(await tip(first).getByRole("button").innerText(), "Draw from the stock");
    const draw = tip(first).getByRole("button");
    await (first.phone ? draw.tap() : draw.click());
    await until(first.page, (least) => document.querySelector("game-view").session.replica.view.seq > least, before);
    await asked(first.page);
    assert.equal(await tip(first).count(), 0);
    for (const who of [ada, grace]) assert.deepEqual(who.faults, []);
  });
}

test("who comes by a link says a name first", { timeout: 180_000 }, async () => {
  const ada = await person(browser, host.url, { name: "Ada" });
  await openTable(ada.page, "Skullable", { seats: 3, bots: 1 });
  const link = await inviteOf(ada.page);
  const at = link.slice(link.indexOf("#"));
  const grace = await person(browser, host.url, { name: "", phone: true, at });
  const dialog = grace.page.getByRole("dialog", { name: "You are invited" });
  await dialog.waitFor();
  assert.equal(await grace.page.evaluate(() => document.activeElement.id), "first-name");
  await dialog.getByLabel("Your name at the table").fill("Grace");
  await dialog.getByRole("button", { name: "To the table" }).tap();
  await grace.page.locator(".room-seat", { hasText: "Grace (you)" }).waitFor();
  await ada.page.locator(".room-seat", { hasText: "Grace" }).waitFor();
  assert.equal(await ada.page.locator(".room-seat.free").count(), 0);
  // A person who does not want to does not have to.
  const eve = await person(browser, host.url, { name: "", at });
  await eve.page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await eve.page.locator("lobby-view .game").first().waitFor();
  await eve.page.waitForURL((url) => !url.hash.includes("sit"));
  for (const who of [ada, grace, eve]) assert.deepEqual(who.faults, []);
});

test("a link that leads nowhere says why, until it is read", { timeout: 180_000 }, async () => {
  const { ada, grace } = await twoAt(browser, host.url, "Stumble", { called: "Closed", watch: "none" });
  const room = /#\/table\/(.+)$/.exec(ada.page.url())[1];
  for (const [at, says] of [["#/join/no-such-code", /code|table|room/i], [`#/watch/${room}`, /watch/i], [`#/sit/${room}`, /watch|seat|begun/i]]) {
    const eve = await person(browser, host.url, { name: "Eve", phone: true, at });
    const why = eve.page.locator(".notice[role=alert]");
    await why.waitFor();
    assert.match(await why.innerText(), says, at);
    await eve.page.locator(".game").first().waitFor();
    assert.equal(await eve.page.getByRole("button", { name: "Watch: Closed, Stumble" }).count(), 0, "nobody may");
    await why.getByRole("button", { name: "Close" }).tap();
    await why.waitFor({ state: "detached" });
    assert.deepEqual(eve.faults, []);
    await eve.context.close();
  }
  for (const who of [ada, grace]) assert.deepEqual(who.faults, []);
});

test("who watches is told what there is to see, and how late", { timeout: 180_000 }, async () => {
  for (const [watch, late, says] of [["open", undefined, /^You are watching: you see what lies open to everybody\.$/], ["delayed", 1, /one choice late until the game is over/], ["delayed", 3, /3 choices late until the game is over/]]) {
    const called = `Window ${watch} ${late}`;
    const ada = await person(browser, host.url, { name: "Ada" });
    await openTable(ada.page, "Stumble", { called, watch, late, bots: 1 });
    if (late) await ada.page.locator(".chosen", { hasText: late === 1 ? "one choice late" : `${late} choices late` }).waitFor();
    await ada.page.getByRole("button", { name: /^Start/ }).click();
    await game(ada.page).waitFor();
    assert.equal(await ada.page.locator(".notice.calm").count(), 0, "who plays is not");
    const eve = await person(browser, host.url, { name: "Eve", phone: true });
    await eve.page.getByRole("button", { name: `Watch: ${called}, Stumble` }).tap();
    const told = eve.page.locator(".notice.calm");
    await told.waitFor();
    assert.match((await told.innerText()).trim(), says);
    await asked(ada.page);
    await press(ada.page, "Arrive");
    await eve.page.locator(".result").waitFor();
    await told.waitFor({ state: "detached" });
    for (const who of [ada, eve]) {
      assert.deepEqual(who.faults, []);
      await who.context.close();
    }
  }
});

test("a page of which a part did not come loads itself again", { timeout: 180_000 }, async () => {
  const context = await browser.newContext();
  const page = await context.newPage();
  const away = await turnAway(page, "**/page.js");
  const busy = page.getByText("The host is busy just now");
  await page.goto(`${host.url}/`, { waitUntil: "commit" });
  await busy.waitFor();
  away.read();
  await page.locator(".game").first().waitFor();
  assert.equal(await busy.count(), 0);
  assert.equal(away.asked, 2);
  await context.close();
});

test("buttons that speak of a pile", () => {
  const offers = ["Draw from the stock", "Take the discard", "Pass"].map((label) => ({ label }));
  const of = (zone) => speakingOf(offers, zone).map(({ label }) => label);
  for (const [zone, labels] of [["Stock", ["Draw from the stock"]], ["Discard pile", ["Take the discard"]], ["your Hand", []], ["Pile", []], ["Passing", []]]) assert.deepEqual(of(zone), labels, zone);
  const why = (about) => whyNothing({ decision: null, buttons: [], prompt: null, ...about }, "Ada’s turn", "Hand", () => {});
  assert.deepEqual(why({}), { text: "Ada’s turn" });
  const not = [["Lay down", "draw first"], ["Discard", "draw first"]].map(([label, reason]) => ({ label, reason }));
  assert.equal(why({ decision: { unavailable: not } }).text, "Draw first", "what holds for all is said once");
  assert.deepEqual(why({ decision: { unavailable: [...not, { label: "Knock", reason: "too many points" }] } }).reasons.length, 3);
  assert.match(why({ decision: {}, prompt: { number: {} } }).text, /question/);
});

test("how a game is played, as a text of its folder says", () => {
  const text = "# Title\n\nA line\nthat goes on.\n\n## Play\n- one\n  more\n- two\n\n1. first\n2. second\n";
  assert.deepEqual(blocks(text), [
    { kind: "heading", lines: ["Title"] },
    { kind: "text", lines: ["A line that goes on."] },
    { kind: "heading", lines: ["Play"] },
    { kind: "list", lines: ["one more", "two"] },
    { kind: "list", lines: ["first", "second"] },
  ]);
  assert.deepEqual(blocks("\r\n\r\n"), []);
});

test("however many tables there are, the games stay in sight", { timeout: 180_000 }, async () => {
  const busy = await startHost(TEST_RULESETS);
  try {
    const ada = await person(browser, busy.url, { name: "Ada" });
    await ada.page.locator(".game").first().waitFor();
    await ada.page.evaluate(async () => {
      const { session } = document.querySelector("lobby-view");
      const { hash } = session.welcome.rulesets.find(({ title }) => title === "Stumble");
      for (let n = 1; n <= 6; n++) await session.call({ create: { ruleset: hash, title: `Table ${n}`, settings: { seats: 2 }, bots: 0 } }).then(() => n < 6 && session.call({ step_out: {} }));
    });
    const eve = await person(browser, busy.url, { name: "Eve", phone: true });
    const { page } = eve;
    await page.locator(".table-entry", { hasText: "Table" }).nth(2).waitFor();
    assert.equal(await page.locator(".open-tables .table-entry:visible").count(), 3);
    await page.getByText("3 more tables").tap();
    await until(page, () => [...document.querySelectorAll(".open-tables .table-entry")].filter((one) => one.checkVisibility()).length === 6);
    await page.getByRole("button", { name: "Sit down: Table 5, Stumble" }).tap();
    await page.locator(".room-seat", { hasText: "Eve (you)" }).waitFor();
    assert.deepEqual(eve.faults, []);
  } finally {
    await busy.stop();
  }
});
