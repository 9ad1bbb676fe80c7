// What forms are made of, and the inputs for what the rules let people choose.

import { h } from "./dom.js";
import { capital } from "./language.js";

let fields = 0;

/** A labelled field. @param {string} label @param {HTMLElement} input @param {string} [hint] */
export function field(label, input, hint) {
  const id = `field-${++fields}`;
  input.id = id;
  return h("div", { class: "field" }, h("label", { for: id }, label), input, hint ? h("p", { class: "field-hint" }, hint) : null);
}

/** A labelled box to tick. @param {string} label @param {HTMLElement} input */
export const tick = (label, input) => h("label", { class: "check" }, input, h("span", null, label));

/** @param {[string, string][]} options @param {string} [value] */
export const select = (options, value) => h("select", null, options.map(([key, label]) => h("option", { value: key, selected: key === value }, label)));

/**
 * The input for an option of the rules, and how its value is read.
 *
 * @param {Protocol.OptionInfo} option
 * @param {Protocol.OptionValue} [now] what is chosen so far
 * @returns {{ option: Protocol.OptionInfo, element: HTMLElement, read: () => Protocol.OptionValue }}
 */
export function optionInput(option, now = option.value ?? undefined) {
  const { choices = [], range } = option;
  const label = capital(option.label.replaceAll("_", " "));
  if (typeof now === "boolean") {
    const input = h("input", { type: "checkbox", checked: now });
    return { option, element: tick(label, input), read: () => input.checked };
  }
  if (choices.length > 0) {
    const input = select(choices.map((choice, at) => [String(at), capital(wordsFor(option, choice))]), String(now === undefined ? -1 : choices.indexOf(now)));
    return { option, element: field(label, input), read: () => choices[Number(input.value)] };
  }
  if (typeof now === "number") {
    const input = h("input", { type: "number", value: String(now), min: range?.[0], max: range?.[1], required: true });
    return { option, element: field(label, input), read: () => Number(input.value) };
  }
  const input = h("input", { type: "text", value: String(now ?? "") });
  return { option, element: field(label, input), read: () => input.value };
}

/** What players read for a value of an option. @param {Protocol.OptionInfo} option @param {Protocol.OptionValue} value */
export const wordsFor = ({ choices = [], labels = [] }, value) => labels[choices.indexOf(value)] ?? String(value);

/** The values of options that are not the usual ones. @param {ReturnType<typeof optionInput>[]} inputs */
export const changed = (inputs) => Object.fromEntries(inputs.filter(({ option, read }) => read() !== option.value).map(({ option, read }) => [option.key, read()]));
