// What needs a trained model is asked of a server, if the site was made with the address of one.

import { notice } from "./dom.js";

const PATIENCE = 20000; // milliseconds: it may be loading its model
const OF_MODELS = new Set(["/api/parse", "/api/scores"]);
const server = document.querySelector('meta[name="model-server"]')?.content.replace(/\/$/, "");

export const serverFor = (path) => (server !== undefined && OF_MODELS.has(path) ? server + path : null);

// What the page knows of itself, with the model of the server, if there is one and it answers.
export async function withModel(about) {
  if (server === undefined) return about;
  try {
    const response = await fetch(`${server}/api`, { signal: AbortSignal.timeout(PATIENCE) });
    if (!response.ok) throw new Error(response.statusText);
    const { model, model_system } = await response.json();
    return { ...about, model, model_system };
  } catch {
    notice("The server that parses plain text for this page does not answer; all else works without it");
    return about;
  }
}
