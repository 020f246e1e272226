// A page that stands alone: one derivation to step through, or two, and the rules of their systems.

import { h, notice, replace } from "./dom.js";
import { listen } from "./keyboard.js";
import { linkTo } from "./link.js";
import { together } from "./pair.js";
import { rules } from "./print.js";
import { asText } from "./sentence-text.js";
import { numbered, remember, state } from "./state.js";
import { Stepper } from "./stepper.js";

// The derivation is all there is: others would have to be computed.
function fixed(stepper, derivation) {
  stepper.derivation = derivation;
  stepper.byOracle = () => notice("This page has one derivation; for others, use the playground");
  stepper.choose = (name) => {
    if (stepper.names[stepper.here] === name) stepper.forward();
    else notice(`Here ${stepper.names[stepper.here] ?? "the end"} comes next; to try ${name}, use the playground`);
  };
  return stepper;
}

const STEPS = ["step", "beside-step"]; // in links

function steps(found) {
  return STEPS.map((key) => numbered(found[key]) ?? 0);
}

// lessons: for each system its page, its derivation, and the transitions if these were chosen by hand.
export function begin({ sentence, drawing, lessons, quiz }) {
  const found = state();
  const steppers = lessons.map(({ system, derivation, transitions }, k) => fixed(new Stepper({
    choice: { name: system.name }, title: system.name, sentence, drawing, hand: transitions, at: steps(found)[k],
    folded: found.planes === "apart", asks: found.quiz ? found.quiz === "1" : quiz,
    onchange: () => remember(document.body, {
      ...Object.fromEntries(steppers.map(({ at }, which) => [STEPS[which], at])),
      planes: shown.folded ? "apart" : undefined,
      quiz: Boolean(shown.quiz) === quiz ? undefined : Number(Boolean(shown.quiz)),
    }),
  }), derivation));
  const shown = together(steppers);
  const named = lessons.map(({ system: { name, source } }) => [h("strong", {}, name), source ? ` (${source})` : ""]);
  replace(document.getElementById("main"),
    h("h1", {}, asText(sentence)),
    h("p", { class: "lead" }, "Derived by ", named.map((each, k) => [k ? " and by " : "", each]), "."),
    shown.element,
    h("p", { class: "take" }, linkTo("this step")),
    lessons.map(({ system }) => [h("h2", {}, lessons.length > 1 ? `Rules of ${system.name}` : "Rules"), rules(system)]));
  steppers.forEach((stepper) => stepper.draw());
  window.addEventListener("hashchange", () => {
    steps(state()).forEach((at, k) => {
      if (steppers[k]) Object.assign(steppers[k], { at }).draw();
    });
  });
  listen((event) => shown.keys(event));
}
