import { Injectable } from '@nestjs/common';
import type { ProjectAccess, ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { Page, PageRequest } from '@hearth/http';
import { BuildAccessFacts } from '../builds/build-access.facts.js';
import { DeploymentsStore } from '../deployments/deployments.store.js';
import { EnvironmentNotFound } from '../refusals.js';
import { EnvironmentsStore, type Environment, type EnvironmentFilters } from './environments.store.js';

/** Reads of environments. */
@Injectable()
export class EnvironmentFacts {
  constructor(
    private readonly db: Database,
    private readonly environmentsStore: EnvironmentsStore,
    private readonly deploymentsStore: DeploymentsStore,
    private readonly buildAccessFacts: BuildAccessFacts,
  ) {}

  /** Returns a page of a project's environments. */
  page(projectId: ProjectId, filters: EnvironmentFilters, request: PageRequest): Promise<Page<Environment>> {
    return this.environmentsStore.page(this.db, projectId, filters, request);
  }

  /** @throws EnvironmentNotFound */
  async one(projectId: ProjectId, id: number): Promise<Environment> {
    const environment = await this.environmentsStore.find(this.db, projectId, id);
    if (!environment) throw EnvironmentNotFound();
    return environment;
  }

  /**
   * Returns the manual job that stops an environment.
   * @returns its id, and whether its ref is protected; undefined when there is none, or the environment is stopped
   * @throws EnvironmentNotFound; Forbidden when the caller may not start it
   */
  async stopAction(access: ProjectAccess, id: number): Promise<{ jobId: number; isProtected: boolean } | undefined> {
    const { id: projectId } = access.project;
    const environment = await this.one(projectId, id);
    if (environment.state === 'stopped') return undefined;
    const action = await this.deploymentsStore.stopAction(this.db, projectId, id);
    if (!action) return undefined;
    const { protected: isProtected } = await this.buildAccessFacts.requireRef(access, action);
    return { jobId: action.id, isProtected };
  }
}
