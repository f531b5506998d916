import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import type { UnlessModified } from '@hearth/http';
import { Jobs } from '@hearth/jobs';
import { ArtifactsStore } from '../artifacts/artifacts.store.js';
import { RecordArtifactsSize } from '../artifacts/record-size.js';
import { BridgesStore } from '../bridges/bridges.store.js';
import { CancelChildPipelinesJob } from '../jobs.js';
import { ResourceGroupsStore } from '../resource-groups/resource-groups.store.js';
import { PipelineNotFound } from '../refusals.js';
import { PipelinesStore } from './pipelines.store.js';

/** Deletes a pipeline with its jobs and statuses. Objects of their traces and artifacts are deleted by the sweeps of both. */
@Injectable()
export class DeletePipeline {
  constructor(
    private readonly db: Database,
    private readonly pipelinesStore: PipelinesStore,
    private readonly resourceGroupsStore: ResourceGroupsStore,
    private readonly bridgesStore: BridgesStore,
    private readonly artifactsStore: ArtifactsStore,
    private readonly recordArtifactsSize: RecordArtifactsSize,
    private readonly audit: Audit,
    private readonly jobs: Jobs,
  ) {}

  /**
   * The runners of running jobs stop: their tokens are gone. Its child pipelines are canceled.
   * @throws PipelineNotFound, PreconditionFailed
   */
  execute(projectId: ProjectId, id: number, unlessModified: UnlessModified): Promise<void> {
    return this.db.tx(async (tx) => {
      const found = await this.pipelinesStore.find(tx, projectId, id);
      if (!found) throw PipelineNotFound();
      // As where pipelines are created: the ref is locked before its pipeline.
      await this.pipelinesStore.lockRef(tx, projectId, found.ref, { isBranch: !found.tag, isTag: found.tag });
      const pipeline = await this.pipelinesStore.lock(tx, projectId, id);
      if (!pipeline) throw PipelineNotFound();
      unlessModified(pipeline.updatedAt);
      const size = await this.artifactsStore.dropOfPipeline(tx, id);
      await this.resourceGroupsStore.releaseOf(tx, id);
      await this.pipelinesStore.delete(tx, pipeline);
      const [child] = await this.bridgesStore.unfinishedChildren(tx, id, { after: 0, limit: 1 });
      if (child !== undefined) await this.jobs.add(tx, CancelChildPipelinesJob, { projectId, pipelineId: id });
      const subject = { type: 'pipeline', id, name: pipeline.ref };
      await this.audit.append(tx, { kind: 'pipeline.deleted', subject, details: { projectId } });
      if (size > 0) await this.recordArtifactsSize.within(tx, [{ projectId, size: -size }]);
    });
  }
}
