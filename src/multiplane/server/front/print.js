// A system in print: its rules, its parts, what is proved of it; counterexamples to be played.

import { action, copy, h, printed, replace } from "./dom.js";
import { Stepper } from "./stepper.js";

const MARKS = { true: ["✓", "proved"], false: ["✗", "refuted"], null: ["?", "undecided"] };

export function rules(system) {
  const rows = system.transitions.map(({ name, rule, composition }) =>
    h("div", { class: "rule" },
      h("dt", { class: "transition" }, name),
      h("dd", {}, printed(rule.html)),
      h("dd", { class: "parts" }, h("span", { class: "equals", "aria-hidden": "true" }, "="), printed(composition.html))));
  return h("div", { class: "rules" },
    h("p", { class: "ends" }, h("span", {}, "starts at ", printed(system.start.html)), h("span", {}, "ends at ", printed(system.end.html))),
    h("dl", {}, rows),
    h("p", { class: "aside" }, system.legend, "."),
    h("p", { class: "take" }, "Copy the rules as ",
      action("text", () => copy(system.whole.text, "The rules")), action("LaTeX", () => copy(system.whole.latex, "LaTeX")), action("HTML", () => copy(system.whole.html, "HTML"))));
}

// A verdict as a sign that leads to what is said of it.
export function verdictInShort({ property, title, holds, because }) {
  const [sign, says] = MARKS[String(holds)];
  const show = () => {
    const row = document.querySelector(`.verdicts [data-property="${property}"]`);
    row?.scrollIntoView({ block: "center", behavior: "smooth" });
    row?.querySelector("h3")?.focus({ preventScroll: true });
  };
  return h("li", {}, h("button", { type: "button", class: `verdict ${says}`, title: `${says}: ${because}`, onclick: show }, h("span", { "aria-hidden": "true" }, sign), h("span", { class: "unseen" }, `${says}: `), ` ${title}`));
}

// choice: {name} or {text}; opened: the property whose counterexample is shown; onopen: told of it.
export function verdicts(system, choice, { opened, at, onopen } = {}) {
  const active = { stepper: null };
  const rows = system.verdicts.map((verdict) => row(verdict, choice, active, { opened, at, onopen }));
  const element = h("ul", { class: "verdicts" }, rows);
  return { element, keys: (event) => active.stepper?.keys(event) ?? false };
}

function row({ property, title, holds, because, counterexample }, choice, active, { opened, at, onopen }) {
  const [sign, says] = MARKS[String(holds)];
  const place = h("div", { class: "played", id: `played-${property}` });
  let shown = null;
  const toggle = async (step) => {
    if (shown) {
      shown.stop();
      shown = active.stepper = null;
      replace(place);
      button.setAttribute("aria-expanded", "false");
      button.textContent = "Show derivation";
      onopen?.(null);
      return;
    }
    const { words, transitions } = counterexample;
    shown = active.stepper = new Stepper({ choice, words, shows: `that refutes: ${title}`, hand: transitions, at: step ?? transitions.length, fixed: true, onchange: () => { active.stepper = shown; onopen?.(property, shown.at); } });
    replace(place, shown.element);
    button.setAttribute("aria-expanded", "true");
    button.textContent = "Close";
    onopen?.(property, shown.at);
    await shown.load();
  };
  const button = counterexample
    ? h("button", { type: "button", class: "quiet", "aria-expanded": "false", "aria-controls": place.id, onclick: () => toggle() }, "Show derivation")
    : null;
  if (counterexample && opened === property) toggle(at);
  return h("li", { class: says, "data-property": property },
    h("span", { class: `verdict ${says}`, title: says }, h("span", { "aria-hidden": "true" }, sign), h("span", { class: "unseen" }, `${says}: `)),
    h("div", {}, h("h3", { tabindex: -1 }, title), h("p", {}, because, " ", button), place));
}
