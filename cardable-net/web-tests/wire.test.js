// The short forms of the protocol, spelled out.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Decisions, spelled, statusAfter, things } from "../web/js/wire.js";

const card = (zone, index) => ({ card: { zone, index } });

test("events that are told as lists have names for what they tell", () => {
  const moved = { from: { zone: 2 }, was: { back: 0 }, to: { zone: 4, index: 0 }, card: { face: 12 } };
  assert.deepEqual(spelled({ moved: [2, -1, -1, 4, 0, 12] }), { moved });
  assert.deepEqual(spelled({ turn: 0 }), { turn: { seat: 0 } });
  assert.deepEqual(spelled({ voted: { seat: 1, action: 2 } }), { voted: { seat: 1, action: 2 } });
  assert.deepEqual(spelled({ global: [5, { int: 11 }] }), { data: { at: { global: 5 }, value: { int: 11 } } });
  assert.deepEqual(spelled({ seat_data: [1, 0, "nothing"] }), { data: { at: { seat: [1, 0] }, value: "nothing" } });
  assert.equal(spelled("over"), "over");
});

test("a negative number means all numbers up to it", () => {
  assert.deepEqual(things([{ cards: [5, 1, -3] }, { seats: [0, 0] }]), [card(5, 1), card(5, 2), card(5, 3), { seat: 0 }, { seat: 0 }]);
});

test("what a status leaves out is as it was", () => {
  const before = { to_decide: true, direction: 1, scenes: [{ scene: 0, turn: 0, data: [1, 2] }, { scene: 1, turn: 3, data: [] }] };
  const after = statusAfter(before, { scene: [{ turn: null, set: [[1, 7]] }] }, false);
  assert.deepEqual(after, { to_decide: false, direction: 1, scenes: [{ scene: 0, turn: null, data: [1, 7] }, { scene: 1, turn: 3, data: [] }] });
  assert.deepEqual(before.scenes[0].data, [1, 2], "the old one is as it was");
  assert.equal(statusAfter(before, undefined, true).to_decide, true);
});

test("what was told of a decision is filled in, also after a reload", () => {
  const decisions = new Decisions();
  const action = { action: 4, label: "play", kind: "hand_pick", pick: { what: "card", of: [{ cards: [2, 0, 3] }] } };
  const first = decisions.fillIn({ offers: [{ action }, "pass"], touches: [{ action: 4, touch: { tap: {} } }] });
  assert.deepEqual(first.offers[0].action.pick.candidates, [card(2, 0), card(2, 3)]);
  assert.deepEqual(first.touches[0], { action: 4, label: "play", touch: { tap: { things: [card(2, 0), card(2, 3)], min: 1, max: 1 } } });
  const later = new Decisions(JSON.parse(JSON.stringify(decisions.kept)));
  const second = later.fillIn({ offers: [1, { action: { action: 4, pick: { of: [{ cards: [2, 1] }], max: 2 } } }], unavailable: [{ action: 4, reason: "no" }] });
  assert.equal(second.offers[0], "pass");
  assert.deepEqual(second.offers[1].action, { action: 4, label: "play", kind: "hand_pick", pick: { what: "card", min: 1, max: 2, ruled: false, candidates: [card(2, 1)], texts: [] } });
  assert.deepEqual(second.unavailable, [{ action: 4, label: "play", reason: "no" }]);
  assert.deepEqual(second.touches, first.touches);
  assert.equal(later.fillIn(undefined), null);
  assert.deepEqual(later.fillIn({}).offers, second.offers);
});

test("things that are drawn to others come as lists of both", () => {
  const { touches } = new Decisions().fillIn({ offers: [], touches: [{ action: 0, label: "move", touch: { drag: { pairs: [[[{ cards: [1, 0, 1] }], [{ zones: [5] }]]] } } }] });
  assert.deepEqual(touches[0].touch.drag.pairs, [[card(1, 0), { zone: 5 }], [card(1, 1), { zone: 5 }]]);
});
