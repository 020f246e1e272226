// Search in a treebank: a query, and the sentences that fit it, drawn.

import { get } from "./api.js";
import { debounced, h } from "./dom.js";
import { fileName, matches } from "./matches.js";
import { SAMPLE } from "./sample.js";
import { remember, state } from "./state.js";

const QUERIES = [
  ["crossing(*, *)", "two arcs cross"],
  ["planes>=3", "three planes or more"],
  ["not well_nested", "ill-nested trees"],
  ["[non_projective]", "non-projective arcs"],
  ["V[upos=VERB] -nsubj-> S", "verbs with subjects"],
  ["V -nsubj-> S, V -obj-> O, O << S", "the object before the subject"],
  ["covers(*, [root])", "arcs over a root"],
];

export async function page(main) {
  const found = state();
  let file = null;
  const query = h("input", {
    id: "query", type: "text", class: "code", value: found.query ?? QUERIES[0][0], spellcheck: "false", autocapitalize: "off", autocomplete: "off",
    "aria-describedby": "query-trouble", oninput: debounced(() => run(), 500), onkeydown: (event) => event.key === "Enter" && run(),
  });
  const trouble = h("p", { id: "query-trouble", class: "trouble", role: "alert", hidden: true });
  const results = h("div", { class: "results" });
  const text = h("textarea", { id: "treebank", class: "code", rows: 6, wrap: "off", spellcheck: "false", oninput: debounced(() => { file = null; input.value = chosen.textContent = ""; run(); }, 500) });
  text.value = SAMPLE;
  const chosen = h("span", { class: "aside" });
  const input = h("input", { type: "file", id: "file", accept: ".conllu,.conll,.txt,.gz,.xz,.zst", onchange: () => {
    file = input.files[0] ?? null;
    chosen.textContent = file ? `searching ${fileName(file)}` : "";
    run();
  } });
  const most = h("span", {}, 64);
  get("/api").then(({ limits }) => { most.textContent = Math.floor(limits.treebank / 2 ** 20); }, () => {});
  let turn = 0;
  async function run() {
    const mine = ++turn;
    const asked = query.value.trim();
    remember(main, { query: asked });
    if (!asked) return;
    trouble.hidden = true;
    query.removeAttribute("aria-invalid");
    await matches(results, file ?? new File([text.value], "the pasted text"), asked, (error) => {
      if (mine !== turn) return;
      trouble.hidden = false;
      trouble.textContent = error.message;
      query.setAttribute("aria-invalid", "true");
    });
  }
  main.replaceChildren(
    h("h1", {}, "Search"),
    h("p", { class: "lead" }, "Find words and arcs in a treebank by their labels, tags and order, and by crossings, planes and gaps. What is found is drawn."),
    h("div", { class: "writing" },
      h("label", { for: "query" }, "Query"), query, trouble,
      h("ul", { class: "examples", "aria-label": "Examples" }, QUERIES.map(([each, means]) =>
        h("li", {}, h("button", { type: "button", class: "example", onclick: () => { query.value = each; run(); } }, h("code", {}, each), " ", h("small", {}, means))))),
      h("label", { for: "treebank" }, "Treebank, as CoNLL-U"), text,
      h("p", { class: "take" }, h("label", { for: "file" }, "or a file, up to ", most, " MB"), input, chosen)),
    results);
  run();
  return { title: "Search" };
}
