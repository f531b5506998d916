import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { FindMergeRequestQuery } from '@hearth/merge-requests-contracts';
import { Database } from '@hearth/data';
import { requireAbility } from '@hearth/http';
import { abilities } from '../abilities.js';
import { AccessStore } from '../access/access.store.js';
import { accessUser } from '../access/projects-caller.js';
import { MergeRequestNotFound } from '../refusals.js';
import { relationsTo, type IssueFilters } from './issue.rules.js';

/** Issues that merge requests would close. */
@Injectable()
export class ClosedIssuesFacts {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly accessStore: AccessStore,
  ) {}

  /**
   * The issues that the merge of a merge request closes, in any projects except the one that this was forked from; none unless the target is
   * the default branch.
   * @throws MergeRequestNotFound, Forbidden
   */
  async named(
    { project, level }: ProjectAccess,
    iid: number,
    { principal: caller, baseUrl }: { readonly principal: Principal; readonly baseUrl: string },
  ): Promise<IssueFilters['named'] & object> {
    const asked = { projectId: project.id, iid, defaultBranch: project.defaultBranch, baseUrl };
    const { mergeRequest } = await this.calls.query(FindMergeRequestQuery, asked);
    if (!mergeRequest) throw MergeRequestNotFound();
    const { closing, authorId, assigneeId } = mergeRequest;
    const assigneeIds = mergeRequest.assigneeIds ?? (assigneeId === null ? [] : [assigneeId]);
    const relations = relationsTo({ authorId, assigneeIds }, caller);
    requireAbility(abilities.readClosedIssues, { ...project, level }, caller, relations);
    const paths = [...new Set(closing.flatMap(({ path }) => path ?? []))];
    const user = accessUser(caller);
    const others = await this.accessStore.resolve(this.db, { projects: paths.map((path) => ({ path })), user });
    return closing.flatMap(({ path, iid: issue }) => {
      const projectId = path === null ? project.id : others[paths.indexOf(path)]?.project.id;
      return projectId === undefined || projectId === project.forkedFromId ? [] : { projectId, iid: issue };
    });
  }
}
