// The page of a game: board, players, moves, and what the searches know.

import { Connection, ask, catalogue, post } from "./api.js";
import { Board } from "./board.js";
import { valueCurve } from "./curve.js";
import { announce, el, labelled, select } from "./dom.js";
import { MoveList } from "./moves.js";
import { ProofPanel } from "./prove.js";
import { SearchPanel } from "./search.js";
import { seatFields, seatName } from "./seats.js";

/** @typedef {import("./types.js").State} State */
/** @typedef {import("./types.js").LineNode} LineNode */

/** The moves of a game and where they lead, for everything that shows them. */
export class History {
  /** @param {State} state */
  constructor(state) {
    this.cursor = state.cursor;
    /** @type {Map<number, LineNode>} */
    this.nodes = new Map(state.nodes.map((node) => [node[0], node]));
    /** @type {Map<number, number[]>} */
    this.children = new Map();
    for (const [number, parent] of state.nodes) {
      if (parent !== null) this.children.set(parent, [...(this.children.get(parent) ?? []), number]);
    }
  }

  /** @param {number} number */
  parent(number) {
    return this.nodes.get(number)?.[1] ?? null;
  }

  /** The positions from the start to one. @param {number} number */
  path(number) {
    const path = [];
    for (let at = /** @type {number | null} */ (number); at !== null; at = this.parent(at)) path.unshift(at);
    return path;
  }

  /** The line through the position that is looked at, to its end. */
  line() {
    const line = this.path(this.cursor);
    for (let next = this.children.get(this.cursor)?.[0]; next !== undefined; next = this.children.get(next)?.[0]) {
      line.push(next);
    }
    return line;
  }

  /** @param {number} number */
  moves(number) {
    return this.path(number).slice(1).map((at) => this.nodes.get(at)?.[2] ?? "");
  }
}

/** The page of one game. */
export class GamePage {
  /**
   * @param {string} id
   * @param {import("./types.js").Catalogue} known
   */
  constructor(id, known) {
    this.id = id;
    this.known = known;
    /** @type {State | null} */
    this.state = null;
    /** @type {History | null} */
    this.history = null;
    this.connection = new Connection(id, (message) => this.hear(message), (connected) => this.connected(connected));
    this.board = new Board((text) => this.connection.send({ type: "move", text }));
    this.moves = new MoveList((node) => this.goTo(node), (node) => this.connection.send({ type: "delete", node }));
    this.panels = [0, 1].map((slot) => new SearchPanel(this, slot));
    this.proof = new ProofPanel(this);
    this.bar = el("div", { class: "bar", role: "img" });
    this.players = [0, 1].map(() => el("div", { class: "player" }));
    this.status = el("p", { class: "status", "aria-live": "polite" });
    this.curve = el("div", { class: "curve" });
    this.title = el("h1", {});
    this.connection_note = el("p", { class: "offline", hidden: true }, "The connection is lost; trying again …");
    this.values = el("input", { type: "checkbox", checked: true });
    this.run = el("button", { type: "button", title: "Engines move when it is their turn", "data-do": "run" });
    this.settings = el("div", { class: "settings" });
    this.share = el("div", { class: "share" });
    this.rules = el("div", { class: "rules" });
    this.element = this.build();
    this.keys = (/** @type {KeyboardEvent} */ event) => this.key(event);
    document.addEventListener("keydown", this.keys);
    this.ticking = setInterval(() => this.tick(), 200);
    this.heard = performance.now();
  }

  build() {
    const button = (/** @type {string} */ text, /** @type {string} */ title, /** @type {() => void} */ click, /** @type {string} */ name) =>
      el("button", { type: "button", title, click, "data-do": name }, text);
    this.run.addEventListener("click", () => this.connection.send({ type: "run", on: !this.state?.runs }));
    this.values.addEventListener("change", () => {
      this.board.showValues = this.values.checked;
      this.board.markValues();
    });
    const tools = el(
      "div",
      { class: "tools", role: "toolbar", "aria-label": "Game" },
      button("|◀", "To the start (Home)", () => this.step(-Infinity), "first"),
      button("◀", "One move back (Left)", () => this.step(-1), "back"),
      button("▶", "One move on (Right)", () => this.step(1), "forward"),
      button("▶|", "To the end (End)", () => this.step(Infinity), "end"),
      button("Take back", "Take the last move back (Backspace)", () => this.connection.send({ type: "takeback" }), "takeback"),
      button("Turn", "Turn the board", () => this.board.turn(), "turn"),
      this.run,
      button("Resign", "Give up, for the player to move", () => confirm("Resign for the player to move?") && this.connection.send({ type: "resign" }), "resign"),
    );
    const panels = this.panels.map((panel) => panel.element);
    const tabs = this.tabs([
      ["Search", el("div", { class: "searches" }, ...panels)],
      ["Moves", this.moves.element],
      ["Players", this.settings],
      ["Proof", this.proof.element],
      ["Share", this.share],
      ["Rules", this.rules],
    ]);
    return el(
      "div",
      { class: "game" },
      el(
        "section",
        { class: "left", "aria-label": "Board" },
        el("div", { class: "heading" }, this.title, el("label", { class: "check" }, this.values, "values on the board")),
        this.connection_note,
        el("div", { class: "table" }, this.bar, el("div", { class: "middle" }, this.players[1], this.board.element, this.players[0])),
        this.status,
        tools,
        this.curve,
      ),
      el("section", { class: "right", "aria-label": "Game and searches" }, tabs),
    );
  }

  /** @param {[string, HTMLElement][]} pages */
  tabs(pages) {
    const heads = pages.map(([title], index) =>
      el("button", { type: "button", role: "tab", id: `tab-${title}`, "aria-controls": `page-${title}`, click: () => open(index), keydown: (/** @type {KeyboardEvent} */ event) => {
        const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
        if (step) {
          open((index + step + pages.length) % pages.length);
          heads[(index + step + pages.length) % pages.length].focus();
          event.stopPropagation();
        }
      } }, title),
    );
    const bodies = pages.map(([title, body]) => el("div", { role: "tabpanel", id: `page-${title}`, "aria-labelledby": `tab-${title}` }, body));
    const open = (/** @type {number} */ chosen) => {
      heads.forEach((head, index) => {
        head.setAttribute("aria-selected", String(index === chosen));
        head.tabIndex = index === chosen ? 0 : -1;
        bodies[index].hidden = index !== chosen;
      });
    };
    open(0);
    return el("div", { class: "tabs" }, el("div", { role: "tablist", "aria-label": "What is shown" }, ...heads), ...bodies);
  }

  close() {
    this.connection.close();
    document.removeEventListener("keydown", this.keys);
    clearInterval(this.ticking);
    this.panels.forEach((panel) => panel.close());
  }

  /** @param {boolean} is */
  connected(is) {
    this.connection_note.hidden = is;
    if (is) this.panels.forEach((panel) => panel.reconnected());
  }

  /** @param {import("./types.js").ServerMessage} message */
  hear(message) {
    if (message.type === "state") this.show(message);
    else if (message.type === "error") this.board.refuse();
    else if (message.type === "search") {
      this.panels[message.slot].hear(message);
      this.showValues();
    } else if (message.type === "proof") this.proof.hear(message);
  }

  /** @param {State} state */
  show(state) {
    const before = this.state;
    this.state = state;
    this.heard = performance.now();
    const history = new History(state);
    this.history = history;
    document.title = `${state.game} – unbounded`;
    this.title.textContent = state.game;
    this.board.mover = state.turn;
    const changed = before?.position !== state.position || before?.cursor !== state.cursor;
    if (changed) {
      this.board.show(state.scene, state.ended ? [] : state.moves, this.lastClicks(before, state, history));
      this.panels.forEach((panel) => panel.moved());
    } else if (state.ended) {
      this.board.moves = [];
      this.board.mark();
    }
    this.moves.show(history);
    this.showPlayers(state);
    this.showValues();
    const over = state.ended ? `${state.ended.result}: ${state.ended.reason}` : state.result ? `The game is over: ${state.result}` : "";
    const turn = `${["First", "Second"][state.turn]} player to move`;
    const thinking = state.thinking === null ? "" : " – the engine thinks …";
    const proof = state.proof?.move ? ` The proof says ${state.proof.move} (${state.proof.source}).` : state.proof?.error ? ` ${state.proof.error}` : "";
    this.status.textContent = (state.trouble ? `${state.trouble}. ` : "") + (over || turn + thinking) + proof;
    this.status.dataset.result = state.ended?.result ?? state.result ?? "";
    const engines = state.seats.some((seat) => seat.kind !== "human");
    this.run.hidden = !engines || Boolean(over);
    for (const button of this.element.querySelectorAll("[data-do=resign]")) button.toggleAttribute("hidden", Boolean(over));
    this.run.textContent = state.runs ? "Stop the engines" : "Let the engines play";
    if (!before) {
      this.showSettings(state);
      this.showRules(state.game);
      if (state.seats[0].kind !== "human" && state.seats[1].kind === "human") this.board.turn();
    } else if (JSON.stringify(before.seats) !== JSON.stringify(state.seats)) {
      this.showSettings(state);
    }
    this.showShare(state, history);
    this.proof.show(state);
  }

  /**
   * The cells of the last move: its clicks in the position before, or the cells that have changed.
   * @param {State | null} before @param {State} state @param {History} history
   * @returns {import("./types.js").Click[]}
   */
  lastClicks(before, state, history) {
    const [, parent, text] = history.nodes.get(state.cursor) ?? [0, null, "", null];
    if (!before || parent !== before.cursor) return [];
    const known = new Map(before.scene.cells.map((cell) => [cell.place.join(), JSON.stringify(cell.piece) + cell.height]));
    const way = before.moves.find(([move]) => move === text)?.[1][0] ?? [];
    const clicked = new Set(way.map((click) => (typeof click === "number" ? before.scene.cells[click].place.join() : "")));
    /** @type {(cell: import("./types.js").Cell) => boolean} */
    const hasChanged = (cell) => known.get(cell.place.join()) !== JSON.stringify(cell.piece) + cell.height;
    const cells = state.scene.cells.map((cell, index) => ({ cell, index }));
    const marked = cells.filter(({ cell }) => clicked.has(cell.place.join()));
    // Where a stone falls, another cell has changed than the one that was clicked.
    const falls = !marked.some(({ cell }) => hasChanged(cell));
    return (falls ? cells.filter(({ cell }) => hasChanged(cell)) : marked).map(({ index }) => index);
  }

  /** @param {State} state */
  showPlayers(state) {
    this.players.forEach((place, player) => {
      const left = this.timeLeft(player);
      const seat = state.seats[player];
      place.classList.toggle("moves", state.turn === player && !state.result && !state.ended);
      place.replaceChildren(
        el("span", { class: "dot", "aria-hidden": "true" }),
        el("strong", {}, ["First", "Second"][player]),
        el("span", {}, seatName(seat)),
        left === null ? "" : el("time", { class: "clock", "aria-label": "time left" }, left),
      );
    });
  }

  /** @param {number} player */
  timeLeft(player) {
    const clock = this.state?.clock;
    if (!clock) return null;
    const spent = clock.running === player ? performance.now() - this.heard : 0;
    const left = Math.max(0, clock.left[player] - spent);
    const seconds = Math.ceil(left / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }

  tick() {
    if (this.state?.clock?.running !== null && this.state?.clock) this.showPlayers(this.state);
  }

  /** The evaluation bar, the curve and the values on the board. */
  showValues() {
    const { state, history } = this;
    if (!state || !history) return;
    const panel = this.panels.find((panel) => panel.report(state.cursor));
    const report = panel?.report(state.cursor) ?? null;
    this.board.setRows(report?.moves ?? []);
    const end = { "1-0": 1, "0-1": -1, "1/2": 0, "1/2-1/2": 0 }[state.result ?? ""];
    const here = history.nodes.get(state.cursor);
    if (end !== undefined && here) here[3] = [end, true];
    const known = here?.[3] ?? null;
    const value = report?.estimate != null || report?.value != null
      ? { v: report.value ?? report.estimate ?? 0, r: report.resolved }
      : known && { v: known[0], r: known[1] };
    if (report && value && here) here[3] = [value.v, value.r];
    const share = value ? 50 + 50 * Math.max(-1, Math.min(1, value.v)) : 50;
    const text = value ? (value.r ? (value.v > 0 ? "1–0" : value.v < 0 ? "0–1" : "=") : (value.v < 0 ? "−" : "+") + Math.min(9.99, Math.abs(value.v)).toFixed(2)) : "";
    this.bar.style.setProperty("--share", `${share}%`);
    this.bar.textContent = text;
    this.bar.setAttribute("aria-label", value ? `Value of the position for the first player: ${text}${value.r ? ", proven" : ""}` : "No value yet");
    this.curve.replaceChildren(valueCurve(history, (node) => this.goTo(node)));
  }

  /** @param {number} node */
  goTo(node) {
    this.connection.send({ type: "goto", node });
  }

  /** @param {number} steps */
  step(steps) {
    const { history } = this;
    if (!history) return;
    const line = history.line();
    const at = line.indexOf(history.cursor);
    const to = line[Math.max(0, Math.min(line.length - 1, at + steps))];
    if (to !== history.cursor) this.goTo(to);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target);
    if (event.ctrlKey || event.metaKey || event.altKey || target.closest("input, select, textarea, [role=tablist]")) return;
    const steps = { ArrowLeft: -1, ArrowRight: 1, Home: -Infinity, End: Infinity }[event.key];
    if (steps !== undefined) this.step(steps);
    else if (event.key === "Backspace") this.connection.send({ type: "takeback" });
    else return;
    event.preventDefault();
  }

  /** @param {State} state */
  showSettings(state) {
    const fields = [0, 1].map((player) => seatFields(this.known, state.seats[player], Boolean(state.proof)));
    const clock = clockFields(state.clock?.setting ?? null);
    const form = el(
      "form",
      { class: "form", submit: (/** @type {Event} */ event) => {
        event.preventDefault();
        this.connection.send({ type: "seats", seats: fields.map((field) => field.read()) });
        const wanted = clock.read();
        if (JSON.stringify(wanted) !== JSON.stringify(this.state?.clock?.setting ?? null)) {
          this.connection.send({ type: "clock", clock: wanted });
        }
        announce("The players are seated.");
      } },
      el("fieldset", {}, el("legend", {}, "First player"), fields[0].element),
      el("fieldset", {}, el("legend", {}, "Second player"), fields[1].element),
      el("fieldset", {}, el("legend", {}, "Clock"), clock.element),
      el("button", { type: "submit", class: "primary" }, "Play so"),
    );
    this.settings.replaceChildren(form);
  }

  /** @param {State} state @param {History} history */
  showShare(state, history) {
    const query = new URLSearchParams({ game: state.game });
    if (state.begins) query.set("position", state.begins);
    const moves = history.moves(state.cursor).join(" ");
    if (moves) query.set("moves", moves);
    const link = new URL(`#/play?${query}`, location.href).href;
    const field = el("input", { type: "text", readonly: true, value: link, "aria-label": "Link with the moves", focus: (/** @type {Event} */ event) => /** @type {HTMLInputElement} */ (event.target).select() });
    this.share.replaceChildren(
      labelled("Link that contains the game up to here", field),
      el("button", { type: "button", click: async () => {
        await navigator.clipboard?.writeText(link);
        announce("The link is copied.");
      } }, "Copy the link"),
      el("p", {}, el("a", { href: `api/games/${this.id}/record`, download: "" }, "Download the record")),
      labelled("Position", el("textarea", { readonly: true, rows: 3, "aria-label": "Position" }, state.position)),
      labelled("Moves", el("textarea", { readonly: true, rows: 4, "aria-label": "Moves" }, moves)),
      el("p", {}, el("small", {}, "This page itself can be shared, too: who opens its address sees and plays the same game.")),
    );
  }

  /** @param {string} game */
  async showRules(game) {
    const { render } = await import("./markdown.js");
    try {
      const text = await ask(`api/rules/${encodeURIComponent(game.split(":")[0])}`);
      this.rules.replaceChildren(render(text));
    } catch {
      this.rules.replaceChildren(el("p", {}, "There is no page about this game."));
    }
  }
}

/** @param {import("./types.js").ClockSetting | null} setting */
export function clockFields(setting) {
  const minutes = el("input", { type: "number", min: 0.1, step: "any", value: setting ? setting.initial / 60000 : 5 });
  const seconds = el("input", { type: "number", min: 0, step: "any", value: setting ? setting.increment / 1000 : 3 });
  const kind = select({ change: () => show() }, [["", [["none", "no clock"], ["clock", "with clocks"]]]], setting ? "clock" : "none");
  const rest = el("div", { class: "row" }, labelled("Minutes", minutes), labelled("Seconds more per move", seconds));
  const show = () => (rest.hidden = kind.value === "none");
  show();
  return {
    element: el("div", {}, kind, rest),
    /** @returns {import("./types.js").ClockSetting | null} */
    read: () =>
      kind.value === "none" ? null : { initial: Math.round(60000 * Number(minutes.value)), increment: Math.round(1000 * Number(seconds.value)) },
  };
}

/** @param {string} id */
export async function gamePage(id) {
  const page = new GamePage(id, await catalogue());
  return page;
}

/** Begins the game of a link. @param {URLSearchParams} query */
export async function playLink(query) {
  const { id } = await post("api/games", { game: query.get("game") ?? "", position: query.get("position"), moves: query.get("moves") ?? "" });
  location.replace(`#/game/${id}`);
}
