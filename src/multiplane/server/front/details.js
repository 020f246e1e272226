// What is known of words beyond what is drawn: shown when one points at a word, and packed in links.

export const DETAILS = ["lemmas", "xpos", "features", "misc"];

const knows = (sentence, name) => sentence[name]?.some(Boolean) ?? false;

export const hasDetails = (sentence) => DETAILS.some((name) => knows(sentence, name));

// Only the columns that have something.
export const detailsOf = (sentence) => Object.fromEntries(DETAILS.filter((name) => knows(sentence, name)).map((name) => [name, sentence[name]]));

export function said({ lemmas, xpos, features, misc }, word) {
  const lemma = lemmas?.[word - 1] && `lemma ${lemmas[word - 1]}`;
  const tag = xpos?.[word - 1] && `XPOS ${xpos[word - 1]}`;
  const listed = [features, misc].map((column) => column?.[word - 1]?.replaceAll("|", "\n"));
  return [lemma, tag, ...listed].filter(Boolean).join("\n");
}

// A line for each column of each sentence, empty if nothing is known; values have neither tabs nor
// line breaks, for they were columns of CoNLL-U.
export const asLines = (sentences) =>
  sentences.flatMap((sentence) => DETAILS.map((name) => (knows(sentence, name) ? sentence[name].join("\t") : ""))).join("\n");

// The sentences with their details; an error if these are for other sentences.
export function withLines(sentences, text) {
  const lines = text.split("\n");
  if (lines.length !== DETAILS.length * sentences.length || text.includes("\r")) throw new Error("other sentences");
  return sentences.map((sentence, k) => {
    const columns = DETAILS.map((name, which) => [name, lines[DETAILS.length * k + which].split("\t")]).filter(([, column]) => column.some(Boolean));
    if (columns.some(([, column]) => column.length !== sentence.forms.length)) throw new Error("other words");
    return { ...sentence, ...Object.fromEntries(columns) };
  });
}
