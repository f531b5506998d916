import {
  ActAsOutput,
  ActAsInput,
  PROJECT_CREATION_LEVELS,
  ProjectId,
  UserId,
  VISIBILITIES,
  defineQuery,
  openEnum,
  openSet,
} from '@hearth/contract-kit';
import { z } from 'zod';
import { Authentication, Credential, UserCard } from './types.js';

/** Authenticates the credential of a request; the edge sends it once per request and caches nothing. */
export const AuthenticateQuery = defineQuery({
  name: 'identity.authenticate',
  callers: ['gateway'],
  input: Credential,
  output: Authentication,
});

/**
 * Returns users by id, at most 100; unknown ids are left out. For a deleted user the ghost is returned, with the requested id in `askedAs`,
 * and as blocked: the stand-in for a deleted user has no permissions.
 */
export const UsersByIdsQuery = defineQuery({
  name: 'identity.users-by-ids',
  callers: ['projects', 'repository', 'merge-requests', 'ci'],
  input: z.object({
    ids: z.array(z.int()).max(100),
    /** Whether the answer has `profile`. */
    withProfile: z.boolean().optional(),
  }),
  output: z.object({ users: z.array(UserCard) }),
});

/** Returns the ids of the users who are called so, at most 100: a username is one user's, a name may be several people's. */
export const FindUserIdsQuery = defineQuery({
  name: 'identity.find-user-ids',
  callers: ['ci', 'merge-requests'],
  input: z.object({ username: z.string().optional(), name: z.string().optional() }),
  output: z.object({ ids: z.array(z.int()) }),
});

/**
 * Finds whose an SSH key is. The answer is about the key alone: before anything is granted, the client has to prove that it holds the
 * private half. A credential of kind `ssh` or `deploy-key` opens git only; the user of a deploy key is its creator, whose rights are not the key's.
 */
export const FindSshKeyQuery = defineQuery({
  name: 'identity.find-ssh-key',
  callers: ['gateway'],
  /** As OpenSSH prints it: SHA-256 in base64 without padding. */
  input: z.object({ fingerprint: z.string().regex(/^SHA256:[A-Za-z0-9+/]{43}$/) }),
  /** `keyId` is null for an unknown key. */
  output: z.object({ keyId: z.int().nullable(), authentication: Authentication }),
});

/**
 * Returns the present rights of a deploy key in a project: it may read its code, and push to it where `canPush` is set. Null for a project that
 * the key was not added to, and for a key that was deleted or has expired.
 */
export const DeployKeyGrantQuery = defineQuery({
  name: 'identity.deploy-key-grant',
  callers: ['repository'],
  input: z.object({ keyId: z.int(), projectId: ProjectId }),
  output: z.object({
    grant: z
      .object({
        canPush: z.boolean(),
        /** The user as whom the key pushes; null when that user is not active: it then cannot push. */
        creator: z.object({ id: UserId, admin: z.boolean(), external: z.boolean() }).nullable(),
      })
      .nullable(),
  }),
});

/** Returns the project or group that a deploy token reads; null for a token that was deleted or has expired. */
export const DeployTokenGrantQuery = defineQuery({
  name: 'identity.deploy-token-grant',
  callers: ['repository'],
  input: z.object({ tokenId: z.int() }),
  output: z.object({ holder: z.object({ kind: z.enum(['project', 'group']), id: z.int() }).nullable() }),
});

/**
 * Returns whether jobs of a project (`sourceId`) may open another one by their tokens: it is `allowed`, or in one of the groups. Both are only a
 * limit: the user of the job also needs the right to read the project.
 */
export const JobTokenGrantQuery = defineQuery({
  name: 'identity.job-token-grant',
  callers: ['identity', 'projects', 'repository', 'merge-requests', 'ci'],
  input: z.object({ projectId: ProjectId, sourceId: ProjectId }),
  output: z.object({ allowed: z.boolean(), groupIds: z.array(z.int()) }),
});

/**
 * Whether a credential that was accepted before still opens its user's account, for work that outlasts its request's checks: a push may take
 * hours, and a revoked token, a blocked user or an admin who is one no longer count from the next question on.
 */
export const StillValidQuery = defineQuery({
  name: 'identity.still-valid',
  callers: ['gateway', 'repository'],
  /** Both ids are missing for a password, of which only its user can be asked. */
  input: z.object({ userId: z.int(), tokenId: z.int().nullable(), sshKeyId: z.int().optional() }),
  /** Present state of the user; null when the user, the token or the key is no longer accepted. */
  output: z.object({ user: z.object({ admin: z.boolean(), external: z.boolean() }).nullable() }),
});

/**
 * Returns those of the given ids, at most 100, that a user still has, whatever their state. Asked before anything of a deleted user is
 * erased: an event alone proves nothing.
 */
export const WhichUsersExistQuery = defineQuery({
  name: 'identity.which-exist',
  callers: ['projects', 'repository', 'merge-requests', 'ci'],
  input: z.object({ ids: z.array(z.int()).max(100) }),
  output: z.object({ ids: z.array(z.int()) }),
});

/** Returns how many users and keys there are, approximately where they are many. */
export const CountUsersQuery = defineQuery({
  name: 'identity.count-users',
  callers: ['projects'],
  input: z.object({}),
  output: z.object({
    users: z.int(),
    /** Without those who are blocked, banned or deactivated. */
    activeUsers: z.int(),
    sshKeys: z.int(),
  }),
});

/** A user as a principal of its own, for an admin who acts as that user (sudo) or makes something for them. */
export const ActAsQuery = defineQuery({
  name: 'identity.act-as',
  callers: ['gateway', 'identity', 'projects', 'repository', 'merge-requests', 'ci'],
  input: ActAsInput,
  output: ActAsOutput,
});

/** Returns the instance settings that rules of other services depend on. */
export const ReadSettingsQuery = defineQuery({
  name: 'identity.read-settings',
  callers: ['projects', 'repository', 'merge-requests', 'ci'],
  input: z.object({}),
  output: z.object({
    defaultProjectVisibility: openEnum(VISIBILITIES, 'private'),
    defaultGroupVisibility: openEnum(VISIBILITIES, 'private'),
    /** Visibility levels that only admins may give to a project or group. */
    restrictedVisibilities: openSet(VISIBILITIES),
    /** Roles that create projects in groups that choose none. */
    defaultProjectCreation: openEnum(PROJECT_CREATION_LEVELS, 'maintainer').optional(),
    /** Name of the first branch of projects whose request and groups choose none. */
    defaultBranchName: z.string().nullable().optional(),
    /** Whether mails are sent. */
    sendsMail: z.boolean().optional(),
  }),
});

/** Returns whether shared runners register by this token. */
export const CheckRegistrationTokenQuery = defineQuery({
  name: 'identity.check-registration-token',
  callers: ['ci'],
  input: z.object({ token: z.string() }),
  output: z.object({ valid: z.boolean() }),
});

/** Returns the user to whom a confirmed address belongs; null without one, and for a blocked or deleted user. */
export const FindUserByAddressQuery = defineQuery({
  name: 'identity.find-user-by-address',
  callers: ['projects'],
  input: z.object({ email: z.string() }),
  output: z.object({ userId: UserId.nullable() }),
});

/**
 * Returns the address that mails for a user go to: the wanted one where it is a confirmed address of the user, otherwise the main one; null for
 * an unknown user.
 */
export const MailAddressQuery = defineQuery({
  name: 'identity.mail-address',
  callers: ['projects'],
  input: z.object({ userId: UserId, wanted: z.string().nullable() }),
  output: z.object({ email: z.string().nullable(), isWanted: z.boolean() }),
});
