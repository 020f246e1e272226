// What a page shows, as a readable link: everything is in the part after #.

const written = (text) =>
  encodeURIComponent(text)
    .replace(/%20/g, "+")
    .replace(/%(5B|5D|2C|3A|2F|3B|40|24|7C|3E|3C|7E)/g, (code) => decodeURIComponent(code));

const read = (text) => decodeURIComponent(text.replace(/\+/g, " "));

export function state() {
  const found = {};
  for (const part of location.hash.slice(1).split("&")) {
    const at = part.indexOf("=");
    if (at < 1) continue;
    try {
      found[read(part.slice(0, at))] = read(part.slice(at + 1));
    } catch {
      // A link that was cut short: what can be read is shown.
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

export function remember(values) {
  history.replaceState(history.state, "", location.pathname + location.search + link(values));
}
