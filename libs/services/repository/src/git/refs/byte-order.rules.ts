/** Compares as git sorts names: by the bytes of their UTF-8. */
export function compareBytes(a: string, b: string): number {
  // UTF-16 orders like UTF-8 but for surrogates, which stand below the last characters of the basic plane.
  if (!SURROGATE.test(a) && !SURROGATE.test(b)) return a < b ? -1 : a > b ? 1 : 0;
  return Buffer.compare(Buffer.from(a), Buffer.from(b));
}

const SURROGATE = /[\ud800-\udfff]/;
