import { z } from 'zod';
import type { UserCard } from './types.js';

/** The user record that lists and other records embed. */
export const UserBasicView = z.strictObject({
  id: z.int(),
  username: z.string(),
  name: z.string(),
  state: z.string(),
  avatar_url: z.string().nullable(),
  web_url: z.string(),
});
export type UserBasicView = z.output<typeof UserBasicView>;

/**
 * Presents the basic record of a user.
 * @param baseUrl scheme, host and port that the client used
 */
export function presentUserBasic(user: Omit<UserCard, 'createdAt' | 'email'>, baseUrl: string): UserBasicView {
  return {
    id: user.id,
    name: user.name,
    username: user.username,
    state: user.state,
    avatar_url: user.avatarPath === null ? null : `${baseUrl}${user.avatarPath}`,
    web_url: `${baseUrl}/${user.username}`,
  };
}

/** The user record of single reads, and of jobs. */
export const UserView = UserBasicView.extend({
  created_at: z.iso.datetime({ precision: 3 }),
  bio: z.string().nullable(),
  location: z.string().nullable(),
  skype: z.string(),
  linkedin: z.string(),
  twitter: z.string(),
  website_url: z.string(),
  organization: z.string().nullable(),
});
export type UserView = z.output<typeof UserView>;

/**
 * Presents the public fields of a user.
 * @param user with the profile
 * @param baseUrl scheme, host and port that the client used
 */
export function presentUser(user: UserCard, baseUrl: string): UserView {
  const { bio = null, location = null, skype = '', linkedin = '', twitter = '' } = user.profile ?? {};
  return {
    ...presentUserBasic(user, baseUrl),
    created_at: user.createdAt,
    ...{ bio, location, skype, linkedin, twitter },
    website_url: user.profile?.websiteUrl ?? '',
    organization: user.profile?.organization ?? null,
  };
}
