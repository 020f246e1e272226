// Below a tree: what went wrong, and the step: its rule, the stores, what is permitted, all transitions.

import { h, printed, replace } from "./dom.js";
import { chain, moves } from "./moves.js";
import { fit, stores } from "./stores.js";

const link = (text, onclick) => h("button", { type: "button", class: "link", onclick }, text);

function applied(stepper, step) {
  if (!step.transition) return h("span", { class: "aside" }, "Start: all words are in the buffer.");
  const bindings = step.bindings.map(({ letter, word }) => h("span", { class: "binding" }, h("var", {}, letter), " = ", stepper.name(word)));
  return [h("span", { class: "transition" }, step.transition), printed(stepper.derivation.rules[step.transition].html), bindings.length ? h("span", { class: "bindings" }, bindings) : null];
}

function shown(stepper, step) {
  const { derivation, here, quiz } = stepper;
  const permitted = () => moves(step, stepper.names[here], stepper.scores.get(stepper.key), (chosen) => stepper.choose(chosen), stepper.scored);
  const upto = quiz ? (stepper.open ? here : quiz.furthest) : stepper.last;
  return [
    h("p", { class: "applied" }, applied(stepper, step)),
    stores(derivation, step, stepper.sentence ? stepper.forms : []),
    stepper.fixed ? null : quiz ? quiz.panel(step, permitted) : permitted(),
    stepper.hand && !stepper.fixed && stepper.sentence ? h("p", { class: "remark" }, "By hand. ", link("Back to the oracle", () => stepper.byOracle())) : null,
    h("div", { class: "ribbon" }, chain(derivation, here, upto, (at) => stepper.go(at))),
  ];
}

// An error that may be gone by now has a way to find out.
function wrong({ trouble, retry }) {
  if (!trouble) return null;
  return h("p", { class: "trouble", role: "alert" }, trouble, retry ? [" ", link("Try again", retry)] : null);
}

// step: what is shown of the derivation, or nothing.
export function panel(place, stepper, step) {
  const open = place.contains(document.activeElement) ? document.activeElement.dataset.transition : null;
  place.hidden = !step && !stepper.trouble;
  replace(place, wrong(stepper), step ? shown(stepper, step) : null);
  if (!step) return;
  fit(place);
  if (open) place.querySelector(`[data-transition="${CSS.escape(open)}"]`)?.focus();
  const ribbon = place.querySelector(".ribbon");
  const now = ribbon.querySelector(".now");
  if (now) ribbon.scrollTop = now.offsetTop - ribbon.clientHeight / 2;
}
