// What the page says of a bot's opinion, without a browser.

import assert from "node:assert/strict";
import { test } from "node:test";
import { howFar } from "../web/js/opinion.js";

test("a look back that did not come to the end says so", () => {
  for (const [reviewed, partial, told] of [
    [12, false, ""],
    [0, false, "You had nothing to choose in this game."],
    [300, true, "The first 300 of your decisions were looked at."],
    [1, true, "Only the first of your decisions was looked at."],
    [0, true, "The host had no time to look at your decisions."],
  ]) {
    assert.equal(howFar(reviewed, partial), told);
  }
});
