import { ActAsQuery } from './identity/queries.js';
import { ResolveAccessQuery } from './projects/queries.js';

/** Contracts that the guard of every endpoint calls. */
export const accessContracts = { resolveAccess: ResolveAccessQuery, actAs: ActAsQuery };
