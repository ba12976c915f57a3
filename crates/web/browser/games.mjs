// Every game is played to its end by clicks alone.

import assert from "node:assert/strict";
import { begin, clickSomething, open, random } from "./harness.mjs";

/** A small variant of each game, or a position near the end where there is none. */
const SMALL = {
  tictactoe: "tictactoe",
  mnk: "mnk:4x3x3",
  connect4: "connect4:4x4",
  gomoku: "gomoku:6",
  connect6: "connect6:6",
  amazons: "amazons:4x4",
  santorini: "santorini",
  breakthrough: "breakthrough:3x6",
  hexapawn: "hexapawn:3x3",
  hex: "hex:4",
  havannah: "havannah:3",
  chess: ["chess", "4k3/P6P/8/8/8/8/p6p/4K3 w - - 90 60"],
  clobber: "clobber:3x3",
  othello: "othello:4",
  ataxx: "ataxx",
  draughts: "draughts:brazilian",
  loa: ["loa", "8/8/2x5/3o4/3x4/4o3/3x4/8 x"],
  surakarta: ["surakarta", "....../.oo.../....../.x..../...x../...... x"],
  xiangqi: ["xiangqi", "3k5/4a4/9/9/9/4P4/9/9/4A4/4KR3 w"],
  nim: "nim:3-4-5",
  domineering: "domineering:4x4",
  dodgem: "dodgem",
  go: "go:3",
  arimaa: ["arimaa", "r7/1R6/8/3E4/4e3/8/6r1/7R g"],
  graph: "graph:blind.json",
};

/** The usual size of each, from the start. */
const FULL = { mnk: "mnk:15x15x5", graph: "graph:blind.json" };

/** More clicks than any game takes. */
const MOST = 5000;

async function play(page, url, [game, position]) {
  await open(page, url, await begin(url, game, { position }));
  const choose = random(7);
  let clicks = 0;
  while (await clickSomething(page, choose)) {
    clicks += 1;
    assert(clicks < MOST, `${game} does not end`);
  }
  const result = await page.getAttribute(".status", "data-result");
  assert.match(result, /^(1-0|0-1|1\/2)/, game);
  // A reload loses nothing.
  const line = await page.textContent(".moves .line");
  await page.reload();
  await page.waitForSelector(".status[data-result]:not([data-result=''])");
  assert.equal(await page.textContent(".moves .line"), line, game);
  return clicks;
}

export const tests = {
  "every game is played to its end by clicks": async ({ url, newPage, size }) => {
    const { games } = await (await fetch(`${url}api/catalogue`)).json();
    const waiting = games.map(({ name }) => {
      const small = SMALL[name];
      assert(small, `${name} is not in the list of this test`);
      return size === "full" ? [FULL[name] ?? name] : [small].flat();
    });
    let clicks = 0;
    // Two games at a time.
    const worker = async () => {
      const page = await newPage();
      for (let game = waiting.shift(); game; game = waiting.shift()) clicks += await play(page, url, game);
      await page.close();
    };
    await Promise.all([worker(), worker()]);
    return `${games.length} games, ${clicks} clicks`;
  },
};
