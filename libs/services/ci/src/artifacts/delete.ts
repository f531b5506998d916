import { Injectable } from '@nestjs/common';
import { Audit } from '@hearth/audit';
import type { ProjectId } from '@hearth/contract-kit';
import { Database } from '@hearth/data';
import { Job, Jobs, type JobDataOf, type JobRun } from '@hearth/jobs';
import { HoldBuild } from '../builds/hold.js';
import { DeleteProjectArtifactsJob } from '../jobs.js';
import { ArtifactsNotFound } from '../refusals.js';
import { ArtifactsStore } from './artifacts.store.js';
import { RecordArtifactsSize } from './record-size.js';

/** Jobs whose artifacts one transaction deletes. */
const AT_ONCE = 100;

/** Deletes the artifacts of a job, or of all jobs of a project; traces stay. The objects are deleted by the next sweep. */
@Injectable()
export class DeleteArtifacts {
  constructor(
    private readonly db: Database,
    private readonly holdBuild: HoldBuild,
    private readonly artifactsStore: ArtifactsStore,
    private readonly recordArtifactsSize: RecordArtifactsSize,
    private readonly jobs: Jobs,
    private readonly audit: Audit,
  ) {}

  /** @throws JobNotFound, ArtifactsNotFound */
  ofJob(projectId: ProjectId, id: number): Promise<void> {
    return this.db.tx(async (tx) => {
      await this.holdBuild.within(tx, projectId, id);
      const [dropped] = await this.artifactsStore.dropOfJobs(tx, projectId, { after: id - 1, upTo: id, limit: 1 });
      if (!dropped) throw ArtifactsNotFound();
      await this.recordArtifactsSize.within(tx, [{ projectId, size: -dropped.size }]);
    });
  }

  /** Begins to delete the artifacts of the jobs that a project has now. */
  ofProject(projectId: ProjectId): Promise<void> {
    return this.db.tx(async (tx) => {
      const newest = await this.artifactsStore.newestJob(tx, projectId);
      await this.jobs.add(tx, DeleteProjectArtifactsJob, { projectId, upTo: newest });
      const subject = { type: 'project', id: projectId };
      await this.audit.append(tx, { kind: 'artifacts.deleted', subject, details: { projectId } });
    });
  }

  /** Safe to repeat. */
  @Job(DeleteProjectArtifactsJob)
  async execute(
    { projectId, upTo }: JobDataOf<typeof DeleteProjectArtifactsJob>,
    { signal }: Partial<JobRun> = {},
  ): Promise<void> {
    for (let after = 0; ;) {
      signal?.throwIfAborted();
      const dropped = await this.db.tx(async (tx) => {
        const some = await this.artifactsStore.dropOfJobs(tx, projectId, { after, upTo, limit: AT_ONCE });
        const size = some.reduce((sum, job) => sum + job.size, 0);
        if (some.length > 0) await this.recordArtifactsSize.within(tx, [{ projectId, size: -size }]);
        return some;
      });
      if (dropped.length < AT_ONCE) return;
      after = Math.max(...dropped.map(({ jobId }) => jobId));
    }
  }
}
