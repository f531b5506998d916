import { Injectable } from '@nestjs/common';
import type { ProjectStanding } from '@hearth/access';
import type {
  AccessLevel,
  Principal,
  ProjectAccess,
  ProjectFeatures,
  ProjectId,
  ProjectReference,
  UserId,
  Visibility,
} from '@hearth/contract-kit';
import type { ProjectName } from '@hearth/projects-contracts';
import type { Db, Row, Tx } from '@hearth/data';
import type { ProjectsCaller } from '../access/projects-caller.js';
import { featuresOf } from '../access/access.store.js';
import { accessTo } from '../access/levels.finder.js';
import { ProjectMemberEntity } from '../members/project-member.entity.js';
import type { NamespaceKind, UserState } from '../namespaces/namespace.entity.js';
import { RECORD_COLUMNS, CALLER, recordSources } from './project-record.finder.js';
import { ProjectEntity, type FeatureColumns, type ImportStatus, type ProjectSettings } from './project.entity.js';
import { wikiSibling, type Taken } from './new-project.rules.js';

/** Membership in a project's record. */
export interface Membership {
  readonly level: number;
  readonly notificationLevel: number | null;
}

/** Group that a project is shared with, as in the project's record. */
export interface SharedWithGroup {
  readonly id: number;
  readonly name: string;
  readonly visibility: Visibility;
  readonly level: number;
}

/** Basic record of a project, as included in its forks. */
export interface BasicProject extends Pick<
  ProjectEntity,
  'id' | 'description' | 'name' | 'path' | 'defaultBranch' | 'tagList' | 'avatarFile' | 'starCount' | 'forksCount'
> {
  readonly fullPath: string;
  /** ISO 8601 where it comes from JSON. */
  readonly createdAt: Date | string;
  readonly lastActivityAt: Date | string;
  readonly namespace: { readonly fullName: string };
}

/** Project as a complete record: with its namespace, the namespace's owner, and the caller's memberships. */
export interface ProjectRecord extends Omit<
  ProjectEntity,
  | 'namespaceId'
  | 'repositorySequence'
  | 'updatedAt'
  | 'runnersToken'
  | 'runnersTokenLookup'
  | 'statisticsSequence'
  | 'artifactsSequence'
  | 'lfsSequence'
  | 'searched'
  | 'importUrl'
  | 'forkedFromId'
  | 'forkNetworkId'
  | keyof FeatureColumns
> {
  readonly fullPath: string;
  readonly features: ProjectFeatures;
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
  /** Source of a fork; null too where it is hidden from the caller. */
  readonly forkedFrom: BasicProject | null;
  /** Groups that the project is shared with, in the order of the shares. */
  readonly sharedWithGroups: readonly SharedWithGroup[];
  /** Whether the project is visible to the caller without a membership. */
  readonly openToCaller: boolean;
  readonly projectAccess: Membership | null;
  readonly groupAccess: Membership | null;
}

/** Project in a list. */
export interface ListedProject extends ProjectRecord {
  /** The caller's level, where a field depends on it: a failed import, a feature limited to members. */
  readonly level?: AccessLevel | undefined;
}

/** Project with its token for runners. */
export interface StoredProject extends ProjectRecord {
  /** Encrypted; null until it is created. */
  readonly sealedRunnersToken: string | null;
}

/** Project visible to the caller. */
export interface VisibleProject extends StoredProject {
  readonly level: ProjectAccess['level'];
}

/** Project with the facts that a change needs, with its namespace; both are locked. */
export interface LockedProject extends ProjectStanding {
  readonly id: ProjectId;
  readonly name: string;
  readonly path: string;
  readonly fullPath: string;
  readonly importStatus: ImportStatus;
  readonly description: string | null;
  readonly sharedRunnersEnabled: boolean;
  readonly groupRunnersEnabled: boolean;
  readonly forkedFromId: ProjectId | null;
  /** Id of the first project of its fork network: the project's own where it is no fork. */
  readonly forkNetworkId: ProjectId;
  readonly updatedAt: Date;
  readonly namespace: { readonly id: number; readonly fullPath: string; readonly visibility: Visibility };
}

const STORED_COLUMNS = `${RECORD_COLUMNS}, p.runners_token as "sealedRunnersToken"`;
const ONE = `select ${STORED_COLUMNS} from projects p ${recordSources(CALLER)} where p.id = $1`;

/** SQL of the project with the caller's level, if it is visible to the caller. @param found SQL that finds the project `p` by $1 */
function visible(found: string): string {
  const access = accessTo('p', 'n', CALLER);
  return `select ${STORED_COLUMNS}, mine.level
    from ${found} ${recordSources(CALLER)}
    cross join lateral (select ${access.level} as level offset 0) mine
    where ${access.isVisible('mine.level')}`;
}

const VISIBLE_BY_ID = visible('(select * from projects where id = $1::bigint) p');
const VISIBLE_BY_PATH = visible(
  '(select held.* from routes named join projects held on held.id = named.project_id where lower(named.path) = lower($1::text)) p',
);

/** A group's path is not available to projects either; a path is blocked by the wiki of a project, but not by a group with the wiki's path. */
const TAKEN = `
  select exists (select from projects where namespace_id = $1 and name = $2 and id is distinct from $5::bigint) as name,
    exists (select from routes where lower(path) = lower($3) and (project_id = $5::bigint) is not true) as path,
    exists (select from routes where lower(path) = lower($4) and project_id is not null
      and project_id is distinct from $5::bigint) as wiki`;

/** The newest change decides the default branch, whatever the order of arrival; the time of the last activity only increases. */
const NOTE_ACTIVITY = `
  update projects set
    last_activity_at = greatest(last_activity_at, $2),
    default_branch = case when $3 > repository_sequence then $4 else default_branch end,
    repository_sequence = greatest(repository_sequence, $3)
  where id = $1`;

const NOTE_DEFAULT_BRANCH = `
  update projects set default_branch = $3, repository_sequence = $2, updated_at = now()
  where id = $1 and repository_sequence < $2`;

const NAMES = `
  select p.id, p.name, n.full_name || ' / ' || p.name as "nameWithNamespace", p.path, route.path as "fullPath", p.description, p.visibility,
    p.created_at as "createdAt", p.default_branch as "defaultBranch", to_json(case when n.kind = 'group' then n.ancestor_ids || n.id else '{}' end) as "groupIds"
  from projects p join namespaces n on n.id = p.namespace_id join routes route on route.project_id = p.id
  where p.id = any ($1::bigint[]) order by p.id`;

/** Columns of a new project; missing ones get the table's defaults. */
export type ProjectColumns = Pick<ProjectEntity, 'namespaceId' | 'path' | 'name' | 'creatorId'> &
  Partial<ProjectSettings & Pick<ProjectEntity, 'forkedFromId' | 'forkNetworkId' | 'importStatus'>>;

/**
 * SQL that deletes projects and decrements the fork counts of their sources; their own forks become independent (by the foreign key).
 * @param found SQL condition that finds them
 */
function deleting(found: string): string {
  return `
  with gone as (
    delete from projects where ${found} returning id, name, path, visibility, forked_from_id
  ), counted as (
    update projects source set forks_count = source.forks_count - less.forks
    from (select forked_from_id as id, count(*)::int as forks from gone where forked_from_id is not null group by forked_from_id) less
    where source.id = less.id and source.id not in (select id from gone)
  )
  -- Every deleted project is counted, also one without a route.
  select gone.id, gone.name, gone.visibility, coalesce(route.path, gone.path) as "fullPath"
  from gone left join routes route on route.project_id = gone.id`;
}

const DELETE = deleting('id = $1');

const DELETE_BELOW = deleting(`id = any (array(
    select inside.id from projects inside where inside.namespace_id = any (array(
      select id from namespaces where id = $1::bigint or ancestor_ids @> array[$1::bigint]))
    limit $2))`);

const COUNT_IN_NAMESPACE = `
  select count(*)::int as count from (select from projects where namespace_id = $1 limit $2) as held`;

/** Counts each user's projects no further than their limit. */
const FULL = `
  select asked.id
  from unnest((select $1::bigint[]), (select $2::int[])) as asked (id, projects_limit)
  join namespaces n on n.owner_user_id = asked.id
  where (select count(*) from (select from projects p where p.namespace_id = n.id limit asked.projects_limit) as held)
    >= asked.projects_limit
  order by asked.id`;

const locking = accessTo('p', 'n', { user: '$2::bigint', admin: '$3::boolean', external: 'false' });

/**
 * Locks from parent to child, as everywhere. The facts are read under the lock by a separate statement: one that waited would see the paths
 * and the members as of before the wait.
 */
const LOCK = `
  select p.id from namespaces n join projects p on p.namespace_id = n.id
  where p.id = $1
  for no key update of n, p`;

const LOCKED = `
  select p.id, p.name, p.path, p.visibility, p.archived, ${featuresOf('p')} as features, p.import_status as "importStatus", route.path as "fullPath", n.id as "namespaceId",
    p.description, p.shared_runners_enabled as "sharedRunnersEnabled", p.group_runners_enabled as "groupRunnersEnabled", p.forked_from_id as "forkedFromId",
    coalesce(p.fork_network_id, p.id) as "forkNetworkId", p.updated_at as "updatedAt", home.path as "namespacePath", n.visibility as "namespaceVisibility", ${locking.level} as level
  from projects p
  join namespaces n on n.id = p.namespace_id
  join routes home on home.namespace_id = n.id
  join routes route on route.project_id = p.id
  where p.id = $1`;

/** Read through a sub-select, so that PostgreSQL keeps one plan however many ids there are. */
const EXISTING = 'select id from projects where id = any ((select $1::bigint[])::bigint[])';

const NAMESPACE_OF = 'select namespace_id as id from projects where id = $1';

const ARCHIVE = 'update projects set archived = $2, updated_at = now() where id = $1 and archived <> $2';

/** Attempts to lock a project: one that is transferred during the wait is looked up again. */
const LOOKS = 3;

interface LockedRow extends Omit<LockedProject, 'namespace'> {
  readonly namespaceId: number;
  readonly namespacePath: string;
  readonly namespaceVisibility: Visibility;
}

/** A deleted project as it was. */
export interface DeletedProject {
  readonly id: ProjectId;
  readonly name: string;
  readonly fullPath: string;
  readonly visibility: Visibility;
}

/** Projects and their paths. */
@Injectable()
export class ProjectsStore {
  /** Number of projects in a namespace; counts no further than `atMost`. */
  async countIn(db: Db, namespaceId: number, atMost: number): Promise<number> {
    const [row] = await db.prepared<{ count: number }>(COUNT_IN_NAMESPACE, [namespaceId, atMost]);
    return row!.count;
  }

  /** Users among the given ones whose own namespaces are at their project limit. */
  async ownersWithoutRoom(db: Db, users: readonly { id: number; projectsLimit: number }[]): Promise<number[]> {
    const values = [users.map(({ id }) => id), users.map(({ projectsLimit }) => projectsLimit)];
    return (await db.prepared<{ id: number }>(FULL, values)).map(({ id }) => id);
  }

  /** Ids among the given ones, at most 100, that are projects. */
  async existing(db: Db, ids: readonly ProjectId[]): Promise<ProjectId[]> {
    return (await db.prepared<{ id: ProjectId }>(EXISTING, [ids])).map(({ id }) => id);
  }

  /** Names of projects, at most 100. */
  names(db: Db, ids: readonly ProjectId[]): Promise<(Omit<ProjectName, 'createdAt'> & { createdAt: Date })[]> {
    return db.prepared(NAMES, [ids], 'once');
  }

  /** @param caller user whose memberships are included */
  async one(db: Db, id: ProjectId, caller: ProjectsCaller): Promise<StoredProject | undefined> {
    const values = [id, caller.id, caller.admin, caller.external];
    const [record] = await db.prepared<StoredProject & Record<string, unknown>>(ONE, values);
    return record;
  }

  /** One project as in a list for the caller, with the caller's level; undefined where it is unknown or hidden. */
  async visibleTo(db: Db, reference: ProjectReference, caller: ProjectsCaller): Promise<VisibleProject | undefined> {
    const [text, name] = 'id' in reference ? [VISIBLE_BY_ID, reference.id] : [VISIBLE_BY_PATH, reference.path];
    const values = [name, caller.id, caller.admin, caller.external];
    const [record] = await db.prepared<VisibleProject & Record<string, unknown>>(text, values);
    return record;
  }

  /**
   * Names of a new or changed project that are in use. True until the commit only under the namespace's lock.
   * @param self the project that gets the names, if it exists already
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

  /** Inserts the row of a new project; PathsStore takes its path. */
  async insert(tx: Tx, columns: ProjectColumns): Promise<ProjectId> {
    const { identifiers } = await tx.repository(ProjectEntity).insert(columns);
    const { id } = identifiers[0] as { id: ProjectId };
    return id;
  }

  /** Locks a project with its namespace until the transaction ends. @returns undefined when it is gone */
  async lock(tx: Tx, id: ProjectId, principal: Principal): Promise<LockedProject | undefined> {
    for (let look = 1; look <= LOOKS; look++) {
      const locked = await tx.prepared(LOCK, [id]);
      if (locked.length > 0) return this.locked(tx, id, principal);
    }
    return undefined;
  }

  /** Reads a project whose row the transaction has locked. */
  async locked(tx: Tx, id: ProjectId, { userId, admin }: Principal): Promise<LockedProject> {
    const [row] = await tx.prepared<LockedRow & Record<string, unknown>>(LOCKED, [id, userId, admin]);
    const { namespaceId, namespacePath, namespaceVisibility, ...project } = row!;
    return {
      ...project,
      namespace: { id: namespaceId, fullPath: namespacePath, visibility: namespaceVisibility },
    };
  }

  /** Id of the project's present namespace. */
  async namespaceOf(tx: Tx, id: ProjectId): Promise<number | undefined> {
    const [row] = await tx.prepared<{ id: number }>(NAMESPACE_OF, [id]);
    return row?.id;
  }

  /** Undefined values stay. */
  async update(
    tx: Tx,
    id: ProjectId,
    columns: Partial<ProjectSettings & Pick<ProjectEntity, 'name' | 'path' | 'namespaceId'>>,
  ): Promise<void> {
    await tx.repository(ProjectEntity).update({ id }, { ...columns, updatedAt: () => 'now()' });
  }

  /** Repeating it changes nothing. */
  async setArchived(tx: Tx, id: ProjectId, archived: boolean): Promise<void> {
    await tx.prepared(ARCHIVE, [id, archived]);
  }

  /** Makes a user a member of a new project. */
  async addMember(tx: Tx, projectId: ProjectId, userId: UserId, level: AccessLevel): Promise<void> {
    await tx.repository(ProjectMemberEntity).insert({ projectId, userId, level });
  }

  /** Deletes a locked project, with its path and its members. */
  async delete(tx: Tx, id: ProjectId): Promise<void> {
    await tx.prepared(DELETE, [id]);
  }

  /** Deletes up to `atMost` projects of a namespace and its descendants. @returns them; fewer when no more are left */
  deleteBelow(tx: Tx, namespaceId: number, atMost: number): Promise<DeletedProject[]> {
    return tx.prepared<DeletedProject & Row>(DELETE_BELOW, [namespaceId, atMost]);
  }

  /** Updates the copy of the repository's data. Late or repeated changes have no effect; deleted projects stay deleted. */
  async noteRepositoryChange(
    tx: Tx,
    change: { projectId: ProjectId; sequence: number; defaultBranch: string | null; occurredAt: string },
  ): Promise<void> {
    const { projectId, occurredAt, sequence, defaultBranch } = change;
    await tx.prepared(NOTE_ACTIVITY, [projectId, occurredAt, sequence, defaultBranch]);
  }

  /** Same as `noteRepositoryChange`, for a change that is no activity. */
  async noteDefaultBranch(
    tx: Tx,
    { projectId, sequence, defaultBranch }: { projectId: ProjectId; sequence: number; defaultBranch: string },
  ): Promise<void> {
    await tx.prepared(NOTE_DEFAULT_BRANCH, [projectId, sequence, defaultBranch]);
  }
}
