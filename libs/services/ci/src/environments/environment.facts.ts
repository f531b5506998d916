import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { Page, PageRequest } from '@hearth/http';
import { EnvironmentsStore, type Environment } from './environments.store.js';

/** Lists of environments. */
@Injectable()
export class EnvironmentFacts {
  constructor(
    private readonly db: Database,
    private readonly environmentsStore: EnvironmentsStore,
  ) {}

  /** A page of a project's environments. */
  page(projectId: ProjectId, request: PageRequest): Promise<Page<Environment>> {
    return this.environmentsStore.page(this.db, projectId, request);
  }
}
