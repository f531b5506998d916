import { Injectable } from '@nestjs/common';
import { may } from '@hearth/access';
import { Calls } from '@hearth/calls';
import type { Principal, ProjectAccess } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Page, type PageRequest } from '@hearth/http';
import { CommitMissing, ContainingQuery, FindCommitQuery, commitRights } from '@hearth/repository-contracts';
import { MergeRequestFacts, type MergeRequestFact } from '../merge-requests/merge-request.facts.js';
import { CommitMergeRequestsStore } from './commit-merge-requests.store.js';

/** Merge requests that brought, or would bring, a commit into a project. */
@Injectable()
export class CommitMergeRequestsFacts {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly commitMergeRequestsStore: CommitMergeRequestsStore,
    private readonly mergeRequestFacts: MergeRequestFacts,
  ) {}

  /**
   * Returns a page of the merge requests whose newest version has the commit, or whose merge made it, the newest first; of the newest 1 000 of the
   * project.
   * @param revision any name of the commit
   * @throws CommitMissing when the caller may not read it, too
   */
  async page(
    access: ProjectAccess,
    principal: Principal | null,
    revision: string,
    request: PageRequest,
  ): Promise<Page<MergeRequestFact>> {
    const { project } = access;
    const rights = commitRights((ability) => may(ability, access, principal));
    const asked = { projectId: project.id, revision, withBranch: false, rights };
    const { commit } = await this.calls.query(FindCommitQuery, asked);
    if (commit === null) throw CommitMissing();
    const newest = await this.commitMergeRequestsStore.newest(this.db, project.id);
    const candidates = [...new Set(newest.flatMap(({ headSha, baseSha }) => [headSha, ...(baseSha ? [baseSha] : [])]))];
    const { containing } =
      candidates.length > 0
        ? await this.calls.query(ContainingQuery, { projectId: project.id, commit, candidates })
        : { containing: [] };
    const contains = new Set(containing);
    // The merge base contains everything that was in the target before.
    const found = newest.filter(
      ({ headSha, baseSha, made }) =>
        made.includes(commit) || (contains.has(headSha) && (baseSha === null || !contains.has(baseSha))),
    );
    const { page, perPage } = request;
    const ids = found.slice((page - 1) * perPage, page * perPage).map(({ id }) => id);
    const records = ids.length > 0 ? await this.commitMergeRequestsStore.byIds(this.db, ids) : [];
    return new Page(await this.mergeRequestFacts.describe(records, () => project), request, found.length);
  }
}
