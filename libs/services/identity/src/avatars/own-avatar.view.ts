import { z } from 'zod';
import type { UserRecord } from '../users/user.entity.js';
import { avatarPathOf } from '../users/user.view.js';

export const OwnAvatarView = z.strictObject({ avatar_url: z.string().nullable() });
export type OwnAvatarView = z.output<typeof OwnAvatarView>;

/** @param baseUrl scheme, host and port that the client used */
export function presentOwnAvatar(user: UserRecord, baseUrl: string): OwnAvatarView {
  const path = avatarPathOf(user);
  return { avatar_url: path === null ? null : `${baseUrl}${path}` };
}
