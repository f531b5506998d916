import type { Principal } from '@hearth/contract-kit';
import { Forbidden, Unauthorized, type Search } from '@hearth/http';
import { UsersNotListed } from '../refusals.js';
import type { UserIdentity } from './user.entity.js';

/** Column by which a list of users is ordered. Usernames are ordered without regard to case. */
export const USER_ORDERS = ['id', 'name', 'username', 'created_at', 'updated_at'] as const;
export type UserOrder = (typeof USER_ORDERS)[number];

/** Filters of a list of users; `undefined`, false and empty ones do not filter. */
export interface UserFilters {
  /** Exact username, case-sensitive. */
  readonly username: string | undefined;
  readonly identity: UserIdentity | undefined;
  readonly search: Search | undefined;
  readonly active: boolean;
  readonly blocked: boolean;
  readonly external: boolean;
  readonly excludesActive: boolean;
  readonly excludesExternal: boolean;
  /** Leaves out the ghost, the one internal user in lists, or everyone else. */
  readonly excludesInternal: boolean;
  readonly excludesHumans: boolean;
  readonly admins: boolean;
  readonly twoFactor: 'enabled' | 'disabled' | undefined;
  /** Creation times, both inclusive. */
  readonly createdAfter: Date | undefined;
  readonly createdBefore: Date | undefined;
  /** Users with equal values are ordered by id. */
  readonly orderBy: UserOrder;
  readonly sort: 'asc' | 'desc';
  /** Attributes that a user must all have. */
  readonly customAttributes: readonly { readonly key: string; readonly value: string }[];
}

/** Filters of the list of all users. */
export const ALL_USERS: UserFilters = {
  username: undefined,
  identity: undefined,
  search: undefined,
  active: false,
  blocked: false,
  external: false,
  excludesActive: false,
  excludesExternal: false,
  excludesInternal: false,
  excludesHumans: false,
  admins: false,
  twoFactor: undefined,
  createdAfter: undefined,
  createdBefore: undefined,
  orderBy: 'id',
  sort: 'desc',
  customAttributes: [],
};

/** Parameters of the statement of a list: the filters, and the visibility of external users. */
export type UserList = UserFilters & { readonly hidesExternal: boolean };

/**
 * Returns the list that the caller is authorised to read: external users, identities, admins, the state of two-factor authentication and custom
 * attributes are for admins only.
 * @param caller null: anonymous
 * @throws Unauthorized, Forbidden for filters of admins; UsersNotListed for anonymous requests without a username
 */
export function listFor(caller: Principal | null, filters: UserFilters): UserList {
  const isAdmin = caller?.admin ?? false;
  const isForAdmins = filters.external || filters.admins || filters.identity || filters.twoFactor;
  if (isForAdmins && !isAdmin) throw caller ? Forbidden() : Unauthorized();
  if (!caller && filters.username === undefined) throw UsersNotListed();
  return isAdmin
    ? { ...filters, hidesExternal: filters.excludesExternal }
    : { ...filters, customAttributes: [], hidesExternal: true };
}
