// A tournament and a learning run are followed.

import assert from "node:assert/strict";
import { copyFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { join } from "node:path";

const PLAN = `title = "A small tournament"
games = ["tictactoe", "connect4:4x4"]
matches = 4
openings = "random:2"
evaluations = 20
seed = 1

[[players]]
algorithm = "ubfm"

[[players]]
algorithm = "mcts"
`;

/** Makes what is followed. */
export function prepare(directory, run) {
  copyFileSync(fileURLToPath(new URL("../../../docs/blind.json", import.meta.url)), join(directory, "blind.json"));
  writeFileSync(join(directory, "plan.toml"), PLAN);
  run("tournament", "run", "plan.toml");
  run("learn", "tictactoe", "--out", "learned", "--games", "100", "--pairs", "2");
}

export const tests = {
  "a tournament is shown and its games are replayed": async ({ url, newPage }) => {
    const page = await newPage();
    await page.goto(`${url}#/follow`);
    await page.click("text=plan.run");
    await page.waitForSelector("text=8 of 8 matches");
    await page.locator("[data-do=replay]").first().click();
    await page.waitForURL(/#\/game\//);
    await page.waitForSelector(".status[data-result]:not([data-result=''])");
    await page.close();
  },

  "a learning run is shown": async ({ url, newPage }) => {
    const page = await newPage();
    await page.goto(`${url}#/follow`);
    await page.click("text=learned");
    await page.waitForSelector("text=/tictactoe: [1-9]\\d* rounds/");
    assert((await page.locator(".plot").count()) > 0);
    await page.close();
  },
};
