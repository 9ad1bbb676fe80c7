// axe-core finds no serious fault: in the lobby, before a game, at the table, in
// a question, in windows, after the game; in light and dark; on a phone.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { after, before, test } from "node:test";
import { startHost } from "./support/host.js";
import { person, startBrowser } from "./support/browser.js";
import { act, asked, dice, game, openTable } from "./support/play.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

let host, browser;
before(async () => {
  [host, browser] = await Promise.all([startHost(), startBrowser()]);
});
after(async () => {
  await browser?.close();
  await host?.stop();
});

/** The serious faults of a page as it is. */
async function faults(page) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  const found = await page.evaluate(async () => (await globalThis.axe.run(document, { resultTypes: ["violations"] })).violations);
  return found
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 4).map(({ html, failureSummary }) => `${html.slice(0, 200)} (${failureSummary.replaceAll("\n", " ").slice(0, 200)})`).join(" | ")}`);
}

for (const [dark, phone] of [[false, false], [true, true], [true, false]]) {
  test(`no serious fault ${dark ? "in the dark" : "in the light"}${phone ? ", on a phone" : ""}`, { timeout: 180_000 }, async () => {
    const who = await person(browser, host.url, { name: "Ada", dark, phone });
    const { page } = who;
    await page.locator(".game .sample").first().waitFor();
    assert.deepEqual(await faults(page), [], "the lobby");

    await page.getByRole("button", { name: "New table: Goofspiel", exact: true }).click();
    await page.getByText("Clocks, watching and more").click();
    assert.deepEqual(await faults(page), [], "the form for a new table");
    await page.keyboard.press("Escape");

    await openTable(page, "Skullable", { seats: 3, bots: 2, clock: "60" });
    assert.deepEqual(await faults(page), [], "a table before its game");
    await page.getByRole("button", { name: /^Start/ }).click();
    await game(page).waitFor();
    await asked(page);
    assert.deepEqual(await faults(page), [], "the table");

    const roll = dice(3);
    const prompt = page.locator("table-prompt:not([hidden])");
    const wants = (texts) => {
      const at = texts.findIndex((text) => /bid/i.test(text));
      return at < 0 ? null : at;
    };
    for (let n = 0; n < 60 && (await prompt.count()) === 0 && (await asked(page)) === "asked"; n++) await act(who, roll, wants);
    assert.equal(await prompt.count(), 1, "there is a question");
    assert.deepEqual(await faults(page), [], "a question");

    if (phone) await page.getByRole("button", { name: "Log, chat and scores" }).tap();
    for (const tab of ["Log", "Chat", "Scores"]) {
      await page.getByRole("tab", { name: tab }).click();
      assert.deepEqual(await faults(page), [], `the panel: ${tab}`);
    }
    if (phone) await page.getByRole("button", { name: "Close", exact: true }).tap();

    while ((await asked(page)) === "asked") await act(who, roll);
    await page.locator(".result").waitFor();
    assert.deepEqual(await faults(page), [], "the result");
    await page.getByRole("button", { name: "Watch it again" }).click();
    assert.deepEqual(await faults(page), [], "the replay");
    assert.deepEqual(who.faults, []);
  });
}
