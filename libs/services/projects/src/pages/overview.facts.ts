import { Injectable } from '@nestjs/common';
import { Calls, answerOr } from '@hearth/calls';
import type { GroupAccess, Principal, ProjectAccess } from '@hearth/contract-kit';
import { ReadSettingsQuery, UsersByIdsQuery, type UserCard } from '@hearth/identity-contracts';
import { Database } from '@hearth/data';
import { ProjectNotFound, type Page, type PageRequest, type Search } from '@hearth/http';
import { AccessStore } from '../access/access.store.js';
import { accessUser } from '../access/projects-caller.js';
import { OWN_AND_SHARED } from '../groups/group.rules.js';
import { GroupFacts } from '../groups/group.facts.js';
import { GROUPS_BY_NAME } from '../groups/group-list.rules.js';
import type { GroupRecord } from '../groups/groups.store.js';
import { OwnersStore, type OwnerRecord } from '../namespaces/owners.store.js';
import { ProjectFacts } from '../projects/project.facts.js';
import { EVERY_PROJECT } from '../projects/project-list.rules.js';
import type { ProjectFilters } from '../projects/projects.finder.js';
import type { ListedProject, VisibleProject } from '../projects/projects.store.js';
import type { CallerFields } from '../access/projects-caller.js';
import { StarsStore } from '../stars/stars.store.js';
import { DefaultBranchFacts, type DefaultBranchFact } from './default-branch.facts.js';

/** User, group or project at a path, as visible to the caller. */
export type Overview =
  | {
      readonly kind: 'project';
      readonly project: VisibleProject;
      readonly access: ProjectAccess;
      /** Whether the caller has starred it. */
      readonly isStarred: boolean;
      /** Null where there is none that the caller may read, or repository does not answer. */
      readonly branch: DefaultBranchFact | null;
    }
  | {
      readonly kind: 'group';
      readonly group: GroupRecord;
      readonly access: GroupAccess;
      /** Direct subgroups, at most a hundred. */
      readonly groups: readonly GroupRecord[];
      readonly projects: Page<ListedProject>;
    }
  | {
      readonly kind: 'user';
      readonly user: OwnerRecord;
      /** The user's profile in identity; undefined while identity does not answer, and for blocked users. */
      readonly card: UserCard | undefined;
      readonly projects: Page<ListedProject>;
    };

/** Page of the projects on the page of a user or a group; the search is for groups. */
type ListRequest = PageRequest & { readonly search?: Search | undefined };

/** Reads for the pages of users, groups and projects. */
@Injectable()
export class OverviewFacts {
  constructor(
    private readonly db: Database,
    private readonly accessStore: AccessStore,
    private readonly ownersStore: OwnersStore,
    private readonly projectFacts: ProjectFacts,
    private readonly groupFacts: GroupFacts,
    private readonly calls: Calls,
    private readonly defaultBranchFacts: DefaultBranchFacts,
    private readonly starsStore: StarsStore,
  ) {}

  /** @returns undefined for paths that are unknown or hidden from the caller */
  async of(path: string, caller: Principal | null, request: ListRequest): Promise<Overview | undefined> {
    if (path.includes('/')) return (await this.project(path, caller)) ?? (await this.group(path, caller, request));
    return (await this.group(path, caller, request)) ?? (await this.user(path, caller, request));
  }

  /** Whether a path is below a project that is visible to anonymous callers, like the `web_url` of an issue. */
  async isInPublicProject(path: string): Promise<boolean> {
    const names = path.split('/');
    const outer = names.slice(2).map((_, index) => ({ path: names.slice(0, index + 2).join('/') }));
    if (outer.length === 0) return false;
    return (await this.accessStore.resolve(this.db, { projects: outer, user: null })).some((access) => access !== null);
  }

  /** Address of a section of a visible project that was asked for as in older releases, without `/-/`; undefined for other paths. */
  async sectionAt(path: string, caller: Principal | null): Promise<string | undefined> {
    const names = path.split('/');
    const section = names.pop()!;
    if (names.length < 2 || !SECTIONS.has(section)) return undefined;
    const user = caller && accessUser(caller);
    const [access] = await this.accessStore.resolve(this.db, { projects: [{ path: names.join('/') }], user });
    return access ? `/${access.project.fullPath}/-/${section}` : undefined;
  }

  /** @returns undefined where there is no group visible to the caller */
  async group(path: string, caller: Principal | null, list: ListRequest): Promise<Overview | undefined> {
    const user = caller && accessUser(caller);
    const [access] = await this.accessStore.resolveGroups(this.db, [{ path }], user);
    if (!access) return undefined;
    const { id } = access.group;
    const { search, ...request } = list;
    const searched = search && { search };
    const [group, groups, projects] = await Promise.all([
      this.groupFacts.record(id),
      this.groupFacts.page(
        caller,
        { ...GROUPS_BY_NAME, ...searched, parentId: id },
        { page: 1, perPage: MOST_SUBGROUPS },
      ),
      this.groupFacts.projectsOf({ groupId: id, ...OWN_AND_SHARED }, caller, { ...BY_ACTIVITY, ...searched }, request),
    ]);
    return group && { kind: 'group', group, access, groups: groups.items, projects };
  }

  /** One page of the projects in which the caller has a level by membership, most recently active first. */
  ownProjects(caller: CallerFields, request: PageRequest): Promise<Page<ListedProject>> {
    return this.projectFacts.page(caller, { ...BY_ACTIVITY, membership: true }, request);
  }

  /** One page of the groups in which the caller has a level by membership. */
  ownGroups(caller: Principal, request: PageRequest): Promise<Page<GroupRecord>> {
    return this.groupFacts.page(caller, { ...GROUPS_BY_NAME, allAvailable: false }, request);
  }

  private async project(path: string, caller: Principal | null): Promise<Overview | undefined> {
    const user = caller && accessUser(caller);
    const [access] = await this.accessStore.resolve(this.db, { projects: [{ path }], user });
    if (!access) return undefined;
    try {
      const project = await this.projectFacts.one({ id: access.project.id }, caller);
      const [branch, isStarred] = await Promise.all([
        this.defaultBranchFacts.of(project, access, caller),
        caller !== null && this.starsStore.has(this.db, caller.userId, project.id),
      ]);
      return { kind: 'project', project, access, branch, isStarred };
    } catch (error) {
      if (ProjectNotFound.is(error)) return undefined;
      throw error;
    }
  }

  /** Anonymous callers see no user where public visibility is restricted. */
  private async user(username: string, caller: Principal | null, request: PageRequest): Promise<Overview | undefined> {
    const user = await this.ownersStore.find(this.db, username);
    if (!user || (!caller && (await this.restrictsPublic()))) return undefined;
    const [projects, card] = await Promise.all([
      this.projectFacts.pageOfUser({ username }, caller, BY_ACTIVITY, request),
      user.state === 'active' ? this.card(user.userId) : undefined,
    ]);
    return { kind: 'user', user, card, projects };
  }

  private async card(userId: number): Promise<UserCard | undefined> {
    const found = await answerOr(this.calls.query(UsersByIdsQuery, { ids: [userId], withProfile: true }), null);
    return found?.users.find(({ id }) => id === userId);
  }

  private async restrictsPublic(): Promise<boolean> {
    return (await this.calls.query(ReadSettingsQuery, {})).restrictedVisibilities.includes('public');
  }
}

/** Sections of a project that have a page. */
const SECTIONS = new Set([
  ...[
    'activity',
    'branches',
    'edit',
    'environments',
    'forks',
    'hooks',
    'issues',
    'jobs',
    'labels',
    'merge_requests',
    'milestones',
  ],
  ...['pipeline_schedules', 'pipelines', 'project_members', 'releases', 'snippets', 'tags'],
]);

const MOST_SUBGROUPS = 100;

const BY_ACTIVITY: ProjectFilters = { ...EVERY_PROJECT, orderBy: 'lastActivityAt', sort: 'desc' };
