import type { ProjectStanding, Relation } from '@hearth/access';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import type { Schedule } from './schedules.store.js';

/** Returns the data for the abilities on a schedule: masters of the project and its owner may change it. */
export function standingOf(
  { project, level }: ProjectAccess,
  { ownerId }: Pick<Schedule, 'ownerId'>,
  caller: Principal | null,
): { readonly standing: ProjectStanding; readonly relations: readonly Relation[] } {
  const { visibility, archived, features, publicJobs } = project;
  const standing = { visibility, archived, features, publicJobs, level };
  return { standing, relations: caller !== null && ownerId === caller.userId ? ['author'] : [] };
}
