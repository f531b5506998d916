/**
 * Replaces lines of a file, whose bytes stay as they are elsewhere.
 * @param lines the new ones, with the line ends of the first replaced line
 * @returns undefined where the file has fewer lines
 */
export function replacedLines(
  content: Buffer,
  { from, to, lines }: { readonly from: number; readonly to: number; readonly lines: readonly string[] },
): Buffer | undefined {
  const before = content.toString('latin1').split('\n');
  const count = before.at(-1) === '' ? before.length - 1 : before.length;
  if (from > to || to > count) return undefined;
  const end = before[from - 1]!.endsWith('\r') ? '\r' : '';
  const replacement = lines.map((line) => Buffer.from(line + end).toString('latin1'));
  return Buffer.from([...before.slice(0, from - 1), ...replacement, ...before.slice(to)].join('\n'), 'latin1');
}
