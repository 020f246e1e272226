// What is known of a word, as text under the tree: of the one that was last pointed at, tapped or
// focused, so that it can be read without a mouse and without a screen reader.

import { hasDetails, said } from "./details.js";
import { h, replace } from "./dom.js";

const HINT = "Point at a word, tap it or go to it by Tab to see what is known of it.";

// A line about the words that are drawn in the figure, or nothing if nothing is known of them.
export function known(figure, sentence) {
  if (!hasDetails(sentence)) return null;
  const line = h("p", { class: "known" }, HINT);
  const show = ({ target }) => {
    const word = Number(target.closest?.("[data-word]")?.dataset.word);
    if (!word) return;
    const parts = said(sentence, word).split("\n").filter(Boolean);
    replace(line, h("strong", {}, sentence.forms[word - 1]), " ", parts.length ? parts.map((part, k) => [k ? " · " : "", h("span", {}, part)]) : "nothing more is known");
  };
  for (const kind of ["pointerover", "focusin", "click"]) figure.addEventListener(kind, show);
  return line;
}
