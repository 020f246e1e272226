// A sentence in one line: plain words, or words with /head and /label.
//   A/2 letter/3/nsubj came/0 today/3 from/6 home/2

const SHORT = /^(.+?)\/(\d{1,3})(?:\/(\S*))?$/u;
const ENDED = /^(.*[^.!?…\s])([.!?…])$/u; // a last word with the mark that ends the sentence

const pieces = (text) => text.split(/[ \t\r\n]+/).filter(Boolean); // a no-break space is part of a word

export const isConllu = (text) => /^\d+\t/m.test(text);

// Most words must have a head, so that “1/2 cup of sugar” stays plain text.
export function isNotation(text) {
  const words = pieces(text);
  return !isConllu(text) && 2 * words.filter((word) => SHORT.test(word)).length > words.length;
}

export function fromLine(line) {
  const words = pieces(line);
  const sentence = { forms: [], tags: [], heads: [], labels: [] };
  const add = (form, head = 0, label = "") => {
    sentence.forms.push(form.replaceAll("\u00a0", " "));
    sentence.heads.push(head);
    sentence.labels.push(label);
    sentence.tags.push("");
  };
  if (isNotation(line)) {
    for (const word of words) {
      const parts = SHORT.exec(word);
      parts ? add(parts[1], Number(parts[2]), parts[3]) : add(word);
    }
    return sentence;
  }
  const ended = ENDED.exec(words.at(-1) ?? "");
  for (const word of ended ? [...words.slice(0, -1), ended[1], ended[2]] : words) add(word);
  return sentence;
}

const unspaced = (form) => form.replaceAll(" ", "\u00a0");

// The words as one reads them; fromLine gives those of one sentence back.
export const asTexts = (sentences) => sentences.map(asText).join(" ");

export function asText({ forms }) {
  const line = forms.map(unspaced).join(" ");
  return /[^.!?…\s] [.!?…]$/u.test(line) ? line.slice(0, -2) + line.slice(-1) : line;
}

const token = (form, head, label) => `${unspaced(form)}/${head ?? 0}${label ? `/${label}` : ""}`;

export const asLine = ({ forms, heads, labels }) => forms.map((form, d) => token(form, heads[d], labels[d])).join(" ");

// The same line with another head for one word, and everything else as it was typed.
export function withHead(line, { forms, heads, labels }, word) {
  let seen = 0;
  return line.replace(/[^ \t\r\n]+/g, (found) => (++seen === word ? token(forms[word - 1], heads[word - 1], labels[word - 1]) : found));
}

// Are these the same words, wherever a tokenizer parts them?
export const sameWords = (text, sentences) =>
  text.replace(/\s/gu, "") === sentences.flatMap(({ forms }) => forms).join("").replace(/\s/gu, "");

export const hasHeads = (sentence) => sentence.heads.some((head) => head);

// In a link, columns of their own, which read better than slashes.
export function asState(sentence) {
  const some = (column) => (column.some(Boolean) ? column.map((item) => item || "_").join(",") : "");
  return {
    words: sentence.forms.map(unspaced).join(" "),
    heads: hasHeads(sentence) ? sentence.heads.map((head) => head ?? 0).join(",") : "",
    labels: some(sentence.labels.map((label) => label.replaceAll(",", ";"))),
    tags: some(sentence.tags.map((tag) => tag.replaceAll(",", ";"))),
  };
}

function fromState(words, heads, labels, tags) {
  const forms = words.trim().split(" ").filter(Boolean).map((form) => form.replaceAll("\u00a0", " "));
  const column = (text, otherwise) => {
    const items = text ? text.split(",") : [];
    return forms.map((_, d) => (items[d] === undefined || items[d] === "_" ? otherwise : items[d]));
  };
  const known = column(heads, "0").map((head) => Number.parseInt(head, 10) || 0);
  return {
    forms,
    heads: known.map((head, d) => (head > forms.length || head === d + 1 ? 0 : head)),
    labels: column(labels, ""),
    tags: column(tags, ""),
  };
}

const COLUMNS = ["words", "heads", "labels", "tags"];
const MOST = 4000; // characters of a text that a link carries; some programs cut longer links

// Several sentences have a line each in every column, and what was typed stands beside them.  Of a
// text too long for a link, it has one sentence.
export function asStates(sentences, index, text) {
  const each = sentences.map(asState);
  const column = (name) => [name, each.some((one) => one[name]) ? each.map((one) => one[name]).join("\n") : ""];
  const all = Object.fromEntries(COLUMNS.map(column));
  if (each.length > 1 && Object.values(all).join("").length > MOST) return each[index];
  const typed = !isConllu(text) && !isNotation(text) && text !== asTexts(sentences);
  return { ...all, raw: typed ? text : undefined, sentence: index ? index + 1 : undefined };
}

export function fromStates(state) {
  const [words, ...others] = COLUMNS.map((name) => (state[name] ?? "").split("\n"));
  return words.map((line, k) => fromState(line, ...others.map((column) => column[k]))).filter(({ forms }) => forms.length);
}

// What the interface takes.
export const asked = (sentence) => ({
  forms: sentence.forms,
  tags: sentence.tags,
  heads: sentence.heads,
  labels: sentence.labels,
});
