// A derivation, stepped through forwards and backwards, by the oracle or by hand.

import { get, post } from "./api.js";
import { h, replace } from "./dom.js";
import { asked } from "./sentence-text.js";
import { controls } from "./controls.js";
import { legend } from "./legend.js";
import { panel } from "./panel.js";
import { Quiz } from "./quiz.js";
import { shownArcs } from "./shown-arcs.js";
import { known } from "./known.js";
import { tree } from "./tree.js";
import { Turns } from "./turns.js";
import { Walk } from "./walk.js";

const NARROW = 560; // pixels

export class Stepper extends Walk {
  // given: choice ({name} or {text}), sentence or words, drawing (planes of the whole tree), title or
  // shows (whose it is, or what for), hand (transitions, or null for the oracle), at (a step, or null
  // for the whole tree), folded, asks (as a quiz), onchange, ondraw, onword, fixed (a derivation that
  // is only shown), paired (beside another one, which has the controls of both).
  constructor(given) {
    super();
    Object.assign(this, { hand: null, at: null, folded: false, fixed: false, drawing: null, selected: null, planes: 1 }, given);
    this.forms = this.sentence?.forms ?? Array.from({ length: this.words }, (_, k) => String(k + 1));
    const by = this.title ? ` by ${this.title}` : this.shows ? ` ${this.shows}` : "";
    this.figure = h("div", { class: "figure", tabindex: 0, role: "region", "aria-label": `The tree${by}` });
    this.caption = h("div", { class: "caption" });
    this.panel = h("div", { class: "panel", hidden: true });
    this.controls = h("div", { class: "controls" });
    this.said = h("p", { class: "unseen", role: "status" });
    this.element = h("section", { class: "stepper", "aria-label": `Derivation${by}` }, this.figure, this.sentence && known(this.figure, this.sentence, this.onword), this.caption, this.controls, this.panel, this.said);
    this.quiz = this.asks ? new Quiz(this) : null;
    this.watch();
    this.derivation = null;
    this.trouble = this.retry = null; // what went wrong, and how to try again where that may help
    this.turns = new Turns();
    this.scores = new Map(); // by the transitions before them
  }

  // Rows as wide as the place; a narrow one would cut arcs too often, so there one scrolls.
  get room() {
    const wide = this.figure.clientWidth;
    return wide >= NARROW ? wide : Infinity;
  }

  watch() {
    let before = 0;
    const observer = new ResizeObserver(() => {
      if (this.closed) observer.disconnect();
      else if (this.figure.clientWidth !== before && this.figure.childElementCount) this.draw();
      before = this.figure.clientWidth;
    });
    observer.observe(this.figure);
  }

  // By the oracle, or by these transitions.  What is shown stays until the answer is there, and if
  // there is none; adopt() changes what changes with it.
  load(hand = this.hand, adopt = null) {
    const system = this.choice;
    if (!this.derivation || this.trouble) this.refuse(null);
    return this.turns.take(async (still, signal) => {
      this.derivation = await still(hand
        ? post("/api/steps", { system, transitions: hand, ...(this.sentence ? { sentence: asked(this.sentence) } : { words: this.words }) }, signal)
        : post("/api/derivation", { system, sentence: asked(this.sentence) }, signal));
      this.hand = hand;
      adopt?.();
      const beyond = this.at > this.last ? this.at : null;
      if (beyond !== null) {
        if (!adopt) this.trouble = `There is no step ${beyond}; the last one is ${this.last}.`;
        this.at = this.last;
      }
      this.draw();
      if (adopt || beyond !== null) this.onchange?.();
    }, (error) => {
      if (hand && error.final && !this.derivation && this.sentence) this.instead(error);
      else this.refuse(this.derivation ? `Nothing has changed: ${error.message}` : error.message, error.final ? null : () => this.load(hand, adopt));
    });
  }

  // A link may have transitions that are not possible.
  instead({ message }) {
    this.hand = null;
    this.onchange?.();
    this.load(null, () => { this.trouble = `The transitions of this link are not possible, so these are the oracle’s: ${message}`; });
  }

  // Another sentence takes its place: nothing more is asked, played or drawn.
  close() {
    clearInterval(this.timer);
    this.turns.drop();
    this.closed = true;
  }

  get last() {
    return this.derivation ? this.derivation.steps.length - 1 : 0;
  }

  get reach() {
    return this.quiz ? this.quiz.reach : this.last;
  }

  get ready() {
    return this.derivation !== null;
  }

  // Is there a question to be answered before one goes on?
  get open() {
    return this.at !== null && Boolean(this.quiz?.question);
  }

  get names() {
    return this.derivation?.steps.slice(1).map((step) => step.transition) ?? [];
  }

  // Is another derivation on its way?  Then nothing can be done with the one that is shown.
  get changing() {
    return this.derivation !== null && this.turns.busy;
  }

  // What leads to the configuration that is shown.
  get key() {
    return this.names.slice(0, this.here).join();
  }

  go(at) {
    if (this.changing) return;
    if (this.ready) this.trouble = this.retry = null;
    this.at = at === null ? null : Math.max(0, Math.min(at, this.reach));
    this.quiz?.arrive();
    this.draw();
    this.onchange?.();
  }

  // A transition by hand; where it is the one that comes next anyway, a step forwards.
  choose(name) {
    if (this.changing) return;
    if (this.names[this.here] === name) {
      this.forward();
      return;
    }
    const hand = [...this.names.slice(0, this.here), name];
    const left = this.hand ? this.left : this.here;
    this.load(hand, () => {
      Object.assign(this, { left, at: hand.length, fixed: false });
      this.quiz?.arrive();
    });
  }

  // Who is asked goes back to where the oracle was left, since nothing after it was answered.
  byOracle() {
    this.load(null, () => {
      if (this.quiz) this.at = this.quiz.furthest = this.left ?? 0;
    });
  }

  fold(folded = !this.folded) {
    this.folded = folded;
    this.draw();
    this.onchange?.();
  }

  // Questions instead of answers, or no more.
  ask(on = !this.quiz) {
    if (this.fixed) return;
    this.quiz = on ? new Quiz(this) : null;
    if (on && this.at === null) this.go(0);
    else {
      this.draw();
      this.onchange?.();
    }
  }

  own(event) {
    if (this.at === null || !this.derivation || this.changing) return false;
    if (this.quiz?.own(event)) return true;
    if (!/^[1-9]$/.test(event.key)) return false;
    const chosen = this.derivation.steps[this.here].permitted[Number(event.key) - 1];
    if (chosen) this.choose(chosen.name);
    return true;
  }

  // For who listens rather than looks.
  say(text) {
    this.said.textContent = text;
  }

  sayStep(step) {
    if (this.saidOf === this.key) return;
    this.saidOf = this.key;
    const words = step.bindings.map(({ letter, word }) => `${letter} = ${this.name(word)}`);
    this.say([step.transition || "Start", ...words, this.quiz?.question?.asks].filter(Boolean).join(", "));
  }

  name(word) {
    return word ? this.forms[word - 1] : "root";
  }

  focus(word) {
    this.figure.querySelector(`[data-word="${word}"]`)?.focus({ preventScroll: true });
  }

  select(word) {
    this.selected = word;
    this.draw();
  }

  refuse(trouble, retry = null) {
    Object.assign(this, { trouble, retry });
    this.draw();
  }

  draw() {
    const whole = this.at === null;
    const step = this.derivation?.steps[this.here];
    const arcs = shownArcs(this);
    const letters = new Map();
    const gone = new Set();
    if (step && !whole) {
      for (const { letter, word } of step.bindings) if (word) letters.set(word, letter);
      const held = new Set(step.stores.flat());
      this.forms.forEach((_, k) => held.has(k + 1) || gone.add(k + 1));
    }
    const roots = new Set(this.drawing ? this.sentence.heads.flatMap((head, k) => (head ? [] : [k + 1])) : []);
    const options = {
      roots: this.drawing?.arcs.length ? roots : new Set(), gone, letters, folded: this.folded, directed: this.derivation?.directed ?? true,
      selected: this.selected, onword: this.onword, says: this.says, room: this.room,
    };
    const sentence = { ...this.sentence, forms: this.forms, tags: this.sentence?.tags ?? [] };
    const scroll = this.figure.scrollLeft;
    const drawn = tree(sentence, arcs, options);
    const focused = this.figure.contains(document.activeElement) && document.activeElement.dataset.word;
    replace(this.figure, drawn);
    if (focused) this.focus(focused);
    this.figure.scrollLeft = scroll;
    this.follow(letters);
    const cut = this.figure.scrollWidth > this.figure.clientWidth + 1;
    replace(this.caption, this.lost(), cut ? h("p", { class: "cue" }, "Scroll sideways to see all words →") : null, legend(arcs, drawn.querySelector(".crossing") !== null));
    this.planes = Math.max(1, ...arcs.map((arc) => arc.plane));
    controls(this.controls, this);
    panel(this.panel, this, whole ? null : step);
    if (step && !whole) {
      this.sayStep(step);
      this.askScores();
    }
    this.ondraw?.();
  }

  // Keep the words that a rule is about in view.
  follow(letters) {
    const words = [...letters.keys()];
    if (!words.length || this.figure.scrollWidth <= this.figure.clientWidth) return;
    const box = this.figure.querySelector(`[data-word="${Math.max(...words)}"]`)?.getBBox();
    if (!box) return;
    const { scrollLeft, clientWidth } = this.figure;
    if (box.x < scrollLeft + 30 || box.x + box.width > scrollLeft + clientWidth - 30) {
      this.figure.scrollLeft = box.x - clientWidth / 2;
    }
  }

  // What the system cannot build, said under the tree, where it is drawn.
  lost() {
    const words = this.derivation?.by === "oracle" ? this.derivation.lost : [];
    if (!words.length) return null;
    const listed = words.map((word) => `${this.name(this.sentence.heads[word - 1])} → ${this.name(word)}`);
    return h("p", { class: "cannot" }, `${this.derivation.system} cannot build ${listed.join(", ")}.`);
  }

  // The model's scores, if there is a model.
  async askScores() {
    const { model, model_system } = await get("/api").catch(() => ({}));
    if (model && this.choice.name !== model_system) this.scored = { model, model_system };
    const { key } = this;
    const transitions = this.names.slice(0, this.here);
    if (!model || !this.sentence || this.closed || this.scores.has(key)) return;
    this.scores.set(key, {});
    try {
      this.scores.set(key, (await post("/api/scores", { system: this.choice, sentence: asked(this.sentence), transitions })).scores);
      if (!this.closed && key === this.key) this.draw();
    } catch {
      // A derivation is worth showing without scores.
    }
  }
}
