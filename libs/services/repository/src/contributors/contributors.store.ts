import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Tx } from '@hearth/data';
import { plainList, type ListStatements } from '@hearth/http';
import type { Contribution } from '../git/reads/contributions.js';

/** Sort key of contributors; the default is the time of the newest commit. */
export type ContributorOrder = 'newest' | 'name' | 'email' | 'commits';

export interface ContributorQuery {
  readonly orderBy: ContributorOrder;
  readonly sort: 'asc' | 'desc';
}

const TIP = 'select tip from contributor_counts where project_id = $1';

/** Waits for a running deletion of the project, and finds no row after it. */
const LOCK_REPOSITORY = 'select 1 as found from repositories where project_id = $1 and deleted_at is null for share';
const ENSURE_COUNT = 'insert into contributor_counts (project_id) values ($1) on conflict (project_id) do nothing';
const LOCK_TIP = `${TIP} for update`;
const SET_TIP = 'update contributor_counts set tip = $2 where project_id = $1';
const DELETE_COUNT = 'delete from contributor_counts where project_id = $1 returning project_id';
const CLEAR = 'delete from contributors where project_id = $1';

const ADD = `
  insert into contributors as known (project_id, email, name, commits, additions, deletions, newest)
  select $1, * from unnest($2::text[], $3::text[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[])
  on conflict (project_id, email) do update set
    name = case when excluded.newest >= known.newest then excluded.name else known.name end,
    commits = known.commits + excluded.commits, additions = known.additions + excluded.additions,
    deletions = known.deletions + excluded.deletions, newest = greatest(known.newest, excluded.newest)`;

/** All SQL about contributors. */
@Injectable()
export class ContributorsStore {
  /** Returns the commit up to which a project's contributors are counted; undefined when they were never requested. */
  async tip(db: Db, projectId: ProjectId): Promise<string | null | undefined> {
    return (await db.prepared<{ tip: string | null }>(TIP, [projectId]))[0]?.tip;
  }

  /** Like {@link tip}, locked until the transaction ends; undefined for a deleted project. */
  async lockTip(tx: Tx, projectId: ProjectId): Promise<string | null | undefined> {
    const [found] = await tx.prepared<{ found: number }>(LOCK_REPOSITORY, [projectId]);
    if (!found) return undefined;
    await tx.prepared(ENSURE_COUNT, [projectId]);
    return (await tx.prepared<{ tip: string | null }>(LOCK_TIP, [projectId]))[0]!.tip;
  }

  async setTip(tx: Tx, projectId: ProjectId, tip: string): Promise<void> {
    await tx.prepared(SET_TIP, [projectId, tip]);
  }

  async clear(tx: Tx, projectId: ProjectId): Promise<void> {
    await tx.prepared(CLEAR, [projectId]);
  }

  /** Adds contributions to the counts. */
  async add(tx: Tx, projectId: ProjectId, contributions: readonly Contribution[]): Promise<void> {
    const column = (of: (each: Contribution) => unknown) => contributions.map(of);
    await tx.prepared(ADD, [
      projectId,
      ...[column(({ email }) => email), column(({ name }) => name), column(({ commits }) => commits)],
      ...[column(({ additions }) => additions), column(({ deletions }) => deletions), column(({ newest }) => newest)],
    ]);
  }

  /** Returns the statements for a list of a project's contributors. */
  list(projectId: ProjectId, { orderBy, sort }: ContributorQuery): ListStatements {
    return plainList({
      columns: 'email, name, commits, additions, deletions, newest',
      rows: (parameter) => `from contributors where project_id = ${parameter(projectId)}`,
      order: `${orderBy} ${sort}, email ${sort}`,
    });
  }

  async deleteCount(tx: Tx, projectId: ProjectId): Promise<number> {
    return (await tx.prepared(DELETE_COUNT, [projectId])).length;
  }
}
