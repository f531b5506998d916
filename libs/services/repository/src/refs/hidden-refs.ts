import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { FollowRepository } from '../copies/follow-repository.js';
import { CopyPromise } from '../journal/copy-promise.js';
import { NotCopied } from '../refusals.js';

/** Lets copies have moves of Hearth's own refs, which are in no journal: a copy that takes over would lose the commits that only they reach. */
@Injectable()
export class HiddenRefs {
  constructor(
    private readonly followRepository: FollowRepository,
    private readonly copyPromise: CopyPromise,
  ) {}

  /**
   * The caller has moved them, and still holds the write lock.
   * @throws NotCopied when no copy has them in time, where that was promised
   */
  async follow(projectId: ProjectId): Promise<void> {
    const keep = (sequence: number) => this.copyPromise.keep(projectId, sequence);
    if (!(await this.followRepository.followHidden(projectId, keep))) throw NotCopied();
  }
}
