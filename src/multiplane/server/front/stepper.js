// A derivation, stepped through forwards and backwards, by the oracle or by hand.

import { get, post } from "./api.js";
import { h, printed, replace } from "./dom.js";
import { chain, moves } from "./moves.js";
import { asked } from "./sentence-text.js";
import { controls } from "./controls.js";
import { legend } from "./legend.js";
import { Quiz } from "./quiz.js";
import { shownArcs } from "./shown-arcs.js";
import { known } from "./known.js";
import { fit, stores } from "./stores.js";
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

  load() {
    const system = this.choice;
    if (!this.derivation) this.draw();
    return this.turns.take(async (still, signal) => {
      this.derivation = await still(this.hand
        ? post("/api/steps", { system, transitions: this.hand, ...(this.sentence ? { sentence: asked(this.sentence) } : { words: this.words }) }, signal)
        : post("/api/derivation", { system, sentence: asked(this.sentence) }, signal));
      this.trouble = null;
      this.draw();
    }, (error) => {
      this.derivation = null;
      this.trouble = error.message;
      this.draw();
    });
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
    this.left = this.hand ? this.left : this.here;
    this.hand = [...this.names.slice(0, this.here), name];
    this.at = this.hand.length;
    this.fixed = false;
    this.quiz?.arrive();
    this.onchange?.();
    this.load();
  }

  // Who is asked goes back to where the oracle was left, since nothing after it was answered.
  byOracle() {
    this.hand = null;
    if (this.quiz) this.at = this.quiz.furthest = this.left ?? 0;
    this.onchange?.();
    this.load();
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

  refuse(message) {
    this.trouble = message;
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
    this.panel.hidden = whole && !this.trouble;
    this.planes = Math.max(1, ...arcs.map((arc) => arc.plane));
    controls(this.controls, this);
    if (this.trouble) replace(this.panel, h("p", { class: "trouble", role: "alert" }, this.trouble));
    else if (step && !whole) this.drawPanel(step);
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

  drawPanel(step) {
    const { derivation, here } = this;
    const rule = derivation.rules[step.transition];
    const bindings = step.bindings.map(({ letter, word }) => h("span", { class: "binding" }, h("var", {}, letter), " = ", this.name(word)));
    const applied = step.transition
      ? [h("span", { class: "transition" }, step.transition), printed(rule.html), bindings.length ? h("span", { class: "bindings" }, bindings) : null]
      : [h("span", { class: "aside" }, "Start: all words are in the buffer.")];
    const permitted = () => moves(step, this.names[here], this.scores.get(this.key), (chosen) => this.choose(chosen), this.scored);
    const open = this.panel.contains(document.activeElement) ? document.activeElement.dataset.transition : null;
    replace(this.panel,
      h("p", { class: "applied" }, applied),
      stores(derivation, step, this.sentence ? this.forms : []),
      this.fixed ? null : this.quiz ? this.quiz.panel(step, permitted) : permitted(),
      this.remarks(),
      h("div", { class: "ribbon" }, chain(derivation, here, this.quiz ? (this.open ? here : this.quiz.furthest) : this.last, (at) => this.go(at))));
    fit(this.panel);
    if (open) this.panel.querySelector(`[data-transition="${CSS.escape(open)}"]`)?.focus();
    const ribbon = this.panel.querySelector(".ribbon");
    const now = ribbon.querySelector(".now");
    if (now) ribbon.scrollTop = now.offsetTop - ribbon.clientHeight / 2;
    this.sayStep(step);
    this.askScores();
  }

  // What the system cannot build, said under the tree, where it is drawn.
  lost() {
    const words = this.derivation?.by === "oracle" ? this.derivation.lost : [];
    if (!words.length) return null;
    const listed = words.map((word) => `${this.name(this.sentence.heads[word - 1])} → ${this.name(word)}`);
    return h("p", { class: "cannot" }, `${this.derivation.system} cannot build ${listed.join(", ")}.`);
  }

  remarks() {
    if (!this.hand || this.fixed || !this.sentence) return null;
    return h("p", { class: "remark" }, "By hand. ", h("button", { type: "button", class: "link", onclick: () => this.byOracle() }, "Back to the oracle"));
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
