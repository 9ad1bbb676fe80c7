// How a game is played, as its folder's RULES.md says: headings, paragraphs, lists
// and a few signs within them are understood, everything else is shown as it is.

import { h } from "./dom.js";
import { blocks } from "./text.js";
import { openDialog } from "./dialog.js";
import { say } from "./language.js";

/** Signs within a line: code, strong, emphasis and links, of which the text is shown. */
const SIGNS = /`([^`]+)`|\*\*([^*]+)\*\*|(?<![\p{L}\p{N}])[*_]([^*_]+)[*_](?![\p{L}\p{N}])|\[([^\]]+)\]\([^)]*\)/gu;

/** @param {string} text */
function line(text) {
  const parts = [];
  let from = 0;
  for (const found of text.matchAll(SIGNS)) {
    const [all, code, strong, emphasis, link] = found;
    parts.push(text.slice(from, found.index));
    parts.push(code ? h("code", null, code) : strong ? h("b", null, strong) : emphasis ? h("em", null, emphasis) : link);
    from = found.index + all.length;
  }
  return [...parts, text.slice(from)];
}

/**
 * Shows how a game is played.
 *
 * @param {import("./session.js").Session} session
 * @param {{ hash: string, title: string, description?: string | null }} ruleset
 */
export async function openRules(session, { hash, title, description }) {
  const text = await session.rulesOf(hash).catch(() => null);
  const told = text ? blocks(text).filter((block, at) => at > 0 || block.kind !== "heading") : [];
  openDialog(say`How to play ${title}`, () =>
    h(
      "div",
      { class: "rules", tabindex: "0" },
      told.length === 0 && h("p", null, description || say`Nobody has written that down. What you can do is lit; what you cannot do says why when you touch it.`),
      told.map(({ kind, lines }) => (kind === "heading" ? h("h3", null, line(lines[0])) : kind === "list" ? h("ul", null, lines.map((one) => h("li", null, line(one)))) : h("p", null, line(lines[0])))),
    ),
  );
}
