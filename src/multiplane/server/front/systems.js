// All systems, in groups or sorted, with what is proved of each.

import { get, systemPath } from "./api.js";
import { h, replace } from "./dom.js";
import { grouped } from "./groups.js";
import { MEANINGS } from "./meanings.js";
import { remember, state } from "./state.js";

const MARKS = { true: ["✓", "proved"], false: ["✗", "refuted"], null: ["?", "undecided"] };
const RANKS = { true: 0, null: 1, false: 2 };

const MORE = [
  "k-planar and attardi-d, for k and d up to 9",
  "[single-head], [acyclic], [directed-acyclic], [no-covered-roots] after a planar name, joined by commas",
  "+lba, +rba, +lnba, +rnba after any stack-based system",
];

const mark = (holds) => {
  const [sign, says] = MARKS[String(holds)];
  return h("span", { class: `verdict ${says}`, title: says }, h("span", { "aria-hidden": "true" }, sign), h("span", { class: "unseen" }, says));
};

// What rows are sorted by: proved before undecided before refuted; few planes before many.
function value(row, key) {
  if (key === "system") return row.name;
  if (key === "planes") return row.planes ?? 99;
  return RANKS[String(row.verdicts[key])];
}

const ordered = (rows, key, down) => [...rows].sort((a, b) => {
  const [one, other] = [value(a, key), value(b, key)];
  return (one < other ? -1 : one > other ? 1 : 0) * (down ? -1 : 1);
});

export async function page(main) {
  const { properties, systems } = await get("/api/systems");
  const found = state();
  let [key, down] = [found.sort?.replace(/^-/, "") ?? "", found.sort?.startsWith("-") ?? false];
  const head = h("tr", {});
  const table = h("table", { class: "systems" }, h("thead", {}, head));
  const filter = h("input", { type: "search", placeholder: "Filter by name or source", "aria-label": "Filter", value: found.filter ?? "", oninput: () => show() });
  const groups = h("button", { type: "button", class: "quiet", onclick: () => { key = ""; show(); } }, "By groups");

  const heading = (name, slanted) => {
    const order = name === key ? (down ? "descending" : "ascending") : undefined;
    const sign = name === key ? (down ? " ↓" : " ↑") : "";
    return h("th", { scope: "col", class: slanted ? "slanted" : undefined, "aria-sort": order },
      h("button", { type: "button", class: "sort", "data-key": name, title: MEANINGS[name] ? `${MEANINGS[name]}. Press to sort.` : "Press to sort", onclick: () => sort(name) }, name.replaceAll("_", " "), h("span", { "aria-hidden": "true" }, sign)));
  };
  const row = (system) => h("tr", {},
    h("th", { scope: "row" }, h("a", { href: systemPath(system.name), title: system.source }, system.name)),
    h("td", { class: "number" }, system.planes ?? "–"),
    properties.map((property) => h("td", {}, mark(system.verdicts[property]))));

  function sort(name) {
    [key, down] = [name, name === key && !down];
    show();
    head.querySelector(`[data-key="${CSS.escape(name)}"]`).focus();
  }
  function show() {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const rows = systems.filter(({ name, source }) => words.every((word) => `${name} ${source}`.toLowerCase().includes(word)));
    const parts = key ? [["", ordered(rows, key, down)]] : grouped(rows);
    replace(head, heading("system", false), heading("planes", true), properties.map((property) => heading(property, true)));
    for (const body of table.querySelectorAll("tbody")) body.remove();
    const wide = properties.length + 2;
    table.append(...parts.map(([title, members]) => h("tbody", {},
      title ? h("tr", { class: "group" }, h("th", { scope: "rowgroup", colspan: wide }, title)) : null, members.map(row))));
    if (!rows.length) table.append(h("tbody", {}, h("tr", {}, h("td", { colspan: wide, class: "aside" }, "No match in this list. To open a system of the kinds below, press ", h("kbd", {}, "/"), "."))));
    groups.hidden = !key;
    remember(main, { filter: filter.value, sort: key ? `${down ? "-" : ""}${key}` : undefined });
  }
  show();
  main.replaceChildren(
    h("h1", {}, "Systems"),
    h("p", { class: "lead" }, "Properties are proved from the definition of a system, or refuted by a derivation that you can step through."),
    h("div", { class: "tools" }, filter, groups),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Table of systems" }, table),
    h("p", { class: "key" }, Object.values(MARKS).map(([sign, says]) => h("span", { class: `verdict ${says}` }, `${sign} ${says}`))),
    h("details", { class: "notation" }, h("summary", {}, "What the properties mean"),
      h("dl", {}, ["planes", ...properties].map((name) => h("div", {}, h("dt", {}, name.replaceAll("_", " ")), h("dd", {}, MEANINGS[name] ?? ""))))),
    h("h2", {}, "More systems"),
    h("ul", { class: "plain" }, MORE.map((text) => h("li", {}, text)), h("li", {}, h("a", { href: "/own" }, "a system of your own"))));
  return { title: "Systems" };
}
