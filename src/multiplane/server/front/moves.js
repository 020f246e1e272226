// What is permitted in a configuration, what is not and why, and all transitions of a derivation.

import { h } from "./dom.js";

export const heads = (count) => `${count} head${count === 1 ? "" : "s"}`;

function move(permitted, number, next, scores, choose) {
  const { name, cost } = permitted;
  const score = scores?.[name];
  const price = cost ? h("span", { class: "cost", title: `loses ${heads(cost)}` }, `−${heads(cost)}`) : null;
  return h("li", {},
    h("button", { type: "button", class: next ? "move next" : "move", "data-transition": name, onclick: () => choose(name) },
      h("kbd", { "aria-hidden": "true" }, number <= 9 ? number : ""),
      h("span", { class: "transition" }, name),
      score === undefined ? null : h("span", { class: "score", title: "the model's score" }, score.toFixed(2)),
      price,
      next ? h("span", { class: "hint" }, "next") : null));
}

// What the numbers of a model mean; elsewhere: the model has a system of its own, and this is not it.
function explained(scores, elsewhere) {
  if (scores && Object.keys(scores).length) return h("p", { class: "aside scores" }, "Numbers are the model’s scores: the highest is its choice, and only their differences mean anything.");
  if (!elsewhere) return null;
  return h("p", { class: "aside scores" }, `${elsewhere.model} scores the transitions of ${elsewhere.model_system}: choose that system to see its scores.`);
}

// What is not permitted, with reasons.
export function forbidden(step) {
  if (!step.forbidden.length) return null;
  return h("dl", { class: "forbidden" },
    step.forbidden.map(({ name, because }) => h("div", {}, h("dt", { class: "transition" }, name), h("dd", {}, because))));
}

export function moves(step, next, scores, choose, elsewhere) {
  const none = step.terminal ? "End: no more transitions are permitted." : "Stuck: no transition is permitted, and this is not a final configuration.";
  return h("div", { class: "moves" },
    h("p", { class: "heading" }, "Permitted", step.terminal && step.permitted.length ? h("span", { class: "aside" }, "this may also be the end") : null),
    step.permitted.length
      ? h("ul", {}, step.permitted.map((permitted, k) => move(permitted, k + 1, permitted.name === next, scores, choose)))
      : h("p", { class: "aside" }, none),
    forbidden(step),
    explained(scores, elsewhere));
}

// The transitions of a derivation, up to one of them.
export function chain(derivation, at, upto, go) {
  const items = derivation.steps.slice(1, upto + 1).map((step, k) =>
    h("li", {},
      h("button", {
        type: "button", class: k + 1 === at ? "now" : k + 1 < at ? "done" : "",
        "aria-current": k + 1 === at ? "step" : undefined, onclick: () => go(k + 1),
      }, step.transition)));
  return h("ol", { class: "chain", "aria-label": "Transitions" }, items);
}
