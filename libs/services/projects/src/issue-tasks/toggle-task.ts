import { Injectable } from '@nestjs/common';
import type { Principal, ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { requireAbility } from '@hearth/http';
import { toggledTask, versionOf } from '@hearth/issuable';
import { abilities } from '../abilities.js';
import { AccessStore } from '../access/access.store.js';
import { relationsTo } from '../issues/issue.rules.js';
import { IssuesStore } from '../issues/issues.store.js';
import { UpdateIssue } from '../issues/update.js';
import { IssueNotFound, TaskChanged } from '../refusals.js';

/** Task of a description as the caller has seen it. */
export interface SeenTask {
  /** Number of its line, from 0 on. */
  readonly line: number;
  /** `versionOf` of the description. */
  readonly version: string;
}

/** Ticks a task in the description of an issue, or unticks it. */
@Injectable()
export class ToggleTask {
  constructor(
    private readonly db: Database,
    private readonly accessStore: AccessStore,
    private readonly issuesStore: IssuesStore,
    private readonly updateIssue: UpdateIssue,
  ) {}

  /** @throws IssueNotFound, Forbidden; TaskChanged when the description is another one since */
  execute(projectId: ProjectId, iid: number, { line, version }: SeenTask, actor: Principal): Promise<void> {
    return this.db.tx(async (tx) => {
      const standing = await this.accessStore.hold(tx, projectId, actor);
      const issue = standing && (await this.issuesStore.lock(tx, projectId, iid));
      if (!issue) throw IssueNotFound();
      requireAbility(abilities.updateIssue, standing, actor, relationsTo(issue, actor));
      const before = issue.description ?? '';
      const description = versionOf(before) === version ? toggledTask(before, line) : undefined;
      if (description === undefined) throw TaskChanged();
      await this.updateIssue.within(tx, issue, { description }, { actor });
    });
  }
}
