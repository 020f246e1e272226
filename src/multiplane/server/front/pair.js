// Two systems on one sentence, side by side: both go step by step together, or one alone.

import { controls } from "./controls.js";
import { counts } from "./counts.js";
import { h, replace } from "./dom.js";
import { Walk } from "./walk.js";

export class Pair extends Walk {
  constructor(steppers) {
    super();
    this.steppers = steppers;
    const whole = steppers.every(({ at }) => at === null);
    for (const stepper of steppers) {
      Object.assign(stepper, { paired: true, at: whole ? null : stepper.at ?? 0, ondraw: () => this.draw() });
      stepper.element.prepend(h("h2", { class: "system" }, stepper.title));
    }
    this.controls = h("div", { class: "controls both", role: "group", "aria-label": "Both systems" });
    this.counts = h("div", {});
    this.element = h("div", { class: "pair" }, this.controls, h("div", { class: "sides" }, steppers.map(({ element }) => element)), this.counts);
  }

  get at() {
    return this.steppers[0].at === null ? null : this.here;
  }

  get here() {
    return Math.max(...this.steppers.map(({ here }) => here));
  }

  get last() {
    return Math.max(...this.steppers.map(({ last }) => last));
  }

  get reach() {
    return Math.max(...this.steppers.map(({ reach }) => reach));
  }

  get more() {
    return this.steppers.some(({ more }) => more);
  }

  get planes() {
    return Math.max(...this.steppers.map(({ planes }) => planes));
  }

  get ready() {
    return this.steppers.some(({ ready }) => ready);
  }

  get trouble() {
    return this.steppers.every(({ trouble }) => trouble);
  }

  get open() {
    return this.steppers.some(({ open }) => open);
  }

  get folded() {
    return this.steppers[0].folded;
  }

  get quiz() {
    return this.steppers[0].quiz;
  }

  get sentence() {
    return this.steppers[0].sentence;
  }

  // Keys of one system are for the one that has the focus, or is asking.
  get active() {
    return this.steppers.find(({ element }) => element.contains(document.activeElement)) ?? this.steppers.find(({ open }) => open) ?? this.steppers[0];
  }

  each(work) {
    this.steppers.forEach(work);
  }

  go(at) {
    this.each((stepper) => stepper.go(at));
  }

  further() {
    this.each((stepper) => stepper.more && stepper.further());
  }

  // One that has ended waits for the other, as it did on the way here.
  back() {
    const { here } = this;
    const together = this.steppers.every((stepper) => stepper.here === Math.min(here, stepper.last));
    if (together) super.back();
    else this.each((stepper) => stepper.back());
  }

  fold() {
    const folded = !this.folded;
    this.each((stepper) => stepper.fold(folded));
  }

  ask() {
    const on = !this.quiz;
    this.each((stepper) => stepper.ask(on));
  }

  own(event) {
    return this.active.own(event);
  }

  load() {
    return Promise.all(this.steppers.map((stepper) => stepper.load()));
  }

  select(word) {
    this.each((stepper) => stepper.select(word));
  }

  refuse(message) {
    this.each((stepper) => stepper.refuse(message));
  }

  close() {
    clearInterval(this.timer);
    this.each((stepper) => stepper.close());
  }

  draw() {
    controls(this.controls, this);
    replace(this.counts, counts(this.steppers));
  }
}

// One derivation as it is, or two side by side.
export const together = (steppers) => (steppers.length > 1 ? new Pair(steppers) : steppers[0]);
