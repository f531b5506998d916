import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database, type Tx } from '@hearth/data';
import { ProjectNotFound } from '@hearth/http';
import { Outbox } from '@hearth/messaging';
import { ReleaseCreatedEvent, ReleaseUpdatedEvent } from '@hearth/repository-contracts';
import { Git } from '../git/git.js';
import { parseTagName } from '../git/refs/ref-name.js';
import { ReleaseExists, ReleaseMissing, ReleaseTagMissing } from '../refusals.js';
import type { LinkSettings } from '../release-links/release-link.rules.js';
import { ReleaseLinksStore } from '../release-links/release-links.store.js';
import type { RepositoryAt } from '../repositories/ensure-repository.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { WriteLocks } from '../repositories/write-locks.js';
import { releaseCard } from './release-card.js';
import { ReleasesStore, type NewRelease, type Release, type ReleaseChanges } from './releases.store.js';

/** Creates or updates the release of a tag. It holds the repository's write lock, because deleting a tag deletes its release. */
@Injectable()
export class WriteRelease {
  constructor(
    private readonly db: Database,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly releasesStore: ReleasesStore,
    private readonly releaseLinksStore: ReleaseLinksStore,
    private readonly outbox: Outbox,
    private readonly writers: WriteLocks,
    private readonly git: Git,
  ) {}

  /**
   * @param links checked ones
   * @throws ReleaseTagMissing, ReleaseExists, ProjectNotFound, RepositoryBusy
   */
  create(repository: RepositoryAt, release: NewRelease, links: readonly LinkSettings[] = []): Promise<Release> {
    return this.ofTag(repository, release.tag, async (tx, projectId) => {
      const inserted = await this.releasesStore.insert(tx, projectId, release);
      if (!inserted) throw ReleaseExists();
      for (const link of links) await this.releaseLinksStore.insert(tx, inserted.id, link);
      const created = links.length === 0 ? inserted : (await this.releasesStore.find(tx, projectId, release.tag))!;
      await this.outbox.append(tx, ReleaseCreatedEvent, { projectId, release: releaseCard(created) });
      return created;
    });
  }

  /** @throws ReleaseTagMissing, ReleaseMissing, ProjectNotFound, RepositoryBusy */
  update(repository: RepositoryAt, tag: string, changes: ReleaseChanges): Promise<Release> {
    return this.ofTag(repository, tag, async (tx, projectId) => {
      const updated = await this.releasesStore.update(tx, projectId, tag, changes);
      if (!updated) throw ReleaseMissing();
      await this.outbox.append(tx, ReleaseUpdatedEvent, { projectId, release: releaseCard(updated) });
      return updated;
    });
  }

  private ofTag<T>(
    { projectId, path }: RepositoryAt,
    tag: string,
    write: (tx: Tx, projectId: ProjectId) => Promise<T>,
  ): Promise<T> {
    return this.writers.during(projectId, async () => {
      const name = parseTagName(tag);
      if (name === null || !(await this.git.tags.find(path, name))) throw ReleaseTagMissing();
      return this.db.tx(async (tx) => {
        const record = await this.repositoriesStore.lock(tx, projectId);
        if (!record || record.deleted) throw ProjectNotFound();
        return write(tx, projectId);
      });
    });
  }
}
