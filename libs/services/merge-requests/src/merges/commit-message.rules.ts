import type { ProjectCard } from '@hearth/contract-kit';
import { closingReferencesIn } from '@hearth/notes';

/** Fields of the default message of a merge commit. */
export interface MergedRequest {
  readonly sourceBranch: string;
  readonly targetBranch: string;
  readonly title: string;
  /** Full path of the target project. */
  readonly fullPath: string;
  readonly iid: number;
  /** References of the issues that it closes: `#1`, `group/project#2`. */
  readonly closes: readonly string[];
}

/** Default message of a merge commit. */
export function mergeCommitMessage({
  sourceBranch,
  targetBranch,
  title,
  fullPath,
  iid,
  closes,
}: MergedRequest): string {
  return [
    `Merge branch '${sourceBranch}' into '${targetBranch}'`,
    title,
    ...(closes.length > 0 ? [`Closes ${enumerate(closes)}`] : []),
    `See merge request ${fullPath}!${iid}`,
  ].join('\n\n');
}

/** `a`, `a and b`, `a, b and c` */
function enumerate(words: readonly string[]): string {
  return words.length < 2 ? words.join('') : `${words.slice(0, -1).join(', ')} and ${words.at(-1)}`;
}

/** Default message of a merge into the project. Merges into its default branch close the issues that the description names. */
export function defaultMessage(
  mergeRequest: Omit<MergedRequest, 'fullPath' | 'closes'> & { readonly description: string | null },
  { fullPath, defaultBranch }: Pick<ProjectCard, 'fullPath' | 'defaultBranch'>,
): string {
  const isDefault = mergeRequest.targetBranch === defaultBranch;
  const closed = isDefault ? closingReferencesIn(mergeRequest.description ?? '') : [];
  const closes = closed.map(({ path, iid }) => `${path ?? ''}#${iid}`);
  return mergeCommitMessage({ ...mergeRequest, fullPath, closes });
}
