// BLAKE3, as far as promises need it: the hash in the mode that derives keys. The page runs where the browser
// offers no hashes of its own, over plain HTTP, and this one is the host's.

const IV = [0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19];
const ORDER = [2, 6, 3, 10, 7, 0, 4, 13, 1, 11, 12, 5, 9, 14, 15, 8];
const [CHUNK_START, CHUNK_END, PARENT, ROOT, CONTEXT, MATERIAL] = [1, 2, 4, 8, 32, 64];
const CHUNK = 1024;
const BLOCK = 64;

/**
 * What is left to be compressed of a part of the input, so that the last can be told to be the root.
 *
 * @typedef {{ key: number[], words: number[], counter: number, length: number, flags: number }} Node
 */

/** @param {number} value @param {number} by */
const right = (value, by) => (value >>> by) | (value << (32 - by));

/** @param {Node} node @param {number} [more] @returns {number[]} */
function compress({ key, words, counter, length, flags }, more = 0) {
  const state = [...key, ...IV.slice(0, 4), counter >>> 0, Math.floor(counter / 2 ** 32), length, flags | more];
  const mix = (/** @type {number} */ a, /** @type {number} */ b, /** @type {number} */ c, /** @type {number} */ d, /** @type {number} */ x, /** @type {number} */ y) => {
    state[a] = (state[a] + state[b] + x) | 0;
    state[d] = right(state[d] ^ state[a], 16);
    state[c] = (state[c] + state[d]) | 0;
    state[b] = right(state[b] ^ state[c], 12);
    state[a] = (state[a] + state[b] + y) | 0;
    state[d] = right(state[d] ^ state[a], 8);
    state[c] = (state[c] + state[d]) | 0;
    state[b] = right(state[b] ^ state[c], 7);
  };
  let message = words;
  for (let round = 0; round < 7; round++) {
    for (let at = 0; at < 4; at++) mix(at, at + 4, at + 8, at + 12, message[2 * at], message[2 * at + 1]);
    for (let at = 0; at < 4; at++) mix(at, 4 + ((at + 1) % 4), 8 + ((at + 2) % 4), 12 + ((at + 3) % 4), message[8 + 2 * at], message[9 + 2 * at]);
    message = ORDER.map((from) => message[from]);
  }
  return state.slice(0, 8).map((word, at) => word ^ state[at + 8]);
}

/** The words of a block, zeros behind its end. @param {Uint8Array} bytes */
function wordsOf(bytes) {
  const view = new DataView(new ArrayBuffer(BLOCK));
  bytes.forEach((byte, at) => view.setUint8(at, byte));
  return Array.from({ length: 16 }, (_, at) => view.getUint32(4 * at, true));
}

/** @param {Uint8Array} bytes @param {number[]} key @param {number} mode @param {number} counter the number of the chunk @returns {Node} */
function chunk(bytes, key, mode, counter) {
  let flags = mode | CHUNK_START;
  let chained = key;
  let at = 0;
  for (; bytes.length - at > BLOCK; at += BLOCK) {
    chained = compress({ key: chained, words: wordsOf(bytes.subarray(at, at + BLOCK)), counter, length: BLOCK, flags });
    flags = mode;
  }
  const last = bytes.subarray(at);
  return { key: chained, words: wordsOf(last), counter, length: last.length, flags: flags | CHUNK_END };
}

/** @param {Uint8Array} bytes @param {number[]} key @param {number} mode @param {number} first the number of the first chunk @returns {Node} */
function tree(bytes, key, mode, first = 0) {
  if (bytes.length <= CHUNK) return chunk(bytes, key, mode, first);
  const left = CHUNK * 2 ** Math.floor(Math.log2((bytes.length - 1) / CHUNK));
  const parts = [tree(bytes.subarray(0, left), key, mode, first), tree(bytes.subarray(left), key, mode, first + left / CHUNK)];
  return { key, words: parts.flatMap((part) => compress(part)), counter: 0, length: BLOCK, flags: mode | PARENT };
}

/** @param {Uint8Array} bytes @param {number[]} key @param {number} mode */
const root = (bytes, key, mode) => compress(tree(bytes, key, mode), ROOT);

/**
 * Derives 32 bytes for a purpose.
 *
 * @param {string} context the purpose
 * @param {Uint8Array} material
 */
export function deriveKey(context, material) {
  const key = root(new TextEncoder().encode(context), IV, CONTEXT);
  const view = new DataView(new ArrayBuffer(32));
  root(material, key, MATERIAL).forEach((word, at) => view.setInt32(4 * at, word, true));
  return new Uint8Array(view.buffer);
}

/** Bytes as hexadecimal digits. @param {Uint8Array} bytes */
export function hex(bytes) {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Hexadecimal digits as bytes; what is none becomes other bytes, and another hash. @param {string} [text] */
export function bytesOf(text = "") {
  return Uint8Array.from((text ?? "").match(/../g) ?? [], (digits) => Number.parseInt(digits, 16));
}
