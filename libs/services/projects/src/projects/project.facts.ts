import { Injectable } from '@nestjs/common';
import {
  AccessLevel,
  type Principal,
  type ProjectAccess,
  type ProjectId,
  type ProjectReference,
  type UserReference,
} from '@hearth/contract-kit';
import { UserNotFound } from '@hearth/identity-contracts';
import { Database } from '@hearth/data';
import { Page, ProjectNotFound, type PageRequest } from '@hearth/http';
import { AccessStore } from '../access/access.store.js';
import { visibleTo } from '../access/visible-rows.finder.js';
import { contributedBy } from '../activity/contributions.finder.js';
import { OwnersStore } from '../namespaces/owners.store.js';
import { isReadmeInQuestion } from './code.rules.js';
import {
  ProjectsFinder,
  forksOf,
  inNamespaceOf,
  starredBy,
  type ProjectFilters,
  type ProjectScope,
} from './projects.finder.js';
import { ProjectsStore, type ListedProject, type ProjectRecord, type VisibleProject } from './projects.store.js';
import type { CallerFields } from '../access/projects-caller.js';
import { projectsCaller, accessUser } from '../access/projects-caller.js';

/** Reads projects, as complete records. */
@Injectable()
export class ProjectFacts {
  constructor(
    private readonly db: Database,
    private readonly projectsStore: ProjectsStore,
    private readonly projectsFinder: ProjectsFinder,
    private readonly ownersStore: OwnersStore,
    private readonly accessStore: AccessStore,
  ) {}

  /**
   * One project with the caller's level in it: access and record in one statement, one more for shares with groups that may be hidden.
   * @throws ProjectNotFound when it is unknown or hidden from the caller
   */
  async one(reference: ProjectReference, caller: Principal | null): Promise<VisibleProject> {
    const record = await this.projectsStore.visibleTo(this.db, reference, projectsCaller(caller));
    if (!record) throw ProjectNotFound();
    const hidden = await this.hiddenGroups([record], caller);
    return withoutShares(record, hidden);
  }

  /**
   * Card of a project with the caller's level in it.
   * @throws ProjectNotFound when it is unknown or hidden from the caller
   */
  async access(reference: ProjectReference, caller: CallerFields): Promise<ProjectAccess> {
    const [access] = await this.accessStore.resolve(this.db, { projects: [reference], user: accessUser(caller) });
    if (!access) throw ProjectNotFound();
    return access;
  }

  /**
   * One page of the projects visible to the caller. One more statement where the answer depends on the caller's level: the error of an import
   * is for masters only, a feature may be limited to members, and guests of a private project do not read its code. One more for shares with
   * groups that may be hidden.
   * @param scope limits the list; all projects by default
   */
  async page(
    caller: CallerFields | null,
    filters: ProjectFilters,
    request: PageRequest,
    scope?: ProjectScope,
  ): Promise<Page<ListedProject>> {
    const page = await this.projectsFinder.page(this.db, projectsCaller(caller), filters, request, scope);
    if (caller?.admin) return page.map((project) => ({ ...project, level: AccessLevel.owner }));
    const [levels, hidden] = await Promise.all([
      caller ? this.levelsIn(page.items.filter(dependsOnLevel), caller) : null,
      this.hiddenGroups(page.items, caller),
    ]);
    return page.map((project) => ({ ...withoutShares(project, hidden), level: levels?.get(project.id) }));
  }

  /** One page of the direct forks of a project that are visible to the caller. */
  pageOfForks(
    projectId: ProjectId,
    caller: Principal | null,
    filters: ProjectFilters,
    request: PageRequest,
  ): Promise<Page<ListedProject>> {
    return this.page(caller, filters, request, forksOf(projectId));
  }

  private async levelsIn(
    projects: readonly ProjectRecord[],
    caller: CallerFields,
  ): Promise<ReadonlyMap<ProjectId, AccessLevel>> {
    const references = projects.map((project) => ({ id: project.id }));
    const found = await this.accessStore.resolve(this.db, { projects: references, user: accessUser(caller) });
    return new Map(found.flatMap((access) => (access ? [[access.project.id, access.level]] : [])));
  }

  /** Ids of the groups with which the projects are shared and that are hidden from the caller. No statement where their visibility suffices. */
  private async hiddenGroups(
    projects: readonly ProjectRecord[],
    caller: CallerFields | null,
  ): Promise<ReadonlySet<number>> {
    const shares = projects.flatMap(({ sharedWithGroups }) => sharedWithGroups);
    const { open } = visibleTo(projectsCaller(caller));
    const closed = shares.filter(({ visibility }) => !open.includes(visibility));
    const ids = [...new Set(closed.map(({ id }) => id))];
    const user = caller && accessUser(caller);
    const found = await this.accessStore.resolveGroups(
      this.db,
      ids.map((id) => ({ id })),
      user,
    );
    return new Set(ids.filter((_, position) => found[position] === null));
  }

  /**
   * One page of the projects in a user's own namespace that are visible to the caller.
   * @throws UserNotFound
   */
  pageOfUser(
    user: UserReference,
    caller: Principal | null,
    filters: ProjectFilters,
    request: PageRequest,
  ): Promise<Page<ListedProject>> {
    return this.pageBy(user, inNamespaceOf(user), caller, filters, request);
  }

  /**
   * One page of the projects that a user has starred and that are visible to the caller.
   * @throws UserNotFound
   */
  pageStarredBy(
    user: UserReference,
    caller: Principal | null,
    filters: ProjectFilters,
    request: PageRequest,
  ): Promise<Page<ListedProject>> {
    return this.pageBy(user, starredBy(user), caller, filters, request);
  }

  /**
   * One page of the projects that a user has contributed to and that are visible to the caller.
   * @throws UserNotFound
   */
  pageContributedBy(
    user: UserReference,
    caller: Principal | null,
    filters: ProjectFilters,
    request: PageRequest,
  ): Promise<Page<ListedProject>> {
    return this.pageBy(user, contributedBy(user), caller, filters, request);
  }

  private async pageBy(
    user: UserReference,
    scope: ProjectScope,
    caller: Principal | null,
    filters: ProjectFilters,
    request: PageRequest,
  ): Promise<Page<ListedProject>> {
    const page = await this.page(caller, filters, request, scope);
    // A user with projects exists: only an empty list needs the check.
    const isAnswered = page.items.length > 0 || Boolean(page.total);
    if (!isAnswered && !(await this.ownersStore.exists(this.db, user))) throw UserNotFound();
    return page;
  }
}

/** Leaves out the shares with hidden groups: their names are not for the caller. */
function withoutShares<P extends ProjectRecord>(project: P, hidden: ReadonlySet<number>): P {
  if (hidden.size === 0) return project;
  return { ...project, sharedWithGroups: project.sharedWithGroups.filter(({ id }) => !hidden.has(id)) };
}

function dependsOnLevel(project: ProjectRecord): boolean {
  const { importError, features } = project;
  return importError !== null || Object.values(features).includes('private') || isReadmeInQuestion(project);
}
