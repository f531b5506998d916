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

export const BeginParams = z.object({ return_to: v4.optional(v4.text({ most: 8_192 })) });
