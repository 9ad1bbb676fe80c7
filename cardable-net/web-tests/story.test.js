// What the page shows of events, without a browser: words, scores, and pauses to look
// at something.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Chooser } from "../web/js/choose.js";
import { narrate } from "../web/js/narrate.js";
import { cardByCard, paceOf, passesBy } from "../web/js/pace.js";
import { Replica } from "../web/js/replica.js";
import { TableInfo } from "../web/js/info.js";
import { whyClosed } from "../web/js/reasons.js";

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
const info = new TableInfo(data, ["Ada", "Grace"], 0);
const moved = (from, to, face) => ({ moved: { from: { zone: from, index: 0 }, was: { face }, to: { zone: to, index: 0 }, card: { face } } });
/** Grace plays the last card of a trick and takes it. Zones 0 to 2 are Ada's, 3 to 5 are Grace's. */
const trick = [{ acted: { seat: 1, action: 0 } }, moved(3, 4, 2), moved(1, 5, 1), moved(4, 5, 2)];
const view = { status: { scenes: [{ scene: 0, state: 0, data: [{ seat: 1 }, { int: 6 }] }] } };

test("the last card of a trick is seen before the trick is taken", () => {
  assert.equal(passesBy(trick), 2);
  assert.equal(passesBy(trick.slice(0, 3)), 0);
  assert.equal(passesBy([]), 0);
  const turned = { turned: { slot: { zone: 4, index: 0 }, was: { back: 0 }, card: { face: 1 }, up: true } };
  const played = { moved: { ...moved(3, 4, 2).moved, was: { back: 0 } } };
  const pace = (event) => paceOf([{ events: [event] }], (zone) => info.isHand(zone));
  assert.ok(pace(turned) > pace(played), "what is turned up is looked at for longer than what is played");
});

test("cards that a bank draws are seen one after the other", () => {
  const back = { back: 0 };
  const face = (n) => ({ face: n });
  const slot = (zone) => ({ zone, index: 0 });
  const turned = (n) => ({ turned: { slot: slot(1), was: back, card: face(n), up: true } });
  const drawn = (n, to = 1) => ({ moved: { from: slot(0), was: back, to: slot(to), card: face(n) } });
  const data = { data: { at: { global: 0 }, value: { int: 1 } } };
  const isShared = (zone) => zone < 2;
  const beats = (events) => {
    const found = [];
    for (let from = 0, at = 0; (at = cardByCard(events.slice(from), isShared)) > 0; ) found.push((from += at));
    return found;
  };
  assert.deepEqual(beats([turned(1), turned(2), drawn(3), data, drawn(4), data, "over"]), [2, 3]);
  assert.deepEqual(beats([turned(1), turned(2)]), [], "what is turned where it lies is turned together");
  assert.deepEqual(beats([drawn(1), data]), []);
  assert.deepEqual(beats([drawn(1, 5), drawn(2, 6)]), [], "what goes to somebody's zone is dealt");
  assert.deepEqual(beats(Array.from({ length: 20 }, (_, n) => drawn(n))), [], "very many are laid at once");
});

test("the story is what the host tells, and each part knows what it is", () => {
  const story = [{ kind: "choice", actor: 1, parts: [{ seat: 1, text: "Grace" }, " plays ", { card: 2, text: "Ace" }] }, { kind: "end", parts: ["The game is over"] }];
  assert.deepEqual(narrate({ story }).map(({ kind, seat, text }) => [kind, seat, text]), [["choice", 1, "Grace plays Ace"], ["end", null, "The game is over"]]);
  assert.deepEqual(narrate({}), []);
});

test("of data only what the rules show is shown, in their words", () => {
  const shown = (name, more) => ({ ...item(name), shown: "seat", ...more });
  const defs = [shown("score"), shown("tricks", { label: "tricks taken" }), shown("alone", { label: "plays alone", first: false }), shown("stuck", { shown: "nowhere" }), shown("bid", { first: -1, texts: [[0, "nil"]] }), shown("games", { shown: "score" })];
  const one = new TableInfo({ ...data, seat_data: defs }, ["Ada", "Grace"], 0);
  const told = (...values) => one.told(defs, values).map(({ name, value }) => `${name} ${value}`.trim());
  assert.deepEqual(told({ int: 0 }, { int: 0 }, { bool: false }, { bool: true }, { int: -1 }, { int: 3 }), ["score 0"]);
  assert.deepEqual(told({ int: 4 }, { int: 2 }, { bool: true }, { bool: true }, { int: 0 }, { int: 3 }), ["score 4", "tricks taken 2", "plays alone", "bid nil"]);
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

test("only who has a seat reads that it is kept", () => {
  for (const why of ["draining", "room_sleeps"]) {
    const bye = { why, reason: "the host says so; your seat is kept" };
    assert.equal(whyClosed(bye, true), bye.reason);
    assert.doesNotMatch(whyClosed(bye, false), /seat/);
  }
  const closed = { why: "room_closed", reason: "the table was closed" };
  assert.equal(whyClosed(closed, false), closed.reason);
});
