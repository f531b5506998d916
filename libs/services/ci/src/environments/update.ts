import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { EnvironmentInvalid, EnvironmentNotFound } from '../refusals.js';
import { environmentErrors, type EnvironmentColumns } from './environment.rules.js';
import { EnvironmentsStore, type Environment } from './environments.store.js';

/** Changes an environment. Its slug stays: host names may contain it. */
@Injectable()
export class UpdateEnvironment {
  constructor(
    private readonly db: Database,
    private readonly environmentsStore: EnvironmentsStore,
  ) {}

  /**
   * @param changes `undefined` leaves a field as it is
   * @throws EnvironmentNotFound, EnvironmentInvalid
   */
  execute(
    projectId: ProjectId,
    id: number,
    changes: { readonly [Column in keyof EnvironmentColumns]: EnvironmentColumns[Column] | undefined },
  ): Promise<Environment> {
    return this.db.tx(async (tx) => {
      const environment = await this.environmentsStore.lock(tx, projectId, id);
      if (!environment) throw EnvironmentNotFound();
      const { name = environment.name, externalUrl = environment.externalUrl, tier = environment.tier } = changes;
      const isSame = name === environment.name && externalUrl === environment.externalUrl && tier === environment.tier;
      if (isSame) return environment;
      const errors = environmentErrors({ name, externalUrl });
      if (await this.environmentsStore.isTaken(tx, projectId, name, id))
        throw EnvironmentInvalid({ errors: { ...errors, name: ['has already been taken', ...(errors.name ?? [])] } });
      if (Object.keys(errors).length > 0) throw EnvironmentInvalid({ errors });
      return this.environmentsStore.update(tx, id, { name, externalUrl, tier });
    });
  }
}
