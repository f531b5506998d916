import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { UnlessModified } from '@hearth/http';
import { EnvironmentNotFound } from '../refusals.js';
import { EnvironmentsStore } from './environments.store.js';

/** Deletes an environment. */
@Injectable()
export class DeleteEnvironment {
  constructor(
    private readonly db: Database,
    private readonly environmentsStore: EnvironmentsStore,
  ) {}

  /** @throws EnvironmentNotFound, PreconditionFailed */
  async execute(projectId: ProjectId, id: number, unlessModified: UnlessModified): Promise<void> {
    await this.db.tx(async (tx) => {
      const environment = await this.environmentsStore.lock(tx, projectId, id);
      if (!environment) throw EnvironmentNotFound();
      unlessModified(environment.updatedAt);
      await this.environmentsStore.delete(tx, id);
    });
  }
}
