import { Principal, SCOPES, openEnum } from '@hearth/contract-kit';
import { z } from 'zod';

/** A credential as the edge found it. Tokens leave the edge as their SHA-256 only; a password has to travel to be checked. */
export const Credential = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('token'), tokenHash: z.string().length(64) }),
  z.object({
    kind: z.literal('basic'),
    login: z.string(),
    password: z.string(),
    passwordHash: z.string().length(64),
    /** Where the request came from: failed sign-ins are counted by login and address together. */
    clientAddress: z.string().optional(),
  }),
]);
export type Credential = z.output<typeof Credential>;

/** What became of a credential; only `accepted` opens anything. */
export const Authentication = z.union([
  z.object({ outcome: z.literal('accepted'), principal: Principal }),
  z.object({ outcome: openEnum(['unknown', 'expired', 'revoked', 'blocked'], 'unknown') }),
]);
export type Authentication = z.output<typeof Authentication>;

export const TokenScopes = z.array(z.enum(SCOPES)).min(1);

/** A user as other services know one. */
export const UserCard = z.object({
  id: z.int(),
  username: z.string(),
  name: z.string(),
  state: openEnum(['active', 'blocked'], 'blocked'),
  /** Path of the uploaded avatar below the base URL; null without one. */
  avatarPath: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** The id that was asked for, where that user was deleted and this is the ghost, to whom what the user left behind belongs. */
  askedAs: z.int().optional(),
});
export type UserCard = z.output<typeof UserCard>;
