import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { OriginFacts } from '../copies/origin.facts.js';
import { Git } from '../git/git.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import { ShareLfsWithFork } from '../lfs/share-with-fork.js';
import { RepositoryBusy } from '../refusals.js';
import { FIRST_BRANCH, type RepositoryAt } from '../repositories/ensure-repository.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { MaintenanceLocks, WriteLocks } from '../repositories/write-locks.js';
import { Storages } from '../storages/storages.js';

/** The project and its repository were deleted. */
export class SourceGone extends Error {
  override readonly name = 'SourceGone';
}

/** Longest copy of a source on another storage, below the time limit of the job. */
const TIMEOUT_MS = 14 * 60_000;

/** Clones the repository of a project for another project, which gets its LFS objects too. */
@Injectable()
export class CloneSource {
  constructor(
    private readonly db: Database,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly storages: Storages,
    private readonly maintenanceLocks: MaintenanceLocks,
    private readonly writers: WriteLocks,
    private readonly originFacts: OriginFacts,
    private readonly git: Git,
    private readonly shareLfsWithFork: ShareLfsWithFork,
  ) {}

  /**
   * Clones nothing when there is a repository at the path. While the source is locked, none of its packs is removed, no ref moves, and it is not
   * deleted.
   * @throws SourceGone, RepositoryBusy
   */
  async execute(sourceId: ProjectId, { projectId, path }: RepositoryAt): Promise<void> {
    await this.cloneOrCopy(sourceId, path);
    await this.shareLfsWithFork.execute(sourceId, projectId);
  }

  private async cloneOrCopy(sourceId: ProjectId, path: RepositoryPath): Promise<void> {
    const source = await this.repositoriesStore.find(this.db, sourceId);
    const folder = source?.storage && this.storages.folders.get(source.storage);
    if (source?.made && !source.deleted && !(folder && path.startsWith(`${folder}/`)))
      return this.copy(sourceId, source.storage, path);
    await this.maintenanceLocks.during(sourceId, () => this.writers.during(sourceId, () => this.clone(sourceId, path)));
  }

  /** Files cannot be shared with a source that has moved to another storage. The refs appear at the end, all at once. */
  private async copy(sourceId: ProjectId, storage: string, path: RepositoryPath): Promise<void> {
    await this.git.repositories.ensure(path, FIRST_BRANCH);
    const origin = this.originFacts.of(sourceId, storage);
    const head = await this.git.fetchCopy(path, origin, { which: 'branches-and-tags', timeoutMs: TIMEOUT_MS });
    if (head !== null) await this.git.refsWriter.setHead(path, head);
  }

  private async clone(sourceId: ProjectId, path: RepositoryPath): Promise<void> {
    const source = await this.repositoriesStore.find(this.db, sourceId);
    if (!source || source.deleted) throw new SourceGone();
    if (source.made) await this.git.repositories.ensureClone(path, this.storages.pathOf(source.storage, sourceId));
    else if (source.forkSourceId !== null) throw RepositoryBusy();
    else await this.git.repositories.ensure(path, FIRST_BRANCH);
  }
}
