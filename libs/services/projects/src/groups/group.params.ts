import { PROJECT_CREATION_LEVELS, VISIBILITIES } from '@hearth/contract-kit';
import { atLeastOneOf, refused, v4 } from '@hearth/http';
import { z } from 'zod';
import { SUBGROUP_CREATION_LEVELS } from '../namespaces/creation-level.rules.js';
import { ListProjectsParams, repositoryCopies, repositoryLimit } from '../projects/project.params.js';
import type { NewGroup } from './create.js';
import type { GroupFilters, GroupOrder } from './groups.finder.js';
import type { ProjectGroupFilters } from './project-groups.finder.js';
import type { GroupChanges } from './update.js';
import { OWN_AND_SHARED, type GroupProjects } from './group.rules.js';
import { unsupportedOfGroups } from './unsupported.params.js';

const text = v4.optional(v4.text());
const flag = v4.optional(v4.boolean());
const visibility = v4.optional(v4.oneOf(VISIBILITIES));

const ORDERS = ['name', 'path'] as const satisfies GroupOrder[];

/** The group of the path. */
export const GroupParams = z.object({ id: v4.group() });

export const ReadGroupParams = GroupParams.extend({
  with_projects: flag.describe('Whether the answer has the projects of the group; true by default'),
  with_custom_attributes: refused(),
});

export const ListGroupsParams = z.object({
  skip_groups: v4.optional(v4.list(v4.integer())),
  all_available: flag,
  search: v4.search(),
  order_by: v4.optional(v4.oneOf(ORDERS)),
  sort: v4.optional(v4.oneOf(['asc', 'desc'])),
  statistics: flag,
  owned: flag,
  visibility,
  min_access_level: v4
    .optional(v4.integer())
    .describe('Only groups in which the caller has at least this level, as a member'),
  custom_attributes: v4.optional(v4.hash()),
  with_custom_attributes: refused(),
  repository_storage: refused(),
  marked_for_deletion_on: refused(),
  archived: refused(),
  ...v4.keysetPage,
});

export const ListSubgroupsParams = ListGroupsParams.extend({ id: v4.group() });

export const ListAllGroupsParams = ListGroupsParams.extend({
  top_level_only: flag.describe('Only groups that are in no other one'),
});

export const ProjectGroupsParams = z.object({
  id: v4.project(),
  search: v4.search(),
  skip_groups: v4.optional(v4.list(v4.integer())),
  with_shared: flag.describe('Whether groups that the project is shared with are included; false by default'),
  shared_min_access_level: v4.optional(v4.integer()).describe('Least access level of those groups in the project'),
  shared_visible_only: refused(),
  ...v4.keysetPage,
});

export function projectGroupFilters(params: z.output<typeof ProjectGroupsParams>): ProjectGroupFilters {
  return {
    search: params.search,
    skip: params.skip_groups ?? [],
    sharedFrom: params.with_shared ? (params.shared_min_access_level ?? 0) : undefined,
  };
}

/** Converts the parameters to filters and the order of a list. @param within the group whose subgroups or descendants are listed */
export function groupFilters(
  params: z.output<typeof ListGroupsParams>,
  within: Pick<GroupFilters, 'parentId' | 'ancestorId'> = {},
): GroupFilters {
  return {
    ...within,
    search: params.search,
    skip: params.skip_groups ?? [],
    allAvailable: params.all_available ?? false,
    owned: params.owned ?? false,
    visibility: params.visibility,
    minAccessLevel: params.min_access_level,
    customAttributes: params.custom_attributes ?? {},
    statistics: params.statistics ?? false,
    orderBy: params.order_by ?? 'name',
    sort: params.sort ?? 'asc',
  };
}

/** Same parameters as any list of projects, and two of its own. */
export const GroupProjectsParams = ListProjectsParams.extend({
  id: v4.group(),
  include_subgroups: flag.describe('Whether projects in subgroups are included; false by default'),
  with_shared: flag.describe('Whether projects that are shared with the group are included; true by default'),
  include_ancestor_groups: refused(),
});

/** Converts the parameters to the projects of a list. */
export function groupProjects(params: z.output<typeof GroupProjectsParams>): GroupProjects {
  return {
    subgroups: params.include_subgroups ?? OWN_AND_SHARED.subgroups,
    shared: params.with_shared ?? OWN_AND_SHARED.shared,
  };
}

const settings = {
  // A JSON null removes it.
  description: v4.text().nullable().optional(),
  visibility,
  lfs_enabled: flag,
  request_access_enabled: flag,
  share_with_group_lock: flag,
  project_creation_level: v4
    .optional(v4.oneOf(PROJECT_CREATION_LEVELS))
    .describe('Roles that create projects in the group; `administrator`: only admins, `noone`: not even they'),
  // A JSON null removes it.
  default_branch: v4
    .text({ most: 255 })
    .nullable()
    .optional()
    .describe('Name of the first branch of new projects; empty: that of the group on top, or of the instance'),
  subgroup_creation_level: v4
    .optional(v4.oneOf(SUBGROUP_CREATION_LEVELS))
    .describe('Roles that create subgroups in the group'),
  avatar: v4.optional(v4.file()),
};

export const CreateGroupParams = z.object({
  name: v4.text(),
  path: v4.text(),
  parent_id: v4.optional(v4.integer()),
  ...settings,
  ...unsupportedOfGroups,
});

/** Only admins change the last two. */
const changes = {
  ...{ name: text, path: text, ...settings },
  ...{ repository_size_limit: repositoryLimit, repository_copies: repositoryCopies },
};

export const UpdateGroupParams = atLeastOneOf(
  z.object({ id: v4.group(), ...changes, ...unsupportedOfGroups }),
  ...(Object.keys(changes) as (keyof typeof changes)[]),
);

/** Converts the parameters of a new group. */
export function newGroup(params: z.output<typeof CreateGroupParams>): NewGroup {
  return {
    name: params.name.normalize('NFC'),
    path: params.path,
    parentId: params.parent_id,
    avatar: params.avatar,
    settings: chosenSettings(params),
  };
}

/** Converts the parameters to the changes of a group. */
export function groupChanges(params: z.output<typeof UpdateGroupParams>): GroupChanges {
  return {
    name: params.name?.normalize('NFC'),
    path: params.path,
    avatar: params.avatar,
    settings: {
      ...chosenSettings(params),
      repositorySizeLimit: params.repository_size_limit,
      repositoryCopies: params.repository_copies,
    },
  };
}

type Settings = Pick<z.output<typeof UpdateGroupParams>, keyof typeof settings>;

function chosenSettings(params: Settings): NewGroup['settings'] {
  return {
    description: params.description === null ? '' : params.description,
    visibility: params.visibility,
    lfsEnabled: params.lfs_enabled,
    requestAccessEnabled: params.request_access_enabled,
    shareWithGroupLock: params.share_with_group_lock,
    projectCreationLevel: params.project_creation_level,
    defaultBranch: params.default_branch === '' ? null : params.default_branch,
    subgroupCreationLevel: params.subgroup_creation_level,
  };
}
