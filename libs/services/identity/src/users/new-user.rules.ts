import { imageFailures, lengthFailures, type UploadedFile } from '@hearth/http';
import { passwordFailure } from './password.rules.js';
import type { UserIdentity } from './user.entity.js';
import { usernameFailure } from './username.rules.js';

/** Delay of the jobs that resume an operation: later than any request may still be busy with the same user. */
export const RESUME_AFTER_SECONDS = 60;

/** User to create. */
export interface NewUser {
  readonly username: string;
  readonly name: string;
  readonly email: string;
  /** Null: no sign-in with a password until one is set. */
  readonly password: string | null;
  readonly confirmed: boolean;
  readonly admin: boolean;
  readonly external: boolean;
  readonly canCreateGroup: boolean;
  readonly projectsLimit: number;
  readonly bio: string | null;
  readonly location: string | null;
  readonly organization: string | null;
  readonly note: string | null;
  readonly skype: string;
  readonly linkedin: string;
  readonly twitter: string;
  readonly websiteUrl: string;
  readonly avatar: UploadedFile | null;
  /** Identity at another provider. */
  readonly identity: UserIdentity | null;
}

/** Failures by field, in the words of the v4 API. */
export type UserFailures = Partial<Record<keyof NewUser | 'identities.externUid', readonly string[]>>;

/** Default values of a new user. */
export const USER_DEFAULTS = {
  confirmed: false,
  admin: false,
  external: false,
  canCreateGroup: true,
  projectsLimit: 100_000,
  bio: null,
  location: null,
  organization: null,
  note: null,
  skype: '',
  linkedin: '',
  twitter: '',
  websiteUrl: '',
  avatar: null,
  identity: null,
} satisfies Partial<NewUser>;

const EMAIL = /^[^@\s]+@[^@\s]+$/;
const TEXT = { max: 255 };
const WEBSITE = { max: 2_048 };
const NOTE = { max: 65_535 };
const MAX_INT4 = 2_147_483_647;

/**
 * Returns all failures of a user, except names taken by other users; empty when it is valid.
 * @param user all fields of a user, or the changed ones
 */
export function userFailures(user: Partial<NewUser>): UserFailures {
  const failures: [keyof UserFailures, string | undefined][] = [
    ['email', given(user.email, emailFailure)],
    ['password', given(user.password, passwordFailure)],
    ['name', given(user.name, nameFailure)],
    ['username', given(user.username, usernameFailure)],
    ['projectsLimit', given(user.projectsLimit, projectsLimitFailure)],
    ['websiteUrl', given(user.websiteUrl, websiteFailure)],
    ['note', given(user.note, (note) => lengthFailures(note, NOTE)[0])],
    ...(['bio', 'location', 'organization', 'skype', 'linkedin', 'twitter'] as const).map(
      (field): [keyof NewUser, string | undefined] => [field, given(user[field], textFailure)],
    ),
    ['avatar', given(user.avatar, (file) => imageFailures(file)[0])],
    ['identities.externUid', given(user.identity, identityFailure)],
  ];
  return Object.fromEntries(failures.flatMap(([field, text]) => (text === undefined ? [] : [[field, [text]]])));
}

/** Returns the failure of a value; undefined for null and undefined. */
function given<T>(value: T | null | undefined, failure: (value: T) => string | undefined): string | undefined {
  return value === null || value === undefined ? undefined : failure(value);
}

/** Returns the user with the limits of external users, who can create no groups and no personal projects. */
export function withExternalLimits(user: NewUser): NewUser {
  return user.external ? { ...user, canCreateGroup: false, projectsLimit: 0 } : user;
}

/** Returns the failure of a website. Pages link to it, so it must not be a `javascript:` or `data:` URL. */
function websiteFailure(url: string): string | undefined {
  const isWeb = url === '' || (/^https?:\/\//i.test(url) && URL.canParse(url));
  return isWeb ? lengthFailures(url, WEBSITE)[0] : 'is not a valid URL';
}

function nameFailure(name: string): string | undefined {
  return name.trim() === '' ? "can't be blank" : textFailure(name);
}

function textFailure(text: string): string | undefined {
  return lengthFailures(text, TEXT)[0];
}

function identityFailure({ provider, externUid }: UserIdentity): string | undefined {
  if (provider.trim() === '' || externUid.trim() === '') return "can't be blank";
  return textFailure(provider) ?? textFailure(externUid);
}

/** Returns the failure of an e-mail address; undefined when it is valid. */
export function emailFailure(email: string): string | undefined {
  if (email === '') return "can't be blank";
  return EMAIL.test(email) ? lengthFailures(email, TEXT)[0] : 'is invalid';
}

function projectsLimitFailure(limit: number): string | undefined {
  if (limit < 0) return 'must be greater than or equal to 0';
  return limit > MAX_INT4 ? `must be less than or equal to ${MAX_INT4}` : undefined;
}
