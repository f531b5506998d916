import { defineEvent } from '@hearth/contract-kit';
import { z } from 'zod';

/** A user is active: namespace claimed, sign-in possible. */
export const UserCreated = defineEvent({
  name: 'identity.user-created',
  data: z.object({ userId: z.int(), username: z.string() }),
  key: ({ userId }) => userId,
});
