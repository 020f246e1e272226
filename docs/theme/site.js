// The list of pages is open where there is room; what is wider than its box is scrolled by keys.

const roomy = matchMedia("(min-width: 60rem)");
const contents = document.querySelector(".contents");

function fit() {
  for (const box of document.querySelectorAll("main pre, main .scroll")) {
    if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
    else box.removeAttribute("tabindex");
  }
}

function open() {
  contents.open = roomy.matches;
}

roomy.addEventListener("change", open);
addEventListener("resize", fit);
addEventListener("load", fit);
open();
fit();
