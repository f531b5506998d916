import { ProjectId, UserId, defineCommand, defineRefusal, openEnum } from '@hearth/contract-kit';
import { z } from 'zod';
import { Label } from './types.js';

export const NamespaceTaken = defineRefusal('namespace-taken', 400, {
  message: { username: ['has already been taken'] },
});
export const NamespaceReserved = defineRefusal<{ path: string }>('namespace-reserved', 400, ({ path }) => ({
  message: { username: [`${path} is a reserved name`] },
}));
/** The path is reserved for the group or user who left it. */
export const NamespaceTakenBefore = defineRefusal<{ path: string }>('namespace-taken-before', 400, ({ path }) => ({
  message: { username: [`${path} has been taken before. Please use another one`] },
}));

/** Whether an admin chose the name; admins may also use a path that another group or user has left. */
const byAdmin = z.boolean();

/** Claims the user's namespace: path and name are the username. Idempotent: the same user gets the same namespace. */
export const ClaimUserNamespaceCommand = defineCommand({
  name: 'projects.claim-user-namespace',
  idempotent: true,
  callers: ['identity'],
  input: z.object({
    userId: z.int(),
    username: z.string(),
    displayName: z.string(),
    /** When the user was created, for the owner in project records. */
    createdAt: z.iso.datetime(),
    email: z.string().optional(),
    byAdmin,
  }),
  output: z.object({ namespaceId: z.int() }),
  refuses: [NamespaceTaken, NamespaceTakenBefore, NamespaceReserved],
});

/** Renames the user's namespace, with every path in it, to the user's new name. Idempotent. */
export const RenameUserNamespaceCommand = defineCommand({
  name: 'projects.rename-user-namespace',
  idempotent: true,
  callers: ['identity'],
  input: z.object({ userId: z.int(), username: z.string(), byAdmin }),
  output: z.object({}),
  refuses: [NamespaceTaken, NamespaceTakenBefore, NamespaceReserved],
});

/** The user is the only owner of groups. */
export const SoleGroupOwner = defineRefusal<{ groups: readonly string[] }>('sole-group-owner', 409, ({ groups }) => ({
  message: `User cannot be removed until group ownership is transferred: ${groups.join(', ')}`,
}));

/**
 * Deletes what belongs to a user who is being deleted: the namespace with its projects, memberships, stars; with `hardDelete` also the
 * groups without another owner, and what the user has written, which otherwise belongs to the ghost from now on. Idempotent.
 */
export const ReleaseUserCommand = defineCommand({
  name: 'projects.release-user',
  idempotent: true,
  callers: ['identity'],
  input: z.object({ userId: z.int(), hardDelete: z.boolean(), ghostId: z.int() }),
  output: z.object({}),
  refuses: [SoleGroupOwner],
});

/** Project or group with members. */
const MemberSource = z.union([
  z.object({ kind: z.literal('project'), id: ProjectId }),
  z.object({ kind: z.literal('group'), id: z.int() }),
]);

/**
 * Stores the default branch of a repository that has just got its first branches, as the event of the change does later. An older change than
 * the stored one is ignored. Idempotent.
 */
export const NoteDefaultBranchCommand = defineCommand({
  name: 'projects.note-default-branch',
  idempotent: true,
  callers: ['repository'],
  input: z.object({
    projectId: ProjectId,
    /** Number of the change in the repository. */
    sequence: z.int(),
    defaultBranch: z.string(),
  }),
  output: z.object({}),
});

/**
 * Makes the bot of an access token a member of its project or group, for an actor who may add members with that access level. Idempotent.
 * `gone`: the project or group was deleted; `forbidden`: the actor may not, or not that level.
 */
export const AddBotMemberCommand = defineCommand({
  name: 'projects.add-bot-member',
  idempotent: true,
  callers: ['identity'],
  input: z.object({
    source: MemberSource,
    userId: UserId,
    level: z.int(),
    actor: z.object({ userId: UserId, admin: z.boolean() }),
  }),
  output: z.object({ outcome: openEnum(['added', 'gone', 'forbidden'], 'forbidden') }),
});

/**
 * Makes the direct memberships of a user in groups what the provider of single sign-on says: with that level, or none. Groups that are gone are left
 * out, and the last owner of a group stays one. Idempotent.
 */
export const SetGroupMembershipsCommand = defineCommand({
  name: 'projects.set-group-memberships',
  idempotent: true,
  callers: ['identity'],
  input: z.object({
    userId: UserId,
    /** By full path; a null level ends the membership. */
    groups: z.array(z.object({ path: z.string(), level: z.int().nullable() })).max(1_000),
  }),
  output: z.object({}),
});

/**
 * Returns a project's labels of these names by their names. Those that it has not are created if `createAs` may manage its labels; otherwise,
 * and where a name is not possible, they are left out, as the API does. Idempotent.
 */
export const ResolveLabelsCommand = defineCommand({
  name: 'projects.resolve-labels',
  idempotent: true,
  callers: ['merge-requests'],
  input: z.object({
    projectId: ProjectId,
    names: z.array(z.string()).max(1_000),
    /** Null: nothing is created. */
    createAs: z.object({ userId: UserId, admin: z.boolean() }).nullable(),
  }),
  output: z.object({ labels: z.array(Label) }),
});
