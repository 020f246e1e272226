// Sentences in a link: readable columns, and packed together whatever else is known of the words.

import { asLines, hasDetails, withLines } from "./details.js";
import { packed, unpacked } from "./packed.js";
import { asTexts, hasHeads, isConllu, isNotation, unspaced } from "./sentence-text.js";

const COLUMNS = ["words", "heads", "labels", "tags"];
const MOST = 4000; // characters of a text that a link carries; some programs cut longer links
const WITHOUT = "no lemmas and features", ALONE = "this sentence only";

// Columns of their own read better than slashes.
function asState(sentence) {
  const { forms, heads, labels, tags } = sentence;
  const some = (column) => (column.some(Boolean) ? column.map((item) => item.replaceAll(",", "%2C") || "_").join(",") : "");
  return {
    words: forms.map(unspaced).join(" "),
    heads: hasHeads(sentence) || heads.includes(null) ? heads.map((head) => head ?? "_").join(",") : "",
    labels: some(labels),
    tags: some(tags),
  };
}

function fromState(words, heads, labels, tags) {
  const forms = words.trim().split(" ").filter(Boolean).map((form) => form.replaceAll("\u00a0", " "));
  const column = (text) => {
    const items = text ? text.split(",") : [];
    return forms.map((_, d) => (items[d] === "_" ? "" : (items[d] ?? "").replaceAll("%2C", ",")));
  };
  const items = heads ? heads.split(",") : [];
  const known = forms.map((_, d) => (items[d] === "_" ? null : Number.parseInt(items[d], 10) || 0));
  return {
    forms,
    heads: known.map((head, d) => (head > forms.length || head === d + 1 ? 0 : head)),
    labels: column(labels),
    tags: column(tags),
  };
}

// Several sentences have a line each in every column.
function columns(sentences) {
  const each = sentences.map(asState);
  return Object.fromEntries(COLUMNS.map((name) => [name, each.some((one) => one[name]) ? each.map((one) => one[name]).join("\n") : ""]));
}

const details = (sentences) => (sentences.some(hasDetails) ? packed(asLines(sentences)) : "");

// What a link can have, from all to the least; and what is said of it if that is not all.
function choices(sentences, index) {
  const one = sentences[index];
  const known = hasDetails(one);
  const alone = sentences.map((sentence) => (sentence === one ? one : {}));
  const all = [
    [sentences, sentences, ""],
    known && [sentences, alone, "lemmas and features of this sentence only"],
    [sentences, [], sentences.some(hasDetails) ? WITHOUT : ""],
  ];
  if (sentences.length === 1) return [all[0], all[2]];
  return [...all, [[one], [one], ALONE], [[one], [], known ? `${ALONE}, ${WITHOUT}` : ALONE]].filter(Boolean);
}

// The parts of a link: as much as is not too long.  What was typed stands beside the sentences.
export async function asStates(sentences, index, text) {
  let found;
  for (const [shown, known, lacks] of choices(sentences, index)) {
    const state = columns(shown);
    const size = Object.values(state).join("").length;
    found = { state, lacks, all: shown === sentences };
    try {
      if (size <= MOST) state.details = await details(known);
    } catch {
      continue;
    }
    if (size + (state.details?.length ?? 0) <= MOST) break;
    delete state.details;
  }
  const { state, lacks, all } = found;
  const typed = all && !isConllu(text) && !isNotation(text) && text !== asTexts(sentences);
  return { state: { ...state, raw: typed ? text : undefined, sentence: all && index ? index + 1 : undefined }, lacks };
}

export function fromStates(state) {
  const [words, ...others] = COLUMNS.map((name) => (state[name] ?? "").split("\n"));
  return words.map((line, k) => fromState(line, ...others.map((column) => column[k]))).filter(({ forms }) => forms.length);
}

// The sentences with the details of their link; or as they are, and why.
export async function withDetails(sentences, letters) {
  try {
    return { sentences: letters ? withLines(sentences, await unpacked(letters)) : sentences };
  } catch {
    return { sentences, trouble: "The lemmas and features of this link cannot be read, so the words are shown without them." };
  }
}
