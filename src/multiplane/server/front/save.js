// A derivation to take away, or two: a page that stands alone, or LaTeX.

import { post } from "./api.js";
import { download, notice } from "./dom.js";

export async function save(question) {
  await taken(async () => {
    const { html } = await post("/api/lesson", question);
    download(html, "lesson.html", "text/html");
  });
}

export async function saveLatex({ quiz, ...question }) {
  await taken(async () => {
    const { latex } = await post("/api/latex", question);
    download(latex, "derivation.tex", "application/x-tex");
  });
}

async function taken(work) {
  try {
    await work();
  } catch (error) {
    notice(error.message);
  }
}
