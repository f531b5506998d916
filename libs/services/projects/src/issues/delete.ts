import { Injectable } from '@nestjs/common';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { requireAbility, type UnlessModified } from '@hearth/http';
import { abilities } from '../abilities.js';
import { AccessStore } from '../access/access.store.js';
import { IssueNotFound } from '../refusals.js';
import { IssuesStore } from './issues.store.js';

/** Deletes an issue with its notes; its number is not assigned again. */
@Injectable()
export class DeleteIssue {
  constructor(
    private readonly db: Database,
    private readonly accessStore: AccessStore,
    private readonly issuesStore: IssuesStore,
  ) {}

  /** @throws IssueNotFound, PreconditionFailed, Forbidden */
  execute(projectId: ProjectId, iid: number, actor: Principal, unlessModified: UnlessModified): Promise<void> {
    return this.db.tx(async (tx) => {
      const standing = await this.accessStore.hold(tx, projectId, actor);
      const issue = standing && (await this.issuesStore.lock(tx, projectId, iid));
      if (!issue) throw IssueNotFound();
      requireAbility(abilities.deleteIssue, standing, actor);
      unlessModified(issue.updatedAt);
      await this.issuesStore.delete(tx, issue.id);
      const { state, confidential } = issue;
      await this.issuesStore.countOpen(tx, projectId, state === 'opened' && !confidential ? -1 : 0);
    });
  }
}
