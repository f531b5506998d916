import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Git } from '../git/git.js';
import { parseObjectId, type ObjectId } from '../git/refs/object-id.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import { ContributorsStore } from './contributors.store.js';

/** What is counted of which repository. */
export interface CountRequest {
  readonly projectId: ProjectId;
  readonly repository: RepositoryPath;
  /** The default branch's tip. */
  readonly tip: ObjectId;
}

/** Counts the contributors of a repository's default branch, after pushes only what is new. */
@Injectable()
export class CountContributors {
  private readonly running = new Map<ProjectId, Promise<void>>();

  constructor(
    private readonly db: Database,
    private readonly contributorsStore: ContributorsStore,
    private readonly git: Git,
  ) {}

  /** Joins a count of the project that runs already, which may be up to another commit. May be repeated at any time. */
  execute(request: CountRequest): Promise<void> {
    const { projectId } = request;
    const running = this.running.get(projectId) ?? this.count(request).finally(() => this.running.delete(projectId));
    this.running.set(projectId, running);
    return running;
  }

  private async count({ projectId, repository, tip }: CountRequest): Promise<void> {
    const counted = (await this.contributorsStore.tip(this.db, projectId)) ?? null;
    if (counted === tip) return;
    const before = counted === null ? null : parseObjectId(counted);
    // After a force push, what went cannot be subtracted: its commits may be pruned.
    const grown = before !== null && (await this.git.ancestry.contains(repository, before, tip));
    const contributions = await this.git.contributions.between(repository, grown ? before : null, tip);
    await this.db.tx(async (tx) => {
      // Another process may have counted meanwhile; undefined: the project is gone.
      if ((await this.contributorsStore.lockTip(tx, projectId)) !== counted) return;
      if (!grown) await this.contributorsStore.clear(tx, projectId);
      await this.contributorsStore.add(tx, projectId, contributions);
      await this.contributorsStore.setTip(tx, projectId, tip);
    });
  }
}
