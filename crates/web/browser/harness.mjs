// A server and a browser for the tests, and what they have in common.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { chromium } from "playwright-core";

const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

/** Starts `unbounded serve` at a free port. */
export async function startServer(binary, ...flags) {
  const server = spawn(binary, ["serve", "--port", "0", "--json", ...flags], { stdio: ["ignore", "pipe", "inherit"] });
  const [line] = await Promise.race([
    once(createInterface(server.stdout), "line"),
    once(server, "exit").then(([code]) => Promise.reject(new Error(`the server has ended with ${code}`))),
  ]);
  const { url } = JSON.parse(line);
  const stop = async () => {
    server.kill("SIGTERM");
    if (server.exitCode === null) await once(server, "exit");
  };
  return { url, stop };
}

/** Starts the browser. Errors of pages end the test. */
export async function startBrowser() {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
  const errors = [];
  const newPage = async (options = {}) => {
    const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
    page.setDefaultTimeout(10_000);
    page.on("pageerror", (error) => errors.push(error.message));
    // A request that the server refuses is told there, too; a page says so itself.
    const isOfPage = (message) => message.type() === "error" && !/status of 4\d\d/.test(message.text());
    page.on("console", (message) => isOfPage(message) && errors.push(message.text()));
    return page;
  };
  const closePages = () => Promise.all(browser.contexts().map((context) => context.close()));
  return { browser, newPage, closePages, errors };
}

/** Begins a game and returns its id. */
export async function begin(url, game, more = {}) {
  const response = await fetch(`${url}api/games`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ game, ...more }),
  });
  const answer = await response.json();
  if (!response.ok) throw new Error(`${game}: ${answer.error}`);
  return answer.id;
}

/** Opens the page of a game. */
export async function open(page, url, id) {
  await page.goto(`${url}#/game/${id}`);
  await page.waitForSelector(".status:not(:empty)");
}

/** The same numbers in every run. */
export function random(seed) {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

/** Clicks where a person would: on cells that are marked, and on buttons below the board. Returns false at the end of the game. */
export async function clickSomething(page, choose) {
  const place = await page.evaluate((pick) => {
    if (document.querySelector(".status").dataset.result) return null;
    const cells = [...document.querySelectorAll(".cell.next.main > .area")];
    const buttons = [...document.querySelectorAll(".board-buttons [data-click]")];
    const all = [...cells, ...buttons];
    const target = all[pick % all.length];
    if (!target) return "nothing";
    target.scrollIntoView({ block: "nearest" });
    const { left, top, width, height } = target.getBoundingClientRect();
    window.seen = `${document.querySelector(".hint").textContent}|${document.querySelector(".moves .here")?.dataset.node}`;
    return [left + width / 2, top + height / 2];
  }, choose(1 << 20));
  if (place === null) return false;
  if (place === "nothing") {
    // The answer of the server is on its way.
    await page.waitForFunction(() => document.querySelector(".cell.next, .board-buttons [data-click]") || document.querySelector(".status").dataset.result);
    return true;
  }
  await page.mouse.click(place[0], place[1]);
  await page.waitForFunction(() => `${document.querySelector(".hint").textContent}|${document.querySelector(".moves .here")?.dataset.node}` !== window.seen, undefined, { polling: 5 });
  return true;
}
