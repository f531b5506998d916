import { ActAsQuery } from '@hearth/identity-contracts';
import { ResolveAccessQuery } from '@hearth/projects-contracts';

/** Contracts that the guard of every endpoint calls. */
export const accessContracts = { resolveAccess: ResolveAccessQuery, actAs: ActAsQuery };
