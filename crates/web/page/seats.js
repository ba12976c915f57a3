// Who plays: fields for a seat.

import { el, labelled, select } from "./dom.js";

/** @typedef {import("./types.js").Seat} Seat */
/** @typedef {import("./types.js").Catalogue} Catalogue */

/** @param {Seat} seat */
export function seatName(seat) {
  if (seat.kind === "human") return "a person";
  if (seat.kind === "proof") return "the proof";
  const { algorithm, time, evaluations, level } = seat.search ?? {};
  const limit = level !== undefined ? `level ${level}` : evaluations ? `${evaluations} evaluations` : time ? `${time / 1000} s` : "";
  return [algorithm ?? "usual engine", limit].filter(Boolean).join(", ");
}

/**
 * Algorithms by family.
 * @param {Catalogue} known
 * @returns {[string, [string, string][]][]}
 */
export function algorithms(known) {
  /** @type {Map<string, [string, string][]>} */
  const families = new Map();
  for (const { name, family } of known.algorithms) families.set(family, [...(families.get(family) ?? []), [name, name]]);
  return [...families];
}

/**
 * Fields for a seat.
 * @param {Catalogue} known
 * @param {Seat} seat
 * @param {boolean} hasProof
 */
export function seatFields(known, seat, hasProof) {
  const search = (seat.kind === "engine" && seat.search) || {};
  const kinds = /** @type {[string, string][]} */ ([["human", "a person"], ["engine", "an engine"], ...(hasProof ? [["proof", "the proof"]] : [])]);
  const kind = select({ class: "seat-kind", change: () => show() }, [["", kinds]], seat.kind);
  const algorithm = select({}, [["", [["", "the usual one"]]], ...algorithms(known)], search.algorithm ?? "");
  const evaluators = known.evaluators.map(({ name }) => /** @type {[string, string]} */ ([name, name]));
  const evaluator = select({}, [["", [["", "the usual one"], ...evaluators]]], search.evaluator ?? "");
  const limits = /** @type {[string, string][]} */ ([["time", "seconds a move"], ["evaluations", "evaluations a move"], ["level", `level, 0 to ${known.full_level - 1}`]]);
  const limit = select({}, [["", limits]], search.level !== undefined ? "level" : search.evaluations ? "evaluations" : "time");
  const amount = el("input", { type: "number", min: 0, step: "any", value: search.level ?? search.evaluations ?? (search.time ?? 1000) / 1000 });
  const rest = el(
    "div",
    { class: "seat-engine" },
    labelled("Algorithm", algorithm),
    labelled("Evaluator", evaluator),
    el("div", { class: "row" }, labelled("Limit", limit), labelled("How much", amount)),
  );
  const show = () => (rest.hidden = kind.value !== "engine");
  show();
  return {
    element: el("div", {}, kind, rest),
    /** @returns {Seat} */
    read: () => {
      if (kind.value === "proof") return { kind: "proof" };
      if (kind.value === "human") return { kind: "human" };
      const number = Math.max(0, Number(amount.value));
      const how = limit.value === "time" ? { time: Math.max(1, Math.round(1000 * number)) } : { [limit.value]: Math.round(number) };
      /** @type {import("./types.js").SearchSetting} */
      const chosen = { ...how };
      if (algorithm.value) chosen.algorithm = algorithm.value;
      if (evaluator.value) chosen.evaluator = evaluator.value;
      return { kind: "engine", search: chosen };
    },
  };
}
