import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { NotModified, requireAbility } from '@hearth/http';
import { MergeRequestSummariesQuery } from '@hearth/merge-requests-contracts';
import { abilities } from '../abilities.js';
import { IssueFacts } from '../issues/issue.facts.js';
import { issueCaller, relationsTo } from '../issues/issue.rules.js';
import { MergeRequestNotFound } from '../refusals.js';
import type { TodoTarget } from './todo.rules.js';
import { TodosStore } from './todos.store.js';

/** Adds a to-do item of the caller on an issue or a merge request. */
@Injectable()
export class MarkTodo {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly issueFacts: IssueFacts,
    private readonly todosStore: TodosStore,
  ) {}

  /**
   * @returns the id of the item
   * @throws IssueNotFound; NotModified when the caller has a pending item on the issue
   */
  async onIssue(access: ProjectAccess, iid: number, caller: Principal): Promise<number> {
    const { id: issueId } = await this.issueFacts.one(access.project.id, iid, issueCaller(caller, access));
    return this.on(access, { issueId }, caller);
  }

  /**
   * @returns the id of the item
   * @throws MergeRequestNotFound, Forbidden; NotModified when the caller has a pending item on the merge request
   */
  async onMergeRequest(access: ProjectAccess, iid: number, caller: Principal): Promise<number> {
    const asked = { ids: [], numbers: [{ projectId: access.project.id, iid }] };
    const [found] = (await this.calls.query(MergeRequestSummariesQuery, asked)).mergeRequests;
    if (!found) throw MergeRequestNotFound();
    const standing = { ...access.project, level: access.level };
    requireAbility(abilities.readMergeRequest, standing, caller, relationsTo(found, caller));
    return this.on(access, { mergeRequestId: found.id }, caller);
  }

  private on({ project }: ProjectAccess, target: TodoTarget, { userId }: Principal): Promise<number> {
    return this.db.tx(async (tx) => {
      if (await this.todosStore.hasPending(tx, userId, target)) throw NotModified();
      const marked = { action: 'marked', userIds: [userId], authorId: userId, projectId: project.id, target } as const;
      const [id] = await this.todosStore.add(tx, marked);
      if (id === undefined) throw NotModified();
      return id;
    });
  }
}
