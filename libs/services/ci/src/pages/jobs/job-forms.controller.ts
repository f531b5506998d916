import { Controller } from '@nestjs/common';
import { may } from '@hearth/access';
import type { ProjectId } from '@hearth/contract-kit';
import { Call, Endpoint, Forbidden, Redirect, returns, type CallOf } from '@hearth/http';
import { abilities } from '../../abilities.js';
import { BuildAccessFacts } from '../../builds/build-access.facts.js';
import { CancelJob } from '../../builds/cancel.js';
import { PlayJob } from '../../builds/play.js';
import { RetryJob } from '../../builds/retry.js';
import { JobForbidden, JobNotFound, JobUnplayable } from '../../refusals.js';
import { CancelJobFormParams, JobFormParams } from './job-page.params.js';

/** Buttons that change a job, on the pages of jobs and pipelines. */
@Controller()
export class JobFormsController {
  constructor(
    private readonly buildAccessFacts: BuildAccessFacts,
    private readonly cancelJob: CancelJob,
    private readonly retryJob: RetryJob,
    private readonly playJob: PlayJob,
  ) {}

  @Endpoint.post('/-/project/:id/jobs/:job_id/cancel', {
    summary: 'Cancel a job in a browser',
    can: abilities.updateBuild,
    params: CancelJobFormParams,
    returns: returns.html,
    refuses: [JobNotFound, Forbidden],
  })
  cancel(@Call() call: CallOf<typeof CancelJobFormParams>): Promise<Redirect> {
    return this.change(call, (projectId, id) => {
      const { force = false } = call.params;
      if (force && !may(abilities.adminBuild, call.project, call.user)) throw Forbidden();
      return this.cancelJob.execute(projectId, id, { force });
    });
  }

  @Endpoint.post('/-/project/:id/jobs/:job_id/retry', {
    summary: 'Run a job again in a browser',
    can: abilities.updateBuild,
    params: JobFormParams,
    returns: returns.html,
    refuses: [JobNotFound, JobForbidden],
  })
  retry(@Call() call: CallOf<typeof JobFormParams>): Promise<Redirect> {
    return this.change(call, (projectId, id, by) => this.retryJob.execute(projectId, id, by));
  }

  @Endpoint.post('/-/project/:id/jobs/:job_id/play', {
    summary: 'Start a manual or delayed job in a browser',
    can: abilities.updateBuild,
    params: JobFormParams,
    returns: returns.html,
    refuses: [JobNotFound, JobUnplayable],
  })
  play(@Call() call: CallOf<typeof JobFormParams>): Promise<Redirect> {
    return this.change(call, (projectId, id, by) => this.playJob.execute(projectId, id, by));
  }

  /** @param write returns the id of the job to show */
  private async change(
    { project: access, params, user }: CallOf<typeof JobFormParams>,
    write: (projectId: ProjectId, id: number, by: Parameters<RetryJob['execute']>[2]) => Promise<number>,
  ): Promise<Redirect> {
    const { protected: isProtected } = await this.buildAccessFacts.requireJob(access, params.job_id);
    const id = await write(access.project.id, params.job_id, { userId: user.userId, isProtected });
    const { pipeline } = params;
    const page = pipeline === undefined ? `jobs/${id}` : `pipelines/${pipeline}`;
    return new Redirect(`/${access.project.fullPath}/-/${page}`);
  }
}
