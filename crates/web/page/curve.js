// The value over the game, with a point to click for each position.

import { signed, svg } from "./dom.js";

const HEIGHT = 70;

/**
 * @param {import("./game.js").History} history
 * @param {(node: number) => void} goTo
 */
export function valueCurve(history, goTo) {
  const line = history.line();
  const width = Math.max(640, 16 * line.length);
  const step = Math.min(48, width / Math.max(1, line.length));
  const y = (/** @type {number} */ v) => HEIGHT / 2 - (HEIGHT / 2 - 6) * Math.max(-1, Math.min(1, v));
  const root = svg("svg", { width, height: HEIGHT, class: "value-curve", role: "group", "aria-label": "Value of the positions of this line, for the first player" });
  root.append(svg("line", { x1: 0, x2: width, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "zero" }));
  /** @type {string[]} */
  const path = [];
  line.forEach((number, index) => {
    const value = history.nodes.get(number)?.[3];
    if (value) path.push(`${path.length ? "L" : "M"}${((index + 0.5) * step).toFixed(1)} ${y(value[0]).toFixed(1)}`);
  });
  root.append(svg("path", { d: path.join(""), class: "values" }));
  line.forEach((number, index) => {
    const node = history.nodes.get(number);
    const value = node?.[3];
    const title = `${index ? `${index}. ${node?.[2]}` : "start"}${value ? `: ${signed(value[0])}${value[1] ? " (proven)" : ""}` : ""}`;
    const here = number === history.cursor;
    const group = svg(
      "g",
      { class: here ? "ply here" : "ply", role: "button", tabindex: here ? 0 : -1, "aria-label": title, "data-node": number, click: () => goTo(number) },
      svg("title", {}, title),
      svg("rect", { x: index * step, y: 0, width: step, height: HEIGHT, class: "hit" }),
    );
    const x = (index + 0.5) * step;
    const at = y(value?.[0] ?? 0);
    group.append(
      value?.[1]
        ? svg("rect", { x: x - 3.5, y: at - 3.5, width: 7, height: 7, class: "point proven" })
        : svg("circle", { cx: x, cy: at, r: value ? 3 : 1.5, class: value ? "point" : "point unknown" }),
    );
    root.append(group);
  });
  return root;
}
