// Python in a worker: it loads, says how far it is, and answers one question after the other.

import { unpacked } from "./unpacked.js";

const here = new URL("../python/", import.meta.url);
const plain = self.fetch.bind(self);
let loaded = 0;

// What is large is stored compressed, since a plain file server sends files as they are.
const STORED = { "pyodide.asm.wasm": ["pyodide.asm.wasm.gz", "application/wasm"] };

function counted(body) {
  return body.pipeThrough(new TransformStream({
    transform(chunk, to) {
      loaded += chunk.byteLength;
      self.postMessage({ loaded });
      to.enqueue(chunk);
    },
  }));
}

self.fetch = async (request, options) => {
  const address = new URL(request.url ?? request, here);
  if (!address.href.startsWith(here.href)) throw new TypeError(`${address} is not asked for`);
  const name = address.href.slice(here.href.length);
  const [stored, type] = STORED[name] ?? [name, null];
  const response = await plain(new URL(stored, here), options);
  if (!response.ok) throw new TypeError(`${stored}: ${response.status}`);
  const body = counted(response.body);
  const whole = stored.endsWith(".gz") ? await unpacked(body) : body;
  return new Response(whole, { headers: { "Content-Type": type ?? response.headers.get("Content-Type") ?? "" } });
};

async function text(name) {
  return (await self.fetch(new URL(name, here))).text();
}

async function start() {
  const [{ loadPyodide }, { default: createPyodideModule }] = await Promise.all(
    ["pyodide.js", "pyodide.asm.js"].map((name) => import(new URL(name, here))));
  const [python, archive, reach] = await Promise.all([
    loadPyodide({ createPyodideModule, indexURL: here.href, lockFileContents: await text("lock.json"), packageBaseUrl: here.href }),
    self.fetch(new URL("multiplane.zip", here)).then((response) => response.arrayBuffer()),
    text("reach.json.gz"),
  ]);
  python.unpackArchive(archive, "zip");
  const { answer, take } = python.pyimport("multiplane.browser.start");
  take(reach);
  return (path, body) => answer(path, body instanceof Uint8Array ? python.toPy(body) : body ?? null);
}

const starting = start();
starting.then(() => self.postMessage({ ready: true }), (error) => self.postMessage({ failed: error.message }));

self.onmessage = async ({ data: { path, body } }) => {
  const answer = await starting;
  try {
    self.postMessage(JSON.parse(answer(path, body)));
  } catch (error) {
    self.postMessage([500, { kind: "server", message: error.message.trim().split("\n").at(-1) }]);
  }
};
