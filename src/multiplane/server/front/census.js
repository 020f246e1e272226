// The census of a treebank that is uploaded, or of a small one that is at hand.

import { get, send } from "./api.js";
import { action, copy, download, h, replace } from "./dom.js";
import { bars } from "./bars.js";
import { SAMPLE } from "./sample.js";

const share = (part, whole) => (whole ? `${((100 * part) / whole).toFixed(part && part / whole < 0.001 ? 3 : 2)} %` : "–");
const number = (value) => value.toLocaleString("en");

const TREES = [
  ["non-projective", "non_projective"],
  ["not planar", "not_planar"],
  ["not 2-planar", "not_2_planar"],
  ["not 3-planar", "not_3_planar"],
  ["not 4-planar", "not_4_planar"],
  ["ill-nested", "ill_nested"],
  ["with several roots", "several_roots"],
];

const figures = (rows) => h("dl", { class: "figures" }, rows.map(([title, value, note]) =>
  h("div", {}, h("dt", {}, title), h("dd", {}, value, note ? h("small", {}, note) : null))));

function report(row) {
  const open = row.left_out_count
    ? h("details", { class: "left-out" }, h("summary", {}, `${number(row.left_out_count)} sentences left out: ${number(row.malformed)} malformed, ${number(row.not_trees)} not trees`),
        h("ul", {}, row.left_out.map((text) => h("li", {}, text))))
    : null;
  return h("section", { class: "census" },
    h("h2", {}, row.name),
    figures([["trees", number(row.trees)], ["words", number(row.words)], ["most planes", row.max_planes], ["highest gap degree", row.max_gap_degree], ["highest edge degree", row.max_edge_degree]]),
    open,
    h("div", { class: "plots" },
      bars("Trees by planes", row.planes, row.trees),
      bars("Trees by gap degree", row.gap_degree, row.trees),
      bars("Trees by edge degree", row.edge_degree, row.trees),
      bars("Non-projective arcs by Attardi degree", row.attardi_degree_non_projective, row.non_projective_arcs, (key) => (key === "0" ? "none" : key))),
    h("h3", {}, "Trees"),
    h("table", { class: "numbers" }, h("tbody", {}, TREES.map(([title, key]) =>
      h("tr", {}, h("th", { scope: "row" }, title), h("td", { class: "number" }, number(row[key])), h("td", { class: "number" }, share(row[key], row.trees)))))),
    h("h3", {}, "Arcs between words"),
    figures([["arcs", number(row.arcs)], ["to the left", `${row.left.toFixed(1)} %`, `${row.left_1.toFixed(1)} % of length 1`], ["to the right", `${row.right.toFixed(1)} %`, `${row.right_1.toFixed(1)} % of length 1`], ["mean length", row.mean_length.toFixed(2)], ["crossings", number(row.crossings)], ["non-projective arcs", number(row.non_projective_arcs)]]),
    h("p", { class: "take" },
      action("Copy as JSON", () => copy(JSON.stringify({ ...row, plot: undefined }, null, 2), "JSON")),
      row.plot ? action("Download the plot as SVG", () => download(row.plot, "census.svg", "image/svg+xml")) : null));
}

export async function page(main) {
  const most = h("span", {}, 64);
  get("/api").then(({ limits }) => { most.textContent = Math.floor(limits.treebank / 2 ** 20); });
  const results = h("div", { "aria-live": "polite" });
  const input = h("input", { type: "file", id: "file", multiple: true, accept: ".conllu,.conll,.txt,.gz,.xz,.zst", onchange: () => taken([...input.files]) });
  const zone = h("label", {
    class: "drop", for: "file",
    ondragover: (event) => { event.preventDefault(); zone.classList.add("over"); },
    ondragleave: () => zone.classList.remove("over"),
    ondrop: (event) => { event.preventDefault(); zone.classList.remove("over"); taken([...event.dataTransfer.files]); },
  }, h("span", { class: "big" }, "Choose or drop treebanks"), h("span", { class: "aside" }, "CoNLL-U or CoNLL-X, also .gz, .xz or .zst; up to ", most, " MB each. They stay on this machine."), input);

  async function taken(files) {
    for (const file of files) {
      const place = h("div", {}, h("p", { class: "aside" }, `Counting ${file.name}…`));
      results.prepend(place);
      try {
        const name = file.name.replace(/[\u0000-\u001f\u007f]/g, "").slice(0, 120) || "treebank";
        const row = await send(`/api/census?name=${encodeURIComponent(name)}`, file);
        replace(place, report(row));
      } catch (error) {
        replace(place, h("p", { class: "trouble", role: "alert" }, `${file.name}: ${error.message}`));
      }
    }
    input.value = "";
  }

  main.replaceChildren(
    h("h1", {}, "Census"),
    h("p", { class: "lead" }, "How non-projective is a treebank, and in what ways? Planes, gap degrees, ill-nestedness, and Attardi degrees."),
    zone,
    h("p", { class: "take" }, "No treebank at hand? ", action("Count six odd sentences", () => taken([new File([SAMPLE], "six-sentences.conllu")]))),
    results);
  return { title: "Census" };
}
