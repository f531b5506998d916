const PREFIXES = { branch: 'refs/heads/', tag: 'refs/tags/' } as const;

/** A branch or a tag. */
export interface BranchOrTag {
  readonly refType: keyof typeof PREFIXES;
  /** Without `refs/heads/` or `refs/tags/`. */
  readonly ref: string;
}

/** Splits the full name of a ref; undefined for refs that are neither branches nor tags. */
export function refOf(full: string): BranchOrTag | undefined {
  for (const refType of ['branch', 'tag'] as const) {
    const prefix = PREFIXES[refType];
    if (full.startsWith(prefix)) return { refType, ref: full.slice(prefix.length) };
  }
  return undefined;
}

/** Returns the name of a branch by the full name of its ref; undefined for other refs. */
export function branchOf(full: string): string | undefined {
  const found = refOf(full);
  return found?.refType === 'branch' ? found.ref : undefined;
}

/** Returns the full name of a branch or a tag. */
export function fullNameOf({ refType, ref }: BranchOrTag): string {
  return `${PREFIXES[refType]}${ref}`;
}
