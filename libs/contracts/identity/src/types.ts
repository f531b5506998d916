import { Principal, SCOPES, openEnum } from '@hearth/contract-kit';
import { z } from 'zod';

/** A credential as the edge found it. Tokens and session ids leave the edge only as their SHA-256; a password has to be sent to be checked. */
export const Credential = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('token'), tokenHash: z.string().length(64) }),
  z.object({ kind: z.literal('session'), sessionHash: z.string().length(64) }),
  z.object({
    kind: z.literal('basic'),
    login: z.string(),
    password: z.string(),
    passwordHash: z.string().length(64),
    /** Client address: failed sign-ins are counted by login and address together. */
    clientAddress: z.string().optional(),
  }),
]);
export type Credential = z.output<typeof Credential>;

/** Result of authentication; only `accepted` grants anything. */
export const Authentication = z.union([
  z.object({ outcome: z.literal('accepted'), principal: Principal }),
  /** Too many have failed: `budget` is what may fail until it begins anew. */
  z.object({ outcome: z.literal('limited'), budget: z.int(), retryAfterSeconds: z.int() }),
  /** `second-factor`: the password is right, and its user has two-factor authentication: it opens nothing by itself. */
  z.object({ outcome: openEnum(['unknown', 'expired', 'revoked', 'blocked', 'second-factor'], 'unknown') }),
]);
export type Authentication = z.output<typeof Authentication>;

export const TokenScopes = z.array(z.enum(SCOPES)).min(1);

/** Profile fields that users set themselves. */
export const UserProfile = z.object({
  bio: z.string().nullable(),
  location: z.string().nullable(),
  skype: z.string(),
  linkedin: z.string(),
  twitter: z.string(),
  websiteUrl: z.string(),
  organization: z.string().nullable(),
});
export type UserProfile = z.output<typeof UserProfile>;

/** A user's public attributes for other services. */
export const UserCard = z.object({
  id: z.int(),
  username: z.string(),
  name: z.string(),
  state: openEnum(['active', 'blocked'], 'blocked'),
  /** Path of the uploaded avatar below the base URL; null without one. */
  avatarPath: z.string().nullable(),
  createdAt: z.iso.datetime(),
  /** Primary address, for the few records that print it. */
  email: z.string().optional(),
  /** Only where it is asked for. */
  profile: UserProfile.optional(),
  /** Present for the bot of an access token. */
  bot: z.literal(true).optional(),
  /** The requested id, when that user was deleted and this is the ghost, who owns the contributions. */
  askedAs: z.int().optional(),
});
export type UserCard = z.output<typeof UserCard>;
