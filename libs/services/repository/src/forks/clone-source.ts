import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { OriginFacts } from '../copies/origin.facts.js';
import { Git } from '../git/git.js';
import type { RepositoryPath } from '../git/refs/paths.js';
import { ShareLfsWithFork } from '../lfs/share-with-fork.js';
import { RepositoryBusy } from '../refusals.js';
import { FIRST_BRANCH, type RepositoryAt } from '../repositories/ensure-repository.js';
import { RepositoriesStore, type RepositoryRecord } from '../repositories/repositories.store.js';
import { MaintenanceLocks, WriteLocks } from '../repositories/write-locks.js';
import { Storages } from '../storages/storages.js';

/** The project and its repository were deleted, or the branch to copy. */
export class SourceGone extends Error {
  override readonly name = 'SourceGone';

  constructor(deleted: 'project' | 'branch') {
    super(`The ${deleted} was deleted before it could be copied.`);
  }
}

/** Project whose repository is cloned. */
interface Source {
  readonly projectId: ProjectId;
  /** The only branch to clone; null for all. */
  readonly branch: string | null;
}

/** Longest copy of a source that shares no files, below the time limit of the job. */
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
  async execute(source: Source, { projectId, path }: RepositoryAt): Promise<void> {
    await this.cloneOrCopy(source, path);
    await this.shareLfsWithFork.execute(source.projectId, projectId);
  }

  private async cloneOrCopy({ projectId, branch }: Source, path: RepositoryPath): Promise<void> {
    const source = await this.repositoriesStore.find(this.db, projectId);
    const folder = source?.storage && this.storages.folders.get(source.storage);
    const isShared = branch === null && folder && path.startsWith(`${folder}/`);
    if (source?.made && !source.deleted && !isShared) return this.copy(source, branch, path);
    await this.maintenanceLocks.during(projectId, () =>
      this.writers.during(projectId, () => this.clone(projectId, branch, path)),
    );
  }

  /**
   * Files cannot be shared with a source that has moved to another storage; those of a source on the same one have its other branches too. The
   * refs appear at the end, all at once.
   */
  private async copy(source: RepositoryRecord, branch: string | null, path: RepositoryPath): Promise<void> {
    await this.git.repositories.ensure(path, FIRST_BRANCH);
    const origin = this.originFacts.of(source.projectId, source.storage);
    const times = { timeoutMs: TIMEOUT_MS };
    const head =
      branch === null
        ? await this.git.fetchCopy(path, origin, { which: 'branches-and-tags', ...times })
        : await this.git.fetchBranch(path, origin, branch, times);
    if (head !== null) await this.git.refsWriter.setHead(path, head);
    else if (branch !== null) throw new SourceGone('branch');
  }

  private async clone(sourceId: ProjectId, branch: string | null, path: RepositoryPath): Promise<void> {
    const source = await this.repositoriesStore.find(this.db, sourceId);
    if (!source || source.deleted) throw new SourceGone('project');
    if (branch !== null) throw source.made ? RepositoryBusy() : new SourceGone('branch');
    if (source.made) await this.git.repositories.ensureClone(path, this.storages.pathOf(source.storage, sourceId));
    else if (source.forkSourceId !== null) throw RepositoryBusy();
    else await this.git.repositories.ensure(path, FIRST_BRANCH);
  }
}
