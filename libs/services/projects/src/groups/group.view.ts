import { PROJECT_CREATION_LEVELS, VISIBILITIES, type Caller, type PublicAddresses } from '@hearth/contract-kit';
import { z } from 'zod';
import { presentAvatarUrl } from '../avatars/avatar.view.js';
import { SUBGROUP_CREATION_LEVELS } from '../namespaces/creation-level.rules.js';
import { ProjectView, presentProject } from '../projects/project.view.js';
import type { ListedProject } from '../projects/projects.store.js';
import { GRACE_PERIOD } from './group.rules.js';
import type { ProjectGroupRecord } from './project-groups.finder.js';
import type { GroupRecord } from './groups.store.js';

const StatisticsView = z.strictObject({
  storage_size: z.int(),
  repository_size: z.int(),
  lfs_objects_size: z.int(),
  job_artifacts_size: z.int(),
});

/** Group record in a list. */
export const GroupView = z.strictObject({
  id: z.int(),
  name: z.string(),
  path: z.string(),
  description: z.string(),
  visibility: z.enum(VISIBILITIES),
  lfs_enabled: z.boolean(),
  avatar_url: z.string().nullable(),
  web_url: z.string(),
  request_access_enabled: z.boolean(),
  share_with_group_lock: z.boolean().describe('Whether projects in the group cannot be shared with other groups'),
  project_creation_level: z
    .enum(PROJECT_CREATION_LEVELS)
    .describe('Roles that create projects in the group; `administrator`: only admins, `noone`: not even they'),
  default_branch: z
    .string()
    .nullable()
    .describe('Name of the first branch of new projects; null: that of the group on top, or of the instance'),
  subgroup_creation_level: z.enum(SUBGROUP_CREATION_LEVELS).describe('Roles that create subgroups in the group'),
  require_two_factor_authentication: z.literal(false).describe('Always false: groups do not require it'),
  two_factor_grace_period: z.literal(GRACE_PERIOD).describe('Hours; without meaning, since groups do not require it'),
  auto_devops_enabled: z.literal(false).describe('Always false: Hearth has no Auto DevOps'),
  created_at: z.iso.datetime(),
  full_name: z.string(),
  full_path: z.string(),
  parent_id: z.int().nullable(),
  statistics: StatisticsView.optional(),
});
export type GroupView = z.output<typeof GroupView>;

/** Project record in a group: the detail view; `permissions` is omitted for anonymous callers. */
export const GroupProjectView = ProjectView.partial({ permissions: true });
export type GroupProjectView = z.output<typeof GroupProjectView>;

/** Detail view of a group. */
export const GroupDetailView = GroupView.extend({
  repository_size_limit: z
    .int()
    .nullable()
    .describe(
      'Most bytes of each repository in the group; 0: unlimited, null: the limit of the groups around, or of the instance',
    )
    .optional(),
  repository_copies: z
    .int()
    .nullable()
    .describe(
      'Number of storages for each repository in the group, from 1 to 9; null: that of the groups around, or of the instance',
    )
    .optional(),
  projects: z.array(GroupProjectView).optional(),
  shared_projects: z.array(GroupProjectView).optional(),
});
export type GroupDetailView = z.output<typeof GroupDetailView>;

/** Group with those of its projects that are visible to the caller. */
export interface GroupDetail {
  readonly group: GroupRecord;
  /** Projects directly in the group, not in its subgroups; undefined where they were not asked for. */
  readonly projects?: readonly ListedProject[] | undefined;
  /** Projects from elsewhere that are shared with the group; undefined where they were not asked for. */
  readonly sharedProjects?: readonly ListedProject[] | undefined;
}

/** Group in the list of a project's groups: what all who see the project may know of it. */
export const PublicGroupView = z.strictObject({
  id: z.int(),
  web_url: z.string(),
  name: z.string(),
  avatar_url: z.string().nullable(),
  full_name: z.string(),
  full_path: z.string(),
});
export type PublicGroupView = z.output<typeof PublicGroupView>;

/** @param baseUrl scheme, host and port that the client used */
export function presentPublicGroup(group: ProjectGroupRecord, baseUrl: string): PublicGroupView {
  return {
    id: group.id,
    web_url: `${baseUrl}/groups/${group.fullPath}`,
    name: group.name,
    avatar_url: presentAvatarUrl('group', group, baseUrl),
    full_name: group.fullName,
    full_path: group.fullPath,
  };
}

/** @param baseUrl scheme, host and port that the client used */
export function presentGroup(group: GroupRecord, baseUrl: string): GroupView {
  const { id, statistics } = group;
  return {
    id,
    name: group.name,
    path: group.path,
    description: group.description,
    visibility: group.visibility,
    // A group without a setting follows the instance's, which is on.
    lfs_enabled: group.lfsEnabled ?? true,
    avatar_url: presentAvatarUrl('group', group, baseUrl),
    web_url: `${baseUrl}/groups/${group.fullPath}`,
    request_access_enabled: group.requestAccessEnabled,
    share_with_group_lock: group.shareWithGroupLock,
    project_creation_level: group.projectCreationLevel,
    default_branch: group.defaultBranch,
    subgroup_creation_level: group.subgroupCreationLevel,
    require_two_factor_authentication: false,
    two_factor_grace_period: GRACE_PERIOD,
    auto_devops_enabled: false,
    created_at: group.createdAt.toISOString(),
    full_name: group.fullName,
    full_path: group.fullPath,
    parent_id: group.parentId,
    ...(statistics && { statistics: presentStatistics(statistics) }),
  };
}

/** The settings of repositories are in the answers to admins, as the statistics of groups are. */
export function presentGroupDetail(
  { group, projects, sharedProjects }: GroupDetail,
  caller: PublicAddresses & Pick<Caller, 'principal'>,
): GroupDetailView {
  const { principal } = caller;
  const present = (project: ListedProject) => presentGroupProject(project, caller, principal !== null);
  return {
    ...presentGroup(group, caller.baseUrl),
    ...(principal?.admin && {
      repository_size_limit: group.repositorySizeLimit,
      repository_copies: group.repositoryCopies,
    }),
    ...(projects && { projects: projects.map(present) }),
    ...(sharedProjects && { shared_projects: sharedProjects.map(present) }),
  };
}

/** @param signedIn false for anonymous callers */
export function presentGroupProject(project: ListedProject, at: PublicAddresses, signedIn: boolean): GroupProjectView {
  const { permissions, ...rest } = presentProject(project, at, { level: project.level });
  return signedIn ? { ...rest, permissions } : rest;
}

/** Storage is the repositories, their LFS objects and the artifacts of jobs. */
function presentStatistics({
  repositorySize,
  lfsSize,
  artifactsSize,
}: NonNullable<GroupRecord['statistics']>): z.output<typeof StatisticsView> {
  return {
    storage_size: repositorySize + lfsSize + artifactsSize,
    repository_size: repositorySize,
    lfs_objects_size: lfsSize,
    job_artifacts_size: artifactsSize,
  };
}
