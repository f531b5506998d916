import { Injectable } from '@nestjs/common';
import { isAllowed } from '@hearth/access';
import type { Principal, ProjectAccess, ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Page, type PageRequest, type Search } from '@hearth/http';
import { sharingAbilities } from '../abilities.js';
import { projectsCaller } from '../access/projects-caller.js';
import type { ProjectGroupRecord } from '../groups/project-groups.finder.js';
import { InvitedGroupsFinder, type InvitedGroupFilters } from './invited-groups.finder.js';

/** Reads the groups that a project is shared with, or could be. */
@Injectable()
export class InvitedGroupFacts {
  constructor(
    private readonly db: Database,
    private readonly invitedGroupsFinder: InvitedGroupsFinder,
  ) {}

  /** One page of the groups that the project is shared with, as far as they are visible to the caller. */
  invited(
    projectId: ProjectId,
    caller: Principal | null,
    filters: InvitedGroupFilters,
    request: PageRequest,
  ): Promise<Page<ProjectGroupRecord>> {
    return this.invitedGroupsFinder.invited(this.db, projectsCaller(caller), projectId, filters, request);
  }

  /** One page of the groups that the caller could share the project with: none for callers who may not share it. */
  async locations(
    access: ProjectAccess,
    caller: Principal | null,
    search: Search | undefined,
    request: PageRequest,
  ): Promise<Page<ProjectGroupRecord>> {
    const { project, level } = access;
    if (!isAllowed(sharingAbilities.share, { ...project, level }, caller)) return new Page([], request, 0);
    return this.invitedGroupsFinder.locations(this.db, projectsCaller(caller), project.id, search, request);
  }
}
