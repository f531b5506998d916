import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { requireAbility, type EndpointCall } from '@hearth/http';
import { TimeInvalid, TimeTracking, timesAfter, type TimeChange, type Times } from '@hearth/issuable';
import { abilities } from '../abilities.js';
import { AccessStore } from '../access/access.store.js';
import { IssueFacts } from '../issues/issue.facts.js';
import { issueCaller } from '../issues/issue.rules.js';
import { IssuesStore } from '../issues/issues.store.js';
import { UpdateIssue } from '../issues/update.js';
import { IssueNotFound } from '../refusals.js';

/** Times of issues. */
@Injectable()
export class IssueTimeTracking extends TimeTracking {
  constructor(
    private readonly db: Database,
    private readonly accessStore: AccessStore,
    private readonly issueFacts: IssueFacts,
    private readonly issuesStore: IssuesStore,
    private readonly updateIssue: UpdateIssue,
  ) {
    super();
  }

  /** @throws IssueNotFound */
  read({ project, user }: EndpointCall<object>, iid: number): Promise<Times> {
    return this.issueFacts.one(project.project.id, iid, issueCaller(user, project));
  }

  /** @throws IssueNotFound, Forbidden, TimeInvalid */
  change({ project, user: actor }: EndpointCall<object>, iid: number, change: TimeChange): Promise<Times> {
    const projectId = project.project.id;
    return this.db.tx(async (tx) => {
      const standing = await this.accessStore.hold(tx, projectId, actor);
      const issue = standing && (await this.issuesStore.lock(tx, projectId, iid));
      if (!issue) throw IssueNotFound();
      requireAbility(abilities.manageIssue, standing, actor);
      const times = timesAfter(issue, change);
      if (!times) throw TimeInvalid();
      await this.updateIssue.within(tx, issue, { times }, { actor });
      return times;
    });
  }
}
