// Looking back: the story follows the step that is shown.

import assert from "node:assert/strict";
import { test } from "node:test";
import { open } from "./support/open.js";
import { person } from "./support/browser.js";
import { act, asked, dice, playBots } from "./support/play.js";

const { browser, host } = await open([]);

test("the log ends where one looks back to, and the bar says what happened there", { timeout: 180_000 }, async () => {
  const who = await person(browser, host.url, { name: "Ada" });
  const { page } = who;
  await playBots(who, "Goofspiel");
  const roll = dice(5);
  for (let n = 0; n < 3; n++) {
    await asked(page);
    await act(who, roll);
  }
  await asked(page);
  const lines = () => page.locator(".log-lines .line").evaluateAll((all) => all.filter((one) => !one.hidden).map((one) => ({ step: Number(one.dataset.step), text: one.textContent, now: one.getAttribute("aria-current") })));
  const all = await lines();
  await page.locator(".page-head").getByRole("button", { name: "Replay", exact: true }).click();
  const begun = await lines();
  assert.ok(begun.length > 0 && begun.every(({ step }) => step === 0), "how it began");
  const hint = page.locator("action-bar .hint");
  assert.equal(await hint.innerText(), "The beginning");
  await page.getByRole("button", { name: "One step on" }).click();
  const some = await lines();
  assert.ok(some.length > 0 && some.length < all.length, `${some.length} of ${all.length}`);
  for (const { step, now } of some) assert.equal(now, step === 1 ? "step" : null, `step ${step}`);
  assert.ok((await hint.innerText()).includes(some.find(({ step }) => step === 1).text), "the bar tells the step");
  assert.ok(await hint.isVisible());
  await page.getByRole("button", { name: "End the replay" }).click();
  // The others may choose while this one looks back, so lines may have come since.
  assert.deepEqual((await lines()).slice(0, all.length), all);
});
