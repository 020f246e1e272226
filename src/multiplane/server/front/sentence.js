// The first page: a sentence, and a system to derive it with.

import { h } from "./dom.js";
import { Player } from "./player.js";
import { remember, state } from "./state.js";
import { SystemChoice } from "./system-choice.js";

const FIRST = "2-planar[single-head,acyclic]";

export async function page(main) {
  const found = state();
  const system = new SystemChoice(found.system ?? FIRST, () => player.restart());
  const player = new Player({
    choice: () => ({ name: system.name }),
    title: () => system.name,
    state: found,
    onchange: () => remember(main, { system: system.name === FIRST ? undefined : system.name, ...player.state() }),
  });
  player.facts.after(system.element);
  main.replaceChildren(
    h("h1", { class: "small" }, "Watch a parser build a tree"),
    h("p", { class: "lead" }, "Type a sentence or click an example. It is drawn with its dependencies, and a transition system builds them step by step: with stacks, a buffer, and rules that you can follow or break."),
    player.element);
  await player.begin();
  // Who opens a link to a step on a phone sees it, and not only how to begin with another sentence.
  const far = player.place.getBoundingClientRect().top > 0.75 * window.innerHeight;
  if (found.step !== undefined && far && window.scrollY === 0) player.place.scrollIntoView();
  return { title: "Sentence", keys: (event) => player.keys(event) };
}
