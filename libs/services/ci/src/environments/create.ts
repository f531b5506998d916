import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database, type Tx } from '@hearth/data';
import { ProjectNotFound } from '@hearth/http';
import { ProjectsStore } from '../pipelines/projects.store.js';
import { EnvironmentInvalid } from '../refusals.js';
import { environmentErrors, environmentSlug, type EnvironmentColumns } from './environment.rules.js';
import { EnvironmentsStore, type Environment } from './environments.store.js';

const TAKEN = ['has already been taken'];

/** Two random slugs collide once in two thousand million times. */
const ATTEMPTS = 5;

/** Creates an environment. */
@Injectable()
export class CreateEnvironment {
  constructor(
    private readonly db: Database,
    private readonly projectsStore: ProjectsStore,
    private readonly environmentsStore: EnvironmentsStore,
  ) {}

  /** @throws EnvironmentInvalid; ProjectNotFound when it was deleted in the meantime */
  execute(projectId: ProjectId, environment: EnvironmentColumns): Promise<Environment> {
    return this.db.tx(async (tx) => {
      if (!(await this.projectsStore.hold(tx, projectId))) throw ProjectNotFound();
      const errors = environmentErrors(environment);
      if (await this.environmentsStore.isTaken(tx, projectId, environment.name, null))
        throw EnvironmentInvalid({ errors: { ...errors, name: [...TAKEN, ...(errors.name ?? [])] } });
      if (Object.keys(errors).length > 0) throw EnvironmentInvalid({ errors });
      return this.insert(tx, projectId, environment);
    });
  }

  /** @throws EnvironmentInvalid when another request has just created it */
  private async insert(tx: Tx, projectId: ProjectId, environment: EnvironmentColumns): Promise<Environment> {
    const { name } = environment;
    for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
      const made = await this.environmentsStore.insert(tx, projectId, { ...environment, slug: environmentSlug(name) });
      if (made) return made;
      if (await this.environmentsStore.isTaken(tx, projectId, name, null)) break;
      // A name that equals its slug has no alternative slug.
      if (environmentSlug(name) === name) throw EnvironmentInvalid({ errors: { slug: TAKEN } });
    }
    throw EnvironmentInvalid({ errors: { name: TAKEN } });
  }
}
