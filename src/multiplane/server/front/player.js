// A sentence to type or paste, drawn, and derived by some system: used by two pages.

import { get, post, systemPath } from "./api.js";
import { beginning } from "./beginning.js";
import { BesideChoice } from "./beside-choice.js";
import { h, notice, replace } from "./dom.js";
import { example } from "./examples.js";
import { facts } from "./facts.js";
import { tell } from "./origin.js";
import { together } from "./pair.js";
import { save } from "./save.js";
import { asStates, withDetails } from "./sentence-link.js";
import { asLine, asText, asTexts, asked, fromLine, hasHeads, isConllu, isNotation, sameWords, withHead } from "./sentence-text.js";
import { Stepper } from "./stepper.js";
import { Turns } from "./turns.js";
import { Writing } from "./writing.js";

const PAUSE = 350; // milliseconds without a key before what is typed is read
const AT_ONCE = 1000; // characters that are parsed while one types; more only when asked

export class Player {
  // given: choice() → {name} or {text}, title() of that system, onchange, state (of the link),
  // first (example)
  constructor({ choice, title, onchange, state, first = 0 }) {
    Object.assign(this, { choice, title, onchange });
    this.turns = new Turns();
    Object.assign(this, beginning(state, example(first)), { past: [], selected: null });
    this.beside = new BesideChoice(state.beside, title, () => this.restart());
    this.writing = new Writing({
      ontext: () => this.typed(), onparse: () => this.parse(),
      onexample: (k) => this.take(example(k), { by: "example" }), onchoose: (k) => this.choose(k),
    });
    this.facts = h("p", { class: "facts" });
    this.place = h("div", { class: "place" });
    this.message = h("p", { class: "trouble", role: "alert", hidden: true });
    this.element = h("div", { class: "player" }, this.writing.element, this.message, this.facts, this.beside.element, this.place);
    this.about = get("/api"); // which takes a moment while the model is loaded
    this.about.then((about) => { this.known = about; this.writing.offer(about.model); }, () => {});
  }

  get sentence() {
    return this.sentences[this.index];
  }

  // In a turn of its own, so that whatever was asked for before is dropped.
  turn(work) {
    clearTimeout(this.timer);
    return this.turns.take(work, (error) => this.trouble(error.message.replace("<text>:", isConllu(this.writing.text) ? "line " : "word ")));
  }

  async begin() {
    this.writing.text = this.read;
    await this.turn(async (still, signal) => {
      const { sentences, trouble } = await still(withDetails(this.sentences, this.details));
      Object.assign(this, { sentences, origin: { ...this.origin, trouble } });
      await this.show(this.start, still, signal);
    });
  }

  // Another sentence, with its text in the box.
  take(sentence, origin) {
    this.writing.text = asText(sentence);
    return this.turn((...turn) => this.set([sentence], origin, ...turn));
  }

  choose(index) {
    return this.turn(async (...turn) => {
      this.index = index;
      this.past = [];
      await this.show({}, ...turn);
    });
  }

  // From the first key on, answers about the text before are late; it is read after a pause.
  typed() {
    this.turns.drop();
    clearTimeout(this.timer);
    this.place.classList.add("stale");
    this.timer = setTimeout(() => this.turn((...turn) => this.reading(...turn)), PAUSE);
  }

  async reading(...turn) {
    const [still] = turn;
    const { text } = this.writing;
    const plain = (line) => !isConllu(line) && !isNotation(line);
    if (!plain(text)) {
      const [sentences, by] = await this.written(text, ...turn);
      await this.set(sentences, { by }, ...turn);
      return;
    }
    if (plain(this.read) && sameWords(text, this.sentences)) {
      await this.set(this.sentences, this.origin, ...turn); // only spaces have changed: the tree stays
      return;
    }
    const words = () => this.set([fromLine(text)], { by: this.known && !this.known.model ? "unparsed" : "words" }, ...turn);
    if (!this.known) await words(); // the model is still being loaded
    const { model } = await still(this.about);
    if (!model || !text.trim()) await words();
    else if (text.length > AT_ONCE) this.trouble(`A text of ${text.length.toLocaleString("en")} characters: press Enter to parse it.`);
    else {
      try {
        await this.parsed(text, null, ...turn);
      } catch (error) {
        await still(Promise.resolve());
        await words();
        throw error;
      }
    }
  }

  // The sentences of a text that has heads, and whose they are.
  async written(text, still, signal) {
    if (!isConllu(text)) return [[fromLine(text)], "typed"];
    const { sentences } = await still(post("/api/read", { conllu: text }, signal));
    return [sentences, "pasted"];
  }

  // What is in the box at this moment, by the model; without one it is only read.
  parse() {
    const { text } = this.writing;
    return this.turn(async (...turn) => {
      const [still] = turn;
      const { model } = await still(this.about);
      if (!model || !text.trim()) {
        await this.reading(...turn);
        return;
      }
      if (text === this.read) {
        const { sentence, sentences, index, origin, drawing } = this;
        const here = hasHeads(sentence) ? { by: origin.by, sentences, index, sentence, drawing } : null;
        const own = origin.by === "model" ? origin.before : here;
        // The words of a tree that is there are known: apart, they stay the same words.
        const words = own || isConllu(text) ? (own?.sentence ?? sentence).forms.join(" ") : text;
        await this.parsed(words, own, ...turn);
      } else if (isConllu(text) || isNotation(text)) {
        const [sentences, by] = await this.written(text, ...turn);
        await this.parsed(sentences[0].forms.join(" "), { by, sentences, index: 0, sentence: sentences[0] }, ...turn);
      } else await this.parsed(text, null, ...turn);
    });
  }

  async parsed(text, before, ...turn) {
    const [still, signal] = turn;
    const { model, model_system } = await still(this.about);
    replace(this.writing.note, "Parsing…");
    const { sentences } = await still(post("/api/parse", { text }, signal));
    if (!sentences.length) throw new Error("no words to parse; type a sentence");
    let projective = null; // the name of the model's system, if it is
    if (before?.drawing?.crossings) {
      const system = await still(get(`/api${systemPath(model_system)}`).catch(() => null));
      projective = system?.verdicts.find(({ property }) => property === "projective")?.holds ? model_system : null;
    }
    await this.set(sentences, { by: "model", model, projective, before }, ...turn);
  }

  async set(sentences, origin, ...turn) {
    if (sentences !== this.sentences) Object.assign(this, { sentences, index: 0, past: [] });
    Object.assign(this, { origin, read: this.writing.text });
    await this.show({}, ...turn);
  }

  trouble(message) {
    this.message.textContent = message ?? "";
    this.message.hidden = !message;
    this.place.classList.toggle("stale", Boolean(message));
  }

  // Draw the sentence, then derive it.
  async show(start, still, signal) {
    const { sentence } = this;
    this.selected = null;
    this.writing.choose(this.sentences, this.index);
    if (!sentence.forms.length) {
      this.trouble("");
      replace(this.place);
      replace(this.writing.note);
      replace(this.facts, "Type a few words.");
      return;
    }
    const { state, lacks } = await still(asStates(this.sentences, this.index, this.read));
    this.drawing = await still(post("/api/draw", { sentence: asked(sentence), width: 1000 }, signal));
    this.inLink = state;
    this.trouble("");
    facts(this.facts, sentence, this.drawing, lacks, () => this.asNotation(), () => this.save());
    tell(this.writing.note, this.origin, sentence, this.drawing, { onback: () => this.back(), onundo: () => this.undo() });
    this.derive(start);
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
    this.onchange();
  }

  // With other systems, from the start; the whole tree stays whole.
  restart() {
    const at = this.shown?.at === null ? null : 0;
    this.derive({ each: [{ at }, { at }] });
  }

  save() {
    const [first, second] = this.steppers;
    const one = ({ choice, hand }) => ({ system: choice, transitions: hand });
    save({ ...one(first), sentence: asked(this.sentence), beside: second ? one(second) : null, quiz: Boolean(this.shown.quiz) });
  }

  asNotation() {
    const { sentence } = this;
    this.writing.text = asLine(sentence);
    this.turn((...turn) => this.set([sentence], { by: "typed" }, ...turn));
    this.writing.box.focus();
  }

  // Click a word, then its head; the same word twice makes it a root.
  attach(word) {
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

  replaced(sentence, origin) {
    this.sentences = this.sentences.map((each, k) => (k === this.index ? sentence : each));
    this.origin = origin;
  }

  undo() {
    const { sentence, origin, read } = this.past.pop();
    this.replaced(sentence, origin);
    if (this.read === this.writing.text) this.writing.text = this.read = read;
    this.turn((...turn) => this.show({}, ...turn));
  }

  // From the model's tree to the one that was there before it.
  back() {
    const { before } = this.origin;
    Object.assign(this, { sentences: before.sentences, index: before.index, origin: { by: before.by }, past: [] });
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
    const [first, second] = this.steppers ?? [];
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
