// The list from which the reader chooses the language of the page.

import { h, icon } from "./dom.js";
import { language, languages, say } from "./language.js";
import { memory } from "./memory.js";

/** What a language is called by those who speak it. @param {string} tag */
const ownName = (tag) => new Intl.DisplayNames([tag], { type: "language" }).of(tag) ?? tag;

/**
 * A list of the languages. The choice is kept, and the page loads itself again: all it says is said anew then, and the seat
 * is taken up again.
 *
 * @param {import("./session.js").Session} session
 * @param {string} [kind]
 */
export function languageInput(session, kind = "") {
  const names = languages.map((tag) => h("option", { value: tag, lang: tag, selected: tag === language }, ownName(tag)));
  const choose = () => {
    memory.language = input.value;
    // Who waits for others goes on waiting.
    memory.matching = session.matching;
    location.reload();
  };
  /** @type {HTMLSelectElement} */
  const input = h("select", { "aria-label": say`Language`, title: say`Language`, data: { does: "language" }, onchange: choose }, names);
  return h("span", { class: `language ${kind}`.trim() }, icon("globe"), input);
}
