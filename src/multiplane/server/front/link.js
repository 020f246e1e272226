// A link to what is shown; one that leads only here says so, and what opens elsewhere.

import { action, copy } from "./dom.js";

const LOOPBACK = /^(localhost|127(\.\d+){3}|\[::1\])$/;

function reach({ protocol, hostname, hash }) {
  const file = protocol === "file:";
  if (!file && !LOOPBACK.test(hostname)) return "";
  return `; it opens on this machine only. ${file ? `Elsewhere, add ${hash || "#step=0"} to the address of this page.` : "A saved page opens everywhere."}`;
}

export const linkTo = (what) =>
  action("Link", () => copy(location.href, "The link", reach(location)), { "aria-label": `Copy a link to ${what}` });
