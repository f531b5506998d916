import { Injectable } from '@nestjs/common';
import type { AccessLevel, ProjectAccess, ProjectId, ProjectReference, UserId, Visibility } from '@hearth/contract-kit';
import type { Db, Tx } from '@hearth/data';
import { accessTo, isActive } from '../members/members.store.js';
import type { NamespaceKind, UserState } from '../namespaces/namespace.entity.js';
import { ProjectEntity, type ProjectSettings } from './project.entity.js';
import { wikiSibling, type Taken } from './new-project.rules.js';

/** A membership as a project prints it. */
export interface Membership {
  readonly level: number;
  readonly notificationLevel: number | null;
}

/** A group that a project is shared with, as the project prints it. */
export interface SharedWithGroup {
  readonly id: number;
  readonly name: string;
  readonly level: number;
}

/** A project with everything that is printed of it: its namespace, that one's owner, and the memberships of whoever looks. */
export interface ProjectRecord extends Omit<
  ProjectEntity,
  | 'namespaceId'
  | 'repositorySequence'
  | 'updatedAt'
  | 'runnersToken'
  | 'runnersTokenLookup'
  | 'statisticsSequence'
  | 'searched'
  | 'importUrl'
> {
  readonly fullPath: string;
  readonly namespace: {
    readonly id: number;
    readonly kind: NamespaceKind;
    readonly path: string;
    readonly name: string;
    readonly fullPath: string;
    readonly fullName: string;
    readonly parentId: number | null;
    readonly visibility: Visibility;
  };
  /** Null in a group. */
  readonly owner: {
    readonly id: UserId;
    readonly state: UserState;
    readonly avatarPath: string | null;
    /** ISO 8601, UTC. */
    readonly createdAt: string;
  } | null;
  /** Groups that the project is shared with, in the order in which it was. */
  readonly sharedWithGroups: readonly SharedWithGroup[];
  readonly projectAccess: Membership | null;
  readonly groupAccess: Membership | null;
}

/** A project on a list. */
export interface ListedProject extends ProjectRecord {
  /** The viewer's, where something that is printed depends on it: of a project whose import failed. */
  readonly level?: AccessLevel | undefined;
}

/** A project as its viewer sees it. */
export interface VisibleProject extends ProjectRecord {
  readonly level: ProjectAccess['level'];
  /** Encrypted; null until it is made. */
  readonly sealedRunnersToken: string | null;
}

/** Who looks; an id of null is anonymous. */
export interface Viewer {
  readonly id: UserId | null;
  readonly admin: boolean;
  readonly external: boolean;
}

/** Columns of a ProjectRecord; belongs to RECORD_SOURCES. */
export const RECORD_COLUMNS = `
  p.id, p.path, p.name, p.description, p.visibility, p.creator_id as "creatorId", p.archived,
  p.default_branch as "defaultBranch", p.issues_enabled as "issuesEnabled",
  p.merge_requests_enabled as "mergeRequestsEnabled", p.wiki_enabled as "wikiEnabled", p.jobs_enabled as "jobsEnabled",
  p.snippets_enabled as "snippetsEnabled", p.resolve_outdated_diff_discussions as "resolveOutdatedDiffDiscussions",
  p.container_registry_enabled as "containerRegistryEnabled", p.shared_runners_enabled as "sharedRunnersEnabled",
  p.lfs_enabled as "lfsEnabled", p.public_jobs as "publicJobs", p.request_access_enabled as "requestAccessEnabled",
  p.only_allow_merge_if_pipeline_succeeds as "onlyAllowMergeIfPipelineSucceeds",
  p.only_allow_merge_if_all_discussions_are_resolved as "onlyAllowMergeIfAllDiscussionsAreResolved",
  p.printing_merge_request_link_enabled as "printingMergeRequestLinkEnabled", p.import_status as "importStatus",
  p.import_error as "importError", p.ci_config_path as "ciConfigPath", p.tag_list as "tagList", p.avatar_file as "avatarFile", p.commit_count as "commitCount", p.repository_size as "repositorySize",
  p.star_count as "starCount", p.forks_count as "forksCount", p.open_issues_count as "openIssuesCount",
  p.created_at as "createdAt", p.last_activity_at as "lastActivityAt", route.path as "fullPath",
  json_build_object('id', n.id, 'kind', n.kind, 'path', n.path, 'name', n.name, 'fullPath', left(route.path, -1 - length(p.path)),
    'fullName', n.full_name, 'parentId', n.parent_id, 'visibility', n.visibility) as namespace,
  case when n.owner_user_id is not null then json_build_object('id', n.owner_user_id, 'state', n.owner_state,
    'avatarPath', n.owner_avatar_path,
    'createdAt', to_char(n.created_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) end as owner,
  (select coalesce(json_agg(json_build_object('id', invited.id, 'name', invited.name, 'level', link.level) order by link.id), '[]')
    from project_group_links link join namespaces invited on invited.id = link.group_id
    where link.project_id = p.id and ${isActive('link')}) as "sharedWithGroups",
  case when pm.level is not null then
    json_build_object('level', pm.level, 'notificationLevel', pm.notification_level) end as "projectAccess",
  case when gm.level is not null then
    json_build_object('level', gm.level, 'notificationLevel', gm.notification_level) end as "groupAccess"`;

/** What a ProjectRecord is joined from, once `p` is there. @param user SQL of the id of whoever looks; null for anonymous */
export function recordSources(user: string): string {
  return `
  join namespaces n on n.id = p.namespace_id
  join routes route on route.project_id = p.id
  left join project_members pm on pm.project_id = p.id and pm.user_id = ${user} and ${isActive('pm')}
  left join namespace_members gm on gm.namespace_id = n.id and gm.user_id = ${user} and ${isActive('gm')}`;
}

const ONE = `select ${RECORD_COLUMNS} from projects p ${recordSources('$2::bigint')} where p.id = $1`;

/** The project and the viewer's level in it, if the viewer may see it. @param found SQL that finds the project `p` by $1 */
function visible(found: string): string {
  const access = accessTo('p', 'n', { user: '$2::bigint', admin: '$3::boolean', external: '$4::boolean' });
  return `select ${RECORD_COLUMNS}, mine.level, p.runners_token as "sealedRunnersToken" from ${found} ${recordSources('$2::bigint')}
    cross join lateral (select ${access.level} as level offset 0) mine
    where ${access.isVisible('mine.level')}`;
}

const VISIBLE_BY_ID = visible('(select * from projects where id = $1::bigint) p');
const VISIBLE_BY_PATH = visible(
  '(select held.* from routes named join projects held on held.id = named.project_id where lower(named.path) = lower($1::text)) p',
);

/** A path may be a group's as well, and is then nobody's project; a wiki is in the way of projects only. */
const TAKEN = `
  select exists (select from projects where namespace_id = $1 and name = $2 and id is distinct from $5::bigint) as name,
    exists (select from routes where lower(path) = lower($3) and (project_id = $5::bigint) is not true) as path,
    exists (select from routes where lower(path) = lower($4) and project_id is not null
      and project_id is distinct from $5::bigint) as wiki`;

/** The newest change decides the default branch, whatever the order in which changes are told; time only moves forward. */
const NOTE_ACTIVITY = `
  update projects set
    last_activity_at = greatest(last_activity_at, $2),
    default_branch = case when $3 > repository_sequence then $4 else default_branch end,
    repository_sequence = greatest(repository_sequence, $3)
  where id = $1`;

const NOTE_DEFAULT_BRANCH = `
  update projects set default_branch = $3, repository_sequence = $2, updated_at = now()
  where id = $1 and repository_sequence < $2`;

/** A new project's columns; what is left out gets the default of the table. */
export type ProjectColumns = Pick<ProjectEntity, 'namespaceId' | 'path' | 'name' | 'creatorId'> &
  Partial<ProjectSettings>;

const DELETE_BELOW = `
  delete from projects where id = any (array(
    select inside.id from projects inside where inside.namespace_id = any (array(
      select id from namespaces where id = $1::bigint or ancestor_ids @> array[$1::bigint]))
    limit $2))
  returning id`;

const COUNT_IN_NAMESPACE = `
  select count(*)::int as count from (select from projects where namespace_id = $1 limit $2) as held`;

/** Nobody's count goes further than the limit it is for. */
const FULL = `
  select asked.id
  from unnest((select $1::bigint[]), (select $2::int[])) as asked (id, projects_limit)
  join namespaces n on n.owner_user_id = asked.id
  where (select count(*) from (select from projects p where p.namespace_id = n.id limit asked.projects_limit) as held)
    >= asked.projects_limit
  order by asked.id`;

/** Projects and their paths. */
@Injectable()
export class ProjectsStore {
  /** How many projects a namespace holds; counts no further than `atMost`. */
  async countIn(db: Db, namespaceId: number, atMost: number): Promise<number> {
    const [row] = await db.prepared<{ count: number }>(COUNT_IN_NAMESPACE, [namespaceId, atMost]);
    return row!.count;
  }

  /** The users among the given ones whose own namespaces hold as many projects as they may have. */
  async ownersWithoutRoom(db: Db, users: readonly { id: number; projectsLimit: number }[]): Promise<number[]> {
    const values = [users.map(({ id }) => id), users.map(({ projectsLimit }) => projectsLimit)];
    return (await db.prepared<{ id: number }>(FULL, values)).map(({ id }) => id);
  }

  /** @param viewer whose memberships are shown; null for anonymous callers */
  async one(db: Db, id: ProjectId, viewer: UserId | null): Promise<ProjectRecord | undefined> {
    const [record] = await db.prepared<ProjectRecord & Record<string, unknown>>(ONE, [id, viewer]);
    return record;
  }

  /** One project as the list would show it to the viewer, with the viewer's level; nothing where it is unknown or hidden. */
  async visibleTo(db: Db, reference: ProjectReference, viewer: Viewer): Promise<VisibleProject | undefined> {
    const [text, name] = 'id' in reference ? [VISIBLE_BY_ID, reference.id] : [VISIBLE_BY_PATH, reference.path];
    const values = [name, viewer.id, viewer.admin, viewer.external];
    const [record] = await db.prepared<VisibleProject & Record<string, unknown>>(text, values);
    return record;
  }

  /**
   * Which of the names of a project to be are in use. True to the commit only under the namespace's lock.
   * @param self the project that is to be called so, where it is there already
   */
  async taken(
    tx: Tx,
    namespace: { id: number; fullPath: string },
    { name, path }: { name: string; path: string },
    self: ProjectId | null = null,
  ): Promise<Taken> {
    const at = (segment: string) => `${namespace.fullPath}/${segment}`;
    const values = [namespace.id, name, at(path), at(wikiSibling(path)), self];
    const [taken] = await tx.prepared<Taken & Record<string, unknown>>(TAKEN, values);
    return taken!;
  }

  /** The row of a new project; its path is taken by PathsStore. */
  async insert(tx: Tx, columns: ProjectColumns): Promise<ProjectId> {
    const { identifiers } = await tx.repository(ProjectEntity).insert(columns);
    const { id } = identifiers[0] as { id: ProjectId };
    return id;
  }

  /** Removes a project, which is locked, with its path and its members. */
  async delete(tx: Tx, id: ProjectId): Promise<void> {
    await tx.repository(ProjectEntity).delete({ id });
  }

  /** Removes projects of a namespace and of the groups below it, so many at most. @returns their ids; fewer when there are no more */
  async deleteBelow(tx: Tx, namespaceId: number, atMost: number): Promise<ProjectId[]> {
    const rows = await tx.prepared<{ id: ProjectId }>(DELETE_BELOW, [namespaceId, atMost]);
    return rows.map(({ id }) => id);
  }

  /** Takes over what a change of the repository says. Repeating it, late or early, changes nothing more; a project that is gone stays gone. */
  async noteRepositoryChange(
    tx: Tx,
    change: { projectId: ProjectId; sequence: number; defaultBranch: string | null; occurredAt: string },
  ): Promise<void> {
    const { projectId, occurredAt, sequence, defaultBranch } = change;
    await tx.prepared(NOTE_ACTIVITY, [projectId, occurredAt, sequence, defaultBranch]);
  }

  /** As `noteRepositoryChange`, for a change that is no activity. */
  async noteDefaultBranch(
    tx: Tx,
    { projectId, sequence, defaultBranch }: { projectId: ProjectId; sequence: number; defaultBranch: string },
  ): Promise<void> {
    await tx.prepared(NOTE_DEFAULT_BRANCH, [projectId, sequence, defaultBranch]);
  }
}
