// A sentence to type or paste, drawn, and derived by some system: used by two pages.

import { get, post } from "./api.js";
import { action, copy, debounced, download, h, notice, replace } from "./dom.js";
import { EXAMPLES } from "./examples.js";
import { save } from "./save.js";
import { asLine, asState, asked, fromLine, fromState, hasHeads, isConllu } from "./sentence-text.js";
import { numbered } from "./state.js";
import { Stepper } from "./stepper.js";

function example(index) {
  const { line, tags } = EXAMPLES[index];
  return { ...fromLine(line), tags: tags.split(" ") };
}

const plural = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

export class Player {
  // given: choice() → {name} or {text}, onchange, state (of the link), first (example)
  constructor({ choice, onchange, state, first = 0 }) {
    Object.assign(this, { choice, onchange });
    this.sentence = fromState(state) ?? example(first);
    this.pasted = null; // the sentences of a CoNLL-U text, and which one is shown
    this.start = { at: numbered(state.step), hand: state.by ? state.by.split(",") : null, folded: state.planes === "apart" };
    this.box = h("textarea", {
      id: "sentence", rows: 1, spellcheck: "false", autocapitalize: "off", autocomplete: "off",
      "aria-describedby": "sentence-help", oninput: debounced(() => this.typed(), 350),
      onfocus: () => { this.write(); this.box.select(); }, onblur: () => this.write(),
    });
    this.which = h("span", { class: "which" });
    this.facts = h("p", { class: "facts" });
    this.place = h("div", { class: "place" });
    this.message = h("p", { class: "trouble", role: "alert", hidden: true });
    this.parse = h("button", { type: "button", class: "quiet", hidden: true, onclick: () => this.parsed() }, "Parse");
    const about = get("/api"); // which takes a moment while the model is loaded
    about.then(({ model }) => {
      this.parse.hidden = !model;
      this.parse.title = model ?? "";
    });
    this.box.addEventListener("keydown", async (event) => {
      if (event.key !== "Enter" || event.shiftKey || isConllu(this.box.value)) return;
      event.preventDefault();
      const line = this.box.value;
      if ((await about).model) this.parsed(line);
    });
    const examples = h("select", { "aria-label": "Examples", onchange: (event) => this.take(example(Number(event.target.value)), event.target) },
      h("option", { value: "", disabled: true, selected: true }, "Examples"),
      EXAMPLES.map(({ title }, k) => h("option", { value: k }, title)));
    this.element = h("div", { class: "player" },
      h("div", { class: "writing" },
        h("label", { for: "sentence" }, "Sentence"),
        this.box,
        h("div", { class: "under" },
          h("p", { id: "sentence-help", class: "help" }, "Words with heads, such as ", h("code", {}, "boat/4/nsubj"), "; or paste CoNLL-U. Or click a word, then its head."),
          this.which, this.parse, examples)),
      this.message, this.facts, this.place);
    this.selected = null;
  }

  async begin() {
    this.write();
    await this.show(this.start);
  }

  // To be read: plain words.  To be changed: with their heads.
  write() {
    if (isConllu(this.box.value) && this.pasted) return;
    const { forms } = this.sentence;
    this.box.value = document.activeElement === this.box ? asLine(this.sentence) : forms.join(" ");
    this.grow();
  }

  grow() {
    this.box.style.height = "auto";
    this.box.style.height = `${Math.min(this.box.scrollHeight + 2, 260)}px`;
  }

  take(sentence, select) {
    this.sentence = sentence;
    this.pasted = null;
    replace(this.which);
    this.box.value = "";
    this.write();
    if (select) select.value = "";
    this.show({});
  }

  async typed() {
    this.grow();
    const text = this.box.value;
    if (!isConllu(text)) {
      const sentence = fromLine(text);
      const same = sentence.forms.join(" ") === this.sentence.forms.join(" ");
      this.pasted = null;
      replace(this.which);
      this.sentence = { ...sentence, tags: same ? this.sentence.tags : sentence.tags };
      await this.show({});
      return;
    }
    try {
      const { sentences } = await post("/api/read", { conllu: text });
      this.pasted = sentences;
      this.sentence = sentences[0];
      this.chooser();
      await this.show({});
    } catch (error) {
      this.trouble(error.message.replace("<text>:", "line "));
    }
  }

  async parsed(line = this.box.value) {
    try {
      const typed = fromLine(line);
      const text = hasHeads(typed) ? typed.forms.join(" ") : line;
      const { sentences } = await post("/api/parse", { text });
      this.pasted = sentences;
      this.sentence = sentences[0];
      this.box.value = "";
      this.write();
      this.chooser();
      await this.show({});
    } catch (error) {
      this.trouble(error.message);
    }
  }

  chooser() {
    const { pasted } = this;
    replace(this.which, pasted.length < 2 ? [] : h("label", {}, "Sentence ",
      h("input", { type: "number", min: 1, max: pasted.length, value: 1, oninput: (event) => {
        const chosen = pasted[Number(event.target.value) - 1];
        if (!chosen) return;
        this.sentence = chosen;
        this.show({});
      } }), ` of ${pasted.length}`));
  }

  trouble(message) {
    this.message.textContent = message ?? "";
    this.message.hidden = !message;
  }

  // Draw the sentence, then derive it.
  async show(start) {
    this.ticket = (this.ticket ?? 0) + 1;
    const { ticket } = this;
    if (!this.sentence.forms.length) {
      this.trouble("");
      replace(this.place);
      replace(this.facts, "Type a few words.");
      return;
    }
    try {
      const drawing = await post("/api/draw", { sentence: asked(this.sentence), width: 1000 });
      if (ticket !== this.ticket) return;
      this.drawing = drawing;
      this.trouble("");
    } catch (error) {
      if (ticket !== this.ticket) return;
      this.drawing = null;
      this.trouble(error.message.replace("<text>:", "word "));
      return;
    }
    this.tell();
    this.derive(start);
  }

  derive(start = {}) {
    const choice = this.choice();
    this.stepper?.stop();
    this.stepper = new Stepper({
      choice, sentence: this.sentence, drawing: this.drawing, selected: this.selected, folded: this.stepper?.folded ?? false,
      onchange: () => this.onchange(), onword: (word) => this.attach(word),
      says: (word) => { const head = this.sentence.heads[word - 1]; return head ? `head ${this.sentence.forms[head - 1]}` : "a root"; },
      ...start,
    });
    replace(this.place, this.stepper.element);
    if (this.sentence.heads.every((head) => head !== null)) this.stepper.load();
    else {
      this.stepper.trouble = "Some words have no head: click a word, then its head.";
      this.stepper.draw();
    }
    this.onchange();
  }

  tell() {
    const { drawing, sentence } = this;
    const kinds = !drawing.arcs.length ? "no arcs yet" : drawing.projective ? "projective" : drawing.planes === 1 ? "planar, but a root is covered" : "not projective";
    replace(this.facts,
      h("span", {}, plural(sentence.forms.length, "word")),
      h("span", {}, plural(drawing.planes, "plane")),
      h("span", {}, plural(drawing.crossings, "crossing")),
      h("span", { title: drawing.because }, kinds),
      h("span", { class: "take" },
        action("SVG", () => download(drawing.svg, "sentence.svg", "image/svg+xml"), { "aria-label": "Download the picture as SVG" }),
        action("CoNLL-U", () => copy(drawing.conllu, "CoNLL-U"), { "aria-label": "Copy the sentence as CoNLL-U" }),
        action("Save as a page", () => save(this.choice(), this.sentence, this.stepper?.hand), { "aria-label": "Save the derivation as a page that stands alone" }),
        action("Link", () => copy(location.href, "The link"), { "aria-label": "Copy a link to this state" })));
  }

  // Click a word, then its head; the same word twice makes it a root.
  attach(word) {
    if (this.selected === null) {
      this.selected = word;
      notice(`Now click the head of “${this.sentence.forms[word - 1]}”, or the word again to make it a root`);
      this.stepper.selected = word;
      this.stepper.draw();
      this.stepper.figure.querySelector(`[data-word="${word}"]`)?.focus({ preventScroll: true });
      return;
    }
    const dependent = this.selected;
    this.selected = null;
    notice("");
    const heads = [...this.sentence.heads];
    heads[dependent - 1] = dependent === word ? 0 : word;
    this.sentence = { ...this.sentence, heads, labels: this.sentence.labels.map((label, k) => (k === dependent - 1 ? "" : label)) };
    this.box.value = "";
    this.write();
    this.show({}).then(() => this.stepper.figure.querySelector(`[data-word="${word}"]`)?.focus({ preventScroll: true }));
  }

  cancel() {
    if (this.selected === null) return false;
    this.selected = null;
    this.stepper.selected = null;
    this.stepper.draw();
    notice("");
    return true;
  }

  state() {
    const { stepper } = this;
    return {
      ...asState(this.sentence),
      by: stepper?.hand?.join(","),
      step: stepper?.at ?? undefined,
      planes: stepper?.folded ? "apart" : undefined,
    };
  }

  keys(event) {
    if (event.key === "Escape") return this.cancel();
    return this.stepper?.keys(event) ?? false;
  }
}

