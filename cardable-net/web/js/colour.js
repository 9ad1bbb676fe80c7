// Colours, as numbers.

/**
 * How light a colour is, 0 to 1, as eyes see it.
 *
 * @param {string} hex
 */
export function lightness(hex) {
  const part = (/** @type {number} */ at) => {
    const v = parseInt(hex.slice(at, at + 2), 16) / 255;
    return v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
  };
  return 0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5);
}

/**
 * A colour mixed with another.
 *
 * @param {string} a
 * @param {string} b
 * @param {number} share of b
 */
export function mix(a, b, share) {
  const part = (/** @type {number} */ at) => {
    const [x, y] = [a, b].map((c) => parseInt(c.slice(at, at + 2), 16));
    return Math.round(x + (y - x) * share).toString(16).padStart(2, "0");
  };
  return `#${part(1)}${part(3)}${part(5)}`;
}

/** So much lighter a table is in its middle. */
export const SHINE = 0.11;

/**
 * A colour for a table, on which light letters can be read also where it is lightest.
 *
 * @param {string} colour
 */
export function feltOf(colour) {
  let found = colour;
  while (lightness(mix(found, "#ffffff", SHINE)) > 0.135) found = mix(found, "#000000", 0.15);
  return found;
}
