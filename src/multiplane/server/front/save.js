// A derivation to take away, or two: a page that stands alone.

import { post } from "./api.js";
import { download, notice } from "./dom.js";

export async function save(question) {
  try {
    const { html } = await post("/api/lesson", question);
    download(html, "lesson.html", "text/html");
  } catch (error) {
    notice(error.message);
  }
}
