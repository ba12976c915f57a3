// The search for a proof: progress, stop and resume, the certificate, and a game against it.

import { post } from "./api.js";
import { announce, el, gain, labelled, memory, select, short } from "./dom.js";
import { algorithms } from "./seats.js";

export class ProofPanel {
  /** @param {import("./game.js").GamePage} page */
  constructor(page) {
    this.page = page;
    /** @type {import("./types.js").Proof | null} */
    this.proof = null;
    const provers = algorithms({ ...page.known, algorithms: page.known.algorithms.filter((algorithm) => algorithm.proves) });
    this.algorithm = select({}, provers, "auto");
    this.memory = el("input", { type: "number", min: 16, max: page.known.memory, value: page.known.memory });
    this.threads = el("input", { type: "number", min: 1, max: page.known.threads, value: 1 });
    this.keep = el("input", { type: "checkbox", checked: true });
    const send = (/** @type {Record<string, unknown>} */ message) => page.connection.send(message);
    this.start = el("button", { type: "submit", class: "primary", "data-do": "prove" }, "Prove");
    this.stop = el("button", { type: "button", "data-do": "stop-proof", click: () => send({ type: "stop_proof" }) }, "Stop");
    this.drop = el("button", { type: "button", class: "quiet", click: () => send({ type: "close_proof" }) }, "Drop the search");
    this.write = el("button", { type: "button", "data-do": "certificate", click: () => send({ type: "certificate" }) }, "Make a certificate");
    this.download = el("a", { href: `api/games/${page.id}/certificate`, download: "proof.cert", class: "button" }, "Download the certificate");
    this.walk = el("button", { type: "button", "data-do": "walk-proof", click: () => this.open() }, "Verify it and walk through the proof");
    this.summary = el("div", { class: "summary", "aria-live": "polite" });
    this.about = el("div", { class: "summary" });
    this.element = el(
      "section",
      { class: "proof", "aria-label": "Proof" },
      this.about,
      el(
        "form",
        { class: "form compact", submit: (/** @type {Event} */ event) => {
          event.preventDefault();
          const search = { algorithm: this.algorithm.value, memory: Number(this.memory.value), threads: Number(this.threads.value) };
          send({ type: "prove", search, keep: this.keep.checked });
        } },
        el("p", {}, "Search for the value of the position on the board until it is proven."),
        el("div", { class: "row" }, labelled("Algorithm", this.algorithm), labelled("MiB of memory", this.memory), labelled("Threads", this.threads)),
        el("label", { class: "check" }, this.keep, "go on when nobody watches"),
        el("div", { class: "row buttons" }, this.start, this.stop, this.drop),
      ),
      this.summary,
      el("div", { class: "row buttons" }, this.write, this.download, this.walk),
    );
    this.hear({ type: "proof", open: false });
  }

  async open() {
    try {
      const { id } = await post(`api/games/${this.page.id}/proof`, {});
      location.hash = `#/game/${id}`;
    } catch (error) {
      announce(String(/** @type {Error} */ (error).message), "error");
    }
  }

  /** @param {import("./types.js").State} state */
  show(state) {
    const { proof } = state;
    this.about.replaceChildren(
      ...(proof
        ? [
            el("h2", {}, "This game has a proof"),
            el("p", {}, `Value of the start: ${gain(proof.value)}. The certificate was verified by the rules; it names ${short(proof.size)} moves.`),
            el("p", {}, proof.move ? `Here it plays ${proof.move} (${proof.source}).` : proof.error ?? "Here the opponent of the strategy is to move: play any move."),
          ]
        : []),
    );
  }

  /** @param {import("./types.js").Proof} proof */
  hear(proof) {
    this.proof = proof;
    const { report, running } = proof;
    this.stop.hidden = !running;
    this.start.textContent = proof.open && !running && !report?.resolved ? "Resume" : "Prove";
    this.start.disabled = Boolean(running);
    this.drop.hidden = !proof.open;
    this.write.hidden = !report?.resolved || Boolean(proof.certificate) || Boolean(proof.writing);
    this.download.hidden = this.walk.hidden = !proof.certificate;
    const rows = /** @type {[string, string][]} */ ([]);
    if (proof.error) rows.push(["error", proof.error]);
    if (report) {
      const isProven = report.value !== null;
      rows.push(["value", isProven ? `${gain(/** @type {number} */ (report.value))} (proven)` : running ? "not known yet" : `not known: stopped (${report.stop})`]);
      if (report.best) rows.push(["best move", report.best]);
      if (report.numbers) rows.push(["proof numbers", `${report.numbers[1]} / ${report.numbers[2]} (player 1 reaches ${report.numbers[0]}?)`]);
      rows.push(["states", short(report.states)], ["memory", memory(report.bytes)]);
      rows.push(["time", `${(report.seconds + (proof.earlier ?? 0)).toFixed(1)} s`], ["iterations", short(report.iterations)]);
      if (isProven && report.line.length) rows.push(["line", report.line.join(" ")]);
    }
    if (proof.writing) rows.push(["certificate", "is being written …"]);
    if (proof.certificate) rows.push(["certificate", memory(proof.certificate)]);
    this.summary.replaceChildren(
      el("dl", { "data-resolved": report?.resolved ? "true" : "false" }, ...rows.flatMap(([name, text]) => [el("dt", {}, name), el("dd", {}, text)])),
    );
  }
}

/** The page where certificates are opened. */
export function proofPage() {
  const file = el("input", { type: "file", "aria-label": "Certificate" });
  const said = el("p", { class: "summary", role: "status" });
  const open = async () => {
    const chosen = file.files?.[0];
    if (!chosen) return;
    said.textContent = "The certificate is being verified …";
    try {
      const response = await fetch("api/proofs", { method: "POST", headers: { "content-type": "application/octet-stream" }, body: chosen });
      const answer = await response.json();
      if (!response.ok) throw new Error(answer.error);
      location.hash = `#/game/${answer.id}`;
    } catch (error) {
      said.textContent = String(/** @type {Error} */ (error).message);
    }
  };
  file.addEventListener("change", open);
  return el(
    "section",
    { class: "text" },
    el("h1", {}, "Proofs"),
    el("p", {}, "A certificate proves the value of a position: one move for the side that achieves it, and every reply of the other side. It is verified here by the rules of the game alone; then you can walk through it and play against it."),
    labelled("Open a certificate", file),
    said,
    el("p", {}, "The command ", el("code", {}, "unbounded solve GAME --certificate proof.cert"), " writes one, and so does the tab Proof of every game."),
  );
}
