import { defineCommand, defineRefusal } from '@hearth/contract-kit';
import { z } from 'zod';

export const NamespaceTaken = defineRefusal('namespace-taken', 400, {
  message: { username: ['has already been taken'] },
});
export const NamespaceReserved = defineRefusal<{ path: string }>('namespace-reserved', 400, ({ path }) => ({
  message: { username: [`${path} is a reserved name`] },
}));

/** Claims the user's namespace: path and name are the username. Repeating it for the same user answers the same namespace. */
export const ClaimUserNamespace = defineCommand({
  name: 'projects.claim-user-namespace',
  idempotent: true,
  callers: ['identity'],
  input: z.object({
    userId: z.int(),
    username: z.string(),
    displayName: z.string(),
    /** When the user was made: projects shows its owner with it. */
    createdAt: z.iso.datetime(),
  }),
  output: z.object({ namespaceId: z.int() }),
  refuses: [NamespaceTaken, NamespaceReserved],
});
