import { Injectable } from '@nestjs/common';
import { AccessResolver, may } from '@hearth/access';
import { Calls } from '@hearth/calls';
import type { ProjectAccess } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Forbidden } from '@hearth/http';
import { ActAsQuery } from '@hearth/identity-contracts';
import { Job, type JobRun } from '@hearth/jobs';
import { abilities } from '../abilities.js';
import { StopExpiredEnvironmentsJob } from '../jobs.js';
import { EnvironmentNotFound } from '../refusals.js';
import { EnvironmentsStore, type ExpiredEnvironment } from './environments.store.js';
import { RequestStop } from './request-stop.js';
import { StopEnvironment } from './stop.js';

/** Environments that are read at once. */
const AT_ONCE = 100;

/** Stops environments whose time has come (`auto_stop_in`), in the name of the user of their last deployment. */
@Injectable()
export class StopExpiredEnvironments {
  constructor(
    private readonly db: Database,
    private readonly environmentsStore: EnvironmentsStore,
    private readonly requestStop: RequestStop,
    private readonly stopEnvironment: StopEnvironment,
    private readonly calls: Calls,
    private readonly accessResolver: AccessResolver,
  ) {}

  /** Safe to repeat. */
  @Job(StopExpiredEnvironmentsJob)
  async execute(_data = {}, { signal }: Partial<JobRun> = {}): Promise<void> {
    for (;;) {
      signal?.throwIfAborted();
      const expired = await this.environmentsStore.expired(this.db, AT_ONCE);
      for (const each of expired) await this.stop(each).catch(unlessDeleted);
      if (expired.length < AT_ONCE) return;
    }
  }

  /** Stops it without its `on_stop` job if the user may not start that. */
  private async stop(expired: ExpiredEnvironment): Promise<void> {
    const { id, projectId, userId } = expired;
    const access = await this.accessOf(expired);
    const isStopped = access && (await this.requestStop.execute(access, id, userId!).catch(ifForbidden));
    if (!isStopped) await this.stopEnvironment.execute(projectId, id);
  }

  /** Returns the present access of a user who may stop environments. */
  private async accessOf({ projectId, userId }: ExpiredEnvironment): Promise<ProjectAccess | undefined> {
    if (userId === null) return undefined;
    const { principal, blocked } = await this.calls.query(ActAsQuery, { user: { id: userId } });
    if (!principal || blocked) return undefined;
    const access = await this.accessResolver.project({ id: projectId }, principal);
    return access && may(abilities.stopEnvironment, access, principal) ? access : undefined;
  }
}

function ifForbidden(error: unknown): undefined {
  if (!Forbidden.is(error)) throw error;
}

function unlessDeleted(error: unknown): void {
  if (!EnvironmentNotFound.is(error)) throw error;
}
