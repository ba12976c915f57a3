// The moves with all variations, as a tree.

import { el } from "./dom.js";

export class MoveList {
  /**
   * @param {(node: number) => void} goTo
   * @param {(node: number) => void} remove
   */
  constructor(goTo, remove) {
    this.goTo = goTo;
    this.remove = remove;
    this.element = el("div", { class: "moves" });
    this.shown = "";
  }

  /** @param {import("./game.js").History} history */
  show(history) {
    const shown = `${history.cursor}:${[...history.nodes.keys()].join()}`;
    if (shown === this.shown) return;
    this.shown = shown;
    const onPath = new Set(history.path(history.cursor));
    const move = (/** @type {number} */ number, /** @type {number} */ ply) =>
      el(
        "button",
        {
          type: "button",
          class: `move${number === history.cursor ? " here" : ""}${onPath.has(number) ? " path" : ""}`,
          "aria-current": number === history.cursor ? "true" : null,
          "data-node": number,
          click: () => this.goTo(number),
        },
        el("small", {}, `${ply}.`),
        history.nodes.get(number)?.[2] ?? "",
      );
    // A line goes on beside its variations: the stack holds where each one begins, and the list it belongs to.
    const root = el("div", { class: "line" }, el("button", { type: "button", class: `move${history.cursor === 0 ? " here" : ""}`, "data-node": 0, click: () => this.goTo(0) }, "start"));
    /** @type {[number, number, HTMLElement][]} */
    const stack = [[0, 0, root]];
    while (stack.length) {
      let [number, ply, place] = /** @type {[number, number, HTMLElement]} */ (stack.pop());
      for (;;) {
        const [first, ...others] = history.children.get(number) ?? [];
        if (first === undefined) break;
        ply += 1;
        place.append(move(first, ply));
        for (const other of others) {
          const variation = el("div", { class: "variation" }, move(other, ply));
          place.append(variation);
          stack.push([other, ply, variation]);
        }
        number = first;
      }
    }
    const tools = history.cursor
      ? el("button", { type: "button", class: "quiet", click: () => this.remove(history.cursor) }, "Remove this move and what follows")
      : null;
    this.element.replaceChildren(root, ...(tools ? [tools] : []));
    this.element.querySelector(".here")?.scrollIntoView?.({ block: "nearest" });
  }
}
