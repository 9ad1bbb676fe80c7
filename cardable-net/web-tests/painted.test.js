// Cards with pictures of their own, a grid with empty places, texts about cards that
// not everybody sees, and selections by the rules.

import assert from "node:assert/strict";
import { test } from "node:test";
import { TEST_RULESETS } from "./support/host.js";
import { open } from "./support/open.js";
import { person, resize, until } from "./support/browser.js";
import { asked, game, press, stepIs, twoAt } from "./support/play.js";
import { Hints } from "../web/js/hints.js";
import { TableInfo } from "../web/js/info.js";
import { gridOf } from "../web/js/lay.js";

const { browser, host } = await open([TEST_RULESETS]);

/** The pictures on the table: their names, and whether they have loaded. */
const pictures = (page, where) =>
  page.locator(`${where} playing-card`).evaluateAll(async (cards) => {
    const images = cards.map((card) => card.querySelector("img"));
    await Promise.all(images.map((image) => image?.decode()));
    return images.map((image, at) => ({ name: cards[at].getAttribute("aria-label").split(",")[0], from: image && new URL(image.src).pathname.replace(/[0-9a-f]{64}$/, "…"), width: image?.naturalWidth }));
  });

for (const phone of [false, true]) {
  test(`pictures, a grid and hints on ${phone ? "a phone" : "a large screen"}`, { timeout: 180_000 }, async () => {
    const { ada, grace } = await twoAt(browser, host.url, "Painted", { phone });
    const other = grace.page;
    await asked(ada.page);
    for (const page of [ada.page, other]) {
      await stepIs(page, 0);
      const shown = await pictures(page, "card-zone.grid");
      assert.equal(shown.length, 5);
      for (const one of shown) assert.deepEqual({ ...one, name: "" }, { name: "", from: "/content/…", width: 63 });
      const deck = await pictures(page, ".zone.pile");
      assert.ok(deck.length > 0 && deck.every(({ from, width }) => from === "/content/…" && width === 63), "backs are pictures too");

      // Five cards in four columns, and three empty places.
      const grid = await page.locator("card-zone.grid").evaluate((zone) => {
        const boxes = [...zone.querySelectorAll("playing-card, .hole")].map((one) => one.getBoundingClientRect());
        return { holes: zone.querySelectorAll(".hole").length, left: boxes.map((box) => Math.round(box.left)), top: boxes.map((box) => Math.round(box.top)) };
      });
      assert.equal(grid.holes, 3);
      assert.deepEqual(grid.left.slice(0, 4), grid.left.slice(4), "columns");
      assert.equal(new Set(grid.left).size, 4);
      assert.equal(new Set(grid.top).size, 2, "rows");
      assert.equal(await page.locator(".zone-name", { hasText: "Wall" }).count(), 1);
    }

    await press(ada.page, "Draw");
    await stepIs(other, 1);
    const line = (page) => page.locator(".log-lines .line.said").innerText();
    if (phone) await other.getByRole("button", { name: "Log, chat and scores" }).tap();
    for (const [page, who] of [[ada.page, "You draw"], [other, "Ada draws"]]) assert.equal(await line(page), `${who} a card.`, "what not all see brings its own article");
    await ada.page.locator(".fan.own playing-card.marked").waitFor();
    await press(ada.page, "Draw");
    // If several cards can be picked, those that the rules have selected can be picked together.
    await ada.page.locator(".fan.own playing-card.selected").nth(1).waitFor();
    await ada.page.getByRole("button", { name: "Lay on the wall 2" }).waitFor();
    await stepIs(other, 2);
    assert.equal(await other.locator("playing-card.selected, playing-card.marked").count(), 0, "for the other it is not");
    await ada.page.getByRole("button", { name: "Clear" }).click();
    assert.equal(await ada.page.locator("playing-card.selected").count(), 0);
    for (const who of [ada, grace]) assert.deepEqual(who.faults, []);
  });
}

test("who comes late or loads the page anew sees the game from its first move, with his own eyes", { timeout: 180_000 }, async () => {
  const { ada, grace } = await twoAt(browser, host.url, "Painted", { called: "The wall" });
  await press(ada.page, "Draw");
  await press(ada.page, "Draw");
  await stepIs(grace.page, 2);
  const drawn = await ada.page.locator(".fan.own playing-card").evaluateAll((cards) => cards.map((card) => card.getAttribute("aria-label").split(",")[0]).sort());
  await press(ada.page, "I win");
  await grace.page.locator(".result").waitFor();

  // Like Ada on another device, which knows nothing except her seat.
  const address = ada.page.url();
  await ada.page.close();
  const again = { ...ada, page: await ada.context.newPage(), faults: [] };
  again.page.on("pageerror", (error) => again.faults.push(String(error)));
  await again.page.goto(address);
  const eve = await person(browser, host.url, { name: "Eve" });
  await eve.page.getByRole("button", { name: "Watch: The wall, Painted" }).click();

  for (const [who, sees] of [[again, true], [grace, false], [eve, false]]) {
    const { page } = who;
    await game(page).waitFor();
    await page.getByRole("button", { name: "Watch it again" }).click();
    const slider = page.getByRole("slider", { name: "Step" });
    await slider.waitFor();
    assert.equal(await page.locator(".replay-count").innerText(), "0 / 3", `${who.name} is shown all of it`);
    assert.equal(await page.locator(".hole").count(), 3);
    await slider.fill("2");
    const seat = page.locator("table-seat", { hasText: "Ada" });
    await until(page, () => document.querySelector("game-view").shown.view.seq === 2);
    const hand = await seat.locator("playing-card").evaluateAll((cards) => cards.map((card) => card.getAttribute("aria-label").split(",")[0]).sort());
    assert.deepEqual(hand, sees ? drawn : ["2 hidden cards", "Hidden card"], `what ${who.name} may know of Ada’s hand`);
    assert.equal(await page.locator(".log-lines .line.said").count(), 2, "what happened is told from the beginning too");
    await page.getByRole("button", { name: "End the replay" }).click();
    await page.locator(".result").waitFor();
    assert.deepEqual(who.faults, []);
  }
  // Over the wire as well: the replay has only the backs of Ada’s hand.
  const replay = eve.frames.map((frame) => JSON.parse(frame)).find((message) => message.answer?.done.replay).answer.done.replay;
  assert.equal(replay.happened.length, 3);
  const moved = replay.happened.flatMap(({ events }) => events).filter((event) => event.moved);
  assert.equal(moved.length, 2);
  for (const { moved: { was, card } } of moved) assert.ok("back" in was && "back" in card, "only backs");
});

test("a card that is not seen brings its own article", () => {
  const texts = ["{0} plays the {1}.", "The {1} is a {1}", "x{1}y a{1}, an {1}", "{7}{1}"];
  const info = new TableInfo({ texts, cards: [{ label: "ace of spades" }] }, ["Ada"], null);
  const hidden = [{ seat: 0 }, "card"];
  assert.deepEqual(texts.map((_, id) => info.said(id, hidden)), ["Ada plays a card.", "a card is a card", "xa cardy aa card, a card", "a card"]);
  assert.equal(info.said(0, [{ seat: 0 }, { written: "Ace of Spades" }]), "Ada plays the Ace of Spades.");
  const leads = new TableInfo({ texts: ["{0} and {0|leads|lead}, {1} {1|card|cards}"], cards: [] }, ["Ada"], null);
  assert.equal(leads.said(0, [{ seat: 0 }, { int: 2 }]), "Ada and leads, 2 cards");
});

test("a grid has its columns and its places", () => {
  for (const [def, cards, grid] of [
    [{ columns: 4, rows: 2 }, 5, { columns: 4, holes: 3 }],
    [{ columns: 4, rows: 2 }, 9, { columns: 4, holes: 0 }],
    [{ columns: 3 }, 4, { columns: 3, holes: 0 }],
    [{ columns: 3 }, 2, { columns: 2, holes: 0 }],
    [{ rows: 2 }, 5, { columns: 3, holes: 1 }],
    [{}, 6, { columns: 3, holes: 0 }],
    [{}, 0, { columns: 1, holes: 0 }],
  ]) assert.deepEqual(gridOf(def, cards), grid, JSON.stringify([def, cards]));
});

test("a grid that is wider than a phone covers cards, and keeps them all on the screen", { timeout: 180_000 }, async () => {
  const { ada, grace } = await twoAt(browser, host.url, "Wide", { phone: true });
  await resize(ada.page, { width: 360, height: 740 });
  const { page } = ada;
  await asked(page);
  let dealt = 0;
  for (const [name, cards, covered] of [["Three", 3, false], ["Ten", 10, true]]) {
    await press(page, name);
    dealt += cards;
    await until(page, (many) => document.querySelectorAll("card-zone.grid playing-card").length === many, dealt);
    const boxes = await page.locator("card-zone.grid playing-card").evaluateAll((all) => all.map((card) => card.getBoundingClientRect().toJSON()));
    for (const { left, right } of boxes) assert.ok(left >= 0 && right <= 360, `${left}–${right}`);
    assert.equal(boxes[1].left < boxes[0].right, covered);
    assert.ok(boxes[1].left - boxes[0].left > 20, "the corner of a card is seen");
    // Three cards lie in the middle.
    if (!covered) assert.ok(Math.abs(boxes[0].left + boxes[2].right - 360) < 4);
  }
  for (const who of [ada, grace]) assert.deepEqual(who.faults, []);
});

test("what the rules wish to be shown", () => {
  const hints = new Hints();
  hints.take({ hint: "select", value: "nothing" }, 7);
  hints.take({ hint: "toggle", value: { zone: 3 } }, null);
  hints.take({ hint: "toggle", value: "nothing" }, 7);
  hints.take({ hint: "select", value: "nothing" }, null);
  hints.take({ hint: "hide_part", value: { text: 5 } }, null);
  hints.take({ hint: "wait", value: { int: 90_000 } }, null);
  assert.deepEqual([[...hints.cards], [...hints.zones], [...hints.parts]], [[], [3], [[5, false]]]);
  assert.equal(hints.copy().rest(), 0, "a copy does not wait again");
  assert.equal(hints.rest(), 5000, "not too long");
  assert.equal(hints.rest(), 0);
});
