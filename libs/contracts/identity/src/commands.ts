import { defineCommand, defineRefusal } from '@hearth/contract-kit';
import { z } from 'zod';
import { TokenScopes } from './types.js';

export const UserNotFound = defineRefusal('user-not-found', 404, { message: '404 User Not Found' });

/** Creates a personal access token for a user. Its value is only in this answer. */
export const MintTokenCommand = defineCommand({
  name: 'identity.mint-token',
  callers: ['operator'],
  input: z.object({ username: z.string(), name: z.string().min(1).max(255), scopes: TokenScopes }),
  output: z.object({ token: z.string() }),
  refuses: [UserNotFound],
});

/** Makes a user an admin who is not blocked: the way back when no admin can sign in any more; idempotent. */
export const MakeAdminCommand = defineCommand({
  name: 'identity.make-admin',
  idempotent: true,
  callers: ['operator'],
  input: z.object({ username: z.string() }),
  output: z.object({ username: z.string() }),
  refuses: [UserNotFound],
});

/** Creates the first admin, `root`, unless there is an admin; idempotent. */
export const EnsureRootCommand = defineCommand({
  name: 'identity.ensure-root',
  callers: ['operator'],
  input: z.object({ password: z.string().min(8).max(128) }),
  output: z.object({ created: z.boolean(), username: z.string() }),
});
