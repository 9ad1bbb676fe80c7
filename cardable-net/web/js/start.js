// Loads the page's modules, which the host sends as one. Where they do not come, as a busy host may
// turn a request away, the page says so and loads itself again, by and by.

const AGAIN = "cardable.again";

/** How often in a row the page did not come. */
function tries() {
  try {
    return Number(sessionStorage.getItem(AGAIN)) || 0;
  } catch {
    return 0;
  }
}

/** @param {number} n */
function keep(n) {
  try {
    sessionStorage.setItem(AGAIN, String(n));
  } catch {
    // Then it is tried again at the same pace.
  }
}

const script = document.createElement("script");
script.type = "module";
script.src = "/page.js";
script.addEventListener("load", () => keep(0));
script.addEventListener("error", () => {
  const n = tries();
  keep(n + 1);
  const said = document.createElement("p");
  said.className = "not-there";
  said.setAttribute("role", "alert");
  said.textContent = "The host is busy just now. Trying again …";
  document.body.append(said);
  setTimeout(() => location.reload(), Math.min(30_000, 1500 * 2 ** n) * (0.75 + Math.random() / 2));
});
document.head.append(script);
