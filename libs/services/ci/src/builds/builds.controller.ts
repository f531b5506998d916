import { Controller } from '@nestjs/common';
import { may } from '@hearth/access';
import type { ProjectId } from '@hearth/contract-kit';
import { Call, Endpoint, Forbidden, Stream, pageRequest, returns, type CallOf, type Page } from '@hearth/http';
import { z } from 'zod';
import { abilities } from '../abilities.js';
import { BridgeFacts } from '../bridges/bridge.facts.js';
import { BridgeView, presentBridge } from '../bridges/bridge.view.js';
import { JobForbidden, JobNotFound, JobUnplayable, PipelineNotFound } from '../refusals.js';
import { BuildAccessFacts } from './build-access.facts.js';
import { BuildFacts } from './build.facts.js';
import { CancelJobParams, JobParams, JobsParams, PipelineJobsParams, PlayJobParams } from './build.params.js';
import { JobView, presentJob } from './build.view.js';
import { CancelJob } from './cancel.js';
import { PlayJob } from './play.js';
import { RetryJob } from './retry.js';
import { EraseJob } from '../traces/erase.js';
import { TraceFacts } from '../traces/trace.facts.js';

/** A job that runners take, or a bridge. */
const AnyJobView = z.union([JobView, BridgeView]);
type AnyJobView = z.output<typeof AnyJobView>;

@Controller()
export class BuildsController {
  constructor(
    private readonly buildFacts: BuildFacts,
    private readonly bridgeFacts: BridgeFacts,
    private readonly buildAccessFacts: BuildAccessFacts,
    private readonly cancelJob: CancelJob,
    private readonly retryJob: RetryJob,
    private readonly playJob: PlayJob,
    private readonly eraseJob: EraseJob,
    private readonly traceFacts: TraceFacts,
  ) {}

  @Endpoint.get('/projects/:id/jobs', {
    summary: 'List the jobs of a project',
    can: abilities.readBuild,
    jobTokens: true,
    params: JobsParams,
    returns: returns.page(JobView),
  })
  async list(@Call() { project, params, caller }: CallOf<typeof JobsParams>): Promise<Page<JobView>> {
    const paged = pageRequest(params, { by: 'id', sort: 'desc' });
    const request = { ...paged, statuses: params.scope, sort: 'desc' } as const;
    const now = new Date();
    const jobs = await this.buildFacts.ofProject(project.project.id, request);
    return jobs.map((fact) => presentJob(fact, caller.baseUrl, now));
  }

  @Endpoint.get('/projects/:id/pipelines/:pipeline_id/jobs', {
    summary: 'List the jobs of a pipeline',
    can: abilities.readBuild,
    jobTokens: true,
    params: PipelineJobsParams,
    returns: returns.page(JobView),
    refuses: [PipelineNotFound],
  })
  async ofPipeline(@Call() call: CallOf<typeof PipelineJobsParams>): Promise<Page<JobView>> {
    const { scope: statuses, include_retried: retried, page, per_page: perPage, pipeline_id: pipelineId } = call.params;
    const request = { page, perPage, statuses, retried, sort: 'desc' } as const;
    const now = new Date();
    const jobs = await this.buildFacts.ofPipeline(call.project.project.id, pipelineId, request);
    return jobs.map((fact) => presentJob(fact, call.caller.baseUrl, now));
  }

  @Endpoint.get('/projects/:id/jobs/:job_id', {
    summary: 'Get a job',
    can: abilities.readBuild,
    params: JobParams,
    returns: returns.json(JobView),
    refuses: [JobNotFound],
  })
  get(@Call() { project, params, caller }: CallOf<typeof JobParams>): Promise<JobView> {
    return this.one(project.project.id, params.job_id, caller.baseUrl);
  }

  @Endpoint.post('/projects/:id/jobs/:job_id/cancel', {
    summary: 'Cancel a job',
    can: abilities.updateBuild,
    params: CancelJobParams,
    returns: returns.json(JobView),
    refuses: [JobNotFound, Forbidden],
  })
  cancel(@Call() call: CallOf<typeof CancelJobParams>): Promise<JobView> {
    return this.change(call, (projectId, id) => {
      const { force = false } = call.params;
      if (force && !may(abilities.adminBuild, call.project, call.user)) throw Forbidden();
      return this.cancelJob.execute(projectId, id, { force });
    });
  }

  @Endpoint.post('/projects/:id/jobs/:job_id/retry', {
    summary: 'Run a job again',
    can: abilities.updateBuild,
    params: JobParams,
    returns: returns.json(AnyJobView),
    refuses: [JobNotFound, JobForbidden],
  })
  retry(@Call() call: CallOf<typeof JobParams>): Promise<AnyJobView> {
    return this.changeAny(call, (projectId, id, by) => this.retryJob.execute(projectId, id, by));
  }

  @Endpoint.post('/projects/:id/jobs/:job_id/play', {
    summary: 'Start a manual or delayed job',
    can: abilities.updateBuild,
    status: 200,
    params: PlayJobParams,
    returns: returns.json(AnyJobView),
    refuses: [JobNotFound, JobUnplayable],
  })
  play(@Call() call: CallOf<typeof PlayJobParams>): Promise<AnyJobView> {
    return this.changeAny(call, (projectId, id, by) => this.playJob.execute(projectId, id, by));
  }

  @Endpoint.post('/projects/:id/jobs/:job_id/erase', {
    summary: 'Erase what a job has written',
    can: abilities.updateBuild,
    params: JobParams,
    returns: returns.json(JobView),
    refuses: [JobNotFound, JobForbidden],
  })
  erase(@Call() call: CallOf<typeof JobParams>): Promise<JobView> {
    return this.change(call, (projectId, id) => this.eraseJob.execute(projectId, id));
  }

  @Endpoint.get('/projects/:id/jobs/:job_id/trace', {
    summary: 'Get what a job has written',
    can: abilities.readBuild,
    params: JobParams,
    returns: returns.stream('text/plain'),
    refuses: [JobNotFound],
  })
  async trace(@Call() { project, params }: CallOf<typeof JobParams>): Promise<Stream> {
    return new Stream(await this.traceFacts.of(project.project.id, params.job_id), { type: 'text/plain' });
  }

  /** @param write returns the id of the job for the response */
  private async change(
    { project, params, caller }: CallOf<typeof JobParams>,
    write: (projectId: ProjectId, id: number) => Promise<number>,
  ): Promise<JobView> {
    await this.buildAccessFacts.requireJob(project, params.job_id);
    const { id } = project.project;
    return this.one(id, await write(id, params.job_id), caller.baseUrl);
  }

  /** Changes a job, or a bridge. @param write returns the id of the one for the response */
  private async changeAny(
    { project, params, user, caller }: CallOf<typeof JobParams>,
    write: (projectId: ProjectId, id: number, by: Parameters<RetryJob['execute']>[2]) => Promise<number>,
  ): Promise<AnyJobView> {
    const { protected: isProtected } = await this.buildAccessFacts.requireJob(project, params.job_id, {
      bridges: true,
    });
    const { id } = project.project;
    const made = await write(id, params.job_id, { userId: user.userId, isProtected });
    const fact = await this.buildFacts.oneOfAny(id, made);
    if (!fact.build.isBridge) return presentJob(fact, caller.baseUrl, new Date());
    const [bridge] = await this.bridgeFacts.describe([fact], caller.principal);
    return presentBridge(bridge!, caller.baseUrl, new Date());
  }

  private async one(projectId: ProjectId, id: number, baseUrl: string): Promise<JobView> {
    return presentJob(await this.buildFacts.one(projectId, id), baseUrl, new Date());
  }
}
