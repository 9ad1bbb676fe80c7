// The tab's title. It bears a mark while the own seat is waited for and nobody has looked since.

let name = "Cardable";
let isCalled = false;

const isLookedAt = () => !document.hidden && document.hasFocus();

function tell() {
  if (isLookedAt()) isCalled = false;
  const title = `${isCalled ? "• " : ""}${name}`;
  if (document.title !== title) document.title = title;
}

/** Gives the tab a name. @param {string} text */
export function entitle(text) {
  name = text;
  tell();
}

/** The own seat is waited for, or no longer. @param {boolean} on */
export function call(on) {
  isCalled = on;
  tell();
}

document.addEventListener("visibilitychange", tell);
addEventListener("focus", tell);
