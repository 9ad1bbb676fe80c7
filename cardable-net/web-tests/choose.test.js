// The modules that need no browser: what a touch means for a decision, and how
// events change a view.

import assert from "node:assert/strict";
import { test } from "node:test";
import { Chooser } from "../web/js/choose.js";
import { boxOf } from "../web/js/box.js";
import { overheard, rowsOf, saidIn } from "../web/js/calls.js";
import { quickOf } from "../web/js/slider.js";
import { Replica } from "../web/js/replica.js";
import { bestPlace } from "../web/js/place.js";
import { changesOf } from "../web/js/company.js";
import { largest } from "../web/js/lay.js";
import { timeOf } from "../web/js/clock.js";

const card = (zone, index) => ({ card: { zone, index } });
const offer = (action, pick, label = `action ${action}`) => ({ action: { action, label, kind: "world_pick", pick: { what: "card", min: 1, max: 1, ruled: false, ...pick } } });
const chooser = (...offers) => new Chooser({ offers, unavailable: [], touches: [] });

test("one touch plays where one card is wanted", () => {
  const c = chooser(offer(4, { candidates: [card(2, 0), card(2, 3)] }));
  assert.ok(c.isLit(card(2, 3)));
  assert.ok(!c.isLit(card(2, 1)));
  assert.equal(c.touch(card(2, 1)), null);
  assert.deepEqual(c.touch(card(2, 3)), { act: { action: 4, picks: [card(2, 3)] } });
});

test("a card for several actions is selected first, and another one takes its place", () => {
  const c = chooser(offer(1, { candidates: [card(0, 0), card(0, 1)] }), offer(2, { candidates: [card(0, 0), card(0, 1)] }));
  assert.equal(c.touch(card(0, 0)), null);
  assert.ok(c.pickings[1].isReady(c.selected));
  assert.equal(c.touch(card(0, 1)), null);
  assert.deepEqual(c.pickings[1].choice(c.selected), { act: { action: 2, picks: [card(0, 1)] } });
  assert.ok(c.clear());
  assert.equal(c.selected.length, 0);
});

test("several cards are collected, let go of, and confirmed", () => {
  const c = chooser(offer(7, { min: 2, max: 3, candidates: [0, 1, 2, 3].map((at) => card(5, at)) }));
  const [p] = c.pickings;
  c.touch(card(5, 0));
  assert.ok(!p.isReady(c.selected));
  c.touch(card(5, 2));
  assert.ok(p.isReady(c.selected));
  c.touch(card(5, 3));
  assert.ok(!p.takes(c.selected, card(5, 1)), "three are the most");
  c.touch(card(5, 2));
  assert.deepEqual(p.choice(c.selected), { act: { action: 7, picks: [card(5, 0), card(5, 3)] } });
});

test("cards that nobody can tell apart are picked by their number", () => {
  const c = chooser(offer(3, { min: 2, max: 2, candidates: [card(9, 1), card(9, 1), card(9, 1)] }));
  c.touch(card(9, 3));
  c.touch(card(9, 2));
  assert.deepEqual(c.pickings[0].choice(c.selected), { act: { action: 3, picks: [card(9, 1), card(9, 2)] } });
});

test("of cards that lie in no order any may be touched", () => {
  const one = offer(5, { candidates: [card(2, 1)] });
  const c = new Chooser({ offers: [one], unavailable: [], touches: [] }, undefined, (zone, index) => zone === 2 && index === 1);
  assert.ok(!c.isLit(card(2, 0)), "its face is seen");
  assert.deepEqual(c.touch(card(2, 3)), { act: { action: 5, picks: [card(2, 1)] } });
});

test("of cards with several backs each is picked among those with its own", () => {
  const one = offer(5, { min: 1, max: 3, candidates: [card(2, 1), card(2, 3), card(2, 3)] });
  const firsts = [1, 3];
  const c = new Chooser({ offers: [one], unavailable: [], touches: [] }, undefined, (zone, index) => zone === 2 && firsts.includes(index));
  for (const at of [4, 2, 3]) c.touch(card(2, at), at);
  assert.deepEqual(c.pickings[0].choice(c.selected), { act: { action: 5, picks: [card(2, 3), card(2, 1), card(2, 4)] } });
});

test("a card whose back may not be picked stands for none with another", () => {
  const one = offer(5, { candidates: [card(2, 1)] });
  const firsts = [1, 3];
  const c = new Chooser({ offers: [one], unavailable: [], touches: [] }, undefined, (zone, index) => zone === 2 && firsts.includes(index));
  assert.ok(c.isLit(card(2, 2)));
  assert.ok(!c.isLit(card(2, 3)) && !c.isLit(card(2, 4)));
});

test("what is selected stays so while others play", () => {
  const moves = (at) => [offer(1, { max: 3, candidates: [card(2, at), card(2, at + 1)] }), offer(2, { max: 3, candidates: [card(2, at)] })];
  const first = chooser(...moves(0));
  first.touch(card(2, 0), 70);
  first.touch(card(2, 1), 71);
  const then = chooser(...moves(3));
  then.keep(first, (key) => (key === 70 ? card(2, 3) : null));
  assert.deepEqual(then.selected.map(({ pick }) => pick), [card(2, 3)], "one is where it went, the other is gone");
});

test("a card is drawn to where the rules say, else to what an action speaks of", () => {
  const tap = offer(6, { candidates: [card(3, 0)] });
  const drag = { action: { action: 7, label: "Discard", kind: "world_pick", pick: { what: "drag", min: 2, max: 2, ruled: true, candidates: [card(3, 0), { zone: 1 }] } } };
  const touches = [{ action: 7, label: "Discard", touch: { drag: { pairs: [[card(3, 0), { zone: 1 }]] } } }];
  const c = new Chooser({ offers: [tap, drag], unavailable: [], touches });
  assert.deepEqual(c.draw(card(3, 0), { zone: 1 }, () => false), { choice: { act: { action: 7, picks: [card(3, 0), { zone: 1 }] } } });
  assert.deepEqual(c.touch(card(3, 0)), { act: { action: 6, picks: [card(3, 0)] } }, "a tap will do");
  const moves = chooser(offer(0, { max: 4, candidates: [card(3, 0)] }, "Move to Stock"), offer(1, { max: 4, candidates: [card(3, 0)] }, "Move to Waste"));
  assert.deepEqual(moves.draw(card(3, 0), null, (label) => label.includes("Waste")), { choice: { act: { action: 1, picks: [card(3, 0)] } } });
  assert.equal(moves.draw(card(3, 0), null, () => false).among.length, 2);
});

test("what may follow is asked where not all that fits is right", async () => {
  const asked = [];
  const extend = async (partial) => {
    asked.push(partial);
    return { next: [card(2, 4)], complete: partial.act.picks.length === 2 };
  };
  const c = new Chooser({ offers: [offer(8, { min: 2, max: 3, ruled: true, candidates: [0, 2, 4].map((at) => card(2, at)) })], unavailable: [], touches: [] }, extend);
  const answered = () => new Promise((done) => setTimeout(done));
  const [p] = c.pickings;
  c.touch(card(2, 0));
  await answered();
  assert.equal(asked.length, 1);
  assert.ok(!c.isLit(card(2, 2)) || c.uses(card(2, 2)).length === 0);
  assert.equal(c.uses(card(2, 4)).length, 1);
  c.touch(card(2, 4));
  assert.ok(!p.isReady(c.selected), "the host has not said so yet");
  assert.ok(p.isAsked(c.selected));
  await answered();
  assert.ok(p.isReady(c.selected));
});

test("nothing is ready that the host refuses, and all that fits where it does not answer", async () => {
  const answers = [{ next: [card(2, 2)], complete: false }, { next: [], complete: false }, null];
  const extend = async () => answers.shift();
  const c = new Chooser({ offers: [offer(8, { min: 1, max: 2, ruled: true, candidates: [0, 2].map((at) => card(2, at)) })], unavailable: [], touches: [] }, extend);
  const [p] = c.pickings;
  for (const [at, ready] of [[0, false], [2, false], [0, true]]) {
    c.touch(card(2, at));
    assert.ok(!p.isReady(c.selected), "while it is asked");
    await new Promise((done) => setTimeout(done));
    assert.equal(p.isReady(c.selected), ready);
  }
});

test("what the rules have selected is asked about as well", async () => {
  const extend = async () => ({ next: [], complete: false });
  const c = new Chooser({ offers: [offer(8, { min: 1, max: 2, ruled: true, candidates: [card(2, 0), card(2, 1)] })], unavailable: [], touches: [] }, extend);
  c.preselect([{ pick: card(2, 0), key: 5 }]);
  await c.ask();
  assert.ok(!c.pickings[0].isReady(c.selected));
});

test("a replica follows cards, and forgets them in a shuffle", () => {
  const zones = [{ ordered: true, cards: [{ face: 3 }, { back: 0 }] }, { ordered: false, cards: [{ face: 1 }, { back: 0 }] }];
  const replica = new Replica({ seq: 0, zones, globals: ["nothing"], seat_data: [[]], status: {} });
  const [key] = replica.keys[0];
  replica.apply([{ moved: { from: { zone: 0, index: 0 }, was: { face: 3 }, to: { zone: 1 }, card: { face: 3 } } }, { data: { at: { global: 0 }, value: { int: 4 } } }, "over"]);
  assert.deepEqual(replica.view.zones[1].cards, [{ face: 1 }, { face: 3 }, { back: 0 }]);
  assert.equal(replica.keys[1][1], key);
  assert.deepEqual(replica.view.globals, [{ int: 4 }]);
  replica.apply([{ shuffled: { zone: 1 } }]);
  assert.ok(!replica.keys[1].includes(key));
});

test("the clock of who decides runs on between messages, and that of others stands", () => {
  const clocks = { at: 1000, list: [{ seat: 0, decision_ms: 14_998 }, { seat: 1, decision_ms: 20_000, game_ms: 90_000 }, { seat: 2, decision_ms: 61_000, game_ms: 61_000 }, { seat: 3, decision_ms: 86_400_000 }, { seat: 5, game_ms: 9_000 }] };
  const text = (seat, now) => timeOf(clocks, seat, now)?.text;
  assert.equal(text(0, 1000), "0:15");
  assert.equal(text(0, 2000), "0:14");
  assert.equal(text(0, 90_000), "0:00");
  assert.ok(timeOf(clocks, 0, 7000)?.urgent);
  assert.equal(timeOf(clocks, 1, 2000)?.label, "Time left to choose; 1:29 for the game");
  assert.equal(timeOf(clocks, 2, 2000)?.label, "Time left for the game");
  assert.equal(text(2, 1000), "1:01");
  assert.equal(text(3, 1000), "24:00:00");
  assert.equal(timeOf(clocks, 4, 0), null);
  for (const now of [1000, 90_000]) assert.deepEqual(timeOf(clocks, 5, now), { text: "0:09", urgent: false, stands: true, seconds: 9, label: "Time left for the game" });
});

test("where cards would be picked and none can be, the reason is found", () => {
  const unavailable = [{ action: 1, label: "pass", reason: "you may draw" }, { action: 2, label: "play a card", reason: "no card of yours fits" }];
  const picks = (action) => action === 2;
  const drawing = new Chooser({ offers: [{ action: { action: 3, label: "draw", kind: "button", pick: null } }], unavailable, touches: [] });
  assert.equal(drawing.barred(picks)?.reason, "no card of yours fits");
  const playing = new Chooser({ offers: [offer(4, { candidates: [card(2, 0)] })], unavailable, touches: [] });
  assert.equal(playing.barred(picks), null);
  assert.equal(new Chooser(null).barred(picks), null);
});

test("the largest height that fits is found without trying all", () => {
  const heights = [176, 160, 146, 132, 120, 108, 98, 88, 80, 72, 64, 58, 52, 46];
  for (const most of [200, 176, 150, 132, 60, 46, 10]) {
    let tried = 0;
    const found = largest(heights, (height) => (tried++, height <= most));
    assert.equal(found, heights.find((height) => height <= most) ?? 46);
    assert.ok(tried <= 4, `${tried} of ${heights.length}`);
  }
});

test("a question stands where it covers least", () => {
  const area = { left: 0, top: 0, width: 400, height: 400 };
  const box = { left: 100, top: 250, width: 200, height: 100 };
  const things = [{ box: { left: 120, top: 200, width: 160, height: 100 }, weight: 4 }];
  assert.deepEqual(bestPlace(area, box, []), { left: 100, top: 250, cost: 0 }, "it stays where nothing is");
  const { left, top } = bestPlace(area, box, things);
  assert.ok(top >= 300 || top <= 100 || left <= -80, `${left} ${top}`);
});

test("who came, who went, and whose table it is, is told", () => {
  const seat = (name, held = "person") => ({ name, held });
  const room = (phase, owner, ...seats) => ({ phase, owner, seats });
  const before = room("playing", 0, seat("Ada"), seat("Grace"), seat("Bot 3", "bot"));
  assert.deepEqual(changesOf(before, before, 1), []);
  assert.deepEqual(changesOf(before, room("playing", 1, seat("Ada", "bot"), seat("Grace"), seat("Bot 3", "bot")), 1), ["Ada has left for good; a bot plays on", "The table is yours now"]);
  const open = room("open", 0, seat("Ada"), seat("Grace"), seat("", "free"));
  assert.deepEqual(changesOf(open, room("open", 0, seat("Ada"), seat("Eve"), seat("Bob")), 0), ["Grace has left the table", "Eve sits down", "Bob sits down"]);
});

const BIDS = [1, 2, 3].flatMap((level) => ["♣", "♦", "NT"].map((word) => `${level}${word}`));

test("bids have a box, with all that the game knows in their places", () => {
  const known = ["Ace", "2", "2 cards", ...BIDS, "3 doubled", "10 points"];
  const box = boxOf(["2NT", "3♣"], known);
  assert.deepEqual([box?.levels, box?.words], [[1, 2, 3], ["♣", "♦", "NT"]]);
  assert.deepEqual(box?.bids.map((bid) => bid?.text), BIDS);
  assert.deepEqual(boxOf(["1♣", "1♦", "1NT", "2♣", "2♦", "2NT", "3♣", "3♦"])?.bids.map((bid) => bid?.text ?? ""), [...BIDS.slice(0, 8), ""], "a place can be empty");
  for (const list of [["Clubs", "Hearts"], ["18", "20", "22", "23", "24", "27", "30", "33"], ["1♣", "pass"], ["1♣", "2♣"], []]) assert.equal(boxOf(list, list), null, list.join());
});

test("an auction is told by seats, since its state was entered", () => {
  const line = (actor, text) => ({ kind: "choice", actor, parts: [{ seat: actor, text: "Ada" }, text] });
  const call = (seq, seat, action, text) => ({ events: [{ acted: { seat, action } }, { status: { seq, status: {} } }], story: [line(seat, text)] });
  const began = { events: [{ acted: { seat: 3, action: 9 } }, { entered: { state: 1 } }, { status: { seq: 1, status: {} } }] };
  const steps = [began, call(2, 2, 0, " bids 1♣"), call(3, 3, 1, " passes"), call(4, 2, 2, " holds 18"), call(5, 0, 1, " passes")];
  const label = (action) => ["Bid", "Pass", "Hold"][action];
  const said = saidIn(steps, 4, label, BIDS);
  assert.deepEqual(said, [{ seat: 2, text: "1♣" }, { seat: 3, text: "Pass" }, { seat: 2, text: "Holds 18" }], "what is not shown yet is left out");
  assert.deepEqual(rowsOf(said, [2, 3, 0, 1]), [["1♣", "Pass", "", ""], ["Holds 18", "", "", ""]]);
  const rewound = [...steps, { view: { seq: 3 }, rewound: true }, call(4, 2, 1, " passes")];
  assert.deepEqual(saidIn(rewound, 4, label, BIDS).map(({ text }) => text), ["1♣", "Pass", "Pass"], "what was taken back is left out");
  assert.deepEqual(saidIn([...steps, { events: [{ moved: {} }, { status: { seq: 6, status: {} } }] }], 6, label, BIDS), [], "where cards move there is no auction");
});

test("who is never asked learns of an auction by what is named in turn, where nothing moves", () => {
  const info = { texts: ["Ace", ...BIDS], states: [{ kind: "round_robin" }, { kind: "grandstand" }], actions: [{ kind: "world_pick", state: 0 }, { kind: "button", state: 0 }, { kind: "world_pick", state: 1 }] };
  const step = (action, parts, ...more) => ({ events: [{ acted: { seat: 2, action } }, ...more, { status: { seq: 1, status: {} } }], story: [{ kind: "choice", actor: 2, parts: [{ seat: 2, text: "Ada" }, ...parts] }] });
  assert.deepEqual(overheard(step(0, [" bids 2♣"]), info), { state: 0, bids: BIDS });
  assert.deepEqual(overheard(step(0, [" bids 18"]), info), { state: 0, bids: [] });
  const others = { "a button": step(1, [" passes"]), "not in turn": step(2, [" bids 2♣"]), "a card": step(0, [" plays ", { card: 1, text: "Ace" }]), "another seat": step(0, [" asks ", { seat: 1, text: "Eve" }]), "a move": step(0, [" takes 2"], { moved: {} }), "a view": { view: {} } };
  for (const [what, one] of Object.entries(others)) assert.equal(overheard(one, info), null, what);
});

test("of a range the least, the half and the most are at hand", () => {
  assert.deepEqual(quickOf(4, 100).map(({ value }) => value), [4, 50, 100]);
  assert.deepEqual(quickOf(60, 100).map(({ value }) => value), [60, 100]);
});
