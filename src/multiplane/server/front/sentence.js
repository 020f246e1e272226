// The first page: a sentence, and a system to derive it with.

import { get, systemPath } from "./api.js";
import { debounced, h } from "./dom.js";
import { Player } from "./player.js";
import { remember, state } from "./state.js";

const FIRST = "2-planar[single-head,acyclic]";

export async function page(main) {
  const found = state();
  let system = found.system ?? FIRST;
  const more = h("a", { href: systemPath(system) }, "its rules and proofs");
  const names = h("datalist", { id: "systems" });
  const input = h("input", {
    id: "system", list: "systems", value: system, spellcheck: "false", autocomplete: "off", autocapitalize: "off",
    onchange: () => chosen(), oninput: debounced(() => known.has(input.value.trim()) && chosen(), 200),
    onfocus: () => input.select(),
  });
  const known = new Set();
  Promise.all([get("/api"), get("/api/systems")]).then(([{ model_system }, { systems }]) => {
    if (model_system) known.add(model_system);
    for (const { name } of systems) known.add(name);
    names.replaceChildren(...[...known].map((name) => h("option", { value: name })));
  });
  const player = new Player({
    choice: () => ({ name: system }),
    state: found,
    onchange: () => remember({ system: system === FIRST ? undefined : system, ...player.state() }),
  });
  function chosen() {
    const name = input.value.trim();
    if (!name || name === system) return;
    system = name;
    more.href = systemPath(name);
    player.derive({ at: player.stepper?.at === null ? null : 0 });
  }
  const chooser = h("div", { class: "chooser" },
    h("label", { for: "system" }, "System"), input, names, more);
  player.facts.after(chooser);
  main.replaceChildren(h("h1", { class: "unseen" }, "A sentence and its derivation"), player.element);
  await player.begin();
  return { title: "Sentence", keys: (event) => player.keys(event) };
}
