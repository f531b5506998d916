import { may } from '@hearth/access';
import type { Caller, ProjectAccess, ProjectId } from '@hearth/contract-kit';
import { commitRights } from '@hearth/repository-contracts';
import { EVERYTHING, type ReadRights } from '../git/reads/read-rights.js';

/** A project's repository, and the caller's read rights. Every read by a name from a caller needs both. */
export interface Reader {
  readonly projectId: ProjectId;
  readonly rights: ReadRights;
}

/** Returns the reader for a caller who may download the code of a project. */
export function readerOf({ project: access, caller }: { project: ProjectAccess; caller: Caller }): Reader {
  return { projectId: access.project.id, rights: rightsOf(access, caller.principal) };
}

export function rightsOf(access: ProjectAccess, principal: Caller['principal']): ReadRights {
  return commitRights((ability) => may(ability, access, principal));
}

/** Returns the reader for another service: with the rights of its user, or all but the refs of merge requests. */
export function serviceReader(projectId: ProjectId, rights: ReadRights | undefined): Reader {
  return { projectId, rights: rights ?? { ...EVERYTHING, mergeRequestHeads: false } };
}
