import { imageFileName, type UploadedFile } from '@hearth/http';
import type { NewUser } from './new-user.rules.js';
import type { UserEntity, UserIdentity, UserRecord } from './user.entity.js';

/** Changes of a user; `undefined` leaves a field as it is. */
export interface ChangedUser {
  readonly username: string | undefined;
  readonly name: string | undefined;
  readonly email: string | undefined;
  /** Whether a new address applies at once, or after its confirmation. */
  readonly skipReconfirmation: boolean;
  readonly password: string | undefined;
  readonly admin: boolean | undefined;
  readonly external: boolean | undefined;
  readonly canCreateGroup: boolean | undefined;
  readonly projectsLimit: number | undefined;
  /** The instance's defaults, for users who are no longer external. */
  readonly usually: Pick<NewUser, 'canCreateGroup' | 'projectsLimit'>;
  /** Null removes the text. */
  readonly bio: string | null | undefined;
  readonly location: string | null | undefined;
  readonly organization: string | null | undefined;
  readonly note: string | null | undefined;
  readonly skype: string | undefined;
  readonly linkedin: string | undefined;
  readonly twitter: string | undefined;
  readonly websiteUrl: string | undefined;
  /** Null removes the avatar. */
  readonly avatar: UploadedFile | null | undefined;
  readonly identity: UserIdentity | undefined;
}

/** Hash of a new password, and the time from which the web requires another one. */
export type ChangedPassword = Pick<UserEntity, 'passwordHash' | 'passwordExpiresAt'>;

const COPIED = [
  ...(['name', 'admin', 'external', 'canCreateGroup', 'projectsLimit', 'bio', 'location', 'organization'] as const),
  ...(['note', 'skype', 'linkedin', 'twitter', 'websiteUrl'] as const),
];

/** Columns that other services show. */
const SHOWN = ['username', 'name', 'email', 'avatarFile'] as const satisfies (keyof UserRecord)[];

/**
 * Returns the columns that change, except the username, which `RenameUser` changes.
 * @param user current record
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

/** Returns the audit details of a change: the names of its fields, and the values of permissions. */
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

/** Returns whether the change is published to other services. */
export function isPublishedChange(columns: Partial<UserEntity>): boolean {
  return SHOWN.some((column) => column in columns);
}

/** Returns the limits that change with `external`: external users get none; users who are no longer external get the defaults or given values. */
function externalLimits(
  user: UserRecord,
  { external, canCreateGroup, projectsLimit, usually }: ChangedUser,
): Partial<UserEntity> {
  if (external === undefined || external === user.external) return {};
  if (external) return { canCreateGroup: false, projectsLimit: 0 };
  return {
    canCreateGroup: canCreateGroup ?? usually.canCreateGroup,
    projectsLimit: projectsLimit ?? usually.projectsLimit,
  };
}

/** Returns the changed address. The current address withdraws an unconfirmed one: the recipient at a mistyped one could take the account over. */
function changedEmail(user: UserRecord, { email, skipReconfirmation }: ChangedUser): Partial<UserEntity> {
  if (email === undefined) return {};
  if (email === user.email) return { unconfirmedEmail: null };
  return skipReconfirmation ? { email, unconfirmedEmail: null } : { unconfirmedEmail: email };
}
