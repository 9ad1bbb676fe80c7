// A saved game, looked at again without the host.

import { GameView } from "./game.js";
import { LookBack } from "./lookback.js";
import { Past } from "./replay.js";
import { TableInfo } from "./info.js";

/** What a game view needs of a session, from a file. */
class Told extends EventTarget {
  /** @param {import("./replay.js").SavedStory} story */
  constructor(story) {
    super();
    this.info = new TableInfo(story.info, story.names, story.own);
    this.steps = story.steps;
    this.replica = new Past(story.steps).go(0);
    this.decision = null;
    this.chat = [];
    this.clocks = { at: 0, list: [] };
    this.own = story.own;
    this.game = 0;
    this.isOwner = false;
    this.room = { room: "", title: story.title, phase: "playing", seats: story.names.map((name) => ({ name, held: "person", present: true })), settings: {}, game: 0 };
  }

  longest() {
    return 300;
  }

  picture() {
    return null;
  }

  async ask() {
    return null;
  }

  async call() {
    return null;
  }

  async extend() {
    return null;
  }

  async fromBeginning() {
    return null;
  }
}

/** A replay without a game to return to: ending it only stops it. */
class WholeStory extends LookBack {
  end() {
    this.bar.stop();
  }
}

export class StoryView extends GameView {
  /** @param {import("./replay.js").SavedStory} story */
  constructor(story) {
    super(/** @type {import("./session.js").Session} */ (/** @type {unknown} */ (new Told(story))));
    this.back = new WholeStory(this);
    this.title_ = story.title || story.info.name;
  }

  get title() {
    return this.title_;
  }

  set title(_) {}

  connectedCallback() {
    super.connectedCallback();
    this.back.start();
  }
}

customElements.define("story-view", StoryView);
