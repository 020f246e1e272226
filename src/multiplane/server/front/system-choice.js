// The choice of a system by its simple name; what follows the name, its options, is behind it.

import { get, systemPath } from "./api.js";
import { debounced, h, replace } from "./dom.js";
import { grouped } from "./groups.js";

const USUAL = { planar: "[single-head,acyclic]", "2-planar": "[single-head,acyclic]", "3-planar": "[single-head,acyclic]" };
const MEANING = {
  "single-head": "one head for each word", acyclic: "no cycles", "directed-acyclic": "no directed cycles", "no-covered-roots": "no arc over a root",
  lba: "left arcs from the buffer", rba: "right arcs from the buffer", lnba: "left arcs over a word of the buffer", rnba: "right arcs over a word of the buffer",
};

export const simple = (name) => /^[^[+]+/.exec(name)?.[0] ?? name;
export const usual = (name) => name + (USUAL[name] ?? "");

const options = (name) => name.slice(simple(name).length).split(/[[\],+]/).filter(Boolean);

export class SystemChoice {
  // onchange is told the full name; id and label tell a second choice from the first.
  constructor(name, onchange, { id = "system", label = "System" } = {}) {
    Object.assign(this, { name, onchange });
    this.select = h("select", { id, class: "system", onchange: () => this.choose(usual(this.select.value)) }, h("option", { value: simple(name) }, simple(name)));
    this.rules = h("a", {}, "rules and proofs");
    this.names = h("datalist", { id: `${id}-names` });
    this.full = h("input", {
      id: `${id}-full-name`, list: `${id}-names`, spellcheck: "false", autocomplete: "off", autocapitalize: "off",
      onchange: () => this.choose(this.full.value.trim()),
      oninput: debounced(() => this.known?.has(this.full.value.trim()) && this.choose(this.full.value.trim()), 200),
    });
    this.summary = h("summary", {});
    this.element = h("div", { class: "chooser" },
      h("label", { for: id }, label), this.select, this.rules,
      h("details", { class: "options" }, this.summary,
        h("p", {}, h("label", { for: `${id}-full-name` }, "Full name"), " ", this.full, this.names),
        h("p", { class: "aside" }, "Constraints of planar systems in brackets, transitions on the buffer after a plus: 2-planar[acyclic], arc-eager+lba. k-planar and attardi-d up to 9.")));
    this.show();
    Promise.all([get("/api"), get("/api/systems")]).then(([{ model_system }, { systems }]) => this.fill(systems, model_system), () => {});
  }

  fill(systems, model_system) {
    this.known = new Set([model_system, ...systems.map(({ name }) => name)].filter(Boolean));
    replace(this.names, [...this.known].map((name) => h("option", { value: name })));
    const plain = systems.filter(({ name }) => name === simple(name));
    const groups = [...grouped(plain), ...(model_system && !plain.some(({ name }) => name === model_system) ? [["The model’s", [{ name: model_system }]]] : [])];
    replace(this.select, groups.map(([title, rows]) => h("optgroup", { label: title }, rows.map(({ name }) => h("option", { value: name }, name)))));
    this.show();
  }

  show() {
    const base = simple(this.name);
    if (![...this.select.options].some(({ value }) => value === base)) this.select.append(h("option", { value: base }, base));
    this.select.value = base;
    this.full.value = this.name;
    this.rules.href = systemPath(this.name);
    const chosen = options(this.name);
    replace(this.summary, "Options", chosen.length ? h("span", { class: "aside" }, `: ${chosen.map((each) => MEANING[each] ?? each).join(", ")}`) : null);
  }

  choose(name) {
    if (!name || name === this.name) return;
    this.name = name;
    this.show();
    this.onchange(name);
  }
}
