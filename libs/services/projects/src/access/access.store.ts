import { Injectable } from '@nestjs/common';
import type { ProjectStanding } from '@hearth/access';
import type {
  ResolveAccessInput,
  GroupAccess,
  GroupCard,
  GroupReference,
  Principal,
  ProjectAccess,
  ProjectCard,
  ProjectId,
  ProjectReference,
  UserId,
} from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import { nearest } from '../repositories/nearest.finder.js';
import { accessTo, authorisedBy, groupIsVisible, levelInNamespace, projectLevels } from './levels.finder.js';

/** SQL of the features of a project with their levels. @param project alias of the projects row */
export function featuresOf(project: string): string {
  return `json_build_object('issues', ${project}.issues_access_level, 'mergeRequests', ${project}.merge_requests_access_level,
    'snippets', ${project}.snippets_access_level, 'builds', ${project}.builds_access_level,
    'repository', ${project}.repository_access_level, 'wiki', ${project}.wiki_access_level)`;
}

/** SQL condition: the repository is still being copied; true until the copy has finished or failed. */
const IS_IMPORTING = `p.import_status in ('scheduled', 'started')`;

const access = accessTo('p', 'n', { user: '$3::bigint', admin: '$4::boolean', external: '$5::boolean' });

/**
 * References arrive as two parallel arrays, ids and paths, so that one prepared text serves any number of them. They are read through
 * sub-selects. Otherwise PostgreSQL would plan anew for each query (which takes ten times as long as running it), because a plan for a known
 * array always looks cheaper than the generic one. `offset 0` keeps the level a separate step, computed once a row.
 * @param id SQL of the id of a referenced project
 */
const resolveBy = (id: string) => `
  select asked.position::int as position, p.id, route.path as "fullPath", p.name, p.namespace_id as "namespaceId", p.visibility,
    p.archived, p.default_branch as "defaultBranch", ${featuresOf('p')} as features, p.forked_from_id as "forkedFromId",
    coalesce(p.fork_network_id, p.id) as "forkNetworkId", ${IS_IMPORTING} as importing,
    p.only_allow_merge_if_pipeline_succeeds as "onlyAllowMergeIfPipelineSucceeds",
    p.only_allow_merge_if_all_discussions_are_resolved as "onlyAllowMergeIfAllDiscussionsAreResolved",
    p.merge_method as "mergeMethod", p.squash_option as "squashOption", p.merge_pipelines_enabled as "mergePipelinesEnabled",
    p.resolve_outdated_diff_discussions as "resolveOutdatedDiffDiscussions",
    p.printing_merge_request_link_enabled as "printingMergeRequestLinkEnabled",
    ${nearest('repository_size_limit')} as "repositorySizeLimit",
    (select top.storage_size_limit from namespaces top where top.id = coalesce(n.ancestor_ids[1], n.id)) as "storageSizeLimit",
    p.shared_runners_enabled as "sharedRunnersEnabled", p.group_runners_enabled as "groupRunnersEnabled", p.public_jobs as "publicJobs", p.ci_config_path as "ciConfigPath",
    p.lfs_enabled as "lfsEnabled", p.mr_default_target_self as "mrDefaultTargetSelf", mine.level
  from unnest((select $1::bigint[]), (select $2::text[])) with ordinality as asked (id, path, position)
  left join routes named on lower(named.path) = lower(asked.path)
  join projects p on p.id = ${id}
  join routes route on route.project_id = p.id
  join namespaces n on n.id = p.namespace_id
  cross join lateral (select ${access.level} as level offset 0) mine
  where ${access.isVisible('mine.level')}`;

const RESOLVE = resolveBy('coalesce(asked.id, named.project_id)');
const RESOLVE_MOVED = resolveBy(`coalesce(asked.id, named.project_id,
    (select moved.project_id from redirects moved where lower(moved.path) = lower(asked.path)))`);

const RESOLVE_GROUPS = `
  select asked.position::int as position, g.id, route.path as "fullPath", g.name, g.parent_id as "parentId", to_json(g.ancestor_ids) as "ancestorIds", g.visibility, mine.level
  from unnest((select $1::bigint[]), (select $2::text[])) with ordinality as asked (id, path, position)
  left join routes named on lower(named.path) = lower(asked.path)
  join namespaces g on g.id = coalesce(asked.id, named.namespace_id) and g.kind = 'group'
  join routes route on route.namespace_id = g.id
  cross join lateral (
    select case when (select $4::boolean) then 50 else coalesce(${levelInNamespace('g', '$3::bigint')}, 0) end as level offset 0) mine
  where ${groupIsVisible('g', 'mine.level', { user: '$3::bigint', external: '$5::boolean' })}`;

const FIND_ID = `
  select p.id from projects p
  where p.id = coalesce($1::bigint, (select named.project_id from routes named where lower(named.path) = lower($2::text)))`;

const IN_GROUP = `
  select p.id from projects p where p.namespace_id = any (array(
    select n.id from namespaces n where n.id = $1::bigint or n.ancestor_ids @> array[$1::bigint])) order by p.id`;

const OWN = `
  with ${authorisedBy('$1::bigint')}, ${projectLevels('$1::bigint')}
  select id, max(level) >= $2 as "isReader" from held group by id order by id`;

const OWN_GROUPS = `
  with ${authorisedBy('$1::bigint')}
  select distinct g.id from namespaces g join mine on mine.id = g.id where g.kind = 'group' and mine.level >= $2 order by g.id`;

/** Standing of a caller in a project that stays until the transaction ends. */
export interface HeldProject extends ProjectStanding {
  /** Whether merges and pushed commits close issues of the project. */
  readonly closesReferenced: boolean;
}

/** Only prevents the deletion of the project: its settings and members may change while something in it is written. */
const HOLD = `
  select p.visibility, p.archived, ${featuresOf('p')} as features, p.autoclose_referenced_issues as "closesReferenced",
    ${accessTo('p', 'n', { user: '$2::bigint', admin: '$3::boolean', external: 'false' }).level} as level
  from projects p join namespaces n on n.id = p.namespace_id where p.id = $1 for key share of p`;

type ResolvedGroup = GroupCard & { position: number; level: GroupAccess['level'] };
type Resolved = ProjectCard & { position: number; level: ProjectAccess['level'] };

/** Visibility of projects and groups, and the users' levels in them. */
@Injectable()
export class AccessStore {
  /** @returns one entry for each reference, in their order; null where the project is unknown or hidden from the user */
  async resolve(db: Db, { projects, redirects, user }: ResolveAccessInput): Promise<(ProjectAccess | null)[]> {
    if (projects.length === 0) return [];
    const rows = await db.prepared<Resolved>(redirects ? RESOLVE_MOVED : RESOLVE, [
      projects.map(idOf),
      projects.map(pathOf),
      user?.id ?? null,
      user?.admin ?? false,
      user?.external ?? false,
    ]);
    const answers: (ProjectAccess | null)[] = projects.map(() => null);
    for (const { position, level, ...project } of rows) answers[position - 1] = { project, level };
    return answers;
  }

  /** Same as `resolve`, for groups. */
  async resolveGroups(
    db: Db,
    groups: readonly GroupReference[],
    user: ResolveAccessInput['user'],
  ): Promise<(GroupAccess | null)[]> {
    if (groups.length === 0) return [];
    const rows = await db.prepared<ResolvedGroup>(RESOLVE_GROUPS, [
      groups.map(idOf),
      groups.map(pathOf),
      user?.id ?? null,
      user?.admin ?? false,
      user?.external ?? false,
    ]);
    const answers: (GroupAccess | null)[] = groups.map(() => null);
    for (const { position, level, ...group } of rows) answers[position - 1] = { group, level };
    return answers;
  }

  /** Ids of the projects in a group and its subgroups. */
  async idsInGroup(db: Db, groupId: number): Promise<ProjectId[]> {
    return (await db.prepared<{ id: ProjectId }>(IN_GROUP, [groupId])).map(({ id }) => id);
  }

  /** Projects in which a user has a level, with whether the level is at least `from`. */
  own(db: Db, userId: UserId, from: number): Promise<{ id: ProjectId; isReader: boolean }[]> {
    return db.prepared<{ id: ProjectId; isReader: boolean }>(OWN, [userId, from]);
  }

  /** Ids of the groups in which a user has at least the level `from`. */
  async ownGroups(db: Db, userId: UserId, from: number): Promise<number[]> {
    return (await db.prepared<{ id: number }>(OWN_GROUPS, [userId, from])).map(({ id }) => id);
  }

  /** Prevents the deletion of a project until the transaction ends. @returns undefined when it is gone */
  async hold(
    tx: Tx,
    projectId: ProjectId,
    { userId, admin }: Pick<Principal, 'userId' | 'admin'>,
  ): Promise<HeldProject | undefined> {
    const [standing] = await tx.prepared<HeldProject & Row>(HOLD, [projectId, userId, admin]);
    return standing;
  }

  /** Id of the project, whether or not the caller may see it; null when there is none. */
  async findId(db: Db, project: ProjectReference): Promise<ProjectId | null> {
    const [row] = await db.prepared<{ id: ProjectId }>(FIND_ID, [idOf(project), pathOf(project)]);
    return row?.id ?? null;
  }
}

function idOf(reference: ProjectReference | GroupReference): number | null {
  return 'id' in reference ? reference.id : null;
}

function pathOf(reference: ProjectReference | GroupReference): string | null {
  return 'path' in reference ? reference.path : null;
}
