// How well bots play, and how that is shown.

import { select } from "./fields.js";
import { say } from "./language.js";

/** The levels and their names, the weakest first. @type {[Protocol.BotLevel, string][]} */
export const LEVELS = [["easy", say`Easy`], ["medium", say`Medium`], ["hard", say`Hard`]];

/** A list to choose a level from. @param {Protocol.BotLevel} [now] */
export const levelInput = (now = "medium") => select(LEVELS, now);

/** What bots are called by their levels. @type {Record<Protocol.BotLevel, string>} */
const BOTS = { easy: say`easy bot`, medium: say`medium bot`, hard: say`hard bot` };

/** What a seat's bot is called by its level; nothing where no bot holds the seat. @param {Protocol.SeatInfo | undefined} about */
export const botOf = (about) => (about?.held === "bot" ? BOTS[about.level ?? "medium"] : "");

/** Shows the level on an avatar: a dot, two or three. @param {HTMLElement} avatar @param {Protocol.SeatInfo | undefined} about */
export function showLevel(avatar, about) {
  const dots = about?.held === "bot" ? LEVELS.findIndex(([level]) => level === (about.level ?? "medium")) + 1 : 0;
  if (dots > 0) avatar.dataset.level = "•".repeat(dots);
  else delete avatar.dataset.level;
}
