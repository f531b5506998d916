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
    email: z.string().optional(),
  }),
  output: z.object({ namespaceId: z.int() }),
  refuses: [NamespaceTaken, NamespaceReserved],
});

/** Moves the user's namespace, with every path in it, to the user's new name. Repeating it changes nothing more. */
export const RenameUserNamespace = defineCommand({
  name: 'projects.rename-user-namespace',
  idempotent: true,
  callers: ['identity'],
  input: z.object({ userId: z.int(), username: z.string() }),
  output: z.object({}),
  refuses: [NamespaceTaken, NamespaceReserved],
});

/** The user is the only owner of groups that nobody takes over. */
export const SoleGroupOwner = defineRefusal<{ groups: readonly string[] }>('sole-group-owner', 409, ({ groups }) => ({
  message: `User cannot be removed until group ownership is transferred: ${groups.join(', ')}`,
}));

/**
 * Gives up what a user who is being deleted holds: the namespace with its projects, memberships, stars; with `hardDelete` also the groups
 * that nobody else owns. Repeating it changes nothing more.
 */
export const ReleaseUser = defineCommand({
  name: 'projects.release-user',
  idempotent: true,
  callers: ['identity'],
  input: z.object({ userId: z.int(), hardDelete: z.boolean() }),
  output: z.object({}),
  refuses: [SoleGroupOwner],
});
