import { may } from '@hearth/access';
import type { Caller, ProjectAccess, ProjectId } from '@hearth/contract-kit';
import { abilities } from '../abilities.js';
import { EVERYTHING, type ReadRights } from '../git/reads/read-rights.js';

/** A project's repository, and what of it is read: every read that takes a name of the caller's needs both. */
export interface Reader {
  readonly projectId: ProjectId;
  readonly rights: ReadRights;
}

/** A caller who may download the code of a project. */
export function readerOf({ project: access, caller }: { project: ProjectAccess; caller: Caller }): Reader {
  return { projectId: access.project.id, rights: rightsOf(access, caller.principal) };
}

export function rightsOf(access: ProjectAccess, principal: Caller['principal']): ReadRights {
  return {
    mergeRequestHeads: may(abilities.fetchMergeRequestHead, access, principal),
    unreachable: may(abilities.readUnreachable, access, principal),
  };
}

/** Another service, for names that its callers gave: heads of merge requests are none of them. */
export function serviceReader(projectId: ProjectId): Reader {
  return { projectId, rights: { ...EVERYTHING, mergeRequestHeads: false } };
}
