// Making elements. Texts are only ever put in as text.

/**
 * @typedef {string | number | Node | null | undefined | false | "" | readonly Child[]} Child
 * @typedef {Record<string, unknown>} Props
 */

/**
 * Makes an element. A property that begins with `on` is a listener, `class` and
 * `data` are what they say, a boolean sets or leaves out an attribute, and all
 * the rest are attributes.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Props | null} [props]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, props, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(props ?? {})) set(element, name, value);
  element.append(...nodes(children));
  return element;
}

/**
 * Sets an attribute or a listener.
 *
 * @param {HTMLElement} element
 * @param {string} name
 * @param {unknown} value
 */
function set(element, name, value) {
  if (value === undefined || value === null || value === false) return;
  if (name.startsWith("on")) element.addEventListener(name.slice(2), /** @type {EventListener} */ (value));
  else if (name === "data") Object.assign(element.dataset, value);
  else if (name === "vars") vars(element, /** @type {Record<string, string | number>} */ (value));
  else if (name === "value" && "value" in element) element.value = value;
  else element.setAttribute(name, value === true ? "" : String(value));
}

/**
 * Sets style variables.
 *
 * @param {HTMLElement | SVGElement} element
 * @param {Record<string, string | number>} values
 */
export function vars(element, values) {
  for (const [name, value] of Object.entries(values)) {
    const text = String(value);
    if (element.style.getPropertyValue(name) !== text) element.style.setProperty(name, text);
  }
}

/**
 * @param {readonly Child[]} children
 * @returns {(Node | string)[]}
 */
function nodes(children) {
  return children.flatMap((child) => {
    if (child === null || child === undefined || child === false) return [];
    if (child instanceof Node) return [child];
    return typeof child === "object" ? nodes(child) : [String(child)];
  });
}

/**
 * Replaces what an element holds.
 *
 * @param {Element} element
 * @param {...Child} children
 */
export function fill(element, ...children) {
  element.replaceChildren(...nodes(children));
}

const SVG = "http://www.w3.org/2000/svg";

/**
 * Makes a part of a drawing.
 *
 * @param {string} tag
 * @param {Props} [props]
 * @param {...(Node | string | null | false)} children
 * @returns {SVGElement}
 */
export function s(tag, props, ...children) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value !== undefined && value !== null && value !== false) element.setAttribute(name, String(value));
  }
  element.append(...nodes(children));
  return element;
}

/** Paths of the icons, in a square of 24. */
const ICONS = {
  back: "M15 5l-7 7 7 7",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6L6 18",
  log: "M5 6h14M5 11h14M5 16h9",
  chat: "M4 5h16v11H10l-4 4v-4H4z",
  score: "M6 20V10M12 20V4M18 20v-7",
  sound: "M4 10v4h4l5 4V6L8 10zM16.5 9a4 4 0 010 6M19 6.5a8 8 0 010 11",
  mute: "M4 10v4h4l5 4V6L8 10zM16 10l5 5M21 10l-5 5",
  link: "M9.5 14.5l5-5M8 11l-2.5 2.5a3.5 3.5 0 005 5L13 16M16 13l2.5-2.5a3.5 3.5 0 00-5-5L11 8",
  eye: "M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12zM12 9.2a2.8 2.8 0 110 5.6 2.8 2.8 0 010-5.6",
  find: "M10.5 5a5.5 5.5 0 110 11 5.5 5.5 0 010-11M14.6 14.6L20 20",
  undo: "M9 6L4 11l5 5M4 11h10a5 5 0 010 10h-3",
  play: "M7 5l12 7-12 7z",
  pause: "M8 5v14M16 5v14",
  first: "M18 6l-8 6 8 6zM6 6v12",
  last: "M6 6l8 6-8 6zM18 6v12",
  help: "M9.2 9a3 3 0 115 2.3c-1.2.9-2.2 1.5-2.2 3M12 18v.3",
  keys: "M3 7h18v10H3zM6.5 10.2h.1M10.2 10.2h.1M13.9 10.2h.1M17.5 10.2h.1M8 13.8h8",
  globe: "M12 3.5a8.5 8.5 0 110 17 8.5 8.5 0 010-17M3.5 12h17M12 3.5c5 4.5 5 12.5 0 17M12 3.5c-5 4.5-5 12.5 0 17",
  crown: "M4 8l4 4 4-7 4 7 4-4-1.6 10H5.6z",
  bulb: "M9 17h6M10 20.5h4M8.8 14a5.5 5.5 0 116.4 0c-.7.6-.7 1.4-.7 3h-5c0-1.6 0-2.4-.7-3z",
  bot: "M6 9h12v10H6zM12 9V5M9.5 13.5v1M14.5 13.5v1M4 13v3M20 13v3",
  plus: "M12 5v14M5 12h14",
  check: "M5 13l5 5 9-11",
  lock: "M7 11V8a5 5 0 0110 0v3M5.5 11h13v9h-13z",
  download: "M12 4v11M7 11l5 5 5-5M5 20h14",
  leave: "M14 5H6v14h8M11 12h10M17.5 8.5L21 12l-3.5 3.5",
};

/**
 * An icon; what it means must be said by what it stands in.
 *
 * @param {keyof typeof ICONS} name
 */
export function icon(name) {
  return s(
    "svg",
    { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
    s("path", { d: ICONS[name] }),
  );
}

/** Gives a button another text. @param {HTMLElement} button @param {string} label */
export function relabel(button, label) {
  const text = button.querySelector("span");
  if (text) text.textContent = label;
}

/**
 * A button with an icon and a text that everybody reads, or only hears.
 *
 * @typedef {{ icon?: keyof typeof ICONS, label: string, hidden?: boolean, badge?: string | null, class?: string, [other: string]: unknown }} ButtonProps
 *
 * @param {ButtonProps} props `badge` is seen only: the label says what it means
 */
export function button({ icon: name, label, hidden, badge, class: kind = "", ...rest }) {
  return h(
    "button",
    { type: "button", class: `button ${kind}`.trim(), title: hidden ? label : null, ...rest },
    name && icon(name),
    h("span", { class: hidden ? "only-heard" : null }, label),
    badge && h("span", { class: "badge", "aria-hidden": "true" }, badge),
  );
}
