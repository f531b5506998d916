import { Injectable } from '@nestjs/common';
import type { Tx } from '@hearth/data';
import { Jobs } from '@hearth/jobs';
import { MergeWhenSucceededJob } from '../jobs.js';
import { MergesStore } from './merges.store.js';

/** Retries the automatic merge of a merge request after a change that may have allowed it. */
@Injectable()
export class RetryAutoMerge {
  constructor(
    private readonly mergesStore: MergesStore,
    private readonly jobs: Jobs,
  ) {}

  /** Adds the job, if an automatic merge is set. The transaction has locked the merge request: a waiting job reads its changes. */
  async within(tx: Tx, mergeRequestId: number): Promise<void> {
    if (!(await this.mergesStore.hasAutoMerge(tx, mergeRequestId))) return;
    await this.jobs.add(tx, MergeWhenSucceededJob, { mergeRequestId }, { singletonKey: String(mergeRequestId) });
  }
}
