// A derivation to take away: a page that stands alone.

import { post } from "./api.js";
import { download, notice } from "./dom.js";
import { asked } from "./sentence-text.js";

export async function save(system, sentence, transitions) {
  try {
    const { html } = await post("/api/lesson", { system, sentence: asked(sentence), transitions: transitions ?? null });
    download(html, "lesson.html", "text/html");
  } catch (error) {
    notice(error.message);
  }
}
