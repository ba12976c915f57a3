// The board: a scene drawn in SVG, and the clicks on it.

import * as clicks from "./clicks.js";
import { el, svg } from "./dom.js";
import { building, neutral, piece, pieceName } from "./pieces.js";

/** @typedef {import("./types.js").Scene} Scene */
/** @typedef {import("./types.js").Cell} Cell */
/** @typedef {import("./types.js").Click} Click */
/** @typedef {import("./types.js").Row} Row */

/** The unit of the scene in the picture. */
const UNIT = 100;
const HEXAGON = Array.from({ length: 6 }, (_, corner) => {
  const angle = ((60 * corner - 30) * Math.PI) / 180;
  const radius = UNIT / Math.sqrt(3);
  return `${(radius * Math.cos(angle)).toFixed(1)},${(radius * Math.sin(angle)).toFixed(1)}`;
}).join(" ");

/**
 * Draws a scene.
 * @param {Scene} scene
 * @param {{ turned?: boolean, small?: boolean }} [options]
 */
export function draw(scene, options = {}) {
  const turned = options.turned && scene.tiling !== "hexagons";
  const centres = scene.cells.map((cell) => cell.at);
  const points = [...centres, ...scene.decorations.flatMap((decoration) => decoration.points)];
  // The heaps of Nim may be gone.
  if (!points.length) points.push([0, 0]);
  const xs = points.map(([x]) => x);
  const ys = points.map(([, y]) => y);
  const [left, right, top, bottom] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  /** @param {[number, number]} point @returns {[number, number]} */
  const at = ([x, y]) => (turned ? [(left + right - x) * UNIT, (top + bottom - y) * UNIT] : [x * UNIT, y * UNIT]);
  const room = options.small ? 0.62 : 1.12;
  const box = [left - room, top - (options.small ? room : 0.62), right - left + room + 0.62, bottom - top + (options.small ? room : 0.62) + room];
  const view = turned
    ? [left - room, top - 0.62, box[2], box[3]]
    : box;
  const root = svg("svg", {
    viewBox: view.map((n) => (n * UNIT).toFixed(0)).join(" "),
    class: `board ${scene.tiling} ${scene.figures}${options.small ? " small" : ""}`,
  });
  const ground = svg("g", { class: "ground" });
  const lines = svg("g", { class: "lines" });
  root.append(ground, lines);
  if (scene.cells.length && scene.tiling !== "hexagons" && scene.figures !== "counters") {
    const half = scene.tiling === "points" ? 0.56 : 0.5;
    const cells = scene.tiling === "points" ? points : centres;
    const [x0, x1] = [Math.min(...cells.map(([x]) => x)), Math.max(...cells.map(([x]) => x))];
    const [y0, y1] = [Math.min(...cells.map(([, y]) => y)), Math.max(...cells.map(([, y]) => y))];
    ground.append(
      svg("rect", {
        x: (x0 - half) * UNIT,
        y: (y0 - half) * UNIT,
        width: (x1 - x0 + 2 * half) * UNIT,
        height: (y1 - y0 + 2 * half) * UNIT,
        class: "field",
      }),
    );
  }
  for (const { kind, side, points } of scene.decorations) {
    if (kind === "dot") {
      const [cx, cy] = at(points[0]);
      lines.append(svg("circle", { cx, cy, r: 9, class: "dot" }));
    } else {
      const d = "M" + points.map((point) => at(point).map((n) => n.toFixed(1)).join(" ")).join("L");
      // An edge has a border, so that it is seen on any background.
      if (kind === "edge") lines.append(svg("path", { d, class: "edge border" }));
      lines.append(svg("path", { d, class: kind === "edge" ? `edge side${side}` : "line" }));
    }
  }
  /** @type {SVGGElement[]} */
  const groups = scene.cells.map((cell) => {
    const [x, y] = at(cell.at);
    const group = svg("g", { transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})`, class: "cell" });
    group.append(area(scene, cell), frame(scene), svg("circle", { r: 11, class: "here" }));
    if (cell.height) group.append(building(cell.height));
    const drawn = Array.isArray(cell.piece)
      ? piece(scene.figures, ...cell.piece)
      : typeof cell.piece === "string"
        ? neutral(scene.figures, cell.piece)
        : null;
    if (drawn) group.append(drawn);
    if (cell.piece !== null) group.classList.add("occupied");
    return group;
  });
  root.append(svg("g", { class: "cells" }, ...groups));
  root.style.maxWidth = `${view[2] * (options.small ? 60 : 98)}px`;
  if (!options.small) {
    const labels = scene.labels.map(([text, place]) => {
      let [x, y] = at(place);
      if (turned) {
        // Labels stay at the left and below.
        const beside = place[0] < left;
        [x, y] = beside ? [(left - 0.85) * UNIT, y] : [x, (bottom + 0.85) * UNIT];
      }
      return svg("text", { x, y: y + 10, class: "label" }, text);
    });
    root.append(svg("g", { class: "labels", "aria-hidden": "true" }, ...labels));
  }
  return { root, groups };
}

/**
 * The area of a cell that is clicked.
 * @param {Scene} scene
 * @param {Cell} cell
 */
function area(scene, cell) {
  if (scene.tiling === "hexagons") return svg("polygon", { points: HEXAGON, class: "area" });
  const shade = (cell.place[0] + cell.place[1]) % 2 ? "odd" : "even";
  const trap = cell.trap ? " trap" : "";
  return svg("rect", { x: -UNIT / 2, y: -UNIT / 2, width: UNIT, height: UNIT, class: `area ${shade}${trap}` });
}

/** The frame inside a cell that shows its state. @param {Scene} scene */
function frame(scene) {
  if (scene.tiling === "hexagons") return svg("polygon", { points: HEXAGON, transform: "scale(.88)", class: "frame" });
  return svg("rect", { x: -46, y: -46, width: 92, height: 92, rx: 4, class: "frame" });
}

/** @param {Cell} cell @param {string} figures */
function describe(cell, figures) {
  const parts = [cell.name];
  if (cell.height) parts.push(cell.height > 3 ? "dome" : `level ${cell.height}`);
  if (cell.trap) parts.push("trap");
  if (Array.isArray(cell.piece)) parts.push(pieceName(figures, ...cell.piece));
  else if (cell.piece === "#") parts.push(figures === "queens" ? "arrow" : "blocked");
  else if (!cell.height && figures !== "counters") parts.push("empty");
  return parts.join(", ");
}

/** A board that can be played on. */
export class Board {
  /** @param {(text: string) => void} play Gets the text of a move. */
  constructor(play) {
    this.play = play;
    /** @type {Click[]} */
    this.made = [];
    this.turned = false;
    /** @type {Scene | null} */
    this.scene = null;
    /** @type {import("./types.js").ClickableMove[]} */
    this.moves = [];
    /** @type {import("./types.js").ClickableMove[] | null} The moves, while the server has not answered. */
    this.waiting = null;
    /** @type {SVGGElement[]} */
    this.groups = [];
    /** @type {Map<string, Row>} */
    this.rows = new Map();
    this.showValues = true;
    /** @type {Click[]} */
    this.last = [];
    /** @type {string | null} */
    this.hovered = null;
    this.focus = 0;
    this.place = el("div", { class: "board-place" });
    this.buttons = el("div", { class: "board-buttons", role: "group", "aria-label": "Moves without a cell" });
    this.hint = el("p", { class: "hint", "aria-live": "polite" });
    this.element = el("div", { class: "board-box" }, this.place, this.buttons, this.hint);
    this.place.addEventListener("keydown", (event) => this.key(event));
  }

  /**
   * Shows a position.
   * @param {Scene} scene
   * @param {import("./types.js").ClickableMove[]} moves
   * @param {Click[]} last The cells of the last move.
   */
  show(scene, moves, last) {
    this.scene = scene;
    this.moves = moves;
    this.waiting = null;
    this.made = [];
    this.rows = new Map();
    this.last = last;
    this.redraw();
  }

  redraw() {
    if (!this.scene) return;
    const had = this.place.contains(document.activeElement);
    const { root, groups } = draw(this.scene, { turned: this.turned });
    this.groups = groups;
    root.setAttribute("role", "group");
    root.setAttribute("aria-label", "Board. Arrow keys move, Enter clicks, Escape begins the move anew.");
    groups.forEach((group, index) => {
      group.setAttribute("role", "button");
      group.setAttribute("tabindex", "-1");
      group.dataset.cell = this.scene?.cells[index].name;
      group.dataset.index = String(index);
      group.addEventListener("click", () => {
        this.focus = index;
        this.click(index);
      });
    });
    this.place.replaceChildren(...(groups.length ? [root] : []));
    this.notes = el("div", { class: "notes" }, ...this.scene.notes.map((note) => el("p", {}, note)));
    if (this.scene.notes.length) this.place.append(this.notes);
    this.focus = Math.min(this.focus, Math.max(0, groups.length - 1));
    this.mark();
    if (had) this.groups[this.focus]?.focus();
  }

  /** The move was refused. */
  refuse() {
    if (!this.waiting) return;
    this.moves = this.waiting;
    this.waiting = null;
    this.mark();
  }

  turn() {
    this.turned = !this.turned;
    this.redraw();
  }

  /** Shows what may be clicked now. */
  mark() {
    const { next } = clicks.after(this.moves, this.made);
    // Where nearly any cell may be clicked, it need not be said of each.
    this.place.classList.toggle("anywhere", !this.made.length && 2 * next.size > this.groups.length);
    const main = this.mainCells(next);
    this.groups.forEach((group, index) => {
      const texts = next.get(index);
      group.classList.toggle("next", texts !== undefined);
      group.classList.toggle("main", main.has(index));
      group.classList.toggle("made", this.made.includes(index));
      group.classList.toggle("last", this.last.includes(index));
      group.setAttribute("tabindex", index === this.focus ? "0" : "-1");
      const cell = /** @type {Scene} */ (this.scene).cells[index];
      group.setAttribute("aria-label", describe(cell, /** @type {Scene} */ (this.scene).figures) + (texts ? ", may be clicked" : ""));
      group.setAttribute("aria-disabled", String(texts === undefined));
    });
    /** @type {HTMLElement[]} */
    const buttons = [];
    for (const [click, texts] of next) {
      if (typeof click === "string") {
        buttons.push(el("button", { type: "button", "data-click": click, "data-move": texts[0], click: () => this.click(click) }, click));
      }
    }
    if (this.made.length) {
      buttons.push(el("button", { type: "button", class: "quiet", click: () => this.reset() }, "begin the move anew"));
    }
    this.buttons.replaceChildren(...buttons);
    const cells = this.scene?.cells ?? [];
    const names = this.made.map((click) => (typeof click === "number" ? cells[click].name : click));
    this.hint.textContent = names.length ? `${names.join(" ")} …` : "";
    this.markValues();
  }

  /**
   * Of the cells that mean the same moves, such as those of a column, the one where something comes to lie.
   * @param {Map<Click, string[]>} next
   */
  mainCells(next) {
    /** @type {Map<string, number>} */
    const main = new Map();
    const cells = this.scene?.cells ?? [];
    for (const [click, texts] of next) {
      if (typeof click !== "number") continue;
      const key = texts.join();
      const known = main.get(key);
      const isBetter = known === undefined || (cells[known].piece !== null && cells[click].piece === null) || (cells[click].piece === null && cells[click].place[1] > cells[known].place[1]);
      if (isBetter) main.set(key, click);
    }
    return new Set(main.values());
  }

  reset() {
    this.made = [];
    this.mark();
  }

  /** @param {Click} click */
  click(click) {
    this.made = clicks.add(this.moves, this.made, click);
    const { done, next } = clicks.after(this.moves, this.made);
    if (done !== null && next.size === 0) {
      this.made = [];
      // Until the server has answered, nothing more can be clicked.
      this.waiting = this.moves;
      this.moves = [];
      this.play(done);
    }
    this.mark();
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const [dx, dy] = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key] ?? [0, 0];
    if (dx || dy) {
      this.step(dx, dy);
    } else if (event.key === "Enter" || event.key === " ") {
      this.click(this.focus);
    } else if (event.key === "Escape") {
      this.reset();
    } else {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }

  /**
   * Moves the focus to the nearest cell in a direction.
   * @param {number} dx
   * @param {number} dy
   */
  step(dx, dy) {
    const cells = this.scene?.cells ?? [];
    const sign = this.turned && this.scene?.tiling !== "hexagons" ? -1 : 1;
    const [x, y] = cells[this.focus].at;
    let best = this.focus;
    let least = Infinity;
    cells.forEach((cell, index) => {
      const [along, across] = [
        sign * ((cell.at[0] - x) * dx + (cell.at[1] - y) * dy),
        Math.abs((cell.at[0] - x) * dy) + Math.abs((cell.at[1] - y) * dx),
      ];
      const cost = along + 3 * across;
      if (along > 0.2 && across <= along + 0.1 && cost < least) [best, least] = [index, cost];
    });
    this.focus = best;
    this.groups.forEach((group, index) => group.setAttribute("tabindex", index === best ? "0" : "-1"));
    this.groups[best]?.focus();
  }

  /**
   * What a search knows of the moves.
   * @param {Row[]} rows
   */
  setRows(rows) {
    this.rows = new Map(rows.map((row) => [row[0], row]));
    this.markValues();
  }

  /** @param {string | null} text The move whose cells are marked. */
  hover(text) {
    this.hovered = text;
    const ways = this.moves.find(([move]) => move === text)?.[1] ?? [];
    const cells = new Set(ways[0] ?? []);
    this.groups.forEach((group, index) => group.classList.toggle("hovered", cells.has(index)));
  }

  /** The best value of the moves that go on with each cell. Signs tell the same as colours. */
  markValues() {
    const { next } = clicks.after(this.moves, this.made);
    const main = this.mainCells(next);
    this.groups.forEach((group, index) => {
      group.querySelector(".value")?.remove();
      const texts = this.showValues && this.rows.size && main.has(index) ? next.get(index) : undefined;
      const rows = (texts ?? []).flatMap((text) => {
        const row = this.rows.get(text);
        return row ? [row] : [];
      });
      if (!rows.length) return;
      const best = rows.reduce((a, b) => (better(b, a, this.mover) ? b : a));
      group.append(valueMark(best));
    });
  }

  /** @type {number} The player to move. */
  mover = 0;
}

/**
 * Whether a move is better than another for the player to move.
 * @param {Row} a
 * @param {Row} b
 * @param {number} mover
 */
export function better(a, b, mover) {
  const sign = mover ? -1 : 1;
  const worth = (/** @type {Row} */ row) => sign * (row[3] || row[1] ? 2 * row[1] : Math.max(-1, Math.min(1, row[2] ?? 0)));
  return worth(a) > worth(b) || (worth(a) === worth(b) && a[4] > b[4]);
}

/** @param {Row} row */
function valueMark([, c, v, r]) {
  const worth = r ? c : Math.max(-1, Math.min(1, v ?? 0));
  const text = r ? (c > 0 ? "1–0" : c < 0 ? "0–1" : "=") : (v ?? 0).toFixed(2).replace("-", "−").replace("0.", ".");
  const kind = worth > 0.02 ? "first" : worth < -0.02 ? "second" : "even";
  const strength = Math.min(4, Math.ceil(Math.abs(worth) * 4));
  return svg(
    "g",
    { class: `value ${kind} strength${strength}${r ? " proven" : ""}`, "aria-hidden": "true" },
    svg("rect", { x: -40, y: 17, width: 80, height: 29, rx: 8 }),
    svg("text", { y: 39 }, text),
  );
}
