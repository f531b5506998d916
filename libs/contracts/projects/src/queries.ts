import {
  Principal,
  VISIBILITIES,
  openEnum,
  ResolveAccessOutput,
  ResolveAccessInput,
  ProjectId,
  ProjectReference,
  UserId,
  defineQuery,
} from '@hearth/contract-kit';
import { z } from 'zod';
import { LabelCard, Milestone, ProjectName } from './types.js';

/** Resolves the access of a request's caller with one statement. */
export const ResolveAccessQuery = defineQuery({
  name: 'projects.resolve-access',
  callers: ['identity', 'projects', 'repository', 'merge-requests', 'ci'],
  input: ResolveAccessInput,
  output: ResolveAccessOutput,
});

/** Returns the id of a project reference, for routing and for operators only: independent of visibility. */
export const FindProjectIdQuery = defineQuery({
  name: 'projects.find-project-id',
  callers: ['gateway', 'operator'],
  input: z.object({ project: ProjectReference }),
  output: z.object({ projectId: ProjectId.nullable() }),
});

/** Returns the id of the group at a path, for operators only: independent of visibility. */
export const FindGroupIdQuery = defineQuery({
  name: 'projects.find-group-id',
  callers: ['operator'],
  input: z.object({ path: z.string() }),
  output: z.object({ groupId: z.int().nullable() }),
});

/**
 * Returns those of the given ids, at most 100, that a project still has. Asked before anything of a deleted project is erased: an event
 * alone proves nothing.
 */
export const WhichProjectsExistQuery = defineQuery({
  name: 'projects.which-exist',
  callers: ['identity', 'repository', 'merge-requests', 'ci'],
  input: z.object({ ids: z.array(ProjectId).max(100) }),
  output: z.object({ ids: z.array(ProjectId) }),
});

/** The same for groups. */
export const WhichGroupsExistQuery = defineQuery({
  name: 'projects.which-groups-exist',
  callers: ['identity', 'ci', 'merge-requests'],
  input: z.object({ ids: z.array(z.int()).max(100) }),
  output: z.object({ ids: z.array(z.int()) }),
});

/**
 * Returns the number of storages for the repositories of projects, as admins have set it for them or for the nearest group around; null: the
 * setting of the instance. For one project, or for those in a namespace and below it: the next 1000 by id. A deleted project is left out.
 */
export const RepositoryCopiesQuery = defineQuery({
  name: 'projects.repository-copies',
  callers: ['repository', 'operator'],
  input: z.object({
    of: z.union([z.object({ projectId: ProjectId }), z.object({ namespaceId: z.int(), after: z.int() })]),
  }),
  output: z.object({ repositories: z.array(z.object({ projectId: ProjectId, copies: z.int().nullable() })) }),
});

/**
 * Returns the bytes of all repositories and LFS objects in the namespace on top of a project, as they were measured last; 0 for a project that is
 * gone.
 */
export const NamespaceStorageQuery = defineQuery({
  name: 'projects.namespace-storage',
  callers: ['repository'],
  input: z.object({ projectId: ProjectId }),
  output: z.object({ bytes: z.int() }),
});

/**
 * Returns where a project's repository is copied from: the URL of an import, credentials included, or the project that it is a fork of. Both
 * are null when nothing is to be copied (any more).
 */
export const ReadImportSourceQuery = defineQuery({
  name: 'projects.read-import-source',
  callers: ['repository'],
  input: z.object({ projectId: ProjectId }),
  output: z.object({
    url: z.string().nullable(),
    forkedFromId: ProjectId.nullable(),
    /** Whether the host name may resolve to an address of a private network. */
    privateAllowed: z.boolean(),
  }),
});

/**
 * Returns the present path of the project that had a path before, unless another one has taken that path; null also when it is not visible
 * to the user.
 */
export const FindMovedProjectQuery = defineQuery({
  name: 'projects.find-moved-project',
  callers: ['repository'],
  input: z.object({
    path: z.string(),
    /** Null: anonymous. */
    user: z.object({ id: UserId, admin: z.boolean(), external: z.boolean() }).nullable(),
  }),
  output: z.object({ fullPath: z.string().nullable() }),
});

/** Returns those of the given users, at most 100, who have reached the project limit of their own namespaces. */
export const FindFullNamespacesQuery = defineQuery({
  name: 'projects.find-full-namespaces',
  callers: ['identity'],
  input: z.object({ users: z.array(z.object({ id: z.int(), projectsLimit: z.int() })).max(100) }),
  output: z.object({ userIds: z.array(z.int()) }),
});

/** Returns the labels of these ids by their names; deleted ones are left out. */
export const LabelsByIdsQuery = defineQuery({
  name: 'projects.labels-by-ids',
  callers: ['merge-requests'],
  input: z.object({ ids: z.array(z.int()).max(10_000) }),
  output: z.object({ labels: z.array(LabelCard) }),
});

/** Returns the milestones of these ids; deleted ones are left out. */
export const MilestonesByIdsQuery = defineQuery({
  name: 'projects.milestones-by-ids',
  callers: ['merge-requests', 'repository'],
  input: z.object({ ids: z.array(z.int()).max(1_000) }),
  output: z.object({ milestones: z.array(Milestone) }),
});

/** Returns the milestone of an id or a title that records of a project may have: of the project or of a group around it. */
export const FindMilestoneQuery = defineQuery({
  name: 'projects.find-milestone',
  callers: ['merge-requests', 'repository'],
  input: z.object({
    projectId: ProjectId,
    milestone: z.union([z.object({ id: z.int() }), z.object({ title: z.string() })]),
  }),
  output: z.object({ milestone: Milestone.nullable() }),
});

/**
 * Returns the merge requests that mention an issue, or that its description names, by project and number; at most 200. Null where the caller may
 * not read the issue.
 */
export const IssueMergeRequestsQuery = defineQuery({
  name: 'projects.merge-requests-of-issue',
  callers: ['merge-requests'],
  input: z.object({ projectId: ProjectId, iid: z.int(), caller: Principal }),
  output: z.object({ mergeRequests: z.array(z.object({ projectId: ProjectId, iid: z.int() })).nullable() }),
});

/** Returns those of the given users to whom a project is visible, by their ids; users are given by id or by username, at most 100 of each. */
export const FindProjectReadersQuery = defineQuery({
  name: 'projects.find-readers',
  callers: ['merge-requests'],
  input: z.object({
    projectId: ProjectId,
    ids: z.array(z.int()).max(100).default([]),
    /** Case-insensitive. */
    usernames: z.array(z.string()).max(100).default([]),
  }),
  output: z.object({ users: z.array(z.object({ id: UserId, username: z.string() })) }),
});

/** Returns the names of projects by their ids, regardless of visibility; unknown ones are left out. */
export const ProjectsByIdsQuery = defineQuery({
  name: 'projects.projects-by-ids',
  callers: ['identity', 'projects', 'repository', 'merge-requests', 'ci'],
  input: z.object({ ids: z.array(ProjectId).max(100) }),
  output: z.object({ projects: z.array(ProjectName) }),
});

/** Returns the access levels of those of the given users, at most 100, who are members of a project or group itself. */
export const DirectLevelsQuery = defineQuery({
  name: 'projects.direct-levels',
  callers: ['identity'],
  input: z.object({
    source: z.object({ kind: z.enum(['project', 'group']), id: z.int() }),
    userIds: z.array(z.int()).max(100),
  }),
  output: z.object({ members: z.array(z.object({ userId: z.int(), level: z.int() })) }),
});

/** Returns the direct members of groups, the first 1000 by group and user; of `userIds` only those users. */
export const GroupMembersQuery = defineQuery({
  name: 'projects.group-members',
  callers: ['merge-requests'],
  input: z.object({ groupIds: z.array(z.int()).max(100), userIds: z.array(UserId).max(100).optional() }),
  output: z.object({ members: z.array(z.object({ groupId: z.int(), userId: UserId })) }),
});

/** Returns the project whose runners register by this token. */
export const FindByRunnersTokenQuery = defineQuery({
  name: 'projects.find-by-runners-token',
  callers: ['ci'],
  input: z.object({ token: z.string() }),
  output: z.object({
    /** Null where it is no project's token. */
    projectId: ProjectId.nullable(),
  }),
});

/** Returns the projects in which a user has a level by membership, the last active first: for the start page of a browser. */
export const RecentProjectsQuery = defineQuery({
  name: 'projects.recent',
  callers: ['identity'],
  input: z.object({
    user: z.object({ id: UserId, admin: z.boolean(), external: z.boolean() }),
    most: z.int().positive().max(100),
  }),
  output: z.object({
    projects: z.array(
      z.object({
        fullPath: z.string(),
        name: z.string(),
        description: z.string().nullable(),
        visibility: openEnum(VISIBILITIES, 'private'),
      }),
    ),
  }),
});

/** Returns the number of a user's pending to-do items, up to `most`: for the start page of a browser. */
export const CountTodosQuery = defineQuery({
  name: 'projects.count-todos',
  callers: ['identity'],
  input: z.object({
    user: z.object({ id: UserId, admin: z.boolean(), external: z.boolean() }),
    most: z.int().positive().max(1_000),
  }),
  output: z.object({ count: z.int() }),
});

/** Returns the projects in a group and its subgroups, whether or not they are visible to the caller. */
export const GroupProjectIdsQuery = defineQuery({
  name: 'projects.group-project-ids',
  callers: ['merge-requests', 'ci', 'repository'],
  input: z.object({ groupId: z.int() }),
  output: z.object({ ids: z.array(ProjectId) }),
});

/** Returns the groups in which the direct or inherited access level of a user is at least `from`. That a user is an admin does not count. */
export const OwnGroupIdsQuery = defineQuery({
  name: 'projects.own-group-ids',
  callers: ['ci'],
  input: z.object({ userId: UserId, from: z.int() }),
  output: z.object({ ids: z.array(z.int()) }),
});

/** Returns the projects in which a user has a level, by membership of them or of groups around them, or by sharing. Admins have one everywhere. */
export const VisibleProjectIdsQuery = defineQuery({
  name: 'projects.visible-project-ids',
  callers: ['merge-requests', 'ci'],
  input: z.object({ userId: UserId, from: z.int() }),
  output: z.object({
    /** With the level `from` or a higher one. */
    readers: z.array(ProjectId),
    /** With a lower one. */
    guests: z.array(ProjectId),
  }),
});
