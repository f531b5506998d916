import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { EnvironmentNotFound } from '../refusals.js';
import { EnvironmentsStore, type Environment } from './environments.store.js';

/** Stops an environment. A stopped one stays unchanged. */
@Injectable()
export class StopEnvironment {
  constructor(
    private readonly db: Database,
    private readonly environmentsStore: EnvironmentsStore,
  ) {}

  /** @throws EnvironmentNotFound */
  execute(projectId: ProjectId, id: number): Promise<Environment> {
    return this.db.tx(async (tx) => {
      const environment = await this.environmentsStore.lock(tx, projectId, id);
      if (!environment) throw EnvironmentNotFound();
      return environment.state === 'stopped' ? environment : this.environmentsStore.stop(tx, id);
    });
  }
}
