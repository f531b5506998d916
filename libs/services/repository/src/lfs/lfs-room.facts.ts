import { Injectable } from '@nestjs/common';
import { byteSizeText } from '@hearth/config';
import type { ProjectCard } from '@hearth/contract-kit';
import type { Db } from '@hearth/data';
import { GitLimits } from '../git-http/git-limits.js';
import { StatisticsStore } from '../statistics/statistics.store.js';
import { lfsFull, type LfsRefusal } from './lfs-answers.js';

/** Computes the space that the size limit of a project leaves for LFS objects: it is one limit for them and the repository. */
@Injectable()
export class LfsRoomFacts {
  constructor(
    private readonly statisticsStore: StatisticsStore,
    private readonly gitLimits: GitLimits,
  ) {}

  /** Returns the refusal of more objects; null when they fit. @param bytes that are to be added */
  async refusalOf(db: Db, project: ProjectCard, bytes: number): Promise<LfsRefusal | null> {
    const limit = project.repositorySizeLimit ?? this.gitLimits.repositoryBytes;
    if (limit === 0) return null;
    const used = await this.statisticsStore.usedBytes(db, project.id);
    return used + bytes > limit ? lfsFull(byteSizeText(limit)) : null;
  }
}
