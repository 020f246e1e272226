// A stream that was stored compressed, unpacked.  Some file servers declare such files to be encoded,
// and then the browser has unpacked them already: what counts is how the bytes begin.

const GZIP = [0x1f, 0x8b];

export async function unpacked(body) {
  const reader = body.getReader();
  const { value: first } = await reader.read();
  const whole = new ReadableStream({
    start: (to) => to.enqueue(first),
    pull: async (to) => {
      const { done, value } = await reader.read();
      done ? to.close() : to.enqueue(value);
    },
    cancel: (reason) => reader.cancel(reason),
  });
  return GZIP.every((byte, k) => first[k] === byte) ? whole.pipeThrough(new DecompressionStream("gzip")) : whole;
}
