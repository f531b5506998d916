/** Compares dotted versions by their leading numbers. */
export function isAtLeast(version, wanted) {
  const numbers = version.split('.').map(Number);
  const different = wanted.findIndex((number, index) => numbers[index] !== number);
  return different === -1 || numbers[different] > wanted[different];
}
