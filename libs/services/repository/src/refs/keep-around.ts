import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Git } from '../git/git.js';
import type { ObjectId } from '../git/refs/object-id.js';
import { keepAroundRef } from '../git/repositories/repository-config.js';
import { EnsureRepository, type RepositoryAt } from '../repositories/ensure-repository.js';
import { WriteLocks } from '../repositories/write-locks.js';
import { HiddenRefs } from './hidden-refs.js';

/** Keeps commits from being pruned by hidden refs. */
@Injectable()
export class KeepAround {
  constructor(
    private readonly ensureRepository: EnsureRepository,
    private readonly hiddenRefs: HiddenRefs,
    private readonly writers: WriteLocks,
    private readonly git: Git,
  ) {}

  /**
   * Safe to repeat. These refs are not in the journal: their changes publish no events, and they have no other writer.
   * @returns the commits that are kept; commits that the repository does not have are left out
   * @throws WrongStorage, ProjectNotFound, RepositoryBusy, NotCopied
   */
  async execute(projectId: ProjectId, commits: readonly ObjectId[]): Promise<ObjectId[]> {
    const { path } = await this.ensureRepository.execute(projectId);
    return this.writers.during(projectId, async () => {
      const found = await this.git.objects.commits(path, [...new Set(commits)]);
      const ids = found.map(({ id }) => id);
      await this.within({ projectId, path }, ids);
      return commits.filter((id) => ids.includes(id));
    });
  }

  /** Keeps commits that the repository has; the caller holds its write lock. */
  async within({ projectId, path }: RepositoryAt, ids: readonly ObjectId[]): Promise<void> {
    const tips = await this.git.refs.tips(path, ids.map(keepAroundRef));
    const missing = ids.filter((_, index) => tips[index] === null);
    await this.git.refsWriter.move(
      path,
      missing.map((id) => ({ ref: keepAroundRef(id), from: null, to: id })),
    );
    if (missing.length > 0) await this.hiddenRefs.follow(projectId);
  }
}
