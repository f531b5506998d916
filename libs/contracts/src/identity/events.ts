import { defineEvent, openEnum } from '@hearth/contract-kit';
import { z } from 'zod';

/** A user is active: namespace claimed, sign-in possible. */
export const UserCreated = defineEvent({
  name: 'identity.user-created',
  data: z.object({ userId: z.int(), username: z.string() }),
  key: ({ userId }) => userId,
});

/** Something that others show of a user has changed, or the user was blocked or unblocked: what the user is now. */
export const UserUpdated = defineEvent({
  name: 'identity.user-updated',
  data: z.object({
    userId: z.int(),
    username: z.string(),
    name: z.string(),
    email: z.string(),
    state: openEnum(['active', 'blocked'], 'blocked'),
    /** Path of the uploaded avatar below the base URL; null without one. */
    avatarPath: z.string().nullable(),
    /** Grows with every change of the user: what came later wins. */
    revision: z.int(),
  }),
  key: ({ userId }) => userId,
});

/** The user is gone: what others keep of the user's contributions belongs to the ghost from now on. */
export const UserDeleted = defineEvent({
  name: 'identity.user-deleted',
  data: z.object({
    userId: z.int(),
    /** The contributions go as well. */
    hardDelete: z.boolean(),
  }),
  key: ({ userId }) => userId,
});
