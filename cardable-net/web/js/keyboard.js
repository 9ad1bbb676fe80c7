// Keys that work everywhere at a table.

import { h } from "./dom.js";
import { numbered, tellNumbers } from "./actions.js";
import { openDialog } from "./dialog.js";
import { tick } from "./fields.js";
import { memory } from "./memory.js";
import { say } from "./language.js";

/** Keys with what they do. @typedef {[keys: string[], what: string]} Told */

/** @type {Told[]} */
const KEYS = [
  [["Tab"], say`from zone to zone, and to the buttons`],
  [["←", "→"], say`along the cards of a zone, or the bids of a box; in a grid also ↑ and ↓`],
  [[say`Enter`, say`Space`], say`take, select or let go of a card; press a button`],
  [["Esc"], say`let go of what is selected; end a replay`],
];

/** Keys that write a character. They can be turned off: who speaks to the computer, or slips, presses them unmeant. @type {Told[]} */
const CHARACTERS = [
  [["1", "… 9"], say`press a button by its place`],
  [["H"], say`to your hand`],
  [["L"], say`log, chat and scores`],
  [["?"], say`this help`],
];

/** @param {Told[]} told */
const listOf = (told) => h("dl", { class: "keys" }, told.map(([keys, what]) => [h("dt", null, keys.map((key) => h("kbd", null, key))), h("dd", null, what)]));

export function showKeys() {
  const characters = listOf(CHARACTERS);
  characters.hidden = !memory.characters;
  const input = h("input", { type: "checkbox", checked: memory.characters });
  input.addEventListener("change", () => {
    memory.characters = input.checked;
    characters.hidden = !input.checked;
    const bar = document.querySelector("action-bar");
    if (bar) tellNumbers(bar.list);
  });
  openDialog(say`Keys and help`, () =>
    h(
      "div",
      { class: "help" },
      h("p", null, say`What you can take is lit. Touch it, or draw it to where it goes. Touch a card that is not lit to hear why not. A pile’s number shows all its cards.`),
      h("p", null, say`A screen reader that reads the page keeps letters and digits to itself. Let it pass keys on: with NVDA by Insert and Space, with JAWS by Insert and Z.`),
      listOf(KEYS),
      tick(say`Letters, digits and ? work as keys`, input),
      characters,
    ),
  );
}

/**
 * @param {() => import("./game.js").GameView | null} at the game on the screen
 * @param {(game: import("./game.js").GameView) => void} panel
 */
export function keyboard(at, panel) {
  addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey || event.defaultPrevented) return;
    const target = /** @type {HTMLElement} */ (event.target);
    if (target.closest("input, select, textarea, dialog") && event.key !== "Escape") return;
    const game = at();
    if (event.key === "Escape") return game?.escape();
    if (!memory.characters) return;
    if (event.key === "?") return showKeys();
    if (!game) return;
    if (/^[1-9]$/.test(event.key)) {
      const source = game.prompt.hidden ? game.bar.list : game.prompt;
      numbered(source)[Number(event.key) - 1]?.click();
    } else if (event.key.toLowerCase() === "h") {
      const [hand, own] = [".bottom-seat .seat-hand", ".bottom-seat"].map((part) => game.table.querySelector(`${part} playing-card[tabindex='0']`));
      /** @type {HTMLElement | null} */ (hand ?? own)?.focus();
    } else if (event.key.toLowerCase() === "l") panel(game);
  });
}
