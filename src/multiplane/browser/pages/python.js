// The interface without a server: answers that are known beforehand, and the browser's own Python.

import { notice } from "./dom.js";
import { withModel } from "./model-server.js";
import { unpacked } from "./unpacked.js";

export { serverFor } from "./model-server.js";

const MOST = 60; // seconds for one question; then Python begins anew
const here = new URL("../python/", import.meta.url);

let worker = null;
let starting = null;
let ready = false;
let now = null; // the question that is being answered
const waiting = [];

const known = fetched("known.json.gz");

async function fetched(name) {
  const response = await fetch(new URL(name, here));
  return new Response(await unpacked(response.body)).json();
}

async function start() {
  ready = false;
  const { total } = await known;
  worker = new Worker(new URL("./python-worker.js", import.meta.url), { type: "module" });
  worker.onmessage = ({ data }) => {
    if (data.loaded !== undefined) progress(data.loaded, total);
    else if (data.ready) {
      ready = true;
      notice("");
      // Only now, so that nothing is sent twice; where pages are not encrypted there is none.
      navigator.serviceWorker?.register(new URL("../service-worker.js", import.meta.url));
      next();
    } else if (data.failed) fail(data.failed);
    else answered(data);
  };
  worker.onerror = (event) => fail(event.message ?? "Python cannot be loaded");
}

const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

function progress(loaded, total) {
  const text = loaded < total ? `Loading Python, once: ${megabytes(loaded)} of ${megabytes(total)} MB` : "Starting Python…";
  notice(text, true);
}

function fail(message) {
  worker?.terminate();
  worker = null;
  clearTimeout(now?.timer);
  notice("");
  const all = [now, ...waiting.splice(0)].filter(Boolean);
  now = null;
  for (const { done } of all) done([503, { kind: "unavailable", message: `Python in this browser: ${message}` }]);
}

function next() {
  if (now || !ready) return;
  now = waiting.shift() ?? null;
  if (!now) return;
  const { path, body } = now;
  now.timer = setTimeout(late, 1000 * MOST);
  worker.postMessage({ path, body });
}

function late() {
  const { done } = now;
  now = null;
  worker.terminate();
  start();
  done([503, { kind: "unavailable", message: `not finished within ${MOST} seconds; try something smaller` }]);
}

function answered(found) {
  const { done, timer } = now;
  clearTimeout(timer);
  now = null;
  done(found);
  next();
}

// Returns [status, answer]; bodies are JSON, or the bytes of a treebank.
export async function ask(path, { body, signal } = {}) {
  const { answers } = await known;
  const question = body === undefined ? path : `${path} ${body}`;
  if (path === "/api") return [200, await withModel(answers[path])];
  if (question in answers) return [200, answers[question]];
  const bytes = body instanceof Blob ? new Uint8Array(await body.arrayBuffer()) : body;
  if (!worker) await (starting ??= start().finally(() => { starting = null; }));
  return new Promise((done, refuse) => {
    const asked = { path, body: bytes, done };
    signal?.addEventListener("abort", () => {
      const at = waiting.indexOf(asked);
      if (at >= 0) waiting.splice(at, 1);
      refuse(new DOMException("no longer wanted", "AbortError"));
    });
    waiting.push(asked);
    next();
  });
}

starting = start().finally(() => { starting = null; });
