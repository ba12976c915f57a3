// The pages about games, which are written in Markdown: the little of it that they use.

import { el } from "./dom.js";

/**
 * Text with `code`, **strong** and *emphasis*; links become their text, because they lead to files of the project.
 * @param {string} text
 * @returns {(Node | string)[]}
 */
function inline(text) {
  /** @type {(Node | string)[]} */
  const parts = [];
  const pattern = /`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\([^)]*\)/g;
  let end = 0;
  for (const match of text.matchAll(pattern)) {
    parts.push(text.slice(end, match.index));
    const [all, code, strong, emphasis, link] = match;
    parts.push(code ? el("code", {}, code) : strong ? el("strong", {}, ...inline(strong)) : emphasis ? el("em", {}, ...inline(emphasis)) : link);
    end = match.index + all.length;
  }
  parts.push(text.slice(end));
  return parts;
}

/** @param {string} text */
export function render(text) {
  const root = el("article", { class: "text" });
  const blocks = text.replace(/<!--[^]*?-->/g, "").split(/\n\s*\n/);
  for (let index = 0; index < blocks.length; index += 1) {
    let block = blocks[index].replace(/^\n+|\s+$/g, "");
    if (block.startsWith("```")) {
      while (!/\n```$/.test(block) && index + 1 < blocks.length) block += `\n\n${blocks[(index += 1)].trimEnd()}`;
      root.append(el("pre", {}, block.replace(/^```.*\n|\n```$/g, "")));
    } else if (/^#+ /.test(block)) {
      const level = /** @type {"h1" | "h2" | "h3"} */ (`h${Math.min(3, block.indexOf(" "))}`);
      root.append(el(level, {}, block.replace(/^#+ /, "")));
    } else if (/^[*-] /.test(block)) {
      root.append(el("ul", {}, ...block.split(/\n(?=[*-] )/).map((item) => el("li", {}, ...inline(item.slice(2).replace(/\n\s*/g, " "))))));
    } else if (block.startsWith("|")) {
      const rows = block.split("\n").map((row) => row.split("|").slice(1, -1).map((cell) => cell.trim()));
      const body = rows.slice(2).map((row) => el("tr", {}, ...row.map((cell) => el("td", {}, ...inline(cell)))));
      root.append(el("table", {}, el("thead", {}, el("tr", {}, ...rows[0].map((cell) => el("th", {}, ...inline(cell))))), el("tbody", {}, ...body)));
    } else if (block) {
      root.append(el("p", {}, ...inline(block.replace(/\n/g, " "))));
    }
  }
  return root;
}
