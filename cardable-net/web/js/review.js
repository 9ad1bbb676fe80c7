// What a bot thinks of the choices that one has made, when the game is over.

import { button, h } from "./dom.js";
import { openDialog } from "./dialog.js";
import { choiceText, howFar, labelAndPicks } from "./opinion.js";
import { counted, say } from "./language.js";

/** A difference below this is none that a bot can be sure of. */
const SMALL = 0.02;

/**
 * @param {import("./info.js").TableInfo} info
 * @param {{ choices: Protocol.ReviewedChoice[], costliest: number[], partial?: boolean }} review
 * @param {(at: number) => Protocol.View} before the table before a choice
 * @param {(at: number) => void} show shows that table
 */
export function openReview(info, { choices, costliest, partial = false }, before, show) {
  const choiceOf = (/** @type {Protocol.View} */ view, /** @type {Protocol.Choice} */ choice) => choiceText(labelAndPicks(info, view, null, choice));
  openDialog(say`What a bot thinks of your choices`, (close) => {
    const entry = (/** @type {Protocol.ReviewedChoice} */ one) => {
      const view = before(one.at);
      const made = choiceOf(view, one.made);
      const [best] = one.ranked;
      const cost = one.cost ?? 0;
      const other = best && choiceOf(view, best.choice);
      const verdict = one.alike || !other ? say`It would have done the same.` : cost >= SMALL ? counted(Math.round(cost * 100), "It would have chosen {1}, which it finds 1 point of 100 better.", "It would have chosen {1}, which it finds {0} points of 100 better.", other) : say`It would have chosen ${other}, which it finds about as good.`;
      return h("li", { class: "reviewed" }, h("p", null, h("b", null, say`Step ${one.at + 1}: ${made}.`), ` ${verdict}`), button({ icon: "eye", label: say`Show`, "aria-label": say`Show step ${one.at + 1}`, class: "small", onclick: () => (close(), show(one.at)) }));
    };
    const worst = costliest.flatMap((at) => choices.filter((one) => one.at === at));
    const told = howFar(choices.length, partial);
    if (choices.length === 0) return h("p", null, told);
    return h(
      "div",
      { class: "review" },
      worst.length > 0 ? [h("h3", null, counted(worst.length, "What cost you most", "The {0} that cost you most")), h("ol", null, worst.map(entry))] : h("p", null, say`None of your choices was clearly worse than what it would have done.`),
      told && h("p", { class: "how-far" }, told),
      h("details", null, h("summary", null, partial ? say`The first choices (${choices.length})` : say`All choices (${choices.length})`), h("ol", null, choices.map(entry))),
    );
  }, "wide");
}
