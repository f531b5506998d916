import { defineCommand, defineRefusal } from '@hearth/contract-kit';
import { z } from 'zod';
import { TokenScopes } from './types.js';

export const UserNotFound = defineRefusal('user-not-found', 404, { message: '404 User Not Found' });

/** Mints a personal token for a user. The value is in this answer and nowhere else. */
export const MintToken = defineCommand({
  name: 'identity.mint-token',
  callers: ['operator'],
  input: z.object({ username: z.string(), name: z.string().min(1).max(255), scopes: TokenScopes }),
  output: z.object({ token: z.string() }),
  refuses: [UserNotFound],
});

/** Makes the first admin, `root`, unless there is one; repeating it changes nothing. */
export const EnsureRoot = defineCommand({
  name: 'identity.ensure-root',
  callers: ['operator'],
  input: z.object({ password: z.string().min(8).max(128) }),
  output: z.object({ created: z.boolean(), username: z.string() }),
});
