// The lobby: the games there are, the tables that are open, and how one comes to
// sit at one.

import { announce } from "./a11y.js";
import { button, fill, h, icon, relabel, s, vars } from "./dom.js";
import { select } from "./fields.js";
import { faceParts, isRound, size } from "./face.js";
import { memory } from "./memory.js";
import { openCreate } from "./create.js";
import { openDialog } from "./dialog.js";
import { isBetween } from "./session.js";
import { openRules } from "./rules.js";
import { compare, counted, lasting, lower, number, say, sayAs } from "./language.js";

/** @type {Record<Protocol.Phase, string>} */
const PHASES = { open: sayAs("table")`waiting`, playing: sayAs("table")`playing`, suspended: sayAs("table")`stopped`, over: sayAs("table")`over` };

/** The kinds of games, in their order on the page. @type {[Protocol.GameKind | "other", string][]} */
const KINDS = [
  ["tricks", say`Playing to tricks`],
  ["shedding", say`Getting rid of cards`],
  ["melds", say`Sets and runs`],
  ["fishing", say`Taking from the table`],
  ["exchange", say`Exchanging cards`],
  ["betting", say`Betting`],
  ["bluff", say`Bluff and deduction`],
  ["building", say`Building and fighting`],
  ["cooperative", say`All together`],
  ["patience", say`Patience`],
  ["other", say`Other games`],
];

/** Lengths of games, in minutes at most. */
const LENGTHS = [10, 20, 30, 45, 60];

/** So many players. @param {number} n */
const playersOf = (n) => counted(n, "1 player", "{0} players");

/** How many can play. @param {Protocol.RulesetEntry} game */
const seatsOf = ({ min_seats: min, max_seats: max }) => (min !== max ? counted(max, "{1}–{0} players", "{1}–{0} players", min) : playersOf(max));

/** Words for ranks, as titles and descriptions say them. */
const RANK_WORDS = ["", ...sayAs("from the ace to the king")`ace two three four five six seven eight nine ten jack queen king`.split(" ")];

/** A number from a text, always the same. @param {string} text */
const hash = (text) => [...text].reduce((sum, letter) => (Math.imul(sum, 31) + (letter.codePointAt(0) ?? 0)) >>> 0, 7);

/** How well a card stands for a game: cards that its title or description speaks of do best. @param {Protocol.CardInfo} card @param {Protocol.RulesetInfo} info */
function standsFor(card, info) {
  const [title, text] = [lower(info.name), lower(info.description ?? "")];
  const label = lower(card.label);
  const named = label.split(/[^\p{L}\p{N}]+/u).map((word) => (/^\d+$/.test(word) ? RANK_WORDS[Number(word)] ?? word : word)).filter((word) => word.length > 2 && word !== "the");
  let score = (hash(`${title} ${label}`) % 1000) / 1000;
  if (text.includes(label)) score += 4;
  for (const word of named) score += title.includes(word) ? 3 : new RegExp(`\\b${word}(s|es)?\\b`).test(text) ? 0.9 : 0;
  return score + (/^(ace|king|queen|jack|joker)\b|wild|skip|reverse/i.test(card.name) ? 0.35 : 0);
}

/** A few cards of a game, fanned out. @param {Protocol.RulesetInfo} info */
export function sample(info) {
  const used = info.cards.filter((card) => !card.unused);
  const ranked = (used.length > 0 ? used : info.cards).map((card) => ({ card, score: standsFor(card, info) })).sort((a, b) => b.score - a.score);
  /** @type {Protocol.CardInfo[]} */
  const picked = [];
  // Not twice the same rank, or looks, where there are others.
  const like = (/** @type {Protocol.CardInfo} */ card) => card.rank ?? card.name;
  for (const fresh of [true, false]) for (const { card } of ranked) if (picked.length < 3 && !picked.includes(card) && !(fresh && picked.some((one) => like(one) === like(card)))) picked.push(card);
  return picked.map((card, place) => {
    const set = info.sets[card.set];
    const { w, h: height } = size(set);
    const drawing = s("svg", { viewBox: `0 0 ${w} ${height}`, class: `sample${isRound(set) ? " round" : ""}` }, ...faceParts(card, set));
    vars(drawing, { "--place": place - (picked.length - 1) / 2 });
    return drawing;
  });
}

/** Whether somebody can sit down at a table. @param {Protocol.RoomEntry} room */
const hasFreeSeat = ({ phase, seats, persons, bots }) => isBetween(phase) && seats > persons + bots;

/** After such a pause nothing more is typed into the search, in milliseconds. */
const TYPED = 500;

export class LobbyView extends HTMLElement {
  /** @param {import("./session.js").Session} session @param {{ openStory: (file: File) => void }} on */
  constructor(session, on) {
    super();
    this.session = session;
    this.on = on;
    this.games = h("div", { class: "kinds" });
    this.tables = h("div", { class: "table-lists" });
    this.running = h("div", { class: "table-lists" });
    this.open = h("section", { class: "open-tables", "aria-labelledby": "tables-title" });
    this.played = h("section", { "aria-labelledby": "played-title" });
    /** Leads to the tables below all games that can be watched. It stands in a line that is there anyway, so that nothing moves when it comes. */
    this.toPlayed = button({ label: "", class: "link" });
    this.counting = 0;
    this.search = h("input", { type: "search", placeholder: say`Find a game`, "aria-label": say`Find a game`, oninput: () => this.showGames() });
    /** @type {HTMLSelectElement} */
    this.players = h("select", { "aria-label": say`How many players`, onchange: () => this.showGames() });
    /** @type {HTMLSelectElement} */
    this.length = select([["", say`Any length`], ...LENGTHS.map((n) => /** @type {[string, string]} */ ([String(n), say`Up to ${lasting(n, "minute")}`]))]);
    this.length.setAttribute("aria-label", say`How long a game takes`);
    this.length.addEventListener("change", () => this.showGames());
    this.waiting = h("div", { class: "matching", role: "status" });
    this.waiting.hidden = true;
    /** Which games are shown. */
    this.listed = "-";
    /** How what was not looked at yet is drawn: until then nothing is fetched for it. @type {WeakMap<Element, () => void>} */
    this.unseen = new WeakMap();
    this.looking = new IntersectionObserver((seen) => seen.forEach(({ target, isIntersecting }) => isIntersecting && this.draw(target)), { rootMargin: "150px" });
  }

  /** Draws what is looked at for the first time. @param {Element} target */
  draw(target) {
    this.looking.unobserve(target);
    this.unseen.get(target)?.();
  }

  connectedCallback() {
    if (this.childElementCount === 0) this.build();
    /** @type {[string, () => void][]} */
    this.heard = [["rulesets", () => this.showAll()], ["lobby", () => this.showTables()], ["welcome", () => this.showAll()], ["matching", () => this.showMatching()]];
    for (const [name, act] of this.heard) this.session.addEventListener(name, act);
    this.showAll();
    this.session.watchLobby();
  }

  disconnectedCallback() {
    for (const [name, act] of this.heard ?? []) this.session.removeEventListener(name, act);
  }

  build() {
    const name = h("input", { type: "text", id: "your-name", maxlength: this.session.longest("name"), value: memory.name, autocomplete: "nickname", placeholder: say`Guest` });
    name.addEventListener("change", () => this.session.rename(name.value.trim()));
    const code = h("input", { type: "text", id: "code", autocomplete: "off", autocapitalize: "none", spellcheck: "false" });
    const join = (/** @type {Event} */ event) => {
      event.preventDefault();
      const invite = code.value.trim().replace(/^.*#\/join\//, "");
      if (invite) this.session.enter({ invite });
    };
    const file = h("input", { type: "file", accept: "application/json,.json", class: "only-heard", id: "story-file", onchange: () => file.files?.[0] && this.on.openStory(file.files[0]) });
    const heading = h("h2", { id: "played-title", tabindex: "-1" }, say`Being played`);
    this.played.append(h("div", { class: "section-head" }, heading), this.running);
    this.toPlayed.addEventListener("click", () => {
      this.played.scrollIntoView({ block: "start" });
      heading.focus({ preventScroll: true });
    });
    this.open.append(h("div", { class: "section-head" }, h("h2", { id: "tables-title" }, say`Open tables`)), this.tables);
    this.append(
      h(
        "section",
        { class: "hero" },
        h("div", { class: "hero-text" }, h("h1", null, say`Pull up a chair`), h("p", null, say`Pick a game and play: with bots at once, or with friends by a link. The table shows what you can do, and why not the rest.`)),
        h(
          "div",
          { class: "hero-forms" },
          h("div", { class: "field" }, h("label", { for: "your-name" }, say`Your name at the table`), name),
          h("details", { class: "have-code" }, h("summary", null, say`I have an invite code`), h("form", { class: "field", onsubmit: join }, h("label", { for: "code" }, say`Invite code`), h("div", { class: "joined" }, code, h("button", { type: "submit", class: "button primary" }, say`Join`)))),
        ),
      ),
      this.waiting,
      this.open,
      h("section", { "aria-labelledby": "games-title" }, h("div", { class: "section-head" }, h("div", { class: "games-head" }, h("h2", { id: "games-title" }, say`Games`), this.toPlayed), h("div", { class: "game-filters" }, this.players, this.length, this.search)), this.games),
      this.played,
      h("p", { class: "lobby-foot" }, file, h("label", { for: "story-file", class: "button" }, icon("play"), say`Look at a saved game`)),
    );
  }

  showAll() {
    this.showGames();
    this.showTables();
    this.showMatching();
  }

  /** Offers as many players as there are games for. @param {Protocol.RulesetEntry[]} rulesets */
  offerPlayers(rulesets) {
    const most = Math.min(8, Math.max(1, ...rulesets.map((game) => game.max_seats)));
    if (this.players.options.length === most + 1) return;
    const { value } = this.players;
    const counts = Array.from({ length: most }, (_, at) => at + 1);
    fill(this.players, h("option", { value: "" }, say`Any number of players`), counts.map((n) => h("option", { value: String(n), selected: String(n) === value }, playersOf(n))));
  }

  showGames() {
    const rulesets = this.session.welcome?.rulesets ?? [];
    this.offerPlayers(rulesets);
    const wanted = lower(this.search.value.trim());
    const [players, longest] = [Number(this.players.value), Number(this.length.value)];
    const fits = (/** @type {Protocol.RulesetEntry} */ game) =>
      lower(`${game.title} ${game.description ?? ""}`).includes(wanted) && (!players || (game.min_seats <= players && players <= game.max_seats)) && (!longest || (game.minutes ?? Infinity) <= longest);
    const found = rulesets.filter(fits).sort((a, b) => compare(a.title, b.title));
    const key = found.map((r) => r.hash).join(" ");
    if (key === this.listed) return;
    this.listed = key;
    clearTimeout(this.counting);
    if (wanted || players || longest) this.counting = setTimeout(() => announce(counted(found.length, "1 game", "{0} games")), TYPED);
    if (found.length === 0) return fill(this.games, h("p", { class: "nothing" }, rulesets.length === 0 ? say`Looking for games …` : say`No game is like that. Ask for less.`));
    fill(
      this.games,
      KINDS.map(([kind, heading]) => ({ kind, heading, games: found.filter((game) => (game.kind ?? "other") === kind) }))
        .filter(({ games }) => games.length > 0)
        .map(({ kind, heading, games }) => h("section", { class: "kind", "aria-labelledby": `kind-${kind}` }, h("h3", { id: `kind-${kind}` }, heading, h("small", null, ` ${number(games.length)}`)), h("ul", { class: "games" }, games.map((game) => this.game(game))))),
    );
  }

  /** @param {Protocol.RulesetEntry} ruleset */
  game(ruleset) {
    const art = h("div", { class: "art", "aria-hidden": "true" });
    this.unseen.set(art, () => this.session.describe(ruleset.table).then((info) => fill(art, sample(info)), () => {}));
    this.looking.observe(art);
    const facts = [seatsOf(ruleset), ruleset.minutes && lasting(ruleset.minutes, "minute")].filter(Boolean).join(" · ");
    return h(
      "li",
      { class: "game" },
      art,
      h("div", { class: "game-text" }, h("h4", null, ruleset.title), h("p", { class: "seats" }, facts, this.session.hasRules(ruleset.hash) && [" ", button({ label: say`How to play`, class: "link", "aria-label": `${say`How to play`}: ${ruleset.title}`, onclick: () => openRules(this.session, ruleset) })]), h("p", null, ruleset.description), ruleset.endless && h("p", { class: "seats" }, say`A table without a goal: cards to move as you agree among yourselves, and no bots worth playing with.`)),
      h(
        "div",
        { class: "game-buttons" },
        // Bots would play for ever where no rule ends the game.
        ruleset.endless
          ? button({ icon: "plus", label: say`New table`, class: "primary", "aria-label": `${say`New table`}: ${ruleset.title}`, onclick: () => openCreate(this.session, ruleset) })
          : button({ icon: "bot", label: say`Play with bots`, class: "primary", "aria-label": `${say`Play with bots`}: ${ruleset.title}`, onclick: () => this.quick(ruleset) }),
        !ruleset.endless && button({ icon: "plus", label: say`New table`, "aria-label": `${say`New table`}: ${ruleset.title}`, onclick: () => openCreate(this.session, ruleset) }),
        button({ icon: "find", label: say`Find players`, "aria-label": `${say`Find players`}: ${ruleset.title}`, onclick: () => this.find(ruleset) }),
      ),
    );
  }

  /** A table with bots on all other seats, begun at once. @param {Protocol.RulesetEntry} ruleset */
  async quick(ruleset) {
    const seats = Math.min(ruleset.max_seats, Math.max(ruleset.min_seats, ruleset.max_seats >= 4 && ruleset.min_seats <= 4 ? 4 : ruleset.min_seats));
    const made = await this.session.create({ ruleset: ruleset.hash, settings: { seats }, bots: seats - 1 });
    if (!made) return;
    await this.session.ask({ ready: { ready: true } });
    await this.session.ask({ start: {} });
  }

  /** Asks for how many players there should be, where that is open. @param {Protocol.RulesetEntry} ruleset */
  find(ruleset) {
    const { min_seats: min, max_seats: max } = ruleset;
    if (min === max) return this.match(ruleset, min);
    const counts = Array.from({ length: max - min + 1 }, (_, at) => min + at).filter((n) => n > 1);
    openDialog(`${say`Find players`}: ${ruleset.title}`, (close) => h("div", { class: "numbers", role: "group", "aria-label": say`How many players in all` }, h("p", { class: "bounds" }, say`How many players in all?`), counts.map((n) => button({ label: number(n), class: "choice answer", onclick: () => (close(), this.match(ruleset, n)) }))));
  }

  /** @param {Protocol.RulesetEntry} ruleset @param {number} seats */
  match(ruleset, seats) {
    return this.session.match({ ruleset: ruleset.hash, title: ruleset.title, seats });
  }

  /** Who else is waited for. */
  showMatching() {
    const { session } = this;
    const { matching } = session;
    this.waiting.hidden = !matching;
    if (!matching) return fill(this.waiting);
    const told = counted(matching.seats - 1, "Waiting for another player who wants {1} …", "Waiting for {0} other players who want {1} …", matching.title);
    fill(this.waiting, h("p", null, told), button({ icon: "close", label: say`Stop waiting`, onclick: () => session.unmatch() }));
    this.waiting.scrollIntoView({ block: "nearest" });
  }

  showTables() {
    const rooms = [...this.session.rooms.values()];
    /** @type {Record<Protocol.Phase, number>} */
    const rank = { open: 0, playing: 1, suspended: 2, over: 3 };
    rooms.sort((a, b) => rank[a.phase] - rank[b.phase]);
    // Above the games stands where one may sit down; what others play, below.
    const isMine = (/** @type {Protocol.RoomEntry} */ room) => memory.token(room.room) !== null;
    const isOpen = (/** @type {Protocol.RoomEntry} */ room) => isMine(room) || hasFreeSeat(room);
    const [above, below] = [rooms.filter(isOpen), rooms.filter((room) => !isOpen(room))];
    this.open.hidden = above.length === 0;
    this.played.hidden = below.length === 0;
    const watchable = below.filter((room) => room.watchable).length;
    this.toPlayed.hidden = watchable === 0;
    relabel(this.toPlayed, counted(watchable, "1 table to watch", "{0} tables to watch"));
    this.list(this.tables, above, 3);
    this.list(this.running, below, 8);
  }

  /** The first few tables, and the others where they are asked for. @param {HTMLElement} list @param {Protocol.RoomEntry[]} rooms @param {number} few */
  list(list, rooms, few) {
    const isWide = list.querySelector("details")?.open ?? false;
    const of = (/** @type {Protocol.RoomEntry[]} */ some) => h("ul", { class: "tables" }, some.map((room) => this.tableOf(room)));
    const more = rooms.slice(few);
    fill(list, of(rooms.slice(0, few)), more.length > 0 && h("details", { class: "more-tables", open: isWide }, h("summary", null, counted(more.length, "One more table", "{0} more tables")), of(more)));
  }

  /** @param {Protocol.RoomEntry} room */
  tableOf(room) {
    const { session } = this;
    const title = session.welcome?.rulesets.find((r) => r.name === room.ruleset)?.title ?? room.ruleset;
    const name = room.title || title;
    const full = name === title ? name : `${name}, ${title}`;
    const mine = memory.token(room.room) !== null;
    const watch = room.watchable;
    return h(
      "li",
      { class: "table-entry" },
      h("div", { class: "entry-text" }, h("h3", null, name), h("p", null, [name === title ? "" : title, PHASES[room.phase], room.debug ? say`debugged: its owner sees hidden cards` : "", counted(room.seats, "{1} of {0} seat taken", "{1} of {0} seats taken", room.persons + room.bots)].filter(Boolean).join(" · "))),
      h(
        "div",
        { class: "entry-buttons" },
        mine && button({ label: say`Back to my seat`, class: "primary", "aria-label": `${say`Back to my seat`}: ${full}`, onclick: () => session.sitAgain(room.room) }),
        !mine && hasFreeSeat(room) && button({ label: say`Sit down`, class: "primary", "aria-label": `${say`Sit down`}: ${full}`, onclick: () => session.join({ room: room.room }) }),
        watch && !mine && button({ icon: "eye", label: say`Watch`, "aria-label": `${say`Watch`}: ${full}`, onclick: () => session.spectate({ room: room.room }) }),
      ),
    );
  }
}

customElements.define("lobby-view", LobbyView);
