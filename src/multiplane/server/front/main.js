// Pages by path, keys, search.

import { address, isPage, pathOf } from "./address.js";
import { get } from "./api.js";
import { h } from "./dom.js";
import { listen } from "./keyboard.js";
import { help, search } from "./search.js";

const PAGES = [
  [/^\/$/, () => import("./sentence.js")],
  [/^\/systems$/, () => import("./systems.js")],
  [/^\/systems\/(.+)$/, () => import("./system.js")],
  [/^\/own$/, () => import("./own.js")],
  [/^\/census$/, () => import("./census.js")],
  [/^\/find$/, () => import("./find.js")],
  [/^\/interface$/, () => import("./interface.js")],
];

const main = document.getElementById("main");
let current = {};
let turn = 0;

function named(written) {
  try {
    return decodeURIComponent(written);
  } catch {
    throw new Error(`“${written}” cannot be read; expected the name of a system, as in their list`);
  }
}

async function show(moved) {
  const mine = ++turn;
  const path = pathOf(location);
  current = {};
  for (const link of document.querySelectorAll(".top nav a")) {
    const there = pathOf(link);
    const here = there === "/" ? path === "/" : path.startsWith(there);
    here ? link.setAttribute("aria-current", "page") : link.removeAttribute("aria-current");
  }
  const fresh = h("div", { class: "page" });
  main.replaceChildren(fresh);
  main.setAttribute("aria-busy", "true");
  try {
    const [, load, match] = PAGES.map(([pattern, load]) => [pattern, load, pattern.exec(path)]).find(([, , found]) => found) ?? [];
    if (!load) throw new Error("this page does not exist");
    const { page } = await load();
    const shown = await page(fresh, match[1] && named(match[1]));
    if (mine !== turn) return;
    current = shown;
    document.title = `${shown.title} · Multiplane`;
  } catch (error) {
    if (mine !== turn) return;
    document.title = "Multiplane";
    fresh.replaceChildren(h("h1", {}, "Not found"), h("p", { class: "trouble", role: "alert" }, error.message), h("p", {}, h("a", { href: "/systems" }, "All systems")));
  }
  main.removeAttribute("aria-busy");
  if (moved) main.focus({ preventScroll: true });
}

function go(path) {
  history.pushState(null, "", address(path));
  window.scrollTo(0, 0);
  show(true);
}

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[href]");
  if (!link || !isPage(link) || link.target || link.hasAttribute("download")) return;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return;
  event.preventDefault();
  if (link.classList.contains("skip")) main.focus();
  else go(link.href);
});
window.addEventListener("popstate", () => show(true));
window.addEventListener("hashchange", () => show(false));

const openSearch = search(go);
const openHelp = help();
document.getElementById("search").addEventListener("click", openSearch);
document.getElementById("help").addEventListener("click", openHelp);

listen((event) => {
  const opens = { "/": openSearch, "?": openHelp }[event.key];
  if (!opens) return current.keys?.(event);
  opens();
  return true;
});

get("/api").then(({ version, model }) => {
  document.getElementById("version").textContent = `Multiplane ${version}${model ? ` · ${model}` : ""}`;
}).catch(() => {});
show(false);
