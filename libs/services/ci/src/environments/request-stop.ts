import { Injectable } from '@nestjs/common';
import type { ProjectAccess } from '@hearth/contract-kit';
import { PlayJob } from '../builds/play.js';
import { JobNotFound, JobUnplayable } from '../refusals.js';
import { EnvironmentFacts } from './environment.facts.js';
import type { Environment } from './environments.store.js';
import { StopEnvironment } from './stop.js';

/** Stops an environment on a user's request, and starts the manual job that its last deployment names as `on_stop`. */
@Injectable()
export class RequestStop {
  constructor(
    private readonly environmentFacts: EnvironmentFacts,
    private readonly playJob: PlayJob,
    private readonly stopEnvironment: StopEnvironment,
  ) {}

  /**
   * @param force whether to stop it without the job
   * @throws EnvironmentNotFound; Forbidden when the user may not start the job
   */
  async execute(access: ProjectAccess, id: number, userId: number, { force = false } = {}): Promise<Environment> {
    const action = force ? undefined : await this.environmentFacts.stopAction(access, id);
    if (action) {
      const by = { userId, isProtected: action.isProtected };
      await this.playJob.execute(access.project.id, action.jobId, by).catch(unlessItRuns);
    }
    return this.stopEnvironment.execute(access.project.id, id);
  }
}

/** Ignores that the job has just been started by another request, or was deleted: the environment stops in any case. */
function unlessItRuns(error: unknown): void {
  if (!JobUnplayable.is(error) && !JobNotFound.is(error)) throw error;
}
