// What the page's modules say: the texts for the catalogues, and texts that no catalogue can have.

import { readFileSync, readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parsers } from "prettier/plugins/acorn";

/** A file of the page. @param {string} path */
export const inPage = (path) => fileURLToPath(new URL(`../../web/${path}`, import.meta.url));

/** The modules of the page by their names. @returns {Map<string, string>} */
export const modules = () => new Map(readdirSync(inPage("js")).map((file) => [file, readFileSync(inPage(`js/${file}`), "utf8")]));

/**
 * A text that a module says.
 *
 * @typedef {{ key: string, where: string, kind: "said" | "counted" | "ordinal" }} Text
 */

/** Calls `visit` for a node of a syntax tree with those that it stands in, the innermost first. */
function walk(node, visit, above = []) {
  if (Array.isArray(node)) return node.forEach((one) => walk(one, visit, above));
  if (typeof node?.type !== "string") return;
  visit(node, above);
  for (const [key, value] of Object.entries(node)) if (typeof value === "object" && key !== "range") walk(value, visit, [node, ...above]);
}

/** @param {string} text */
const parsed = (text) => parsers.acorn.parse(text, {});

/** @param {string} text @param {{ start: number }} node */
const lineOf = (text, node) => text.slice(0, node.start).split("\n").length;

/** The English text of a template, as `language` makes it. */
const keyOf = (template) => template.quasis.map(({ value }, at) => (at === 0 ? value.cooked : `{${at - 1}}${value.cooked}`)).join("");

const isString = (node) => node?.type === "Literal" && typeof node.value === "string";

/**
 * The texts that a module says, and what of that cannot be read off it.
 *
 * @param {string} file
 * @param {string} text
 * @returns {{ texts: Text[], unclear: string[] }}
 */
export function textsOf(file, text) {
  const texts = [];
  const unclear = [];
  walk(parsed(text), (node) => {
    const where = `${file}:${lineOf(text, node)}`;
    const add = (kind, key) => texts.push({ key, where, kind });
    if (node.type === "TaggedTemplateExpression") {
      const { tag, quasi } = node;
      if (["say", "pieces"].includes(tag.name)) add("said", keyOf(quasi));
      else if (tag.callee?.name === "sayAs") isString(tag.arguments[0]) ? add("said", `${keyOf(quasi)} [${tag.arguments[0].value}]`) : unclear.push(where);
    } else if (node.type === "CallExpression" && node.callee.name === "counted") {
      const [, one, other] = node.arguments;
      if (isString(one) && isString(other)) add("counted", other.value);
      else unclear.push(where);
    } else if (node.type === "CallExpression" && node.callee.name === "ordinal") {
      const other = node.arguments[1]?.properties?.find(({ key }) => key.name === "other");
      if (isString(other?.value)) add("ordinal", other.value.value);
      else unclear.push(where);
    }
  });
  return { texts, unclear };
}

/** Functions with the arguments that people read: from a place on, or only the one at a place. */
const READ = {
  from: { h: 2, fill: 1, select: 0 },
  only: { relabel: 1, note: 0, announce: 0, openDialog: 0, field: 0, tick: 0, plain: 1, setCustomValidity: 0, Lost: 0, yes: 0, no: 0, how: 0, become: 1, does: 0, push: 0 },
};

/** Properties and attributes that people read. */
const SHOWN = ["label", "aria-label", "aria-valuetext", "title", "placeholder", "text", "textContent", "innerText"];

/** What only programs read, by the names of properties and functions: classes, selectors, drawings, mistakes; and what is said. */
const UNREAD = /^(class|className|d|viewBox|type|id|role|data|does|querySelector|querySelectorAll|closest|matches|matchMedia|toggle|icon|Error|exec|vars|animate|sayAs|counted|ordinal)$/;

/** What is the same in all languages, or only looks like a text. */
const NAMES = [
  "Cardable", "Tab", "Esc", "count_cards(deck)", "flat narrow",
  "Georgia, 'Iowan Old Style', 'Palatino Linotype', 'Liberation Serif', serif", "system-ui, 'Segoe UI', 'Liberation Sans', sans-serif",
  "cardable 2026 promise of the seed of a game", "cardable 2026 seed of a game from the parts of all",
];

/** Two words, or one that begins like a sentence. */
const PROSE = /\p{L}{2,}[’']?\s+\p{L}{2,}|^\p{Lu}\p{Ll}+(?!\p{L})/u;

/**
 * Texts of a module that people read, or that look like it, and that are in no catalogue.
 *
 * @param {string} file
 * @param {string} text
 * @returns {string[]}
 */
export function unsaid(file, text) {
  const found = [];
  walk(parsed(text), (node, above) => {
    const words = isString(node) ? node.value : node.type === "TemplateElement" ? node.value.cooked : "";
    if (!/\p{L}{2,}/u.test(words) || NAMES.includes(words)) return;
    const isRead = use(node, above);
    if (isRead === true || (isRead === null && PROSE.test(words))) found.push(`${file}:${lineOf(text, node)}: ${JSON.stringify(words)}`);
  });
  return found;
}

/** Whether people read a text, by what it stands in; `null` where that does not tell. @returns {boolean | null} */
function use(node, above) {
  let from = node;
  for (const [n, one] of above.entries()) {
    const found = useIn(one, from, above[n + 1]);
    if (found !== undefined) return found;
    from = one;
  }
  return null;
}

/** The same by the next thing that it stands in, or what of that stands in it; `undefined` where it passes on what it holds. */
function useIn(one, from, outer) {
  switch (one.type) {
    case "ImportDeclaration":
    case "TaggedTemplateExpression":
    case "SwitchCase":
      return false;
    case "BinaryExpression":
      // What is compared is a name for programs.
      return one.operator === "+" ? undefined : false;
    case "MemberExpression":
      return one.object === from ? undefined : false;
    case "ConditionalExpression":
      return one.test === from ? false : undefined;
    case "ArrayExpression":
      // Of a choice from a list, people read the second part.
      return outer?.type === "ArrayExpression" && one.elements.length === 2 && one.elements[0] === from ? false : undefined;
    case "Property": {
      const name = one.key.name ?? one.key.value;
      if (one.key === from || UNREAD.test(name) || name.startsWith("on")) return false;
      return SHOWN.includes(name) ? true : undefined;
    }
    case "AssignmentExpression": {
      const name = one.left.property?.name ?? "";
      return SHOWN.includes(name) ? true : UNREAD.test(name) ? false : null;
    }
    case "VariableDeclarator":
    case "ExpressionStatement":
      return null;
    case "CallExpression":
    case "NewExpression":
      return useAsArgument(one, from);
    default:
      return undefined;
  }
}

function useAsArgument({ callee, arguments: given }, from) {
  const name = callee.name ?? callee.property?.name ?? "";
  const at = given.indexOf(from);
  // What is done with a text, or with a list of them.
  if (at < 0) return undefined;
  if (name === "setAttribute") return at === 1 && SHOWN.includes(given[0].value);
  if (at >= READ.from[name] || at === READ.only[name]) return true;
  return UNREAD.test(name) || Object.hasOwn(READ.from, name) ? false : null;
}
