// The schemas that editors check and complete rulesets by: what ships is right by them, and mistakes are not.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, test } from "node:test";
import Ajv from "ajv/dist/2020.js";
import JSON5 from "json5";
import { ROOT, commandLine } from "./support/host.js";

const RULESETS = path.join(ROOT, "rulesets");

/** Which schema is for which file, by the end of its name. @type {[RegExp, string[]][]} */
const KINDS = [
  [/\.cardgame\.json$/, ["--dialect", "cardgame"]],
  [/\.game\.json$/, ["--dialect", "tables"]],
  [/\.fragment\.json$/, ["--what", "fragment"]],
  [/\/cardset\.json$/, ["--what", "cardset"]],
  [/\/decks\/[^/]+\.json$/, ["--what", "deck"]],
  [/\/tests\/[^/]+\.json5?$/, ["--what", "tests"]],
  [/\/texts\/[^/]+\.json5?$/, ["--what", "texts"]],
  [/\/ruleset\.json$/, []],
];

const read = (/** @type {string} */ file) => JSON5.parse(readFileSync(file, "utf8"));

const files = readdirSync(RULESETS, { recursive: true })
  .map((file) => path.join(RULESETS, String(file)))
  .filter((file) => /\.json5?$/.test(file));

/** The schema that the command prints, ready to be asked. @param {string[]} args */
function schema(args) {
  const text = execFileSync(commandLine(), ["schema", ...args], { encoding: "utf8", maxBuffer: 1 << 28 });
  return new Ajv({ strict: false, logger: false }).compile(JSON.parse(text));
}

/** @param {import("ajv").ValidateFunction} isRight @param {unknown} value @param {string} what */
function holds(isRight, value, what) {
  assert.ok(isRight(value), `${what}: ${JSON.stringify(isRight.errors?.slice(0, 3), null, 2)}`);
}

describe("schemas", { timeout: 300_000 }, () => {
  for (const [pattern, args] of KINDS) {
    test(`all files with names like ${pattern} are right by \`schema ${args.join(" ")}\``, () => {
      const meant = files.filter((file) => pattern.test(file));
      assert.notEqual(meant.length, 0);
      const isRight = schema(args);
      for (const file of meant) {
        const value = read(file);
        holds(isRight, value, file);
        assert.ok(!isRight({ ...value, unheard_of: 1 }), `${file} with a member that nobody knows`);
      }
    });
  }

  test("each game and its tests are right by the schema with its own names", () => {
    for (const game of readdirSync(RULESETS)) {
      const folder = path.join(RULESETS, game);
      const file = path.join(folder, "ruleset.json");
      if (!existsSync(file)) continue;
      holds(schema([folder]), read(file), file);
      const isTest = schema([folder, "--what", "tests"]);
      for (const tests of files.filter((one) => one.startsWith(path.join(folder, "tests/")))) holds(isTest, read(tests), tests);
    }
  });
});
