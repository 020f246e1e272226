// A sentence with its arcs, drawn.

import { hasDetails, said } from "./details.js";
import { s } from "./dom.js";
import { SIZES, left, levels, ports, rows, slots, width, within } from "./tree-layout.js";

const LEVEL = 27, RADIUS = 11, WORDS = 56;

const crossedAt = (run, runs) =>
  runs
    .filter((other) => other.level > run.level)
    .flatMap((other) => other.legs)
    .filter((x) => run.begin < x && x < run.end);

function labelAt(run, runs, room) {
  const stops = [run.begin, ...crossedAt(run, runs).sort((a, b) => a - b), run.end];
  const middle = (run.begin + run.end) / 2;
  let gaps = stops.slice(1).map((end, k) => [stops[k], end]).filter(([a, b]) => b - a >= room);
  if (!gaps.length) gaps = [[run.begin, run.end]];
  const places = gaps.map(([a, b]) => Math.min(Math.max(middle, a + room / 2), Math.max(b - room / 2, a + room / 2)));
  return places.reduce((best, x) => (Math.abs(x - middle) < Math.abs(best - middle) ? x : best));
}

// Where a run goes on in another row it reaches the edge; else it comes down to its word.
function line(run, base, sign, directed, shift) {
  const y = base - sign * run.level * LEVEL;
  const [begin, end] = [run.begin + shift, run.end + shift];
  const corner = Math.min(RADIUS, (end - begin) / 2);
  const turn = sign * corner;
  const path =
    (run.legs.includes(run.begin) ? `M${begin} ${base}V${y + turn}Q${begin} ${y} ${begin + corner} ${y}` : `M${begin} ${y}`) +
    (run.legs.includes(run.end) ? `H${end - corner}Q${end} ${y} ${end} ${y + turn}V${base}` : `H${end}`);
  const { arc } = run;
  const tip = arc.dependent === left(arc) ? run.begin : run.end;
  const arrow = directed && run.legs.includes(tip) && s("path", { class: "tip", d: `M${tip + shift - 4} ${base - sign * 7}h8l-4 ${sign * 8}z` });
  return s("g", {}, s("path", { class: "line", d: path }), arrow);
}

const described = (arc, forms) => {
  const name = (word) => (word ? forms[word - 1] : "root");
  const label = arc.label ? ` (${arc.label})` : "";
  const lost = arc.look === "lost" ? ", which this system cannot build" : "";
  return `${name(arc.head)} → ${name(arc.dependent)}${label}, plane ${arc.plane}${lost}`;
};

// arcs: [{head, dependent, label, plane, look}]; look: built, new, ghost, wrong or lost.
// options: roots, gone (words that have left), letters (word → i, j, …), folded, directed,
// selected, onword, says, room (pixels for a row; none: one row).
export function tree(sentence, arcs, options = {}) {
  const { forms } = sentence;
  const { roots = new Set(), folded = false, room = Infinity } = options;
  const below = arcs.filter((arc) => folded && arc.plane % 2 === 0);
  const above = arcs.filter((arc) => !below.includes(arc));
  const { placed, at, total } = slots(sentence, roots, [ports(forms.length, above), ports(forms.length, below)]);
  const sides = [levels(above, at), levels(below, at)];
  const all = rows(placed, total, room);
  const drawn = { lines: [], labels: [], rings: [], words: [] };
  let y = 0;
  for (const row of all) {
    const inside = sides.map((runs) => within(row, all, runs));
    y = drawRow(drawn, row, inside, y, sentence, options);
  }
  const wide = Math.ceil(Math.max(...all.map((row) => row.end - row.begin)));
  const aria = options.onword || hasDetails(sentence) ? { role: "group" } : { role: "img" };
  const says = `${forms.join(" ")}: ${arcs.filter((arc) => arc.look !== "ghost").map((arc) => described(arc, forms)).join("; ") || "no arcs"}`;
  return s("svg", { class: "tree", width: wide, height: y, viewBox: `0 0 ${wide} ${y}`, "data-rows": all.length, ...aria, "aria-label": says },
    drawn.lines, drawn.labels, drawn.rings, drawn.words);
}

// Draw a row from y on; return where the next one begins.
function drawRow(drawn, row, sides, y, sentence, options) {
  const { directed = true } = options;
  const shift = -row.begin;
  const [up, down] = sides.map((runs) => Math.max(0, ...runs.map((run) => run.level)) * LEVEL);
  const top = y + up + 16;
  sides.forEach((runs, which) => {
    const sign = which ? -1 : 1;
    const base = top + which * WORDS;
    const solid = runs.filter((other) => !["ghost", "lost"].includes(other.arc.look));
    for (const run of [...runs].sort((a, b) => b.level - a.level)) {
      const { arc } = run;
      const kind = `arc ${arc.look ?? "built"} plane-${((arc.plane - 1) % 6) + 1}`;
      const made = line(run, base, sign, directed, shift);
      made.prepend(s("title", {}, described(arc, sentence.forms)));
      made.setAttribute("class", kind);
      made.dataset.arc = `${arc.head}-${arc.dependent}`;
      drawn.lines.push(made);
      const height = base - sign * run.level * LEVEL;
      if (arc.label && run.labelled) {
        const x = labelAt(run, runs, width(arc.label, SIZES.label, "--sans") + 12) + shift;
        drawn.labels.push(s("text", { class: `label ${kind}`, x, y: height + 4 }, arc.label));
      }
      if (!solid.includes(run)) continue;
      for (const x of crossedAt(run, solid)) drawn.rings.push(s("circle", { class: "crossing", cx: x + shift, cy: height, r: 3 }));
    }
  });
  for (const slot of row.words) drawn.words.push(drawWord(slot, shift, top, sentence, options));
  return top + WORDS + (sides[1].length ? down + 16 : 4);
}

function drawWord(slot, shift, top, sentence, options) {
  const { roots = new Set(), gone = new Set(), letters = new Map() } = options;
  const { word } = slot;
  const base = top + 24;
  const chosen = options.selected === word;
  const kinds = ["word", roots.has(word) && "root", gone.has(word) && "gone", chosen && "selected", letters.has(word) && "named"];
  const known = said(sentence, word);
  const interactive = options.onword
    ? {
        role: "button", tabindex: 0, "aria-pressed": String(chosen),
        // First what is seen, so that one can say it to be understood.
        "aria-label": `${[slot.form, slot.note, letters.get(word)].filter(Boolean).join(" ")}, word ${word}${options.says ? `, ${options.says(word)}` : ""}`,
        onclick: () => options.onword(word),
        onkeydown: (event) => {
          if (event.key !== "Enter" && event.key !== " ") return;
          event.preventDefault();
          options.onword(word);
        },
      }
    // A word of which something is known can be reached with the keyboard, too.
    : known && { role: "img", tabindex: 0, "aria-label": `${slot.form}, word ${word}: ${known.replaceAll("\n", ", ")}` };
  // Spaces between the parts are not drawn, but read.
  return s("g", { class: kinds.filter(Boolean).join(" "), "data-word": word, ...interactive },
    known && s("title", {}, known),
    s("rect", { class: "touch", x: slot.begin - 5 + shift, y: top + 3, width: slot.wide + 10, height: 43, rx: 5 }),
    s("text", { class: "form", x: slot.middle + shift, y: base }, slot.form), " ",
    s("text", { class: "tag", x: slot.middle + shift, y: base + 16 }, slot.note), " ",
    letters.has(word) && s("text", { class: "letter", x: slot.middle + shift, y: base + 30 }, letters.get(word)));
}
