import { Injectable } from '@nestjs/common';
import { Database, isStorableText } from '@hearth/data';
import { ReleaseChangesMissing, ReleaseNotFound } from '../refusals.js';
import type { RepositoryAt } from '../repositories/ensure-repository.js';
import { ReleaseMilestonesFacts, type RequestedMilestones } from './release-milestones.facts.js';
import { ReleasesStore, type Release, type ReleaseChanges } from './releases.store.js';
import { WriteRelease } from './write-release.js';

/** Changes the name, text, milestones or date of a release. */
@Injectable()
export class UpdateRelease {
  constructor(
    private readonly db: Database,
    private readonly releasesStore: ReleasesStore,
    private readonly releaseMilestonesFacts: ReleaseMilestonesFacts,
    private readonly writeRelease: WriteRelease,
  ) {}

  /** @throws ReleaseNotFound, ReleaseChangesMissing, MilestonesNotFound, and the errors of {@link WriteRelease.update} */
  async execute(
    repository: RepositoryAt,
    tag: string,
    requested: Omit<ReleaseChanges, 'milestoneIds'> & RequestedMilestones,
  ): Promise<Release> {
    const { projectId } = repository;
    const isFound = isStorableText(tag) && (await this.releasesStore.find(this.db, projectId, tag)) !== undefined;
    if (!isFound) throw ReleaseNotFound();
    const { name, description, releasedAt } = requested;
    const milestoneIds = await this.releaseMilestonesFacts.ids(projectId, requested);
    const changes = { name, description, releasedAt, milestoneIds };
    if (Object.values(changes).every((value) => value === undefined)) throw ReleaseChangesMissing();
    return this.writeRelease.update(repository, tag, changes);
  }
}
