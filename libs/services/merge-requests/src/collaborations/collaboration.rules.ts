import type { ProjectCard } from '@hearth/contract-kit';

/** Whether members of the target of a merge request may be allowed to push to its source branch, unless that is protected: it is in a fork, and neither project is private. */
export function isCollaborationPossible(
  source: Pick<ProjectCard, 'id' | 'visibility'>,
  target: Pick<ProjectCard, 'id' | 'visibility'>,
): boolean {
  return source.id !== target.id && source.visibility !== 'private' && target.visibility !== 'private';
}
