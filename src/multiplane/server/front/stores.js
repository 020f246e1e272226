// The stores of a configuration: stacks with their top on the right, buffers with their front on
// the left, so that the open ends face each other, as in (σ|i, j|β, A).

import { h } from "./dom.js";

const SHOWN = 14; // words of a store, from its open end

const greek = (name) => [h("var", {}, name[0]), name.length > 1 && h("sub", {}, name.slice(1))];

function chip(word, forms, open) {
  const form = word ? (forms[word - 1] ?? String(word)) : "root";
  const number = forms.length && word ? h("sub", {}, word) : null;
  return h("li", { class: open ? "chip open" : "chip", "data-word": word }, h("span", {}, form), number);
}

function row(store, words, plane, active, forms) {
  const shown = store.open_on_left ? words.slice(0, SHOWN) : words.slice(-SHOWN);
  const hidden = words.length - shown.length;
  const last = store.open_on_left ? 0 : shown.length - 1;
  const chips = shown.map((word, k) => chip(word, forms, k === last));
  const more = hidden ? h("li", { class: "more" }, `${hidden} more`) : null;
  if (more) store.open_on_left ? chips.push(more) : chips.unshift(more);
  const kind = store.open_on_left ? "buffer" : "stack";
  const names = { σ: "stack", β: "buffer", λ: "list" };
  const says = `${names[store.name[0]] ?? kind} ${store.name}: ${words.map((word) => (word ? forms[word - 1] ?? word : "root")).join(" ") || "empty"}`;
  return h("div", { class: `store ${kind}${active ? " active" : ""}${plane ? ` plane-${plane}` : ""}`, "data-store": store.name },
    h("span", { class: "name", title: plane ? `plane ${plane}` : undefined, "aria-hidden": "true" }, greek(store.name)),
    h("ol", { "aria-label": says }, chips.length ? chips : h("li", { class: "none", "aria-hidden": "true" }, "empty")));
}

export function stores(derivation, step, forms) {
  const several = step.planes.some(Boolean);
  const rows = derivation.stores.map((store, k) => ({
    store,
    plane: step.planes[k],
    element: row(store, step.stores[k], step.planes[k], several && store.name === "σ", forms),
  }));
  // Stacks that take turns stay in their place; which of them is active moves.
  const stacks = rows.filter(({ store }) => !store.open_on_left).sort((a, b) => a.plane - b.plane);
  const buffers = rows.filter(({ store }) => store.open_on_left);
  return h("div", { class: "stores" },
    h("div", { class: "side stacks" }, stacks.map(({ element }) => element)),
    h("div", { class: "side buffers" }, buffers.map(({ element }) => element)));
}
