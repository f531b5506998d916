import type { Principal } from '@hearth/contract-kit';
import { Forbidden, Unauthorized, type Search } from '@hearth/http';
import { UsersNotListed } from '../refusals.js';
import type { UserIdentity } from './user.entity.js';

/** What a list of users is narrowed by; what is undefined, false or empty narrows nothing. */
export interface UserFilters {
  /** Exactly so. */
  readonly username: string | undefined;
  readonly identity: UserIdentity | undefined;
  readonly search: Search | undefined;
  readonly active: boolean;
  readonly blocked: boolean;
  readonly external: boolean;
  /** Both inclusive. */
  readonly createdAfter: Date | undefined;
  readonly createdBefore: Date | undefined;
  /** By id. */
  readonly sort: 'asc' | 'desc';
  /** Each of them. */
  readonly customAttributes: readonly { readonly key: string; readonly value: string }[];
}

/** What the statement of a list is made of: the filters, and whom the caller must not see. */
export type UserList = UserFilters & { readonly hidesExternal: boolean };

/**
 * The list as the caller may have it: external users and custom attributes are only for admins.
 * @param caller null: anonymous
 * @throws Unauthorized, Forbidden for filters that only admins have; UsersNotListed for anonymous callers who do not name a user
 */
export function listFor(caller: Principal | null, filters: UserFilters): UserList {
  const isAdmin = caller?.admin ?? false;
  if ((filters.external || filters.identity) && !isAdmin) throw caller ? Forbidden() : Unauthorized();
  if (!caller && filters.username === undefined) throw UsersNotListed();
  return isAdmin ? { ...filters, hidesExternal: false } : { ...filters, customAttributes: [], hidesExternal: true };
}
