import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import type { ProjectId } from '@hearth/contract-kit';
import { RepositoryCopiesQuery } from '@hearth/projects-contracts';
import { Database } from '@hearth/data';
import { Job, type JobDataOf, type JobRun } from '@hearth/jobs';
import { WantCopiesJob } from '../jobs.js';
import { PlaceRepository } from '../repositories/place-repository.js';
import { RepositoriesStore } from '../repositories/repositories.store.js';
import { PlaceCopies } from './place-copies.js';

/** Gives repositories as many copies as admins have set for their projects and groups. */
@Injectable()
export class WantCopies {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly placeRepository: PlaceRepository,
    private readonly repositoriesStore: RepositoriesStore,
    private readonly placeCopies: PlaceCopies,
  ) {}

  /** Safe to repeat. */
  @Job(WantCopiesJob)
  async execute(
    { projectId, namespaceId }: JobDataOf<typeof WantCopiesJob>,
    { signal }: Pick<JobRun, 'signal'>,
  ): Promise<void> {
    if (projectId !== null) return void (await this.apply({ projectId }));
    for (let after: number | undefined = 0; after !== undefined && namespaceId !== null;) {
      signal.throwIfAborted();
      after = await this.apply({ namespaceId, after });
    }
  }

  /** Returns the last project of a page; undefined when there was none. */
  private async apply(
    of: { readonly projectId: ProjectId } | { readonly namespaceId: number; readonly after: number },
  ): Promise<ProjectId | undefined> {
    const { repositories } = await this.calls.query(RepositoryCopiesQuery, { of });
    for (const { projectId, copies } of repositories) await this.want(projectId, copies);
    return repositories.at(-1)?.projectId;
  }

  private async want(projectId: ProjectId, copies: number | null): Promise<void> {
    await this.placeRepository.execute(projectId);
    await this.db.tx(async (tx) => {
      const record = await this.repositoriesStore.lock(tx, projectId);
      if (!record || record.deleted) return;
      await this.repositoriesStore.wantCopies(tx, projectId, copies);
      await this.placeCopies.within(tx, record);
    });
  }
}
