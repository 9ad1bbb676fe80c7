// axe-core finds no serious fault: in the lobby, before a game, at the table, in
// questions and dialogs, after the game, for spectators, and when the rules have
// failed; in light and dark; on a phone. Colours have enough contrast with what
// they are laid over, also on the felt.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { TEST_RULESETS } from "./support/host.js";
import { open } from "./support/open.js";
import { person } from "./support/browser.js";
import { act, asked, dice, game, openTable, playToQuestion, playWith, press, twoAt } from "./support/play.js";
import { SHINE, feltOf, lightness, mix } from "../web/js/colour.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

const { browser, host } = await open([TEST_RULESETS]);

/** The serious faults of the current page. */
async function faults(page) {
  if (!(await page.evaluate(() => "axe" in globalThis))) await page.evaluate(AXE);
  const found = await page.evaluate(async () => (await globalThis.axe.run(document, { resultTypes: ["violations"] })).violations);
  return found
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 4).map(({ html, failureSummary }) => `${html.slice(0, 200)} (${failureSummary.replaceAll("\n", " ").slice(0, 200)})`).join(" | ")}`);
}

for (const [dark, phone, toTheEnd] of [[false, false, true], [false, true, false], [true, true, true], [true, false, false]]) {
  test(`no serious fault ${dark ? "in the dark" : "in the light"}${phone ? ", on a phone" : ""}`, { timeout: 600_000 }, async () => {
    const who = await person(browser, host.url, { name: "Ada", dark, phone });
    const { page } = who;
    await page.locator(".game .sample").first().waitFor();
    assert.deepEqual(await faults(page), [], "the lobby");

    await page.getByRole("button", { name: "New table: Goofspiel", exact: true }).click();
    await page.getByText("Clocks, watching and more").click();
    assert.deepEqual(await faults(page), [], "the form for a new table");
    await page.keyboard.press("Escape");
    for (const name of ["Find players: Skullable", "How to play: Skullable"]) {
      await page.getByRole("button", { name, exact: true }).click();
      await page.getByRole("dialog").waitFor();
      assert.deepEqual(await faults(page), [], `the window “${name}”`);
      await page.keyboard.press("Escape");
    }
    await page.getByText("I have an invite code").click();
    assert.deepEqual(await faults(page), [], "the lobby with all it has");

    // Nobody looks so long at a choice that the host makes it.
    await openTable(page, "Skullable", { seats: 3, bots: 2, clock: "180" });
    assert.deepEqual(await faults(page), [], "a table before its game");
    await page.getByRole("button", { name: "House rules" }).click();
    assert.deepEqual(await faults(page), [], "the window with house rules");
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: /^Start/ }).click();
    await game(page).waitFor();
    await asked(page);
    assert.deepEqual(await faults(page), [], "the table");
    // The reason why not appears where it was touched.
    await page.locator(".side:not(.bottom) card-zone:not(.reserved) .cards").first().click({ position: { x: 9, y: 20 }, force: true });
    await page.locator("table-tip:visible").waitFor();
    assert.deepEqual(await faults(page), [], "a tip");
    for (const name of ["More", "Keys and help"]) {
      await page.getByRole("button", { name: "More" }).click();
      if (name !== "More") await page.getByRole("dialog").getByRole("button", { name }).click();
      assert.deepEqual(await faults(page), [], `the window “${name}”`);
      await page.keyboard.press("Escape");
    }

    const roll = dice(3);
    await playToQuestion(who, roll, [/bid/i]);
    assert.deepEqual(await faults(page), [], "a question");

    if (phone) await page.getByRole("button", { name: "Log, chat and scores" }).tap();
    for (const tab of ["Log", "Chat", "Scores"]) {
      await page.getByRole("tab", { name: tab }).click();
      assert.deepEqual(await faults(page), [], `the panel: ${tab}`);
    }
    if (phone) await page.getByRole("button", { name: "Close", exact: true }).tap();

    if (toTheEnd) {
      while ((await asked(page)) === "asked") await act(who, roll);
      await page.locator(".result").waitFor();
      assert.deepEqual(await faults(page), [], "the result");
      await page.getByRole("button", { name: "Watch it again" }).click();
    } else {
      if (phone) await page.getByRole("button", { name: "More" }).tap();
      await page.getByRole("button", { name: "Replay", exact: true }).last().click();
    }
    await page.getByRole("slider", { name: "Step" }).waitFor();
    assert.deepEqual(await faults(page), [], "the replay");
    assert.deepEqual(who.faults, []);
  });
}

for (const [dark, phone] of [[false, true], [true, false]]) {
  test(`no serious fault for others at a table${dark ? " in the dark" : ""}${phone ? ", on a phone" : ""}`, { timeout: 300_000 }, async () => {
    const { ada, grace } = await twoAt(browser, host.url, "Stumble", { called: `Path ${dark}`, watch: "delayed", late: 1, undo: "always" });
    const about = { dark, phone };
    const eve = await person(browser, host.url, { name: "Eve", ...about });
    const watch = eve.page.getByRole("button", { name: `Watch: Path ${dark}, Stumble` });
    await watch.waitFor();
    assert.deepEqual(await faults(eve.page), [], "the lobby with a table");
    await watch.click();
    await eve.page.locator("card-table playing-card").first().waitFor();
    assert.deepEqual(await faults(eve.page), [], "who watches");
    await press(ada.page, "Step");
    await ada.page.locator("action-bar").getByRole("button", { name: "Stumble", exact: true }).click();
    const link = ada.page.url();
    for (const { page } of [ada, grace, eve]) await page.locator(".notice.bad").waitFor();
    for (const who of [ada, grace, eve]) assert.deepEqual(await faults(who.page), [], `${who.name} where the rules have erred`);

    // A person who follows a link is asked for a name; a dead link says so.
    const alan = await person(browser, host.url, { name: "", at: link.slice(link.indexOf("#")).replace("table", "sit"), ...about });
    await alan.page.getByRole("dialog").waitFor();
    assert.deepEqual(await faults(alan.page), [], "the window for a name");
    const lost = await person(browser, host.url, { name: "Eve", at: "#/join/nowhere", ...about });
    await lost.page.locator(".notice[role=alert]").waitFor();
    assert.deepEqual(await faults(lost.page), [], "a link that leads nowhere");
    for (const who of [ada, grace, eve, alan, lost]) assert.deepEqual(who.faults, []);
  });
}

/** The colours of a scheme, by name. @param {boolean} dark */
function tokens(dark) {
  const css = readFileSync(new URL("../web/style/tokens.css", import.meta.url), "utf8");
  const [light, night] = css.split("prefers-color-scheme: dark");
  const read = (text) => Object.fromEntries([...text.matchAll(/--([\w-]+): (#[0-9a-f]{6});/g)].map(([, name, value]) => [name, value]));
  return { ...read(light), ...(dark ? read(night.split("Colours of the seats")[0]) : {}), white: "#ffffff" };
}

for (const dark of [false, true]) {
  test(`no serious fault in a box of bids, an auction, a slider and pots${dark ? " in the dark" : ""}`, { timeout: 120_000 }, async () => {
    const { page } = await person(browser, host.url, { name: "Ada", dark });
    await playWith(page, "Bridge", { seats: 4 });
    await asked(page);
    assert.deepEqual(await faults(page), [], "the box");
    await press(page, "Pass");
    await page.getByRole("region", { name: "Auction" }).waitFor();
    assert.deepEqual(await faults(page), [], "the auction");

    const { page: other } = await person(browser, host.url, { name: "Grace", dark, phone: true });
    await playWith(other, "Amounts", { seats: 2 });
    await press(other, "Part the pot");
    await other.locator(".facts.lines .fact").first().waitFor();
    await press(other, "Name a number");
    await other.locator("table-prompt .slider").waitFor();
    assert.deepEqual(await faults(other), [], "the slider");
  });
}

test("what lies upon each other can be read", () => {
  for (const dark of [false, true]) {
    const colour = tokens(dark);
    // The felt is lightest in the middle, and darkest under a plaque.
    const felts = { felt: mix(colour.felt, "#ffffff", SHINE), "felt-deep": colour["felt-deep"] };
    // Also if a ruleset asks for another colour, whatever it is.
    for (const wish of ["#ffffff", "#ffff00", "#7a5a3a", "#1d4a6b", "#20304a", "#8899aa"]) felts[`felt ${wish}`] = mix(feltOf(wish), "#ffffff", SHINE);
    const pairs = [];
    for (const paper of ["paper", "paper-2", "paper-3"]) for (const ink of ["ink", "ink-2"]) pairs.push([ink, colour[ink], paper, colour[paper]]);
    for (const paper of ["paper", "paper-2"]) pairs.push(["danger", colour.danger, paper, colour[paper]], ["link", colour.link, paper, colour[paper]]);
    pairs.push(["accent-ink", colour["accent-ink"], "accent", colour.accent]);
    for (const [name, felt] of Object.entries(felts)) for (const ink of ["on-felt", "on-felt-2"]) pairs.push([ink, colour[ink], name, felt]);
    for (const ink of ["brass", "glow"]) pairs.push([ink, colour[ink], "felt", colour.felt]);
    for (const [ink, a, paper, b] of pairs) {
      const [x, y] = [lightness(a), lightness(b)];
      const contrast = (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05);
      // The name of a state is large text, which needs less contrast.
      const least = ["brass", "glow"].includes(ink) ? 3 : 4.5;
      assert.ok(contrast >= least, `${ink} on ${paper}${dark ? " in the dark" : ""}: ${contrast.toFixed(2)}`);
    }
  }
});
