// What a page begins with: the sentences of its link, or an example, and where one stands in them.

import { damage, fromStates } from "./sentence-link.js";
import { asTexts, sameWords } from "./sentence-text.js";
import { numbered } from "./state.js";

// state: of the link; read: the text whose trees are shown; details: packed, still to be read.
export function beginning(state, example) {
  const given = fromStates(state);
  const linked = given.length > 0;
  const sentences = linked ? given : [example];
  const begun = (step, by) => ({ at: numbered(step), hand: by ? by.split(",") : null });
  return {
    sentences,
    index: Math.min(Math.max(numbered(state.sentence), 1), sentences.length) - 1,
    origin: { by: linked ? "link" : "example", trouble: damage(state) },
    read: state.raw && sameWords(state.raw, sentences) ? state.raw : asTexts(sentences),
    start: {
      common: { folded: state.planes === "apart", asks: state.quiz === "1" },
      each: [begun(state.step, state.by), begun(state["beside-step"], state["beside-by"])],
    },
    details: linked ? state.details : "",
  };
}
