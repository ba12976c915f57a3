// Elements in one line.

/** @typedef {string | number | boolean | null | undefined | ((event: any) => void)} Attribute */
/** @typedef {Node | string | number | null | undefined | false} Child */

/**
 * @param {Element} element
 * @param {Record<string, Attribute>} attributes
 * @param {Child[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") {
      element.addEventListener(name, value);
    } else if (value === true) {
      element.setAttribute(name, "");
    } else if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, String(value));
    }
  }
  for (const child of children) {
    if (child !== null && child !== undefined && child !== false) {
      element.append(typeof child === "number" ? String(child) : child);
    }
  }
}

/**
 * An element of HTML. Functions among the attributes are listeners.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, Attribute>} [attributes]
 * @param {Child[]} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  fill(element, attributes, children);
  return element;
}

/**
 * An element of SVG.
 * @template {keyof SVGElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, Attribute>} [attributes]
 * @param {Child[]} children
 * @returns {SVGElementTagNameMap[T]}
 */
export function svg(tag, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", tag);
  fill(element, attributes, children);
  return element;
}

/**
 * A choice among options; `groups` are lists with titles.
 * @param {Record<string, Attribute>} attributes
 * @param {[string, [string, string][]][]} groups
 * @param {string} [chosen]
 */
export function select(attributes, groups, chosen) {
  /** @param {[string, string]} entry */
  const option = ([value, text]) => el("option", { value, selected: value === chosen }, text);
  return el(
    "select",
    attributes,
    ...groups.flatMap(([title, options]) =>
      title ? [el("optgroup", { label: title }, ...options.map(option))] : options.map(option),
    ),
  );
}

/**
 * A field with its label.
 * @param {string} title
 * @param {HTMLElement} field
 * @param {string} [hint]
 */
export function labelled(title, field, hint) {
  return el("label", { class: "field" }, el("span", {}, title), field, hint && el("small", {}, hint));
}

/** @param {number} number A count, shortened as people read it. */
export function short(number) {
  if (number < 10_000) return String(Math.round(number));
  for (const [unit, size] of /** @type {[string, number][]} */ ([["G", 1e9], ["M", 1e6], ["k", 1e3]])) {
    if (number >= size) return `${(number / size).toFixed(number >= 100 * size ? 0 : 1)} ${unit}`;
  }
  return String(number);
}

/** @param {number} bytes */
export function memory(bytes) {
  const units = ["B", "KiB", "MiB", "GiB"];
  let unit = 0;
  while (bytes >= 1024 && unit < units.length - 1) {
    bytes /= 1024;
    unit += 1;
  }
  return `${bytes.toFixed(unit && bytes < 100 ? 1 : 0)} ${units[unit]}`;
}

/** @param {number} gain A proven gain of the first player. */
export function gain(gain) {
  return gain > 0 ? "the first player wins" : gain < 0 ? "the second player wins" : "draw";
}

/** @param {number | null | undefined} v */
export function signed(v) {
  if (v === null || v === undefined) return "";
  return (v < 0 ? "−" : "+") + Math.abs(v).toFixed(3);
}

/**
 * Says something for a few seconds.
 * @param {string} text
 * @param {"error" | "news"} [kind]
 */
export function announce(text, kind = "news") {
  const place = document.getElementById("messages");
  if (!place) return;
  const note = el("p", { class: kind }, text);
  place.append(note);
  setTimeout(() => note.remove(), kind === "error" ? 8000 : 3000);
}
