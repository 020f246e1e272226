// The census of treebanks that are uploaded, or of a small one that is at hand.

import { SERVERLESS } from "./address.js";
import { get, send } from "./api.js";
import { action, copy, download, h, replace } from "./dom.js";
import { bars } from "./bars.js";
import { compared } from "./compared.js";
import { fileName, matches } from "./matches.js";
import { SAMPLE } from "./sample.js";
import { asFile } from "./sentence-text.js";

const share = (part, whole) => (whole ? `${((100 * part) / whole).toFixed(part && part / whole < 0.001 ? 3 : 2)} %` : "–");
const number = (value) => value.toLocaleString("en");

const ENDING = /(\.(conllu|conll|conllx|txt))?(\.(gz|xz|zst))?$/i;

// What is counted, its key, and the query that finds its sentences.
const TREES = [
  ["non-projective", "non_projective", "not projective"],
  ["not planar", "not_planar", "planes>1"],
  ["not 2-planar", "not_2_planar", "planes>2"],
  ["not 3-planar", "not_3_planar", "planes>3"],
  ["not 4-planar", "not_4_planar", "planes>4"],
  ["ill-nested", "ill_nested", "ill_nested"],
  ["with several roots", "several_roots", "roots>1"],
];

const figures = (rows) => h("dl", { class: "figures" }, rows.map(([title, value, note]) =>
  h("div", {}, h("dt", {}, title), h("dd", {}, value, note ? h("small", {}, note) : null))));

function report(row, file) {
  const shown = h("div", { class: "results" });
  // A number that opens the sentences behind it.
  const opens = (count, query, what, text = number(count)) => {
    if (!count) return text;
    return h("button", { type: "button", class: "link", title: query, "aria-label": `${text}: show ${what}`, onclick: () => {
      const place = h("div", {});
      replace(shown, h("h3", {}, what, " ", h("code", {}, query)), place, action("Close", () => replace(shown)));
      matches(place, file, query, (error) => replace(place, h("p", { class: "trouble", role: "alert" }, error.message)));
      shown.scrollIntoView({ block: "start", behavior: "smooth" });
    } }, text);
  };
  const percent = (share, query, what, then = "") => opens(share, query, what, `${share.toFixed(1)} %${then}`);
  // The share of the trees that are something, for the chart that compares.
  const measured = (key, text) => {
    const [title, , query] = TREES.find(([, each]) => each === key);
    return opens(row[key], query, `trees of ${row.name} that are ${title}`, text);
  };
  // Where only bounds are known (3-4), no query finds just these.
  const degrees = (attribute, what) => (key, count) => (/^\d+$/.test(key) ? opens(count, `${attribute}=${key}`, `trees with ${what} ${key}`) : number(count));
  const attardi = (key, count) => opens(count, `[non_projective, attardi_degree=${key}]`, `non-projective arcs of Attardi degree ${key === "0" ? "none" : key}`);
  const open = row.left_out_count
    ? h("details", { class: "left-out" }, h("summary", {}, `${number(row.left_out_count)} sentences left out: ${number(row.malformed)} malformed, ${number(row.not_trees)} not trees`),
        h("ul", {}, row.left_out.map((text) => h("li", {}, text))))
    : null;
  const element = h("section", { class: "census" },
    h("h2", {}, row.name),
    figures([["trees", opens(row.trees, "words>=1", "all trees")], ["words", opens(row.words, "*", "all words")], ["most planes", opens(row.max_planes, `planes=${row.max_planes}`, "trees with the most planes")], ["highest gap degree", opens(row.max_gap_degree, `gap_degree=${row.max_gap_degree}`, "trees with the highest gap degree")], ["highest edge degree", opens(row.max_edge_degree, `edge_degree=${row.max_edge_degree}`, "trees with the highest edge degree")]]),
    open,
    h("div", { class: "plots" },
      bars("Trees by planes", row.planes, row.trees, degrees("planes", "planes:")),
      bars("Trees by gap degree", row.gap_degree, row.trees, degrees("gap_degree", "gap degree")),
      bars("Trees by edge degree", row.edge_degree, row.trees, degrees("edge_degree", "edge degree")),
      bars("Non-projective arcs by Attardi degree", row.attardi_degree_non_projective, row.non_projective_arcs, attardi, (key) => (key === "0" ? "none" : key))),
    h("h3", {}, "Trees"),
    h("table", { class: "numbers" }, h("tbody", {}, TREES.map(([title, key, query]) =>
      h("tr", {}, h("th", { scope: "row" }, title), h("td", { class: "number" }, opens(row[key], query, `trees that are ${title}`)), h("td", { class: "number" }, share(row[key], row.trees)))))),
    h("h3", {}, "Arcs between words"),
    figures([["arcs", opens(row.arcs, "[not root]", "all arcs between words")],
      ["to the left", percent(row.left, "[left]", "arcs to the left"), percent(row.left_1, "[left, length=1]", "arcs to the left of length 1", " of length 1")],
      ["to the right", percent(row.right, "[right]", "arcs to the right"), percent(row.right_1, "[right, length=1]", "arcs to the right of length 1", " of length 1")],
      ["mean length", row.mean_length.toFixed(2)], ["crossings", opens(row.crossings, "crossing(*, *)", "arcs that cross")], ["non-projective arcs", opens(row.non_projective_arcs, "[non_projective]", "non-projective arcs")]]),
    shown,
    h("p", { class: "take" },
      action("Copy as JSON", () => copy(JSON.stringify({ ...row, plot: undefined }, null, 2), "JSON")),
      row.plot ? action("Download the plot as SVG", () => download(row.plot, "census.svg", "image/svg+xml")) : null));
  return { row, element, measured };
}

export async function page(main) {
  const reports = [];
  const chart = h("div", {});
  const most = h("span", {}, 64);
  get("/api").then(({ limits }) => { most.textContent = Math.floor(limits.treebank / 2 ** 20); }, () => {});
  const results = h("div", { "aria-live": "polite" });
  const input = h("input", { type: "file", id: "file", multiple: true, accept: ".conllu,.conll,.txt,.gz,.xz,.zst", onchange: () => taken([...input.files]) });
  const zone = h("label", {
    class: "drop", for: "file",
    ondragover: (event) => { event.preventDefault(); zone.classList.add("over"); },
    ondragleave: () => zone.classList.remove("over"),
    ondrop: (event) => { event.preventDefault(); zone.classList.remove("over"); taken([...event.dataTransfer.files]); },
  }, h("span", { class: "big" }, "Choose or drop treebanks"), h("span", { class: "aside" }, "CoNLL-U or CoNLL-X, also ", SERVERLESS ? ".gz or .xz" : ".gz, .xz or .zst", "; up to ", most, " MB each. They stay on this machine."), input);

  const text = h("textarea", { id: "pasted", class: "code", rows: 3, wrap: "off", spellcheck: "false", "aria-describedby": "pasted-trouble" });
  const trouble = h("p", { id: "pasted-trouble", class: "trouble", role: "alert", hidden: true });
  let pasted = 0;
  async function count() {
    trouble.hidden = true;
    try {
      if (!text.value.trim()) throw new Error("nothing is pasted; CoNLL-U has ten columns between tabs");
      const file = new File([asFile(text.value).trimEnd() + "\n\n"], `pasted text${++pasted > 1 ? ` ${pasted}` : ""}`);
      await taken([file]);
    } catch (error) {
      trouble.textContent = error.message;
      trouble.hidden = false;
    }
  }

  // Treebanks often have the same file names: the second dev.conllu is dev (2).conllu.
  const times = new Map();
  function named(given) {
    const before = times.get(given.name) ?? 0;
    times.set(given.name, before + 1);
    return before ? new File([given], given.name.replace(ENDING, (ending) => ` (${before + 1})${ending}`)) : given;
  }

  async function taken(files) {
    for (const given of files) {
      const file = named(given);
      const name = fileName(file);
      const place = h("div", {}, h("p", { class: "aside" }, `Counting ${name}…`));
      results.prepend(place);
      try {
        const counted = report(await send(`/api/census?name=${encodeURIComponent(name)}`, file), file);
        replace(place, counted.element);
        reports.push(counted);
        replace(chart, compared(reports));
      } catch (error) {
        replace(place, h("p", { class: "trouble", role: "alert" }, `${name}: ${error.message}`));
      }
    }
    input.value = "";
  }

  main.replaceChildren(
    h("h1", {}, "Census"),
    h("p", { class: "lead" }, "How non-projective is a treebank, and in what ways? Planes, gap degrees, ill-nestedness, and Attardi degrees. Each number opens its sentences."),
    zone,
    h("details", { class: "writing" }, h("summary", {}, "Or paste one"),
      h("label", { for: "pasted" }, "Treebank, as CoNLL-U"), text, trouble,
      h("p", { class: "take" }, action("Count the pasted text", count))),
    h("p", { class: "take" }, "No treebank at hand? ", action("Count six odd sentences", () => taken([new File([SAMPLE], "six-sentences.conllu")]))),
    chart, results);
  return { title: "Census" };
}
