// A few quiet sounds, made on the spot; off until somebody wants them.

import { memory } from "./memory.js";

/** @type {AudioContext | null} */
let context = null;

/** Each sound: notes as [frequency, begin, length, loudness] and the wave. */
const SOUNDS = {
  card: { wave: "noise", notes: [[1800, 0, 0.05, 0.10]] },
  turn: { wave: "sine", notes: [[587, 0, 0.16, 0.08], [880, 0.09, 0.22, 0.07]] },
  prompt: { wave: "sine", notes: [[740, 0, 0.18, 0.07]] },
  over: { wave: "triangle", notes: [[523, 0, 0.2, 0.07], [659, 0.12, 0.2, 0.07], [784, 0.24, 0.4, 0.07]] },
  chat: { wave: "sine", notes: [[988, 0, 0.09, 0.05]] },
  refused: { wave: "triangle", notes: [[196, 0, 0.16, 0.08]] },
};

export const sound = {
  get isOn() {
    return memory.sound === true;
  },
  set isOn(on) {
    memory.sound = on;
    if (on) sound.play("prompt");
  },

  /** @param {keyof typeof SOUNDS} name */
  play(name) {
    if (!sound.isOn) return;
    context ??= new AudioContext();
    if (context.state === "suspended") context.resume();
    const { wave, notes } = SOUNDS[name];
    for (const [pitch, begin, length, loud] of notes) ring(context, wave, pitch, context.currentTime + begin, length, loud);
  },
};

/** @param {AudioContext} ctx @param {string} wave @param {number} pitch @param {number} at @param {number} length @param {number} loud */
function ring(ctx, wave, pitch, at, length, loud) {
  const gain = ctx.createGain();
  gain.gain.setValueAtTime(loud, at);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  gain.connect(ctx.destination);
  if (wave === "noise") {
    const buffer = ctx.createBuffer(1, Math.ceil(ctx.sampleRate * length), ctx.sampleRate);
    const data = buffer.getChannelData(0);
    for (let n = 0; n < data.length; n++) data[n] = Math.random() * 2 - 1;
    const source = ctx.createBufferSource();
    const filter = ctx.createBiquadFilter();
    filter.type = "bandpass";
    filter.frequency.value = pitch;
    source.buffer = buffer;
    source.connect(filter).connect(gain);
    source.start(at);
    return;
  }
  const tone = ctx.createOscillator();
  tone.type = /** @type {OscillatorType} */ (wave);
  tone.frequency.value = pitch;
  tone.connect(gain);
  tone.start(at);
  tone.stop(at + length);
}
