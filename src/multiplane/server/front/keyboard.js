// Keys of a page, where they do not mean something else to what has the focus.

const TYPING = "input:not([type=range]):not([type=file]), textarea, select, dialog";
const PRESSED = "button, a, summary, [role=button]";

// Is the key for what has the focus?  In a list of systems, ↑ and ↓ choose: ← and → step, as
// everywhere, so that who has just chosen a system does not choose another by them.
function taken({ key, target }) {
  if (target.closest?.(TYPING)) return !(target.matches("select") && /^Arrow(Left|Right)$/.test(key));
  if (key === " " || key === "Enter") return target.closest?.(PRESSED);
  return target.closest?.("input[type=range]") && /^Arrow|^Home$|^End$/.test(key);
}

// handle(event): was the key for the page?  Escape leaves what is being typed into.
export function listen(handle) {
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return;
    if (document.querySelector("dialog[open]")) return;
    const typing = event.target.closest?.(TYPING);
    if (typing && event.key === "Escape") typing.blur();
    else if (!taken(event) && handle(event)) event.preventDefault();
  });
}
