import { Injectable } from '@nestjs/common';
import { Database } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { MergeWhenSucceededJob } from '../jobs.js';
import { MergeRequestEvents } from '../merge-requests/merge-request-events.js';
import { NotMergeable } from '../refusals.js';
import { MergesStore, type AutoMerge } from './merges.store.js';

const SHORT_SHA = 8;

/**
 * Sets the automatic merge when the pipeline succeeds. It names a user and a commit, and no token: the user's permissions are checked when it
 * runs.
 */
@Injectable()
export class SetAutoMerge {
  constructor(
    private readonly db: Database,
    private readonly mergesStore: MergesStore,
    private readonly mergeRequestEvents: MergeRequestEvents,
    private readonly jobs: Jobs,
  ) {}

  /**
   * Replaces an earlier automatic merge.
   * @param removeSourceBranch undefined: the present setting of the merge request
   * @throws NotMergeable when the merge request is no longer open
   */
  execute(id: number, autoMerge: AutoMerge, removeSourceBranch: boolean | undefined): Promise<void> {
    return this.db.tx(async (tx) => {
      const mergeRequest = await this.mergesStore.lock(tx, id);
      if (mergeRequest?.state !== 'opened') throw NotMergeable();
      await this.mergesStore.setAutoMerge(tx, id, autoMerge, removeSourceBranch);
      if (mergeRequest.autoMerge?.sha !== autoMerge.sha) {
        const body = `enabled an automatic merge when the pipeline for ${autoMerge.sha.slice(0, SHORT_SHA)} succeeds`;
        await this.mergesStore.note(tx, mergeRequest, autoMerge.userId, body);
      }
      await this.mergeRequestEvents.updated(tx, mergeRequest, ['merge_when_pipeline_succeeds'], autoMerge.userId);
      // The pipeline may have ended since it was queried: its event found no automatic merge then.
      await this.jobs.add(tx, MergeWhenSucceededJob, { mergeRequestId: id }, { singletonKey: String(id) });
    });
  }
}
