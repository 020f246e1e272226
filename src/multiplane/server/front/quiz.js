// Questions about each configuration: which transitions are permitted, and which cost nothing?
// What is asked is shown nowhere before it is answered; then it is said what is right, and why.

import { h } from "./dom.js";
import { forbidden, heads } from "./moves.js";

const listed = (names) => new Intl.ListFormat("en").format(names);
const plural = (names, one, several) => `${listed(names)} ${names.length === 1 ? one : several}`;

// What is asked in a configuration, one question after the other: the options, those that are right,
// what to say of one that was chosen and is not, and of those that are right.
function questions({ transitions }, step, atEnd) {
  if (atEnd && step.terminal) return [];
  const names = step.permitted.map(({ name }) => name);
  const because = new Map(step.forbidden.map(({ name, because }) => [name, because]));
  const costs = new Map(step.permitted.map(({ name, cost }) => [name, cost]));
  const permitted = {
    asks: "Which transitions are permitted?", options: transitions, right: names,
    wrong: (name) => `${name} is not permitted: ${because.get(name) ?? "there is no word so far away"}.`,
    says: (right) => (right.length ? plural(right, "is permitted", "are permitted") : "no transition is permitted"),
  };
  const free = {
    asks: "Which of them cost nothing?", options: names, right: names.filter((name) => costs.get(name) === 0),
    wrong: (name) => `${name} loses ${heads(costs.get(name))} of the tree.`,
    says: (right) => plural(right, "costs nothing", "cost nothing"),
  };
  const known = names.length > 0 && names.every((name) => typeof costs.get(name) === "number");
  return known ? [permitted, free] : [permitted];
}

// An answer as against what is right: what was chosen wrongly, and what was not chosen.
const judged = ({ right }, chosen) => ({
  wrong: [...chosen].filter((name) => !right.includes(name)),
  missed: right.filter((name) => !chosen.has(name)),
});

const isRight = ({ shown, wrong, missed }) => !shown && !wrong.length && !missed.length;

function told({ says, wrong, right }, answer) {
  if (answer.shown) return `Answer: ${says(right)}.`;
  if (isRight(answer)) return `Right: ${says(right)}.`;
  return ["Not quite.", ...answer.wrong.map(wrong), answer.missed.length ? `You missed that ${says(answer.missed)}.` : null].filter(Boolean).join(" ");
}

export class Quiz {
  constructor(stepper) {
    this.stepper = stepper;
    this.furthest = stepper.at ?? 0; // step that was reached
    this.again();
  }

  again() {
    this.answers = new Map(); // of each configuration, by the transitions that lead to it
    this.chosen = new Set();
  }

  get given() {
    return this.answers.get(this.stepper.key) ?? [];
  }

  get questions() {
    const { derivation, here, last } = this.stepper;
    return derivation ? questions(derivation, derivation.steps[here], here === last) : [];
  }

  // The question that is to be answered here, if there is one.
  get question() {
    return this.questions[this.given.length];
  }

  get reach() {
    const { at, last } = this.stepper;
    return Math.min(last, Math.max(this.furthest, at === null || this.question ? 0 : at + 1));
  }

  get score() {
    const all = [...this.answers.values()].flat();
    return all.length ? `${all.filter(isRight).length} of ${all.length} right` : "no answers yet";
  }

  arrive() {
    this.furthest = Math.max(this.furthest, this.stepper.at ?? 0);
    this.chosen.clear();
  }

  toggle(name) {
    this.chosen.delete(name) || this.chosen.add(name);
    for (const option of this.stepper.panel.querySelectorAll(".option")) option.setAttribute("aria-pressed", String(this.chosen.has(option.dataset.transition)));
  }

  // shown: whoever answers would rather see the answer.
  answer(shown) {
    const { question } = this;
    const answer = shown ? { shown } : judged(question, this.chosen);
    this.answers.set(this.stepper.key, [...this.given, answer]);
    this.chosen.clear();
    this.stepper.say(`${told(question, answer)} ${this.score}. ${this.question?.asks ?? ""}`);
    this.go(() => this.stepper.draw());
  }

  // The button to go on with stays where one is.
  go(on) {
    on();
    this.stepper.panel.querySelector(".quiz .primary")?.focus({ preventScroll: true });
  }

  own({ key }) {
    const { question } = this;
    if (key === "Enter") {
      if (question) this.answer();
      else this.go(() => this.stepper.forward());
      return true;
    }
    const name = question?.options[Number(key) - 1];
    if (name && /^[1-9]$/.test(key)) this.toggle(name);
    return Boolean(question) && /^[1-9]$/.test(key);
  }

  // shown: all that is known of the configuration, once nothing more is asked.
  panel(step, shown) {
    const { question, given, questions, stepper } = this;
    const ended = !questions.length;
    return h("section", { class: "quiz", "aria-label": `Quiz on ${stepper.title}` },
      h("p", { class: "heading" }, "Quiz", h("span", { class: "score" }, this.score)),
      given.map((answer, k) => this.verdict(questions[k], answer)),
      question && given.length ? forbidden(step) : null,
      question ? this.asked(question) : ended ? null : shown(),
      question ? null : this.further(ended, stepper));
  }

  verdict(question, answer) {
    const [kind, sign] = isRight(answer) ? ["right", "✓"] : answer.shown ? ["shown", "–"] : ["wrong", "✗"];
    return h("p", { class: `told ${kind}` }, h("span", { "aria-hidden": "true" }, `${sign} `), told(question, answer));
  }

  asked({ asks, options }) {
    const option = (name, k) => h("li", {},
      h("button", { type: "button", class: "move option", "data-transition": name, "aria-pressed": String(this.chosen.has(name)), onclick: () => this.toggle(name) },
        h("kbd", { "aria-hidden": "true" }, k < 9 ? k + 1 : ""), h("span", { class: "transition" }, name)));
    return [
      h("p", { class: "question" }, asks, h("span", { class: "aside" }, " Choose all that apply; it may be none.")),
      h("ul", { class: "choices", "aria-label": asks }, options.map(option)),
      h("p", { class: "take" },
        h("button", { type: "button", class: "primary", onclick: () => this.answer() }, "Check", h("kbd", { "aria-hidden": "true" }, "⏎")),
        h("button", { type: "button", class: "quiet", onclick: () => this.answer(true) }, "Show the answer")),
    ];
  }

  // What comes after the answers.
  further(ended, stepper) {
    if (ended) {
      return h("p", { class: "take" }, `The end: ${this.score}.`,
        h("button", { type: "button", class: "quiet", onclick: () => { this.again(); this.furthest = 0; stepper.go(0); } }, "Once more"));
    }
    if (stepper.here === stepper.last) return h("p", { class: "aside" }, stepper.derivation.steps[stepper.here].permitted.length ? "Take a transition to go on." : null);
    return h("p", { class: "take" },
      h("button", { type: "button", class: "primary", onclick: () => this.go(() => stepper.forward()) }, "Next", h("kbd", { "aria-hidden": "true" }, "⏎")),
      h("span", { class: "aside" }, "or take another transition"));
  }
}
