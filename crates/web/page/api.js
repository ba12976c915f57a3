// Requests, and the connection to a game.

import { announce } from "./dom.js";

/**
 * @param {string} path
 * @param {RequestInit} [options]
 * @returns {Promise<any>}
 */
export async function ask(path, options) {
  const response = await fetch(path, options);
  const kind = response.headers.get("content-type") ?? "";
  const answer = kind.startsWith("application/json") ? await response.json() : await response.text();
  if (!response.ok) throw new Error(answer?.error ?? (String(answer) || response.statusText));
  return answer;
}

/**
 * @param {string} path
 * @param {unknown} body
 */
export function post(path, body) {
  const headers = { "content-type": "application/json" };
  return ask(path, { method: "POST", headers, body: JSON.stringify(body) });
}

/** @type {Promise<import("./types.js").Catalogue> | undefined} */
let known;

/** The games, algorithms and evaluators. */
export function catalogue() {
  known ??= ask("api/catalogue");
  return known;
}

/** The connection to a game. It is made again when it is lost. */
export class Connection {
  /**
   * @param {string} id
   * @param {(message: import("./types.js").ServerMessage) => void} hear
   * @param {(connected: boolean) => void} connected
   */
  constructor(id, hear, connected) {
    this.address = new URL(`api/games/${id}/socket`, location.href);
    this.address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    this.address.hash = "";
    this.hear = hear;
    this.connected = connected;
    this.closed = false;
    this.wait = 250;
    this.requests = 0;
    /** @type {Map<number, (message: any) => void>} */
    this.answers = new Map();
    /** @type {WebSocket | undefined} */
    this.socket = undefined;
    this.open();
  }

  open() {
    const socket = new WebSocket(this.address);
    this.socket = socket;
    socket.addEventListener("open", () => {
      this.wait = 250;
      this.connected(true);
    });
    socket.addEventListener("message", (event) => this.receive(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      if (this.closed) return;
      this.answers.clear();
      this.connected(false);
      setTimeout(() => this.closed || this.open(), this.wait);
      this.wait = Math.min(2 * this.wait, 8000);
    });
  }

  /** @param {import("./types.js").ServerMessage} message */
  receive(message) {
    if (message.type === "error") {
      announce(message.text, "error");
    } else if (message.type === "look" || message.type === "peek") {
      this.answers.get(message.request)?.(message);
      this.answers.delete(message.request);
    }
    this.hear(message);
  }

  /** @param {Record<string, unknown>} message */
  send(message) {
    if (this.socket?.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
  }

  /**
   * A question, and what is done with the answer.
   * @param {Record<string, unknown>} message
   * @param {(message: any) => void} answer
   */
  ask(message, answer) {
    this.requests += 1;
    this.answers.set(this.requests, answer);
    this.send({ ...message, request: this.requests });
  }

  close() {
    this.closed = true;
    this.socket?.close();
  }
}
