import { Injectable } from '@nestjs/common';
import type { ProjectAccess } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { StatisticsStore } from '../statistics/statistics.store.js';
import type { RepositoryAt } from '../repositories/ensure-repository.js';
import { FreeSpace } from '../storages/free-space.js';
import { GitLimits } from './git-limits.js';

/** Space left for a push. */
export interface PushRoom {
  /** Limit of the repository, in bytes; infinite without one. */
  readonly limit: number;
  /** Largest pack, in bytes. */
  readonly bytes: number;
  /** Exhausted limit; null when there is space left. */
  readonly exhausted: 'repository' | 'storage' | null;
}

/** Computes the space left for pushes. */
@Injectable()
export class PushSizeFacts {
  constructor(
    private readonly db: Database,
    private readonly statisticsStore: StatisticsStore,
    private readonly freeSpace: FreeSpace,
    private readonly gitLimits: GitLimits,
  ) {}

  /** Uses the last measured size of the repository and that of its LFS objects, the limit of its project and the present free space of the storage. */
  async roomIn({ projectId, path }: RepositoryAt, { project }: ProjectAccess): Promise<PushRoom> {
    const limit =
      project.repositorySizeLimit === 0 ? Infinity : (project.repositorySizeLimit ?? this.gitLimits.repositoryBytes);
    const [used, ofStorage] = await Promise.all([
      this.statisticsStore.usedBytes(this.db, projectId),
      this.freeSpace.roomFor(path),
    ]);
    const ofRepository = limit - used;
    const bytes = Math.max(0, Math.min(this.gitLimits.pushBytes, ofRepository, ofStorage));
    return { limit, bytes, exhausted: ofRepository <= 0 ? 'repository' : ofStorage <= 0 ? 'storage' : null };
  }
}
