// What a search knows: every move with c, v, r and n, the best line, and the tree.

import { draw } from "./board.js";
import { el, gain, labelled, memory, select, short, signed } from "./dom.js";
import { algorithms } from "./seats.js";
import { Tree } from "./tree.js";

/** @typedef {import("./types.js").Report} Report */

/** How many moves are listed until more are asked for. */
const LISTED = 40;

export class SearchPanel {
  /**
   * @param {import("./game.js").GamePage} page
   * @param {number} slot
   */
  constructor(page, slot) {
    this.page = page;
    this.slot = slot;
    /** @type {import("./types.js").Search | null} */
    this.search = null;
    this.listed = LISTED;
    const known = page.known;
    const usual = slot ? "ubfm-basic" : "ubfm";
    this.algorithm = select({ class: "algorithm" }, algorithms(known), usual);
    const evaluators = /** @type {[string, string][]} */ (known.evaluators.map(({ name }) => [name, name]));
    this.evaluator = select({}, [["", [["auto", "auto"], ...evaluators.filter(([name]) => name !== "auto")]]], "auto");
    this.options = el("input", { type: "text", placeholder: "c=0.5", "aria-label": "Options of the algorithm" });
    this.limit = select({ class: "limit", change: () => (this.amountField.hidden = !this.limit.value) }, [["", [["", "until stopped"], ["evaluations", "evaluations"], ["time", "seconds"]]]], "");
    this.amount = el("input", { type: "number", class: "amount", min: 1, value: 10000 });
    this.amountField = labelled("How much", this.amount);
    this.amountField.hidden = true;
    this.keep = el("input", { type: "checkbox" });
    this.start = el("button", { type: "submit", class: "primary", "data-do": `analyse-${slot}` }, "Search");
    this.stop = el("button", { type: "button", "data-do": `stop-${slot}`, click: () => page.connection.send({ type: "stop", slot }) }, "Stop");
    this.shut = el("button", { type: "button", class: "quiet", click: () => page.connection.send({ type: "close", slot }) }, "Close");
    const form = el(
      "form",
      { class: "form compact", submit: (/** @type {Event} */ event) => {
        event.preventDefault();
        this.send();
      } },
      el("div", { class: "row" }, labelled("Algorithm", this.algorithm), labelled("Limit", this.limit), this.amountField),
      el("details", {}, el("summary", {}, "More settings"), el("div", { class: "row" }, labelled("Evaluator", this.evaluator), labelled("Options", this.options)), el("label", { class: "check" }, this.keep, "go on when nobody watches")),
      el("div", { class: "row buttons" }, this.start, this.stop, this.shut),
    );
    this.summary = el("p", { class: "summary", "aria-live": "off" });
    this.line = el("p", { class: "best-line" });
    this.body = el("tbody", {});
    this.more = el("button", { type: "button", class: "quiet", click: () => {
      this.listed += 200;
      this.show();
    } }, "more moves");
    const head = (/** @type {string} */ text, /** @type {string} */ title) => el("th", { scope: "col", title }, text);
    this.rows = el(
      "div",
      { class: "rows" },
      el("table", { class: "known", "data-slot": slot }, el("thead", {}, el("tr", {}, head("move", ""), head("c", "proven gain of the first player"), head("v", "estimate for the first player"), head("r", "proven"), head("n", "how often the search went there"))), this.body),
      this.more,
    );
    this.preview = el("div", { class: "preview", hidden: true });
    this.tree = new Tree(page, slot);
    this.details = el("details", { class: "tree-box", "data-tree": slot, toggle: () => this.tree.open(this.details.open) }, el("summary", {}, "Search tree"), this.tree.element);
    this.title = el("h2", {}, slot ? "Second search" : "Search");
    this.element = el("section", { class: "search", "aria-label": slot ? "Second search" : "Search" }, this.title, form, this.summary, this.line, this.preview, this.rows, this.details);
    this.show();
  }

  send() {
    /** @type {import("./types.js").SearchSetting} */
    const search = { algorithm: this.algorithm.value + (this.options.value.trim() ? `(${this.options.value.trim()})` : "") };
    if (this.evaluator.value !== "auto") search.evaluator = this.evaluator.value;
    const amount = Math.max(1, Number(this.amount.value) || 1);
    if (this.limit.value === "evaluations") search.evaluations = Math.round(amount);
    if (this.limit.value === "time") search.time = Math.round(1000 * amount);
    this.page.connection.send({ type: "analyse", slot: this.slot, search, keep: this.keep.checked });
  }

  close() {
    this.tree.open(false);
  }

  reconnected() {
    this.tree.forget();
  }

  /** The position has changed. */
  moved() {
    this.tree.forget();
    this.show();
  }

  /** @param {import("./types.js").Search} search */
  hear(search) {
    this.search = search.open ? search : null;
    this.show();
    this.tree.refresh(Boolean(search.running));
  }

  /** The report about a position. @param {number} node @returns {Report | null} */
  report(node) {
    return (this.search?.node === node && this.search.report) || null;
  }

  show() {
    const { search } = this;
    const state = this.page.state;
    const report = state && this.report(state.cursor);
    const isOpen = search !== null;
    this.stop.hidden = !search?.running;
    this.shut.hidden = !isOpen;
    this.rows.hidden = this.details.hidden = !report;
    this.summary.textContent = search?.error ?? (report ? describe(report, Boolean(search?.running)) : isOpen && !state?.result ? "The search begins …" : "");
    this.summary.classList.toggle("error", Boolean(search?.error));
    if (!report) {
      this.line.replaceChildren();
      this.preview.hidden = true;
      return;
    }
    this.showLine(report);
    this.showRows(report);
  }

  /** @param {Report} report */
  showLine(report) {
    const text = report.line.join(" ");
    if (this.line.dataset.text === text && this.line.childElementCount) return;
    this.line.dataset.text = text;
    const turns = report.line.slice(0, 24).map((turn, index) => {
      const until = report.line.slice(0, index + 1).join(" ");
      const show = () => this.peek(until);
      const hide = () => (this.preview.hidden = true);
      return el("button", { type: "button", class: "turn", mouseenter: show, focus: show, mouseleave: hide, blur: hide, click: () => this.page.connection.send({ type: "move", text: until }) }, turn);
    });
    this.line.replaceChildren(el("span", {}, "best line "), ...turns, report.line.length > 24 ? " …" : "");
  }

  /** Shows the board after some moves. @param {string} line */
  peek(line) {
    this.page.connection.ask({ type: "peek", line }, (/** @type {import("./types.js").Peek} */ { scene }) => {
      const { root } = draw(scene, { small: true, turned: this.page.board.turned });
      root.setAttribute("role", "img");
      root.setAttribute("aria-label", `The board after ${line}`);
      this.preview.replaceChildren(root);
      this.preview.hidden = false;
    });
  }

  /** @param {Report} report */
  showRows(report) {
    const rows = [...report.moves].sort((a, b) => Number(b[0] === report.best) - Number(a[0] === report.best) || b[4] - a[4]);
    const most = Math.max(1, ...rows.map((row) => row[4]));
    this.more.hidden = rows.length <= this.listed;
    this.more.textContent = `${rows.length - this.listed} more moves`;
    const listed = rows.slice(0, this.listed);
    while (this.body.rows.length > listed.length) this.body.deleteRow(-1);
    listed.forEach(([text, c, v, r, n], index) => {
      const row = this.body.rows[index] ?? this.newRow();
      row.dataset.move = text;
      row.className = r ? (c > 0 ? "first" : c < 0 ? "second" : "even") : "";
      const cells = [text, r ? `${c > 0 ? "1–0" : c < 0 ? "0–1" : "="}` : c ? String(c) : "", signed(v), r ? "✓" : "", String(n)];
      cells.forEach((content, column) => {
        const cell = row.cells[column];
        if (cell.textContent !== content) cell.textContent = content;
      });
      row.dataset.values = JSON.stringify([c, v, r, n]);
      row.cells[0].classList.toggle("best", text === report.best);
      row.cells[1].title = r ? gain(c) : "";
      row.cells[4].style.setProperty("--share", `${(100 * n) / most}%`);
    });
  }

  newRow() {
    const row = this.body.insertRow();
    row.tabIndex = 0;
    for (let column = 0; column < 5; column += 1) row.insertCell();
    const text = () => row.dataset.move ?? "";
    const show = () => this.page.board.hover(text());
    const hide = () => this.page.board.hover(null);
    row.addEventListener("mouseenter", show);
    row.addEventListener("focus", show);
    row.addEventListener("mouseleave", hide);
    row.addEventListener("blur", hide);
    const play = () => this.page.connection.send({ type: "move", text: text() });
    row.addEventListener("dblclick", play);
    row.addEventListener("keydown", (event) => {
      if (event.key === "Enter") play();
    });
    return row;
  }
}

/** @param {Report} report @param {boolean} running */
export function describe(report, running) {
  const value = report.value !== null ? `${gain(report.value)} (proven)` : report.estimate !== null ? `${signed(report.estimate)}` : "";
  const work = `${short(report.evaluations)} evaluations, ${short(report.states)} states in ${memory(report.bytes)}, depth ${report.depth}, ${report.seconds.toFixed(1)} s`;
  const best = report.best ? `${report.best}: ${report.reason}` : "";
  return [value, best, `${report.algorithm} with ${report.evaluator}: ${work}${running ? "" : ` (${report.stop})`}`].filter(Boolean).join(" · ");
}
