// What surrounds the board: moves, variations, links, players, keyboard, small and dark screens.

import assert from "node:assert/strict";
import { begin, open } from "./harness.mjs";

const click = (page, name) => page.click(`.cell[data-cell="${name}"].next > .area`);
const ply = (page, count) => page.waitForFunction((count) => document.querySelectorAll(".moves .line > .move").length === count + 1, count);

export const tests = {
  "moves are taken back, and variations stay": async ({ url, newPage }) => {
    const page = await newPage();
    await open(page, url, await begin(url, "tictactoe"));
    for (const [count, cell] of ["b2", "a1", "c3"].entries()) {
      await click(page, cell);
      await ply(page, count + 1);
    }
    await page.click("[data-do=takeback]");
    await ply(page, 2);
    await page.click("[data-do=back]");
    await page.waitForSelector('.moves .here:has-text("b2")', { state: "attached" });
    await click(page, "c1");
    await page.waitForSelector(".moves .variation", { state: "attached" });
    // The curve leads to every position of the line.
    await page.locator(".value-curve .ply").first().click();
    await page.waitForSelector('.moves .here[data-node="0"]', { state: "attached" });
    await page.reload();
    await page.waitForSelector(".moves .variation", { state: "attached" });
    await page.close();
  },

  "a game begins from the form, and the engine answers": async ({ url, newPage }) => {
    const page = await newPage();
    await page.goto(url);
    await page.click('.games a[href="#/new/tictactoe"]');
    await page.click("[data-do=begin]");
    await page.waitForURL(/#\/game\//);
    await page.waitForSelector(".status:not(:empty)");
    await click(page, "b2");
    await ply(page, 2);
    assert.equal(await page.textContent(".player.moves strong"), "First");
    await page.close();
  },

  "engines play each other, with clocks": async ({ url, newPage }) => {
    const seat = { kind: "engine", search: { evaluations: 50 } };
    const page = await newPage();
    await open(page, url, await begin(url, "connect4:4x4", { seats: [seat, seat], clock: { initial: 60000, increment: 0 } }));
    await page.waitForSelector(".status[data-result]:not([data-result=''])");
    assert.equal(await page.locator(".clock").count(), 2);
    await page.close();
  },

  "a link and a record contain the game": async ({ url, newPage, run }) => {
    const page = await newPage();
    const id = await begin(url, "hex:5", { moves: "c3 swap b2" });
    await open(page, url, id);
    await page.click("#tab-Share");
    const link = await page.inputValue("[aria-label='Link with the moves']");
    const record = await (await fetch(`${url}api/games/${id}/record`)).text();
    assert.match(record, /\[Game "hex:5"\][^]*c3 swap b2/);
    run("replay", "hex:5", "--moves", "c3 swap b2");
    const other = await newPage();
    await other.goto(link);
    await other.waitForURL(/#\/game\//);
    await ply(other, 3);
    assert.notEqual(new URL(other.url()).hash, `#/game/${id}`);
    await page.close();
    await other.close();
  },

  "games outlive the server": async (world) => {
    const page = await world.newPage();
    const id = await begin(world.url, "tictactoe", { moves: "b2 a1" });
    await open(page, world.url, id);
    await page.close();
    await world.restart();
    const again = await world.newPage();
    await open(again, world.url, id);
    await ply(again, 2);
    await again.close();
  },

  "the keyboard is enough": async ({ url, newPage }) => {
    const page = await newPage();
    await open(page, url, await begin(url, "tictactoe"));
    await page.focus('.cell[tabindex="0"]');
    await page.keyboard.press("Enter");
    await ply(page, 1);
    await page.focus('.cell[tabindex="0"]');
    for (const key of ["ArrowRight", "ArrowUp", "Enter"]) await page.keyboard.press(key);
    await ply(page, 2);
    await page.keyboard.press("Tab");
    await page.keyboard.press("Home");
    await page.waitForSelector('.moves .here[data-node="0"]', { state: "attached" });
    await page.close();
  },

  "a narrow and dark screen shows everything": async ({ url, newPage }) => {
    const page = await newPage({ viewport: { width: 360, height: 700 }, colorScheme: "dark", reducedMotion: "reduce" });
    for (const game of ["chess", "hex:11", "connect4", "havannah:8,noswap"]) {
      await open(page, url, await begin(url, game));
      const wide = await page.evaluate(() => document.documentElement.scrollWidth);
      assert(wide <= 360, `${game} is ${wide} pixels wide`);
    }
    await page.goto(url);
    await page.waitForSelector(".games");
    assert((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
    await page.close();
  },

  "every game has its rules": async ({ url, newPage }) => {
    const { games } = await (await fetch(`${url}api/catalogue`)).json();
    const page = await newPage();
    for (const { name } of games) {
      const response = await fetch(`${url}api/rules/${name}`);
      assert(response.ok && /^# /.test(await response.text()), name);
    }
    await page.goto(`${url}#/new/draughts`);
    await page.waitForSelector(".rules h1");
    await page.close();
  },
};
