// Windows over the page: the browser's own dialogs, with our looks.

import { button, fill, h } from "./dom.js";
import { say } from "./language.js";

/**
 * Opens a window; it closes by its button, by Escape and by a click beside it.
 *
 * @param {string} title
 * @param {(close: () => void) => import("./dom.js").Child} body
 * @param {string} [kind]
 */
export function openDialog(title, body, kind = "") {
  const before = document.activeElement;
  const close = () => dialog.close();
  const inside = h("div", { class: "window-body" });
  const heading = h("h2", { id: "dialog-title" }, title);
  const dialog = h(
    "dialog",
    {
      class: `window ${kind}`.trim(),
      "aria-labelledby": "dialog-title",
      onclick: (/** @type {MouseEvent} */ event) => event.target === dialog && close(),
      onclose: () => {
        dialog.remove();
        if (before instanceof HTMLElement) before.focus();
      },
    },
    h("div", { class: "window-head" }, heading, button({ icon: "close", label: say`Close`, hidden: true, class: "icon-only", onclick: close })),
    inside,
  );
  for (const old of document.querySelectorAll("dialog.window")) old.remove();
  document.body.append(dialog);
  fill(inside, body(close));
  dialog.showModal();
  return dialog;
}
