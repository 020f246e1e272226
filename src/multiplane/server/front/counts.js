// What derivations of one sentence cost, side by side: so far, and in all.

import { h } from "./dom.js";

// Counts of a derivation up to a step, by what is counted.
function counted({ steps, stores, words, lost }, at) {
  const names = steps.slice(1, at + 1).map(({ transition }) => transition);
  const inStores = (among) => new Set(steps[at].stores.filter((_, k) => among(stores[k])).flat().filter(Boolean)).size;
  const found = new Map([
    ["transitions", names.length],
    ["arcs", steps.slice(0, at + 1).reduce((sum, { arcs }) => sum + arcs.length, 0)],
    ["words read", words - inStores(({ name }) => name === "β")],
    ["words done", words - inStores(() => true)],
    ["heads lost", lost.length],
  ]);
  for (const name of names) found.set(name, (found.get(name) ?? 0) + 1);
  return found;
}

const MEANINGS = {
  "words read": "no longer in the buffer",
  "words done": "in no store any more",
  "heads lost": "of the tree, which the system cannot build",
};
const ALL = new Set(["heads lost"]); // counted for the whole derivation only

function cell(stepper, key) {
  const { derivation, at, here, last, quiz } = stepper;
  if (!derivation) return "–";
  const total = counted(derivation, last).get(key);
  const now = counted(derivation, here).get(key) ?? 0;
  if (total === undefined && !derivation.transitions.includes(key)) return "–"; // it has no such transition
  if (at === null || ALL.has(key)) return String(total ?? 0);
  return quiz ? String(now) : `${now} of ${total ?? 0}`;
}

export function counts(steppers) {
  const known = steppers.map(({ derivation }) => derivation).filter(Boolean);
  if (!known.length) return null;
  const measures = [...counted(known[0], 0).keys()];
  const names = [...new Set(known.flatMap(({ transitions }) => transitions))];
  const row = (key, kind) => h("tr", {},
    h("th", { scope: "row", class: kind, title: MEANINGS[key] }, key), steppers.map((stepper) => h("td", { class: "number" }, cell(stepper, key))));
  return h("table", { class: "numbers counts" },
    h("caption", {}, "Counts"),
    h("thead", {}, h("tr", {}, h("td", {}), steppers.map(({ title }) => h("th", { scope: "col" }, title)))),
    h("tbody", {}, measures.map((key) => row(key)), names.map((key) => row(key, "transition"))));
}
