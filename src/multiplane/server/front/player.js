// A sentence to type or paste, drawn, and derived by some system: used by two pages.

import { post } from "./api.js";
import { beginning } from "./beginning.js";
import { BesideChoice } from "./beside-choice.js";
import { h, notice, replace } from "./dom.js";
import { example } from "./examples.js";
import { facts } from "./facts.js";
import { tell } from "./origin.js";
import { together } from "./pair.js";
import { Reader } from "./reader.js";
import { save, saveLatex } from "./save.js";
import { asStates } from "./sentence-link.js";
import { asked, isNotation, withHead } from "./sentence-text.js";
import { Stepper } from "./stepper.js";

export class Player extends Reader {
  // given: choice() → {name} or {text}, title() of that system, onchange, state (of the link),
  // first (example)
  constructor({ choice, title, onchange, state, first = 0 }) {
    super(beginning(state, example(first)));
    Object.assign(this, { choice, title, onchange, selected: null, steppers: [] });
    this.beside = new BesideChoice(state.beside, title, () => this.restart());
    this.facts = h("p", { class: "facts" });
    this.place = h("div", { class: "place" });
    this.message = h("p", { class: "trouble", role: "alert", hidden: true });
    this.element = h("div", { class: "player" }, this.writing.element, this.message, this.facts, this.beside.element, this.place);
  }

  // Is the tree that is shown that of these words?  Clicks are for what one sees.
  get current() {
    return !this.unread && !this.failed && this.drawn?.forms === this.sentence.forms;
  }

  // Where the derivations that are shown have got to; nothing if there are none.
  get again() {
    return this.shown && { each: this.steppers.map(({ at, hand }) => ({ at, hand })) };
  }

  // What is not current is dim, and nothing is taken from it, such as a link to it.
  settle() {
    for (const part of [this.place, this.facts]) part.classList.toggle("stale", !this.current);
    this.writing.list.classList.toggle("stale", this.unread);
    for (const button of this.facts.querySelectorAll("button")) button.disabled = this.pending || !this.current;
  }

  trouble(message) {
    if (message && this.drawn) this.tell(); // in the place of what was about to be
    this.message.textContent = message ?? "";
    this.message.hidden = !message;
    this.failed = Boolean(message);
    // Of another sentence, nothing stays beside the error.
    if (this.failed && !this.unread && this.drawn?.forms !== this.sentence.forms) this.clear();
    this.settle();
  }

  // Nothing is drawn.
  clear() {
    this.shown?.close();
    Object.assign(this, { shown: undefined, steppers: [], drawn: null });
    for (const part of [this.place, this.facts, this.writing.note]) replace(part);
  }

  // Draw the sentence, then derive it.
  async show(start, still, signal) {
    const { sentence } = this;
    this.selected = null;
    this.writing.choose(this.sentences, this.index);
    if (!sentence.forms.length) {
      this.clear();
      this.trouble("");
      replace(this.facts, "Type a few words.");
      tell(this.writing.note, { by: "words", kept: this.origin.kept }, sentence, null, { onback: () => this.back() });
      return;
    }
    const { state, lacks } = await still(asStates(this.sentences, this.index, this.read));
    this.drawing = await still(post("/api/draw", { sentence: asked(sentence), width: 1000 }, signal));
    this.inLink = state;
    this.drawn = sentence;
    this.trouble("");
    facts(this.facts, sentence, this.drawing, lacks, {
      onnotation: () => this.asNotation(), onlatex: () => saveLatex(this.asked()), onsave: () => save(this.asked()),
    });
    this.tell();
    this.derive(start);
  }

  // Where the tree that is shown comes from.
  tell() {
    tell(this.writing.note, this.origin, this.sentence, this.drawing, { onback: () => this.back(), onundo: () => this.undo() });
  }

  // start: what all derivations have in common, and what each of them begins with.
  derive({ common, each = [] } = {}) {
    if (!this.element.isConnected) return; // the page was left, and its link is that of another
    const { sentence, shown } = this;
    shown?.close();
    const given = {
      sentence, drawing: this.drawing, selected: this.selected, folded: shown?.folded ?? false, asks: Boolean(shown?.quiz),
      onchange: () => this.onchange(), onword: (word) => this.attach(word),
      says: (word) => { const head = sentence.heads[word - 1]; return head ? `head ${sentence.forms[head - 1]}` : "a root"; },
      ...common,
    };
    const systems = [[this.choice(), this.title()], [this.beside.choice, this.beside.name]].filter(([choice]) => choice);
    this.steppers = systems.map(([choice, title], k) => new Stepper({ ...given, choice, title, ...each[k] }));
    this.shown = together(this.steppers);
    replace(this.place, this.shown.element);
    if (sentence.heads.every((head) => head !== null)) this.shown.load();
    else this.shown.refuse("Some words have no head: click a word, then its head.");
    this.start = {};
    this.onchange();
  }

  // With other systems, from the start; the whole tree stays whole.
  restart() {
    if (this.drawn?.forms !== this.sentence.forms) return; // what is still to be drawn has them anyway
    const at = this.shown?.at === null ? null : 0;
    this.derive({ each: [{ at }, { at }] });
  }

  // What is shown, to be taken away.
  asked() {
    const [first, second] = this.steppers;
    const one = ({ choice, hand }) => ({ system: choice, transitions: hand });
    return { ...one(first), sentence: asked(this.sentence), beside: second ? one(second) : null, quiz: Boolean(this.shown.quiz) };
  }

  // Click a word, then its head; the same word twice makes it a root.
  attach(word) {
    if (!this.current) {
      notice(this.pending ? "Wait for the tree of these words" : "These are not the words in the box, which cannot be shown");
      return;
    }
    if (this.selected === null) {
      this.selected = word;
      notice(`Now click the head of “${this.sentence.forms[word - 1]}”, or the word again to make it a root`);
      this.shown.select(word);
      return;
    }
    const dependent = this.selected;
    const side = Math.max(0, this.steppers.findIndex(({ figure }) => figure.contains(document.activeElement)));
    notice("");
    this.past.push({ sentence: this.sentence, origin: this.origin, read: this.read });
    const heads = [...this.sentence.heads];
    heads[dependent - 1] = dependent === word ? 0 : word;
    const labels = this.sentence.labels.map((label, k) => (k === dependent - 1 ? "" : label));
    this.replaced({ ...this.sentence, heads, labels }, { by: "hand" });
    // Heads that are written in the box are the tree's: there, too, this one changes.
    if (isNotation(this.read) && this.read === this.writing.text) {
      this.writing.text = this.read = withHead(this.read, this.sentence, dependent);
    }
    this.turn((...turn) => this.show({}, ...turn)).then(() => this.steppers[side]?.focus(word));
  }

  undo() {
    if (!this.past.length) return; // of the sentence before
    if (this.unread) { // or what is about to be read would be dropped
      notice("This is the tree of the text before; the one in the box comes first");
      return;
    }
    const { sentence, origin, read } = this.past.pop();
    this.replaced(sentence, origin);
    this.writing.text = this.read = read;
    this.turn((...turn) => this.show({}, ...turn));
  }

  cancel() {
    if (this.selected === null) return false;
    this.selected = null;
    this.shown.select(null);
    notice("");
    return true;
  }

  state() {
    const { shown } = this;
    const [first, second] = this.steppers;
    return {
      beside: this.beside.name,
      ...this.inLink,
      by: first?.hand?.join(","),
      step: first?.at,
      "beside-by": second?.hand?.join(","),
      "beside-step": second?.at,
      planes: shown?.folded ? "apart" : undefined,
      quiz: shown?.quiz ? 1 : undefined,
    };
  }

  keys(event) {
    if (event.key === "Escape") return this.cancel();
    return this.shown?.keys(event) ?? false;
  }
}
