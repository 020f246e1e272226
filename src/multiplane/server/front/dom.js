// Elements, made by functions; text is always text, never markup.

const SVG = "http://www.w3.org/2000/svg";

function filled(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name in element && ["value", "checked", "disabled", "open", "hidden", "selected"].includes(name)) element[name] = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export const h = (tag, attributes, ...children) => filled(document.createElement(tag), attributes, children);
export const s = (tag, attributes, ...children) => filled(document.createElementNS(SVG, tag), attributes, children);

const KEPT = new Set(["VAR", "SUB", "SUP", "SPAN"]);

// Rules in print come as HTML of four kinds of element; anything else would be shown as text.
export function printed(markup, className = "print") {
  const parsed = new DOMParser().parseFromString(markup, "text/html").body;
  const copied = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent;
    const inside = [...node.childNodes].map(copied);
    if (!KEPT.has(node.tagName)) return inside;
    return h(node.tagName, { class: node.className === "transition" ? "transition" : undefined }, inside);
  };
  return h("span", { class: className }, [...parsed.childNodes].map(copied));
}

export function replace(element, ...children) {
  element.replaceChildren(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

let quiet;
export function notice(text, lasting = false) {
  const place = document.getElementById("notice");
  place.textContent = text;
  place.classList.toggle("shown", Boolean(text));
  clearTimeout(quiet);
  if (text && !lasting) quiet = setTimeout(() => notice(""), Math.max(4000, 80 * text.length)); // time to read it
}

// note: what is to be known of the copy.
export async function copy(text, what, note = "") {
  try {
    await navigator.clipboard.writeText(text);
    notice(`${what} copied${note}`);
  } catch {
    notice("the browser does not allow copying");
  }
}

export function download(text, name, type) {
  const address = URL.createObjectURL(new Blob([text], { type }));
  const link = h("a", { href: address, download: name });
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

// A button for something to copy or take away.
export const action = (text, onclick, attributes = {}) =>
  h("button", { type: "button", class: "quiet", onclick, ...attributes }, text);

export function debounced(work, delay) {
  let timer;
  return (...given) => {
    clearTimeout(timer);
    timer = setTimeout(() => work(...given), delay);
  };
}
