import { z } from 'zod';
import type { Branded } from './brand.js';
import { UserId } from './principal.js';

export type ProjectId = Branded<number, 'ProjectId'>;
export const ProjectId = z.int().positive() as unknown as z.ZodType<ProjectId, ProjectId>;

export const VISIBILITIES = ['private', 'internal', 'public'] as const;
export type Visibility = (typeof VISIBILITIES)[number];

/** Roles that create projects in a group, each at its number in the instance's settings; `administrator`: only admins, `noone`: not even they. */
export const PROJECT_CREATION_LEVELS = ['noone', 'maintainer', 'developer', 'administrator', 'owner'] as const;
export type ProjectCreationLevel = (typeof PROJECT_CREATION_LEVELS)[number];

/** Access levels of members, lowest first; 0 is no membership. */
export const AccessLevel = { none: 0, guest: 10, reporter: 20, developer: 30, master: 40, owner: 50 } as const;
export type AccessLevel = (typeof AccessLevel)[keyof typeof AccessLevel];

/** A reference to a project: by id or by full path. */
export const ProjectReference = z.union([z.object({ id: ProjectId }), z.object({ path: z.string() })]);
export type ProjectReference = z.output<typeof ProjectReference>;

/** Access levels of a project's feature: no one (admins included), members and admins, or everyone who has the ability. */
export const FEATURE_ACCESS_LEVELS = ['disabled', 'private', 'enabled'] as const;
export type FeatureAccessLevel = (typeof FEATURE_ACCESS_LEVELS)[number];

const FeatureAccess = z.enum(FEATURE_ACCESS_LEVELS);

/** The features of a project that can be disabled or restricted to its members. */
export const ProjectFeatures = z.object({
  issues: FeatureAccess,
  mergeRequests: FeatureAccess,
  snippets: FeatureAccess,
  builds: FeatureAccess,
  repository: FeatureAccess,
  wiki: FeatureAccess,
});
export type ProjectFeatures = z.output<typeof ProjectFeatures>;
export type ProjectFeature = keyof ProjectFeatures;

/** Ways to merge: with a merge commit, with one only where the source branch is up to date, or by fast-forward only. */
export const MERGE_METHODS = ['merge', 'rebase_merge', 'ff'] as const;
export type MergeMethod = (typeof MERGE_METHODS)[number];

/** Choices of squashing: never, always, or as each merge request says, with its default on or off. */
export const SQUASH_OPTIONS = ['never', 'always', 'default_on', 'default_off'] as const;
export type SquashOption = (typeof SQUASH_OPTIONS)[number];

/** Properties of a project that every service needs for authorization and for its name. */
export const ProjectCard = z.object({
  id: ProjectId,
  fullPath: z.string(),
  /** Absent from a process of an older version. */
  name: z.string().optional(),
  namespaceId: z.int(),
  visibility: z.enum(VISIBILITIES),
  archived: z.boolean(),
  defaultBranch: z.string().nullable(),
  features: ProjectFeatures,
  /** The project it was forked from; null for other projects, and after the source was deleted. */
  forkedFromId: ProjectId.nullable(),
  /**
   * The same for all projects of a fork network, and for no others: the id of its first project, which may have been deleted. A project that is no
   * fork has its own id.
   */
  forkNetworkId: ProjectId,
  /** True while its repository is being copied, by an import or as a fork: until then all pushes are refused. */
  importing: z.boolean(),
  onlyAllowMergeIfPipelineSucceeds: z.boolean(),
  onlyAllowMergeIfAllDiscussionsAreResolved: z.boolean(),
  mergeMethod: z.enum(MERGE_METHODS),
  squashOption: z.enum(SQUASH_OPTIONS),
  /** Whether pipelines of merge requests run on the result of the merge; absent from a process of an older version, and then false. */
  mergePipelinesEnabled: z.boolean().optional(),
  resolveOutdatedDiffDiscussions: z.boolean(),
  printingMergeRequestLinkEnabled: z.boolean(),
  sharedRunnersEnabled: z.boolean(),
  /** Whether runners of the groups around it take its jobs; absent from a process of an older version, and then true. */
  groupRunnersEnabled: z.boolean().optional(),
  /** Whether pipelines and jobs are visible to everyone to whom the project is visible. */
  publicJobs: z.boolean(),
  /** Path of the pipeline configuration; null for `.gitlab-ci.yml`. */
  ciConfigPath: z.string().nullable(),
  /** Most bytes of the repository, its own limit or that of the nearest group. 0: unlimited; null: the instance's limit. */
  repositorySizeLimit: z.int().nullable(),
  /** Most bytes of all repositories and LFS objects in the namespace on top; null: unlimited; absent from a process of an older version. */
  storageSizeLimit: z.int().nullable().optional(),
  /** Whether git LFS is served; absent from a process of an older version, and then true. */
  lfsEnabled: z.boolean().optional(),
  /** Whether merge requests from it target it by default, and not its source; absent from a process of an older version, and then false. */
  mrDefaultTargetSelf: z.boolean().optional(),
});
export type ProjectCard = z.output<typeof ProjectCard>;

const Level = z.union([
  z.literal(AccessLevel.none),
  z.literal(AccessLevel.guest),
  z.literal(AccessLevel.reporter),
  z.literal(AccessLevel.developer),
  z.literal(AccessLevel.master),
  z.literal(AccessLevel.owner),
]);

/** A project that is visible to the caller, with the caller's access level in it (admins: owner). */
export const ProjectAccess = z.object({ project: ProjectCard, level: Level });
export type ProjectAccess = z.output<typeof ProjectAccess>;

/** A reference to a group: by id or by full path. */
export const GroupReference = z.union([z.object({ id: z.int().positive() }), z.object({ path: z.string() })]);
export type GroupReference = z.output<typeof GroupReference>;

/** Properties of a group that services need for authorization and for its name. */
export const GroupCard = z.object({
  id: z.int(),
  fullPath: z.string(),
  /** Absent from a process of an older version. */
  name: z.string().optional(),
  parentId: z.int().nullable(),
  /** The groups around it, from the outermost inwards; absent from a process of an older version. */
  ancestorIds: z.array(z.int()).optional(),
  visibility: z.enum(VISIBILITIES),
});
export type GroupCard = z.output<typeof GroupCard>;

/** A group that is visible to the caller, with the caller's access level in it, inherited ones included (admins: owner). */
export const GroupAccess = z.object({ group: GroupCard, level: Level });
export type GroupAccess = z.output<typeof GroupAccess>;

/** The access question of a request: these projects and groups, this user (null: anonymous). */
export const ResolveAccessInput = z.object({
  projects: z.array(ProjectReference).max(100),
  groups: z.array(GroupReference).max(100).optional(),
  /** Whether old paths of projects find them, too. */
  redirects: z.boolean().optional(),
  user: z.object({ id: UserId, admin: z.boolean(), external: z.boolean() }).nullable(),
});
export type ResolveAccessInput = z.output<typeof ResolveAccessInput>;

/** Answers in the order of the question; null for a project or group that does not exist or is not visible to the user. */
export const ResolveAccessOutput = z.object({
  projects: z.array(ProjectAccess.nullable()),
  groups: z.array(GroupAccess.nullable()).optional(),
});
export type ResolveAccessOutput = z.output<typeof ResolveAccessOutput>;
