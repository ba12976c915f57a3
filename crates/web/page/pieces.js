// The pieces, drawn in a square of 100 by 100 around the origin.

import { svg } from "./dom.js";

/** What the symbols of each set are called.
 * @type {Record<string, Record<string, string>>} */
const NAMES = {
  chess: { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" },
  xiangqi: { k: "general", a: "advisor", b: "elephant", n: "horse", r: "chariot", c: "cannon", p: "soldier" },
  arimaa: { e: "elephant", m: "camel", h: "horse", d: "dog", c: "cat", r: "rabbit" },
  draughts: { w: "man", b: "man", W: "king", B: "king" },
  pawns: { p: "pawn" },
  queens: { x: "queen", o: "queen" },
  workers: { x: "worker", o: "worker" },
  cars: { x: "car", o: "car" },
};

/** Colours of the sides, by the set.
 * @type {Record<string, [string, string]>} */
const SIDES = {
  chess: ["white", "black"],
  pawns: ["white", "black"],
  queens: ["white", "black"],
  draughts: ["white", "black"],
  xiangqi: ["red", "black"],
  arimaa: ["gold", "silver"],
  workers: ["blue", "orange"],
  cars: ["blue", "orange"],
};

/** Xiangqi has other characters for the two sides.
 * @type {Record<string, string>} */
const CHARACTERS = {
  K: "帥", A: "仕", B: "相", N: "傌", R: "俥", C: "炮", P: "兵",
  k: "將", a: "士", b: "象", n: "馬", r: "車", c: "砲", p: "卒",
};

/** Shapes of figures: a path, or several.
 * @type {Record<string, string[]>} */
const SHAPES = {
  king: [
    "M-5-44h10v9h9v9h-9v8c14-10 32-4 32 10 0 10-8 18-13 26v14h-48v-14c-5-8-13-16-13-26 0-14 18-20 32-10v-8h-9v-9h9z",
    "M-28 36h56v8h-56z",
  ],
  queen: [
    "M-38-26a6 6 0 1 1 6 5l10 18 5-27a6 6 0 1 1 8-1l9 26 9-26a6 6 0 1 1 8 1l5 27 10-18a6 6 0 1 1 6-5l-11 40-4 18h-46l-4-18z",
    "M-28 36h56v8h-56z",
  ],
  rook: ["M-28-38h13v8h9v-8h12v8h9v-8h13v20l-9 8v30l8 12h-54l8-12v-30l-9-8z", "M-32 36h64v8h-64z"],
  bishop: [
    "M0-46a6 6 0 0 1 4 10c12 8 20 20 20 32 0 9-4 14-9 18l6 18h-42l6-18c-5-4-9-9-9-18 0-12 8-24 20-32a6 6 0 0 1 4-10z",
    "M-28 36h56v8h-56z",
  ],
  knight: [
    "M-10-36l4-8 7 8c22 2 31 22 31 46l-2 22h-44c0-14 10-20 16-30-8 2-12 4-16 9-6 6-14 5-17-2-2-4 0-8 3-11l14-18c0-6 1-11 4-16z",
    "M-20 36h54v8h-54z",
  ],
  pawn: ["M0-30a13 13 0 0 1 8 23c6 3 8 7 6 12h-6c1 12 6 18 14 28h-44c8-10 13-16 14-28h-6c-2-5 0-9 6-12a13 13 0 0 1 8-23z", "M-26 36h52v8h-52z"],
  elephant: [
    "M-14-30c10-8 30-4 36 8 8 2 14 12 12 26h-8v36h-14v-20h-14v20h-14v-22c-8 0-10 6-10 12 0 8-10 10-14 4l5-3c4 2 3-4 3-8 0-10-4-16-4-26 0-16 10-26 22-27z",
  ],
  camel: [
    "M-40-34l16-4 6 8-2 8-10 2 6 18c2-10 8-14 13-14 4 0 5 6 9 6s6-10 12-10c8 0 12 10 14 22 3 4 6 10 5 16l-4-2-1-6v32h-10l-2-22h-20l-2 22h-10v-22c-8-2-14-12-16-24l-4-16h-8z",
  ],
  horse: [
    "M-12-36l3-8 7 8c24 2 34 22 36 76h-46c0-20 10-26 16-38-8 2-12 4-16 9-6 6-14 5-17-2-2-4 0-8 3-11l12-18c0-6 0-11 2-16z",
  ],
  dog: [
    "M-36-28l8-10 12 6h10l10-4 4 14 8 8c10 2 16 8 18 18l8-8 4 4-8 14v26h-10v-18h-18v18h-10v-26c-10-2-16-10-16-20l-14-2c-6-2-8-8-6-14z",
  ],
  cat: [
    "M-30-40l12 10h16l12-10v22c0 6-2 10-6 14 16 2 24 12 24 26 4 2 8-2 6-8l6-2c4 12-4 20-14 18v10h-44c-2-14 2-22 4-30-10-4-16-12-16-22z",
  ],
  rabbit: [
    "M-22-46c8 0 12 14 12 24h2c2-10 6-24 14-24 6 2 2 18-4 28 8 4 10 12 6 20 12 4 20 12 20 24a8 8 0 0 1-2 14h-52c2-10 4-16 10-20-10-4-14-12-14-20 0-6 4-10 8-14-6-10-6-30 0-32z",
  ],
  general: ["M-30-24l14 14 16-26 16 26 14-14-6 44h-48z", "M-28 28h56v8h-56z"],
  advisor: ["M0-38l30 22h-8v14l8 32h-60l8-32v-14h-8z"],
  chariot: ["M-34-16h68v20h-68z", "M-18 4a16 16 0 1 1-1 0zM18 4a16 16 0 1 1-1 0z"],
  cannon: ["M-38-14l56-14 14 12v8l-12 10-56 2z", "M-8 6a18 18 0 1 1-1 0z"],
  soldier: ["M-14-18a14 14 0 1 1 28 0c0 6-2 10-6 12 12 4 18 14 18 34h-52c0-20 6-30 18-34-4-2-6-6-6-12z"],
  worker: ["M0-42a14 14 0 0 1 10 24c8 3 14 9 15 20l-9 2-2 34h-28l-2-34-9-2c1-11 7-17 15-20a14 14 0 0 1 10-24z"],
};

/** Details inside figures, drawn as lines.
 * @type {Record<string, string>} */
const DETAILS = {
  knight: "M-6-22a3 3 0 1 1-.1 0M14-22c8 8 10 20 10 40",
  horse: "M-8-24a3 3 0 1 1-.1 0M14-22c8 10 12 26 12 50",
  bishop: "M-7-8h14M0-15v14",
  rook: "M-18-14h36M-18 18h36",
  king: "M-18 12c12-6 24-6 36 0",
  queen: "M-22 12c14-6 30-6 44 0",
  elephant: "M-14-14a3 3 0 1 1-.1 0M2-18c6 8 6 16 0 22",
  cat: "M-18-20v4M-4-20v4M-16-8h8",
  rabbit: "M-10-8a2 2 0 1 1-.1 0",
  dog: "M-18-22a2 2 0 1 1-.1 0",
  camel: "M-26-30a1.5 1.5 0 1 1-.1 0",
};

/** @type {boolean | undefined} */
let characters;

/** Whether a font of this browser has Chinese characters: one looks otherwise than a character that does not exist. */
function hasCharacters() {
  if (characters !== undefined) return characters;
  /** @param {string} text */
  const look = (text) => {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 24;
    const context = canvas.getContext("2d", { willReadFrequently: true });
    if (!context) return "";
    context.font = "20px serif";
    context.fillText(text, 1, 20);
    return context.getImageData(0, 0, 24, 24).data.join();
  };
  characters = look("帥") !== look("\u{10FFFE}") && look("帥") !== look("馬");
  return characters;
}

/**
 * The colour of a piece: that of its side, which in games with a swap is not always that of its player.
 * @param {string} figures
 * @param {number} owner
 * @param {string} symbol
 * @returns {0 | 1}
 */
export function side(figures, owner, symbol) {
  if (figures === "stones") return symbol === "o" ? 1 : 0;
  return owner === 0 ? 0 : 1;
}

/**
 * What a piece is called.
 * @param {string} figures
 * @param {number} owner
 * @param {string} symbol
 */
export function pieceName(figures, owner, symbol) {
  if (figures === "stones") return side(figures, owner, symbol) ? "light stone" : "dark stone";
  const names = NAMES[figures] ?? {};
  const name = names[symbol] ?? names[symbol.toLowerCase()] ?? symbol;
  return `${(SIDES[figures] ?? ["first", "second"])[owner]} ${name}`;
}

/**
 * A figure with its details.
 * @param {string} name
 * @param {number} [scale]
 */
function figure(name, scale = 1) {
  const parts = SHAPES[name].map((d) => svg("path", { d, class: "figure" }));
  if (DETAILS[name]) parts.push(svg("path", { d: DETAILS[name], class: "detail" }));
  return svg("g", { transform: `scale(${scale})` }, ...parts);
}

/**
 * A piece.
 * @param {string} figures
 * @param {number} owner
 * @param {string} symbol
 * @returns {SVGGElement}
 */
export function piece(figures, owner, symbol) {
  const colour = side(figures, owner, symbol);
  const group = svg("g", { class: `piece ${figures} side${colour}` });
  const name = (NAMES[figures] ?? {})[symbol] ?? (NAMES[figures] ?? {})[symbol.toLowerCase()];
  if (figures === "stones") {
    group.append(svg("circle", { r: 42, class: "stone" }));
    // The light side has a ring, so that colour is not all that tells them apart.
    if (colour) group.append(svg("circle", { r: 25, class: "ring" }));
  } else if (figures === "draughts") {
    group.append(svg("circle", { r: 42, cy: 3, class: "stone edge" }), svg("circle", { r: 42, cy: -2, class: "stone" }));
    group.append(svg("circle", { r: 30, cy: -2, class: "ring" }));
    if (name === "king") group.append(svg("g", { transform: "translate(0 -2) scale(.5)" }, figure("queen")));
    else if (colour) group.append(svg("circle", { r: 12, cy: -2, class: "ring" }));
  } else if (figures === "xiangqi" && name) {
    group.append(svg("circle", { r: 45, class: "stone" }), svg("circle", { r: 38, class: "ring" }));
    if (hasCharacters()) {
      group.append(svg("text", { class: "character", y: 18 }, CHARACTERS[symbol]));
    } else {
      group.append(figure(name, 0.58));
      // Without a character, the sides differ by more than colour.
      if (colour) group.append(svg("path", { d: "M-10 40h20", class: "detail" }));
    }
  } else if (figures === "arimaa" && name) {
    const badge = colour
      ? svg("rect", { x: -44, y: -44, width: 88, height: 88, rx: 14, class: "stone" })
      : svg("circle", { r: 45, class: "stone" });
    group.append(badge, figure(name, 0.74));
  } else if (figures === "cars") {
    // The first player drives to the right, the second one up.
    const turn = owner === 0 ? 0 : -90;
    group.append(
      svg(
        "g",
        { transform: `rotate(${turn})` },
        svg("rect", { x: -42, y: -26, width: 84, height: 52, rx: 16, class: "stone" }),
        svg("path", { d: "M-8-14l22 14-22 14z", class: "detail filled" }),
      ),
    );
  } else if (name && SHAPES[name]) {
    group.append(figure(name));
  } else {
    group.append(svg("circle", { r: 42, class: "stone" }), svg("text", { class: "character", y: 16 }, symbol));
  }
  return group;
}

/**
 * What belongs to neither side.
 * @param {string} figures
 * @param {string} symbol
 * @returns {SVGGElement | null}
 */
export function neutral(figures, symbol) {
  if (symbol === "#") {
    return figures === "queens"
      ? svg("g", { class: "arrow" }, svg("rect", { x: -44, y: -44, width: 88, height: 88, rx: 8 }), svg("path", { d: "M-22-22L22 22M22-22L-22 22" }))
      : svg("g", { class: "block" }, svg("rect", { x: -46, y: -46, width: 92, height: 92, rx: 10 }));
  }
  if (figures === "counters") return svg("g", { class: "counter" }, svg("circle", { r: 36 }), svg("circle", { r: 22 }));
  return null;
}

/**
 * A building with a dome on its fourth level.
 * @param {number} height
 * @returns {SVGGElement}
 */
export function building(height) {
  const group = svg("g", { class: "building" });
  for (let level = 1; level <= Math.min(height, 3); level += 1) {
    const half = 48 - 7 * (level - 1);
    group.append(svg("rect", { x: -half, y: -half, width: 2 * half, height: 2 * half, rx: 5, class: `level${level}` }));
  }
  if (height > 3) group.append(svg("circle", { r: 30, class: "dome" }));
  group.append(svg("text", { x: 36, y: 44, class: "height" }, height > 3 ? "dome" : height));
  return group;
}
