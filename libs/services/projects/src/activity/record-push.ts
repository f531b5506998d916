import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { Database } from '@hearth/data';
import { Job, type JobDataOf } from '@hearth/jobs';
import { RecordPushJob } from '../jobs.js';
import { readPushDetails } from '../repositories/push-details.facts.js';
import { refOf } from '../repositories/ref.rules.js';
import { shortTitleOf } from './activity.rules.js';
import { ActivityStore } from './activity.store.js';

type PushToRecord = JobDataOf<typeof RecordPushJob>;

/** Records a push as an activity, with the number of its commits. */
@Injectable()
export class RecordPush {
  constructor(
    private readonly db: Database,
    private readonly calls: Calls,
    private readonly activityStore: ActivityStore,
  ) {}

  /** Running it again changes nothing. */
  @Job(RecordPushJob)
  async execute(change: PushToRecord): Promise<void> {
    const { projectId, userId: authorId, sequence, oldId: from, newId: to, occurredAt: createdAt } = change;
    const { total: commitCount, commits } = await readPushDetails(this.calls, change, { withFiles: false });
    const newest = commits.at(-1)?.commit;
    const commitTitle = newest ? shortTitleOf(newest.message) : null;
    const push = { ...refOf(change.ref)!, from, to, commitCount, commitTitle };
    await this.db.tx((tx) => this.activityStore.appendPush(tx, { projectId, authorId, sequence, push, createdAt }));
  }
}
