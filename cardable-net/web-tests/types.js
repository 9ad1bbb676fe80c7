// The types of all that goes over the wire, for the check of the page's modules: made from the host's schema
// whenever they are checked, so that they are always what the host says.

import { compile } from "json-schema-to-typescript";
import { readFileSync, readdirSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const at = (/** @type {string} */ path) => fileURLToPath(new URL(path, import.meta.url));
const schema = JSON.parse(readFileSync(at("../../docs/protocol.schema.json"), "utf8"));

const made = await compile(asOfOld(schema), "Protocol", {
  additionalProperties: false,
  bannerComment: "// Made by types.js from docs/protocol.schema.json. Not kept: `npm run check` makes it anew.",
  unreachableDefinitions: true,
  format: false,
});
// Types of the page's own never have the name of one of these.
writeFileSync(at("protocol.d.ts"), `declare namespace Protocol {\n${made}}\n`);

/**
 * A schema as the library reads it, which knows an older draft: tuples are `items`, and what stands beside
 * a reference would make a type of its own.
 *
 * @param {any} value
 * @returns {any}
 */
function asOfOld(value) {
  if (Array.isArray(value)) return value.map(asOfOld);
  if (typeof value !== "object" || value === null) return value;
  if (typeof value.$ref === "string") return { $ref: value.$ref };
  const { prefixItems, ...rest } = value;
  const all = Object.fromEntries(Object.entries(rest).map(([key, one]) => [key, asOfOld(one)]));
  return prefixItems ? { ...all, items: prefixItems.map(asOfOld), additionalItems: false } : all;
}

// What is `any` is not checked: no module of the page may write it.
const anywhere = readdirSync(at("../web/js")).flatMap((file) => {
  const text = readFileSync(at(`../web/js/${file}`), "utf8");
  return typesOf(text).filter(({ type }) => /\bany\b/.test(type)).map(({ type, line }) => `web/js/${file}:${line}: {${type}}`);
});
if (anywhere.length > 0) {
  console.error(`a type is \`any\`, so nothing of it is checked: write what it is, or \`unknown\`\n${anywhere.join("\n")}`);
  process.exit(1);
}

/**
 * The types that stand in braces behind the tags of comments.
 *
 * @param {string} text
 */
function typesOf(text) {
  return [...text.matchAll(/@(?:param|type|returns|typedef|property|template|extends|satisfies)\s*\{/g)].map((tag) => {
    const from = tag.index + tag[0].length;
    let [to, open] = [from, 1];
    while (open > 0 && to < text.length) open += { "{": 1, "}": -1 }[text[to++]] ?? 0;
    return { type: text.slice(from, to - 1), line: text.slice(0, from).split("\n").length };
  });
}
