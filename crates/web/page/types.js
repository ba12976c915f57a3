// The messages of the server, as docs/web.md describes them.

/** @typedef {number | string} Click A cell by its number, or a button by its text. */
/** @typedef {[string, Click[][]]} ClickableMove The text of a move, and the ways to click it. */
/** @typedef {{ name: string, place: [number, number], at: [number, number], piece: null | string | [number, string], height: number, trap: boolean }} Cell */
/** @typedef {{ kind: "line" | "edge" | "dot", side?: number, points: [number, number][] }} Decoration */
/** @typedef {{ tiling: null | "squares" | "points" | "hexagons", figures: string, cells: Cell[], labels: [string, [number, number]][], decorations: Decoration[], notes: string[] }} Scene */
/** @typedef {{ algorithm?: string, evaluator?: string, time?: number, evaluations?: number, level?: number, threads?: number, memory?: number }} SearchSetting */
/** @typedef {{ kind: "human" } | { kind: "engine", search?: SearchSetting } | { kind: "proof" }} Seat */
/** @typedef {[number, number | null, string, null | [number, boolean]]} LineNode Number, parent, move, and what a search thinks: v and whether it is proven. */
/** @typedef {{ initial: number, increment: number }} ClockSetting */
/**
 * @typedef {object} State
 * @property {"state"} type
 * @property {string} id
 * @property {string} game
 * @property {string | null} begins
 * @property {LineNode[]} nodes
 * @property {number} cursor
 * @property {[Seat, Seat]} seats
 * @property {boolean} runs
 * @property {string | null} trouble
 * @property {number | null} thinking
 * @property {{ result: string, reason: string } | null} ended
 * @property {{ setting: ClockSetting, left: [number, number], running: number | null } | null} clock
 * @property {{ value: number, holders: number[], size: number, move: string | null, source: string | null, error: string | null } | null} proof
 * @property {string} position
 * @property {number} turn
 * @property {string | null} result
 * @property {Scene} scene
 * @property {ClickableMove[]} moves
 */
/** @typedef {[string, number, number | null, boolean, number]} Row A move with c, v, r and n. */
/**
 * @typedef {object} Report
 * @property {string} algorithm
 * @property {string} options
 * @property {string} evaluator
 * @property {boolean} proves
 * @property {boolean} resolved
 * @property {number | null} value
 * @property {number | null} estimate
 * @property {string | null} best
 * @property {string} reason
 * @property {string[]} line
 * @property {number} iterations
 * @property {number} evaluations
 * @property {number} expansions
 * @property {number} depth
 * @property {number} states
 * @property {number} bytes
 * @property {number} evictions
 * @property {number} seconds
 * @property {string} stop
 * @property {[number, number, number] | null} numbers
 * @property {Row[]} moves
 */
/** @typedef {{ type: "search", slot: number, open: boolean, running?: boolean, node?: number, setting?: SearchSetting, error?: string | null, report?: Report | null }} Search */
/** @typedef {{ type: "proof", open: boolean, running?: boolean, node?: number, error?: string | null, earlier?: number, report?: Report | null, writing?: boolean, certificate?: number | null }} Proof */
/** @typedef {{ type: "look", request: number, moves: Row[] | null, error: string | null }} Look */
/** @typedef {{ type: "peek", request: number, scene: Scene }} Peek */
/** @typedef {{ type: "error", text: string }} Failure */
/** @typedef {State | Search | Proof | Look | Peek | Failure} ServerMessage */
/** @typedef {{ name: string, variants: string, summary: string, samples: string[] }} GameInfo */
/** @typedef {{ name: string, family: string, summary: string, proves: boolean }} AlgorithmInfo */
/** @typedef {{ version: string, games: GameInfo[], algorithms: AlgorithmInfo[], evaluators: { name: string, summary: string }[], full_level: number, threads: number, memory: number, follows: boolean }} Catalogue */

export {};
