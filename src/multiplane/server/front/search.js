// Systems and pages by a few letters of their names.  And the list of keys.

import { SERVERLESS } from "./address.js";
import { get, systemPath } from "./api.js";
import { h, replace } from "./dom.js";

const PAGES = [
  ["A sentence and its derivation", "/"],
  ["All systems", "/systems"],
  ["Your own system", "/own"],
  ["Census of a treebank", "/census"],
  ["Search in a treebank", "/find"],
  ...(SERVERLESS ? [] : [["JSON interface", "/interface"]]),
];
const KEYS = [
  ["→  ←", "one step forward, back"],
  ["Home  End", "to the start, to the end"],
  ["space", "play or stop"],
  ["1 … 9", "take the first … ninth permitted transition"],
  ["q", "quiz: be asked instead; 1 … 9 choose, Enter checks and goes on"],
  ["w", "show the whole tree, or go back"],
  ["f", "fold the planes apart"],
  ["/", "go to a system or a page"],
  ["?", "this list of keys"],
  ["Esc", "close, cancel"],
];

// A name that is not in the list, but of the kinds that the catalogue makes.
const ANY = /^(undirected-)?([a-z-]+|[2-9]-planar|attardi-[1-9])(\[[a-z,-]+\])?(\+[a-z]+)*$/;

export function search(go) {
  let chosen = 0, shown = [];
  const list = h("ul", { id: "found", role: "listbox", "aria-label": "Found" });
  const input = h("input", {
    type: "text", placeholder: "A system or a page", "aria-label": "Go to", role: "combobox", "aria-expanded": "true", "aria-controls": "found",
    autocomplete: "off", spellcheck: "false", oninput: () => { chosen = 0; show(); },
    onkeydown: (event) => {
      const move = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (move) {
        event.preventDefault();
        chosen = (chosen + move + shown.length) % Math.max(shown.length, 1);
        show();
      } else if (event.key === "Enter" && shown[chosen]) {
        event.preventDefault();
        open(shown[chosen][1]);
      }
    },
  });
  const dialog = h("dialog", { class: "palette", "aria-label": "Go to", onclick: (event) => event.target === dialog && dialog.close() }, input, list);
  let all = PAGES;
  const open = (path) => { dialog.close(); go(path); };
  function show() {
    const words = input.value.toLowerCase().trim().split(/\s+/).filter(Boolean);
    shown = all.filter(([name]) => words.every((word) => name.toLowerCase().includes(word))).slice(0, 12);
    const typed = input.value.trim();
    if (typed && ANY.test(typed) && /[\d[+]/.test(typed) && !all.some(([name]) => name === typed)) shown.push([`Open “${typed}”`, systemPath(typed)]);
    replace(list, shown.map(([name, path], k) =>
      h("li", { role: "none" },
        h("a", { role: "option", id: `found-${k}`, "aria-selected": String(k === chosen), href: path, tabindex: -1, onclick: (event) => { event.preventDefault(); event.stopPropagation(); open(path); } }, name))));
    input.setAttribute("aria-activedescendant", shown.length ? `found-${chosen}` : "");
    list.children[chosen]?.scrollIntoView({ block: "nearest" });
  }
  document.body.append(dialog);
  return async () => {
    input.value = "";
    chosen = 0;
    dialog.showModal();
    show();
    const { systems } = await get("/api/systems");
    all = [...PAGES, ...systems.map(({ name }) => [name, systemPath(name)])];
    show();
  };
}

export function help() {
  const dialog = h("dialog", { class: "keys", "aria-label": "Keys", onclick: (event) => event.target === dialog && dialog.close() },
    h("h2", {}, "Keys"),
    h("dl", {}, KEYS.map(([key, means]) => h("div", {}, h("dt", {}, key.split("  ").map((each) => h("kbd", {}, each))), h("dd", {}, means)))),
    h("form", { method: "dialog" }, h("button", { class: "quiet" }, "Close")));
  document.body.append(dialog);
  return () => dialog.showModal();
}
