import { Injectable } from '@nestjs/common';
import type { ProjectId, UserId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Page, type PageRequest } from '@hearth/http';
import { userIdsIn, usernamesOf, withNamedUsers, type NamedUsers } from '@hearth/issuable';
import type { ProjectsCaller } from '../access/projects-caller.js';
import { IssueNotFound } from '../refusals.js';
import type { IssueFilters, IssueScope, IssueCaller } from './issue.rules.js';
import { IssuesFinder, type IssueCounts, type IssueRecord, type PersonRecord } from './issues.finder.js';
import { IssuesStore } from './issues.store.js';
import { UserAgentsStore } from '../user-agents/user-agents.store.js';

/** Issue with the additional fields of its single read. */
export interface DetailedIssue {
  readonly issue: IssueRecord;
  readonly subscribed: boolean;
}

/** Issues as they are presented. */
@Injectable()
export class IssueFacts {
  constructor(
    private readonly db: Database,
    private readonly issuesFinder: IssuesFinder,
    private readonly issuesStore: IssuesStore,
    private readonly userAgentsStore: UserAgentsStore,
  ) {}

  /** Users whom the parameters of a list name, added to its filters. */
  async withUsers(filters: IssueFilters, users: NamedUsers): Promise<IssueFilters> {
    const ids = await this.issuesStore.idsByUsername(this.db, usernamesOf(users));
    return withNamedUsers(filters, users, userIdsIn(ids));
  }

  page(
    caller: ProjectsCaller,
    scope: IssueScope,
    filters: IssueFilters,
    request: PageRequest,
  ): Promise<Page<IssueRecord>> {
    return this.issuesFinder.page(this.db, caller, scope, filters, request);
  }

  /** Numbers of the issues of a list. */
  counts(caller: ProjectsCaller, scope: IssueScope, filters: IssueFilters): Promise<IssueCounts> {
    return this.issuesFinder.counts(this.db, caller, scope, filters);
  }

  /** @throws IssueNotFound */
  async one(projectId: ProjectId, iid: number, caller: IssueCaller): Promise<IssueRecord> {
    const issue = await this.issuesStore.find(this.db, projectId, iid, caller);
    if (!issue) throw IssueNotFound();
    return issue;
  }

  /** Issue of any project, for admins. @throws IssueNotFound */
  async detailedById(id: number, admin: UserId): Promise<DetailedIssue> {
    const issue = await this.issuesStore.findById(this.db, id);
    if (!issue) throw IssueNotFound();
    return { issue, subscribed: await this.issuesStore.isSubscribed(this.db, id, admin) };
  }

  /** @throws IssueNotFound */
  async detailed(
    projectId: ProjectId,
    iid: number,
    caller: IssueCaller & { readonly id: UserId },
  ): Promise<DetailedIssue> {
    const issue = await this.one(projectId, iid, caller);
    return { issue, subscribed: await this.issuesStore.isSubscribed(this.db, issue.id, caller.id) };
  }

  /**
   * Participants of an issue.
   * @throws IssueNotFound
   */
  async participants(
    projectId: ProjectId,
    iid: number,
    caller: IssueCaller,
    request: PageRequest,
  ): Promise<Page<PersonRecord>> {
    const { id } = await this.one(projectId, iid, caller);
    return this.issuesStore.participants(this.db, id, request);
  }

  /**
   * User agent and address from which an issue was opened; undefined where they are unknown.
   * @throws IssueNotFound
   */
  async userAgent(projectId: ProjectId, iid: number, caller: IssueCaller) {
    const { id } = await this.one(projectId, iid, caller);
    return this.userAgentsStore.find(this.db, { issueId: id });
  }
}
