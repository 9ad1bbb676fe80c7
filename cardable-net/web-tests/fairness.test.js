// How the page stores a commitment and verifies it, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { deriveKey, hex } from "../web/js/blake3.js";
import { Fairness, commitmentOf, seedOf } from "../web/js/fairness.js";

/** The storage that outlives a reload. */
class Store {
  map = new Map();
  getItem(key) {
    return this.map.get(key) ?? null;
  }
  setItem(key, value) {
    this.map.set(key, value);
  }
}

test("keys are derived as BLAKE3 derives them, in one piece and in many", () => {
  const context = "BLAKE3 2019-12-27 16:29:52 test vectors context";
  const input = (length) => Uint8Array.from({ length }, (_, at) => at % 251);
  for (const [length, expected] of [
    [0, "2cc39783c223154fea8dfb7c1b1660f2ac2dcbd1c1de8277b0b0dd39b7e50d7d"],
    [1, "b3e2e340a117a499c6cf2398a19ee0d29cca2bb7404c73063382693bf66cb06c"],
    [1023, "74a16c1c3d44368a86e1ca6df64be6a2f64cce8f09220787450722d85725dea5"],
    [1024, "7356cd7720d5b66b6d0697eb3177d9f8d73a4a5c5e968896eb6a689684302706"],
    [1025, "effaa245f065fbf82ac186839a249707c3bddf6d3fdda22d1b95a3c970379bcb"],
    [2049, "2ea477c5515cc3dd606512ee72bb3e0e758cfae7232826f35fb98ca1bcbdf273"],
    [5120, "7a7acac8a02adcf3038d74cdd1d34527de8a0fcc0ee3399d1262397ce5817f60"],
  ]) {
    assert.equal(hex(deriveKey(context, input(length))), expected, `${length} bytes`);
  }
});

const SECRET = "01".repeat(32);
const SALT = "02".repeat(32);
const HASH = "ab".repeat(32);
const STATEMENT = `{"room":"0123456789abc","game":7,"ruleset":"${HASH}","setup":{"seats":["Ada","Bot 2"]}}`;

test("promises and seeds are the host's", () => {
  assert.equal(commitmentOf(SALT, SECRET, STATEMENT), "26775934babbc5a73400543ce32c902488e05e62372405d3efb7c8f3dd4be896");
  assert.equal(seedOf(SECRET, ["03".repeat(32), null]), "aebdeb1ac00f13d244d5efd24091f5ceac98915dd216b09eaf7756fee6ed6876");
});

const seats = [{ name: "Ada" }, { name: "Bot 2" }];
const commitment = commitmentOf(SALT, SECRET, STATEMENT);
const before = { room: "0123456789abc", hash: HASH, game: 6, phase: "open", seats: [{ name: "Ada" }, { name: "" }], fairness: { commitment, statement: STATEMENT, asks: true } };
const during = { ...before, game: 7, phase: "playing", seats, fairness: { commitment, statement: STATEMENT } };

/** A game from its commitment to its end, and what the page says about it. */
function verdict(change = (over) => over) {
  const store = new Store();
  const { value } = new Fairness(store).told(before, 0).mix_in;
  assert.match(value, /^[0-9a-f]{64}$/);
  assert.equal(new Fairness(store).told(before, 0), null, "a part is given once");
  // The page was reloaded in between.
  const page = new Fairness(store);
  page.taken(before.room);
  assert.equal(page.told(during, 0), null);
  assert.equal(page.verdict(during, 0).ok, true);
  const parts = [value, null];
  const over = { ...during, phase: "over", fairness: { commitment, statement: STATEMENT, secret: SECRET, salt: SALT, parts, seed: seedOf(SECRET, parts) } };
  const told = change(structuredClone(over));
  page.told(told, 0);
  return page.verdict(told, 0);
}

test("a game that was dealt as promised is told to be so", () => {
  assert.deepEqual(verdict(), { ok: true, text: "Dealt as promised: this page has checked the host's part of the seed and one part from the seats, yours among them." });
});

const FORGERIES = {
  "another secret": ({ fairness }) => {
    fairness.secret = "04".repeat(32);
    fairness.seed = seedOf(fairness.secret, fairness.parts);
  },
  "another salt": ({ fairness }) => (fairness.salt = "04".repeat(32)),
  "another seed": ({ fairness }) => (fairness.seed = "04".repeat(32)),
  "the own part left out": ({ fairness }) => {
    fairness.parts = [null, null];
    fairness.seed = seedOf(SECRET, fairness.parts);
  },
  "another part for the own one": ({ fairness }) => {
    fairness.parts = [SALT, null];
    fairness.seed = seedOf(SECRET, fairness.parts);
  },
  "a promise for another game": ({ fairness }) => {
    fairness.statement = STATEMENT.replace('"game":7', '"game":8');
    fairness.commitment = commitmentOf(SALT, SECRET, fairness.statement);
  },
  "another promise": ({ fairness }) => {
    fairness.secret = "05".repeat(32);
    fairness.commitment = commitmentOf(SALT, fairness.secret, STATEMENT);
    fairness.seed = seedOf(fairness.secret, fairness.parts);
  },
};

for (const [what, forge] of Object.entries(FORGERIES)) {
  test(`what was not dealt as promised is told: ${what}`, () => {
    const told = verdict((over) => (forge(over), over));
    assert.equal(told.ok, false);
    assert.match(told.text, /^Not dealt as promised: /);
  });
}

test("a promise that is for another room, ruleset or setup is told at once", () => {
  for (const [from, to] of [["0123456789abc", "0123456789abd"], [HASH, "cd".repeat(32)], ["Ada", "Eve"], ['"game":7', '"game":6']]) {
    const page = new Fairness(new Store());
    const statement = STATEMENT.replace(from, to);
    page.told({ ...before, fairness: { commitment: commitmentOf(SALT, SECRET, statement), statement, asks: true } }, 0);
    assert.equal(page.verdict(during, 0).ok, false, to);
  }
});

test("who watches gives no part and checks all others", () => {
  const page = new Fairness(new Store());
  assert.equal(page.told(before, null), null);
  const parts = ["03".repeat(32), null];
  const over = { ...during, phase: "over", fairness: { commitment, statement: STATEMENT, secret: SECRET, salt: SALT, parts, seed: seedOf(SECRET, parts) } };
  page.told(over, null);
  assert.equal(page.verdict(over, null).ok, true);
});
