// A written text in its parts.

/**
 * The blocks of a text.
 *
 * @param {string} text
 * @returns {{ kind: "heading" | "list" | "text", lines: string[] }[]}
 */
export function blocks(text) {
  return text
    .replaceAll("\r", "")
    .split(/\n\s*\n|\n(?=#)/)
    .map((block) => block.trim())
    .filter(Boolean)
    .flatMap((block) => {
      const heading = /^#{1,6}\s+([^\n]*)\n?([\s\S]*)$/.exec(block);
      const rest = heading ? heading[2] : block;
      const items = /^([-*]|\d+\.)\s/.test(rest) ? rest.split(/\n(?=(?:[-*]|\d+\.)\s)/).map((item) => item.replace(/^([-*]|\d+\.)\s+/, "")) : null;
      const body = items ? [{ kind: /** @type {const} */ ("list"), lines: items }] : rest.trim() ? [{ kind: /** @type {const} */ ("text"), lines: [rest] }] : [];
      return [...(heading ? [{ kind: /** @type {const} */ ("heading"), lines: [heading[1]] }] : []), ...body.map((one) => ({ ...one, lines: one.lines.map((text) => text.replace(/\s*\n\s*/g, " ")) }))];
    });
}
