import { SCOPES, type ActAsOutput, type Principal, type Scope, type UserId } from '@hearth/contract-kit';
import type { Authentication } from '@hearth/identity-contracts';
import type { UserState } from '../users/user.entity.js';

/** A user as a principal is made of one. */
export type SignInUser = {
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
export type TokenWithUser = SignInUser & {
  tokenId: number;
  /** Those of OpenID Connect, too. */
  scopes: string[];
  kind: 'personal' | 'impersonation' | 'oauth';
  revoked: boolean;
  expired: boolean;
  /** To the hour; null: never, or a kind of token whose use is not noted. */
  lastUsedAt: Date | null;
};

/** A user who may have a password. */
export type UserWithPassword = SignInUser & {
  passwordHash: string | null;
  twoFactorEnabled: boolean;
  /** The user has signed in from the network of this attempt before. */
  networkKnown: boolean;
};

/** An SSH key with its user. */
export type SshKeyWithUser = SignInUser & { keyId: number };

/** What becomes of a token. Expiry is told before revocation, and both before the user's state. */
export function authenticateToken(account: TokenWithUser | undefined): Authentication {
  if (!account) return { outcome: 'unknown' };
  if (account.expired) return { outcome: 'expired' };
  if (account.revoked) return { outcome: 'revoked' };
  const { tokenId, kind } = account;
  // The scopes of OpenID Connect open nothing but its own endpoints.
  const scopes = account.scopes.filter((scope): scope is Scope => (SCOPES as readonly string[]).includes(scope));
  return authenticateUser(account, { kind, tokenId, scopes });
}

/** What becomes of a session. Pages ask for no scope, and the API takes no session. */
export function authenticateSession(account: SignInUser | undefined): Authentication {
  return account ? authenticateUser(account, { kind: 'session', tokenId: null, scopes: [] }) : { outcome: 'unknown' };
}

/** What a password alone opens. `second-factor`: nothing, it was right, and its user has to enter a code, too. */
export type JudgedPassword = Authentication | { readonly outcome: 'second-factor'; readonly userId: number };

/** Whether the password was right, where nothing is to be opened: a signed-in user proves to be the one before the browser. */
export function isRightPassword({ outcome }: JudgedPassword): boolean {
  return outcome === 'accepted' || outcome === 'second-factor';
}

/** What becomes of a login whose password was compared. A blocked user is told so only for the right password. */
export function authenticatePassword(account: UserWithPassword | undefined, matches: boolean): JudgedPassword {
  if (!account || !matches) return { outcome: 'unknown' };
  const judged = authenticateUser(account, { kind: 'password', tokenId: null, scopes: ['api'] });
  const isHalf = judged.outcome === 'accepted' && account.twoFactorEnabled;
  return isHalf ? { outcome: 'second-factor', userId: account.userId } : judged;
}

/** What becomes of an SSH key that a client has proved to hold: it opens git, and nothing else. */
export function authenticateSshKey(account: SshKeyWithUser | undefined): Authentication {
  if (!account) return { outcome: 'unknown' };
  return authenticateUser(account, { kind: 'ssh', tokenId: null, scopes: ['read_repository', 'write_repository'] });
}

/** Only an active user gets in; whoever is neither active nor blocked does not exist yet, or not any more. */
function authenticateUser(account: SignInUser, credential: Principal['credential']): Authentication {
  if (isBlocked(account)) return { outcome: 'blocked' };
  if (account.state !== 'active') return { outcome: 'unknown' };
  return { outcome: 'accepted', principal: principalOf(account, credential) };
}

/** The user whom an admin acts as, with the rights of a password: the admin's token was asked for its scope. */
export function authenticateActAs(account: SignInUser | undefined): ActAsOutput {
  if (!account || (account.state !== 'active' && !isBlocked(account))) return { principal: null, blocked: false };
  const credential: Principal['credential'] = { kind: 'password', tokenId: null, scopes: ['api'] };
  return { principal: principalOf(account, credential), blocked: isBlocked(account) };
}

function isBlocked({ state }: SignInUser): boolean {
  return state === 'blocked' || state === 'ldap_blocked';
}

function principalOf(account: SignInUser, credential: Principal['credential']): Principal {
  const { userId, username, name, email, admin, external, projectsLimit, canCreateGroup } = account;
  const user = { userId: userId as UserId, username, name, email, admin, external, projectsLimit, canCreateGroup };
  return { ...user, credential };
}
