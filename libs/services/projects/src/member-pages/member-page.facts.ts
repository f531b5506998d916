import { Injectable } from '@nestjs/common';
import type { Principal } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { GroupNotFound, ProjectNotFound, type Page, type PageRequest, type Search } from '@hearth/http';
import { RequestsStore, type RequesterRecord } from '../access-requests/requests.store.js';
import { projectsCaller } from '../access/projects-caller.js';
import { GroupsStore } from '../groups/groups.store.js';
import { MembersFinder } from '../members/members.finder.js';
import { canRequestAccess, type MemberScope, type MemberSource } from '../members/membership.rules.js';
import { MembershipsStore, type MemberRecord } from '../members/memberships.store.js';
import { OwnersStore } from '../namespaces/owners.store.js';
import { ProjectFacts } from '../projects/project.facts.js';
import { ProjectsStore, type SharedWithGroup } from '../projects/projects.store.js';

/** Part of the members that a page shows. */
export interface MemberList {
  readonly scope: MemberScope;
  readonly search: Search | undefined;
  readonly request: PageRequest;
}

/** Members of a project or a group with what the caller may know and do about them. */
export interface MemberPageFact {
  readonly members: Page<MemberRecord>;
  /** Oldest first; empty for callers who do not manage the members. */
  readonly requesters: Page<RequesterRecord> | null;
  readonly sharedWith: readonly SharedWithGroup[];
  readonly isMember: boolean;
  readonly hasRequested: boolean;
  readonly mayRequest: boolean;
}

const REQUESTS: PageRequest = { page: 1, perPage: 50 };

/** Reads for the pages of members. */
@Injectable()
export class MemberPageFacts {
  constructor(
    private readonly db: Database,
    private readonly membersFinder: MembersFinder,
    private readonly membershipsStore: MembershipsStore,
    private readonly requestsStore: RequestsStore,
    private readonly projectsStore: ProjectsStore,
    private readonly projectFacts: ProjectFacts,
    private readonly groupsStore: GroupsStore,
    private readonly ownersStore: OwnersStore,
  ) {}

  /** @throws ProjectNotFound, GroupNotFound when it was deleted meanwhile */
  async of(
    source: MemberSource,
    list: MemberList,
    { caller, level, manages }: { caller: Principal; level: number; manages: boolean },
  ): Promise<MemberPageFact> {
    const { db } = this;
    const filters = list.search ? { search: list.search } : {};
    const [members, requesters, own, requested, settings] = await Promise.all([
      this.membersFinder.page(db, source, list.scope, filters, list.request),
      manages ? this.requestsStore.page(db, source, REQUESTS) : null,
      this.membershipsStore.find(db, source, caller.userId),
      this.requestsStore.find(db, source, caller.userId),
      this.settings(source, caller, manages),
    ]);
    const [isMember, hasRequested] = [own !== undefined, requested !== undefined];
    const mayRequest = !hasRequested && canRequestAccess(settings, level, caller);
    return { members, requesters, sharedWith: settings.sharedWith, isMember, hasRequested, mayRequest };
  }

  /** Id of a user. @param username with or without `@` @returns undefined for an unknown one */
  async user(username: string): Promise<number | undefined> {
    return (await this.ownersStore.find(this.db, username.replace(/^@/, '')))?.userId;
  }

  /** Users who manage the members see each share, also with groups hidden from them: only they can end it. */
  private async settings({ kind, id }: MemberSource, caller: Principal, manages: boolean) {
    if (kind === 'group') {
      const group = await this.groupsStore.one(this.db, id);
      if (!group) throw GroupNotFound();
      return { ...group, sharedWith: [] };
    }
    const project = manages
      ? await this.projectsStore.visibleTo(this.db, { id }, projectsCaller(caller))
      : await this.projectFacts.one({ id }, caller);
    if (!project) throw ProjectNotFound();
    return { ...project, sharedWith: project.sharedWithGroups };
  }
}
