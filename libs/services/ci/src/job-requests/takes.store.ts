import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Tx } from '@hearth/data';
import type { AskingRunner } from '../runners/runners.store.js';

/** The tags of the job are among the runner's, one without tags needs a runner that takes such, and some take protected refs only. */
const FITS = `j.status = 'pending' and j.kind = 'build' and j.tags <@ $2::text[] and (j.tags <> '{}' or $3)
  and (not $4 or j.protected)`;

/** The oldest job of the projects of a runner. */
const OF_ITS_PROJECTS = `
  select j.id from jobs j
  where ${FITS} and j.project_id = any (array(
    select of_runner.project_id from runner_projects of_runner join projects p on p.id = of_runner.project_id
    where of_runner.runner_id = $1 and p.builds_enabled and p.deleted_at is null))
  order by j.id limit 1`;

/** Of the projects that use shared runners, first those for which the fewest jobs run on shared runners. */
const OF_ALL_PROJECTS = `
  select j.id from jobs j join projects p on p.id = j.project_id
  left join (
    select running.project_id, count(*) as jobs from jobs running join runners r on r.id = running.runner_id and r.is_shared
    where running.status = 'running' and running.kind = 'build' group by running.project_id) busy on busy.project_id = j.project_id
  where ${FITS} and p.shared_runners_enabled and p.builds_enabled and p.deleted_at is null and $1::bigint is not null
  order by coalesce(busy.jobs, 0), j.id limit 1`;

/** No two runners get the same job: one that another one takes at this moment is left to it. */
const taking = (candidate: string) => `
  with due as materialized (${candidate} for update of j skip locked)
  update jobs set status = 'running', runner_id = $1, token_hash = $5, started_at = now(), updated_at = now()
  from due where jobs.id = due.id returning jobs.id, jobs.project_id as "projectId"`;

const RETURN = `
  update jobs set status = 'pending', runner_id = null, token_hash = null, started_at = null, updated_at = now()
  where id = $1 and status = 'running' and token_hash = $2`;

/** What runners take: all SQL about it. */
@Injectable()
export class TakesStore {
  /** Whether there is a job for a runner; another one may take it at the same time. */
  async hasJob(db: Db, runner: AskingRunner): Promise<boolean> {
    const text = runner.isShared ? OF_ALL_PROJECTS : OF_ITS_PROJECTS;
    return (await db.prepared(text, valuesOf(runner))).length > 0;
  }

  /** Gives a job to a runner. @param tokenHash of the token by which the job calls from then on */
  async take(
    tx: Tx,
    runner: AskingRunner,
    tokenHash: string,
  ): Promise<{ readonly id: number; readonly projectId: ProjectId } | undefined> {
    const text = taking(runner.isShared ? OF_ALL_PROJECTS : OF_ITS_PROJECTS);
    const [job] = await tx.prepared<{ id: number; projectId: ProjectId }>(text, [...valuesOf(runner), tokenHash]);
    return job;
  }

  /** Takes a job back from a runner that has not learnt of it. */
  async giveBack(tx: Tx, id: number, tokenHash: string): Promise<void> {
    await tx.prepared(RETURN, [id, tokenHash]);
  }
}

function valuesOf({ id, tags, runUntagged, protectedOnly }: AskingRunner): unknown[] {
  return [id, tags, runUntagged, protectedOnly];
}
