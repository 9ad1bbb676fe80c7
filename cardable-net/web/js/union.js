// Values of which one key says what they are: `{ moved: … }`.

/**
 * What stands behind the keys of a union's members: that of its only key, and nothing behind all others.
 *
 * @template {object} Union
 * @param {Union} one
 * @returns {{ [Kind in KindOf<Union>]?: BodyOf<Union, Kind> }}
 */
export const bodiesOf = (one) => one;
