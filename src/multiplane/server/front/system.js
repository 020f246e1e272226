// The page of one system.

import { get, systemPath } from "./api.js";
import { action, copy, h } from "./dom.js";
import { rules, verdicts } from "./print.js";
import { verifier } from "./verify.js";
import { link, numbered, remember, state } from "./state.js";

export async function page(main, name) {
  const system = await get(`/api${systemPath(name)}`);
  const found = state();
  const choice = { name };
  const judged = verdicts(system, choice, {
    opened: found.play,
    at: numbered(found.step) ?? undefined,
    onopen: (play, step) => remember(main, play ? { play, step } : {}),
  });
  main.replaceChildren(
    h("p", { class: "path" }, h("a", { href: "/systems" }, "Systems")),
    h("h1", {}, system.name),
    h("p", { class: "lead" }, system.source),
    h("p", { class: "doors" },
      h("a", { class: "primary", href: `/${link({ system: name })}` }, "Derive a sentence"),
      h("a", { class: "quiet", href: `/own${link({ text: system.definition })}` }, "Edit a copy")),
    h("h2", {}, "Rules"),
    rules(system),
    h("h2", {}, "Properties"),
    judged.element,
    h("h2", {}, "On all short sentences"),
    verifier(choice),
    h("h2", {}, "Definition"),
    h("pre", { class: "definition", tabindex: 0 }, system.definition),
    h("p", { class: "take" }, action("Copy", () => copy(system.definition, "The definition"))));
  return { title: system.name, keys: judged.keys };
}
