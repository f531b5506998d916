import { passwordFailure } from './password.rules.js';
import { lengthFailure } from './text.rules.js';
import { usernameFailure } from './username.rules.js';

/** A user who is to be made. */
export interface NewUser {
  readonly username: string;
  readonly name: string;
  readonly email: string;
  /** Null: no password can open the account until one is set. */
  readonly password: string | null;
  readonly confirmed: boolean;
  readonly admin: boolean;
  readonly external: boolean;
  readonly canCreateGroup: boolean;
  readonly projectsLimit: number;
  readonly bio: string | null;
  readonly location: string | null;
  readonly organization: string | null;
  readonly skype: string;
  readonly linkedin: string;
  readonly twitter: string;
  readonly websiteUrl: string;
}

/** What is wrong, by field, in the words of the v4 API. */
export type UserFailures = Partial<Record<keyof NewUser, readonly string[]>>;

/** What a user has whom nobody said anything else about. */
export const USER_DEFAULTS = {
  confirmed: false,
  admin: false,
  external: false,
  canCreateGroup: true,
  projectsLimit: 100_000,
  bio: null,
  location: null,
  organization: null,
  skype: '',
  linkedin: '',
  twitter: '',
  websiteUrl: '',
} satisfies Partial<NewUser>;

const EMAIL = /^[^@\s]+@[^@\s]+$/;
const TEXT = { max: 255 };
const WEBSITE = { max: 2_048 };
const MAX_INT4 = 2_147_483_647;

/** Everything that is wrong with a new user, apart from what other users have taken. Empty when nothing is. */
export function newUserFailures(user: NewUser): UserFailures {
  const failures: [keyof NewUser, string | undefined][] = [
    ['email', emailFailure(user.email)],
    ['password', user.password === null ? undefined : passwordFailure(user.password)],
    ['name', user.name.trim() === '' ? "can't be blank" : lengthFailure(user.name, TEXT)],
    ['username', usernameFailure(user.username)],
    ['projectsLimit', projectsLimitFailure(user.projectsLimit)],
    ['websiteUrl', lengthFailure(user.websiteUrl, WEBSITE)],
    ...(['bio', 'location', 'organization', 'skype', 'linkedin', 'twitter'] as const).map(
      (field): [keyof NewUser, string | undefined] => [field, lengthFailure(user[field] ?? '', TEXT)],
    ),
  ];
  return Object.fromEntries(failures.flatMap(([field, text]) => (text === undefined ? [] : [[field, [text]]])));
}

/** External users make no groups and no projects of their own, whatever was asked for. */
export function withExternalLimits(user: NewUser): NewUser {
  return user.external ? { ...user, canCreateGroup: false, projectsLimit: 0 } : user;
}

function emailFailure(email: string): string | undefined {
  if (email === '') return "can't be blank";
  return EMAIL.test(email) ? lengthFailure(email, TEXT) : 'is invalid';
}

function projectsLimitFailure(limit: number): string | undefined {
  if (limit < 0) return 'must be greater than or equal to 0';
  return limit > MAX_INT4 ? `must be less than or equal to ${MAX_INT4}` : undefined;
}
