// Where the parts of a drawn sentence go.  Lines rise from ports above the words and run on levels
// such that they meet exactly where arcs cross; what lies inside another arc lies below it.  A
// sentence that is wider than its room is cut into rows, as a book does, and so are its arcs.

export const EDGE = 14;
export const SIZES = { form: 17.5, tag: 11, label: 12 };
const GAP = 20, PORT = 10;

const canvas = document.createElement("canvas").getContext("2d");
export function width(text, size, family) {
  const styles = getComputedStyle(document.documentElement);
  canvas.font = `${size}px ${styles.getPropertyValue(family)}`;
  return canvas.measureText(text).width;
}

export const left = (arc) => Math.min(arc.head, arc.dependent);
const right = (arc) => Math.max(arc.head, arc.dependent);
const innerFirst = (a, b) => right(a) - right(b) || left(b) - left(a) || a.head - b.head;
const inside = (a, b) => left(b) <= left(a) && right(a) <= right(b);

export function ports(count, arcs) {
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

export function slots({ forms, tags }, roots, sides) {
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

export function levels(arcs, at) {
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

// The rows, each with its words and where on the long line it begins and ends.
export function rows(placed, total, room) {
  if (total <= room) return [{ words: placed, begin: 0, end: total }];
  const cut = [];
  for (const slot of placed) {
    const last = cut.at(-1);
    if (last && slot.begin + slot.wide - last[0].begin <= room - 2 * EDGE) last.push(slot);
    else cut.push([slot]);
  }
  return cut.map((words) => ({ words, begin: words[0].begin - EDGE, end: words.at(-1).begin + words.at(-1).wide + EDGE }));
}

// The part of each run that is in a row, with as few levels as the row needs; legs are real ends.
export function within(row, all, runs) {
  const parts = runs.filter((run) => run.begin < row.end && row.begin < run.end).map((run) => ({
    ...run,
    begin: Math.max(run.begin, row.begin),
    end: Math.min(run.end, row.end),
    legs: [run.begin, run.end].filter((x) => row.begin <= x && x <= row.end),
    labelled: widest(run) === row,
  }));
  const used = [...new Set(parts.map((part) => part.level))].sort((a, b) => a - b);
  for (const part of parts) part.level = used.indexOf(part.level) + 1;
  return parts;

  function widest(run) {
    const share = (each) => Math.min(run.end, each.end) - Math.max(run.begin, each.begin);
    return all.reduce((best, each) => (share(each) > share(best) ? each : best));
  }
}
