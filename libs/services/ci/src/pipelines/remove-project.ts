import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@hearth/data';
import { Job, type JobDataOf, type JobRun } from '@hearth/jobs';
import { ArtifactsStore } from '../artifacts/artifacts.store.js';
import { CommitStatusesStore } from '../commit-statuses/commit-statuses.store.js';
import { DeploymentsStore } from '../deployments/deployments.store.js';
import { EnvironmentsStore } from '../environments/environments.store.js';
import { ClearProjectJob } from '../jobs.js';
import { PipelinesStore } from './pipelines.store.js';
import { ResourceGroupsStore } from '../resource-groups/resource-groups.store.js';
import { RemoveProjectSettings } from '../projects/remove-settings.js';

/** Rows deleted in one transaction. */
const AT_ONCE = 5_000;

/** Removes the rows of a deleted project; its tombstone stays. */
@Injectable()
export class RemoveProject {
  constructor(
    private readonly db: Database,
    private readonly pipelinesStore: PipelinesStore,
    private readonly commitStatusesStore: CommitStatusesStore,
    private readonly deploymentsStore: DeploymentsStore,
    private readonly environmentsStore: EnvironmentsStore,
    private readonly resourceGroupsStore: ResourceGroupsStore,
    private readonly removeProjectSettings: RemoveProjectSettings,
    private readonly artifactsStore: ArtifactsStore,
  ) {}

  /** Safe to repeat. */
  @Job(ClearProjectJob)
  async execute({ projectId }: JobDataOf<typeof ClearProjectJob>, { signal }: Partial<JobRun> = {}): Promise<void> {
    const deletions = [
      (tx: Tx) => this.deploymentsStore.deleteSome(tx, projectId, AT_ONCE),
      (tx: Tx) => this.commitStatusesStore.deleteSome(tx, projectId, AT_ONCE),
      (tx: Tx) => this.pipelinesStore.deleteSomeRefs(tx, projectId, AT_ONCE),
      (tx: Tx) => this.pipelinesStore.deleteSome(tx, projectId, AT_ONCE),
      (tx: Tx) => this.environmentsStore.deleteSome(tx, projectId, AT_ONCE),
      (tx: Tx) => this.resourceGroupsStore.deleteSome(tx, projectId, AT_ONCE),
    ];
    for (const deleteSome of deletions) await this.db.inBatches(AT_ONCE, deleteSome, signal);
    // After the jobs are deleted, no upload changes the total.
    await this.db.tx((tx) => this.artifactsStore.deleteTotal(tx, projectId));
    await this.removeProjectSettings.execute(projectId, signal);
  }
}
