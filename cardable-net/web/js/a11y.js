// What is told to those who listen, and short notes that everybody sees.

import { fill, h } from "./dom.js";

const live = h("div", { class: "only-heard", role: "status", "aria-live": "polite", id: "live" });
const notes = h("div", { class: "notes", role: "alert", id: "notes" });

export function mount() {
  document.body.append(live, notes);
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
    live.textContent = waiting.slice(-6).join(". ");
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
