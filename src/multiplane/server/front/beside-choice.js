// The choice of a second system, to be shown beside the first; or of none.

import { action, h, replace } from "./dom.js";
import { SystemChoice, simple } from "./system-choice.js";

const OFFERED = ["arc-eager", "arc-standard"]; // the first that is not the other one

export class BesideChoice {
  // name: of the link; first(): the name of the system that is there; onchange: another, or none.
  constructor(name, first, onchange) {
    Object.assign(this, { first, onchange });
    this.element = h("div", { class: "beside" });
    this.system = name ? this.chosen(name) : null;
    this.show();
  }

  get name() {
    return this.system?.name;
  }

  get choice() {
    return this.system && { name: this.system.name };
  }

  chosen(name) {
    return new SystemChoice(name, () => this.onchange(), { id: "beside", label: "Beside it" });
  }

  show() {
    const offered = () => OFFERED.find((name) => name !== simple(this.first()));
    replace(this.element, this.system
      ? [this.system.element, action("Close", () => this.change(null), { "aria-label": "Close the second system" })]
      : action("Compare with another system", () => this.change(offered())));
  }

  change(name) {
    this.system = name ? this.chosen(name) : null;
    this.show();
    (this.system?.select ?? this.element.firstChild).focus();
    this.onchange();
  }
}
