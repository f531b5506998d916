import type { RefName } from './ref-name.js';

/** Ref that cannot coexist with another one on a file system that ignores case. */
export interface CaseConflict {
  readonly ref: RefName;
  /** The existing ref, or the existing folder of refs. */
  readonly taken: string;
}

/**
 * Returns the first new ref that differs from another only in case, in its last part or in a folder above; null when there is none. On a file
 * system that ignores case the two would be one file.
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

/** Normalizes a name as file systems that ignore case do. They also ignore how letters are composed. */
function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
