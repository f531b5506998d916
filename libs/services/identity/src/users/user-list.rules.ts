import type { Principal } from '@hearth/contract-kit';
import { Forbidden, Unauthorized, type Search } from '@hearth/http';
import { UsersNotListed } from '../refusals.js';
import type { UserIdentity } from './user.entity.js';

/** Filters of a list of users; `undefined`, false and empty ones do not filter. */
export interface UserFilters {
  /** Exact username, case-sensitive. */
  readonly username: string | undefined;
  readonly identity: UserIdentity | undefined;
  readonly search: Search | undefined;
  readonly active: boolean;
  readonly blocked: boolean;
  readonly external: boolean;
  /** Creation times, both inclusive. */
  readonly createdAfter: Date | undefined;
  readonly createdBefore: Date | undefined;
  /** Order by id. */
  readonly sort: 'asc' | 'desc';
  /** Attributes that a user must all have. */
  readonly customAttributes: readonly { readonly key: string; readonly value: string }[];
}

/** Parameters of the statement of a list: the filters, and the visibility of external users. */
export type UserList = UserFilters & { readonly hidesExternal: boolean };

/**
 * Returns the list that the caller is authorised to read: external users and custom attributes are for admins only.
 * @param caller null: anonymous
 * @throws Unauthorized, Forbidden for filters of admins; UsersNotListed for anonymous requests without a username
 */
export function listFor(caller: Principal | null, filters: UserFilters): UserList {
  const isAdmin = caller?.admin ?? false;
  if ((filters.external || filters.identity) && !isAdmin) throw caller ? Forbidden() : Unauthorized();
  if (!caller && filters.username === undefined) throw UsersNotListed();
  return isAdmin ? { ...filters, hidesExternal: false } : { ...filters, customAttributes: [], hidesExternal: true };
}
