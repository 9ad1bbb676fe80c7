// What is shown when a game is over: its result, and the last summary beside it.

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { TEST_RULESETS } from "./support/host.js";
import { open } from "./support/open.js";
import { isAtRest, isLaidOut, person } from "./support/browser.js";
import { asked, game, openTable, press } from "./support/play.js";
import { covered } from "../web/js/place.js";

const { browser, host } = await open([TEST_RULESETS]);
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
});

for (const size of [{ width: 1440, height: 900 }, { width: 1024, height: 768 }, { width: 820, height: 1180 }]) {
  test(`a result and the summary are read at once at ${size.width} × ${size.height}`, { timeout: 180_000 }, async () => {
    const who = await person(browser, host.url, { name: "Ada", size });
    const { page } = who;
    await openTable(page, "Tally", { bots: 2 });
    await page.getByRole("button", { name: /^Start/ }).click();
    await game(page).waitFor();
    if ((await asked(page)) === "asked") await press(page, "Count");
    await page.locator(".result").getByRole("button", { name: "Play again" }).waitFor();
    await isAtRest(page);
    const [result, summary] = await Promise.all([".result", "hand-summary"].map((one) => page.locator(one).evaluate((element) => element.getBoundingClientRect().toJSON())));
    assert.equal(covered(result, summary), 0, `neither covers the other: ${JSON.stringify({ result, summary })}`);
    // All have lost together, so nobody has a place.
    assert.equal(await page.locator(".result h2").innerText(), "Nobody wins");
    assert.deepEqual(await page.locator(".ranks li").allInnerTexts().then((all) => all.map((text) => text.replace(/^(Ada|\S+)\s+/, ""))), ["32", "32", "32"]);
    assert.equal(await page.locator(".ranked-by").innerText(), "sheep");
    assert.match(await page.locator(".bottom-seat .seat-state").innerText(), /^with everybody$/);
    // The summary stays where it is when the result is put away.
    await page.keyboard.press("Escape");
    await page.locator(".result").waitFor({ state: "hidden" });
    await isLaidOut(page);
    assert.deepEqual(await page.locator("hand-summary").evaluate((element) => [element.getBoundingClientRect().left, element.getBoundingClientRect().top]), [summary.left, summary.top]);
    assert.deepEqual(who.faults, []);
  });
}
