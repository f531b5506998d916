import type { RefName } from './ref-name.js';

/** A ref that cannot stand beside another one where file names ignore case. */
export interface CaseConflict {
  readonly ref: RefName;
  /** The ref, or the folder of refs, that is there already. */
  readonly taken: string;
}

/**
 * The first new ref that differs from another only in case, in its last part or in a folder above; null where there is none. Where file
 * names ignore case the two would be one file.
 */
export function caseConflict(existing: ReadonlySet<RefName>, wanted: readonly RefName[]): CaseConflict | null {
  const spellings = new Map<string, string>();
  for (const ref of existing) for (const part of partsOf(ref)) spellings.set(folded(part), part);
  for (const ref of wanted) {
    if (existing.has(ref)) continue;
    for (const part of partsOf(ref)) {
      const taken = spellings.get(folded(part));
      if (taken !== undefined && taken !== part) return { ref, taken };
      spellings.set(folded(part), part);
    }
  }
  return null;
}

/** `refs/heads`, `refs/heads/a`, `refs/heads/a/b` of the last. */
function partsOf(ref: string): string[] {
  const names = ref.split('/');
  return names.slice(1).map((_, index) => names.slice(0, index + 2).join('/'));
}

/** As file systems compare names that ignore case: they ignore how letters are composed, too. */
function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
