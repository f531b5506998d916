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
