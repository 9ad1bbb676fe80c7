// What is told to those who listen, and short notes that everybody sees.

import { fill, h } from "./dom.js";
import { sentences } from "./language.js";

const live = h("div", { class: "only-heard", role: "status", "aria-live": "polite", id: "live" });
const notes = h("div", { class: "notes", role: "alert", id: "notes" });

export function mount() {
  document.body.append(live, notes);
}

/** Whether nothing has the focus: what had it is gone. */
const isLost = () => document.activeElement === null || document.activeElement === document.body;

/** Whether nothing that can be used has the focus: it is lost, stands at the beginning of all, or rests. */
export const isAstray = () => isLost() || Boolean(document.activeElement?.matches("#main, [data-rest]"));

/** Lets a focus that was lost rest on a text, until there is something to do again. @param {HTMLElement} text */
export function rest(text) {
  if (isLost()) text.focus({ preventScroll: true });
}

/** Leads a focus that was lost on to where one is. @param {HTMLElement | null} [to] */
export function keepFocus(to = document.getElementById("main")) {
  if (isAstray()) to?.focus({ preventScroll: true });
}

/** Hides something; where it had the focus, that is led on to where one is. @param {HTMLElement} element */
export function putAway(element) {
  const had = element.contains(document.activeElement);
  element.hidden = true;
  if (had) document.getElementById("main")?.focus({ preventScroll: true });
}

/** @type {string[]} */
let waiting = [];
let timer = 0;

/** Tells what happened, several things in one go. @param {string} text */
export function announce(text) {
  if (!text) return;
  waiting.push(text);
  clearTimeout(timer);
  timer = setTimeout(() => {
    live.textContent = sentences(waiting.slice(-6));
    waiting = [];
  }, 120);
}

let gone = 0;

/** Shows a note for a while. @param {string} text */
export function note(text) {
  fill(notes, h("p", { class: "note" }, text));
  clearTimeout(gone);
  gone = setTimeout(() => fill(notes), 3200 + text.length * 45);
}
