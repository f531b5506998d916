import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database, isStorableText } from '@hearth/data';
import { Outbox } from '@hearth/messaging';
import { ReleaseDeletedEvent } from '@hearth/repository-contracts';
import { ReleaseNotFound } from '../refusals.js';
import { releaseCard } from './release-card.js';
import { ReleasesStore } from './releases.store.js';

/** Deletes a release with its links. Its tag stays. */
@Injectable()
export class DeleteRelease {
  constructor(
    private readonly db: Database,
    private readonly releasesStore: ReleasesStore,
    private readonly outbox: Outbox,
  ) {}

  /** @throws ReleaseNotFound */
  execute(projectId: ProjectId, tag: string): Promise<void> {
    if (!isStorableText(tag)) throw ReleaseNotFound();
    return this.db.tx(async (tx) => {
      const [deleted] = await this.releasesStore.deleteOf(tx, projectId, [tag]);
      if (!deleted) throw ReleaseNotFound();
      await this.outbox.append(tx, ReleaseDeletedEvent, { projectId, release: releaseCard(deleted) });
    });
  }
}
