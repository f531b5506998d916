import type { Principal, UserId } from '@hearth/contract-kit';
import { USER_DEFAULTS, type NewUser } from '../users/new-user.rules.js';
import type { UserRecord } from '../users/user.entity.js';

export const PASSWORD = 'correct horse battery';

/** Returns the parameters of a new user with that username, and defaults for all fields that are not given. */
export function newUser(username: string, given: Partial<NewUser> = {}): NewUser {
  return {
    ...USER_DEFAULTS,
    username,
    name: `The ${username}`,
    email: `${username}@example.com`,
    password: PASSWORD,
    ...given,
  };
}

/** Returns the user as the principal that the edge would pass on. */
export function principalOf(
  { id, username, name, email, admin, external, projectsLimit }: UserRecord,
  scopes: Principal['credential']['scopes'] = ['api'],
): Principal {
  const credential = { kind: 'personal' as const, tokenId: 1, scopes };
  return { userId: id as UserId, username, name, email, admin, external, projectsLimit, credential };
}
