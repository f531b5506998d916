import { z } from 'zod';
import type { Branded } from './brand.js';
import { openEnum, openSet } from './open-enum.js';

export type UserId = Branded<number, 'UserId'>;
export const UserId = z.int().positive() as unknown as z.ZodType<UserId, UserId>;

/** Scopes that a token may have. */
export const SCOPES = ['api', 'read_api', 'read_user', 'read_repository', 'write_repository', 'sudo'] as const;
export type Scope = (typeof SCOPES)[number];

/** The user on whose behalf a request runs, as identity has authenticated it for the edge, for this request. */
export const Principal = z.object({
  userId: UserId,
  username: z.string(),
  name: z.string(),
  email: z.string(),
  admin: z.boolean(),
  external: z.boolean(),
  /** Most projects in the user's own namespace. */
  projectsLimit: z.int(),
  /** Whether the user may create top-level groups; absent from a process of an older version, and then false. */
  canCreateGroup: z.boolean().optional(),
  /** Present for the bot of an access token of a project or group. */
  bot: z.literal(true).optional(),
  /** The admin who acts as this user (sudo). */
  actingAdminId: UserId.optional(),
  credential: z.object({
    /** `other`: a kind that only a newer version knows. */
    kind: openEnum(
      [
        'personal',
        'impersonation',
        'oauth',
        'session',
        'password',
        'ssh',
        'deploy-key',
        'deploy-token',
        'job',
        'other',
      ],
      'other',
    ),
    /** The stored token, an id that no token of another kind has; null for a password, a session and an SSH key. */
    tokenId: z.int().nullable(),
    scopes: openSet(SCOPES),
    /** The key that the client of an SSH connection holds. */
    sshKeyId: z.int().optional(),
    /** The deploy key that the client holds: it has its own rights, and none of the user's. */
    deployKeyId: z.int().optional(),
    /** The deploy token of a git client: it has its own rights, and none of the user's. */
    deployTokenId: z.int().optional(),
    /** The project of a job, whose token opens it and the projects that allow it. */
    projectId: z.int().positive().optional(),
  }),
});
export type Principal = z.output<typeof Principal>;

/** A reference to a user: by id or by username, case-insensitive. */
export const UserReference = z.union([z.object({ id: z.int().positive() }), z.object({ username: z.string() })]);
export type UserReference = z.output<typeof UserReference>;

/** Input for resolving the user whom an admin wants to act as. */
export const ActAsInput = z.object({
  user: UserReference,
  /** The request that runs as that user (sudo), for the audit trail; left out when the user is only looked up. */
  request: z.object({ method: z.string(), path: z.string() }).optional(),
});
export type ActAsInput = z.output<typeof ActAsInput>;

/** The user, authenticated as if by password; null when it does not exist. A blocked user is returned too, but without any permission. */
export const ActAsOutput = z.object({ principal: Principal.nullable(), blocked: z.boolean() });
export type ActAsOutput = z.output<typeof ActAsOutput>;

/** The edge's facts about a request: the caller (null: anonymous), its address, and the address under which Hearth was reached. */
export const Caller = z.object({
  principal: Principal.nullable(),
  clientAddress: z.string(),
  /** Scheme, host and port as the client wrote them, without a slash at the end; the prefix of every URL in a response. */
  baseUrl: z.string(),
  /** Beginning of every URL of git over SSH: `git@host:`, or `ssh://git@host:2222/`; absent where SSH is off. */
  sshPrefix: z.string().optional(),
  /** Connects the log lines, events, jobs and calls of one request. */
  correlationId: z.string(),
});
export type Caller = z.output<typeof Caller>;

/** The addresses that records are presented with. */
export type PublicAddresses = Pick<Caller, 'baseUrl' | 'sshPrefix'>;
