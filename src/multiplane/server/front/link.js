// A link to what is shown; one that leads only here says so, and what opens elsewhere.

import { action, copy, h } from "./dom.js";

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

function reach({ protocol, hostname, hash }) {
  const file = protocol === "file:";
  if (!file && !LOOPBACK.test(hostname)) return "";
  return `; it opens on this machine only. ${file ? `Elsewhere, add ${hash || "#step=0"} to the address of this page.` : "A saved page opens everywhere."}`;
}

// lacks: what there was no room for, said beside the button and again when it is clicked.
export const linkTo = (what, lacks = "") => [
  action("Link", () => copy(location.href, "The link", `${lacks && ` (${lacks})`}${reach(location)}`), { "aria-label": `Copy a link to ${what}` }),
  lacks && h("span", { class: "aside", title: "Some programs cut longer links" }, `in the link: ${lacks}`),
];
