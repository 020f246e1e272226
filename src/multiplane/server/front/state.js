// What a page shows, as a readable link: everything is in the part after #.

const written = (text) =>
  encodeURIComponent(text)
    .replace(/%20/g, "+")
    .replace(/%(5B|5D|2C|3A|2F|3B|40|24|7C|3E|3C|7E)/g, (code) => decodeURIComponent(code));

const read = (text) => decodeURIComponent(text.replace(/\+/g, " "));

// What can be read of a text that was cut inside an escape, or of which something is missing.
function rest(text) {
  const parts = text.replace(/\+/g, " ").replace(/%.?$/u, "").match(/%[0-9a-f]{2}|[^]/giu) ?? [];
  const bytes = parts.flatMap((part) => (part.length === 3 ? Number.parseInt(part.slice(1), 16) : [...new TextEncoder().encode(part)]));
  return new TextDecoder().decode(Uint8Array.from(bytes)).replaceAll("\ufffd", "");
}

// Under this key: the names of what is not whole.  No link has it.
export const DAMAGED = Symbol("damaged");

export function state() {
  const found = { [DAMAGED]: [] };
  const parts = location.hash.slice(1).split("&");
  for (const part of parts) {
    const at = part.indexOf("=");
    if (at < 1) {
      if (part && parts.length > 1) found[DAMAGED].push(part); // cut inside a name
      continue;
    }
    const [name, value] = [part.slice(0, at), part.slice(at + 1)];
    try {
      found[read(name)] = read(value);
    } catch {
      found[rest(name)] = rest(value);
      found[DAMAGED].push(rest(name));
    }
  }
  return found;
}

// A number in a link; null where there is none.
export const numbered = (text) => (/^\d{1,5}$/.test(text ?? "") ? Number(text) : null);

export function link(values) {
  const parts = Object.entries(values).filter(([, value]) => value !== undefined && value !== null && value !== "");
  return parts.length ? `#${parts.map(([key, value]) => `${written(key)}=${written(String(value))}`).join("&")}` : "";
}

// place: part of the page whose link it is.  Whatever comes late for a page that was left, such as
// the list of systems, must not change the link of the page that is shown now.
export function remember(place, values) {
  if (!place.isConnected) return;
  history.replaceState(history.state, "", location.pathname + location.search + link(values));
}
