// The search tree, unfolded node by node. Only what is open and can be seen is asked for.

import { el, signed } from "./dom.js";

/** Children that are shown at first, and then more at a time. */
const SHOWN = 12;
/** How often open nodes are asked for again while the search runs, in milliseconds. */
const AGAIN = 1000;

/** @typedef {{ line: string[], open: boolean, rows: import("./types.js").Row[] | null, shown: number, list: HTMLElement, children: Map<string, TreeNode>, seen: boolean }} TreeNode */

export class Tree {
  /**
   * @param {import("./game.js").GamePage} page
   * @param {number} slot
   */
  constructor(page, slot) {
    this.page = page;
    this.slot = slot;
    this.element = el("div", { class: "tree", role: "tree", "aria-label": "Search tree" });
    this.is_open = false;
    this.asked = 0;
    this.running = false;
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    this.timer = undefined;
    /** @type {WeakMap<Element, TreeNode>} */
    this.nodes = new WeakMap();
    this.watcher = new IntersectionObserver((entries) => {
      for (const { target, isIntersecting } of entries) {
        const node = this.nodes.get(target);
        if (node) node.seen = isIntersecting;
      }
    });
    this.root = this.node([]);
    this.forget();
  }

  /** @param {string[]} line @returns {TreeNode} */
  node(line) {
    const list = el("ul", { role: "group" });
    /** @type {TreeNode} */
    const node = { line, open: false, rows: null, shown: SHOWN, list, children: new Map(), seen: true };
    this.nodes.set(list, node);
    this.watcher.observe(list);
    return node;
  }

  /** Another position is searched. */
  forget() {
    this.root = this.node([]);
    this.root.open = true;
    this.element.replaceChildren(this.root.list);
    if (this.is_open) this.ask(this.root);
  }

  /** @param {boolean} is */
  open(is) {
    this.is_open = is;
    if (is) this.ask(this.root);
  }

  /** The search has news. @param {boolean} running */
  refresh(running) {
    const ended = this.running && !running;
    this.running = running;
    if (!this.is_open || (!ended && this.timer !== undefined)) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => {
      this.timer = undefined;
      this.askOpen(this.root);
    }, ended ? 0 : AGAIN);
  }

  /** @param {TreeNode} node */
  askOpen(node) {
    if (!node.open || !this.is_open) return;
    if (node.seen) this.ask(node);
    node.children.forEach((child) => this.askOpen(child));
  }

  /** @param {TreeNode} node */
  ask(node) {
    // The server answers a limited number of questions at a time; the next refresh asks again.
    if (this.asked >= 8) return;
    this.asked += 1;
    const lost = setTimeout(() => (this.asked = Math.max(0, this.asked - 1)), 5000);
    this.page.connection.ask({ type: "look", slot: this.slot, line: node.line }, (/** @type {import("./types.js").Look} */ { moves }) => {
      clearTimeout(lost);
      this.asked = Math.max(0, this.asked - 1);
      node.rows = moves;
      this.show(node);
    });
  }

  /** @param {TreeNode} node */
  show(node) {
    const { list, rows } = node;
    if (!rows) {
      list.replaceChildren(el("li", { class: "nothing" }, node.line.length ? "not expanded" : "nothing to see yet"));
      return;
    }
    const sorted = [...rows].sort((a, b) => b[4] - a[4]);
    const items = sorted.slice(0, node.shown).map(([text, c, v, r, n]) => {
      const child = node.children.get(text);
      const button = el(
        "button",
        { type: "button", class: "node", "aria-expanded": String(Boolean(child?.open)), "data-line": [...node.line, text].join(" "), click: () => this.toggle(node, text), keydown: (/** @type {KeyboardEvent} */ event) => this.key(event, node, text) },
        el("span", { class: "twig", "aria-hidden": "true" }, child?.open ? "▾" : n || (child?.rows?.length ?? 0) ? "▸" : "·"),
        el("b", {}, text),
        el("span", { class: "n" }, `n ${n}`),
        el("span", { class: r ? (c > 0 ? "first" : c < 0 ? "second" : "even") : "v" }, r ? (c > 0 ? "1–0" : c < 0 ? "0–1" : "=") : signed(v)),
        r ? el("span", { class: "proven" }, "proven") : null,
      );
      return el("li", { role: "treeitem", "aria-expanded": String(Boolean(child?.open)) }, button, child?.open ? child.list : null);
    });
    if (sorted.length > node.shown) {
      const more = () => {
        node.shown += 50;
        this.show(node);
      };
      items.push(el("li", {}, el("button", { type: "button", class: "quiet", click: more }, `${sorted.length - node.shown} more`)));
    }
    const focused = /** @type {HTMLElement | null} */ (list.contains(document.activeElement) ? document.activeElement : null)?.dataset.line;
    list.replaceChildren(...items);
    if (focused !== undefined) {
      for (const button of list.querySelectorAll("button")) if (button.dataset.line === focused) button.focus();
    }
  }

  /** @param {TreeNode} node @param {string} text */
  toggle(node, text) {
    let child = node.children.get(text);
    if (!child) {
      child = this.node([...node.line, text]);
      node.children.set(text, child);
    }
    child.open = !child.open;
    this.show(node);
    if (child.open) this.ask(child);
  }

  /** @param {KeyboardEvent} event @param {TreeNode} node @param {string} text */
  key(event, node, text) {
    const isOpen = Boolean(node.children.get(text)?.open);
    if ((event.key === "ArrowRight" && !isOpen) || (event.key === "ArrowLeft" && isOpen)) {
      this.toggle(node, text);
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      const all = [...this.element.querySelectorAll("button")];
      const at = all.indexOf(/** @type {HTMLButtonElement} */ (event.currentTarget));
      all[at + (event.key === "ArrowDown" ? 1 : -1)]?.focus();
    } else if (!["ArrowRight", "ArrowLeft"].includes(event.key)) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
  }
}
