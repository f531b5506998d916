import { Injectable } from '@nestjs/common';
import type { ProjectAccess } from '@hearth/contract-kit';
import { RepositoryFull, StorageFull } from '../refusals.js';
import type { RepositoryAt } from '../repositories/ensure-repository.js';
import { FreeSpace } from '../storages/free-space.js';
import { GitLimits } from './git-limits.js';
import { SizeLimitFacts } from './size-limit.facts.js';
import { sizeLimitText, type SizeLimit } from './size-limit.rules.js';

/** Space left for a push. */
export interface PushRoom {
  /** The size limit that has the least left. */
  readonly limit: SizeLimit;
  /** Largest pack, in bytes. */
  readonly bytes: number;
  /** Exhausted limit or space; null when there is space left. */
  readonly exhausted: 'limit' | 'storage' | null;
}

/** Computes the space left for pushes. */
@Injectable()
export class PushSizeFacts {
  constructor(
    private readonly sizeLimitFacts: SizeLimitFacts,
    private readonly freeSpace: FreeSpace,
    private readonly gitLimits: GitLimits,
  ) {}

  /** Uses the size limits and the present free space of the storage. */
  async roomIn({ path }: RepositoryAt, { project }: ProjectAccess): Promise<PushRoom> {
    const [limit, ofStorage] = await Promise.all([this.sizeLimitFacts.tightest(project), this.freeSpace.roomFor(path)]);
    const bytes = Math.max(0, Math.min(this.gitLimits.pushBytes, limit.left, ofStorage));
    return { limit, bytes, exhausted: limit.left <= 0 ? 'limit' : ofStorage <= 0 ? 'storage' : null };
  }

  /** Checks the limits of a push for a commit of the API. @param wanted approximate size of its files @throws StorageFull, RepositoryFull */
  async requireRoom(repository: RepositoryAt, access: ProjectAccess, wanted = 0): Promise<void> {
    const { bytes, exhausted, limit } = await this.roomIn(repository, access);
    if (exhausted === 'storage') throw StorageFull();
    if (exhausted === 'limit' || wanted > bytes) throw RepositoryFull({ text: sizeLimitText(limit) });
  }
}
