// The buttons below a tree: from step to step, and back to the whole.

import { h, replace } from "./dom.js";
import { icon } from "./icons.js";

const button = (name, says, onclick, disabled, extra = "") =>
  h("button", { type: "button", class: `control ${extra}`, "aria-label": says, title: says, onclick, disabled }, icon(name));

function fold(stepper, planes) {
  if (planes < 2) return null;
  return h("button", { type: "button", class: "quiet", "aria-pressed": String(stepper.folded), onclick: () => stepper.fold(), title: "second plane below the words (f)" },
    stepper.folded ? "Unfold planes" : "Fold planes apart");
}

function whole(stepper) {
  const ready = stepper.derivation !== null;
  return h("button", { type: "button", class: "primary", onclick: () => stepper.forward(), disabled: !ready },
    ready ? "Step through" : stepper.trouble ? "No derivation" : "Deriving…", h("kbd", { "aria-hidden": "true" }, "→"));
}

function steps(stepper) {
  const { here, last, timer } = stepper;
  return [
    h("div", { class: "buttons", role: "group", "aria-label": "Steps" },
      button("first", "to the start (Home)", () => stepper.go(0), here === 0),
      button("back", "one step back (←)", () => stepper.back(), here === 0),
      button(timer ? "pause" : "play", timer ? "stop (space)" : "play (space)", () => stepper.play(), last === 0, "play"),
      button("forward", "one step forward (→)", () => stepper.forward(), here === last),
      button("last", "to the end (End)", () => stepper.go(last), here === last)),
    h("input", { type: "range", min: 0, max: last, value: here, "aria-label": "Step", "aria-valuetext": `step ${here} of ${last}`, oninput: (event) => stepper.go(Number(event.target.value)) }),
    h("output", { class: "count" }, `${here} of ${last}`),
    h("button", { type: "button", class: "quiet", onclick: () => stepper.go(null), title: "the whole tree (w)" }, "Whole tree"),
  ];
}

export function controls(place, stepper, planes) {
  const focused = place.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
  replace(place, stepper.at === null ? whole(stepper) : steps(stepper), fold(stepper, planes));
  const slider = place.querySelector("input");
  if (slider) {
    slider.max = stepper.last; // before its value, which would be cut to the maximum before
    slider.value = stepper.here;
  }
  if (focused) place.querySelector(`[aria-label="${CSS.escape(focused)}"]`)?.focus();
}
