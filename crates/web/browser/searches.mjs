// What a search knows: the table, the tree, two searches side by side, and how fast the page answers meanwhile.

import assert from "node:assert/strict";
import { begin, open } from "./harness.mjs";

/** Begins a search with a limit, and waits for its end. */
async function analyse(page, evaluations, slot = 0) {
  const panel = page.locator(".search").nth(slot);
  await panel.locator("select.limit").selectOption("evaluations");
  await panel.locator("input.amount").fill(String(evaluations));
  await panel.locator(`[data-do=analyse-${slot}]`).click();
  await panel.locator(".summary", { hasText: /\((evaluations|resolved)\)/ }).waitFor({ timeout: 300_000 });
}

async function tableOf(page, slot = 0) {
  return page.$$eval(`table.known[data-slot="${slot}"] tbody tr`, (rows) =>
    Object.fromEntries(rows.map((row) => [row.dataset.move, JSON.parse(row.dataset.values)])),
  );
}

export const tests = {
  "the live table is what analyse says": async ({ url, newPage, run }) => {
    const page = await newPage();
    const cases = [
      ["connect4:5x4", "3 3", 3000],
      ["hex:5", "c3", 2000],
      ["othello:6", "", 1000],
      ["chess", "e2e4 e7e5", 300],
    ];
    for (const [game, moves, evaluations] of cases) {
      await open(page, url, await begin(url, game, { moves }));
      await analyse(page, evaluations);
      const report = JSON.parse(run("analyse", game, "--algorithm", "ubfm", "--moves", moves, "--evaluations", String(evaluations), "--json"));
      const said = Object.fromEntries(report.moves.map(({ move, c, v, r, n }) => [move, [c, v, r, n]]));
      assert.deepEqual(await tableOf(page), said, game);
    }
    await page.close();
    return `${cases.length} positions`;
  },

  "the tree is unfolded to any depth": async ({ url, newPage }) => {
    const page = await newPage();
    await open(page, url, await begin(url, "connect4:5x4"));
    await analyse(page, 5000);
    await page.locator(".tree-box").first().locator("summary").click();
    const line = [];
    for (let depth = 1; depth <= 4; depth += 1) {
      const below = line.length ? `[data-line^="${line.join(" ")} "]` : "";
      const node = page.locator(`.tree .node${below}`).filter({ hasText: "▸" }).first();
      await node.waitFor();
      line.splice(0, line.length, ...(await node.getAttribute("data-line")).split(" "));
      assert.equal(line.length, depth);
      await node.click();
    }
    await page.locator(`.tree .node[data-line^="${line.join(" ")} "]`).first().waitFor();
    await page.close();
    return line.join(" ");
  },

  "two searches run side by side": async ({ url, newPage }) => {
    const page = await newPage();
    await open(page, url, await begin(url, "graph:blind.json"));
    await analyse(page, 1000, 0);
    await analyse(page, 1000, 1);
    const [completed, basic] = [await tableOf(page, 0), await tableOf(page, 1)];
    // With completion the winning move is proven; without, nothing is.
    assert(Object.values(completed).some(([c, , r]) => c === 1 && r));
    assert(Object.values(basic).every(([, , r]) => !r));
    await page.close();
  },

  "a million states do not make the page slow": async ({ url, newPage, size }) => {
    const page = await newPage();
    await open(page, url, await begin(url, "connect4"));
    await analyse(page, size === "full" ? 1_000_000 : 60_000);
    const began = performance.now();
    await page.locator(".tree-box").first().locator("summary").click();
    await page.locator(".tree .node").first().waitFor();
    const took = performance.now() - began;
    const states = await page.locator(".search .summary").first().textContent();
    await page.close();
    return `the tree opened in ${took.toFixed(0)} ms: ${states.match(/[\d.]+ ?[kMG]? states/)?.[0]}`;
  },

  "a click is answered while four games think": async ({ url, newPage }) => {
    const pages = [];
    for (const game of ["connect4", "othello", "hex:7", "breakthrough"]) {
      const page = await newPage();
      await open(page, url, await begin(url, game));
      await page.click("[data-do=analyse-0]");
      pages.push(page);
    }
    const page = await newPage();
    await open(page, url, await begin(url, "gomoku:10"));
    const times = await page.evaluate(async () => {
      const times = [];
      for (let count = 0; count < 20; count += 1) {
        const before = document.querySelector(".moves .here").dataset.node;
        const began = performance.now();
        document.querySelector(".cell.next > .area").dispatchEvent(new MouseEvent("click", { bubbles: true }));
        while (document.querySelector(".moves .here").dataset.node === before) await new Promise((done) => setTimeout(done, 1));
        times.push(performance.now() - began);
      }
      return times.sort((a, b) => a - b);
    });
    for (const open of [...pages, page]) await open.close();
    // The figure is reported and not asserted: it says as much about the machine.
    return `median ${times[10].toFixed(0)} ms, slowest ${times[19].toFixed(0)} ms`;
  },
};
