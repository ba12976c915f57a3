// The browser tests: `node run.mjs BINARY [full]`. See .ci/browser.

import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import * as experiments from "./experiments.mjs";
import * as games from "./games.mjs";
import { startBrowser, startServer } from "./harness.mjs";
import * as interface_ from "./interface.mjs";
import * as proofs from "./proofs.mjs";
import * as searches from "./searches.mjs";

const [program, size = "small"] = process.argv.slice(2);
const binary = resolve(program);
const directory = mkdtempSync(join(tmpdir(), "unbounded-browser-"));
/** Runs the command. */
const run = (...words) => execFileSync(binary, words, { encoding: "utf8", cwd: directory, stdio: ["ignore", "pipe", "ignore"] });

let failed = 0;
const { browser, newPage, closePages, errors } = await startBrowser();
try {
  experiments.prepare(directory, run);
  const start = () => startServer(binary, "--games", join(directory, "games"), "--follow", directory);
  let server = await start();
  const world = {
    run,
    newPage,
    directory,
    size,
    get url() {
      return server.url;
    },
    restart: async () => {
      await server.stop();
      server = await start();
    },
  };
  for (const { tests } of [interface_, searches, proofs, experiments, games]) {
    for (const [name, test] of Object.entries(tests)) {
      const began = performance.now();
      try {
        const said = await test(world);
        if (errors.length) throw new Error(`errors of the page: ${errors.splice(0).join("; ")}`);
        console.log(`ok    ${name} (${((performance.now() - began) / 1000).toFixed(1)} s)${said ? `: ${said}` : ""}`);
      } catch (error) {
        failed += 1;
        errors.length = 0;
        console.log(`FAIL  ${name}: ${error.stack}`);
      }
      await closePages();
    }
  }
  await server.stop();
} finally {
  await browser.close();
  rmSync(directory, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);
