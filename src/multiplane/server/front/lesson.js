// A page that stands alone: one derivation to step through, and the rules of its system.

import { action, copy, h, notice } from "./dom.js";
import { rules } from "./print.js";
import { numbered, remember, state } from "./state.js";
import { Stepper } from "./stepper.js";

export function begin({ sentence, drawing, derivation, system, transitions }) {
  const found = state();
  const stepper = new Stepper({
    choice: { name: system.name }, sentence, drawing, hand: transitions, at: numbered(found.step) ?? 0,
    folded: found.planes === "apart",
    onchange: () => remember({ step: stepper.at ?? undefined, planes: stepper.folded ? "apart" : undefined }),
  });
  stepper.derivation = derivation;
  stepper.byOracle = () => notice("This page has one derivation; for others, use the playground");
  stepper.choose = (name) => {
    if (stepper.names[stepper.here] === name) stepper.forward();
    else notice(`Here ${stepper.names[stepper.here] ?? "the end"} comes next; to try ${name}, use the playground`);
  };
  document.getElementById("main").replaceChildren(
    h("h1", {}, sentence.forms.join(" ")),
    h("p", { class: "lead" }, "Derived by ", h("strong", {}, system.name), system.source ? ` (${system.source})` : "", "."),
    stepper.element,
    h("p", { class: "take" }, action("Link", () => copy(location.href, "The link"), { "aria-label": "Copy a link to this step" })),
    h("h2", {}, "Rules"),
    rules(system));
  stepper.draw();
  window.addEventListener("hashchange", () => {
    stepper.at = numbered(state().step) ?? 0;
    stepper.draw();
  });
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest?.("input")) return;
    if (event.key === " " && event.target.closest?.("button")) return;
    if (stepper.keys(event)) event.preventDefault();
  });
}
