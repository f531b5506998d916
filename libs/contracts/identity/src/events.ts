import { auditRecordedEvent, defineEvent, openEnum } from '@hearth/contract-kit';
import { z } from 'zod';

/** A user has become active: the namespace is claimed, sign-in is possible. */
export const UserCreatedEvent = defineEvent({
  name: 'identity.user-created',
  data: z.object({ userId: z.int(), username: z.string() }),
  key: ({ userId }) => userId,
});

/** A user's public attributes have changed, or the user was blocked or unblocked: the user's present state. */
export const UserUpdatedEvent = defineEvent({
  name: 'identity.user-updated',
  data: z.object({
    userId: z.int(),
    username: z.string(),
    name: z.string(),
    email: z.string(),
    state: openEnum(['active', 'blocked'], 'blocked'),
    /** Path of the uploaded avatar below the base URL; null without one. */
    avatarPath: z.string().nullable(),
    /** Increases with every change of the user: the highest revision wins. */
    revision: z.int(),
  }),
  key: ({ userId }) => userId,
});

/** A user was deleted: the records of the user's contributions belong to the ghost from now on. */
export const UserDeletedEvent = defineEvent({
  name: 'identity.user-deleted',
  data: z.object({
    userId: z.int(),
    /** The contributions are deleted as well. */
    hardDelete: z.boolean(),
    /** The ghost. */
    ghostId: z.int(),
  }),
  key: ({ userId }) => userId,
});

/** A user's SSH key was added or deleted. */
export const SshKeyChangedEvent = defineEvent({
  name: 'identity.ssh-key-changed',
  data: z.object({
    keyId: z.int(),
    userId: z.int(),
    action: openEnum(['created', 'deleted'], 'created'),
    /** The public key, with its comment. */
    key: z.string(),
    createdAt: z.iso.datetime(),
  }),
  key: ({ userId }) => userId,
});

export const IdentityAuditRecordedEvent = auditRecordedEvent('identity');
