// A number out of a range: it is drawn on a slider, typed, or one of a few that are often wanted.

import { fill, h } from "./dom.js";
import { number, say, sayAs } from "./language.js";

/**
 * A number that is often wanted, and what it is called.
 *
 * @typedef {{ name: string, value: number }} Quick
 */

/**
 * The least, half of the most, and the most.
 *
 * @param {number} min
 * @param {number} max
 * @returns {Quick[]}
 */
export function quickOf(min, max) {
  const half = Math.round(max / 2);
  const wanted = [
    { name: say`Least`, value: min },
    { name: sayAs("of a number")`Half`, value: half },
    { name: say`Most`, value: max },
  ];
  return wanted.filter(({ value }) => value === min || value === max || (value > min && value < max));
}

/** A number as it is read out on the slider. @param {number} value @param {number} min @param {number} max */
const spoken = (value, min, max) => (value === min ? say`${value}, the least` : value === max ? say`${value}, the most` : say`${value} of ${max}`);

/**
 * @param {{ label: string, min: number, max: number }} asked
 * @param {(value: number) => void} answer
 */
export function numberForm({ label, min, max }, answer) {
  const within = (/** @type {number} */ value) => Math.min(max, Math.max(min, Math.round(value)));
  const slider = h("input", { type: "range", class: "slider", min, max, step: 1, value: String(min), autofocus: true, "aria-label": label });
  const field = h("input", { type: "number", min, max, step: 1, value: String(min), required: true, inputmode: "numeric", "aria-label": say`A number from ${min} to ${max}` });
  const done = h("button", { type: "submit", class: "button choice" });
  const quick = quickOf(min, max).map(({ name, value }) => h("button", { type: "button", class: "button quick", data: { value: String(value) }, onclick: () => set(value) }, `${name} `, h("b", null, number(value))));

  const tell = (/** @type {number} */ value) => {
    slider.setAttribute("aria-valuetext", spoken(value, min, max));
    fill(done, say`Answer`, " ", h("b", null, number(value)));
    for (const one of quick) one.setAttribute("aria-pressed", String(Number(one.dataset.value) === value));
  };
  const set = (/** @type {number} */ value) => {
    slider.value = field.value = String(within(value));
    tell(within(value));
  };
  const step = (/** @type {number} */ by) => () => set(Number(slider.value) + by);
  slider.addEventListener("input", () => set(Number(slider.value)));
  // What is still being typed may be too small: the field stays as it is, and says so when it is sent.
  field.addEventListener("input", () => {
    if (!field.validity.valid) return;
    slider.value = field.value;
    tell(Number(field.value));
  });
  tell(min);
  const onsubmit = (/** @type {Event} */ event) => {
    event.preventDefault();
    answer(Number(field.value));
  };
  return h(
    "form",
    { class: "number-form", onsubmit },
    h("div", { class: "quicks", role: "group", "aria-label": say`Amounts` }, quick),
    h("div", { class: "slid" }, h("span", { "aria-hidden": "true" }, number(min)), slider, h("span", { "aria-hidden": "true" }, number(max))),
    h(
      "div",
      { class: "typed" },
      h("button", { type: "button", class: "button step", "aria-label": say`One less`, onclick: step(-1) }, "−"),
      field,
      h("button", { type: "button", class: "button step", "aria-label": say`One more`, onclick: step(1) }, "+"),
      done,
    ),
  );
}
