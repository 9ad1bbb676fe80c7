// Drawing cards with the pointer. A short touch stays a click.

/** So far a pointer goes before it draws, in pixels. */
const FAR = 8;

/**
 * @param {import("./table.js").CardTable} table
 * @param {{
 *   may: (card: import("./card.js").PlayingCard) => boolean,
 *   over: (card: import("./card.js").PlayingCard, at: HTMLElement[]) => void,
 *   drop: (card: import("./card.js").PlayingCard, at: HTMLElement[], x: number, y: number) => void,
 * }} on
 */
export function draggable(table, on) {
  /** @type {{ card: import("./card.js").PlayingCard, x: number, y: number, ghost: HTMLElement | null, pointer: number, wide: number } | null} */
  let drag = null;

  table.addEventListener("pointerdown", (event) => {
    const card = /** @type {Element} */ (event.target).closest("playing-card");
    if (!card || event.button !== 0 || drag || !on.may(card)) return;
    drag = { card, x: event.clientX, y: event.clientY, ghost: null, pointer: event.pointerId, wide: innerWidth };
  });

  addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.ghost && Math.hypot(dx, dy) < FAR) return;
    if (!drag.ghost) {
      const box = drag.card.getBoundingClientRect();
      const ghost = /** @type {HTMLElement} */ (drag.card.cloneNode(true));
      drag.ghost = ghost;
      ghost.classList.add("ghost");
      ghost.setAttribute("aria-hidden", "true");
      ghost.removeAttribute("tabindex");
      ghost.style.width = `${drag.card.offsetWidth}px`;
      ghost.style.height = `${drag.card.offsetHeight}px`;
      ghost.style.left = `${box.left + box.width / 2 - drag.card.offsetWidth / 2}px`;
      ghost.style.top = `${box.top + box.height / 2 - drag.card.offsetHeight / 2}px`;
      document.body.append(ghost);
      drag.card.classList.add("drawn");
      table.classList.add("drawing");
    }
    drag.ghost.style.transform = `translate(${dx}px, ${dy}px) rotate(${Math.max(-6, Math.min(6, dx / 30))}deg)`;
    on.over(drag.card, table.at(event.clientX, event.clientY));
  });

  /** Lets the card go: only what is let go on the table is dropped. @param {{ x: number, y: number } | null} at */
  const end = (at) => {
    if (!drag) return;
    const { card, ghost } = drag;
    drag = null;
    if (!ghost) return;
    const below = at ? table.at(at.x, at.y).filter((element) => element !== card) : [];
    ghost.remove();
    card.classList.remove("drawn");
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
