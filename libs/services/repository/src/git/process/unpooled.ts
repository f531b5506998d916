/** Concatenates bytes that are kept. Node.js takes small results of `Buffer.concat` out of a pool: each would hold the 64 KB of its part of it. */
export function concatKept(parts: readonly Buffer[]): Buffer {
  const kept = Buffer.allocUnsafeSlow(parts.reduce((sum, { length }) => sum + length, 0));
  let length = 0;
  for (const part of parts) length += part.copy(kept, length);
  return kept;
}
