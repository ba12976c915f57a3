// The first page: all games, and the form that begins one.

import { ask, catalogue, post } from "./api.js";
import { announce, el, labelled, select } from "./dom.js";
import { clockFields } from "./game.js";
import { render } from "./markdown.js";
import { seatFields } from "./seats.js";

/** @param {string} [chosen] The game whose form is open. */
export async function homePage(chosen) {
  const known = await catalogue();
  const game = known.games.find(({ name }) => name === chosen);
  const list = el(
    "ul",
    { class: "games" },
    ...known.games.map(({ name, summary }) =>
      el("li", {}, el("a", { href: `#/new/${name}`, "aria-current": name === chosen ? "page" : null }, el("strong", {}, name), el("span", {}, summary))),
    ),
  );
  if (!game) {
    return el(
      "section",
      { class: "home" },
      el("h1", {}, "Choose a game"),
      el("p", { class: "lead" }, "Play it, watch the search think, prove who wins."),
      list,
    );
  }
  return el("section", { class: "home" }, await form(known, game));
}

/**
 * @param {import("./types.js").Catalogue} known
 * @param {import("./types.js").GameInfo} game
 */
async function form(known, game) {
  const samples = game.samples.map((sample) => /** @type {[string, string]} */ ([sample, sample]));
  const variant = el("input", { type: "text", name: "variant", value: game.samples[0] ?? `${game.name}:`, list: "samples", spellcheck: "false" });
  const pick = select({ "aria-label": "Variants", change: () => (variant.value = pick.value) }, [["", samples]], game.samples[0]);
  const seats = [0, 1].map((player) => seatFields(known, player ? { kind: "engine", search: { time: 1000 } } : { kind: "human" }, false));
  const clock = clockFields(null);
  const position = el("textarea", { rows: 2, spellcheck: "false" });
  const moves = el("textarea", { rows: 3, spellcheck: "false" });
  const begin = async (/** @type {Event} */ event) => {
    event.preventDefault();
    try {
      const { id } = await post("api/games", {
        game: variant.value.trim(),
        position: position.value.trim() || null,
        moves: movesOf(moves.value),
        seats: seats.map((seat) => seat.read()),
        clock: clock.read(),
      });
      location.hash = `#/game/${id}`;
    } catch (error) {
      announce(String(/** @type {Error} */ (error).message), "error");
    }
  };
  const rules = el("details", { class: "rules", open: true }, el("summary", {}, "Rules"));
  ask(`api/rules/${game.name}`).then(
    (text) => rules.append(render(text)),
    () => rules.remove(),
  );
  return el(
    "div",
    { class: "begin" },
    el("h1", {}, game.name),
    el("p", { class: "lead" }, game.summary),
    el(
      "form",
      { class: "form", submit: begin },
      el("div", { class: "row" }, labelled("Game and variant", variant, game.variants ? `${game.name}:${game.variants}` : ""), samples.length > 1 && labelled("Examples", pick)),
      el("div", { class: "row" }, el("fieldset", {}, el("legend", {}, "First player"), seats[0].element), el("fieldset", {}, el("legend", {}, "Second player"), seats[1].element)),
      el("fieldset", {}, el("legend", {}, "Clock"), clock.element),
      el("details", {}, el("summary", {}, "Start from a position or a record"), labelled("Position", position), labelled("Moves", moves, "in the notation of the game, or a record that was downloaded here")),
      el("div", { class: "row buttons" }, el("button", { type: "submit", class: "primary", "data-do": "begin" }, "Begin"), el("a", { href: "#/" }, "All games")),
    ),
    rules,
  );
}

/** The moves of a record: without its headers, numbers and result. @param {string} text */
export function movesOf(text) {
  return text
    .replace(/^\s*\[[^\]]*\]\s*$/gm, " ")
    .replace(/\{[^}]*\}/g, " ")
    .split(/\s+/)
    .map((word) => word.replace(/^\d+\.+/, ""))
    .filter((word) => word && !["1-0", "0-1", "1/2-1/2", "*"].includes(word))
    .join(" ");
}
