// A new table: how many seats, how many bots, and everything that can be chosen.

import { h } from "./dom.js";
import { note } from "./a11y.js";
import { openDialog } from "./dialog.js";
import { changed, field, optionInput, select, tick } from "./fields.js";
import { levelInput } from "./level.js";
import { say, span } from "./language.js";

/** Times to choose from. @param {...number} seconds @returns {[string, string][]} */
const times = (...seconds) => seconds.map((n) => [String(n), span(n)]);

/** Tells the owner where the host lets nobody watch unasked: players do not see their own cards there. @param {import("./session.js").Session} session */
function tellWatching({ room }) {
  if (room?.settings.spectators === "approved") note(say`Who watches would see what players must not know: you are asked whom to let in.`);
}

/**
 * @param {import("./session.js").Session} session
 * @param {Protocol.RulesetEntry} ruleset
 */
export function openCreate(session, ruleset) {
  openDialog(say`New table: ${ruleset.title}`, (close) => {
    const { min_seats: min, max_seats: max } = ruleset;
    const counts = Array.from({ length: max - min + 1 }, (_, at) => String(min + at));
    const seats = select(counts.map((n) => [n, n]), String(Math.max(min, Math.min(max, 4))));
    const bots = h("input", { type: "number", min: 0, max: max - 1, value: "0" });
    const level = levelInput();
    const title = h("input", { type: "text", maxlength: session.longest("name"), placeholder: ruleset.title });
    const hidden = h("input", { type: "checkbox" });
    const watch = select([["open", say`Everybody`], ["approved", say`Those whom the owner lets in`], ["delayed", say`Everybody, some choices late`], ["none", say`Nobody`]]);
    const late = h("input", { type: "number", min: 1, max: 200, value: "10" });
    const lateField = field(say`How many choices late`, late);
    lateField.hidden = true;
    watch.addEventListener("change", () => {
      lateField.hidden = watch.value !== "delayed";
    });
    const each = select([["", say`As long as they like`], ...times(15, 30, 60, 180, 86_400)]);
    const all = select([["", say`No limit`], ...times(300, 600, 1800)]);
    const undo = select([["nothing_learned", say`When nothing was revealed`], ["always", say`Always, if all agree`], ["never", say`Never`]]);
    const hints = select([["alone", say`To who plays against bots alone`], ["always", say`To everybody`], ["never", say`To nobody`]]);
    const debug = h("input", { type: "checkbox" });
    const standIn = h("input", { type: "checkbox", checked: true });
    const options = (ruleset.options ?? []).map((option) => optionInput(option));
    const submit = async (/** @type {Event} */ event) => {
      event.preventDefault();
      const clocks = { ...(each.value ? { decision: Number(each.value) } : {}), ...(all.value ? { game: Number(all.value) } : {}) };
      /** @type {Protocol.Settings} */
      const settings = {
        seats: Number(seats.value),
        options: changed(options),
        private: hidden.checked,
        spectators: watch.value === "delayed" ? { delayed: { choices: Number(late.value) } } : /** @type {"open" | "approved" | "none"} */ (watch.value),
        clocks,
        undo: /** @type {Protocol.UndoRule} */ (undo.value),
        no_stand_in: !standIn.checked,
        bot_level: /** @type {Protocol.BotLevel} */ (level.value),
        hints: /** @type {Protocol.HintRule} */ (hints.value),
        ...(debug.checked ? { debug: true } : {}),
      };
      const n = Math.min(Number(bots.value), Number(seats.value) - 1);
      if (!(await session.create({ ruleset: ruleset.hash, title: title.value.trim(), settings, bots: n }))) return;
      close();
      if (watch.value === "open") session.addEventListener("room", () => tellWatching(session), { once: true });
    };
    return h(
      "form",
      { class: "create", onsubmit: submit },
      h("div", { class: "pair" }, field(say`Seats`, seats), field(say`Bots`, bots), field(say`Level of the bots`, level)),
      options.length > 0 && h("fieldset", null, h("legend", null, say`House rules`), options.map(({ element }) => element)),
      tick(say`Private: only with the invite link`, hidden),
      h("details", null, h("summary", null, say`Clocks, watching and more`), h("div", { class: "more" }, field(say`Name of the table`, title), h("div", { class: "pair" }, field(say`Time for each choice`, each), field(say`Time for the whole game`, all)), field(say`Who may watch`, watch), lateField, field(say`Choices may be taken back`, undo), field(say`Advice of a bot`, hints), tick(say`A bot plays for whoever stays away`, standIn), session.welcome?.debug && tick(say`Debug: the owner sees all hidden cards, and changes the game`, debug))),
      h("div", { class: "form-end" }, h("button", { type: "submit", class: "button primary" }, say`Open the table`)),
    );
  });
}
