import {
  UserView,
  presentUser as presentCard,
  presentUserBasic,
  type UserBasicView,
  type UserCard,
  type UserProfile,
  type UserUpdatedEvent,
} from '@hearth/identity-contracts';
import type { EventDataOf } from '@hearth/contract-kit';
import { z } from 'zod';
import type { UserFailures } from './new-user.rules.js';
import type { FullUser, UserEntity, UserRecord } from './user.entity.js';

const TimeStamp = z.iso.datetime({ precision: 3 });

/** View of a user for other users. */
export const SingleUserView = UserView.extend({
  bot: z.boolean().describe('Whether the user is the one of an access token of a project or group'),
});
export type SingleUserView = z.output<typeof SingleUserView>;

/** View of the current user, and response to writes. */
export const PublicUserView = SingleUserView.extend({
  last_sign_in_at: TimeStamp.nullable(),
  confirmed_at: TimeStamp.nullable(),
  last_activity_on: z.iso.date().nullable(),
  email: z.string(),
  theme_id: z.int(),
  color_scheme_id: z.int(),
  projects_limit: z.int(),
  current_sign_in_at: TimeStamp.nullable(),
  identities: z.array(z.strictObject({ provider: z.string(), extern_uid: z.string() })),
  can_create_group: z.boolean(),
  can_create_project: z.boolean(),
  two_factor_enabled: z.boolean(),
  external: z.boolean(),
});
export type PublicUserView = z.output<typeof PublicUserView>;

/** View of any user for admins. */
export const AdminUserView = PublicUserView.extend({
  is_admin: z.boolean(),
  note: z.string().nullable().describe('Text about the user that only admins see'),
});
export type AdminUserView = z.output<typeof AdminUserView>;

export type CardSource = Pick<
  UserEntity,
  'id' | 'username' | 'name' | 'email' | 'state' | 'createdAt' | 'avatarFile' | 'holderId' | keyof UserProfile
> & {
  /** Id of a deleted user who is replaced by the ghost; otherwise null. */
  readonly askedAs: number | null;
};

/** Path of avatars, relative to the base URL. */
export const AVATAR_PATH = '/uploads/-/system/user/avatar';

export function avatarPathOf({ id, avatarFile }: Pick<UserEntity, 'id' | 'avatarFile'>): string | null {
  return avatarFile === null ? null : `${AVATAR_PATH}/${id}/${avatarFile}`;
}

/** Returns the state for other services: all users who are not active count as blocked. */
function shownState({ state }: Pick<UserEntity, 'state'>): UserCard['state'] {
  return state === 'active' ? 'active' : 'blocked';
}

/** Returns the card of a user for other services. */
export function cardOf(user: CardSource, { withProfile = false } = {}): UserCard {
  const { id, username, name, email, createdAt, holderId, askedAs } = user;
  const card = { id, username, name, email, state: shownState(user), avatarPath: avatarPathOf(user) };
  const profile = withProfile && { profile: profileOf(user) };
  return {
    ...card,
    createdAt: createdAt.toISOString(),
    ...profile,
    ...(holderId !== null && { bot: true }),
    ...(askedAs !== null && { askedAs }),
  };
}

function profileOf({ bio, location, skype, linkedin, twitter, websiteUrl, organization }: UserProfile): UserProfile {
  return { bio, location, skype, linkedin, twitter, websiteUrl, organization };
}

/** Returns the event data of a changed user. */
export function updateOf(user: UserRecord): EventDataOf<typeof UserUpdatedEvent> {
  const { id, username, name, email, revision } = user;
  return { userId: id, username, name, email, state: shownState(user), avatarPath: avatarPathOf(user), revision };
}

/** @param baseUrl scheme, host and port that the client used */
export function presentBasicUser(user: UserRecord, baseUrl: string): UserBasicView {
  return { ...presentUserBasic(cardOf({ ...user, askedAs: null }), baseUrl), state: user.state };
}

/** @param baseUrl scheme, host and port that the client used */
export function presentUser(user: UserRecord, baseUrl: string): SingleUserView {
  const card = cardOf({ ...user, askedAs: null }, { withProfile: true });
  return { ...presentCard(card, baseUrl), state: user.state, bot: user.holderId !== null };
}

/** @param baseUrl scheme, host and port that the client used */
export function presentPublicUser(user: FullUser, baseUrl: string): PublicUserView {
  return {
    ...presentUser(user, baseUrl),
    last_sign_in_at: user.lastSignInAt?.toISOString() ?? null,
    confirmed_at: user.confirmedAt?.toISOString() ?? null,
    last_activity_on: user.lastActivityOn,
    email: user.email,
    theme_id: user.themeId,
    color_scheme_id: user.colorSchemeId,
    projects_limit: user.projectsLimit,
    current_sign_in_at: user.currentSignInAt?.toISOString() ?? null,
    identities: user.identities.map(({ provider, externUid }) => ({ provider, extern_uid: externUid })),
    can_create_group: user.canCreateGroup,
    can_create_project: user.canCreateProject,
    two_factor_enabled: user.twoFactorEnabled,
    external: user.external,
  };
}

/** @param baseUrl scheme, host and port that the client used */
export function presentAdminUser(user: FullUser, baseUrl: string): AdminUserView {
  return { ...presentPublicUser(user, baseUrl), is_admin: user.admin, note: user.note };
}

/** Presents failures under the API's names of the fields. */
export function presentFailures(failures: UserFailures): Record<string, readonly string[]> {
  return Object.fromEntries(
    Object.entries(failures).map(([field, texts]) => [
      field.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      texts,
    ]),
  );
}
