import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Forbidden } from '@hearth/http';
import { tokenHash } from '@hearth/secrets';
import { isRetryable } from '../builds/build-status.rules.js';
import { BuildsStore, type CalledBuild } from '../builds/builds.store.js';
import { JobForbidden, JobNotFound } from '../refusals.js';

/** Checks that a call comes from the runner of a job. Its token is known after its end too: the runner has to learn of that. */
@Injectable()
export class AuthenticateJob {
  constructor(
    private readonly db: Database,
    private readonly buildsStore: BuildsStore,
  ) {}

  /** @throws JobNotFound, Forbidden, JobForbidden */
  async execute(id: number, token: string | undefined): Promise<CalledBuild> {
    const build = await this.buildsStore.findCalled(this.db, id);
    if (!build) throw JobNotFound();
    if (token === undefined || build.tokenHash === null || build.tokenHash !== tokenHash(token)) throw Forbidden();
    if (build.projectDeleted) throw JobForbidden({ reason: 'Project has been deleted!' });
    if (build.erased) throw JobForbidden({ reason: 'Job has been erased!' });
    return build;
  }

  /**
   * Checks that somebody who has the token of a job may read what another one of its pipeline has left, or itself.
   * @throws JobNotFound, Forbidden, JobForbidden
   */
  async reader(id: number, token: string | undefined): Promise<void> {
    const hash = token === undefined ? undefined : tokenHash(token);
    const build = await this.buildsStore.findCalled(this.db, id);
    if (!build || hash === undefined || build.tokenHash === hash) return void (await this.execute(id, token));
    const reader = await this.buildsStore.findRunning(this.db, hash);
    if (reader?.pipelineId !== build.pipelineId || !isRetryable(build.status)) throw Forbidden();
  }
}
