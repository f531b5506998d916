import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { HoldBuild } from '../builds/hold.js';
import { ArtifactsNotFound } from '../refusals.js';
import { ArtifactsStore } from './artifacts.store.js';

/** Keeps the artifacts of a job from expiring. */
@Injectable()
export class KeepArtifacts {
  constructor(
    private readonly db: Database,
    private readonly holdBuild: HoldBuild,
    private readonly artifactsStore: ArtifactsStore,
  ) {}

  /** @throws JobNotFound, ArtifactsNotFound */
  execute(projectId: ProjectId, id: number): Promise<void> {
    return this.db.tx(async (tx) => {
      await this.holdBuild.within(tx, projectId, id);
      if (!(await this.artifactsStore.keep(tx, id))) throw ArtifactsNotFound();
    });
  }
}
