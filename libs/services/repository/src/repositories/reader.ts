import { may } from '@hearth/access';
import type { Caller, ProjectAccess, ProjectId } from '@hearth/contract-kit';
import { abilities } from '../abilities.js';
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
  return {
    mergeRequestHeads: may(abilities.fetchMergeRequestHead, access, principal),
    unreachable: may(abilities.readUnreachable, access, principal),
  };
}

/** Returns the reader for another service, for names given by its callers. Heads of merge requests are excluded. */
export function serviceReader(projectId: ProjectId): Reader {
  return { projectId, rights: { ...EVERYTHING, mergeRequestHeads: false } };
}
