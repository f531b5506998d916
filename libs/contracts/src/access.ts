import { ActAs } from './identity/queries.js';
import { ResolveAccess } from './projects/queries.js';

/** What the guard of every endpoint asks, and of whom. */
export const accessContracts = { resolveAccess: ResolveAccess, actAs: ActAs };
