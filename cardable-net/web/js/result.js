// How the game ended.

import { button, fill, h, icon } from "./dom.js";
import { announce, keepFocus } from "./a11y.js";
import { sound } from "./sound.js";
import { dataName } from "./info.js";
import { capital, counted, listed, number, say, sayAs } from "./language.js";

/** How a game ended, by its rules or before. @typedef {Protocol.GameResult & { ended?: boolean }} Ending */

/** What is shown of a game that was ended before its end. @type {Ending} */
export const ENDED = { winners: [], ranks: [], scores: [], reason: "", ended: true };

/** Who has won, in a few words. @param {import("./info.js").TableInfo} info @param {Ending} result */
export function headline(info, result) {
  if (result.ended) return say`The game was ended`;
  const { winners } = result;
  if (winners.length === 0) return say`Nobody wins`;
  if (winners.length === 1 && winners[0] === info.own) return say`You win`;
  const others = winners.filter((seat) => seat !== info.own).map((seat) => info.seat(seat));
  if (others.length < winners.length) return sayAs("you are among them")`${listed([sayAs("among the winners")`You`, ...others])} win`;
  return counted(winners.length, "{1} wins", "{1} win", listed(others));
}

/** Whether a result says who came before whom: not where all have lost together. @param {Protocol.GameResult} result */
export const isRanked = ({ winners, ranks }) => winners.length > 0 || new Set(ranks).size > 1;

export class GameResult extends HTMLElement {
  constructor() {
    super();
    this.shown = -1;
    this.buttons = h("div", { class: "result-buttons" });
  }

  connectedCallback() {
    this.classList.add("result");
    this.setAttribute("role", "region");
    this.setAttribute("aria-label", say`The result`);
  }

  /**
   * @param {import("./session.js").Session} session
   * @param {Ending | null} result
   * @param {number} game whose result it is
   */
  show(session, result, game) {
    this.hidden = result === null;
    // Who watches looks at the table on: it stands below it.
    this.classList.toggle("below", session.own === null);
    if (result === null || !session.info || !session.room) return;
    if (this.shown !== game) {
      this.shown = game;
      this.tell(session.info, result);
    }
    this.offer(session, session.room);
  }

  /** @param {import("./info.js").TableInfo} info @param {Ending} result */
  tell(info, result) {
    const order = info.names.map((_, seat) => seat).sort((a, b) => (result.ranks[a] ?? 99) - (result.ranks[b] ?? 99));
    const won = headline(info, result);
    const scored = result.scores.some((score) => score !== 0);
    // What the numbers are, where they are no points and what ended the game does not say it.
    const def = info.data.seat_data.find((one) => info.isScore(one));
    const name = def ? dataName(def) : "";
    const what = scored && ![say`score`, result.reason ?? ""].some((said) => said.toLowerCase() === name.toLowerCase()) ? name : "";
    const ranked = (/** @type {number} */ seat) =>
      h("li", { class: result.winners.includes(seat) ? "won" : null }, isRanked(result) && h("span", { class: "rank" }, `${result.ranks[seat] ?? "–"}.`), h("span", { class: "rank-name" }, info.seat(seat)), scored && h("b", null, number(result.scores[seat] ?? 0)));
    const heading = h("h2", { tabindex: "-1" }, won);
    fill(
      this,
      button({ icon: "close", label: say`Look at the table`, hidden: true, class: "icon-only result-close", onclick: () => this.emit("dismiss") }),
      icon("crown"),
      heading,
      result.reason ? h("p", { class: "reason" }, capital(result.reason)) : null,
      what && !result.ended && h("p", { class: "ranked-by" }, what),
      !result.ended && h("ol", { class: "ranks" }, order.map(ranked)),
      this.buttons,
    );
    // With the last choice its button is gone.
    keepFocus(heading);
    this.scrollIntoView({ block: "nearest" });
    sound.play("over");
    // That it is over was told with what happened.
    announce(won);
  }

  /** What can be done after it. @param {import("./session.js").Session} session @param {Protocol.RoomInfo} room */
  offer(session, room) {
    const isOver = room.phase === "over";
    const { maySit } = session;
    const key = `${isOver} ${session.isOwner} ${session.own} ${maySit}`;
    if (this.buttons.dataset.key === key && this.buttons.childElementCount > 0) return;
    this.buttons.dataset.key = key;
    fill(
      this.buttons,
      isOver && session.isOwner && button({ icon: "play", label: say`Play again`, class: "primary", onclick: () => session.ask({ rematch: {} }) }),
      maySit && button({ label: say`Sit down`, class: "primary", onclick: () => session.sitDown() }),
      isOver && !session.isOwner && session.own !== null && h("p", { class: "reason" }, say`The owner may begin another game.`),
      button({ icon: "eye", label: say`Watch it again`, onclick: () => this.emit("again") }),
      isOver && session.own !== null && button({ icon: "bulb", label: say`What a bot thinks of it`, onclick: () => this.emit("review") }),
      isOver && button({ icon: "download", label: say`Download the log`, onclick: () => this.emit("record") }),
    );
  }

  /** @param {string} name */
  emit(name) {
    this.dispatchEvent(new CustomEvent(name));
  }
}

customElements.define("game-result", GameResult);
