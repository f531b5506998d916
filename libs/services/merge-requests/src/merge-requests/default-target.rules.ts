import type { ProjectAccess } from '@hearth/contract-kit';

/**
 * Returns the project that gets merge requests of a project by default, as in GitLab: the one that it was forked from, where that has merge
 * requests and unless the fork is set to target itself. @param origin null without one, and where it is hidden from the user
 */
export function defaultTarget(source: ProjectAccess, origin: ProjectAccess | null): ProjectAccess {
  const targetsSelf = source.project.mrDefaultTargetSelf || origin?.project.features.mergeRequests === 'disabled';
  return targetsSelf ? source : (origin ?? source);
}
