import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Forbidden } from '@hearth/http';
import { tokenHash } from '@hearth/secrets';
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
}
