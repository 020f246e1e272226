// All systems, with what is proved of each.

import { get, systemPath } from "./api.js";
import { h, replace } from "./dom.js";
import { remember, state } from "./state.js";

const MARKS = { true: ["✓", "proved"], false: ["✗", "refuted"], null: ["?", "undecided"] };

const MORE = [
  "k-planar and attardi-d, for k and d up to 9",
  "[single-head], [acyclic], [directed-acyclic], [no-covered-roots] after a planar name, joined by commas",
  "+lba, +rba, +lnba, +rnba after any stack-based system",
];

const mark = (holds) => {
  const [sign, says] = MARKS[String(holds)];
  return h("span", { class: `verdict ${says}`, title: says }, h("span", { "aria-hidden": "true" }, sign), h("span", { class: "unseen" }, says));
};

export async function page(main) {
  const { properties, systems } = await get("/api/systems");
  const found = state();
  const body = h("tbody", {});
  const filter = h("input", {
    type: "search", placeholder: "Filter by name or source", "aria-label": "Filter", value: found.filter ?? "",
    oninput: () => { show(); remember({ filter: filter.value }); },
  });
  function show() {
    const words = filter.value.toLowerCase().split(/\s+/).filter(Boolean);
    const rows = systems.filter(({ name, source }) => words.every((word) => `${name} ${source}`.toLowerCase().includes(word)));
    replace(body, rows.map((row) =>
      h("tr", {},
        h("th", { scope: "row" }, h("a", { href: systemPath(row.name) }, row.name)),
        h("td", { class: "number" }, row.planes ?? "–"),
        properties.map((property) => h("td", {}, mark(row.verdicts[property]))))));
    if (!rows.length) replace(body, h("tr", {}, h("td", { colspan: properties.length + 2, class: "aside" }, "No match in this list. To open a system of the kinds below, press ", h("kbd", {}, "/"), ".")));
  }
  show();
  main.replaceChildren(
    h("h1", {}, "Systems"),
    h("p", { class: "lead" }, "Properties are proved from the definition of a system, or refuted by a derivation that you can step through."),
    h("div", { class: "tools" }, filter),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Table of systems" },
      h("table", { class: "systems" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "system"), h("th", { scope: "col", class: "slanted" }, h("span", {}, "planes")),
          properties.map((property) => h("th", { scope: "col", class: "slanted" }, h("span", {}, property.replaceAll("_", " ")))))),
        body)),
    h("p", { class: "key" }, Object.values(MARKS).map(([sign, says]) => h("span", { class: `verdict ${says}` }, `${sign} ${says}`))),
    h("h2", {}, "More systems"),
    h("ul", { class: "plain" }, MORE.map((text) => h("li", {}, text)), h("li", {}, h("a", { href: "/own" }, "a system of your own"))));
  return { title: "Systems" };
}
