import { ActAsAnswer, ActAsQuestion, VISIBILITIES, defineQuery, openEnum, openSet } from '@hearth/contract-kit';
import { z } from 'zod';
import { Authentication, Credential, UserCard } from './types.js';

/** Asked by the edge once for every request that carries a credential: nothing of the answer outlives the request. */
export const Authenticate = defineQuery({
  name: 'identity.authenticate',
  callers: ['gateway'],
  input: Credential,
  output: Authentication,
});

/**
 * Users by id, at most 100; unknown ids are left out. For a user who was deleted the ghost is answered, with the id that was asked for in
 * `askedAs`, and as blocked: what stands for somebody who is gone opens nothing.
 */
export const UsersByIds = defineQuery({
  name: 'identity.users-by-ids',
  callers: ['projects', 'repository', 'merge-requests', 'ci'],
  input: z.object({ ids: z.array(z.int()).max(100) }),
  output: z.object({ users: z.array(UserCard) }),
});

/** A user as a principal of its own, for an admin who acts as that user (sudo) or makes something for them. */
export const ActAs = defineQuery({
  name: 'identity.act-as',
  callers: ['gateway', 'identity', 'projects', 'repository', 'merge-requests', 'ci'],
  input: ActAsQuestion,
  output: ActAsAnswer,
});

/** The settings of the instance that rules of other services depend on. */
export const ReadSettings = defineQuery({
  name: 'identity.read-settings',
  callers: ['projects', 'repository', 'merge-requests', 'ci'],
  input: z.object({}),
  output: z.object({
    defaultProjectVisibility: openEnum(VISIBILITIES, 'private'),
    defaultGroupVisibility: openEnum(VISIBILITIES, 'private'),
    /** Levels that nobody but admins may give to a project or group. */
    restrictedVisibilities: openSet(VISIBILITIES),
  }),
});
