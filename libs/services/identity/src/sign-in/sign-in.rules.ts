import { SCOPES, type ActAsOutput, type Principal, type Scope, type UserId } from '@hearth/contract-kit';
import type { Authentication } from '@hearth/identity-contracts';
import { deployTokenUsername } from '../deploy-tokens/deploy-token.rules.js';
import type { UserState } from '../users/user.entity.js';

/** User with the properties of a principal. */
export type SignInUser = {
  userId: number;
  username: string;
  name: string;
  email: string;
  admin: boolean;
  external: boolean;
  projectsLimit: number;
  canCreateGroup: boolean;
  isBot: boolean;
  state: UserState;
};

/** Token with its user. */
export type TokenWithUser = SignInUser & {
  tokenId: number;
  /** Scopes, including those of OpenID Connect. */
  scopes: string[];
  kind: 'personal' | 'impersonation' | 'oauth';
  revoked: boolean;
  expired: boolean;
  /** Last use, to the hour; null: never, or not recorded for this kind of token. */
  lastUsedAt: Date | null;
};

/** Deploy token with its creator, or the ghost. */
export type DeployTokenWithUser = SignInUser & {
  deployTokenId: number;
  /** Null: made of the id. */
  tokenUsername: string | null;
  scopes: string[];
  expired: boolean;
};

/** User with the hash of the password, if any. */
export type UserWithPassword = SignInUser & {
  passwordHash: string | null;
  twoFactorEnabled: boolean;
  /** Whether the user has signed in from the network of this attempt before. */
  networkKnown: boolean;
};

/** SSH key with its user; a deploy key with its creator, or the ghost. */
export type SshKeyWithUser = SignInUser & { keyId: number; isDeployKey: boolean; expired: boolean };

/** Returns the outcome of a token. Expiry is reported before revocation, and both before the user's state. */
export function authenticateToken(account: TokenWithUser | undefined): Authentication {
  if (!account) return { outcome: 'unknown' };
  if (account.expired) return { outcome: 'expired' };
  if (account.revoked) return { outcome: 'revoked' };
  const { tokenId, kind } = account;
  // Scopes of OpenID Connect permit only its own endpoints.
  const scopes = account.scopes.filter((scope): scope is Scope => (SCOPES as readonly string[]).includes(scope));
  return authenticateUser(account, { kind, tokenId, scopes });
}

/**
 * Returns the outcome of a deploy token. It is accepted with its own user name only, whatever the state of its creator, and without the
 * creator's rights: it reads its project, or those of its group.
 */
export function authenticateDeployToken(token: DeployTokenWithUser | undefined, login: string): Authentication {
  if (!token) return { outcome: 'unknown' };
  const { deployTokenId, tokenUsername, expired } = token;
  if (login !== deployTokenUsername({ id: deployTokenId, username: tokenUsername })) return { outcome: 'unknown' };
  if (expired) return { outcome: 'expired' };
  const scopes = token.scopes.filter((scope): scope is Scope => (SCOPES as readonly string[]).includes(scope));
  const credential = { kind: 'deploy-token' as const, tokenId: null, deployTokenId, scopes };
  return { outcome: 'accepted', principal: principalOf({ ...token, admin: false }, credential) };
}

/** Returns the outcome of a session. It has no scopes: pages require none, and the API accepts no sessions. */
export function authenticateSession(account: SignInUser | undefined): Authentication {
  return account ? authenticateUser(account, { kind: 'session', tokenId: null, scopes: [] }) : { outcome: 'unknown' };
}

type Accepted = Extract<Authentication, { outcome: 'accepted' }>;

/** Right password of a user, with its hash: what it opens is opened only while the user still has it. */
export interface RightPassword {
  readonly userId: number;
  readonly passwordHash: string;
}

/**
 * Outcome of a password alone. `second-factor`: it was right, but a code is required, too. `deactivated`: it was right, and a sign-in with it
 * activates the user.
 */
export type JudgedPassword =
  | Exclude<Authentication, Accepted>
  | (Accepted & RightPassword)
  | ({ readonly outcome: 'second-factor' } & RightPassword)
  | ({ readonly outcome: 'deactivated' } & RightPassword);

/** Returns whether a password was right, to confirm an action of a signed-in user. */
export function isRightPassword({ outcome }: JudgedPassword): boolean {
  return outcome === 'accepted' || outcome === 'second-factor';
}

/** Returns the outcome of a compared password. `blocked` is reported only for the right one. */
export function authenticatePassword(account: UserWithPassword | undefined, matches: boolean): JudgedPassword {
  if (!account || account.passwordHash === null || !matches) return { outcome: 'unknown' };
  const { userId, passwordHash } = account;
  if (account.state === 'deactivated') return { outcome: 'deactivated', userId, passwordHash };
  const judged = authenticateUser(account, { kind: 'password', tokenId: null, scopes: ['api'] });
  if (judged.outcome !== 'accepted' || !('principal' in judged)) return judged as Exclude<Authentication, Accepted>;
  return account.twoFactorEnabled
    ? { outcome: 'second-factor', userId, passwordHash }
    : { ...judged, userId, passwordHash };
}

/**
 * Returns the outcome of an SSH key whose private half the client has proved to hold. It permits git only. A deploy key is accepted whatever the
 * state of its creator, and without the creator's rights on the instance: its rights are those of the key in a project.
 */
export function authenticateSshKey(account: SshKeyWithUser | undefined): Authentication {
  if (!account) return { outcome: 'unknown' };
  if (account.expired) return { outcome: 'expired' };
  const { keyId, isDeployKey } = account;
  const scopes: Scope[] = ['read_repository', 'write_repository'];
  if (!isDeployKey) return authenticateUser(account, { kind: 'ssh', tokenId: null, sshKeyId: keyId, scopes });
  const credential = { kind: 'deploy-key' as const, tokenId: null, deployKeyId: keyId, scopes };
  return { outcome: 'accepted', principal: principalOf({ ...account, admin: false }, credential) };
}

/** Returns the outcome for a user: only active users are accepted, and users who are neither active nor blocked count as unknown. */
function authenticateUser(account: SignInUser, credential: Principal['credential']): Authentication {
  if (isBlocked(account)) return { outcome: 'blocked' };
  if (account.state !== 'active') return { outcome: 'unknown' };
  return { outcome: 'accepted', principal: principalOf(account, credential) };
}

/** Returns the impersonated user, with the permissions of a password: the scope was checked on the admin's token. */
export function authenticateActAs(account: SignInUser | undefined): ActAsOutput {
  if (!account || (account.state !== 'active' && !isBlocked(account))) return { principal: null, blocked: false };
  const credential: Principal['credential'] = { kind: 'password', tokenId: null, scopes: ['api'] };
  return { principal: principalOf(account, credential), blocked: isBlocked(account) };
}

function isBlocked({ state }: SignInUser): boolean {
  return state === 'blocked' || state === 'ldap_blocked' || state === 'banned' || state === 'deactivated';
}

function principalOf(account: SignInUser, credential: Principal['credential']): Principal {
  const { userId, username, name, email, admin, external, projectsLimit, canCreateGroup } = account;
  const user = { userId: userId as UserId, username, name, email, admin, external, projectsLimit, canCreateGroup };
  return { ...user, ...(account.isBot && { bot: true as const }), credential };
}
