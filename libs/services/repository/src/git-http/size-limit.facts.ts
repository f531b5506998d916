import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { ProjectCard } from '@hearth/contract-kit';
import { Database, type Db } from '@hearth/data';
import { NamespaceStorageQuery } from '@hearth/projects-contracts';
import { StatisticsStore } from '../statistics/statistics.store.js';
import { GitLimits } from './git-limits.js';
import type { SizeLimit } from './size-limit.rules.js';

/** Reads the size limits of repositories with their LFS objects, and of the namespaces that these are in. */
@Injectable()
export class SizeLimitFacts {
  constructor(
    private readonly db: Database,
    private readonly statisticsStore: StatisticsStore,
    private readonly gitLimits: GitLimits,
    private readonly calls: Calls,
  ) {}

  /** Returns the limit that has the least left: of the repository, or of the namespace on top. By the sizes that were measured last. */
  async tightest(project: ProjectCard): Promise<SizeLimit> {
    const [ofRepository, ofNamespace] = await Promise.all([
      this.ofRepository(this.db, project),
      this.ofNamespace(project),
    ]);
    return ofNamespace && ofNamespace.left < ofRepository.left ? ofNamespace : ofRepository;
  }

  /** Returns the limit of the repository alone, which is in the database of this service. */
  async ofRepository(db: Db, { id, repositorySizeLimit }: ProjectCard): Promise<SizeLimit> {
    const limit = repositorySizeLimit === 0 ? Infinity : (repositorySizeLimit ?? this.gitLimits.repositoryBytes);
    return { of: 'repository', limit, left: limit - (await this.statisticsStore.usedBytes(db, id)) };
  }

  private async ofNamespace({ id, storageSizeLimit: limit }: ProjectCard): Promise<SizeLimit | null> {
    if (limit === null || limit === undefined) return null;
    const { bytes } = await this.calls.query(NamespaceStorageQuery, { projectId: id });
    return { of: 'namespace', limit, left: limit - bytes };
  }
}
