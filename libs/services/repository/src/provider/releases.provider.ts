import { Controller } from '@nestjs/common';
import { Answers } from '@hearth/calls';
import type { InputOf, OutputOf } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { NewestReleaseQuery } from '@hearth/repository-contracts';
import { releaseCard } from '../releases/release-card.js';
import { ReleasesStore } from '../releases/releases.store.js';

/** Answers what other services ask about releases. */
@Controller()
export class ReleasesProvider {
  constructor(
    private readonly db: Database,
    private readonly releasesStore: ReleasesStore,
  ) {}

  @Answers(NewestReleaseQuery)
  async newest({ projectId }: InputOf<typeof NewestReleaseQuery>): Promise<OutputOf<typeof NewestReleaseQuery>> {
    const release = await this.releasesStore.newest(this.db, projectId);
    return { release: release ? releaseCard(release) : null };
  }
}
