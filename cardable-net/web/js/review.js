// What a bot thinks of the choices that one has made, when the game is over.

import { button, h } from "./dom.js";
import { openDialog } from "./dialog.js";
import { choiceText, howFar } from "./opinion.js";

/** A difference below this is none that a bot can be sure of. */
const SMALL = 0.02;

/**
 * @param {import("./info.js").TableInfo} info
 * @param {{ choices: Protocol.ReviewedChoice[], costliest: number[], partial?: boolean }} review
 * @param {(at: number) => Protocol.View} before the table before a choice
 * @param {(at: number) => void} show shows that table
 */
export function openReview(info, { choices, costliest, partial = false }, before, show) {
  openDialog("What a bot thinks of your choices", (close) => {
    const entry = (/** @type {Protocol.ReviewedChoice} */ one) => {
      const view = before(one.at);
      const made = choiceText(info, view, null, one.made);
      const [best] = one.ranked;
      const cost = one.cost ?? 0;
      const verdict = one.alike || !best ? "It would have done the same." : [`It would have chosen ${choiceText(info, view, null, best.choice)}`, typeof one.cost === "number" && cost >= SMALL ? `, which it finds ${Math.round(cost * 100)} points of 100 better.` : ", which it finds about as good."].join("");
      return h("li", { class: "reviewed" }, h("p", null, h("b", null, `Step ${one.at + 1}: ${made}.`), ` ${verdict}`), button({ icon: "eye", label: "Show", "aria-label": `Show step ${one.at + 1}`, class: "small", onclick: () => (close(), show(one.at)) }));
    };
    const worst = costliest.flatMap((at) => choices.filter((one) => one.at === at));
    const told = howFar(choices.length, partial);
    if (choices.length === 0) return h("p", null, told);
    return h(
      "div",
      { class: "review" },
      worst.length > 0 ? [h("h3", null, worst.length === 1 ? "What cost you most" : `The ${worst.length === 2 ? "two" : "three"} that cost you most`), h("ol", null, worst.map(entry))] : h("p", null, "None of your choices was clearly worse than what it would have done."),
      told && h("p", { class: "how-far" }, told),
      h("details", null, h("summary", null, partial ? `The first choices (${choices.length})` : `All choices (${choices.length})`), h("ol", null, choices.map(entry))),
    );
  }, "wide");
}
