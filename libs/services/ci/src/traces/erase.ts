import { Injectable } from '@nestjs/common';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { ArtifactsStore } from '../artifacts/artifacts.store.js';
import { RecordArtifactsSize } from '../artifacts/record-size.js';
import { isRetryable } from '../builds/build-status.rules.js';
import { BuildsStore } from '../builds/builds.store.js';
import { HoldBuild } from '../builds/hold.js';
import { JobForbidden } from '../refusals.js';
import { TracesStore } from './traces.store.js';

/** Erases the trace of a job and its artifacts. */
@Injectable()
export class EraseJob {
  constructor(
    private readonly db: Database,
    private readonly holdBuild: HoldBuild,
    private readonly buildsStore: BuildsStore,
    private readonly tracesStore: TracesStore,
    private readonly artifactsStore: ArtifactsStore,
    private readonly recordArtifactsSize: RecordArtifactsSize,
  ) {}

  /**
   * @returns the job's id
   * @throws JobNotFound; JobForbidden unless it has ended and has a trace or artifacts
   */
  execute(projectId: ProjectId, id: number): Promise<number> {
    return this.db.tx(async (tx) => {
      const build = await this.holdBuild.within(tx, projectId, id);
      if (!isRetryable(build.status)) throw JobForbidden({ reason: 'Job is not erasable!' });
      const dropped = await this.artifactsStore.drop(tx, id);
      if (dropped === undefined && (await this.tracesStore.size(tx, id)) === 0)
        throw JobForbidden({ reason: 'Job is not erasable!' });
      await this.tracesStore.erase(tx, id);
      await this.buildsStore.markErased(tx, id);
      if (dropped !== undefined) await this.recordArtifactsSize.within(tx, [{ projectId, size: -dropped }]);
      return id;
    });
  }
}
