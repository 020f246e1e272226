// Is a system sound and complete for a class of graphs?  All short sentences are tried.

import { post } from "./api.js";
import { h, replace } from "./dom.js";
import { Stepper } from "./stepper.js";

const CLASSES = [
  "projective-trees", "projective-forests", "planar-forests", "2-planar-forests", "forests", "trees",
  "planar-graphs", "2-planar-graphs", "acyclic-graphs", "graphs",
];
const MOST = 4; // words

// As in the terminal: what holds comes first, so that no "not" seems to be about both.
function verdict({ sound, complete }) {
  const says = (holds, text) => h("strong", { class: `verdict ${holds ? "proved" : "refuted"}` }, text);
  const [soundness, completeness] = [says(sound, "sound"), says(complete, "complete")];
  if (sound && complete) return [soundness, " and ", completeness, " "];
  if (sound) return [soundness, ", but not ", completeness, ", "];
  if (complete) return [completeness, ", but not ", soundness, ", "];
  return ["neither ", soundness, " nor ", completeness, " "];
}

const arcs = (found) => found.arcs.map(([head, dependent]) => `${head} → ${dependent}`).join(", ") || "no arcs";

function shown(found, choice) {
  const { lengths, unsound, incomplete } = found;
  const last = lengths.at(-1).words;
  const heads = ["words", "in the class", "of these derived", "derived outside it"];
  const stepper = unsound && new Stepper({ choice, words: unsound.words, shows: `outside ${found.graph_class}`, hand: unsound.transitions, at: unsound.transitions.length, fixed: true });
  stepper?.load();
  return [
    h("p", {}, `On all sentences of up to ${last} word${last === 1 ? "" : "s"}, ${found.system} is `, verdict(found), `for ${found.graph_class}.`),
    h("table", { class: "numbers" },
      h("thead", {}, h("tr", {}, heads.map((head) => h("th", { scope: "col" }, head)))),
      h("tbody", {}, lengths.map((row) => h("tr", {}, [row.words, row.graphs, row.derived, row.outside].map((count) => h("td", { class: "number" }, count.toLocaleString("en"))))))),
    incomplete ? h("p", {}, `In the class, but not derived: ${incomplete.words} words with ${arcs(incomplete)}.`) : null,
    unsound ? h("p", {}, `Derived, but not in the class: ${unsound.words} words with ${arcs(unsound)}:`) : null,
    stepper && h("div", { class: "played" }, stepper.element),
  ];
}

export function verifier(choice) {
  const kind = h("input", { id: "graph-class", list: "graph-classes", value: "projective-forests", spellcheck: "false", autocomplete: "off", autocapitalize: "off" });
  const words = h("select", { id: "most-words" }, Array.from({ length: MOST }, (_, k) => h("option", { value: k + 1, selected: k === 2 }, k + 1)));
  const place = h("div", { class: "verified", "aria-live": "polite" });
  async function verify() {
    replace(place, h("p", { class: "aside" }, "Trying all of them…"));
    try {
      replace(place, shown(await post("/api/verify", { system: choice, graph_class: kind.value.trim(), words: Number(words.value) }), choice));
    } catch (error) {
      replace(place, h("p", { class: "trouble", role: "alert" }, error.message));
    }
  }
  return h("section", { class: "verifier" },
    h("p", { class: "tools" },
      h("label", { for: "graph-class" }, "Class of graphs"), kind, h("datalist", { id: "graph-classes" }, CLASSES.map((value) => h("option", { value }))),
      h("label", { for: "most-words" }, "words up to"), words,
      h("button", { type: "button", class: "quiet", onclick: verify }, "Verify")),
    place);
}
