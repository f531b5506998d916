import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Forbidden } from '@hearth/http';
import { tokenHash } from '@hearth/secrets';
import { isRetryable } from '../builds/build-status.rules.js';
import { BuildsStore, type CalledBuild } from '../builds/builds.store.js';
import { JobForbidden, JobNotFound } from '../refusals.js';

/** A call about a job: its token stands in the header, or else in the parameters. */
interface JobCall {
  readonly params: { readonly id: number; readonly token?: string | undefined };
  header(name: string): string | undefined;
}

function tokenOf(call: JobCall): string | undefined {
  return call.header('job-token') ?? call.params.token;
}

/** Checks that a call comes from the runner of a job. Its token is known after its end too: the runner has to learn of that. */
@Injectable()
export class AuthenticateJob {
  constructor(
    private readonly db: Database,
    private readonly buildsStore: BuildsStore,
  ) {}

  /**
   * @returns the job, and the token that was shown
   * @throws JobNotFound, Forbidden, JobForbidden
   */
  async execute(call: JobCall): Promise<{ job: CalledBuild; token: string }> {
    const job = await this.buildsStore.findCalled(this.db, call.params.id);
    if (!job) throw JobNotFound();
    const token = tokenOf(call);
    if (token === undefined || job.tokenHash === null || job.tokenHash !== tokenHash(token)) throw Forbidden();
    if (job.projectDeleted) throw JobForbidden({ reason: 'Project has been deleted!' });
    if (job.erased) throw JobForbidden({ reason: 'Job has been erased!' });
    return { job, token };
  }

  /**
   * Checks that somebody who has the token of a job may read what another one of its pipeline has left, or itself.
   * @returns the project of both
   * @throws JobNotFound, Forbidden, JobForbidden
   */
  async reader(call: JobCall): Promise<ProjectId> {
    const token = tokenOf(call);
    const hash = token === undefined ? undefined : tokenHash(token);
    const build = await this.buildsStore.findCalled(this.db, call.params.id);
    if (!build || hash === undefined || build.tokenHash === hash) return (await this.execute(call)).job.projectId;
    const reader = await this.buildsStore.findRunning(this.db, hash);
    if (reader?.pipelineId !== build.pipelineId || !isRetryable(build.status)) throw Forbidden();
    return build.projectId;
  }
}
