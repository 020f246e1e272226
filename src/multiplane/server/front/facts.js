// What a drawing shows, counted, and what there is to take away.

import { action, copy, download, h, replace } from "./dom.js";
import { linkTo } from "./link.js";

const plural = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

function kind({ arcs, projective, planes }) {
  if (!arcs.length) return "no arcs yet";
  if (projective) return "projective";
  return planes === 1 ? "planar, but a root is covered" : "not projective";
}

// lacks: what the link has no room for.
export function facts(place, sentence, drawing, lacks, { onnotation, onlatex, onsave }) {
  replace(place,
    h("span", {}, plural(sentence.forms.length, "word")),
    h("span", {}, plural(drawing.planes, "plane")),
    h("span", {}, plural(drawing.crossings, "crossing")),
    h("span", { title: drawing.because }, kind(drawing)),
    h("span", { class: "take" },
      action("Edit heads as text", onnotation, { title: "Put the words with their heads into the box" }),
      action("SVG", () => download(drawing.svg, "sentence.svg", "image/svg+xml"), { "aria-label": "Download the picture as SVG" }),
      action("CoNLL-U", () => copy(drawing.conllu, "CoNLL-U"), { "aria-label": "Copy the sentence as CoNLL-U" }),
      action("LaTeX", onlatex, { "aria-label": "Download the derivation as LaTeX" }),
      action("Save as a page", onsave, { "aria-label": "Save as a page that stands alone" }),
      linkTo("this state", lacks)));
}
