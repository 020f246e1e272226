// A system of one's own: written in the notation of the calculus, judged as one writes.

import { get, post, systemPath } from "./api.js";
import { action, copy, debounced, h, replace } from "./dom.js";
import { Player } from "./player.js";
import { Editor } from "./editor.js";
import { linkTo } from "./link.js";
import { rules, verdictInShort, verdicts } from "./print.js";
import { remember, state } from "./state.js";

const FIRST = `# Left dependents go as soon as they have a head;
# right arcs only join.
name = "lazy"

SHIFT     = SH
REDUCE    = RE       |  has_head(i)
LEFT_ARC  = LA >> RE | ~has_head(i) & ~linked(i, j)
RIGHT_ARC = RA       | ~has_head(j) & ~linked(i, j)
`;

const NOTATION = [
  ["SH  UN  RE  LA  RA", "the elementary transitions: shift, unshift, reduce, left arc, right arc"],
  ["t >> u", "first t, then u"],
  ["t | g", "t, restricted to where g holds"],
  ["t**2, t**m", "twice; m times, for every m (a family)"],
  ["σ β λ1 λ2 σ2 …", "stores; also sigma, beta, lambda1, sigma2"],
  ["σ[1], i, j", "places: the word below the top of σ; the top of σ; the front of β"],
  ["move(a, S) copy(a, S) drop(a)", "move, copy or remove a word"],
  ["arc(a, b) edge(a, b)", "an arc from a to b; an undirected arc"],
  ["rotate(S, T) move_all(S, T)", "exchange or move whole stores"],
  ["has_head(a) linked(a, b) path(a, b)", "guards; also has_arc, is_root, precedes, switched(1)"],
  ["~g, g & k", "not g; g and k"],
  ["start = {σ: [], σ2: [], β: WORDS}", "initial configuration; [ROOT, *WORDS] puts a root first"],
  ["final = empty(β) & single(σ)", "final configurations"],
  ["prefer = LEFT_ARC, SHIFT", "what the oracle tries first"],
];

export async function page(main) {
  const found = state();
  let text = found.text ?? FIRST;
  let judged = null;
  let name = "your own";
  const editor = new Editor(text, () => changed());
  const summary = h("ul", { class: "summary", "aria-label": "Verdicts" });
  const trouble = h("div", { id: "editor-trouble", class: "trouble", role: "alert", hidden: true });
  const report = h("div", { class: "report" });
  const proofs = h("div", {});
  const player = new Player({
    choice: () => ({ text }),
    title: () => name,
    state: found,
    first: 1, // a projective one, which most systems derive
    onchange: () => save(),
  });
  const save = () => remember(main, { text: text === FIRST ? undefined : text, ...player.state() });
  const start = h("select", { "aria-label": "Start from a system", onchange: async (event) => {
    const system = await get(`/api${systemPath(event.target.value)}`);
    event.target.value = "";
    editor.text = system.definition;
    await judge();
  } }, h("option", { value: "", disabled: true, selected: true }, "Start from…"));
  get("/api/systems").then(({ systems }) => start.append(...systems.map(({ name }) => h("option", { value: name }, name))));

  let ticket = 0;
  async function judge(again = true) {
    const mine = ++ticket;
    const draft = editor.text;
    try {
      const system = await post("/api/system", { text: draft });
      if (mine !== ticket) return;
      text = draft;
      trouble.hidden = true;
      for (const part of [report, proofs, summary]) part.classList.remove("outdated");
      editor.box.removeAttribute("aria-invalid");
      judged = verdicts(system, { text });
      replace(summary, system.verdicts.map(verdictInShort));
      replace(report, h("h2", {}, system.name), rules(system));
      replace(proofs, h("h2", {}, "Properties"), judged.element);
      name = system.name;
      if (again) player.restart();
    } catch (error) {
      if (mine !== ticket) return;
      complain(error, draft);
    }
  }
  const changed = debounced(judge, 400);

  function complain(error, draft) {
    trouble.hidden = false;
    for (const part of [report, proofs, summary]) part.classList.add("outdated");
    editor.box.setAttribute("aria-invalid", "true");
    const line = error.line ? draft.split("\n")[error.line - 1] ?? "" : "";
    replace(trouble,
      h("p", {}, error.line ? h("button", { type: "button", class: "link", onclick: () => editor.point(error) }, `line ${error.line}, column ${error.column}`) : null, error.line ? ": " : "", error.message),
      line ? h("pre", {}, `${line}\n${" ".repeat(error.column - 1)}`, h("span", { class: "caret" }, "▲")) : null,
      judged && h("p", { class: "aside" }, "Rules and verdicts are still those of the text before."));
  }

  main.replaceChildren(
    h("h1", {}, "Your own system"),
    h("p", { class: "lead" }, "Write it as on paper; rules, proofs and counterexamples appear as you type. The text is read as data and never executed."),
    h("div", { class: "own" },
      h("div", { class: "writing" },
        h("div", { class: "tools" }, h("label", { for: "editor" }, "Definition"), start, action("Copy", () => copy(editor.text, "The definition")), linkTo("this definition")),
        editor.element, trouble, summary,
        h("details", { class: "notation" }, h("summary", {}, "The notation"),
          h("dl", {}, NOTATION.map(([written, means]) => h("div", {}, h("dt", {}, h("code", {}, written)), h("dd", {}, means)))))),
      report),
    proofs,
    h("h2", {}, "Try it on a sentence"),
    player.element);
  await judge(false); // which finds the name that stands above the derivation
  await player.begin();
  return { title: "Your own system", keys: (event) => judged?.keys(event) || player.keys(event) };
}
