import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { StatisticsStore } from '../statistics/statistics.store.js';
import type { RepositoryAt } from '../repositories/ensure-repository.js';
import { FreeSpace } from '../storages/free-space.js';
import { GitLimits } from './git-limits.js';

/** How much a push may bring. */
export interface PushRoom {
  /** Bytes that its pack may have. */
  readonly bytes: number;
  /** What leaves no room at all; null where there is some. */
  readonly exhausted: 'repository' | 'storage' | null;
}

/** How much room there is for pushes. */
@Injectable()
export class PushSizeFacts {
  constructor(
    private readonly db: Database,
    private readonly statisticsStore: StatisticsStore,
    private readonly freeSpace: FreeSpace,
    private readonly gitLimits: GitLimits,
  ) {}

  /** The size on disk from which on a repository takes no objects, in bytes. */
  get repositoryLimit(): number {
    return this.gitLimits.repositoryBytes;
  }

  /** By the size of the repository that was measured last, and what the storage has now. */
  async roomIn({ projectId, path }: RepositoryAt): Promise<PushRoom> {
    const [size, ofStorage] = await Promise.all([
      this.statisticsStore.repositorySize(this.db, projectId),
      this.freeSpace.roomFor(path),
    ]);
    const ofRepository = this.gitLimits.repositoryBytes - size;
    const bytes = Math.max(0, Math.min(this.gitLimits.pushBytes, ofRepository, ofStorage));
    return { bytes, exhausted: ofRepository <= 0 ? 'repository' : ofStorage <= 0 ? 'storage' : null };
  }
}
