import { ActAsQuery, JobTokenGrantQuery } from '@hearth/identity-contracts';
import { ProjectsByIdsQuery, ResolveAccessQuery } from '@hearth/projects-contracts';

/** Contracts that the guard of every endpoint calls. */
export const accessContracts = {
  resolveAccess: ResolveAccessQuery,
  actAs: ActAsQuery,
  jobTokenGrant: JobTokenGrantQuery,
  projectsByIds: ProjectsByIdsQuery,
};
