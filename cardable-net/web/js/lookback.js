// Looking back at a game: a replay step by step, and a bot's opinion of one's own choices.

import { Past } from "./replay.js";
import { announce, note } from "./a11y.js";
import { narrate, spoken } from "./narrate.js";
import { openReview } from "./review.js";
import { say, sentences } from "./language.js";

export class LookBack {
  /** @param {import("./game.js").GameView} view */
  constructor(view) {
    this.view = view;
    /** The game as far as it is replayed. @type {Past | null} */
    this.past = null;
    /** What happened in the step that is shown. */
    this.news = "";
    this.bar = document.createElement("replay-bar");
    this.bar.hidden = true;
    this.bar.addEventListener("replay-to", (event) => this.goTo(/** @type {CustomEvent} */ (event).detail));
    this.bar.addEventListener("close-replay", () => this.end());
  }

  /** Starts a replay. */
  async start() {
    const { view, bar } = this;
    const { session } = view;
    const { room } = session;
    if (!room) return;
    // When a game is over, the host sends all of it, also to those who joined late.
    const whole = room.phase === "over" ? await session.fromBeginning() : null;
    if (session.room !== room && session.room?.game !== room.game) return;
    if (whole && whole.length > session.steps.length) session.steps = whole;
    const steps = whole ?? session.steps.slice();
    if (steps.length < 2) return note(say`Nothing has happened yet.`);
    this.past = new Past(steps);
    view.retell(steps);
    bar.hidden = false;
    view.classList.add("past");
    bar.set(steps.length, 0);
    this.goTo(0);
    bar.slider.focus();
  }

  /** Asks what a bot thinks of the choices of this seat, and shows it. */
  async review() {
    const { session } = this.view;
    const { info } = session;
    note(say`A bot looks through the game …`);
    const done = await session.ask({ review: {} });
    const steps = done ? await session.fromBeginning() : null;
    if (!done || !("review" in done) || !steps || !info) return;
    const past = new Past(steps);
    openReview(info, done.review, (at) => past.go(at).view, async (at) => {
      await this.start();
      this.bar.to(at);
    });
  }

  /** Shows a step. @param {number} at */
  goTo(at) {
    const { view, past } = this;
    if (!past) return;
    const near = at === past.at + 1;
    const replica = past.go(at);
    const step = past.steps[at];
    // The next step is applied to what is shown, so that its moves can be seen.
    if (near && view.shown && step.events) view.shown.apply(step.events);
    else view.shown = replica.fork();
    const told = narrate(step);
    this.news = at === 0 ? say`The beginning` : spoken(told);
    view.panel.follow(at);
    view.render();
    announce(sentences(told.map((line) => line.text)));
  }

  /** Ends the replay, and shows the game as it is now. */
  end() {
    const { view, bar } = this;
    if (!this.past) return;
    this.past = null;
    bar.hidden = true;
    bar.stop();
    view.classList.remove("past");
    view.panel.follow(null);
    view.retell();
    view.queue = [];
    view.shown = view.session.replica?.fork() ?? null;
    view.render();
  }
}
