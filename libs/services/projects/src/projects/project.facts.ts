import { Injectable } from '@nestjs/common';
import type { AccessLevel, Principal, ProjectId, ProjectReference, UserReference } from '@hearth/contract-kit';
import { UserNotFound } from '@hearth/contracts';
import { Database } from '@hearth/data';
import { Page, ProjectNotFound, type PageRequest } from '@hearth/http';
import { AccessStore } from '../access/access.store.js';
import { OwnersStore } from '../namespaces/owners.store.js';
import { inNamespaceOf, type ProjectScope } from './lists/list-branches.finder.js';
import type { ProjectFilters } from './lists/list-filters.finder.js';
import { ProjectsFinder } from './projects.finder.js';
import {
  ProjectsStore,
  type ListedProject,
  type ProjectRecord,
  type Viewer,
  type VisibleProject,
} from './projects.store.js';

/** Reads of projects, with everything that is printed of them. */
@Injectable()
export class ProjectFacts {
  constructor(
    private readonly db: Database,
    private readonly store: ProjectsStore,
    private readonly finder: ProjectsFinder,
    private readonly owners: OwnersStore,
    private readonly access: AccessStore,
  ) {}

  /**
   * One project and the viewer's level in it: the access question and the record in one statement.
   * @throws ProjectNotFound when it is unknown or hidden from the viewer
   */
  async one(reference: ProjectReference, viewer: Principal | null): Promise<VisibleProject> {
    const record = await this.store.visibleTo(this.db, reference, viewerOf(viewer));
    if (!record) throw ProjectNotFound();
    return record;
  }

  /**
   * One page of the projects that the viewer may see. One statement more where imports failed: why is for masters only.
   * @param scope where they are from, if not from everywhere
   */
  async page(
    viewer: Principal | null,
    filters: ProjectFilters,
    request: PageRequest,
    scope?: ProjectScope,
  ): Promise<Page<ListedProject>> {
    const page = await this.finder.page(this.db, viewerOf(viewer), filters, request, scope);
    const failed = page.items.filter(({ importError }) => importError !== null);
    if (!viewer || failed.length === 0) return page;
    const levels = await this.levelsIn(failed, viewer);
    return page.map((project) => ({ ...project, level: levels.get(project.id) }));
  }

  private async levelsIn(
    projects: readonly ProjectRecord[],
    { userId: id, admin, external }: Principal,
  ): Promise<ReadonlyMap<ProjectId, AccessLevel>> {
    const references = projects.map((project) => ({ id: project.id }));
    const found = await this.access.resolve(this.db, { projects: references, user: { id, admin, external } });
    return new Map(found.flatMap((access) => (access ? [[access.project.id, access.level]] : [])));
  }

  /**
   * One page of the projects in a user's own namespace that the viewer may see.
   * @throws UserNotFound
   */
  async pageOfUser(
    user: UserReference,
    viewer: Principal | null,
    filters: ProjectFilters,
    request: PageRequest,
  ): Promise<Page<ListedProject>> {
    const page = await this.page(viewer, filters, request, inNamespaceOf(user));
    // Whoever has projects is there: only an empty list leaves a question.
    const isAnswered = page.items.length > 0 || Boolean(page.total);
    if (!isAnswered && !(await this.owners.exists(this.db, user))) throw UserNotFound();
    return page;
  }
}

function viewerOf(principal: Principal | null): Viewer {
  return { id: principal?.userId ?? null, admin: principal?.admin ?? false, external: principal?.external ?? false };
}
