import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { Principal, ProjectAccess, ProjectCard, ProjectId } from '@hearth/contract-kit';
import { FindUserIdsQuery } from '@hearth/identity-contracts';
import { GroupProjectIdsQuery, ResolveAccessQuery, VisibleProjectIdsQuery } from '@hearth/projects-contracts';
import { Database } from '@hearth/data';
import { Page, type PageRequest } from '@hearth/http';
import { usernamesOf } from '@hearth/issuable';
import { Jobs } from '@hearth/jobs';
import { abilities } from '../abilities.js';
import { CheckMergeRequestsJob } from '../jobs.js';
import { MergeRequestFacts, type MergeRequestFact } from '../merge-requests/merge-request.facts.js';
import { canIn } from '../merge-requests/merge-request.rules.js';
import { withUsers, type ListedUsers, type MergeRequestFilters } from './list.rules.js';
import { MergeRequestsFinder, type ListedMergeRequest } from './merge-requests.finder.js';
import type { MergeRequestRecord } from '../merge-requests/merge-requests.store.js';

/** User whose rights decide what a list has. */
type Reader = Pick<Principal, 'userId' | 'admin' | 'external'>;

/** Filters of a list, with the users whom they name. */
interface Asked {
  readonly filters: MergeRequestFilters;
  readonly users: ListedUsers;
}

/** Lists of merge requests, with the records for answers. */
@Injectable()
export class MergeRequestListFacts {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly mergeRequestsFinder: MergeRequestsFinder,
    private readonly mergeRequestFacts: MergeRequestFacts,
    private readonly jobs: Jobs,
  ) {}

  async ofProject(
    { project }: ProjectAccess,
    caller: Principal,
    { filters, users }: Asked,
    request: PageRequest,
  ): Promise<Page<MergeRequestFact>> {
    const scope = { of: 'project', projectId: project.id } as const;
    const named = await this.named(filters, users);
    const page = await this.mergeRequestsFinder.page(this.db, caller.userId, scope, named, request);
    return this.described(page, page.items, () => project);
  }

  /** Lists the merge requests of all projects. Access is queried again for the rows of the page: a row listed by an outdated copy is left out. */
  everywhere(caller: Reader, asked: Asked, request: PageRequest): Promise<Page<MergeRequestFact>> {
    return this.among(undefined, caller, asked, request);
  }

  /** Lists the merge requests into one project, as those of all projects: callers find those that they may read. */
  inProject(projectId: ProjectId, caller: Reader, asked: Asked, request: PageRequest): Promise<Page<MergeRequestFact>> {
    return this.among([projectId], caller, asked, request);
  }

  /** Lists the merge requests into the projects in a group and its subgroups, as those of all projects. */
  async ofGroup(groupId: number, caller: Reader, asked: Asked, request: PageRequest): Promise<Page<MergeRequestFact>> {
    const { ids } = await this.calls.query(GroupProjectIdsQuery, { groupId });
    return this.among(ids, caller, asked, request);
  }

  private async among(
    among: readonly ProjectId[] | undefined,
    caller: Reader,
    { filters, users }: Asked,
    request: PageRequest,
  ): Promise<Page<MergeRequestFact>> {
    const { admin, external, userId } = caller;
    const user = { id: userId, admin, external };
    const { from } = abilities.listMergeRequests;
    const own = admin ? { readers: [], guests: [] } : await this.calls.query(VisibleProjectIdsQuery, { userId, from });
    const open = external ? (['public'] as const) : (['public', 'internal'] as const);
    const scope = { of: 'everything', admin, open, ...own, ...(among && { among }) } as const;
    const named = await this.named(filters, users);
    const page = await this.mergeRequestsFinder.page(this.db, userId, scope, named, request);
    const ids = [...new Set(page.items.map(({ targetProjectId }) => targetProjectId))];
    if (ids.length === 0) return page.map(() => undefined as never);
    const { projects } = await this.calls.query(ResolveAccessQuery, { projects: ids.map((id) => ({ id })), user });
    const known = new Map(projects.flatMap((access) => (access ? [[access.project.id, access] as const] : [])));
    const seen = page.items.filter((record) => {
      const access = known.get(record.targetProjectId);
      return access !== undefined && canIn(abilities.readMergeRequest, access, caller, record);
    });
    return this.described(page, seen, (id) => known.get(id)!.project);
  }

  /** Resolves the few usernames that the parameters may name. */
  private async named(filters: MergeRequestFilters, users: ListedUsers): Promise<MergeRequestFilters> {
    const usernames = usernamesOf(users);
    const found = await Promise.all(usernames.map((username) => this.calls.query(FindUserIdsQuery, { username })));
    const ids = found.flatMap(({ ids: [id] }, place) => (id === undefined ? [] : [[usernames[place]!, id] as const]));
    return withUsers(filters, users, new Map(ids));
  }

  private async described(
    { request, total }: Page<ListedMergeRequest>,
    listed: readonly ListedMergeRequest[],
    cardOf: (id: ProjectId) => ProjectCard,
  ): Promise<Page<MergeRequestFact>> {
    const records = listed.map((each) => (each.isOutdated ? { ...each, mergeStatus: 'unchecked' as const } : each));
    await this.checkLater(records);
    return new Page(await this.mergeRequestFacts.describe(records, cardOf), request, total);
  }

  /** Adds a job that checks the rows without a status, for the next list. */
  private async checkLater(records: readonly MergeRequestRecord[]): Promise<void> {
    const unknown = records.filter(({ state, mergeStatus }) => state === 'opened' && mergeStatus === 'unchecked');
    const mergeRequestIds = unknown.map(({ id }) => id);
    if (mergeRequestIds.length === 0) return;
    const options = { singletonKey: mergeRequestIds.join() };
    await this.db.tx((tx) => this.jobs.add(tx, CheckMergeRequestsJob, { mergeRequestIds }, options));
  }
}
