/** Concatenates buffers outside the buffer pool of Node.js, for results that are cached: a small pooled buffer keeps its slab of 64 KB in memory. */
export function concatUnpooled(parts: readonly Buffer[]): Buffer {
  const kept = Buffer.allocUnsafeSlow(parts.reduce((sum, { length }) => sum + length, 0));
  let length = 0;
  for (const part of parts) length += part.copy(kept, length);
  return kept;
}
