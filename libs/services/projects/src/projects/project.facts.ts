import { Injectable } from '@nestjs/common';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Page, ProjectNotFound } from '@hearth/http';
import { ProjectsFinder, type ProjectFilters } from './projects.finder.js';
import { ProjectsStore, type ProjectRecord } from './projects.store.js';

/** Reads of projects, with everything that is printed of them. */
@Injectable()
export class ProjectFacts {
  constructor(
    private readonly db: Database,
    private readonly store: ProjectsStore,
    private readonly finder: ProjectsFinder,
  ) {}

  /**
   * One project that the viewer was found to be allowed to see.
   * @throws ProjectNotFound when it has gone in the meantime
   */
  async one(id: ProjectId, viewer: Principal | null): Promise<ProjectRecord> {
    const record = await this.store.one(this.db, id, viewer?.userId ?? null);
    if (!record) throw ProjectNotFound();
    return record;
  }

  /** One page of the projects that the viewer may see. */
  async page(
    viewer: Principal | null,
    filters: ProjectFilters,
    request: { page: number; perPage: number },
  ): Promise<Page<ProjectRecord>> {
    const who = { id: viewer?.userId ?? null, admin: viewer?.admin ?? false, external: viewer?.external ?? false };
    const { records, total } = await this.finder.page(this.db, who, filters, request);
    return new Page(records, request, total);
  }
}
