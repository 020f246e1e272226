// What is in the box becomes sentences: with the heads that it has, or that a model gives it.

import { get, post, systemPath } from "./api.js";
import { notice, replace } from "./dom.js";
import { example } from "./examples.js";
import { withDetails } from "./sentence-link.js";
import { asFile, asLine, asText, fromLine, hasHeads, isConllu, isNotation, sameWords } from "./sentence-text.js";
import { Turns } from "./turns.js";
import { Writing } from "./writing.js";

const PAUSE = 350; // milliseconds without a key before what is typed is read
const AT_ONCE = 1000; // characters that are parsed while one types; more only when asked
const OWN = new Set(["link", "pasted", "one", "hand"]); // trees that nothing typed brings back

const plain = (text) => !isConllu(text) && !isNotation(text);

// Whoever reads shows what was read: show(start, still, signal), where start says what to begin with,
// again (the same for what is shown), drawing (of the tree that is shown), trouble(message), settle().
export class Reader {
  turns = new Turns();
  opened = Promise.resolve(); // once the details of a link are there
  timer = null;
  past = []; // what clicks have changed, to undo it
  kept = null; // the trees that were there before others, to go back to
  one = false; // the box has the heads of the sentence that is shown, and of no other
  known = null; // what the interface says of itself, once it does

  // read: the text whose trees the sentences are; start and details: see beginning.js.
  constructor({ sentences, index, origin, read, start, details }) {
    Object.assign(this, { sentences, index, origin, read, start, details });
    this.writing = new Writing({
      ontext: () => this.typed(), onparse: () => this.parse(),
      onexample: (k) => this.take(example(k), { by: "example" }), onchoose: (k) => this.choose(k),
    });
    this.about = get("/api"); // which takes a moment while the model is loaded
    this.about.then((about) => { this.known = about; this.writing.offer(about.model); }, () => {});
  }

  get sentence() {
    return this.sentences[this.index];
  }

  // Is there something in the box that is not shown?
  get unread() {
    return this.writing.text !== this.read;
  }

  // Is something else about to be shown?
  get pending() {
    return this.timer !== null || this.turns.busy;
  }

  wait(work) {
    clearTimeout(this.timer);
    this.timer = work ? setTimeout(() => { this.timer = null; work(); }, PAUSE) : null;
  }

  // In a turn of its own, so that whatever was asked for before is dropped.
  async turn(work) {
    this.wait(null);
    const failed = (error) => this.trouble(error.message.replace("<text>:", isConllu(this.writing.text) ? "line " : "word "));
    const done = this.turns.take(work, failed);
    this.settle();
    await done;
    this.settle();
  }

  async begin() {
    this.writing.text = this.read;
    this.read = this.writing.text; // with the line ends of a box
    this.opened = this.open();
    await this.turn(async (still, signal) => {
      await still(this.opened);
      await this.show(this.start, still, signal);
    });
  }

  // Whatever is done before the details of a link are there, they belong to its sentences.
  async open() {
    const { sentences } = this;
    const found = await withDetails(sentences, this.details);
    if (this.sentences !== sentences) return;
    const trouble = [this.origin.trouble, found.trouble].filter(Boolean).join(" ");
    Object.assign(this, { sentences: found.sentences, origin: { ...this.origin, trouble } });
  }

  // Another sentence, with its text in the box.
  take(sentence, origin) {
    this.writing.text = asText(sentence);
    return this.turn((...turn) => this.set([sentence], origin, ...turn));
  }

  choose(index) {
    if (this.unread) {
      notice("These are the sentences of the text before; the one in the box comes first");
      return undefined;
    }
    return this.turn(async (...turn) => {
      this.index = index;
      if (this.one) this.writing.text = this.read = asLine(this.sentence);
      this.past = [];
      await this.show({}, ...turn);
    });
  }

  // From the first key on, answers about the text before are late; it is read after a pause.
  typed() {
    this.turns.drop();
    this.wait(() => this.turn((...turn) => this.reading(...turn)));
    this.settle();
  }

  async reading(...turn) {
    const [still] = turn;
    await still(this.opened);
    const { writing: { text }, kept } = this;
    if (this.one && isNotation(text)) {
      this.replaced(this.recalled(fromLine(text)), { by: "one" });
      Object.assign(this, { read: text, past: [] });
      await this.show({}, ...turn);
      return;
    }
    if (!plain(text)) {
      const [sentences, by] = await this.written(text, ...turn);
      await this.set(sentences, { by }, ...turn);
      return;
    }
    if (plain(this.read) && sameWords(text, this.sentences)) {
      this.read = text; // only spaces have changed: the tree stays
      await this.show(this.again ?? this.start, ...turn);
      return;
    }
    if (kept && sameWords(text, kept.sentences)) {
      this.restore({ ...kept, read: text, one: false });
      await this.show({}, ...turn);
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
    if (!isConllu(text)) return [[this.recalled(fromLine(text))], "typed"];
    const { sentences } = await still(post("/api/read", { conllu: asFile(text) }, signal));
    return [sentences, "pasted"];
  }

  // With the tags and details of the same words, where a sentence has these words already.
  recalled(sentence) {
    const { forms, heads, labels } = sentence;
    const same = (other) => other.forms.join("\n") === forms.join("\n");
    const known = [this.sentence, ...(this.kept ? [this.kept.sentence, ...this.kept.sentences] : [])].find(same);
    return known ? { ...known, heads, labels } : sentence;
  }

  // What is in the box at this moment, by the model; without one it is only read.
  parse() {
    const { text } = this.writing;
    return this.turn(async (...turn) => {
      const [still] = turn;
      await still(this.opened);
      const { model } = await still(this.about);
      if (!model || !text.trim()) {
        await this.reading(...turn);
        return;
      }
      if (text === this.read) {
        const { origin, sentence } = this;
        const here = hasHeads(sentence) ? this.now() : null;
        const own = origin.by === "model" ? origin.before : here;
        // The words of a tree that is there are known: apart, they stay the same words.
        const words = own || isConllu(text) ? (own?.sentence ?? sentence).forms.join(" ") : text;
        await this.parsed(words, own, ...turn);
      } else if (isConllu(text) || isNotation(text)) {
        const [sentences, by] = await this.written(text, ...turn);
        await this.parsed(sentences[0].forms.join(" "), { by, sentence: sentences[0], sentences, index: 0, origin: { by } }, ...turn);
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
    this.keep(origin.by);
    const there = ["typed", "pasted"].includes(origin.by) ? null : this.kept;
    Object.assign(this, { sentences, index: 0, past: [], one: false, origin: { ...origin, kept: there }, read: this.writing.text });
    await this.show({}, ...turn);
  }

  // All that it takes to come back.
  now() {
    const { sentence, sentences, index, origin, drawing, one } = this;
    return { by: origin.by, sentence, sentences, index, origin: { by: origin.by, kept: origin.kept, trouble: origin.trouble }, drawing, one };
  }

  // What is typed may be on its way to something else, and so is not kept, unless an example follows.
  keep(by) {
    const own = OWN.has(this.origin.by) || (by === "example" && this.origin.by === "typed");
    const worth = this.origin.by === "pasted" || this.sentences.some(hasHeads);
    if (own && worth && this.origin.by !== by) this.kept = { ...this.now(), read: this.read };
  }

  // The heads of the sentence that is shown, in the box.
  asNotation() {
    this.keep("one");
    this.one = this.sentences.length > 1;
    this.origin = { by: this.one ? "one" : "typed" };
    this.writing.text = this.read = asLine(this.sentence);
    this.turn((...turn) => this.show(this.again ?? {}, ...turn));
    this.writing.box.focus();
  }

  replaced(sentence, origin) {
    this.sentences = this.sentences.map((each, k) => (k === this.index ? sentence : each));
    this.origin = origin;
  }

  // To the trees that were there before these, and to their text if another one took its place.
  back() {
    const there = this.origin.before ?? this.origin.kept;
    if (!there) return;
    this.restore(there);
    this.writing.text = this.read;
    this.turn((...turn) => this.show({}, ...turn));
  }

  restore({ sentences, index, origin, one = false, read = this.writing.text }) {
    Object.assign(this, { sentences, index, origin, one, read, past: [] });
  }
}
