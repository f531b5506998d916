import { imageFileName, type UploadedFile } from '@hearth/http';
import { USER_DEFAULTS } from './new-user.rules.js';
import type { UserEntity, UserIdentity, UserRecord } from './user.entity.js';

/** What is to be changed of a user; what is undefined stays as it is. */
export interface ChangedUser {
  readonly username: string | undefined;
  readonly name: string | undefined;
  readonly email: string | undefined;
  /** Whether the address counts at once, or once it was confirmed. */
  readonly skipReconfirmation: boolean;
  readonly password: string | undefined;
  readonly admin: boolean | undefined;
  readonly external: boolean | undefined;
  readonly canCreateGroup: boolean | undefined;
  readonly projectsLimit: number | undefined;
  /** What the instance gives to users who are no longer external. */
  readonly usualProjectsLimit: number;
  /** Null: none any more. */
  readonly bio: string | null | undefined;
  readonly location: string | null | undefined;
  readonly organization: string | null | undefined;
  readonly skype: string | undefined;
  readonly linkedin: string | undefined;
  readonly twitter: string | undefined;
  readonly websiteUrl: string | undefined;
  /** Null: no picture any more. */
  readonly avatar: UploadedFile | null | undefined;
  readonly identity: UserIdentity | undefined;
}

/** A password, hashed, and from when on the web asks for another one. */
export type ChangedPassword = Pick<UserEntity, 'passwordHash' | 'passwordExpiresAt'>;

const COPIED = [
  ...(['name', 'admin', 'external', 'canCreateGroup', 'projectsLimit', 'bio', 'location', 'organization'] as const),
  ...(['skype', 'linkedin', 'twitter', 'websiteUrl'] as const),
];

/** Whether other services show it. */
const SHOWN = ['username', 'name', 'email', 'avatarFile'] as const satisfies (keyof UserRecord)[];

/**
 * The columns that change, apart from the username, whose change is a longer story.
 * @param user as it is now
 */
export function changedColumns(user: UserRecord, asked: ChangedUser): Partial<UserEntity> {
  const wanted: Partial<UserEntity> = {
    ...Object.fromEntries(COPIED.flatMap((field) => (asked[field] === undefined ? [] : [[field, asked[field]]]))),
    ...externalLimits(user, asked),
    ...changedEmail(user, asked),
    ...(asked.avatar !== undefined && { avatarFile: asked.avatar && imageFileName(asked.avatar.name) }),
  };
  const differs = ([column, value]: [string, unknown]) => user[column as keyof UserRecord] !== value;
  return Object.fromEntries(Object.entries(wanted).filter(differs));
}

/** What the audit trail says of a change: its fields, and the values of rights. */
export function auditedChange(
  { passwordHash, passwordExpiresAt: _expiry, ...columns }: Partial<UserEntity>,
  { identity }: Pick<ChangedUser, 'identity'>,
): { readonly changed: readonly string[]; readonly admin?: boolean; readonly external?: boolean } {
  const { admin, external } = columns;
  return {
    changed: [
      ...Object.keys(columns),
      ...(passwordHash === undefined ? [] : ['password']),
      ...(identity ? ['identity'] : []),
    ].map((field) => field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)),
    ...(admin !== undefined && { admin }),
    ...(external !== undefined && { external }),
  };
}

/** Whether others are to be told of the change. */
export function isPublishedChange(columns: Partial<UserEntity>): boolean {
  return SHOWN.some((column) => column in columns);
}

/** Becoming external takes groups and projects away; being so no longer gives back what everybody has, unless something else was asked for. */
function externalLimits(
  user: UserRecord,
  { external, canCreateGroup, projectsLimit, usualProjectsLimit }: ChangedUser,
): Partial<UserEntity> {
  if (external === undefined || external === user.external) return {};
  if (external) return { canCreateGroup: false, projectsLimit: 0 };
  return {
    canCreateGroup: canCreateGroup ?? USER_DEFAULTS.canCreateGroup,
    projectsLimit: projectsLimit ?? usualProjectsLimit,
  };
}

/** The present address again withdraws the one that waits: whoever received the mail for a mistyped one could take the account over. */
function changedEmail(user: UserRecord, { email, skipReconfirmation }: ChangedUser): Partial<UserEntity> {
  if (email === undefined) return {};
  if (email === user.email) return { unconfirmedEmail: null };
  return skipReconfirmation ? { email, unconfirmedEmail: null } : { unconfirmedEmail: email };
}
