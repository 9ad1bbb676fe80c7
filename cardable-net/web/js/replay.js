// A look back: the table as it was after any of the steps that were seen.

import { button, fill, h, icon } from "./dom.js";
import { Replica } from "./replica.js";
import { say, sayAs } from "./language.js";

/** Between two steps of a replay that runs, in milliseconds. */
const PACE = 900;

/** What the file of a record says it is. */
const FORMAT = "cardable-story-2";

/**
 * A file with everything that this seat has seen, to look at again.
 *
 * @typedef {{ format: string, title: string, info: Protocol.RulesetInfo, names: string[], own: number | null, steps: import("./session.js").Step[] }} SavedStory
 *
 * @param {Protocol.RoomInfo} room
 * @param {Protocol.RulesetInfo} info
 * @param {string[]} names
 * @param {number | null} own
 * @param {import("./session.js").Step[]} steps
 * @returns {SavedStory}
 */
export function story(room, info, names, own, steps) {
  return { format: FORMAT, title: room.title, info, names, own, steps };
}

/** @param {string} text @returns {SavedStory | null} */
export function readStory(text) {
  try {
    const told = JSON.parse(text);
    return told.format === FORMAT && Array.isArray(told.steps) && told.info?.cards ? told : null;
  } catch {
    return null;
  }
}

/** @param {string} name @param {unknown} value */
export function download(name, value) {
  const url = URL.createObjectURL(new Blob([JSON.stringify(value)], { type: "application/json" }));
  const link = h("a", { href: url, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}

/** Every table that there was: a replica after each step. */
export class Past {
  /** @param {import("./session.js").Step[]} steps */
  constructor(steps) {
    this.steps = steps;
    /** @type {Map<number, Replica>} */
    this.kept = new Map();
    this.at = -1;
    /** @type {Replica | null} */
    this.now = null;
  }

  /** The table of a step that is told as a whole. @param {number} at */
  begin(at) {
    const { view, began } = this.steps[at];
    if (!view) throw new Error("a story begins with a whole view");
    return new Replica(view, began);
  }

  /** @param {number} n @returns {Replica} */
  go(n) {
    const to = Math.max(0, Math.min(n, this.steps.length - 1));
    let from = to;
    // From a whole view on, or from where one is.
    while (from > 0 && !this.steps[from].view && !(this.now && from === this.at)) from--;
    let replica = this.now && from === this.at ? this.now : this.begin(from);
    for (let at = from + 1; at <= to; at++) {
      const step = this.steps[at];
      if (step.view) replica = this.begin(at);
      else replica.apply(step.events);
    }
    this.now = replica;
    this.at = to;
    return replica;
  }
}

export class ReplayBar extends HTMLElement {
  constructor() {
    super();
    this.timer = 0;
    this.max = 0;
    this.slider = h("input", { type: "range", min: 0, max: 0, value: "0", "aria-label": say`Step`, oninput: () => this.moved() });
    this.count = h("output", { class: "replay-count" });
    this.playing = button({ icon: "play", label: sayAs("replay")`Play`, hidden: true, class: "icon-only", onclick: () => this.toggle() });
  }

  connectedCallback() {
    if (this.childElementCount > 0) return;
    this.setAttribute("role", "group");
    this.setAttribute("aria-label", say`Replay`);
    this.append(
      button({ icon: "first", label: say`To the beginning`, hidden: true, class: "icon-only", onclick: () => this.to(0) }),
      button({ icon: "back", label: say`One step back`, hidden: true, class: "icon-only", onclick: () => this.to(Number(this.slider.value) - 1) }),
      this.playing,
      button({ icon: "back", label: say`One step on`, hidden: true, class: "icon-only turned", onclick: () => this.to(Number(this.slider.value) + 1) }),
      button({ icon: "last", label: say`To the end`, hidden: true, class: "icon-only", onclick: () => this.to(this.max) }),
      this.slider,
      this.count,
      button({ icon: "close", label: say`End the replay`, class: "replay-close", onclick: () => this.dispatchEvent(new CustomEvent("close-replay", { bubbles: true })) }),
    );
  }

  disconnectedCallback() {
    this.stop();
  }

  /** @param {number} steps @param {number} at */
  set(steps, at) {
    this.max = steps - 1;
    this.slider.max = String(this.max);
    this.slider.value = String(at);
    this.label();
  }

  label() {
    this.count.textContent = `${this.slider.value} / ${this.max}`;
    this.slider.setAttribute("aria-valuetext", say`Step ${Number(this.slider.value)} of ${this.max}`);
  }

  /** @param {number} at */
  to(at) {
    this.slider.value = String(Math.max(0, Math.min(at, this.max)));
    this.moved();
  }

  moved() {
    this.label();
    if (Number(this.slider.value) >= this.max) this.stop();
    this.dispatchEvent(new CustomEvent("replay-to", { bubbles: true, detail: Number(this.slider.value) }));
  }

  toggle() {
    if (this.timer) return this.stop();
    if (Number(this.slider.value) >= this.max) this.to(0);
    this.timer = setInterval(() => this.to(Number(this.slider.value) + 1), PACE);
    fill(this.playing, icon("pause"), h("span", { class: "only-heard" }, say`Pause`));
  }

  stop() {
    clearInterval(this.timer);
    this.timer = 0;
    fill(this.playing, icon("play"), h("span", { class: "only-heard" }, sayAs("replay")`Play`));
  }
}

customElements.define("replay-bar", ReplayBar);
