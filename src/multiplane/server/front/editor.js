// A box for the text of a system, with its words in colours and what may come next.  The colours
// are a copy of the text that lies under a box whose own text is transparent.

import { h, replace } from "./dom.js";

const KINDS = [
  ["comment", /#[^\n]*/y],
  ["string", /"[^"\n]*"?/y],
  ["keyword", /\b(?:name|start|final|prefer|WORDS|ROOT|source)\b/y],
  ["step", /\b(?:SH|UN|RE|LA|RA|NU|move|move_all|copy|drop|arc|edge|rotate)\b/y],
  ["guard", /\b(?:has_head|has_arc|linked|path|is_root|precedes|switched|empty|single)\b/y],
  ["store", /[σβλ]\d?|\b(?:sigma|beta|lambda)\d?\b/y],
  ["sign", />>|\*\*|[|~&=]/y],
];
const WORDS = ["name", "start", "final", "prefer", "SH", "UN", "RE", "LA", "RA", "move", "move_all", "copy", "drop", "arc", "edge", "rotate",
  "has_head", "has_arc", "linked", "path", "is_root", "precedes", "switched", "empty", "single", "sigma", "beta", "lambda1", "lambda2", "WORDS", "ROOT"];
const NAME = /[A-Za-z_]\w*$/;

function coloured(text) {
  const parts = [];
  let plain = "";
  for (let at = 0; at < text.length;) {
    const found = KINDS.map(([kind, pattern]) => { pattern.lastIndex = at; return [kind, pattern.exec(text)?.[0]]; }).find(([, match]) => match);
    if (!found) {
      plain += text[at++];
      continue;
    }
    parts.push(plain, h("span", { class: found[0] }, found[1]));
    plain = "";
    at += found[1].length;
  }
  return [...parts, plain, "\n"];
}

export class Editor {
  constructor(text, oninput) {
    this.oninput = oninput;
    this.under = h("pre", { class: "code colours", "aria-hidden": "true" });
    this.box = h("textarea", {
      id: "editor", class: "code", spellcheck: "false", autocapitalize: "off", autocomplete: "off", wrap: "off", "aria-describedby": "editor-trouble editor-help",
      oninput: () => { this.show(); this.suggest(); oninput(); },
      onscroll: () => { this.under.scrollLeft = this.box.scrollLeft; },
      onkeydown: (event) => this.key(event), onblur: () => this.close(),
    });
    this.list = h("ul", { class: "completions", id: "completions", role: "listbox", "aria-label": "Completions", hidden: true });
    this.element = h("div", {}, h("div", { class: "editor" }, this.under, this.box, this.list),
      h("p", { id: "editor-help", class: "aside" }, "While a list of names is open, Tab completes and ↓ goes on to the next; Esc closes it."));
    this.text = text;
  }

  get text() {
    return this.box.value;
  }

  set text(text) {
    this.box.value = text;
    this.show();
  }

  show() {
    replace(this.under, coloured(this.text));
    this.box.rows = Math.max(9, this.text.split("\n").length + 1);
  }

  // Names that begin as the word before the cursor does: of the notation, and of the text itself.
  suggest() {
    const { selectionStart: at } = this.box;
    const begun = NAME.exec(this.text.slice(0, at))?.[0] ?? "";
    const own = [...this.text.matchAll(/^([A-Z][A-Z0-9_]*)\s*=/gm)].map(([, name]) => name);
    this.found = begun.length > 1 ? [...new Set([...WORDS, ...own])].filter((word) => word.startsWith(begun) && word !== begun).slice(0, 6) : [];
    this.begun = begun;
    this.chosen = 0;
    this.offer();
  }

  offer() {
    this.list.hidden = !this.found.length;
    replace(this.list, this.found.map((word, k) => h("li", { role: "option", "aria-selected": String(k === this.chosen), onmousedown: (event) => { event.preventDefault(); this.complete(word); } }, word)));
    const lines = this.text.slice(0, this.box.selectionStart).split("\n");
    this.list.style.top = `calc(${1.65 * lines.length}em + 1rem)`;
    this.list.style.left = `min(${lines.at(-1).length}ch, 70%)`;
  }

  key(event) {
    if (this.list.hidden) return;
    if (event.key === "Tab") this.complete(this.found[this.chosen]);
    else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      this.chosen = (this.chosen + (event.key === "ArrowDown" ? 1 : -1) + this.found.length) % this.found.length;
      this.offer();
    } else if (event.key === "Escape") this.close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  complete(word) {
    const { selectionStart: at } = this.box;
    this.box.setRangeText(word.slice(this.begun.length), at, at, "end");
    this.close();
    this.show();
    this.oninput();
  }

  close() {
    this.found = [];
    this.list.hidden = true;
  }

  point({ line, column }) {
    const before = this.text.split("\n").slice(0, line - 1);
    const at = before.reduce((sum, each) => sum + each.length + 1, 0) + column - 1;
    this.box.focus();
    this.box.setSelectionRange(at, at);
  }
}
