import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database, type Tx } from '@hearth/data';
import { ProjectNotFound } from '@hearth/http';
import { Git } from '../git/git.js';
import { parseTagName } from '../git/refs/ref-name.js';
import { ReleaseExists, ReleaseMissing, ReleaseTagMissing } from '../refusals.js';
import type { RepositoryAt } from '../repositories/ensure-repository.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { WriteLocks } from '../repositories/write-locks.js';
import { ReleasesStore, type Release } from './releases.store.js';

/** Creates or updates the release text of a tag. It holds the repository's write lock, because deleting a tag deletes its release text. */
@Injectable()
export class WriteRelease {
  constructor(
    private readonly db: Database,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly releasesStore: ReleasesStore,
    private readonly writers: WriteLocks,
    private readonly git: Git,
  ) {}

  /** @throws ReleaseTagMissing, ReleaseExists, ProjectNotFound, RepositoryBusy */
  async create(repository: RepositoryAt, release: Release): Promise<Release> {
    const created = await this.ofTag(repository, release, (tx, id) => this.releasesStore.insert(tx, id, release));
    if (!created) throw ReleaseExists();
    return created;
  }

  /** @throws ReleaseTagMissing, ReleaseMissing, ProjectNotFound, RepositoryBusy */
  async update(repository: RepositoryAt, release: Release): Promise<Release> {
    const updated = await this.ofTag(repository, release, (tx, id) => this.releasesStore.update(tx, id, release));
    if (!updated) throw ReleaseMissing();
    return updated;
  }

  private ofTag(
    { projectId, path }: RepositoryAt,
    { tag }: Release,
    write: (tx: Tx, projectId: ProjectId) => Promise<Release | undefined>,
  ): Promise<Release | undefined> {
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
