import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { OwnAddress } from '@hearth/config';
import type { Principal, ProjectAccess, ProjectCard } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Page, type PageRequest } from '@hearth/http';
import { closingReferencesIn } from '@hearth/notes';
import { IssueMergeRequestsQuery, ResolveAccessQuery } from '@hearth/projects-contracts';
import { abilities } from '../abilities.js';
import { MergeRequestFacts, type MergeRequestFact } from '../merge-requests/merge-request.facts.js';
import { canIn } from '../merge-requests/merge-request.rules.js';
import type { MergeRequestRecord } from '../merge-requests/merge-requests.store.js';
import { IssueNotFound } from '../refusals.js';
import { IssueMergeRequestsStore } from './issue-merge-requests.store.js';

/** Projects whose access is queried at once. */
const MOST_PROJECTS = 100;

/** A merge request that the caller may read, with its target. */
interface Seen {
  readonly record: MergeRequestRecord;
  readonly project: ProjectCard;
}

/** Merge requests that mention an issue, or would close it. */
@Injectable()
export class IssueMergeRequestsFacts {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly ownAddress: OwnAddress,
    private readonly issueMergeRequestsStore: IssueMergeRequestsStore,
    private readonly mergeRequestFacts: MergeRequestFacts,
  ) {}

  /** Merge requests of any projects, in the order of their numbers. @throws IssueNotFound */
  async related(
    access: ProjectAccess,
    iid: number,
    caller: Principal,
    request: PageRequest,
  ): Promise<Page<MergeRequestFact>> {
    return this.page(await this.mentioning(access, iid, caller), request);
  }

  /**
   * Merge requests into the default branch of the issue's project whose title or description closes it, the newest first.
   * @throws IssueNotFound
   */
  async closing(
    access: ProjectAccess,
    iid: number,
    caller: Principal,
    request: PageRequest,
  ): Promise<Page<MergeRequestFact>> {
    const { id, defaultBranch, fullPath } = access.project;
    const seen = await this.mentioning(access, iid, caller);
    const found = seen.filter(
      ({ record, project }) =>
        project.id === id && record.targetBranch === defaultBranch && this.closes(record, fullPath, iid),
    );
    return this.page(found.reverse(), request);
  }

  private closes({ title, description }: MergeRequestRecord, fullPath: string, issue: number): boolean {
    const references = closingReferencesIn(`${title}\n${description ?? ''}`, this.ownAddress.url);
    return references.some(
      ({ path, iid }) => iid === issue && (path === null || path.toLowerCase() === fullPath.toLowerCase()),
    );
  }

  private async mentioning(access: ProjectAccess, iid: number, caller: Principal): Promise<Seen[]> {
    const asked = { projectId: access.project.id, iid, caller };
    const { mergeRequests } = await this.calls.query(IssueMergeRequestsQuery, asked);
    if (mergeRequests === null) throw IssueNotFound();
    if (mergeRequests.length === 0) return [];
    const records = await this.issueMergeRequestsStore.byNumbers(this.db, mergeRequests);
    const ids = [...new Set(records.map(({ targetProjectId }) => targetProjectId))].slice(0, MOST_PROJECTS);
    if (ids.length === 0) return [];
    const user = { id: caller.userId, admin: caller.admin, external: caller.external };
    const { projects } = await this.calls.query(ResolveAccessQuery, { projects: ids.map((id) => ({ id })), user });
    const known = new Map(projects.flatMap((found) => (found ? [[found.project.id, found] as const] : [])));
    return records.flatMap((record) => {
      const target = known.get(record.targetProjectId);
      const isSeen = target !== undefined && canIn(abilities.readMergeRequest, target, caller, record);
      return isSeen ? [{ record, project: target.project }] : [];
    });
  }

  private async page(seen: readonly Seen[], request: PageRequest): Promise<Page<MergeRequestFact>> {
    const { page, perPage } = request;
    const shown = seen.slice((page - 1) * perPage, page * perPage);
    const cards = new Map(shown.map(({ project }) => [project.id, project] as const));
    const records = shown.map(({ record }) => record);
    const facts = await this.mergeRequestFacts.describe(records, (id) => cards.get(id)!);
    return new Page(facts, request, seen.length);
  }
}
