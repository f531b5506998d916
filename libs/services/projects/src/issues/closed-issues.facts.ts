import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { FindMergeRequestQuery } from '@hearth/contracts';
import { Database } from '@hearth/data';
import { requireAbility } from '@hearth/http';
import { closingReferencesIn } from '@hearth/notes';
import { abilities } from '../abilities.js';
import { AccessStore } from '../access/access.store.js';
import { MergeRequestNotFound } from '../refusals.js';
import { relationsTo, type IssueFilters } from './issue.rules.js';

/** What merge requests would close. */
@Injectable()
export class ClosedIssuesFacts {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly accessStore: AccessStore,
  ) {}

  /**
   * The issues that the merge of a merge request closes, in whatever projects they are: none unless it goes into the default branch.
   * @throws MergeRequestNotFound, Forbidden
   */
  async named(
    { project, level }: ProjectAccess,
    iid: number,
    caller: Principal,
  ): Promise<IssueFilters['named'] & object> {
    const { mergeRequest } = await this.calls.query(FindMergeRequestQuery, { projectId: project.id, iid });
    if (!mergeRequest) throw MergeRequestNotFound();
    const { title, description, targetBranch, authorId, assigneeId } = mergeRequest;
    const assigneeIds = assigneeId === null ? [] : [assigneeId];
    const relations = relationsTo({ authorId, assigneeIds }, caller);
    requireAbility(abilities.readClosedIssues, { ...project, level }, caller, relations);
    if (targetBranch !== project.defaultBranch) return [];
    const references = closingReferencesIn(`${title}\n${description ?? ''}`);
    const paths = [...new Set(references.flatMap(({ path }) => path ?? []))];
    const user = { id: caller.userId, admin: caller.admin, external: caller.external };
    const others = await this.accessStore.resolve(this.db, { projects: paths.map((path) => ({ path })), user });
    return references.flatMap(({ path, iid: issue }) => {
      const projectId = path === null ? project.id : others[paths.indexOf(path)]?.project.id;
      return projectId === undefined ? [] : { projectId, iid: issue };
    });
  }
}
