const UNITS = ['KiB', 'MiB', 'GiB', 'TiB'];

/** Returns a number of bytes in the largest unit in which it is at least one. */
export function presentSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} ${bytes === 1 ? 'byte' : 'bytes'}`;
  const exponent = Math.min(UNITS.length, Math.floor(Math.log2(bytes) / 10));
  return `${(bytes / 1024 ** exponent).toFixed(1)} ${UNITS[exponent - 1]}`;
}
