// A text made short for a link: deflated, in letters that need no escapes there.

const MOST = 100_000; // bytes of a text: a small link could be made to unpack into gigabytes

async function through(bytes, stream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let size = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > MOST) {
      reader.cancel().catch(() => {});
      throw new Error("too long");
    }
    parts.push(part.value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

// An error if the text is too long, or the browser too old.
export async function packed(text) {
  const bytes = new TextEncoder().encode(text);
  if (bytes.length > MOST) throw new Error("too long");
  const short = await through(bytes, new CompressionStream("deflate-raw"));
  const letters = Array.from(short, (byte) => String.fromCharCode(byte)).join("");
  return btoa(letters).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

// An error if it was not made by packed.
export async function unpacked(letters) {
  const short = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
  const bytes = await through(short, new DecompressionStream("deflate-raw"));
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
}
