import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Git } from '../git/git.js';
import { parseObjectId, type ObjectId } from '../git/refs/object-id.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import { ContributorsStore } from './contributors.store.js';

/** Repository to count, and up to which commit. */
export interface CountRequest {
  readonly projectId: ProjectId;
  readonly repository: RepositoryPath;
  /** Tip of the default branch. */
  readonly tip: ObjectId;
}

/** Counts the contributors of a repository's default branch. After a push it counts only the new commits. */
@Injectable()
export class CountContributors {
  private readonly running = new Map<ProjectId, Promise<void>>();

  constructor(
    private readonly db: Database,
    private readonly contributorsStore: ContributorsStore,
    private readonly git: Git,
  ) {}

  /** Joins a running count of the project, which may be up to another commit. Safe to repeat. */
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
    // After a force push, the removed commits cannot be subtracted: they may be pruned. So the count starts again.
    const grown = before !== null && (await this.git.ancestry.contains(repository, before, tip));
    const contributions = await this.git.contributions.between(repository, grown ? before : null, tip);
    await this.db.tx(async (tx) => {
      // Another process may have counted in the meantime. Undefined: the project is deleted.
      if ((await this.contributorsStore.lockTip(tx, projectId)) !== counted) return;
      if (!grown) await this.contributorsStore.clear(tx, projectId);
      await this.contributorsStore.add(tx, projectId, contributions);
      await this.contributorsStore.setTip(tx, projectId, tip);
    });
  }
}
