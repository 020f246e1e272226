// The sentences of a treebank that fit a query, drawn, a few at a time.

import { send } from "./api.js";
import { h, replace } from "./dom.js";
import { known } from "./known.js";
import { link } from "./state.js";
import { asStates } from "./sentence-link.js";
import { tree } from "./tree.js";

const plural = (count, noun, several) => `${count.toLocaleString("en")} ${count === 1 ? noun : several}`;
export const fileName = (file) => (file.webkitRelativePath || file.name).replace(/[\u0000-\u001f\u007f]/g, "").slice(-120) || "treebank";

async function drawn(found, room) {
  const { state } = await asStates([found], 0, "");
  const asked = new Set(found.asked);
  const arcs = found.arcs.map((arc) => ({ ...arc, label: found.labels[arc.dependent - 1], look: asked.has(arc.dependent) ? "new" : "built" }));
  const roots = new Set(found.heads.flatMap((head, k) => (head ? [] : [k + 1])));
  const letters = new Map(found.marks.map(({ word, mark }) => [word, mark]));
  const figure = h("div", { class: "figure", tabindex: 0, role: "region", "aria-label": `The tree of ${found.sent_id || `line ${found.line}`}` }, tree(found, arcs, { roots, letters, room }));
  const to = h("a", { href: `/${link(state)}` }, found.sent_id || `line ${found.line}`);
  return h("li", { class: "match" },
    h("p", { class: "path" }, to, found.sent_id ? h("span", { class: "aside" }, ` line ${found.line}`) : null),
    figure, known(figure, found));
}

// Ask, and show what is found in place; refused(error) says why nothing is.
export async function matches(place, file, query, refused) {
  const list = h("ol", { class: "matches" });
  const more = h("button", { type: "button", class: "quiet", hidden: true, onclick: () => next() }, "Show more");
  const count = h("p", { role: "status" }, "Searching…");
  replace(place, count, list, more);
  const next = async () => {
    more.disabled = true;
    try {
      const address = `/api/find?query=${encodeURIComponent(query)}&name=${encodeURIComponent(fileName(file))}&first=${list.childElementCount}`;
      const answer = await send(address, file);
      const room = place.clientWidth >= 560 ? place.clientWidth - 40 : Infinity;
      const items = await Promise.all(answer.found.map((found) => drawn(found, room)));
      if (!place.contains(list)) return; // another query has taken its place
      count.textContent = answer.sentences ? `${plural(answer.matches, "match", "matches")} in ${plural(answer.sentences, "sentence", "sentences")} of ${answer.name}` : `No match in ${answer.name}.`;
      list.append(...items);
      more.hidden = list.childElementCount >= answer.sentences;
    } catch (error) {
      if (!place.contains(list)) return;
      replace(place);
      refused(error);
    }
    more.disabled = false;
  };
  await next();
}
