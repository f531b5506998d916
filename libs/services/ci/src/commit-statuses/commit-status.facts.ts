import { Injectable } from '@nestjs/common';
import { may } from '@hearth/access';
import { Calls } from '@hearth/calls';
import type { Principal, ProjectAccess, ProjectCard } from '@hearth/contract-kit';
import { UsersByIdsQuery, type UserCard } from '@hearth/identity-contracts';
import { FindCommitQuery, commitRights } from '@hearth/repository-contracts';
import { Database } from '@hearth/data';
import { Page, type PageRequest } from '@hearth/http';
import { CommitNotFound } from '../refusals.js';
import { CommitStatusesStore, type CommitStatus, type CommitStatusFilters } from './commit-statuses.store.js';

/** Status with its author. The ghost user stands for a deleted author. */
export interface CommitStatusFact {
  readonly status: CommitStatus;
  /** Full path of its project. */
  readonly projectPath: string;
  /** Null for an unknown user. */
  readonly author: UserCard | null;
}

/** Reads commit statuses for their records. */
@Injectable()
export class CommitStatusFacts {
  constructor(
    private readonly db: Database,
    private readonly commitStatusesStore: CommitStatusesStore,
    private readonly calls: Calls,
  ) {}

  /**
   * Returns a page of the statuses of a commit, oldest first; empty unless the commit is named by its full id.
   * @throws CommitNotFound when the caller may not read it, too
   */
  async page(
    access: ProjectAccess,
    principal: Principal | null,
    sha: string,
    filters: CommitStatusFilters,
    request: PageRequest,
  ): Promise<Page<CommitStatusFact>> {
    const { project } = access;
    const { id: projectId } = project;
    const rights = commitRights((ability) => may(ability, access, principal));
    const { commit } = await this.calls.query(FindCommitQuery, { projectId, revision: sha, withBranch: false, rights });
    if (commit === null) throw CommitNotFound();
    const { items, total } = await this.commitStatusesStore.page(this.db, projectId, sha, filters, request);
    return new Page(await this.describe(project, items), request, total);
  }

  /** Returns at most 100 statuses with their authors. */
  async describe(
    { fullPath: projectPath }: ProjectCard,
    statuses: readonly CommitStatus[],
  ): Promise<CommitStatusFact[]> {
    const ids = [...new Set(statuses.flatMap(({ userId }) => userId ?? []))];
    const { users } = ids.length > 0 ? await this.calls.query(UsersByIdsQuery, { ids }) : { users: [] };
    const cards = new Map(users.map((user) => [user.askedAs ?? user.id, user]));
    return statuses.map((status) => ({
      status,
      projectPath,
      author: (status.userId !== null && cards.get(status.userId)) || null,
    }));
  }
}
