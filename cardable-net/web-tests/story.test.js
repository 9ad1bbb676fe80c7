// What the page makes of what happened, without a page: words, scores, and what
// is looked at for a while.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Chooser } from "../web/js/choose.js";
import { narrate } from "../web/js/narrate.js";
import { paceOf, passesBy } from "../web/js/pace.js";
import { Replica } from "../web/js/replica.js";
import { Sheet } from "../web/js/sheet.js";

const item = (name, first = 0, label = name) => ({ name, label, constant: false, first });
const zone = (label) => ({ name: label, label, copies: 1, copy: 0 });
const data = {
  texts: [],
  cards: ["Two", "Nine", "Ace"].map((label) => ({ label, name: label })),
  shared_zones: [],
  seat_zones: [zone("hand"), zone("trick"), zone("taken")],
  seat_data: [item("score"), item("last_scores"), item("cumulative_score"), item("lead_player", -1)],
  globals: [item("lead_player", -1)],
  states: [{ name: "bid", label: "Bidding", kind: "round_robin", data: [item("bidder"), item("bid", 0, "highest bid")] }],
  actions: [{ label: "Play" }],
  roles: [],
};
const sheet = new Sheet(data, ["Ada", "Grace"], 0);
const moved = (from, to, face) => ({ moved: { from: { zone: from, index: 0 }, was: { face }, to: { zone: to, index: 0 }, card: { face } } });
/** Grace plays the last card of a trick and takes it: zones 0 to 2 are Ada's, 3 to 5 hers. */
const trick = [{ acted: { seat: 1, action: 0 } }, moved(3, 4, 2), moved(1, 5, 1), moved(4, 5, 2)];
const view = { status: { scenes: [{ scene: 0, state: 0, data: [{ seat: 1 }, { int: 6 }] }] } };

test("a trick that is taken is one thing", () => {
  assert.deepEqual(narrate(sheet, view, { events: trick }).map((line) => line.text), ["Grace: Play — Ace from hand to trick; Nine, Ace from trick to taken"]);
});

test("a deal is told seat by seat, however it went round", () => {
  /** Three seats, and a stock in the middle: their hands are the zones 1, 3 and 5, their piles 2, 4 and 6. */
  const dealing = (own) => new Sheet({ ...data, shared_zones: [zone("stock")], seat_zones: [zone("hand"), zone("pile")] }, ["Ada", "Grace", "Alan"], own);
  const card = (to, seen) => ({ moved: { from: { zone: 0 }, was: { back: 0 }, to: { zone: to }, card: seen } });
  const back = { back: 0 };
  const round = [card(3, back), card(5, back), card(1, { face: 2 }), { regarded: { zone: 1, ordered: false } }];
  const told = (own, events) => narrate(dealing(own), view, { events }).map((line) => line.text);
  const ends = { acted: { seat: 1, action: 0 } };
  assert.deepEqual(told(0, [ends, ...round, ...round, { turned: { slot: { zone: 0 }, card: { face: 1 }, up: true } }]), ["Grace: Play", "You were dealt Ace, Ace; 2 cards each to Grace and Alan — Nine is turned up in stock"]);
  assert.deepEqual(told(0, Array(9).fill(round).flat()), [`You were dealt ${Array(9).fill("Ace").join(", ")}; 9 cards each to Grace and Alan`], "one's own cards are named, however many");
  assert.deepEqual(told(null, [card(1, back), card(3, back), card(5, back), card(1, back)]), ["Dealt: 2 cards to Ada; a card each to Grace and Alan"]);
  assert.deepEqual(told(0, [card(2, { face: 0 }), card(4, { face: 1 }), card(6, back)]), ["You were dealt Two (pile); Nine to Grace; a card to Alan"]);
  // What one seat alone gets is what it draws.
  assert.deepEqual(told(0, [ends, card(3, back), card(3, back)]), ["Grace: Play — 2 cards from stock to hand"]);
});

test("what is kept count of is told after what is seen to happen", () => {
  const score = { data: { at: { seat: [1, 2] }, value: { int: 4 } } };
  const [{ text }] = narrate(sheet, view, { events: [trick[0], score, ...trick.slice(1)] });
  assert.equal(text, "Grace: Play — Ace from hand to trick; Nine, Ace from trick to taken; score is 4");
});

test("the last card of a trick is seen before the trick is taken", () => {
  assert.equal(passesBy(trick), 2);
  assert.equal(passesBy(trick.slice(0, 3)), 0);
  assert.equal(passesBy([]), 0);
  const turned = { turned: { slot: { zone: 4, index: 0 }, was: { back: 0 }, card: { face: 1 }, up: true } };
  const played = { moved: { ...moved(3, 4, 2).moved, was: { back: 0 } } };
  const pace = (event) => paceOf([{ events: [event] }], (zone) => sheet.isHand(zone));
  assert.ok(pace(turned) > pace(played), "what is turned up is looked at for longer than what is played");
});

test("what a state is about is told when it changes", () => {
  const status = { scene: [{ set: [[1, { int: 6 }]] }] };
  assert.deepEqual(narrate(sheet, view, { events: [{ answered: { seat: 1, answer: "hidden" } }], status }).map((line) => line.text), ["Grace answers — highest bid is 6"]);
  assert.deepEqual(narrate(sheet, view, { status: { scene: [{ state: 0, set: [[1, { int: 6 }]] }] } }), [], "on entering a state it is told with it");
});

test("what the rules say in words is not told in numbers once more", () => {
  const said = { said: { text: 0, tokens: [{ seat: 1 }, { int: 6 }] } };
  const status = { scene: [{ set: [[0, { seat: 1 }], [1, { int: 6 }]] }] };
  const speaking = new Sheet({ ...data, texts: ["{0} bids {1}."] }, ["Ada", "Grace"], 0);
  assert.deepEqual(narrate(speaking, view, { events: [trick[0], said], status }).map((line) => line.text), ["Grace: Play", "Grace bids 6."]);
});

test("where deals are summed up the sum is the score", () => {
  const told = sheet.told(data.seat_data, [{ int: 4 }, { int: 4 }, { int: 30 }, { int: 1 }]);
  assert.deepEqual(told, [{ name: "score", value: "30", score: true, plain: true }, { name: "lead player", value: "Grace", score: false, plain: true }]);
  const plain = new Sheet({ ...data, seat_data: data.seat_data.slice(0, 1) }, ["Ada", "Grace"], 0);
  assert.deepEqual(plain.told(plain.data.seat_data, [{ int: 0 }]), [{ name: "score", value: "0", score: true, plain: true }]);
});

test("what the rules have selected follows its card, and begins a pick of several", () => {
  const zones = [{ ordered: true, cards: [{ face: 0 }, { face: 1 }] }, { ordered: true, cards: [] }];
  const replica = new Replica({ seq: 0, zones, globals: [], seat_data: [[]], status: {} });
  const hint = (kind, index) => ({ hint: { hint: kind, slot: { zone: 0, index }, value: "nothing" } });
  const [first, second] = replica.keys[0];
  replica.apply([hint("select", 0), hint("select", 1)]);
  assert.deepEqual([...replica.hints.cards], [first, second]);
  replica.apply([moved(0, 1, 0)]);
  assert.deepEqual([...replica.hints.cards], [second], "elsewhere it is no longer selected");

  const card = (index) => ({ card: { zone: 0, index } });
  const offer = (max) => ({ action: { action: 1, label: "lay", kind: "hand_pick", pick: { what: "card", min: 1, max, ruled: false, candidates: [card(0), card(1)] } } });
  for (const [max, selected] of [[2, 1], [1, 0]]) {
    const chooser = new Chooser({ offers: [offer(max)], unavailable: [], touches: [] });
    chooser.preselect([{ pick: card(0), key: second }, { pick: null, key: first }]);
    assert.equal(chooser.selected.length, selected, `of ${max}`);
    assert.ok(chooser.picksCards);
  }
});
