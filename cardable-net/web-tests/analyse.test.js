// The page that `cardable analyse` writes: it opens without asking for anything else, axe-core finds nothing serious, in
// light and dark, on a phone and on paper, and nothing is wider than the screen.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import path from "node:path";
import { after, test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { SIZES, startBrowser } from "./support/browser.js";
import { commandLine } from "./support/host.js";

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const FIXTURES = path.resolve(path.dirname(fileURLToPath(import.meta.url)), "../../cardable-cli/tests/fixtures");

const program = commandLine();

const folder = mkdtempSync(path.join(tmpdir(), "cardable-analyse-"));
const browser = await startBrowser();
after(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

/** Writes a report. @param {string[]} args */
function report(...args) {
  const file = path.join(folder, `${args.join("-").replaceAll(/\W/g, "")}.html`);
  execFileSync(program, ["analyse", ...args, "--deals", "12", "--level", "search:8", "--choices", "100", "--out", file], { cwd: FIXTURES });
  return pathToFileURL(file).href;
}

const pages = { one: report("planted"), both: report("planted", "--compare", "coins") };

for (const [which, url] of Object.entries(pages)) {
  for (const [dark, phone, paper] of [[false, false, false], [true, false, false], [false, true, false], [true, true, false], [false, false, true]]) {
    const how = `${dark ? "dark" : "light"}${phone ? ", on a phone" : ""}${paper ? ", on paper" : ""}`;
    test(`the report of ${which}: ${how}`, { timeout: 180_000 }, async () => {
      const context = await browser.newContext({ viewport: phone ? SIZES.phone : SIZES.desktop, colorScheme: dark ? "dark" : "light", isMobile: phone });
      const page = await context.newPage();
      /** @type {string[]} */
      const asked = [];
      /** @type {string[]} */
      const errors = [];
      page.on("request", (request) => asked.push(request.url()));
      page.on("console", (message) => message.type() === "error" && errors.push(message.text()));
      page.on("pageerror", (error) => errors.push(String(error)));
      await page.goto(url);
      if (paper) await page.emulateMedia({ media: "print" });
      assert.ok(await page.getByRole("heading", { name: "What to look at" }).first().isVisible());
      assert.ok((await page.getByRole("img").count()) >= 6, "there are plots");
      for (const plot of await page.getByRole("img").all()) assert.ok(await plot.getAttribute("aria-labelledby"));
      // Tables that are open have to be in order too.
      await page.evaluate(() => document.querySelectorAll("details").forEach((details) => details.setAttribute("open", "")));
      const width = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
      assert.ok(width <= 0, `the page is ${width} pixels wider than the screen`);
      await page.evaluate(AXE);
      const found = await page.evaluate(async () => (await globalThis["axe"].run(document, { resultTypes: ["violations"] })).violations);
      const serious = found.filter(({ impact }) => impact === "serious" || impact === "critical");
      assert.deepEqual(serious.map(({ id, nodes }) => `${id}: ${nodes.slice(0, 3).map(({ html }) => html.slice(0, 160)).join(" | ")}`), []);
      assert.deepEqual(asked, [url]);
      assert.deepEqual(errors, []);
      await context.close();
    });
  }
}

test("the data in the page can be read", async () => {
  const page = await browser.newPage();
  await page.goto(pages.one);
  const data = JSON.parse((await page.locator("#data").textContent()) ?? "");
  assert.equal(data.ruleset, "Planted");
  assert.ok(data.tables.games.rows.length > 100);
  await page.close();
});
