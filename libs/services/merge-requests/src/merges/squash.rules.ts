import type { ProjectCard } from '@hearth/contract-kit';

type Squashing = Pick<ProjectCard, 'squashOption'>;

/** Whether a new merge request squashes its commits where the author has not chosen. */
export function squashesByDefault({ squashOption }: Squashing): boolean {
  return squashOption === 'always' || squashOption === 'default_on';
}

/**
 * Whether a merge squashes the commits.
 * @param chosen setting of the merge request, or of the request to merge
 */
export function squashesOnMerge({ squashOption }: Squashing, chosen: boolean): boolean {
  return squashOption === 'always' || (squashOption !== 'never' && chosen);
}

/** Message of the commit that replaces those of the source. @param given undefined or blank: the title of the merge request */
export function squashMessage(title: string, given: string | null | undefined): string {
  return given?.trim() ? given : title;
}
