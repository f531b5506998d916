import { Injectable } from '@nestjs/common';
import type { GroupAccess, Principal, ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { GroupNotFound, Page, type PageRequest } from '@hearth/http';
import { AccessStore } from '../access/access.store.js';
import { accessUser, projectsCaller } from '../access/projects-caller.js';
import { EVERY_PROJECT } from '../projects/project-list.rules.js';
import type { ProjectFilters } from '../projects/projects.finder.js';
import { ProjectFacts } from '../projects/project.facts.js';
import type { ListedProject } from '../projects/projects.store.js';
import { insideOf, projectsOf, sharedWith } from './group-projects.finder.js';
import type { GroupProjects } from './group.rules.js';
import type { GroupDetail } from './group.view.js';
import { GroupsFinder, type GroupFilters } from './groups.finder.js';
import { ProjectGroupsFinder, type ProjectGroupFilters, type ProjectGroupRecord } from './project-groups.finder.js';
import { GroupsStore, type GroupRecord } from './groups.store.js';

/** Reads groups, as complete records. */
@Injectable()
export class GroupFacts {
  constructor(
    private readonly db: Database,
    private readonly groupsStore: GroupsStore,
    private readonly groupsFinder: GroupsFinder,
    private readonly projectFacts: ProjectFacts,
    private readonly projectGroupsFinder: ProjectGroupsFinder,
    private readonly accessStore: AccessStore,
  ) {}

  /** One page of the groups visible to the caller. */
  async page(caller: Principal | null, filters: GroupFilters, request: PageRequest): Promise<Page<GroupRecord>> {
    return this.groupsFinder.page(this.db, projectsCaller(caller), filters, request);
  }

  /** One page of the groups of a project: those around it, and on request those that it is shared with. */
  async pageOfProject(
    projectId: ProjectId,
    filters: ProjectGroupFilters,
    request: PageRequest,
  ): Promise<Page<ProjectGroupRecord>> {
    return this.projectGroupsFinder.page(this.db, projectId, filters, request);
  }

  /**
   * Group of a project with the caller's level in it.
   * @param namespaceId of the project
   * @returns null for a project of a user, and where the group is hidden from the caller
   */
  async ofProject(namespaceId: number, caller: Principal): Promise<GroupAccess | null> {
    const [access] = await this.accessStore.resolveGroups(this.db, [{ id: namespaceId }], accessUser(caller));
    return access ?? null;
  }

  /** @returns undefined when it was deleted */
  record(groupId: number): Promise<GroupRecord | undefined> {
    return this.groupsStore.one(this.db, groupId);
  }

  /** One page of the projects of the group that are visible to the caller. */
  projectsOf(
    { groupId, ...which }: { readonly groupId: number } & GroupProjects,
    caller: Principal | null,
    filters: ProjectFilters,
    request: PageRequest,
  ): Promise<Page<ListedProject>> {
    return this.projectFacts.page(caller, filters, request, projectsOf(groupId, which));
  }

  /**
   * A group with its projects as the caller sees them: three statements, and for each kind of projects up to two more (`ProjectFacts.page`);
   * at most 100 projects of each kind.
   * @throws GroupNotFound when it was deleted
   */
  async detail(groupId: number, caller: Principal | null, withProjects = true): Promise<GroupDetail> {
    const [group, inside, shared] = await Promise.all([
      this.groupsStore.one(this.db, groupId),
      withProjects ? this.projectFacts.page(caller, BY_ID, DETAIL_PAGE, insideOf(groupId)) : undefined,
      withProjects ? this.projectFacts.page(caller, BY_ID, DETAIL_PAGE, sharedWith(groupId)) : undefined,
    ]);
    if (!group) throw GroupNotFound();
    return { group, projects: inside?.items, sharedProjects: shared?.items };
  }
}

/** A keyset page, so that no total is counted. */
const DETAIL_PAGE: PageRequest = { page: 1, perPage: 100, keyset: { sort: 'asc', after: null } };

const BY_ID: ProjectFilters = { ...EVERY_PROJECT, orderBy: 'id', sort: 'asc' };
