// What is known of a word, as text under the tree: of the one that was last pointed at, tapped or
// focused, so that it can be read without a mouse and without a screen reader.

import { hasDetails, said } from "./details.js";
import { h, replace } from "./dom.js";

const HINT = "Point at a word, tap it or go to it by Tab to see what is known of it.";

// A line about the words that are drawn in the figure, or nothing if nothing is known of them.
// onword(word), if there is one, begins to change its head.
export function known(figure, sentence, onword) {
  if (!hasDetails(sentence)) return null;
  const line = h("p", { class: "known" }, HINT);
  let touched = false;
  const of = ({ target }) => Number(target.closest?.("[data-word]")?.dataset.word);
  const show = (event) => {
    const word = of(event);
    if (!word) return;
    const parts = said(sentence, word).split("\n").filter(Boolean);
    replace(line, h("strong", {}, sentence.forms[word - 1]), " ",
      parts.length ? parts.map((part, k) => [k ? " · " : "", h("span", {}, part)]) : "nothing more is known",
      touched && onword ? [" ", h("button", { type: "button", class: "link", onclick: () => onword(word) }, "Change its head")] : null);
  };
  for (const kind of ["pointerover", "focusin", "click"]) figure.addEventListener(kind, show);
  figure.addEventListener("pointerdown", ({ pointerType }) => { touched = pointerType === "touch"; }, true);
  // A finger cannot point without pressing.  So that looking changes nothing, a tap only shows what is
  // known, and the button changes the head.  Once a word is chosen, the next one tapped is its head.
  figure.addEventListener("click", (event) => {
    if (!touched || !onword || !of(event) || figure.querySelector(".word.selected")) return;
    event.stopPropagation();
    show(event);
  }, true);
  return line;
}
