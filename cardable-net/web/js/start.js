// Chooses the language of the page, and loads its texts and then the modules, which the host sends as one. Where they do not
// come, as a busy host may turn a request away, the page says so and loads itself again, by and by.

/** What is said until the texts are there, in each language that the page can speak. @type {Record<string, string>} */
const BUSY = {
  en: "The host is busy just now. Trying again …",
  de: "Der Server ist gerade ausgelastet. Neuer Versuch …",
};

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

/** The language that was chosen here, if any: `memory` keeps it. @returns {unknown} */
function chosen() {
  try {
    return JSON.parse(localStorage.getItem("cardable.language") ?? "null");
  } catch {
    return null;
  }
}

/** The language to speak: the one that was chosen, else the first of the reader's that there is; of `de-AT` it is `de`. */
function spoken() {
  for (const wanted of [chosen(), ...navigator.languages]) {
    if (typeof wanted !== "string") continue;
    const subtags = wanted.split("-");
    for (let n = subtags.length; n > 0; n--) {
      const tag = subtags.slice(0, n).join("-");
      if (Object.hasOwn(BUSY, tag)) return tag;
    }
  }
  return "en";
}

/** Puts a script's element into the page. @param {Record<string, string>} props */
function put(props) {
  const script = Object.assign(document.createElement("script"), props);
  document.head.append(script);
  return script;
}

/** @param {string} tag */
async function load(tag) {
  // English needs no catalogue: its texts stand in the modules.
  if (tag !== "en") {
    document.head.append(Object.assign(document.createElement("link"), { rel: "modulepreload", href: "/page.js" }));
    const answer = await fetch(`/languages/${tag}.json`);
    if (!answer.ok) throw new Error(`no texts: ${answer.status}`);
    put({ type: "application/json", id: "texts", textContent: await answer.text() });
  }
  await new Promise((resolve, reject) => {
    const script = put({ type: "module", src: "/page.js" });
    script.addEventListener("load", resolve);
    script.addEventListener("error", reject);
  });
  keep(0);
}

const root = document.documentElement;
root.lang = spoken();
root.dataset.languages = Object.keys(BUSY).join(" ");
load(root.lang).catch(() => {
  const n = tries();
  keep(n + 1);
  const said = document.createElement("p");
  said.className = "not-there";
  said.setAttribute("role", "alert");
  said.textContent = BUSY[root.lang];
  document.body.append(said);
  setTimeout(() => location.reload(), Math.min(30_000, 1500 * 2 ** n) * (0.75 + Math.random() / 2));
});
