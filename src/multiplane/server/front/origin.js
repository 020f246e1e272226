// Where a tree comes from, said beside it, with the way back where another tree was there before.

import { h, replace } from "./dom.js";

const TREES = {
  example: "the example’s own tree",
  typed: "the heads that you typed",
  one: "the heads that you typed",
  pasted: "the pasted tree",
  hand: "the tree changed by hand",
  link: "the tree of the link",
};
const SAID = {
  example: "",
  link: "",
  typed: "Heads as typed.",
  one: "Heads of this sentence as text; the other sentences stay as they are.",
  pasted: "From the pasted text.",
  hand: "Heads changed by hand.",
  unparsed: "No model here parses it: click a word, then its head. The same word twice makes it a root.",
};

// Words whose head is another one, or null where the words themselves differ.
function differing(sentence, other) {
  if (sentence.forms.join("\n") !== other.forms.join("\n")) return null;
  return sentence.heads.flatMap((head, k) => (head === other.heads[k] ? [] : [k + 1]));
}

function compared(sentence, before) {
  const words = differing(sentence, before.sentence);
  const tree = TREES[before.by];
  if (!words) return `It has other words than ${tree}.`;
  if (!words.length) return `All heads are those of ${tree}.`;
  const name = ({ forms, heads }, word) => (heads[word - 1] ? forms[heads[word - 1] - 1] ?? `word ${heads[word - 1]}, which is not there` : "the root");
  const listed = words.slice(0, 3).map((word) => `${sentence.forms[word - 1]} under ${name(sentence, word)}, not ${name(before.sentence, word)}`);
  const more = words.length > listed.length ? `, and ${words.length - listed.length} more` : "";
  return `${words.length} of ${sentence.forms.length} heads ${words.length === 1 ? "differs" : "differ"} from ${tree}: ${listed.join("; ")}${more}.`;
}

// origin: by (a key of TREES, words, unparsed without a model, or model), model, projective (what its system is), before (what
// was there: by, sentence, drawing), kept (the same of other words), trouble (what of a link cannot be read); drawing: of the tree that is shown.
export function tell(place, origin, sentence, drawing, { onback, onundo }) {
  const { by, model, before, kept } = origin;
  const button = (text, onclick) => h("button", { type: "button", class: "link", onclick }, text);
  const there = before ?? kept;
  const back = there ? button(`Back to ${TREES[there.by]}`, onback) : null;
  if (by === "model") {
    const lost = before?.drawing?.crossings && !drawing.crossings;
    replace(place, `Parsed by ${model}. `,
      before ? `${compared(sentence, before)} ` : "",
      lost && origin.projective ? `No arcs can cross here: ${origin.projective}, the system of ${model}, builds only projective trees. ` : "",
      back);
  } else replace(place, `${origin.trouble || (SAID[by] ?? "")} `, by === "hand" ? button("Undo", onundo) : null, back);
}
