// Where a sentence is written: the box, examples to click, the sentences of a longer text.  What is
// typed stays as it was typed; only an example, or a click that asks for it, puts another text into the box.

import { EXAMPLES, example } from "./examples.js";
import { h, replace } from "./dom.js";
import { asText, isConllu } from "./sentence-text.js";

const TALLEST = 260; // pixels

export class Writing {
  // ontext: the text has changed; onparse: parse it now; onexample, onchoose: by its number.
  constructor({ ontext, onparse, onexample, onchoose }) {
    Object.assign(this, { onchoose });
    this.box = h("textarea", {
      id: "sentence", rows: 1, spellcheck: "false", autocapitalize: "off", autocomplete: "off", "aria-describedby": "sentence-help",
      oninput: () => { this.fit(); ontext(); },
      onkeydown: (event) => {
        // In CoNLL-U, and with Shift, Enter is a new line.
        if (event.key !== "Enter" || event.shiftKey || event.isComposing || isConllu(this.text)) return;
        event.preventDefault();
        onparse();
      },
    });
    let wide = 0; // with which the lines change, as when a phone is turned
    new ResizeObserver(() => { if (wide !== (wide = this.box.clientWidth)) this.fit(); }).observe(this.box);
    this.button = h("button", { type: "button", class: "parse", hidden: true, onclick: onparse }, "Parse");
    this.note = h("p", { class: "origin", role: "status" });
    this.list = h("ol", { class: "sentences", "aria-label": "Sentences of the text", hidden: true });
    const chips = EXAMPLES.map(({ title, shows, source }, k) =>
      h("li", {}, h("button", { type: "button", class: "example", title: [asText(example(k)), source && `(${source})`].filter(Boolean).join(" "), onclick: () => onexample(k) },
        h("span", {}, title), " ", h("small", {}, shows))));
    this.element = h("div", { class: "writing" },
      h("label", { for: "sentence" }, "Sentence"),
      h("div", { class: "line" }, this.box, this.button),
      h("ul", { class: "examples", "aria-label": "Examples" }, chips),
      h("p", { id: "sentence-help", class: "help" }, "Type words, or words with heads such as ", h("code", {}, "boat/4/nsubj"), ", or paste CoNLL-U. To change a tree, click a word, then its head."),
      this.list, this.note);
  }

  get text() {
    return this.box.value;
  }

  set text(text) {
    this.box.value = text;
    this.fit();
  }

  fit() {
    this.box.classList.toggle("conllu", isConllu(this.text));
    this.box.style.height = "auto";
    this.box.style.height = `${Math.min(this.box.scrollHeight + 2, TALLEST)}px`;
  }

  // There is a model: its button appears.
  offer(model) {
    this.button.hidden = !model;
    this.button.title = model ? `with the model ${model}` : "";
    this.fit(); // there is less room beside the button
  }

  choose(sentences, index) {
    this.list.hidden = sentences.length < 2;
    replace(this.list, this.list.hidden ? [] : sentences.map((sentence, k) =>
      h("li", {}, h("button", { type: "button", class: "link", "aria-current": k === index ? "true" : undefined, onclick: () => this.onchoose(k) }, asText(sentence)))));
    this.list.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }
}
