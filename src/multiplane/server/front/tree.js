// A sentence with its arcs.  Lines rise from ports above the words and run on levels such that they
// meet exactly where arcs cross; what lies inside another arc lies below it.

import { s } from "./dom.js";

const GAP = 20, PORT = 10, LEVEL = 27, RADIUS = 11, EDGE = 14;
const SIZES = { form: 17.5, tag: 11, label: 12 };

const canvas = document.createElement("canvas").getContext("2d");
function width(text, size, family) {
  const styles = getComputedStyle(document.documentElement);
  canvas.font = `${size}px ${styles.getPropertyValue(family)}`;
  return canvas.measureText(text).width;
}

const left = (arc) => Math.min(arc.head, arc.dependent);
const right = (arc) => Math.max(arc.head, arc.dependent);
const innerFirst = (a, b) => right(a) - right(b) || left(b) - left(a) || a.head - b.head;
const inside = (a, b) => left(b) <= left(a) && right(a) <= right(b);

function ports(count, arcs) {
  const meeting = Array.from({ length: count + 1 }, () => []);
  for (const arc of arcs) {
    meeting[left(arc)].push(arc);
    meeting[right(arc)].push(arc);
  }
  return meeting.map((lines, word) => {
    const sorted = [...lines].sort(innerFirst);
    const toLeft = sorted.filter((arc) => right(arc) === word);
    const toRight = sorted.filter((arc) => left(arc) === word).reverse();
    return [...toLeft, ...toRight];
  });
}

function slots({ forms, tags }, roots, sides) {
  const placed = [];
  const at = new Map(); // of an arc: where it meets its left and its right word
  let edge = EDGE;
  forms.forEach((form, index) => {
    const word = index + 1;
    const note = [tags[index] || (form === String(word) ? "" : String(word)), roots.has(word) && "root"].filter(Boolean).join(" · ");
    const lines = Math.max(...sides.map((side) => side[word].length), 1);
    const wide = Math.max(width(form, SIZES.form, "--serif"), width(note, SIZES.tag, "--sans"), PORT * lines);
    let begin = edge;
    for (const side of sides) {
      const offset = wide / 2 - (PORT * (side[word].length - 1)) / 2;
      side[word].forEach((arc, k) => {
        if (right(arc) !== word) return;
        const room = width(arc.label ?? "", SIZES.label, "--sans") + 26;
        begin = Math.max(begin, at.get(arc).left + room - offset - PORT * k);
      });
    }
    for (const side of sides) {
      const offset = begin + wide / 2 - (PORT * (side[word].length - 1)) / 2;
      side[word].forEach((arc, k) => {
        const ends = at.get(arc) ?? {};
        ends[right(arc) === word ? "right" : "left"] = offset + PORT * k;
        at.set(arc, ends);
      });
    }
    placed.push({ word, form, note, middle: begin + wide / 2, begin, wide });
    edge = begin + wide + GAP;
  });
  return { placed, at, total: edge - GAP + EDGE };
}

function levels(arcs, at) {
  const runs = [];
  for (const arc of [...arcs].sort(innerFirst)) {
    const { left: begin, right: end } = at.get(arc);
    const taken = new Set();
    let least = 1;
    for (const run of runs) {
      if (run.begin < end && begin < run.end) {
        taken.add(run.level);
        if (inside(run.arc, arc)) least = Math.max(least, run.level + 1);
      }
    }
    let level = least;
    while (taken.has(level)) level += 1;
    runs.push({ arc, begin, end, level });
  }
  return runs;
}

const crossedAt = (run, runs) =>
  runs
    .filter((other) => other.level > run.level)
    .flatMap((other) => [other.begin, other.end])
    .filter((x) => run.begin < x && x < run.end);

function labelAt(run, runs, room) {
  const stops = [run.begin, ...crossedAt(run, runs).sort((a, b) => a - b), run.end];
  const middle = (run.begin + run.end) / 2;
  let gaps = stops.slice(1).map((end, k) => [stops[k], end]).filter(([a, b]) => b - a >= room);
  if (!gaps.length) gaps = [[run.begin, run.end]];
  const places = gaps.map(([a, b]) => Math.min(Math.max(middle, a + room / 2), Math.max(b - room / 2, a + room / 2)));
  return places.reduce((best, x) => (Math.abs(x - middle) < Math.abs(best - middle) ? x : best));
}

function line(run, base, sign, directed) {
  const y = base - sign * run.level * LEVEL;
  const corner = Math.min(RADIUS, (run.end - run.begin) / 2);
  const turn = sign * corner;
  const path =
    `M${run.begin} ${base}V${y + turn}Q${run.begin} ${y} ${run.begin + corner} ${y}` +
    `H${run.end - corner}Q${run.end} ${y} ${run.end} ${y + turn}V${base}`;
  const { arc } = run;
  const tip = arc.dependent === left(arc) ? run.begin : run.end;
  const arrow = directed && s("path", { class: "tip", d: `M${tip - 4} ${base - sign * 7}h8l-4 ${sign * 8}z` });
  return s("g", {}, s("path", { class: "line", d: path }), arrow);
}

const described = (arc, forms) => {
  const name = (word) => (word ? forms[word - 1] : "root");
  const label = arc.label ? ` (${arc.label})` : "";
  return `${name(arc.head)} → ${name(arc.dependent)}${label}, plane ${arc.plane}`;
};

// arcs: [{head, dependent, label, plane, look}]; look: built, new, ghost or wrong.
// options: roots, gone (words that have left), letters (word → i, j, …), folded, directed,
// selected, onword.
export function tree(sentence, arcs, options = {}) {
  const { forms } = sentence;
  const { roots = new Set(), gone = new Set(), letters = new Map(), folded = false, directed = true } = options;
  const below = arcs.filter((arc) => folded && arc.plane % 2 === 0);
  const above = arcs.filter((arc) => !below.includes(arc));
  const { placed, at, total } = slots(sentence, roots, [ports(forms.length, above), ports(forms.length, below)]);
  const sides = [levels(above, at), levels(below, at)];
  const [up, down] = sides.map((runs) => Math.max(0, ...runs.map((run) => run.level)) * LEVEL);
  const top = up + 16;
  const words = 56;
  const height = top + words + (below.length ? down + 16 : 4);
  const bases = [top, top + words];

  const lines = [], labels = [], rings = [];
  sides.forEach((runs, which) => {
    const sign = which ? -1 : 1;
    for (const run of [...runs].sort((a, b) => b.level - a.level)) {
      const { arc } = run;
      const kind = `arc ${arc.look ?? "built"} plane-${((arc.plane - 1) % 6) + 1}`;
      const drawn = line(run, bases[which], sign, directed);
      drawn.prepend(s("title", {}, described(arc, forms)));
      drawn.setAttribute("class", kind);
      drawn.dataset.arc = `${arc.head}-${arc.dependent}`;
      lines.push(drawn);
      const y = bases[which] - sign * run.level * LEVEL;
      if (arc.label) {
        const x = labelAt(run, runs, width(arc.label, SIZES.label, "--sans") + 12);
        labels.push(s("text", { class: `label ${kind}`, x, y: y + 4 }, arc.label));
      }
      if ((arc.look ?? "built") !== "ghost") {
        const solid = runs.filter((other) => (other.arc.look ?? "built") !== "ghost");
        for (const x of crossedAt(run, solid)) rings.push(s("circle", { class: "crossing", cx: x, cy: y, r: 3 }));
      }
    }
  });

  const drawnWords = placed.map((slot) => {
    const { word } = slot;
    const base = top + 24;
    const chosen = options.selected === word;
    const kinds = ["word", roots.has(word) && "root", gone.has(word) && "gone", chosen && "selected", letters.has(word) && "named"];
    const interactive = options.onword
      ? {
          role: "button", tabindex: 0, "aria-pressed": String(chosen),
          "aria-label": `${word} ${slot.form}${options.says ? `, ${options.says(word)}` : ""}`,
          onclick: () => options.onword(word),
          onkeydown: (event) => {
            if (event.key !== "Enter" && event.key !== " ") return;
            event.preventDefault();
            options.onword(word);
          },
        }
      : {};
    return s("g", { class: kinds.filter(Boolean).join(" "), "data-word": word, ...interactive },
      s("rect", { class: "touch", x: slot.begin - 5, y: top + 3, width: slot.wide + 10, height: 43, rx: 5 }),
      s("text", { class: "form", x: slot.middle, y: base }, slot.form),
      s("text", { class: "tag", x: slot.middle, y: base + 16 }, slot.note),
      letters.has(word) && s("text", { class: "letter", x: slot.middle, y: base + 30 }, letters.get(word)));
  });

  const aria = options.onword ? { role: "group" } : { role: "img" };
  return s("svg",
    { class: "tree", width: Math.ceil(total), height, viewBox: `0 0 ${Math.ceil(total)} ${height}`, ...aria, "aria-label": `${forms.join(" ")}: ${arcs.filter((arc) => arc.look !== "ghost").map((arc) => described(arc, forms)).join("; ") || "no arcs"}` },
    lines, labels, rings, drawnWords);
}
