import type { UserIdentity } from '../users/user.entity.js';
import { usernameFailure } from '../users/username.rules.js';
import { Claims, GroupNames } from './single-sign-on.params.js';
import type { MappedMembership, ProviderSettings } from './provider-settings.js';

/** Provider in the identities of users, as the v4 API names OpenID Connect. */
export const PROVIDER = 'openid_connect';

/** A person as the provider describes them. */
export interface Person {
  readonly subject: string;
  /** The address that the provider has confirmed; undefined without one. */
  readonly email: string | undefined;
  readonly name: string;
  /** Name for sign-ins, of which the username is made. */
  readonly login: string;
  readonly groups: readonly string[];
}

/** The account of a person, or the sentence that says why there is none. */
export type SignedInPerson = { readonly userId: number } | { readonly denied: string };

/** Returns the person that claims describe; undefined for claims without a subject. */
export function personOf(claims: unknown, { groupsClaim }: Pick<ProviderSettings, 'groupsClaim'>): Person | undefined {
  const { data } = Claims.safeParse(claims);
  if (!data) return undefined;
  const email = data.email_verified === true ? data.email : undefined;
  const login = data.preferred_username ?? data.nickname ?? data.email ?? data.sub;
  return {
    subject: data.sub,
    email,
    name: data.name?.trim() || login,
    login,
    groups: GroupNames.parse(data[groupsClaim]),
  };
}

/** Returns the identity that users have by the provider. */
export function identityOf({ subject }: Person): UserIdentity {
  return { provider: PROVIDER, externUid: subject };
}

/** Whether a person is in one of these groups. */
export function isInOneOf({ groups }: Person, names: readonly string[]): boolean {
  return names.some((name) => groups.includes(name));
}

/** Returns the highest level of a person in each group of Hearth that follows the provider; null where none of the person's groups has one. */
export function levelsByPath(
  { groups }: Person,
  memberships: readonly MappedMembership[],
): { path: string; level: number | null }[] {
  const levels = new Map<string, number | null>();
  for (const { claim, path, level } of memberships) {
    const before = levels.get(path) ?? null;
    levels.set(path, groups.includes(claim) ? Math.max(before ?? 0, level) : before);
  }
  return Array.from(levels, ([path, level]) => ({ path, level }));
}

/**
 * Returns the usernames to try for a person, in this order: the login without its domain, in the characters that are allowed, then with numbers.
 */
export function usernamesFor({ login }: Person, most = 20): string[] {
  const plain = login
    .split('@', 1)[0]!
    .replaceAll(/[^\w.-]+/g, '-')
    .replace(/^[.-]+/, '')
    .replace(/(?<![.-])[.-]+$/, '')
    .slice(0, 200);
  const base = plain === '' ? 'user' : plain;
  const numbered = Array.from({ length: most - 1 }, (_, index) => `${base}${index + 2}`);
  return [base, ...numbered].filter((name) => usernameFailure(name) === undefined);
}
