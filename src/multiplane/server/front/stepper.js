// A derivation, stepped through forwards and backwards, by the oracle or by hand.

import { get, post } from "./api.js";
import { h, printed, replace } from "./dom.js";
import { chain, moves } from "./moves.js";
import { asked } from "./sentence-text.js";
import { fit, stores } from "./stores.js";
import { tree } from "./tree.js";
import { Turns } from "./turns.js";

const PACE = 900; // milliseconds

export class Stepper {
  // given: choice ({name} or {text}), sentence or words, drawing (planes of the whole tree),
  // hand (transitions, or null for the oracle), at (a step, or null for the whole tree),
  // folded, onchange, onword, fixed (a derivation that is only shown).
  constructor(given) {
    Object.assign(this, { hand: null, at: null, folded: false, fixed: false, drawing: null, selected: null }, given);
    this.forms = this.sentence?.forms ?? Array.from({ length: this.words }, (_, k) => String(k + 1));
    this.figure = h("div", { class: "figure", tabindex: 0, role: "region", "aria-label": "The tree" });
    this.panel = h("div", { class: "panel", hidden: true });
    this.controls = h("div", { class: "controls" });
    this.element = h("section", { class: "stepper", "aria-label": "Derivation" }, this.figure, this.controls, this.panel);
    this.derivation = null;
    this.turns = new Turns();
    this.scores = new Map(); // by the transitions before them
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

  get here() {
    return Math.min(this.at ?? this.last, this.last);
  }

  get names() {
    return this.derivation?.steps.slice(1).map((step) => step.transition) ?? [];
  }

  go(at) {
    this.at = at === null ? null : Math.max(0, Math.min(at, this.last));
    this.draw();
    this.onchange?.();
  }

  forward() {
    if (this.at === null) this.go(0);
    else if (this.at < this.last) this.go(this.at + 1);
  }

  back() {
    if (this.at !== null) this.go(this.at - 1);
  }

  play() {
    if (this.timer) {
      this.stop();
      return;
    }
    if (this.at === null || this.at >= this.last) this.go(0);
    this.timer = setInterval(() => {
      if (!this.element.isConnected || this.here >= this.last) this.stop();
      else this.go(this.here + 1);
    }, PACE);
    this.draw();
  }

  stop() {
    clearInterval(this.timer);
    this.timer = null;
    this.draw();
  }

  // A transition by hand; where it is the one that comes next anyway, a step forwards.
  choose(name) {
    if (this.names[this.here] === name) {
      this.forward();
      return;
    }
    this.hand = [...this.names.slice(0, this.here), name];
    this.at = this.hand.length;
    this.fixed = false;
    this.onchange?.();
    this.load();
  }

  byOracle() {
    this.hand = null;
    this.onchange?.();
    this.load();
  }

  fold() {
    this.folded = !this.folded;
    this.draw();
    this.onchange?.();
  }

  keys(event) {
    const done = {
      ArrowRight: () => this.forward(),
      ArrowLeft: () => this.back(),
      Home: () => this.go(0),
      End: () => this.go(this.last),
      " ": () => this.play(),
      w: () => this.go(this.at === null ? 0 : null),
      f: () => this.fold(),
    }[event.key];
    if (done) done();
    else if (/^[1-9]$/.test(event.key) && this.at !== null && this.derivation) {
      const chosen = this.derivation.steps[this.here].permitted[Number(event.key) - 1];
      if (chosen) this.choose(chosen.name);
    } else return false;
    return true;
  }

  // Arcs of the tree and of the derivation so far; those to come are ghosts.
  arcs() {
    const steps = this.derivation?.steps ?? [];
    const directed = this.derivation?.directed ?? true;
    const key = (arc) => (directed ? `${arc.head}-${arc.dependent}` : [arc.head, arc.dependent].sort((a, b) => a - b).join("-"));
    const planes = new Map((this.drawing?.arcs ?? []).map((arc) => [key(arc), arc.plane]));
    const built = new Map();
    const whole = this.at === null;
    steps.forEach((step, k) => {
      for (const arc of step.arcs) {
        if (!whole || !this.drawing) planes.set(key(arc), arc.plane);
        if (k <= this.here && !whole) built.set(key(arc), k === this.here ? "new" : "built");
      }
    });
    const arcs = (this.drawing?.arcs ?? []).map((arc) => ({
      head: arc.head, dependent: arc.dependent, label: this.sentence.labels[arc.dependent - 1],
      plane: planes.get(key(arc)) ?? 1, look: whole ? "built" : built.get(key(arc)) ?? "ghost",
    }));
    const right = new Set(arcs.map(key));
    for (const step of steps.slice(0, this.here + 1)) {
      for (const arc of step.arcs) {
        if (right.has(key(arc)) || (whole && this.drawing)) continue;
        const look = whole ? "built" : built.get(key(arc));
        arcs.push({ ...arc, plane: planes.get(key(arc)), label: this.drawing ? "✗" : "", look });
      }
    }
    return arcs;
  }

  draw() {
    const whole = this.at === null;
    const step = this.derivation?.steps[this.here];
    const arcs = this.arcs();
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
      selected: this.selected, onword: this.onword, says: this.says,
    };
    const sentence = { forms: this.forms, tags: this.sentence?.tags ?? [] };
    const scroll = this.figure.scrollLeft;
    replace(this.figure, tree(sentence, arcs, options));
    this.figure.scrollLeft = scroll;
    this.follow(letters);
    this.panel.hidden = whole && !this.trouble;
    this.drawControls(whole);
    if (this.trouble) replace(this.panel, h("p", { class: "trouble", role: "alert" }, this.trouble));
    else if (step && !whole) this.drawPanel(step);
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

  drawControls(whole) {
    const button = (text, says, onclick, disabled, extra = "") =>
      h("button", { type: "button", class: `control ${extra}`, "aria-label": says, title: says, onclick, disabled }, text);
    const focused = this.controls.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
    const planes = Math.max(1, ...this.arcs().map((arc) => arc.plane));
    const foldable = planes > 1
      ? h("button", { type: "button", class: "quiet", "aria-pressed": String(this.folded), onclick: () => this.fold(), title: "second plane below the words (f)" }, this.folded ? "Unfold planes" : "Fold planes apart")
      : null;
    if (whole) {
      const ready = this.derivation !== null;
      replace(this.controls,
        h("button", { type: "button", class: "primary", onclick: () => this.forward(), disabled: !ready }, ready ? "Step through" : this.trouble ? "No derivation" : "Deriving…", h("kbd", { "aria-hidden": "true" }, "→")),
        foldable);
    } else {
      const { here, last } = this;
      replace(this.controls,
        h("div", { class: "buttons", role: "group", "aria-label": "Steps" },
          button("⏮", "to the start (Home)", () => this.go(0), here === 0),
          button("◀", "one step back (←)", () => this.back(), here === 0),
          button(this.timer ? "❚❚" : "▶", this.timer ? "stop (space)" : "play (space)", () => this.play(), last === 0, "play"),
          button("▶", "one step forward (→)", () => this.forward(), here === last),
          button("⏭", "to the end (End)", () => this.go(last), here === last)),
        h("input", { type: "range", min: 0, max: last, value: here, "aria-label": "Step", oninput: (event) => this.go(Number(event.target.value)) }),
        h("output", { class: "count" }, `${here} of ${last}`),
        h("button", { type: "button", class: "quiet", onclick: () => this.go(null), title: "the whole tree (w)" }, "Whole tree"),
        foldable);
      const slider = this.controls.querySelector("input");
      slider.max = last;
      slider.value = here;
    }
    if (focused) this.controls.querySelector(`[aria-label="${CSS.escape(focused)}"]`)?.focus();
  }

  drawPanel(step) {
    const { derivation, here } = this;
    const rule = derivation.rules[step.transition];
    const name = (word) => (word ? this.forms[word - 1] : "root");
    const bindings = step.bindings.map(({ letter, word }) => h("span", { class: "binding" }, h("var", {}, letter), " = ", name(word)));
    const applied = step.transition
      ? [h("span", { class: "transition" }, step.transition), printed(rule.html), bindings.length ? h("span", { class: "bindings" }, bindings) : null]
      : [h("span", { class: "aside" }, "Start: all words are in the buffer.")];
    const open = this.panel.contains(document.activeElement) ? document.activeElement.dataset.transition : null;
    replace(this.panel,
      h("p", { class: "applied", "aria-live": "polite" }, applied),
      stores(derivation, step, this.sentence ? this.forms : []),
      this.fixed ? null : moves(step, this.names[here], this.scores.get(this.names.slice(0, here).join()), (chosen) => this.choose(chosen)),
      this.remarks(derivation),
      h("div", { class: "ribbon" }, chain(derivation, here, (at) => this.go(at))));
    fit(this.panel);
    if (open) this.panel.querySelector(`[data-transition="${CSS.escape(open)}"]`)?.focus();
    const ribbon = this.panel.querySelector(".ribbon");
    const now = ribbon.querySelector(".now");
    if (now) ribbon.scrollTop = now.offsetTop - ribbon.clientHeight / 2;
    this.askScores();
  }

  remarks(derivation) {
    const name = (word) => this.forms[word - 1];
    const lost = derivation.lost.map((word) => {
      const head = this.sentence.heads[word - 1];
      return `${head ? name(head) : "root"} → ${name(word)}`;
    });
    return [
      lost.length ? h("p", { class: "remark" }, `${derivation.system} cannot build all of this tree. Lost: ${lost.join(", ")}.`) : null,
      this.hand && !this.fixed && this.sentence
        ? h("p", { class: "remark" }, "By hand. ", h("button", { type: "button", class: "link", onclick: () => this.byOracle() }, "Back to the oracle"))
        : null,
    ];
  }

  // The model's scores, if there is a model.
  async askScores() {
    const { model } = await get("/api");
    const transitions = this.names.slice(0, this.here);
    const key = transitions.join();
    if (!model || !this.sentence || this.closed || this.scores.has(key)) return;
    this.scores.set(key, {});
    try {
      this.scores.set(key, (await post("/api/scores", { system: this.choice, sentence: asked(this.sentence), transitions })).scores);
      if (!this.closed && key === this.names.slice(0, this.here).join()) this.draw();
    } catch {
      // A derivation is worth showing without scores.
    }
  }
}
