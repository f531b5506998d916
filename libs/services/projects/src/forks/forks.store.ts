import { Injectable } from '@nestjs/common';
import type { FeatureAccessLevel, GroupReference, Principal, ProjectId, Visibility } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import { levelInNamespace } from '../access/levels.finder.js';
import { createsProjects } from '../namespaces/creation-level.rules.js';

/** A project after its visibility was lowered, as `projects.project-updated` describes it. */
export interface LoweredProject {
  readonly projectId: ProjectId;
  readonly visibility: Visibility;
  readonly archived: boolean;
  readonly mergeRequests: FeatureAccessLevel;
  readonly repository: FeatureAccessLevel;
  readonly builds: FeatureAccessLevel;
  readonly sharedRunnersEnabled: boolean;
  readonly groupRunnersEnabled: boolean;
}

/** Projects whose visibility one statement lowers. */
export const LOWERED_AT_ONCE = 5_000;

/** SQL: columns of a {@link LoweredProject} of the project `p`. */
export const LOWERED_COLUMNS = `p.id as "projectId", p.visibility, p.archived, p.merge_requests_access_level as "mergeRequests",
    p.repository_access_level as repository, p.builds_access_level as builds, p.shared_runners_enabled as "sharedRunnersEnabled",
    p.group_runners_enabled as "groupRunnersEnabled"`;

/**
 * Matches by id or full path first, then by the last segment of the path, then by the name. Only namespaces where the user may create projects
 * match: others are not disclosed.
 */
const FIND_TARGET = `
  with named as (
    select $1::bigint as id, 0 as rank where $1::bigint is not null
    union all select namespace_id, 1 from routes where lower(path) = lower($2::text)
    union all select id, 2 from namespaces where lower(path) = lower($2::text)
    union all select id, 3 from namespaces where lower(name) = lower($2::text)
  )
  select n.id from named join namespaces n on n.id = named.id
  cross join lateral (
    select case when $4::boolean then 50 else coalesce(${levelInNamespace('n', '$3::bigint')}, 0) end as level offset 0) mine
  where ${createsProjects('n', { level: 'mine.level', admin: '$4::boolean' })}
  order by named.rank, n.id limit 1`;

const COUNT = 'update projects set forks_count = forks_count + $2 where id = $1 returning id';

/** For share: a transaction that lowers the visibility waits for this one, or this one waits for it. */
const VISIBILITY = 'select visibility from projects where id = $1 for share';

const BELOW = `
  with recursive below as (
    select id from projects where forked_from_id = $1
    union select fork.id from projects fork join below on fork.forked_from_id = below.id
  )`;

const LOWER = `${BELOW}
  update projects p set visibility = $2, updated_at = now()
  where p.id = any (array(select fork.id from projects fork join below using (id) where fork.visibility = any ($3::text[]) limit $4))
  returning ${LOWERED_COLUMNS}`;

const IS_BELOW = `${BELOW} select exists (select from below where id = $2::bigint) as below`;

const LINK = `
  update projects set forked_from_id = case when id = $1 then $2 else forked_from_id end, fork_network_id = $4,
    updated_at = case when id = $1 then now() else updated_at end
  where id = $1 or fork_network_id = $3`;

const UNLINK = 'update projects set forked_from_id = null, fork_network_id = null, updated_at = now() where id = $1';

/** Fork relations between projects. */
@Injectable()
export class ForksStore {
  /** Target namespace of a fork, by id, full path, path or name. */
  async findTarget(db: Db, namespace: GroupReference, { userId, admin }: Principal): Promise<number | undefined> {
    const [id, path] = 'id' in namespace ? [namespace.id, null] : [null, namespace.path];
    const [row] = await db.prepared<{ id: number }>(FIND_TARGET, [id, path, userId, admin]);
    return row?.id;
  }

  /** Adds to the project's count of forks, and locks the project until the transaction ends. @returns false when it is gone */
  async count(tx: Tx, sourceId: ProjectId, by: 1 | -1): Promise<boolean> {
    return (await tx.prepared(COUNT, [sourceId, by])).length > 0;
  }

  /** Visibility of a project, locked until the transaction ends; undefined when it is gone. */
  async visibilityOf(tx: Tx, id: ProjectId): Promise<Visibility | undefined> {
    const [row] = await tx.prepared<{ visibility: Visibility }>(VISIBILITY, [id]);
    return row?.visibility;
  }

  /**
   * Lowers the visibility of the project's direct and indirect forks that have one of the higher visibilities.
   * @returns at most LOWERED_AT_ONCE of them; fewer when no more are left
   */
  lowerForks(
    tx: Tx,
    sourceId: ProjectId,
    { to, higher }: { to: Visibility; higher: readonly Visibility[] },
  ): Promise<LoweredProject[]> {
    return tx.prepared<LoweredProject & Row>(LOWER, [sourceId, to, higher, LOWERED_AT_ONCE]);
  }

  /** Whether one project is a direct or indirect fork of the other one. */
  async isBelow(tx: Tx, projectId: ProjectId, other: ProjectId): Promise<boolean> {
    const [row] = await tx.prepared<{ below: boolean }>(IS_BELOW, [other, projectId]);
    return row!.below;
  }

  /** Makes a project a fork of the source; all projects of its network join the source's network. */
  async link(
    tx: Tx,
    project: { id: ProjectId; forkNetworkId: ProjectId },
    source: { id: ProjectId; forkNetworkId: ProjectId },
  ): Promise<void> {
    await tx.prepared(LINK, [project.id, source.id, project.forkNetworkId, source.forkNetworkId]);
  }

  /** Takes a project out of its network; its own forks stay there. */
  async unlink(tx: Tx, id: ProjectId): Promise<void> {
    await tx.prepared(UNLINK, [id]);
  }
}
