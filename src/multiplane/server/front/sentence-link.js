// Sentences in a link: readable columns, and packed together whatever else is known of the words.

import { asLines, hasDetails, withLines } from "./details.js";
import { packed, unpacked } from "./packed.js";
import { asTexts, hasHeads, isConllu, isNotation, unspaced } from "./sentence-text.js";
import { DAMAGED, numbered } from "./state.js";

const COLUMNS = ["words", "heads", "labels", "tags"];
const STEPS = ["step", "beside-step"];
const MOST = 4000; // characters of a text that a link carries; some programs cut longer links
const WITHOUT = "no lemmas and features", ALONE = "this sentence only";

// A comma ends an item, so one inside it is escaped; % too, which else might look like an escape.
const escaped = (item) => item.replaceAll("%", "%25").replaceAll(",", "%2C");
const unescaped = (item) => item.replace(/%(25|2C)/g, (code) => (code === "%25" ? "%" : ","));

// Columns of their own read better than slashes.
function asState(sentence) {
  const { forms, heads, labels, tags } = sentence;
  const some = (column) => (column.some(Boolean) ? column.map((item) => escaped(item) || "_").join(",") : "");
  return {
    words: forms.map(unspaced).join(" "),
    heads: hasHeads(sentence) || heads.includes(null) ? heads.map((head) => head ?? "_").join(",") : "",
    labels: some(labels),
    tags: some(tags),
  };
}

// Only a plain space parts words: others, such as U+3000, may be words themselves.
function fromState(words, heads, labels, tags) {
  const forms = words.split(" ").filter(Boolean).map((form) => form.replaceAll("\u00a0", " "));
  const column = (text) => {
    const items = text ? text.split(",") : [];
    return forms.map((_, d) => (items[d] === "_" ? "" : unescaped(items[d] ?? "")));
  };
  const items = heads ? heads.split(",") : null;
  const head = (item, d) => (/^\d{1,5}$/.test(item ?? "") && Number(item) <= forms.length && Number(item) !== d + 1 ? Number(item) : null);
  return { forms, heads: forms.map((_, d) => (items ? head(items[d], d) : 0)), labels: column(labels), tags: column(tags) };
}

// The lines that have words.  An empty one is no sentence, nor is what other columns have for it.
const worded = (lines) => lines.flatMap((line, k) => (/[^ ]/.test(line) ? [k] : []));

// What a column lacks, if it is for other words: the first that is found.
function lacking(name, state, sentences) {
  if (!state[name]) return [];
  const [all, words] = [name, "words"].map((column) => (state[column] || null)?.split("\n") ?? []);
  const lines = worded(words).filter((k) => k < all.length).map((k) => all[k]);
  const found = lines.length + Math.max(0, all.length - words.length);
  if (found !== sentences.length) return [`${name} for ${found} of ${sentences.length} sentences`];
  const place = (k) => (sentences.length > 1 ? ` of sentence ${k + 1}` : "");
  return lines.flatMap((line, k) => {
    const { forms, heads } = sentences[k];
    const items = line ? line.split(",") : [];
    if (items.length && items.length !== forms.length) return [`${items.length} ${name} for the ${forms.length} words${place(k)}`];
    const wrong = name === "heads" ? items.findIndex((item, d) => item !== "_" && heads[d] === null) : -1;
    return wrong < 0 ? [] : [`“${items[wrong].slice(0, 20)}” is no head for word ${wrong + 1}${place(k)}`];
  }).slice(0, 1);
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
  const fits = Object.values(state).join("").length + text.length <= MOST; // only the words matter if it does not
  return { state: { ...state, raw: typed && fits ? text : undefined, sentence: all && index ? index + 1 : undefined }, lacks };
}

export function fromStates(state) {
  const [words, ...others] = COLUMNS.map((name) => (state[name] ?? "").split("\n"));
  // A column that ends too early has no heads for the rest; one that is not there has none at all.
  const line = (column, k) => column[k] ?? (column.join("") ? "_" : "");
  return worded(words).map((k) => fromState(words[k], ...others.map((column) => line(column, k))));
}

// In a line, what is not whole in a link; nothing if all is.
export function damage(state) {
  const sentences = fromStates(state);
  const cut = state[DAMAGED].map((name) => `“${name.slice(0, 20)}” breaks off`);
  const short = COLUMNS.slice(1).flatMap((name) => lacking(name, state, sentences));
  const nowhere = STEPS.filter((name) => state[name] && numbered(state[name]) === null).map((name) => `“${state[name].slice(0, 20)}” is no step`);
  const found = [...cut, ...short, ...nowhere];
  return found.length ? `This link is cut short or damaged: ${found.join("; ")}. What there is is shown.` : "";
}

// The sentences with the details of their link; or as they are, and why.
export async function withDetails(sentences, letters) {
  try {
    return { sentences: letters ? withLines(sentences, await unpacked(letters)) : sentences };
  } catch {
    return { sentences, trouble: "The lemmas and features of this link cannot be read, so the words are shown without them." };
  }
}
