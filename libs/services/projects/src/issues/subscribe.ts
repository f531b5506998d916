import { Injectable } from '@nestjs/common';
import type { ProjectId, UserId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { NotModified } from '@hearth/http';
import { IssueNotFound } from '../refusals.js';
import type { IssueCaller } from './issue.rules.js';
import { IssuesStore } from './issues.store.js';

/** Subscribes a user to an issue, or ends the subscription. */
@Injectable()
export class SubscribeToIssue {
  constructor(
    private readonly db: Database,
    private readonly issuesStore: IssuesStore,
  ) {}

  /** @throws IssueNotFound; NotModified when nothing changes */
  execute(
    projectId: ProjectId,
    iid: number,
    caller: IssueCaller & { readonly id: UserId },
    subscribed: boolean,
  ): Promise<void> {
    return this.db.tx(async (tx) => {
      const issue = await this.issuesStore.find(tx, projectId, iid, caller);
      if (!issue || !(await this.issuesStore.lock(tx, projectId, iid))) throw IssueNotFound();
      if ((await this.issuesStore.isSubscribed(tx, issue.id, caller.id)) === subscribed) throw NotModified();
      await this.issuesStore.subscribe(tx, issue.id, caller.id, subscribed);
    });
  }
}
