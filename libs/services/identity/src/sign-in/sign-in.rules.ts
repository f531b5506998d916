import type { ActAsAnswer, Principal, Scope, UserId } from '@hearth/contract-kit';
import type { Authentication } from '@hearth/contracts';
import type { UserState } from '../users/user.entity.js';

/** A user as a principal is made of one. */
export type Holder = {
  userId: number;
  username: string;
  name: string;
  email: string;
  admin: boolean;
  external: boolean;
  projectsLimit: number;
  canCreateGroup: boolean;
  state: UserState;
};

/** A token with its user. */
export type TokenHolder = Holder & {
  tokenId: number;
  scopes: Scope[];
  impersonation: boolean;
  revoked: boolean;
  expired: boolean;
};

/** A user who may have a password. */
export type PasswordHolder = Holder & { passwordHash: string | null };

/** What becomes of a token. Expiry is told before revocation, and both before the user's state. */
export function judgeToken(holder: TokenHolder | undefined): Authentication {
  if (!holder) return { outcome: 'unknown' };
  if (holder.expired) return { outcome: 'expired' };
  if (holder.revoked) return { outcome: 'revoked' };
  const { tokenId, scopes, impersonation } = holder;
  return judgeHolder(holder, { kind: impersonation ? 'impersonation' : 'personal', tokenId, scopes });
}

/** What becomes of a login whose password was compared. A blocked user is told so only for the right password. */
export function judgePassword(holder: PasswordHolder | undefined, matches: boolean): Authentication {
  if (!holder || !matches) return { outcome: 'unknown' };
  return judgeHolder(holder, { kind: 'password', tokenId: null, scopes: ['api'] });
}

/** Only an active user gets in; whoever is neither active nor blocked does not exist yet, or not any more. */
function judgeHolder(holder: Holder, credential: Principal['credential']): Authentication {
  if (isBlocked(holder)) return { outcome: 'blocked' };
  if (holder.state !== 'active') return { outcome: 'unknown' };
  return { outcome: 'accepted', principal: principalOf(holder, credential) };
}

/** The user whom an admin acts as, with the rights of a password: the admin's token was asked for its scope. */
export function judgeActedAs(holder: Holder | undefined): ActAsAnswer {
  if (!holder || (holder.state !== 'active' && !isBlocked(holder))) return { principal: null, blocked: false };
  const credential: Principal['credential'] = { kind: 'password', tokenId: null, scopes: ['api'] };
  return { principal: principalOf(holder, credential), blocked: isBlocked(holder) };
}

function isBlocked({ state }: Holder): boolean {
  return state === 'blocked' || state === 'ldap_blocked';
}

function principalOf(holder: Holder, credential: Principal['credential']): Principal {
  const { userId, username, name, email, admin, external, projectsLimit, canCreateGroup } = holder;
  const user = { userId: userId as UserId, username, name, email, admin, external, projectsLimit, canCreateGroup };
  return { ...user, credential };
}
