import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import type { Db, Row, Tx } from '@hearth/data';
import { ArtifactsStore } from '../artifacts/artifacts.store.js';
import { environmentErrors, type EnvironmentTier } from '../environments/environment.rules.js';
import { expanded } from '../pipelines/variables.rules.js';
import type { BuildVariable } from '../variables/variable.rules.js';
import { plainList, readPage, type Page, type PageRequest, type Parameter } from '@hearth/http';

/** A deployment with its environment. */
export interface Deployment {
  readonly id: number;
  readonly iid: number;
  readonly ref: string;
  readonly sha: string;
  readonly createdAt: Date;
  readonly userId: number | null;
  /** Null when the job was deleted. */
  readonly jobId: number | null;
  readonly environmentId: number;
  readonly environmentName: string;
  readonly environmentSlug: string;
  readonly environmentUrl: string | null;
  /** Null for the tier that the name of the environment suggests. */
  readonly environmentTier: EnvironmentTier | null;
}

/** Filters and order of a list of deployments; undefined or empty values do not filter. */
export interface DeploymentFilters {
  /** Name of their environment. */
  readonly environment?: string | undefined;
  /** Made at each of these times or later. */
  readonly after: readonly Date[];
  /** Made at each of these times or earlier. */
  readonly before: readonly Date[];
  /** Order by id, which is that of the times. */
  readonly sort: 'asc' | 'desc';
}

/** Effect of a successful job on an environment. */
export interface Deployed {
  readonly jobId: number;
  readonly ref: string;
  readonly tag: boolean;
  readonly sha: string;
  readonly userId: number | null;
  /** Variables that it has reported. */
  readonly reported: readonly BuildVariable[] | null;
  readonly environment: {
    readonly name: string;
    /** With the variables that were not set before it ran. */
    readonly url: string | null;
    readonly action: 'start' | 'stop' | 'prepare' | 'verify' | 'access';
    /** Name of the job that stops it. */
    readonly onStop: string | null;
    /** Time after which it stops by itself; missing: it does not. */
    readonly autoStopSeconds?: number;
  };
}

const COLUMNS = `d.id, d.iid, d.ref, d.sha, d.created_at as "createdAt", d.user_id as "userId", d.job_id as "jobId",
  e.id as "environmentId", e.name as "environmentName", e.slug as "environmentSlug", e.external_url as "environmentUrl", e.tier as "environmentTier"`;

const LIST_OF = `
  select ${COLUMNS} from deployments d join environments e on e.id = d.environment_id
  where d.project_id = $1 and d.environment_id = $2 order by d.id desc limit $3 offset $4`;
const COUNT_OF = `
  select count(*)::int as count from (select from deployments where project_id = $1 and environment_id = $2 limit $3) counted`;
const FIND = `
  select ${COLUMNS} from deployments d join environments e on e.id = d.environment_id where d.project_id = $1 and d.id = $2`;

const LAST_OF = `
  select ${COLUMNS} from deployments d join environments e on e.id = d.environment_id
  where d.project_id = $1 and d.environment_id = $2 order by d.id desc limit 1`;

/** Records each success once: the job is marked in the same statement. */
const TAKE_DEPLOYED = `
  update jobs set deployed_at = now()
  where pipeline_id = $1 and kind = 'build' and status = 'success' and deployed_at is null and options ? 'environment'
  returning id as "jobId", ref, tag, sha, user_id as "userId", options -> 'environment' as environment,
    reported_variables as reported`;

const MOVE_ENVIRONMENT = `
  update environments set state = $3, external_url = coalesce($4, external_url), updated_at = now(),
    auto_stop_at = case when $3 = 'available' then coalesce(now() + make_interval(secs => $5), auto_stop_at) end
  where project_id = $1 and name = $2 returning id`;

const RENEW_AUTO_STOP = `
  update environments set auto_stop_at = now() + make_interval(secs => $3)
  where project_id = $1 and name = $2 and state = 'available'`;

const NEXT_IID = `
  insert into deployment_counters as counted (project_id, last) values ($1, 1)
  on conflict (project_id) do update set last = counted.last + 1 returning last`;

const INSERT = `
  insert into deployments (project_id, iid, environment_id, job_id, ref, tag, sha, user_id, on_stop)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9) returning id`;

/** Manual job that stops an environment. */
export interface StopAction {
  readonly id: number;
  readonly ref: string;
  readonly tag: boolean;
  /** Of the merge request of its pipeline; null without one. */
  readonly sourceBranch: string | null;
}

const STOP_ACTION = `
  select action.id, action.ref, action.tag, p.merge_request ->> 'sourceBranch' as "sourceBranch"
  from (select job_id, on_stop from deployments where environment_id = $2 order by id desc limit 1) last
  join jobs made on made.id = last.job_id
  join jobs action on action.pipeline_id = made.pipeline_id and action.name = last.on_stop
    and action.kind = 'build' and action."when" = 'manual' and not action.retried
  join pipelines p on p.id = action.pipeline_id
  where made.project_id = $1`;

const DELETE_SOME = `
  delete from deployments where id in (select id from deployments where project_id = $1 limit $2) returning id`;

const REASSIGN_SOME = `
  update deployments set user_id = $2 where id in (select id from deployments where user_id = $1 limit $3) returning id`;

/** All SQL about deployments. */
@Injectable()
export class DeploymentsStore {
  constructor(private readonly artifactsStore: ArtifactsStore) {}

  /** Returns a page of a project's deployments. */
  page(db: Db, projectId: ProjectId, filters: DeploymentFilters, request: PageRequest): Promise<Page<Deployment>> {
    const rows = (parameter: Parameter) => `from deployments d join environments e on e.id = d.environment_id
      where ${conditions(projectId, filters, parameter)}`;
    return readPage<Deployment>(db, request, plainList({ columns: COLUMNS, rows, order: `d.id ${filters.sort}` }));
  }

  /** Returns a page of the deployments to an environment, newest first. */
  pageOf(db: Db, projectId: ProjectId, environmentId: number, request: PageRequest): Promise<Page<Deployment>> {
    return readPage<Deployment>(db, request, {
      page: ({ page, perPage }) => [LIST_OF, [projectId, environmentId, perPage, (page - 1) * perPage]],
      count: (most) => [COUNT_OF, [projectId, environmentId, most]],
    });
  }

  async find(db: Db, projectId: ProjectId, id: number): Promise<Deployment | undefined> {
    const [deployment] = await db.prepared<Deployment & Row>(FIND, [projectId, id]);
    return deployment;
  }

  /** Returns the newest deployment to an environment. */
  async lastOf(db: Db, projectId: ProjectId, environmentId: number): Promise<Deployment | undefined> {
    const [deployment] = await db.prepared<Deployment & Row>(LAST_OF, [projectId, environmentId]);
    return deployment;
  }

  /**
   * Records the effects of a pipeline's jobs on environments, each success once. A job that starts its environment is a deployment.
   * The transaction has locked the pipeline.
   * @returns ids of the deployments
   */
  async record(tx: Tx, projectId: ProjectId, pipelineId: number): Promise<number[]> {
    const made: number[] = [];
    for (const deployed of await this.takeDeployed(tx, pipelineId)) {
      const { name, action, autoStopSeconds = null } = deployed.environment;
      if (action !== 'start' && action !== 'stop') {
        if (autoStopSeconds !== null) await tx.prepared(RENEW_AUTO_STOP, [projectId, name, autoStopSeconds]);
        continue;
      }
      const isStop = action === 'stop';
      const url = isStop ? null : await this.urlOf(tx, deployed);
      const values = [projectId, name, isStop ? 'stopped' : 'available', url, autoStopSeconds];
      const [environment] = await tx.prepared<{ id: number }>(MOVE_ENVIRONMENT, values);
      // It may have been deleted since the pipeline was created.
      if (environment && !isStop) made.push(await this.insert(tx, projectId, environment.id, deployed));
    }
    return made;
  }

  /** Returns the URL of an environment with the variables that its job, and the jobs whose artifacts this got, have reported; null without a valid one. */
  private async urlOf(tx: Tx, { jobId, environment, reported }: Deployed): Promise<string | null> {
    const { name, url } = environment;
    if (url === null) return null;
    const [before] = /[$%]/.test(url) ? await this.artifactsStore.dependencies(tx, [jobId]) : [];
    const variables = [...(before?.variables ?? []), ...(reported ?? [])];
    const whole = expanded(url, new Map(variables.map(({ key, value }) => [key, value])));
    return environmentErrors({ name, externalUrl: whole }).external_url ? null : whole;
  }

  /** Returns the effects that are not recorded yet, in the order of the jobs. */
  private async takeDeployed(tx: Tx, pipelineId: number): Promise<Deployed[]> {
    const rows = await tx.prepared<Deployed & Row>(TAKE_DEPLOYED, [pipelineId]);
    return rows.toSorted((a, b) => a.jobId - b.jobId);
  }

  private async insert(tx: Tx, projectId: ProjectId, environmentId: number, deployed: Deployed): Promise<number> {
    const { jobId, ref, tag, sha, userId, environment } = deployed;
    const [counter] = await tx.prepared<{ last: number }>(NEXT_IID, [projectId]);
    const [made] = await tx.prepared<{ id: number }>(INSERT, [
      ...[projectId, counter!.last, environmentId, jobId, ref, tag, sha, userId],
      environment.onStop,
    ]);
    return made!.id;
  }

  /** Returns the job that stops an environment; undefined when its last deployment names none. */
  async stopAction(db: Db, projectId: ProjectId, environmentId: number): Promise<StopAction | undefined> {
    const [job] = await db.prepared<StopAction & Row>(STOP_ACTION, [projectId, environmentId]);
    return job;
  }

  /** Deletes at most `limit` deployments of a project; returns their number. */
  async deleteSome(tx: Tx, projectId: ProjectId, limit: number): Promise<number> {
    return (await tx.prepared(DELETE_SOME, [projectId, limit])).length;
  }

  /** Changes the user of at most `limit` deployments, or sets it to null; returns their number. */
  async reassignSome(tx: Tx, userId: number, newUserId: number | null, limit: number): Promise<number> {
    return (await tx.prepared(REASSIGN_SOME, [userId, newUserId, limit])).length;
  }
}

function conditions(
  projectId: ProjectId,
  { environment, after, before }: DeploymentFilters,
  parameter: Parameter,
): string {
  return [
    `d.project_id = ${parameter(projectId)}::bigint`,
    // By id, so that the index of the deployments to an environment finds them.
    ...(environment === undefined
      ? []
      : [
          `d.environment_id = (select named.id from environments named
            where named.project_id = ${parameter(projectId)}::bigint and named.name = ${parameter(environment)})`,
        ]),
    ...after.map((time) => `d.created_at >= ${parameter(time)}::timestamptz`),
    ...before.map((time) => `d.created_at <= ${parameter(time)}::timestamptz`),
  ].join(' and ');
}
