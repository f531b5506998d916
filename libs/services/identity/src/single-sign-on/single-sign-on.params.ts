import { v4 } from '@hearth/http';
import { z } from 'zod';
import { done } from '../pages/notices.js';

const LONGEST_NAME = 255;

/** Claims that Hearth reads; providers leave out what they do not know. */
export const Claims = z.looseObject({
  sub: z.string().min(1).max(LONGEST_NAME),
  email: z.string().max(LONGEST_NAME).optional().catch(undefined),
  // Some providers send it as a text.
  email_verified: z.union([z.boolean(), z.stringbool()]).optional().catch(false),
  preferred_username: z.string().max(LONGEST_NAME).optional().catch(undefined),
  nickname: z.string().max(LONGEST_NAME).optional().catch(undefined),
  name: z.string().max(LONGEST_NAME).optional().catch(undefined),
});
/** Names of groups: a list, or one. Others count as none. */
export const GroupNames = z.union([z.array(z.string()), z.string().transform((name) => [name])]).catch([]);

export const OwnIdentityPageParams = z.object({ done });
/** Forms about one's own account ask for the password again, with the maximum length of sign-ins. */
export const OwnIdentityFormParams = z.object({ current_password: v4.text({ most: 1_024 }).prefault('') });

/** Member of `events` by which a token is a logout token. */
const LOGOUT = 'http://schemas.openid.net/event/backchannel-logout';
/** Claims of a logout token beyond those of every token; a nonce would make it an id_token. Sessions at the provider (`sid`) are not known here. */
export const LogoutClaims = z.looseObject({
  sub: z.string().min(1).max(LONGEST_NAME),
  events: z.looseObject({ [LOGOUT]: z.looseObject({}) }),
  nonce: z.never().optional(),
});

export const BackChannelLogoutParams = z.object({
  logout_token: v4.text({ most: 16_384 }).describe('Token of the provider that says who has signed out'),
});

export const BeginParams = z.object({ return_to: v4.optional(v4.text({ most: 8_192 })) });
