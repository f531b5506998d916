import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Page, readPage, type PageRequest } from '@hearth/http';
import { Job, type JobDataOf } from '@hearth/jobs';
import { Git } from '../git/git.js';
import type { Contribution } from '../git/reads/contributions.js';
import { CountContributorsJob } from '../jobs.js';
import { ContributorsNotCounted } from '../refusals.js';
import { RepositoryFacts } from '../repositories/repository.facts.js';
import { ContributorsStore, type ContributorQuery } from './contributors.store.js';
import { CountContributors, type CountRequest } from './count.js';

/** Milliseconds that a request waits for a count. The count continues after that. */
export const PATIENCE_MS = 20_000;

/** Order and page of a list of contributors. */
export interface ContributorsQuery extends ContributorQuery {
  readonly request: PageRequest;
}

@Injectable()
export class ContributorsFacts {
  constructor(
    private readonly db: Database,
    private readonly repositoryFacts: RepositoryFacts,
    private readonly contributorsStore: ContributorsStore,
    private readonly countContributors: CountContributors,
    private readonly git: Git,
  ) {}

  /**
   * Returns a page of the contributors to the default branch; empty for an empty repository.
   * @throws ContributorsNotCounted when counting takes longer than `patienceMs`
   */
  async page(projectId: ProjectId, query: ContributorsQuery, patienceMs = PATIENCE_MS): Promise<Page<Contribution>> {
    const counted = await this.upToDate(projectId, patienceMs);
    if (!counted) return new Page<Contribution>([], query.request, 0);
    return readPage<Contribution>(this.db, query.request, this.contributorsStore.list(projectId, query));
  }

  /** Counts the new commits without waiting for locks. Does nothing for projects whose contributors were never requested. */
  @Job(CountContributorsJob)
  async renew({ projectId }: JobDataOf<typeof CountContributorsJob>): Promise<void> {
    if ((await this.contributorsStore.tip(this.db, projectId)) === undefined) return;
    const request = await this.find(projectId);
    if (request) await this.countContributors.execute(request);
  }

  /** Returns false without a default branch. */
  private async upToDate(projectId: ProjectId, patienceMs: number): Promise<boolean> {
    const patience = new AbortController();
    const timeout = delay(patienceMs, 'late' as const, { signal: patience.signal, ref: false });
    timeout.catch(() => undefined);
    try {
      for (;;) {
        const request = await this.find(projectId);
        if (request === null) return false;
        if ((await this.contributorsStore.tip(this.db, projectId)) === request.tip) return true;
        // Check again: the count may have begun before the last push.
        if ((await Promise.race([this.countContributors.execute(request), timeout])) === 'late')
          throw ContributorsNotCounted();
      }
    } finally {
      patience.abort();
    }
  }

  private async find(projectId: ProjectId): Promise<CountRequest | null> {
    const repository = await this.repositoryFacts.path(projectId);
    const name = repository && (await this.git.branches.default(repository));
    const branch = name && (await this.git.branches.find(repository, name));
    return branch && { projectId, repository, tip: branch.tip };
  }
}
