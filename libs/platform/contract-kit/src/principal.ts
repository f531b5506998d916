import { z } from 'zod';
import type { Branded } from './brand.js';
import { openEnum, openSet } from './open-enum.js';

export type UserId = Branded<number, 'UserId'>;
export const UserId = z.int().positive() as unknown as z.ZodType<UserId, UserId>;

/** Scopes that a token may carry. */
export const SCOPES = ['api', 'read_user', 'read_repository', 'write_repository', 'sudo'] as const;
export type Scope = (typeof SCOPES)[number];

/** The user on whose behalf a request runs, as the edge learnt it from identity for this one request. */
export const Principal = z.object({
  userId: UserId,
  username: z.string(),
  name: z.string(),
  email: z.string(),
  admin: z.boolean(),
  external: z.boolean(),
  /** How many projects the user may have in the user's own namespace. */
  projectsLimit: z.int(),
  /** Whether the user may make groups on top; absent from a process of an older version, which makes none. */
  canCreateGroup: z.boolean().optional(),
  /** The admin who acts as this user (sudo). */
  actingAdminId: UserId.optional(),
  credential: z.object({
    /** `other`: a kind that only a newer version knows. */
    kind: openEnum(['personal', 'impersonation', 'password', 'other'], 'other'),
    /** The stored token; null for a password. */
    tokenId: z.int().nullable(),
    scopes: openSet(SCOPES),
  }),
});
export type Principal = z.output<typeof Principal>;

/** A user as callers name one: by id or by username, in any case. */
export const UserReference = z.union([z.object({ id: z.int().positive() }), z.object({ username: z.string() })]);
export type UserReference = z.output<typeof UserReference>;

/** Whom an admin wants to act as. */
export const ActAsQuestion = z.object({ user: UserReference });
export type ActAsQuestion = z.output<typeof ActAsQuestion>;

/** The user, as if a password had been given; null where there is none. A blocked user is named too, and may nothing. */
export const ActAsAnswer = z.object({ principal: Principal.nullable(), blocked: z.boolean() });
export type ActAsAnswer = z.output<typeof ActAsAnswer>;

/** Everything the edge says of a request: who calls (null: anonymous), from where, and under which address Hearth was reached. */
export const Caller = z.object({
  principal: Principal.nullable(),
  clientAddress: z.string(),
  /** Scheme, host and port as the client wrote them, without a slash at the end; every URL in an answer begins with it. */
  baseUrl: z.string(),
  /** Joins the log lines, events, jobs and calls of one request. */
  correlationId: z.string(),
});
export type Caller = z.output<typeof Caller>;
