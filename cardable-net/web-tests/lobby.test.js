// The lobby keeps up with the host: it shows new and changed rulesets without a
// reload of the page.

import assert from "node:assert/strict";
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { test } from "node:test";
import { emptyFolder, open } from "./support/open.js";
import { isNoted, person, until } from "./support/browser.js";
import { game, openTable, playBots } from "./support/play.js";

const SHIPPED = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../rulesets");

const folder = emptyFolder();
const { browser, host } = await open([["--rulesets", folder]]);

/** Adds a game with this title to the folder, or changes it. */
function put(title) {
  const mine = path.join(folder, "mine");
  mkdirSync(mine, { recursive: true });
  cpSync(path.join(SHIPPED, "goofspiel", "README.md"), path.join(mine, "README.md"));
  const rules = readFileSync(path.join(SHIPPED, "goofspiel", "ruleset.json"), "utf8");
  writeFileSync(path.join(mine, "ruleset.json"), rules.replace(`"ruleset_name": "Goofspiel"`, `"ruleset_name": ${JSON.stringify(title)}`));
}

test("an open lobby learns of rulesets that are new and of those that have changed", { timeout: 180_000 }, async () => {
  const { page } = await person(browser, host.url, { name: "Ada" });
  await page.locator(".game").first().waitFor();
  put("Prizes");
  await page.getByRole("heading", { name: "Prizes", exact: true }).waitFor();
  put("Prizes and bids");
  await page.getByRole("heading", { name: "Prizes and bids", exact: true }).waitFor();
  assert.equal(await page.getByRole("heading", { name: "Prizes", exact: true }).count(), 0);
  await page.getByRole("button", { name: "Play with bots: Prizes and bids", exact: true }).click();
  await game(page).waitFor();
});

test("games stand by their kinds, in the order of their titles, and no bots are offered where nothing ends the game", { timeout: 180_000 }, async () => {
  const { page } = await person(browser, host.url, { name: "Ada" });
  await page.locator(".game").first().waitFor();
  const kinds = page.locator(".kind");
  assert.ok((await kinds.count()) > 5);
  for (const kind of await kinds.all()) {
    const titles = await kind.locator("h4").allInnerTexts();
    assert.deepEqual(titles, [...titles].sort((a, b) => a.localeCompare(b)));
  }
  const tricks = page.getByRole("region", { name: /^Playing to tricks/ });
  await tricks.getByRole("heading", { name: "Hearts", exact: true }).waitFor();
  assert.equal(await tricks.getByRole("heading", { name: "Durak", exact: true }).count(), 0);
  assert.equal(await page.getByRole("button", { name: "Play with bots: Scramble" }).count(), 0);
  await page.getByRole("button", { name: "New table: Scramble" }).waitFor();
});

test("games are found by players, length and words", { timeout: 180_000 }, async () => {
  const { page } = await person(browser, host.url, { name: "Ada" });
  await page.locator(".game").first().waitFor();
  const facts = async () => (await page.locator(".game .seats:first-of-type").allInnerTexts()).map((text) => text.match(/^(\d+)(?:–(\d+))? players?(?: · (\d+) minutes)?/).slice(1).map(Number));
  const all = (await facts()).length;
  await page.getByRole("combobox", { name: "How many players" }).selectOption("6");
  const six = await facts();
  assert.ok(six.length > 0 && six.length < all);
  for (const [min, max] of six) assert.ok(min <= 6 && 6 <= (max || min));
  await page.getByRole("combobox", { name: "How long a game takes" }).selectOption("20");
  const short = await facts();
  assert.ok(short.length > 0 && short.length < six.length);
  for (const [, , minutes] of short) assert.ok(minutes <= 20);
  // Also among the longest games.
  await page.getByRole("combobox", { name: "How many players" }).selectOption("");
  await page.getByRole("combobox", { name: "How long a game takes" }).selectOption("30");
  const half = await facts();
  await page.getByRole("combobox", { name: "How long a game takes" }).selectOption("45");
  const longer = await facts();
  assert.ok(longer.length > half.length && longer.some(([, , minutes]) => minutes > 30 && minutes <= 45));
  await page.getByRole("searchbox", { name: "Find a game" }).fill("no game has these words");
  await page.getByText("No game is like that. Ask for less.").waitFor();
  await page.getByRole("searchbox", { name: "Find a game" }).fill("");
  await page.getByRole("combobox", { name: "How many players" }).selectOption("");
  await page.getByRole("combobox", { name: "How long a game takes" }).selectOption("");
  assert.equal((await facts()).length, all);
});

test("the owner is told where the host lets nobody watch unasked", { timeout: 180_000 }, async () => {
  const told = "you are asked whom to let in";
  const { page, faults } = await person(browser, host.url, { name: "Ada" });
  await page.locator(".game").first().waitFor();
  await openTable(page, "Lamps in the Fog", { seats: 3 });
  await isNoted(page, told);
  await page.getByText("Who watches is up to the owner").waitFor();
  const other = await person(browser, host.url, { name: "Grace" });
  await other.page.locator(".game").first().waitFor();
  await openTable(other.page, "Hearts", { seats: 4 });
  assert.equal(await other.page.evaluate((text) => globalThis.noted.some((note) => note.includes(text)), told), false);
  assert.deepEqual(faults, []);
});

test("above the games there is a way to the tables that can be watched", { timeout: 180_000 }, async () => {
  const ada = await person(browser, host.url, { name: "Ada" });
  await playBots(ada, "Goofspiel");
  for (const phone of [false, true]) {
    const { page } = await person(browser, host.url, { name: "Eve", phone });
    const way = page.getByRole("button", { name: /tables? to watch$/ });
    await way.waitFor();
    assert.ok((await way.boundingBox()).y < 700, "near the top");
    await (phone ? way.tap() : way.click());
    await until(page, () => {
      const box = document.querySelector("#played-title").getBoundingClientRect();
      return document.activeElement?.id === "played-title" && box.top >= 0 && box.bottom <= innerHeight;
    });
    await page.getByRole("button", { name: "Watch: Ada’s table, Goofspiel" }).waitFor();
  }
});
