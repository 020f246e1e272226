// The stores of a configuration: stacks with their top on the right, buffers with their front on
// the left, so that the open ends face each other, as in (σ|i, j|β, A).

import { h } from "./dom.js";

const SHOWN = 30; // words of a store, from its open end, if there is room
const ROOM = 66; // pixels for "… more"

const NAMES = { σ: "Stack", β: "Buffer", λ: "List" };

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
  const more = h("li", { class: "more", hidden: !hidden, "data-count": hidden }, `${hidden} more`);
  store.open_on_left ? chips.push(more) : chips.unshift(more);
  const kind = store.open_on_left ? "buffer" : "stack";
  const called = NAMES[store.name[0]] ?? (store.open_on_left ? "Buffer" : "Stack");
  const says = `${called} ${store.name}: ${words.map((word) => (word ? forms[word - 1] ?? word : "root")).join(" ") || "empty"}`;
  return h("div", { class: `store ${kind}${active ? " active" : ""}${plane ? ` plane-${plane}` : ""}`, "data-store": store.name },
    h("p", { class: "name" }, `${called} `, greek(store.name), plane ? h("small", {}, ` plane ${plane}${active ? ", active" : ""}`) : null),
    h("ol", { "aria-label": says }, words.length ? chips : h("li", { class: "none", "aria-hidden": "true" }, "empty")));
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

// Leave out words at the closed ends of stores until the others fit; to be called when they are shown.
export function fit(element) {
  for (const list of element.querySelectorAll(".store ol")) {
    const more = list.querySelector(".more");
    if (!more) continue;
    const chips = [...list.querySelectorAll(".chip")];
    const far = list.parentElement.classList.contains("buffer") ? [...chips].reverse() : chips;
    const wide = chips.map((each) => each.offsetWidth + 6);
    const room = list.clientWidth - 16;
    let total = wide.reduce((sum, each) => sum + each, 0) + (more.hidden ? 0 : ROOM);
    let hidden = Number(more.dataset.count);
    for (const each of far.slice(0, -1)) {
      if (total <= room) break;
      if (more.hidden) total += ROOM;
      more.hidden = false;
      hidden += 1;
      total -= each.offsetWidth + 6;
      each.hidden = true;
    }
    more.textContent = `${hidden} more`;
  }
}
