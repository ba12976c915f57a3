// Which move is meant by clicks: the moves whose clicks begin with those made so far.

/** @typedef {import("./types.js").Click} Click */
/** @typedef {import("./types.js").ClickableMove} ClickableMove */

/**
 * The moves that go on from these clicks.
 * @param {ClickableMove[]} moves
 * @param {Click[]} made
 * @returns {{ done: string | null, next: Map<Click, string[]> }} The move that is complete, or what may be clicked next,
 *   each with the moves that it leads to.
 */
export function after(moves, made) {
  /** @type {Map<Click, string[]>} */
  const next = new Map();
  let done = null;
  for (const [text, ways] of moves) {
    for (const way of ways) {
      if (made.length > way.length || !made.every((click, index) => way[index] === click)) continue;
      if (way.length === made.length) {
        done = text;
      } else {
        const click = way[made.length];
        const texts = next.get(click) ?? [];
        if (texts[texts.length - 1] !== text) texts.push(text);
        next.set(click, texts);
      }
    }
  }
  return { done, next };
}

/**
 * One more click. A click that continues no move begins anew, if it can.
 * @param {ClickableMove[]} moves
 * @param {Click[]} made
 * @param {Click} click
 * @returns {Click[]}
 */
export function add(moves, made, click) {
  if (after(moves, made).next.has(click)) return [...made, click];
  return after(moves, []).next.has(click) && made[0] !== click ? [click] : [];
}
