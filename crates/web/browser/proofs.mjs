// A value is proven, the certificate verified, and the proof walked through.

import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { begin, clickSomething, open, random } from "./harness.mjs";

async function walk(page) {
  const choose = random(3);
  while (await clickSomething(page, choose));
  return page.getAttribute(".status", "data-result");
}

export const tests = {
  "a proof is found, written, verified and followed": async ({ url, newPage, run, directory }) => {
    const page = await newPage();
    await open(page, url, await begin(url, "hexapawn:3x3"));
    await page.click("#tab-Proof");
    await page.click("[data-do=prove]");
    await page.waitForSelector("dl[data-resolved=true]");
    await page.click("[data-do=certificate]");
    const download = page.waitForEvent("download");
    await page.click("text=Download the certificate");
    const file = join(directory, "proof.cert");
    writeFileSync(file, readFileSync(await (await download).path()));
    assert.match(run("verify", file), /^proven/);
    const before = page.url();
    await page.click("[data-do=walk-proof]");
    await page.waitForFunction((before) => location.href !== before, before);
    // The proof holds the seat of the second player: whatever the first one plays, it wins.
    await page.waitForSelector("text=the proof");
    assert.equal(await walk(page), "0-1");
    await page.close();
  },

  "a certificate of the command is opened": async ({ url, newPage, run, directory }) => {
    const file = join(directory, "c4.cert");
    run("solve", "connect4:4x3", "--certificate", file);
    const page = await newPage();
    await page.goto(`${url}#/proof`);
    await page.setInputFiles("input[type=file]", file);
    await page.waitForURL(/#\/game\//);
    await page.waitForSelector(".status:not(:empty)");
    assert.match(await walk(page), /1\/2|1-0|0-1/);
    writeFileSync(file, "no certificate");
    await page.goto(`${url}#/proof`);
    await page.setInputFiles("input[type=file]", file);
    await page.waitForSelector(".summary:has-text('certificate')");
    await page.close();
  },
};
