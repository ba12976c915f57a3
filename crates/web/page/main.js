// Which page is shown: the part of the address behind the #.

import { catalogue } from "./api.js";
import { announce, el } from "./dom.js";
import { RunPage, followPage } from "./follow.js";
import { gamePage, playLink } from "./game.js";
import { homePage } from "./home.js";
import { proofPage } from "./prove.js";

/** @type {{ element: HTMLElement, close?: () => void } | null} */
let shown = null;

/** @param {string} address @returns {Promise<{ element: HTMLElement, close?: () => void } | null>} */
async function open(address) {
  const [path, query] = address.split("?");
  const [kind, name = ""] = path.split("/").map(decodeURIComponent);
  document.title = "unbounded";
  switch (kind) {
    case "game":
      return gamePage(name);
    case "play":
      await playLink(new URLSearchParams(query));
      return null;
    case "new":
      return { element: await homePage(name) };
    case "proof":
      return { element: proofPage() };
    case "follow":
      return name ? new RunPage(name) : { element: await followPage() };
    default:
      return { element: await homePage() };
  }
}

async function show() {
  const main = /** @type {HTMLElement} */ (document.getElementById("main"));
  const address = location.hash.replace(/^#\/?/, "");
  try {
    const page = await open(address);
    // Another address may have been asked for in the meantime.
    if (!page || address !== location.hash.replace(/^#\/?/, "")) return page?.close?.();
    shown?.close?.();
    shown = page;
    main.replaceChildren(page.element);
    scrollTo(0, 0);
  } catch (error) {
    main.replaceChildren(el("p", { class: "error" }, String(/** @type {Error} */ (error).message)));
  }
}

addEventListener("hashchange", show);
catalogue().then(
  ({ follows }) => {
    const link = document.getElementById("nav-follow");
    if (link) link.hidden = !follows;
  },
  () => announce("The server does not answer.", "error"),
);
show();
