/** Start of a hunk: `@@ -1,2 +3,4 @@`. */
const HUNK = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

/** Line of a patch: a removed one has no new number, an added one no old number, the start of a hunk none. */
export interface PatchLine {
  readonly kind: 'hunk' | 'added' | 'removed' | 'same';
  readonly oldLine: number | null;
  readonly newLine: number | null;
  /** Without the sign. */
  readonly text: string;
}

/** Yields the lines of a file's patch, from its first hunk on. */
export function* linesOf(patch: string): Generator<PatchLine> {
  let next: { oldLine: number; newLine: number } | undefined;
  for (const line of patch.split('\n')) {
    const [, oldLine, newLine] = HUNK.exec(line) ?? [];
    const text = line.slice(1);
    if (oldLine !== undefined) {
      next = { oldLine: Number(oldLine), newLine: Number(newLine) };
      yield { kind: 'hunk', oldLine: null, newLine: null, text: line };
    } else if (next === undefined) continue;
    else if (line.startsWith('+')) yield { kind: 'added', oldLine: null, newLine: next.newLine++, text };
    else if (line.startsWith('-')) yield { kind: 'removed', oldLine: next.oldLine++, newLine: null, text };
    else if (line.startsWith(' ')) yield { kind: 'same', oldLine: next.oldLine++, newLine: next.newLine++, text };
  }
}

/** Returns the text of a patch to highlight: one line for each line of the patch. */
export function textOf(patch: string): string {
  return [...linesOf(patch)].map(({ kind, text }) => (kind === 'hunk' ? '' : text)).join('\n');
}
