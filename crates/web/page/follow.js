// Experiments: tournaments that fill in, and networks that learn.

import { ask, post } from "./api.js";
import { announce, el, signed, svg } from "./dom.js";

/** How often a page asks for news, in milliseconds. */
const AGAIN = 3000;

/** All runs. */
export async function followPage() {
  const runs = /** @type {{ name: string, kind: string }[]} */ (await ask("api/follow"));
  const item = (/** @type {{ name: string, kind: string }} */ { name, kind }) =>
    el("li", {}, el("a", { href: `#/follow/${encodeURIComponent(name)}` }, el("strong", {}, name), el("span", {}, kind)));
  return el(
    "section",
    { class: "home" },
    el("h1", {}, "Experiments"),
    runs.length ? el("ul", { class: "games" }, ...runs.map(item)) : el("p", {}, "There are no tournaments and no learning runs in the directory of this server yet."),
  );
}

/** A run, asked for again and again. */
export class RunPage {
  /** @param {string} name */
  constructor(name) {
    this.name = name;
    this.body = el("div", {});
    this.games = el("div", {});
    this.page = 0;
    this.element = el("section", { class: "text run" }, el("h1", {}, name), this.body, this.games);
    this.shown = "";
    this.closed = false;
    this.refresh();
  }

  close() {
    this.closed = true;
  }

  async refresh() {
    if (this.closed) return;
    try {
      const run = await ask(`api/follow/run?name=${encodeURIComponent(this.name)}`);
      const text = JSON.stringify(run);
      if (text !== this.shown) {
        this.shown = text;
        this.body.replaceChildren(run.kind === "tournament" ? standing(run) : learning(run));
        if (run.kind === "tournament") await this.showGames();
      }
    } catch (error) {
      this.body.replaceChildren(el("p", { class: "error" }, String(/** @type {Error} */ (error).message)));
    }
    setTimeout(() => this.refresh(), AGAIN);
  }

  async showGames() {
    const { all, games } = await ask(`api/follow/games?name=${encodeURIComponent(this.name)}&page=${this.page}`);
    const turn = (/** @type {number} */ by) => () => {
      this.page += by;
      this.showGames();
    };
    this.games.replaceChildren(
      el("h2", {}, `Games (${all})`),
      el(
        "table",
        {},
        el("thead", {}, el("tr", {}, ...["game", "first", "second", "result", "plies", ""].map((title) => el("th", { scope: "col" }, title)))),
        el("tbody", {}, ...games.map((/** @type {any} */ game) => el("tr", {}, el("td", {}, game.game), el("td", {}, game.players[0]), el("td", {}, game.players[1]), el("td", {}, game.result), el("td", {}, game.plies), el("td", {}, el("button", { type: "button", "data-do": "replay", click: () => replay(game) }, "replay"))))),
      ),
      el("div", { class: "row buttons" }, this.page > 0 && el("button", { type: "button", click: turn(-1) }, "earlier"), (this.page + 1) * 100 < all && el("button", { type: "button", click: turn(1) }, "later")),
    );
  }
}

/** @param {{ game: string, moves: string }} game */
async function replay({ game, moves }) {
  try {
    const { id } = await post("api/games", { game, moves });
    location.hash = `#/game/${id}`;
  } catch (error) {
    announce(String(/** @type {Error} */ (error).message), "error");
  }
}

/** @param {any} run */
function standing({ standing, remarks }) {
  const overall = standing.rows.filter((/** @type {any} */ row) => !row.game && !row.set);
  const games = standing.rows.filter((/** @type {any} */ row) => row.game);
  const share = (/** @type {number | null} */ number) => (number === null ? "" : `${(100 * number).toFixed(1)} %`);
  const row = (/** @type {any} */ row) => {
    const ends = bounds(row.interval);
    return el(
      "tr",
      {},
      el("td", {}, row.game || "all games"),
      el("td", {}, row.players.join(" – ")),
      el("td", {}, row.mean === null ? "" : signed(row.mean)),
      el("td", {}, ends ? `${signed(ends[0])} … ${signed(ends[1])}` : ""),
      el("td", {}, row.mean === null ? "" : interval(row.mean, ends)),
      el("td", {}, share(row.draws)),
    );
  };
  const table = (/** @type {any[]} */ rows) =>
    el(
      "table",
      { class: "standing" },
      el("thead", {}, el("tr", {}, ...["game", "players", "mean score", "95 % interval", "−1 … +1", "draws"].map((title) => el("th", { scope: "col" }, title)))),
      el("tbody", {}, ...rows.map(row)),
    );
  return el(
    "div",
    {},
    el("h2", {}, standing.title || "Standing"),
    el("progress", { max: standing.planned, value: standing.matches, "aria-label": "matches" }),
    el("p", {}, `${standing.matches} of ${standing.planned} matches`),
    table(overall),
    games.length ? table(games) : null,
    ...remarks.slice(1).map((/** @type {string} */ remark) => el("p", {}, remark)),
  );
}

/** @param {any} interval @returns {[number, number] | null} */
function bounds(interval) {
  if (!interval) return null;
  const numbers = /** @type {number[]} */ (Array.isArray(interval) ? interval : Object.values(interval));
  return [Math.min(...numbers), Math.max(...numbers)];
}

/** @param {number} mean @param {[number, number] | null} ends */
function interval(mean, ends) {
  const x = (/** @type {number} */ v) => 50 + 46 * Math.max(-1, Math.min(1, v));
  const root = svg("svg", { viewBox: "0 0 100 14", class: "interval", role: "img", "aria-label": `mean ${signed(mean)}` }, svg("line", { x1: 50, x2: 50, y1: 0, y2: 14, class: "zero" }));
  if (ends) root.append(svg("line", { x1: x(ends[0]), x2: x(ends[1]), y1: 7, y2: 7, class: "values" }));
  root.append(svg("circle", { cx: x(mean), cy: 7, r: 3, class: "point" }));
  return root;
}

/** @param {any} run */
function learning({ game, lines }) {
  const rounds = lines.filter((/** @type {any} */ line) => line.event === "round");
  const strengths = lines.filter((/** @type {any} */ line) => line.event === "strength");
  /** @type {Map<string, [number, number][]>} */
  const opponents = new Map();
  for (const { opponent, games, mean } of strengths) opponents.set(opponent, [...(opponents.get(opponent) ?? []), [games, mean]]);
  const loss = rounds.filter((/** @type {any} */ round) => Number.isFinite(round.loss)).map((/** @type {any} */ round) => [round.games, round.loss]);
  return el(
    "div",
    {},
    el("p", {}, `${game}: ${rounds.length} rounds, ${rounds.at(-1)?.games ?? 0} games`),
    plot("Loss", [["loss", loss]]),
    opponents.size ? plot("Mean score against", [...opponents], [-1, 1]) : null,
  );
}

/**
 * Lines over the number of games, each with its own dashes and a name at its end.
 * @param {string} title
 * @param {[string, [number, number][]][]} series
 * @param {[number, number]} [range]
 */
function plot(title, series, range) {
  const points = series.flatMap(([, line]) => line);
  if (!points.length) return el("p", {}, `${title}: nothing yet`);
  const [width, height, left, bottom] = [600, 220, 46, 24];
  const most = Math.max(...points.map(([x]) => x), 1);
  const [low, high] = range ?? [0, Math.max(...points.map(([, y]) => y)) * 1.05 || 1];
  const x = (/** @type {number} */ v) => left + ((width - left - 90) * v) / most;
  const y = (/** @type {number} */ v) => 8 + ((height - bottom - 8) * (high - v)) / (high - low);
  const root = svg("svg", { viewBox: `0 0 ${width} ${height}`, class: "plot", role: "img", "aria-label": title });
  for (const tick of [low, (low + high) / 2, high]) {
    root.append(svg("line", { x1: left, x2: width - 90, y1: y(tick), y2: y(tick), class: "zero" }), svg("text", { x: left - 6, y: y(tick) + 4, class: "tick end" }, tick.toFixed(2)));
  }
  root.append(svg("text", { x: x(most), y: height - 6, class: "tick end" }, `${most} games`));
  series.forEach(([name, line], index) => {
    const d = line.map(([a, b], at) => `${at ? "L" : "M"}${x(a).toFixed(1)} ${y(b).toFixed(1)}`).join("");
    const [a, b] = line[line.length - 1];
    root.append(svg("path", { d, class: `values series${index % 4}` }), svg("text", { x: x(a) + 6, y: y(b) + 4, class: "tick" }, name));
  });
  return el("figure", {}, el("figcaption", {}, title), root);
}
