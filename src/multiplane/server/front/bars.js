// Bars for counts by a small number; shares are written beside them, so that few are seen too.

import { h } from "./dom.js";

// opens(key, count): the number, as something to press where there is more to see.
export function bars(title, counts, whole, opens, name = (key) => key) {
  const entries = Object.entries(counts);
  const most = Math.max(1, ...entries.map(([, count]) => count));
  const rows = entries.map(([key, count]) => {
    const bar = h("span", { class: "bar" });
    bar.style.setProperty("--share", `${(100 * count) / most}%`);
    const percent = whole ? (100 * count) / whole : 0;
    return h("tr", {}, h("th", { scope: "row" }, name(key)),
      h("td", { class: "track" }, bar),
      h("td", { class: "number" }, opens(key, count)),
      h("td", { class: "number aside" }, `${percent.toFixed(percent && percent < 0.1 ? 3 : 1)} %`));
  });
  return h("figure", { class: "bars" }, h("figcaption", {}, title),
    entries.length ? h("table", {}, h("tbody", {}, rows)) : h("p", { class: "aside" }, "none"));
}
