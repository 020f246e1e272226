// The JSON interface: a server, or, in a folder of files, the browser's own Python.

import { SERVERLESS } from "./address.js";
import { notice } from "./dom.js";

export class Refused extends Error {
  constructor(status, { kind, message, line, column }) {
    super(message);
    Object.assign(this, { status, kind, line, column });
  }

  // Would the same question be refused again?
  get final() {
    return this.status >= 400 && this.status < 500 && this.status !== 408;
  }
}

const AGAIN = 10; // times that a busy server is asked again
const kept = new Map(); // answers that never change

async function answer(response) {
  let body;
  try {
    body = await response.json();
  } catch {
    body = { kind: "server", message: "the server sent an unreadable answer" };
  }
  if (!response.ok) throw new Refused(response.status, body);
  return body;
}

// The page asks here, whoever answers.
async function asked(path, options) {
  if (!SERVERLESS) return askServer(path, options);
  const { ask, serverFor } = await import("./python.js");
  const server = serverFor(path);
  if (server) return askServer(server, options);
  const [status, body] = await ask(path, options);
  if (status !== 200) throw new Refused(status, body);
  return body;
}

async function askServer(path, options) {
  let told = false; // that one waits
  try {
    for (let left = AGAIN; ; left -= 1) {
      const response = await reached(path, options);
      try {
        return await answer(response);
      } catch (error) {
        const waits = error.status === 503 && /compiling|busy/.test(error.message);
        if (!waits || left === 0) throw error;
        told = true;
        notice(error.message.includes("compiling") ? "Compiling the oracles (only the first time)…" : "Busy…", true);
        await pause(Number(response.headers.get("Retry-After")) || 1.5, options?.signal);
      }
    }
  } finally {
    if (told) notice(""); // also where nobody waits any longer
  }
}

async function reached(path, options) {
  try {
    return await fetch(path, options);
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new Refused(0, { kind: "server", message: "the server does not answer; is it still running?" });
  }
}

// For so many seconds, or until the answer is no longer wanted.
const pause = (seconds, signal) => new Promise((done) => {
  setTimeout(done, 1000 * seconds);
  signal?.addEventListener("abort", done, { once: true });
});

export function get(path) {
  if (!kept.has(path)) {
    const promise = asked(path);
    kept.set(path, promise);
    promise.catch(() => kept.delete(path));
  }
  return kept.get(path);
}

export const post = (path, question, signal) =>
  asked(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(question),
    signal,
  });

export const send = (path, data) =>
  asked(path, { method: "POST", headers: { "Content-Type": "application/octet-stream" }, body: data });

export const systemPath = (name) => `/systems/${name.replace(/[^\w\-[\],+.]/g, encodeURIComponent)}`;
