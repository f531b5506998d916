/** Lines of a file, from 1 on, and those that replace them. */
interface Replacement {
  readonly from: number;
  readonly to: number;
  readonly lines: readonly string[];
}

/**
 * Replaces several ranges of lines of a file.
 * @returns undefined where the file has fewer lines, or two ranges overlap
 */
export function replacedAll(content: Buffer, replacements: readonly Replacement[]): Buffer | undefined {
  // From the last range to the first: the lines before a range keep their numbers.
  const ordered = replacements.toSorted((a, b) => b.from - a.from);
  if (ordered.some(({ to }, index) => index > 0 && to >= ordered[index - 1]!.from)) return undefined;
  return ordered.reduce<Buffer | undefined>((before, each) => before && replacedLines(before, each), content);
}

/**
 * Replaces lines of a file, whose bytes stay as they are elsewhere.
 * @param lines the new ones, with the line ends of the first replaced line
 * @returns undefined where the file has fewer lines
 */
export function replacedLines(content: Buffer, { from, to, lines }: Replacement): Buffer | undefined {
  const before = content.toString('latin1').split('\n');
  const count = before.at(-1) === '' ? before.length - 1 : before.length;
  if (from > to || to > count) return undefined;
  const end = before[from - 1]!.endsWith('\r') ? '\r' : '';
  const replacement = lines.map((line) => Buffer.from(line + end).toString('latin1'));
  return Buffer.from([...before.slice(0, from - 1), ...replacement, ...before.slice(to)].join('\n'), 'latin1');
}
