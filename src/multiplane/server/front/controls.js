// The buttons below a tree: from step to step, and back to the whole.

import { h, replace } from "./dom.js";
import { icon } from "./icons.js";

const button = (name, says, onclick, disabled, extra = "") =>
  h("button", { type: "button", class: `control ${extra}`, "aria-label": says, title: says, onclick, disabled }, icon(name));

function fold(walk) {
  if (walk.planes < 2) return null;
  return h("button", { type: "button", class: "quiet", "aria-pressed": String(walk.folded), onclick: () => walk.fold(), title: "second plane below the words (f)" },
    walk.folded ? "Unfold planes" : "Fold planes apart");
}

function quiz(walk) {
  if (walk.fixed || !walk.sentence) return null;
  return h("button", { type: "button", class: "quiet", "aria-pressed": String(Boolean(walk.quiz)), onclick: () => walk.ask(), disabled: !walk.ready, title: "which transitions are permitted, and which cost nothing? (q)" }, "Quiz");
}

function whole(walk) {
  return h("button", { type: "button", class: "primary", onclick: () => walk.forward(), disabled: !walk.ready },
    walk.ready ? "Step through" : walk.trouble ? "No derivation" : "Deriving…", h("kbd", { "aria-hidden": "true" }, "→"));
}

function steps(walk) {
  const { here, last, reach, more, timer } = walk;
  return [
    h("div", { class: "buttons", role: "group", "aria-label": "Steps" },
      button("first", "to the start (Home)", () => walk.go(0), here === 0),
      button("back", "one step back (←)", () => walk.back(), here === 0),
      button(timer ? "pause" : "play", timer ? "stop (space)" : "play (space)", () => walk.play(), reach === 0, "play"),
      button("forward", "one step forward (→)", () => walk.forward(), !more),
      button("last", "to the end (End)", () => walk.go(reach), !more)),
    h("input", { type: "range", min: 0, max: last, value: here, "aria-label": "Step", "aria-valuetext": `step ${here} of ${last}`, oninput: (event) => walk.go(Number(event.target.value)) }),
    h("output", { class: "count" }, walk.ready ? `${here} of ${last}` : walk.trouble ? "" : "Deriving…"),
    h("button", { type: "button", class: "quiet", onclick: () => walk.go(null), disabled: !walk.ready, title: "the whole tree (w)" }, "Whole tree"),
  ];
}

// One of two that go together can also go by itself.
function apart(walk) {
  const { here, last } = walk;
  if (walk.at === null) return null;
  return [
    h("div", { class: "buttons", role: "group", "aria-label": `Steps of ${walk.derivation?.system ?? "this system"} alone` },
      button("back", "this system alone: one step back", () => walk.back(), here === 0),
      button("forward", "this system alone: one step forward", () => walk.forward(), !walk.more)),
    h("output", { class: "count" }, `${here} of ${last}`),
  ];
}

export function controls(place, walk) {
  const focused = place.contains(document.activeElement) ? document.activeElement.getAttribute("aria-label") : null;
  if (walk.paired) replace(place, apart(walk));
  else replace(place, walk.at === null ? whole(walk) : steps(walk), fold(walk), quiz(walk));
  const slider = place.querySelector("input");
  if (slider) {
    slider.max = walk.last; // before its value, which would be cut to the maximum before
    slider.value = walk.here;
  }
  if (focused) place.querySelector(`[aria-label="${CSS.escape(focused)}"]`)?.focus();
}
