import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Job, type JobDataOf, type JobRun } from '@hearth/jobs';
import { DeleteActivitiesJob, TrimActivitiesJob } from '../jobs.js';
import { activityDays } from './activity-settings.js';
import { ActivityStore } from './activity.store.js';

const BATCH = 1_000;

type Run = Pick<JobRun, 'signal'>;

/** Deletes activities: old ones, and those of a deleted user. */
@Injectable()
export class TrimActivities {
  constructor(
    private readonly db: Database,
    private readonly activityStore: ActivityStore,
  ) {}

  @Job(TrimActivitiesJob)
  execute(_: object, run: Run): Promise<void> {
    return this.db.inBatches(BATCH, (tx) => this.activityStore.trim(tx, activityDays(), BATCH), run.signal);
  }

  @Job(DeleteActivitiesJob)
  ofUser({ userId }: JobDataOf<typeof DeleteActivitiesJob>, run: Run): Promise<void> {
    return this.db.inBatches(BATCH, (tx) => this.activityStore.deleteSome(tx, userId, BATCH), run.signal);
  }
}
