// What lines and signs of a drawing mean: only those that are in it.

import { h, s } from "./dom.js";

const sample = (kind) => s("svg", { class: "sample", viewBox: "0 0 30 8", width: 30, height: 8, "aria-hidden": "true" },
  s("g", { class: kind }, s("path", { class: "line", d: "M1 4H29" })));

export function legend(arcs, crossings) {
  const planes = [...new Set(arcs.filter(({ look }) => !["ghost", "lost"].includes(look)).map(({ plane }) => plane))].sort((a, b) => a - b);
  const looks = new Set(arcs.map(({ look }) => look));
  const items = [
    ...(planes.length > 1 ? planes.map((plane) => [sample(`arc built plane-${((plane - 1) % 6) + 1}`), `plane ${plane}`]) : []),
    crossings && [s("svg", { class: "sample", viewBox: "0 0 8 8", width: 8, height: 8, "aria-hidden": "true" }, s("circle", { class: "crossing", cx: 4, cy: 4, r: 3 })), "arcs cross"],
    looks.has("ghost") && [sample("arc ghost"), "not yet built"],
    looks.has("lost") && [sample("arc lost"), "cannot be built"],
  ].filter(Boolean);
  return items.length ? h("ul", { class: "legend", "aria-label": "Legend" }, items.map(([drawn, text]) => h("li", {}, drawn, text))) : null;
}
