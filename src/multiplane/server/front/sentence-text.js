// A sentence in one line: plain words, or words with /head and /label.
//   A/2 letter/3/nsubj came/0 today/3 from/6 home/2

import { detailsOf } from "./details.js";

const SHORT = /^(.+?)\/(\d{1,3})(?:\/(\S*))?$/u;
const ENDED = /^(.*[^.!?…\s])([.!?…])$/u; // a last word with the mark that ends the sentence

const pieces = (text) => text.split(/[ \t\r\n]+/).filter(Boolean); // a no-break space is part of a word

// Columns are between tabs; web pages make them spaces, editors put a mark before the first.
export const isConllu = (text) => /^\ufeff?\s*\d+\t/m.test(text) || isSpaced(text);

const rowsOf = (text) => text.split("\n").map((line) => line.trimStart()); // which a mark before the text is part of

// Lines that begin with a number, the first with ten columns: no sentence, even of ten words, has
// a number or _ in the place of the head as well.
function isSpaced(text) {
  const rows = rowsOf(text).filter((row) => row && !row.startsWith("#"));
  const first = rows.find((row) => /^\d+\s/.test(row))?.trimEnd().split(/\s+/);
  return rows.every((row) => /^\d+([-.]\d+)?\s/.test(row)) && first?.length === 10 && first[0] === "1" && /^(\d+|_)$/.test(first[6]);
}

// CoNLL-U as it is in a file, line by line; an error where it cannot be known what a column is.
export function asFile(text) {
  return rowsOf(text).map((row, k) => {
    if (!row || row.startsWith("#") || row.includes("\t")) return row;
    const columns = row.trimEnd().split(/\s+/);
    if (columns.length !== 10) throw new Error(`line ${k + 1}: ${columns.length} columns between spaces, where CoNLL-U has ten between tabs. Paste it as it is in the file.`);
    return columns.join("\t");
  }).join("\n");
}

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

export const unspaced = (form) => form.replaceAll(" ", "\u00a0");

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

// What the interface takes.
export const asked = (sentence) => ({
  forms: sentence.forms,
  tags: sentence.tags,
  heads: sentence.heads,
  labels: sentence.labels,
  ...detailsOf(sentence),
});
