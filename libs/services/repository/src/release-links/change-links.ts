import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database, isStorableText, type Tx } from '@hearth/data';
import { Outbox } from '@hearth/messaging';
import { ReleaseUpdatedEvent } from '@hearth/repository-contracts';
import { ReleaseLinkNotFound, ReleaseNotFound } from '../refusals.js';
import { releaseCard } from '../releases/release-card.js';
import { ReleasesStore, type Release } from '../releases/releases.store.js';
import type { ReleaseLink } from './release-link.rules.js';

/** Transaction that changes links of a release: it locks the release, so that changes of its links follow each other. */
@Injectable()
export class ChangeLinks {
  constructor(
    private readonly db: Database,
    private readonly releasesStore: ReleasesStore,
    private readonly outbox: Outbox,
  ) {}

  /** @throws ReleaseNotFound, and the errors of `change` */
  execute<T>(projectId: ProjectId, tag: string, change: (tx: Tx, release: Release) => Promise<T>): Promise<T> {
    if (!isStorableText(tag)) throw ReleaseNotFound();
    return this.db.tx(async (tx) => {
      const release = await this.releasesStore.lock(tx, projectId, tag);
      if (!release) throw ReleaseNotFound();
      const result = await change(tx, release);
      const changed = (await this.releasesStore.find(tx, projectId, tag))!;
      await this.outbox.append(tx, ReleaseUpdatedEvent, { projectId, release: releaseCard(changed) });
      return result;
    });
  }
}

/** Returns a link of a release. @throws ReleaseLinkNotFound */
export function linkOf({ links }: Release, linkId: number): ReleaseLink {
  const link = links.find(({ id }) => id === linkId);
  if (!link) throw ReleaseLinkNotFound();
  return link;
}
