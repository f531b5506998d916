import { Injectable } from '@nestjs/common';
import { Calls } from '@hearth/calls';
import { Database } from '@hearth/data';
import { Job, type JobDataOf } from '@hearth/jobs';
import { CommitMissing, PushDetailsQuery } from '@hearth/repository-contracts';
import { RecordPushJob } from '../jobs.js';
import { branchOf, refOf } from '../repositories/ref.rules.js';
import { shortTitleOf, type RecordedPush } from './activity.rules.js';
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
    const push = { ...refOf(change.ref)!, from, to, ...(await this.commits(change)) };
    await this.db.tx((tx) => this.activityStore.appendPush(tx, { projectId, authorId, sequence, push, createdAt }));
  }

  private async commits({
    projectId,
    ref,
    oldId: from,
    newId: to,
    defaultBranch,
  }: PushToRecord): Promise<Pick<RecordedPush, 'commitCount' | 'commitTitle'>> {
    if (to === null) return NONE;
    const isDefaultBranch = branchOf(ref) === defaultBranch;
    try {
      const { total, commits } = await this.calls.query(PushDetailsQuery, {
        ...{ projectId, ref, from, to, isDefaultBranch },
      });
      const newest = commits.at(-1)?.commit;
      return { commitCount: total, commitTitle: newest ? shortTitleOf(newest.message) : null };
    } catch (error) {
      if (CommitMissing.is(error)) return NONE;
      throw error;
    }
  }
}

/** Of a deletion, and where the pushed commits are gone. */
const NONE = { commitCount: 0, commitTitle: null };
