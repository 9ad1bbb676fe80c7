// Drawing cards with the pointer. A short touch stays a click.

import { PlayingCard } from "./card.js";

/** So far a pointer goes before it draws, in pixels. */
const FAR = 8;

/**
 * What moves with a card: in a column, all that lies on it.
 *
 * @param {PlayingCard} card
 * @returns {PlayingCard[]} the card before the others
 */
function movedWith(card) {
  if (!card.closest("card-zone.column")) return [card];
  const all = /** @type {PlayingCard[]} */ ([...(card.parentElement?.children ?? [])].filter((other) => other instanceof PlayingCard));
  return all.slice(all.indexOf(card));
}

/** A picture of a card where it lies, that follows the pointer. @param {PlayingCard} card */
function ghostOf(card) {
  const box = card.getBoundingClientRect();
  const ghost = /** @type {HTMLElement} */ (card.cloneNode(true));
  ghost.classList.add("ghost");
  ghost.setAttribute("aria-hidden", "true");
  ghost.removeAttribute("tabindex");
  ghost.style.width = `${card.offsetWidth}px`;
  ghost.style.height = `${card.offsetHeight}px`;
  ghost.style.left = `${box.left + box.width / 2 - card.offsetWidth / 2}px`;
  ghost.style.top = `${box.top + box.height / 2 - card.offsetHeight / 2}px`;
  return ghost;
}

/**
 * @param {import("./table.js").CardTable} table
 * @param {{
 *   may: (card: PlayingCard) => boolean,
 *   over: (card: PlayingCard, at: HTMLElement[]) => void,
 *   drop: (card: PlayingCard, at: HTMLElement[], x: number, y: number) => void,
 * }} on
 */
export function draggable(table, on) {
  /** @type {{ card: PlayingCard, x: number, y: number, cards: PlayingCard[], ghosts: HTMLElement[], pointer: number, wide: number } | null} */
  let drag = null;

  table.addEventListener("pointerdown", (event) => {
    const card = /** @type {Element} */ (event.target).closest("playing-card");
    if (!card || event.button !== 0 || drag || !on.may(card)) return;
    drag = { card, x: event.clientX, y: event.clientY, cards: [], ghosts: [], pointer: event.pointerId, wide: innerWidth };
  });

  addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (drag.ghosts.length === 0 && Math.hypot(dx, dy) < FAR) return;
    if (drag.ghosts.length === 0) {
      drag.cards = movedWith(drag.card);
      drag.ghosts = drag.cards.map(ghostOf);
      document.body.append(...drag.ghosts);
      for (const card of drag.cards) card.classList.add("drawn");
      table.classList.add("drawing");
    }
    // Cards that lie on each other would part if each turned.
    const turn = drag.ghosts.length > 1 ? 0 : Math.max(-6, Math.min(6, dx / 30));
    for (const ghost of drag.ghosts) ghost.style.transform = `translate(${dx}px, ${dy}px) rotate(${turn}deg)`;
    on.over(drag.card, table.at(event.clientX, event.clientY));
  });

  /** Lets the cards go: only what is let go on the table is dropped. @param {{ x: number, y: number } | null} at */
  const end = (at) => {
    if (!drag) return;
    const { card, cards, ghosts } = drag;
    drag = null;
    if (ghosts.length === 0) return;
    const below = at ? table.at(at.x, at.y).filter((element) => element !== card) : [];
    for (const ghost of ghosts) ghost.remove();
    for (const one of cards) one.classList.remove("drawn");
    table.classList.remove("drawing");
    // The click that follows is not meant.
    addEventListener("click", stop, { capture: true, once: true });
    setTimeout(() => removeEventListener("click", stop, { capture: true }), 0);
    if (at && isOnTable(at)) on.drop(card, below, at.x, at.y);
    else on.over(card, []);
  };
  const isOnTable = (/** @type {{ x: number, y: number }} */ { x, y }) => {
    const { left, top, right, bottom } = table.getBoundingClientRect();
    return x >= left && x < right && y >= top && y < bottom;
  };
  const stop = (/** @type {Event} */ event) => {
    event.stopPropagation();
    event.preventDefault();
  };
  const isDrawing = (/** @type {PointerEvent} */ { pointerId }) => drag?.pointer === pointerId;
  addEventListener("pointerup", (event) => isDrawing(event) && end({ x: event.clientX, y: event.clientY }));
  addEventListener("pointercancel", (event) => isDrawing(event) && end(null));
  // When the device is turned, all lies elsewhere: what was aimed at is no longer below the finger. A keyboard that goes leaves the width.
  addEventListener("resize", () => drag && drag.wide !== innerWidth && end(null));
}
