import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { StatisticsStore } from '../statistics/statistics.store.js';
import type { RepositoryAt } from '../repositories/ensure-repository.js';
import { FreeSpace } from '../storages/free-space.js';
import { GitLimits } from './git-limits.js';

/** Space left for a push. */
export interface PushRoom {
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

  /** Size on disk, in bytes, from which a repository accepts no objects. */
  get repositoryLimit(): number {
    return this.gitLimits.repositoryBytes;
  }

  /** Uses the last measured size of the repository and the present free space of the storage. */
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
