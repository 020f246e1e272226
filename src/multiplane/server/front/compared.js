// Several treebanks in one chart: the same measures side by side, on one scale.

import { h } from "./dom.js";

const MEASURES = [
  ["non-projective", "non_projective"],
  ["not planar", "not_planar"],
  ["not 2-planar", "not_2_planar"],
  ["ill-nested", "ill_nested"],
];

// reports: row (what was counted), and measured(key, text), text that opens the trees it is about.
export function compared(reports) {
  if (reports.length < 2) return null;
  const rows = reports.map(({ row }) => row);
  const percent = (row, key) => (row.trees ? (100 * row[key]) / row.trees : 0);
  const most = Math.max(0.01, ...rows.flatMap((row) => MEASURES.map(([, key]) => percent(row, key))));
  const cell = ({ row, measured }, key) => {
    const bar = h("span", { class: "bar" });
    bar.style.setProperty("--share", `${(100 * percent(row, key)) / most}%`);
    return h("td", {}, h("span", { class: "percent number" }, measured(key, `${percent(row, key).toFixed(1)} %`)), bar);
  };
  return h("section", { class: "compared", "aria-label": "Compared" },
    h("h2", {}, "Compared"),
    h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "Chart" },
      h("table", {},
        h("caption", { class: "aside" }, "Share of the trees, all bars on one scale"),
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "treebank"), MEASURES.map(([title]) => h("th", { scope: "col" }, title)))),
        h("tbody", {}, reports.map((report) => h("tr", {}, h("th", { scope: "row" }, report.row.name), MEASURES.map(([, key]) => cell(report, key))))))));
}
