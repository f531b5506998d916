import type { Mergeable } from './merges.store.js';

type Removal = Pick<Mergeable, 'shouldRemoveSourceBranch' | 'forceRemoveSourceBranch'>;

/** Whether the source branch is removed after the merge. The option of the merge wins over that of the merge request. */
export function removesSourceBranch({ shouldRemoveSourceBranch, forceRemoveSourceBranch }: Removal): boolean {
  return shouldRemoveSourceBranch ?? forceRemoveSourceBranch ?? false;
}

/** User who removes the source branch of a merged merge request: who chose that when merging, otherwise the author; undefined where it stays. */
export function removerOf(
  mergeRequest: Removal & Pick<Mergeable, 'mergedById' | 'authorId'>,
  tokenId: number | null,
): { userId: Mergeable['authorId']; tokenId: number | null } | undefined {
  if (!removesSourceBranch(mergeRequest)) return undefined;
  const { shouldRemoveSourceBranch, mergedById, authorId } = mergeRequest;
  if (shouldRemoveSourceBranch === null) return { userId: authorId, tokenId: null };
  return mergedById === null ? undefined : { userId: mergedById, tokenId };
}
