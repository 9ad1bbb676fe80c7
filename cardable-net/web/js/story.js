// A saved game, looked at again without the host.

import { GameView } from "./game.js";
import { Replica } from "./replica.js";
import { Sheet } from "./sheet.js";

/** What a game view needs of a session, from a file. */
class Told extends EventTarget {
  /** @param {any} story */
  constructor(story) {
    super();
    this.sheet = new Sheet(story.sheet, story.names, story.own);
    this.steps = story.steps;
    this.replica = new Replica(story.steps[0].view);
    this.decision = null;
    this.chat = [];
    this.clocks = { at: 0, list: [] };
    this.own = story.own;
    this.isOwner = false;
    this.room = { room: "", title: story.title, phase: "playing", seats: story.names.map((/** @type {string} */ name) => ({ name, held: "person", present: true })), settings: {}, game: 0 };
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

export class StoryView extends GameView {
  /** @param {any} story */
  constructor(story) {
    super(/** @type {any} */ (new Told(story)));
    this.title_ = story.title || story.sheet.name;
  }

  get title() {
    return this.title_;
  }

  set title(_) {}

  connectedCallback() {
    super.connectedCallback();
    this.startReplay();
  }

  endReplay() {
    this.replay.stop();
  }
}

customElements.define("story-view", StoryView);
