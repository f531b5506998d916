import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Forbidden, Unauthorized } from '@hearth/http';
import { tokenHash } from '@hearth/secrets';
import { isRetryable } from '../builds/build-status.rules.js';
import { BuildsStore, type CalledBuild, type RunningBuild } from '../builds/builds.store.js';
import { JobForbidden, JobNotFound } from '../refusals.js';
import { OtherJobsFacts } from './other-jobs.facts.js';

/** Call about a job. Its token is in the header, or else in the parameters. */
interface JobCall {
  readonly params: { readonly id: number; readonly token?: string | undefined };
  header(name: string): string | undefined;
}

function tokenOf(call: JobCall): string | undefined {
  return call.header('job-token') ?? call.params.token;
}

/** Checks that a call comes from the runner of a job. The token stays valid after the job's end, so that the runner learns of the end. */
@Injectable()
export class AuthenticateJob {
  constructor(
    private readonly db: Database,
    private readonly buildsStore: BuildsStore,
    private readonly otherJobsFacts: OtherJobsFacts,
  ) {}

  /**
   * @returns the job, and the token of the call
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
   * Returns the running job with a token.
   * @throws Unauthorized
   */
  async own(token: string | undefined): Promise<RunningBuild> {
    const job = token === undefined ? undefined : await this.buildsStore.findRunning(this.db, tokenHash(token));
    if (!job) throw Unauthorized();
    return job;
  }

  /**
   * Checks that the caller, with the token of a job, may read the artifacts of that job, of another one of its pipeline, or of one of another pipeline
   * that it needs.
   * @returns the project of the artifacts
   * @throws JobNotFound, Forbidden, JobForbidden
   */
  async reader(call: JobCall): Promise<ProjectId> {
    const token = tokenOf(call);
    const hash = token === undefined ? undefined : tokenHash(token);
    const build = await this.buildsStore.findCalled(this.db, call.params.id);
    if (!build || hash === undefined || build.tokenHash === hash) return (await this.execute(call)).job.projectId;
    const reader = await this.buildsStore.findRunning(this.db, hash);
    if (!reader || !isRetryable(build.status) || !(await this.mayRead(reader, build))) throw Forbidden();
    return build.projectId;
  }

  /** The rights in another project may have ended since the job has begun. */
  private async mayRead(reader: RunningBuild, { id, pipelineId, projectId }: CalledBuild): Promise<boolean> {
    if (reader.pipelineId === pipelineId) return true;
    return Boolean(reader.otherJobIds?.includes(id)) && this.otherJobsFacts.mayRead(reader.userId, { id: projectId });
  }
}
