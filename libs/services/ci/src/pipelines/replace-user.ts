import { Injectable } from '@nestjs/common';
import { Database, type Tx } from '@hearth/data';
import { Job, type JobDataOf, type JobRun } from '@hearth/jobs';
import { CommitStatusesStore } from '../commit-statuses/commit-statuses.store.js';
import { DeploymentsStore } from '../deployments/deployments.store.js';
import { ReleaseUserJob } from '../jobs.js';
import { SchedulesStore } from '../schedules/schedules.store.js';
import { TriggersStore } from '../triggers/triggers.store.js';
import { PipelinesStore } from './pipelines.store.js';

/** Rows changed in one transaction. */
const AT_ONCE = 5_000;

/**
 * Reassigns the pipelines, jobs and deployments of a deleted user to the ghost user, or sets their user to null. They stay, because the states of
 * commits depend on them. Triggers are deleted, and schedules lose their owner, because they had that user's rights.
 */
@Injectable()
export class ReplaceUser {
  constructor(
    private readonly db: Database,
    private readonly pipelinesStore: PipelinesStore,
    private readonly commitStatusesStore: CommitStatusesStore,
    private readonly deploymentsStore: DeploymentsStore,
    private readonly schedulesStore: SchedulesStore,
    private readonly triggersStore: TriggersStore,
  ) {}

  /** Safe to repeat. */
  @Job(ReleaseUserJob)
  async execute(
    { userId, newUserId }: JobDataOf<typeof ReleaseUserJob>,
    { signal }: Partial<JobRun> = {},
  ): Promise<void> {
    const changes = [
      (tx: Tx) => this.schedulesStore.disownSome(tx, userId, AT_ONCE),
      (tx: Tx) => this.triggersStore.deleteSomeOf(tx, userId, AT_ONCE),
      ...[this.pipelinesStore, this.commitStatusesStore, this.deploymentsStore].map(
        (store) => (tx: Tx) => store.reassignSome(tx, userId, newUserId, AT_ONCE),
      ),
    ];
    for (const changeSome of changes) await this.db.inBatches(AT_ONCE, changeSome, signal);
  }
}
